package transcript

import (
	"context"
	"fmt"
	"time"

	"github.com/nomadocx/nomadocx/internal/docfile"
)

// Lock is an advisory lock on a file that lasts until Unlock, or until the process ends in any way.
//
// No lock file is left behind: the file itself is locked, or on Windows one beside it, which the system removes. A document is
// replaced by renaming another file over it; whoever does that locks the new file too before it takes the name, see [docfile.Create].
type Lock struct {
	docfile.Locks
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
	return fmt.Sprintf("%s is being patched by %s (waited %s); try again", e.Path, who, e.Waited)
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
		l := &Lock{}
		if ok, err := l.Try(path); err != nil {
			return nil, err
		} else if ok {
			return l, nil
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
