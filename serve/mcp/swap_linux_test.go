package mcp_test

import (
	"archive/zip"
	"bytes"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"golang.org/x/sys/unix"

	"github.com/nomadocx/nomadocx/internal/app"
	"github.com/nomadocx/nomadocx/internal/testkit/slow"
)

var swapRounds = flag.Int("swap.rounds", 200, "rounds of calls while a folder is exchanged for a link")

// A folder below the root that another process exchanges for a link, again and again, leads no call outside.
func TestSwappedFolder(t *testing.T) {
	slow.Test(t, "many calls")
	base := t.TempDir()
	root, outside := filepath.Join(base, "root"), filepath.Join(base, "outside")
	put := func(dir, word string) {
		t.Helper()
		for name, text := range map[string]string{
			"brand.docx": wordFile(t, "::footer\n"+word+"\n::\n\nText.\n"),
			"x.noma":     "---\ndocx:\n  reference-doc: brand.docx\n---\n\n# " + word + " {id=\"top\"}\n\n::figure{src=\"p.svg\"}\n::\n\n::dataset{id=\"d\" src=\"d.csv\"}\n::\n\n::note{id=\"n\"}\n" + word + "\n::\n",
			"d.csv":      "a,b\n1," + word + "\n", "p.svg": "<svg xmlns=\"http://www.w3.org/2000/svg\"><text>" + word + "</text></svg>",
			"book.yml":                "title: " + word + "\nchapters:\n  - x.noma\n",
			"x.noma.capabilities.yml": "nomaAgent:\n  version: 1\n  profile: " + word + "\n",
		} {
			if err := os.MkdirAll(dir, 0o755); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
				t.Fatal(err)
			}
		}
	}
	put(filepath.Join(root, "d"), "inner")
	put(outside, "marzipan")
	before := listing(t, outside)
	inner, err := os.OpenRoot(filepath.Join(root, "d")) // wherever it is called
	if err != nil {
		t.Fatal(err)
	}
	defer inner.Close()
	if err := os.Symlink(outside, filepath.Join(root, "link")); err != nil {
		t.Fatal(err)
	}
	s := connect(t, root)
	if text, failed := call(t, s, "render_doc", map[string]any{"file": "d/x.noma", "to": "docx", "out": "returned.docx"}); failed {
		t.Fatal(text)
	}

	stop, done := make(chan struct{}), sync.WaitGroup{}
	done.Go(func() {
		for {
			select {
			case <-stop:
				return
			default:
				_ = unix.Renameat2(unix.AT_FDCWD, filepath.Join(root, "d"), unix.AT_FDCWD, filepath.Join(root, "link"), unix.RENAME_EXCHANGE)
			}
		}
	})
	end := sync.OnceFunc(func() { close(stop); done.Wait() })
	defer end()
	worked := 0
	for i := range *swapRounds {
		op := map[string]any{"op": "update_attribute", "id": "n", "key": "round", "value": fmt.Sprint(i)}
		for _, c := range []struct {
			tool string
			args map[string]any
		}{
			{"patch_block", map[string]any{"file": "d/x.noma", "op": op}},
			{"patch_book", map[string]any{"file": "d/book.yml", "ops": []any{op}}},
			{"render_doc", map[string]any{"file": "d/x.noma", "to": "docx", "out": "d/out.docx"}},
			{"render_doc", map[string]any{"file": "d/x.noma", "to": "html"}},
			{"read_doc", map[string]any{"file": "d/x.noma", "text": true}},
			{"describe_capabilities", map[string]any{"file": "d/x.noma"}},
			{"transcript_read", map[string]any{"file": "d/x.noma"}},
			{"review_sync", map[string]any{"file": "d/x.noma", "docx": "returned.docx", "apply": true, "force": true, "allow_delete": true}},
		} {
			text, failed := call(t, s, c.tool, c.args)
			if made, err := inner.ReadFile("out.docx"); err == nil && c.args["out"] != nil {
				text += partsOf(t, made)
			}
			if strings.Contains(text, "marzipan") {
				t.Fatalf("round %d: %s read outside: %.300s", i, c.tool, text)
			}
			if !failed {
				worked++
			}
		}
	}
	end()
	if worked == 0 {
		t.Error("no call found its file, so that nothing was tried")
	}
	if after := listing(t, outside); after != before {
		t.Errorf("outside there was\n%s\nand now there is\n%s", before, after)
	}
}

// wordFile makes a Word file of a source.
func wordFile(t *testing.T, source string) string {
	t.Helper()
	s, err := app.FromText("x.noma", source)
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if err := app.Render(t.Context(), &b, s, app.RenderOptions{Target: app.Word}); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// partsOf returns all parts of a package.
func partsOf(t *testing.T, data []byte) string {
	t.Helper()
	z, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	for _, f := range z.File {
		r, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		if _, err := io.Copy(&b, r); err != nil {
			t.Fatal(err)
		}
	}
	return b.String()
}

// listing returns what a folder holds.
func listing(t *testing.T, dir string) string {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	for _, e := range entries {
		text, err := os.ReadFile(filepath.Join(dir, e.Name()))
		fmt.Fprintf(&b, "%s %q %v\n", e.Name(), text, err)
	}
	return b.String()
}

// Files with a second name, which may lie outside, are read but not written.
func TestHardLinks(t *testing.T) {
	base := t.TempDir()
	root := filepath.Join(base, "root")
	if err := os.Mkdir(root, 0o755); err != nil {
		t.Fatal(err)
	}
	const text = "# Title {id=\"top\"}\n\n::note{id=\"n\"}\nWords.\n::\n"
	for _, name := range []string{"linked.noma", "linked.docx", "free.noma", "free.noma.patches", "book.yml"} {
		content := text
		switch filepath.Ext(name) {
		case ".patches":
			content = ""
		case ".yml":
			content = "title: Book\nchapters:\n  - linked.noma\n"
		}
		there := filepath.Join(base, name)
		if name == "free.noma" || name == "book.yml" {
			there = filepath.Join(root, name)
		}
		if err := os.WriteFile(there, []byte(content), 0o644); err != nil {
			t.Fatal(err)
		}
		if there != filepath.Join(root, name) {
			if err := os.Link(there, filepath.Join(root, name)); err != nil {
				t.Fatal(err)
			}
		}
	}
	s := connect(t, root)
	op := map[string]any{"op": "update_attribute", "id": "n", "key": "a", "value": "b"}
	if text, failed := call(t, s, "read_doc", map[string]any{"file": "linked.noma"}); failed {
		t.Errorf("reading is refused: %s", text)
	}
	for tool, args := range map[string]map[string]any{
		"patch_block": {"file": "linked.noma", "op": op},
		"patch_book":  {"file": "book.yml", "ops": []any{op}},
		"render_doc":  {"file": "free.noma", "to": "docx", "out": "linked.docx"},
	} {
		if text, failed := call(t, s, tool, args); !failed || !strings.Contains(text, "hard link") {
			t.Errorf("%s answers %s", tool, text)
		}
	}
	// A patch is made without its record when that cannot be written.
	if text, failed := call(t, s, "patch_block", map[string]any{"file": "free.noma", "op": op}); failed || !strings.Contains(text, "hard link") || !strings.Contains(text, `"recorded":false`) {
		t.Errorf("a linked transcript: %s", text)
	}
	for name, want := range map[string]string{"linked.noma": text, "linked.docx": text, "free.noma.patches": ""} {
		if got, err := os.ReadFile(filepath.Join(base, name)); string(got) != want || err != nil {
			t.Errorf("%s outside holds %q, %v", name, got, err)
		}
		if info, err := os.Stat(filepath.Join(root, name)); err != nil || !info.Mode().IsRegular() {
			t.Errorf("%s is gone: %v", name, err)
		}
	}
}
