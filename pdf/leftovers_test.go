package pdf

import (
	"io"
	"os"
	"testing"

	"github.com/nomadocx/nomadocx/internal/testkit/slow"
)

// A printer leaves nothing in the folder for temporary files, whether it prints, fails or is closed early.
func TestNothingStays(t *testing.T) {
	slow.Test(t, "a browser")
	dir, err := os.MkdirTemp("", "left-") // short: a browser's socket lies below it
	if err != nil {
		t.Fatal(err)
	}
	defer os.RemoveAll(dir)
	t.Setenv("TMPDIR", dir)
	p, err := New(t.Context(), BrowserOptions{})
	if err != nil {
		t.Fatal(err)
	}
	if err := p.Print(t.Context(), []byte("<p>text</p>"), io.Discard, Options{}); err != nil {
		t.Error(err)
	}
	p.holds = func(string, int64) bool { return true } // the browser is replaced behind the next one
	if err := p.Print(t.Context(), []byte("<p>text</p>"), io.Discard, Options{}); err != nil {
		t.Error(err)
	}
	if err := p.Close(); err != nil {
		t.Error(err)
	}
	left, err := os.ReadDir(dir)
	if err != nil || len(left) > 0 {
		t.Errorf("left behind: %v (%v)", left, err)
	}
}
