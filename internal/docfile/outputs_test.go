package docfile

import (
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func put(t *testing.T, path, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

func contentOf(t *testing.T, path string) string {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

func create(t *testing.T, o *Outputs, path, text string) {
	t.Helper()
	w, err := o.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := io.WriteString(w, text); err != nil {
		t.Fatal(err)
	}
}

func TestOutputsAppearOnCommit(t *testing.T) {
	dir := t.TempDir()
	old := filepath.Join(dir, "old.txt")
	put(t, old, "before")
	var o Outputs
	create(t, &o, old, "after")
	create(t, &o, filepath.Join(dir, "new", "deep.txt"), "fresh")
	if got := contentOf(t, old); got != "before" {
		t.Errorf("before the commit the file holds %q", got)
	}
	if err := o.Commit(); err != nil {
		t.Fatal(err)
	}
	o.Discard() // has nothing to do
	if contentOf(t, old) != "after" || contentOf(t, filepath.Join(dir, "new", "deep.txt")) != "fresh" {
		t.Error("after the commit the files do not hold what was written")
	}
	if got := names(t, dir); got != "new old.txt" {
		t.Errorf("the folder holds %q", got)
	}
}

func TestOutputsDiscarded(t *testing.T) {
	dir := t.TempDir()
	old := filepath.Join(dir, "old.txt")
	put(t, old, "before")
	var o Outputs
	create(t, &o, old, "after")
	create(t, &o, filepath.Join(dir, "other.txt"), "x")
	o.Discard()
	if contentOf(t, old) != "before" || names(t, dir) != "old.txt" {
		t.Errorf("something is left: %q", names(t, dir))
	}
}

func TestOutputsRefuse(t *testing.T) {
	dir := t.TempDir()
	put(t, filepath.Join(dir, "file"), "x")
	for path, says := range map[string]string{
		dir:                                  "it is a folder",
		filepath.Join(dir, "file", "in.txt"): noFolder,
	} {
		var o Outputs
		_, err := o.Create(path)
		if err == nil || !strings.Contains(err.Error(), says) || !strings.Contains(err.Error(), path) {
			t.Errorf("Create(%s): %v, want it to say %q", path, err, says)
		}
	}
}
