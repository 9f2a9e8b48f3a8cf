//go:build unix

package app

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/nomadocx/nomadocx/noma"
)

// TestResourcesStayInTheFolder: whatever a document names, nothing outside its folder is read.
func TestResourcesStayInTheFolder(t *testing.T) {
	top := t.TempDir()
	dir := filepath.Join(top, "doc")
	put(t, filepath.Join(top, "secret"), "sesame")
	put(t, filepath.Join(dir, "in", "side"), "fine")
	for link, to := range map[string]string{"out": "../secret", "up": "..", "fine": "in/side", "loop": "loop", "abs": filepath.Join(top, "secret")} {
		if err := os.Symlink(to, filepath.Join(dir, link)); err != nil {
			t.Fatal(err)
		}
	}
	if err := syscall.Mkfifo(filepath.Join(dir, "pipe"), 0o644); err != nil {
		t.Fatal(err)
	}
	inside := Resources{Dir: dir}
	for _, name := range []string{"in/side", "./in/side", "in/../in/side", "fine"} {
		if data, err := inside.Read(name); err != nil || string(data) != "fine" {
			t.Errorf("Read(%q) = %q, %v", name, data, err)
		}
	}
	for _, name := range []string{"../secret", "in/../../secret", filepath.Join(top, "secret"), "out", "up/secret", "abs"} {
		if data, err := inside.Read(name); !errors.Is(err, errEscapes) || data != nil {
			t.Errorf("Read(%q) = %q, %v; want it refused", name, data, err)
		}
	}
	for _, name := range []string{"", ".", "in", "pipe", "loop", "nowhere", "in/side/deeper", "a\x00b"} {
		if data, err := inside.Read(name); err == nil || data != nil {
			t.Errorf("Read(%q) = %q, want an error", name, data)
		}
	}
	anywhere := Resources{Dir: dir, External: true}
	for _, name := range []string{"../secret", filepath.Join(top, "secret"), "out"} {
		if data, err := anywhere.Read(name); err != nil || string(data) != "sesame" {
			t.Errorf("with external paths Read(%q) = %q, %v", name, data, err)
		}
	}
	for _, name := range []string{"pipe", "/dev/zero", "loop"} {
		if _, err := anywhere.Read(name); err == nil {
			t.Errorf("%s was opened; reading it would never end", name)
		}
	}
}

func TestLoadBringsDatasetsIn(t *testing.T) {
	dir := t.TempDir()
	put(t, filepath.Join(dir, "rows.csv"), "a,b\r\n1,2\r\n")
	put(t, filepath.Join(dir, "rows"), "a,b\n1,2\n")
	put(t, filepath.Join(dir, "rows.txt"), `[{"a":1}]`)
	put(t, filepath.Join(dir, "rows.yml"), "rows: []")
	put(t, filepath.Join(dir, "binary.csv"), "\xff\xfe")
	put(t, filepath.Join(dir, "saved.csv"), "\ufeffa,b\r\n\"1\r\n2\",3\r\n")
	put(t, filepath.Join(dir, "saved.json"), "\ufeff[]")
	for _, c := range []struct{ block, body, format string }{
		{"::dataset{src=\"rows.csv\"}\n::\n", "a,b\n1,2\n", "csv"},
		{"::dataset{src=\"rows\"}\n::\n", "a,b\n1,2\n", "csv"},
		{"::dataset{src=\"rows.txt\"}\n::\n", `[{"a":1}]`, "json"},
		{"::dataset{src=\"rows.yml\"}\n::\n", "rows: []", "yaml"},
		{"::dataset{src=\"rows.csv\" format=\"tsv\"}\n::\n", "a,b\n1,2\n", "tsv"},
		{"::dataset{src=\"rows.csv\"}\nx,y\n3,4\n::\n", "x,y\n3,4", ""},
		{"::dataset{src=\"../rows.csv\"}\n::\n", "# error loading ../rows.csv: " + errEscapes.Error(), "error"},
		{"::dataset{src=\"nowhere.csv\" format=\"csv\"}\n::\n", "# error loading nowhere.csv: no such file or directory", "error"},
		{"::dataset{src=\"saved.csv\"}\n::\n", "a,b\n\"1\n2\",3\n", "csv"},
		{"::dataset{src=\"saved.json\"}\n::\n", "[]", "json"},
		{"::dataset{src=\"/dev/zero\"}\n::\n", "# error loading /dev/zero: " + errEscapes.Error(), "error"},
		{"::dataset{src=\".\"}\n::\n", "# error loading .: not a regular file", "error"},
		{"::dataset{src=\"https://example.org/a.csv\"}\n::\n", "# error loading https://example.org/a.csv: no such file or directory", "error"},
		{"::dataset{src=\"binary.csv\"}\n::\n", "# error loading binary.csv: not UTF-8 text", "error"},
	} {
		file := filepath.Join(dir, "doc.noma")
		put(t, file, c.block)
		s, err := Load(context.Background(), file, LoadOptions{})
		if err != nil {
			t.Fatal(err)
		}
		d := s.Doc.Children[0].(*noma.Directive)
		if d.Body != c.body || d.AttrText("format") != c.format {
			t.Errorf("%q gets the body %q and the format %q; want %q and %q", c.block, d.Body, d.AttrText("format"), c.body, c.format)
		}
		if s.File.Text != c.block {
			t.Errorf("%q: the text became %q", c.block, s.File.Text)
		}
		raw, err := Load(context.Background(), file, LoadOptions{Raw: true})
		if err != nil {
			t.Fatal(err)
		}
		if b := raw.Doc.Children[0].(*noma.Directive).Body; strings.Contains(b, "error loading") || b == "a,b\n1,2\n" {
			t.Errorf("%q: a raw load read the dataset", c.block)
		}
	}
}

// TestHugeDatasets: neither one large file nor one that is named often can fill the memory.
func TestHugeDatasets(t *testing.T) {
	dir := t.TempDir()
	huge, err := os.Create(filepath.Join(dir, "huge.csv"))
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(huge.Truncate(maxResource+1), huge.Close()); err != nil { // a hole: it takes no room
		t.Fatal(err)
	}
	if _, err := (Resources{Dir: dir}).Read("huge.csv"); err == nil || err.Error() != "larger than 64 MB" {
		t.Errorf("a huge file: %v", err)
	}
	put(t, filepath.Join(dir, "large.csv"), "a,b\n"+strings.Repeat("1,2\n", 1<<18))
	s, err := FromText(filepath.Join(dir, "doc.noma"), strings.Repeat("::dataset{src=\"large.csv\"}\n::\n\n", 6))
	if err != nil {
		t.Fatal(err)
	}
	s.inlineWithin(3 << 20)
	for i, n := range s.Doc.Children {
		d := n.(*noma.Directive)
		if refused := d.AttrText("format") == "error"; refused != (i > 1) {
			t.Errorf("dataset %d: %.100s", i, d.Body)
		}
	}
}

func TestLoadRefusesWhatIsNoText(t *testing.T) {
	dir := t.TempDir()
	for _, c := range []struct{ name, text, says string }{
		{"zip.noma", "PK\x03\x04rest", "ZIP"},
		{"paper.noma", "%PDF-1.4", "PDF"},
		{"wide.noma", "\xff\xfe#\x00", "UTF-16"},
		{"nul.noma", "# A\x00B", "byte 4 is NUL"},
		{"latin.noma", "# A\n\nCaf\xe9\n", "byte 0xe9 in line 3"},
		{"book.yml", "title: B\n", "no chapters"},
		{"yaml.noma", "---\na: [\n---\n", "yaml.noma: "},
	} {
		file := filepath.Join(dir, c.name)
		put(t, file, c.text)
		_, err := Load(context.Background(), file, LoadOptions{})
		if err == nil || !strings.Contains(err.Error(), c.says) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: %v; want one line that says %q", c.name, err, c.says)
		}
	}
	_, err := Load(context.Background(), filepath.Join(dir, "nowhere.noma"), LoadOptions{})
	if !errors.Is(err, os.ErrNotExist) {
		t.Errorf("a missing file gives %v", err)
	}
	stopped, stop := context.WithCancel(context.Background())
	stop()
	if _, err := Load(stopped, filepath.Join(dir, "zip.noma"), LoadOptions{}); !errors.Is(err, context.Canceled) {
		t.Errorf("a cancelled load gives %v", err)
	}
}

func TestLoadFromStdin(t *testing.T) {
	s, err := Load(context.Background(), "-", LoadOptions{Stdin: strings.NewReader("# Title\n")})
	if err != nil || s.Doc.Meta.String("filename") != "" || s.File.Text != "# Title\n" {
		t.Errorf("stdin gives %+v, %v", s, err)
	}
	if _, err := Load(context.Background(), "-", LoadOptions{}); err == nil {
		t.Error("without a standard input - is read")
	}
}
