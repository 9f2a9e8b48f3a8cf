package main

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/sys/unix"

	"github.com/nomadocx/nomadocx/internal/testkit/slow"
)

// TestAC34DiskFull needs a file system of its own, and so the right to mount one; without it, a limit on
// the size of files makes the same kind of error: a write that the system refuses.
func TestAC34DiskFull(t *testing.T) {
	slow.Test(t, "processes")
	p := newProject(t)
	p.task("a")
	small := filepath.Join(p.root, ".norma")
	kept := snapshotOf(t, small)
	db := p.read(".norma/norma.db")
	if err := unix.Mount("norma", small, "tmpfs", 0, "size=3m"); errors.Is(err, unix.EPERM) || errors.Is(err, unix.EACCES) {
		p.limited()
		return
	} else if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = unix.Unmount(small, unix.MNT_DETACH) }()
	for name, text := range kept {
		rel, err := filepath.Rel(p.root, name)
		if err != nil {
			t.Fatal(err)
		}
		p.write(rel, text)
	}
	p.write(".norma/norma.db", db)
	p.write(".norma/runs/.keep", "")
	p.write(".norma/locks/run.lock", "")
	p.play(script{"check": {Verdict: "PASS"}})
	p.write(".norma/ballast", "")
	filled := fill(t, filepath.Join(small, "ballast"))
	if code, _, errs := p.norma("run", "1"); code != 1 || !strings.Contains(errs, small) {
		t.Errorf("exit %d with %d bytes of ballast: %s", code, filled, errs)
	}
	if err := os.Remove(filepath.Join(small, "ballast")); err != nil {
		t.Fatal(err)
	}
	p.property()
	p.exec(`UPDATE tasks SET status = 'todo'`)
	p.want(0, "run", "1")
}

// fill takes all the room but a little, which the first steps use up.
func fill(t *testing.T, path string) int {
	t.Helper()
	var fs unix.Statfs_t
	if err := unix.Statfs(filepath.Dir(path), &fs); err != nil {
		t.Fatal(err)
	}
	size := int(fs.Bavail)*int(fs.Bsize) - 96<<10
	if err := os.WriteFile(path, bytes.Repeat([]byte("x"), size), 0o644); err != nil {
		t.Fatal(err)
	}
	return size
}
