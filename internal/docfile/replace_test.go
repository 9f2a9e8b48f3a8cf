package docfile

import (
	"path/filepath"
	"strings"
	"testing"
)

// TestReplacement: a file gets its new text if it still is what it was read as, and else stays as it is.
func TestReplacement(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "report.docx")
	put(t, path, "before")
	was, err := hashOf(path)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		hash string
		done bool
	}{{strings.Repeat("0", 64), false}, {was, true}, {was, false}} {
		var locks Locks
		if ok, err := locks.Try(path); !ok || err != nil {
			t.Fatal(ok, err)
		}
		r, err := Prepare(&locks, path, "", "new")
		if err != nil {
			t.Fatal(err)
		}
		done, err := r.Commit(&locks, c.hash)
		if done != c.done || err != nil {
			t.Errorf("committed: %v, %v", done, err)
		}
		if err := r.Discard(); err != nil {
			t.Error(err)
		}
		if err := locks.Unlock(); err != nil {
			t.Error(err)
		}
		if got := names(t, dir); got != "report.docx" {
			t.Errorf("there is %q", got)
		}
	}
	if got := contentOf(t, path); got != "new" {
		t.Errorf("the file holds %d bytes", len(got))
	}
}
