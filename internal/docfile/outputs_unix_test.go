//go:build unix

package docfile

import (
	"os"
	"path/filepath"
	"testing"
)

// noFolder is said of a file in what is none.
const noFolder = "not a directory"

func TestOutputsKeepPermissions(t *testing.T) {
	old := filepath.Join(t.TempDir(), "old.txt")
	put(t, old, "before")
	if err := os.Chmod(old, 0o600); err != nil {
		t.Fatal(err)
	}
	var o Outputs
	create(t, &o, old, "after")
	if err := o.Commit(); err != nil {
		t.Fatal(err)
	}
	if info, err := os.Stat(old); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("the permissions became %v", info.Mode())
	}
}

func TestOutputsKeepLinksAndDevices(t *testing.T) {
	dir := t.TempDir()
	target := filepath.Join(dir, "target.txt")
	link := filepath.Join(dir, "link.txt")
	put(t, target, "before")
	if err := os.Symlink("target.txt", link); err != nil {
		t.Fatal(err)
	}
	var o Outputs
	create(t, &o, link, "after")
	create(t, &o, os.DevNull, "gone")
	if err := o.Commit(); err != nil {
		t.Fatal(err)
	}
	if info, err := os.Lstat(link); err != nil || info.Mode()&os.ModeSymlink == 0 {
		t.Error("the link was replaced by a file")
	}
	if contentOf(t, target) != "after" {
		t.Error("the file behind the link was not written")
	}
	if info, err := os.Stat(os.DevNull); err != nil || info.Mode().IsRegular() {
		t.Fatal("a device was replaced by a file")
	}
}
