package norma

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"time"

	"github.com/nomadocx/nomadocx/internal/docfile"
)

// LockedError says that another norma works in the project.
type LockedError struct{ Holder string }

func (e *LockedError) Error() string {
	return "another norma is at work here: " + e.Holder
}

// runLock is the lock of norma.md §1: held from before recovery to after the run. The kernel releases it
// when the process dies; children do not inherit it, because Go opens files close-on-exec.
type runLock struct {
	file *os.File
	path string
}

func (p *Project) lock(ctx context.Context, wait bool) (*runLock, error) {
	l := &runLock{path: p.path("locks", "run.lock")}
	var err error
	if l.file, err = os.OpenFile(l.path, os.O_CREATE|os.O_RDWR, 0o644); err != nil {
		return nil, fmt.Errorf("cannot lock %s: %w", l.path, err)
	}
	ok, err := docfile.TryLock(l.file)
	for tries := 0; err == nil && !ok; tries++ {
		// A child that a killed norma was just starting keeps the lock until its own program begins: a
		// moment, in which the holder that is written down is dead already.
		if !wait && (tries == 50 || l.holderLives()) {
			return nil, errors.Join(&LockedError{Holder: l.holder()}, l.file.Close())
		}
		select {
		case <-ctx.Done():
			err = ctx.Err()
		case <-time.After(10 * time.Millisecond):
			ok, err = docfile.TryLock(l.file)
		}
	}
	if err != nil {
		return nil, errors.Join(fmt.Errorf("cannot lock %s: %w", l.path, err), l.file.Close())
	}
	return l, l.describe("")
}

// describe writes into the file who holds it, for people. run is "" between runs.
func (l *runLock) describe(run string) error {
	pid := os.Getpid()
	data, err := json.Marshal(map[string]any{"pid": pid, "run_id": run, "started_at": stamp(time.Now()), "start_time": startTime(pid), "boot_id": bootID()})
	if err != nil {
		return err
	}
	return os.WriteFile(l.path, append(data, '\n'), 0o644)
}

// holder describes the process that wrote itself down. It may be about to write it.
func (l *runLock) holder() string {
	for range 10 {
		if pid, run := l.read(); pid > 0 {
			if run == "" {
				return fmt.Sprintf("process %d", pid)
			}
			return fmt.Sprintf("process %d, run %s", pid, Plain(run))
		}
		time.Sleep(10 * time.Millisecond)
	}
	return "an unknown process"
}

// holderLives reports whether the process that wrote itself down is there. One that wrote nothing yet is.
func (l *runLock) holderLives() bool {
	pid, _ := l.read()
	return pid <= 0 || processLives(pid)
}

func (l *runLock) read() (pid int, run string) {
	h := readHolder(l.path)
	return h.PID, h.Run
}

// holder is what a lock's file says of who holds it.
type holder struct {
	PID   int    `json:"pid"`
	Run   string `json:"run_id"`
	Start uint64 `json:"start_time"`
	Boot  string `json:"boot_id"`
}

// readHolder returns the zero holder when there is none.
func readHolder(path string) (h holder) {
	data, err := os.ReadFile(path)
	if err != nil || len(data) > 4096 || json.Unmarshal(data, &h) != nil {
		return holder{}
	}
	return h
}

// worksOn reports whether a norma is at work on a run, without taking the lock. Between runs it may be about to
// begin any.
func (p *Project) worksOn(run string) bool {
	path := p.path("locks", "run.lock")
	h := readHolder(path)
	for range 5 { // it may be about to write itself down
		if h.PID > 0 {
			break
		}
		time.Sleep(2 * time.Millisecond)
		h = readHolder(path)
	}
	return h.PID > 0 && processLives(h.PID) && h.Boot == bootID() && h.Start == startTime(h.PID) && (h.Run == "" || h.Run == run)
}

func (l *runLock) unlock() error {
	return errors.Join(os.Truncate(l.path, 0), docfile.Release(l.file))
}

// lockPatch waits until no git of a killed norma writes into the workspace any more. While the returned
// file is open, and in every child that inherits it, nobody else gets the lock.
func lockPatch(ctx context.Context, p *Project) (*os.File, error) {
	f, err := os.OpenFile(p.path("locks", "patch.lock"), os.O_CREATE|os.O_RDWR, 0o644)
	if err != nil {
		return nil, err
	}
	deadline := time.Now().Add(time.Minute)
	for {
		free, err := docfile.TryLock(f)
		switch {
		case free:
			return f, nil
		case err != nil:
			return nil, errors.Join(fmt.Errorf("cannot lock %s: %w", f.Name(), err), f.Close())
		case ctx.Err() != nil:
			return nil, errors.Join(ctx.Err(), f.Close())
		case time.Now().After(deadline):
			return nil, errors.Join(fmt.Errorf("a git process keeps %s locked for more than a minute", f.Name()), f.Close())
		}
		time.Sleep(10 * time.Millisecond)
	}
}
