package app

import (
	"context"
	"os"
	"path/filepath"
	"testing"
	"time"
)

// The text is replaced when it is the one that was read, through a link, and its mode stays; a text
// somebody saved meanwhile stays, and nothing is left behind.
func TestReplaceText(t *testing.T) {
	dir := t.TempDir()
	file, link := filepath.Join(dir, "a.noma"), filepath.Join(dir, "b.noma")
	if err := os.WriteFile(file, []byte("one"), 0o640); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("a.noma", link); err != nil {
		t.Fatal(err)
	}
	if err := ReplaceText(context.Background(), link, "one", "two", time.Second); err != nil {
		t.Fatal(err)
	}
	if err := ReplaceText(context.Background(), link, "one", "three", time.Second); err == nil {
		t.Error("a text that was saved meanwhile was replaced")
	}
	text, err := os.ReadFile(file)
	if err != nil || string(text) != "two" {
		t.Errorf("the file holds %q (%v)", text, err)
	}
	info, err := os.Stat(file)
	if err != nil || info.Mode().Perm() != 0o640 {
		t.Errorf("its mode is %v (%v)", info.Mode(), err)
	}
	if entries, err := os.ReadDir(dir); err != nil || len(entries) != 2 {
		t.Errorf("the folder holds %v (%v)", entries, err)
	}
	if target, err := os.Readlink(link); err != nil || target != "a.noma" {
		t.Errorf("the link is %q (%v)", target, err)
	}
	if err := ReplaceText(context.Background(), filepath.Join(dir, "nowhere.noma"), "", "x", time.Second); err == nil {
		t.Error("a file that is not there was replaced")
	}
	if err := ReplaceText(context.Background(), os.DevNull, "", "x", time.Second); err == nil {
		t.Error("a device was replaced")
	}
}
