package transcript

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"time"

	"github.com/gofrs/flock"
)

// Lock is an advisory lock on a file that lasts until Unlock, or until the process ends in any way.
//
// The file itself is locked, so that no lock file is left behind. A document is replaced by renaming
// another file over it; whoever does that locks the new file too before it takes the name, see [Lock.Add].
type Lock struct {
	held []*flock.Flock
}

// BusyError says that another process kept a file locked for longer than we were ready to wait.
type BusyError struct {
	Path   string
	Waited time.Duration
	Holder string // "" if unknown
}

func (e *BusyError) Error() string {
	who := "another process"
	if e.Holder != "" {
		who = e.Holder
	}
	return fmt.Sprintf("%s is being patched by %s (waited %s); try again, or wait longer with --lock-timeout", e.Path, who, e.Waited)
}

// pauses between two attempts at a lock; they grow so that many waiters do not eat the processor.
const (
	firstPause = 500 * time.Microsecond
	lastPause  = 16 * time.Millisecond
)

// LockFile locks an existing file, waiting at most so long for others to let go; a *[BusyError] says
// that they did not. The path must not end in a symbolic link that may change.
func LockFile(ctx context.Context, path string, wait time.Duration) (*Lock, error) {
	timeout := time.NewTimer(wait)
	defer timeout.Stop()
	for pause := firstPause; ; pause = min(2*pause, lastPause) {
		l, err := tryLock(path)
		if l != nil || err != nil {
			return l, err
		}
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-timeout.C:
			return nil, &BusyError{Path: path, Waited: wait, Holder: holder(path)}
		case <-time.After(pause):
		}
	}
}

// tryLock is nil without an error when the file is locked by another, or was replaced meanwhile.
func tryLock(path string) (*Lock, error) {
	f := flock.New(path, flock.SetFlag(os.O_RDONLY))
	ok, err := f.TryLock()
	if err != nil {
		return nil, fmt.Errorf("cannot lock %s: %w", path, err)
	}
	if !ok {
		return nil, f.Close()
	}
	// The one who held it may have renamed a new file here: then this lock is on a file without a name.
	same, err := stillThere(f, path)
	if err != nil || !same {
		return nil, errors.Join(err, f.Close())
	}
	return &Lock{held: []*flock.Flock{f}}, nil
}

func stillThere(f *flock.Flock, path string) (bool, error) {
	locked, err := f.Stat()
	if err != nil {
		return false, err
	}
	now, err := os.Stat(path)
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	return err == nil && os.SameFile(locked, now), err
}

// Holds reports whether the file that has this path now is the one that was locked first.
func (l *Lock) Holds(path string) bool {
	if len(l.held) == 0 {
		return false
	}
	same, err := stillThere(l.held[0], path)
	return err == nil && same
}

// Add locks another file without waiting, for as long as the first. It reports false when the file is
// locked by another or is not there any more.
func (l *Lock) Add(path string) (bool, error) {
	more, err := tryLock(path)
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	if more == nil || err != nil {
		return false, err
	}
	l.held = append(l.held, more.held...)
	return true, nil
}

// Unlock lets go. It is safe to call twice.
func (l *Lock) Unlock() error {
	var err error
	for _, f := range l.held {
		err = errors.Join(err, f.Close())
	}
	l.held = nil
	return err
}
