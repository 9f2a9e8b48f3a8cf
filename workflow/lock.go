package workflow

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"time"

	"github.com/gofrs/flock"
)

// LockedError says that another norma works in the project.
type LockedError struct{ Holder string }

func (e *LockedError) Error() string {
	return "another norma is at work here: " + e.Holder + "; --wait waits for it"
}

// runLock is the lock of norma.md §1: held from before recovery to after the run. The kernel lets go of
// it when the process dies; children do not inherit it, because Go opens files close-on-exec.
type runLock struct {
	file *flock.Flock
	path string
}

func (p *Project) lock(ctx context.Context, wait bool) (*runLock, error) {
	l := &runLock{path: p.path("locks", "run.lock")}
	l.file = flock.New(l.path, flock.SetPermissions(0o644))
	var ok bool
	var err error
	if wait {
		ok, err = l.file.TryLockContext(ctx, 50*time.Millisecond)
	} else {
		ok, err = l.file.TryLock()
	}
	if err != nil {
		return nil, fmt.Errorf("cannot lock %s: %w", l.path, err)
	}
	if !ok {
		return nil, &LockedError{Holder: l.holder()}
	}
	return l, l.describe("")
}

// describe writes into the file who holds it, for people. run is "" between runs.
func (l *runLock) describe(run string) error {
	data, err := json.Marshal(map[string]any{"pid": os.Getpid(), "run_id": run, "started_at": stamp(time.Now())})
	if err != nil {
		return err
	}
	return os.WriteFile(l.path, append(data, '\n'), 0o644)
}

// holder is what the other process wrote. It may be about to write it.
func (l *runLock) holder() string {
	for range 10 {
		if data, err := os.ReadFile(l.path); err == nil && len(data) > 0 && len(data) < 4096 {
			var h struct {
				PID int    `json:"pid"`
				Run string `json:"run_id"`
			}
			if json.Unmarshal(data, &h) == nil && h.PID > 0 {
				if h.Run == "" {
					return fmt.Sprintf("process %d", h.PID)
				}
				return fmt.Sprintf("process %d, run %s", h.PID, Plain(h.Run))
			}
		}
		time.Sleep(10 * time.Millisecond)
	}
	return "an unknown process"
}

func (l *runLock) unlock() error {
	return errors.Join(os.Truncate(l.path, 0), l.file.Unlock())
}
