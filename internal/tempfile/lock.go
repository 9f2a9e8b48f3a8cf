package tempfile

import (
	"errors"
	"fmt"
	"io/fs"
	"os"

	"github.com/nomadocx/nomadocx/internal/files"
)

// Locks are advisory locks on files. They last until Unlock, or until the process ends in any way. The
// zero value holds none.
type Locks struct {
	held []*os.File
}

// Add locks an existing file without waiting. It reports false when the file is locked by another, is
// not there, or was replaced meanwhile.
func (l *Locks) Add(path string) (bool, error) {
	ok, err := l.Try(path)
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	return ok, err
}

// Try is Add, but fails with fs.ErrNotExist when the file is not there.
func (l *Locks) Try(path string) (bool, error) {
	f, err := files.Open(path)
	if err != nil {
		return false, err
	}
	ok, err := TryLock(f)
	if needsWriting(err) {
		_ = f.Close() // only read
		if f, err = files.OpenFile(path, os.O_RDWR, 0); err != nil {
			return false, err
		}
		ok, err = TryLock(f)
	}
	if err != nil {
		return false, errors.Join(fmt.Errorf("cannot lock %s: %w", path, err), f.Close())
	}
	if !ok {
		return false, f.Close()
	}
	// The one who held it may have renamed a new file here: then this lock is on a file without a name.
	same, err := stillThere(f, path)
	if err != nil || !same {
		return false, errors.Join(err, f.Close())
	}
	l.held = append(l.held, f)
	return true, nil
}

func stillThere(f *os.File, path string) (bool, error) {
	locked, err := f.Stat()
	if err != nil {
		return false, err
	}
	now, err := files.Stat(path)
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	return err == nil && os.SameFile(locked, now), err
}

// Holds reports whether the file that has this path now is the one that was locked first.
func (l *Locks) Holds(path string) bool {
	if len(l.held) == 0 {
		return false
	}
	same, err := stillThere(l.held[0], path)
	return err == nil && same
}

// Unlock lets go. It is safe to call twice.
func (l *Locks) Unlock() error {
	var err error
	for _, f := range l.held {
		err = errors.Join(err, f.Close())
	}
	l.held = nil
	return err
}
