package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/fsnotify/fsnotify"
	"github.com/nomadocx/nomadocx/internal/screen"
	"github.com/spf13/cobra"
)

const (
	// settle is how long a folder must be quiet before the command runs again (cli.md §1): an editor
	// saves in several steps, a version control system changes many files.
	settle = 150 * time.Millisecond
	// patience ends the waiting in a folder that is never quiet.
	patience = 2 * time.Second
)

func watchFlag(cmd *cobra.Command) {
	cmd.Flags().Bool("watch", false, "run again whenever a file in the document's folder changes, until interrupted")
}

// watched runs a command once or, with --watch, again after every change below the folder of its first
// argument. Ctrl-C and SIGTERM end it with success. A run that fails does not end it, unless the
// command line is a usage error or there is no such file to begin with.
func (t *terminal) watched(cmd *cobra.Command, args []string, run func() error) error {
	if on, _ := cmd.Flags().GetBool("watch"); !on || len(args) == 0 {
		return run()
	}
	file := args[0]
	if file == "-" {
		return usagef("--watch needs a file, not standard input")
	}
	if _, err := os.Stat(file); err != nil {
		return run() // says what is wrong
	}
	out, _ := cmd.Flags().GetString("out")
	// Watch first, run then: what changes during the run counts.
	w, err := newWatch(filepath.Dir(file), out)
	if err != nil {
		return fmt.Errorf("cannot watch the folder of %s: %w", file, err)
	}
	defer w.Close()
	ctx := cmd.Context()
	if err := t.report(ctx, run()); err != nil {
		return err
	}
	t.status("watching %s and its folder (Ctrl-C ends)", file)
	for {
		change, err := w.next(ctx)
		if err != nil || ctx.Err() != nil {
			return err
		}
		if w.partial {
			t.status("warning: only the first %d folders are watched", maxFolders)
			w.partial = false
		}
		t.status("changed: %s", change)
		_ = t.report(ctx, run()) // it was said; the next change may mend it
	}
}

// report says why a run failed. The error is for a first run only: it is not nil if there is no sense in
// a second.
func (t *terminal) report(ctx context.Context, err error) error {
	var usage *usageError
	switch {
	case err == nil, ctx.Err() != nil:
		return nil
	case errors.As(err, &usage):
		return err
	case !errors.Is(err, errReported):
		fmt.Fprintf(t.err, "error: %s\n", oneLine(wording(err)))
	}
	return nil
}

// status writes a line to stderr; on a terminal with the time of day, which in a log would be noise.
func (t *terminal) status(format string, args ...any) {
	line := fmt.Sprintf(format, args...)
	if screen.Is(t.err) {
		line = time.Now().Format("15:04:05 ") + line
	}
	fmt.Fprintln(t.err, oneLine(line))
}

// next waits for a change that counts, and until the folder is quiet. It returns the file that changed
// first, named from the folder.
func (w *watch) next(ctx context.Context) (string, error) {
	var first string
	var quiet, latest <-chan time.Time
	for {
		select {
		case <-ctx.Done():
			return "", nil
		case <-quiet:
			return first, nil
		case <-latest:
			return first, nil
		case err, open := <-w.Errors:
			if !open {
				return "", errors.New("watching ended")
			}
			if !errors.Is(err, fsnotify.ErrEventOverflow) {
				return "", fmt.Errorf("watching %s: %w", w.root, err)
			}
			// Changes came faster than they were read, so anything may have changed.
			first, quiet = w.noted(first, w.root), time.After(settle)
		case e, open := <-w.Events:
			if !open {
				return "", errors.New("watching ended")
			}
			counts, err := w.take(e)
			if err != nil {
				return "", err
			}
			if !counts {
				continue
			}
			first, quiet = w.noted(first, e.Name), time.After(settle)
			if latest == nil {
				latest = time.After(patience)
			}
		}
	}
}

func (w *watch) noted(first, name string) string {
	if first != "" {
		return first
	}
	if rel, err := filepath.Rel(w.root, name); err == nil {
		return rel
	}
	return name
}
