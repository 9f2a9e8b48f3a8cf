package mcp_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Nothing outside the root is read or written, however it is asked for, and refusals do not say what
// is there.
func TestConfinement(t *testing.T) {
	const secret = "# Secret {id=\"secret\"}\n\nhidden words\n"
	base := t.TempDir()
	root, outside := filepath.Join(base, "root"), filepath.Join(base, "outside")
	for _, dir := range []string{filepath.Join(root, "sub"), outside} {
		if err := os.MkdirAll(dir, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	write := func(path, text string) {
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	link := func(to, at string) {
		if err := os.Symlink(to, filepath.Join(root, at)); err != nil {
			t.Fatal(err)
		}
	}
	write(filepath.Join(outside, "secret.noma"), secret)
	write(filepath.Join(root, "ok.noma"), "# Ok {id=\"ok\"}\n\n::note{id=\"n\"}\nText.\n::\n\n::dataset{id=\"d\" src=\"../outside/secret.noma\"}\n::\n")
	write(filepath.Join(root, "sub", "leak.noma"), "::note{id=\"n\"}\nText.\n::\n")
	write(filepath.Join(root, "book.noma.yml"), "title: x\n")
	link("../outside/secret.noma", "link.noma")
	link(filepath.Join(outside, "secret.noma"), "absolute.noma")
	link("../outside", "folder")
	link("ok.noma", "inside.noma")
	const script = "#!/bin/sh\n# Deploy\n\necho hi\n"
	for _, name := range []string{"deploy.sh", "pre-commit", "notes.md", "a.py", "ok.noma.bak"} {
		write(filepath.Join(root, name), script)
	}
	link("deploy.sh", "script.noma")
	link("../../outside/log", "sub/leak.noma.patches")
	link("../outside/made.docx", "made.docx")

	s := connect(t, root)
	for _, file := range []string{
		"", ".", "sub", "nowhere.noma", "../outside/secret.noma", "sub/../../outside/secret.noma", filepath.Join(outside, "secret.noma"),
		root + "/../outside/secret.noma", root + "x/secret.noma", "link.noma", "absolute.noma", "folder/secret.noma", "/etc/passwd", "a\x00b.noma",
		"book.noma.yml", "BOOK.NOMA.YAML", "~/x.noma", "file://" + filepath.Join(root, "ok.noma"), "/dev/stdin", strings.Repeat("x", 70_000),
		"deploy.sh", "pre-commit", "notes.md", "a.py", "ok.noma.bak", "script.noma", filepath.Join(root, "deploy.sh"),
	} {
		for _, tool := range []string{"read_doc", "list_ids", "validate_doc", "transcript_read", "describe_capabilities", "render_doc"} {
			text, failed := call(t, s, tool, map[string]any{"file": file})
			if !failed || strings.Contains(text, "secret\"") || strings.Contains(text, "hidden") {
				t.Errorf("%s of %.80q answers %.200s", tool, file, text)
			}
		}
		op := map[string]any{"op": "delete_block", "id": "secret"}
		if text, failed := call(t, s, "patch_block", map[string]any{"file": file, "op": op}); !failed {
			t.Errorf("patch_block of %.80q answers %.200s", file, text)
		}
		if text, failed := call(t, s, "review_data", map[string]any{"docx": file}); !failed {
			t.Errorf("review_data of %.80q answers %.200s", file, text)
		}
	}
	for _, out := range []string{"../outside/x.docx", "folder/x.docx", "made.docx", filepath.Join(outside, "x.docx"), "no/such/x.docx", "x.docx/", ""} {
		if text, failed := call(t, s, "render_doc", map[string]any{"file": "ok.noma", "to": "docx", "out": out}); !failed {
			t.Errorf("render_doc to %q answers %s", out, text)
		}
	}
	// What is refused leaves nothing behind and stays as it is.
	for _, name := range []string{"deploy.sh", "pre-commit", "notes.md", "a.py", "ok.noma.bak"} {
		if text, err := os.ReadFile(filepath.Join(root, name)); err != nil || string(text) != script {
			t.Errorf("%s now holds %q, %v", name, text, err)
		}
	}
	if left, _ := filepath.Glob(filepath.Join(root, "*.patches*")); len(left) > 0 {
		t.Errorf("refused patches left %v", left)
	}
	// A transcript that is a link would be written through it; the patch is made all the same (§B.6).
	op := map[string]any{"op": "update_attribute", "id": "n", "key": "a", "value": "b"}
	if text, failed := call(t, s, "patch_block", map[string]any{"file": "sub/leak.noma", "op": op}); failed || !strings.Contains(text, `"ok":true`) {
		t.Errorf("a linked transcript: %s", text)
	}
	// What is inside works by every name, and its datasets are confined too.
	for _, file := range []string{"ok.noma", "./ok.noma", "sub/../ok.noma", "inside.noma", filepath.Join(root, "ok.noma")} {
		if text, failed := call(t, s, "list_ids", map[string]any{"file": file}); failed || !strings.Contains(text, `"ok"`) {
			t.Errorf("list_ids of %q: %s", file, text)
		}
	}
	if text, _ := call(t, s, "render_doc", map[string]any{"file": "ok.noma"}); strings.Contains(text, "hidden") {
		t.Errorf("a dataset from outside: %s", text)
	}
	entries, err := os.ReadDir(outside)
	if err != nil {
		t.Fatal(err)
	}
	if text, err := os.ReadFile(filepath.Join(outside, "secret.noma")); len(entries) != 1 || err != nil || string(text) != secret {
		t.Errorf("the folder outside now holds %v", entries)
	}
}
