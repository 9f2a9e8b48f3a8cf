package webtest_test

import (
	"os"
	"testing"

	"github.com/nomadocx/nomadocx/internal/testkit/slow"
	"github.com/nomadocx/nomadocx/internal/testkit/webtest"
)

// A browser of a test leaves nothing in the folder for temporary files.
func TestNothingStays(t *testing.T) {
	slow.Test(t, "a browser")
	dir, err := os.MkdirTemp("", "left-") // short: a browser's socket lies below it
	if err != nil {
		t.Fatal(err)
	}
	defer os.RemoveAll(dir)
	t.Setenv("TMPDIR", dir)
	t.Run("browser", func(t *testing.T) { webtest.New(t).Open("data:text/html,<p>text</p>") })
	left, err := os.ReadDir(dir)
	if err != nil || len(left) > 0 {
		t.Errorf("left behind: %v (%v)", left, err)
	}
}
