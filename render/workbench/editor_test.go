package workbench_test

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/nomadocx/nomadocx/internal/testkit/slow"
)

// TestEditor: what is in the tree of npm is what its packages make, byte for byte, and so are their licences.
func TestEditor(t *testing.T) {
	slow.Test(t, "npm")
	dir := t.TempDir()
	if out, err := exec.Command("../../scripts/make-editor", dir).CombinedOutput(); bytes.Contains(out, []byte("npm error")) {
		t.Skipf("npm cannot have the packages here: %s", out)
	} else if err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	for _, name := range []string{"codemirror.js", "brotli.js", "LICENSES"} {
		made, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		kept, err := os.ReadFile(filepath.Join("editor", name))
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(made, kept) {
			t.Errorf("editor/%s is not what scripts/make-editor makes of %d bytes", name, len(made))
		}
	}
}
