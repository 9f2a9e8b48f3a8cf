package docfile

import (
	"errors"
	"io/fs"
	"os"
)

// Locks are advisory locks on files. They last until Unlock, or until the process ends in any way. The
// zero value holds none.
type Locks struct {
	held []held
}

// held is one lock: the open file that holds it, and the file that was locked, as it was then. Where an open file can be
// replaced they are the same.
type held struct {
	by     *os.File
	locked fs.FileInfo
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

// Try does what Add does, but fails with fs.ErrNotExist when the file is not there.
func (l *Locks) Try(path string) (bool, error) {
	h, err := take(path)
	if err != nil || h.by == nil {
		return false, err
	}
	// The one who held it may have renamed a new file here: then this lock is on a file without a name.
	same, err := stillThere(h.locked, path)
	if err != nil || !same {
		return false, errors.Join(err, h.by.Close())
	}
	l.held = append(l.held, h)
	return true, nil
}

func stillThere(locked fs.FileInfo, path string) (bool, error) {
	now, err := identify(path)
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	return err == nil && os.SameFile(locked, now), err
}

// holds reports whether the file that has this path now is the one that was locked first.
func (l *Locks) holds(path string) bool {
	if len(l.held) == 0 {
		return false
	}
	same, err := stillThere(l.held[0].locked, path)
	return err == nil && same
}

// Unlock releases the lock. It is safe to call twice.
func (l *Locks) Unlock() error {
	var err error
	for _, h := range l.held {
		err = errors.Join(err, Release(h.by))
	}
	l.held = nil
	return err
}
