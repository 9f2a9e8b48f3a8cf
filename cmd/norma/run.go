package main

import (
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"github.com/nomadocx/nomadocx/norma"
)

func newRun(c *common) *cobra.Command {
	var wait, goOn bool
	cmd := &cobra.Command{
		Use:   "run [TASK]",
		Short: "Work on one task, or on all that are ready",
		Long: `Work on a task: plan, do, check, and on FAIL act, until the verdict is PASS or a
budget is used up. Only act changes the repository, by a patch that norma
applies: with max_iterations 1 a run can verify, but not deliver a change.

Without a task, all that are to do and wait for nothing are worked on, in the
order of their ids, until one does not pass. What waits for a task that failed or
was stopped is named, and makes the exit code 3: nothing can pass before somebody
runs that task again. A task that failed or was stopped is not taken up by itself;
name it, or put it back with norma task retry.

Ctrl-C or SIGTERM ends the agent and stops the run. Runs are not resumed: run the
task again, and it begins on the files as they are then.

Exit codes: 0 passed, 3 failed, 4 stopped, 5 another norma is at work,
2 a mistake in the call or the configuration, 130 and 143 interrupted.`,
		Example: `  norma run 1
  norma run --continue
  norma run 1 --json | jq -r .type`,
		Args: arguments(0, 1, "[TASK]"),
		RunE: func(cmd *cobra.Command, args []string) error {
			o := norma.Options{Wait: wait}
			if c.json {
				o.Observe = func(e norma.Event) { _ = c.printLine(e) }
			} else {
				o.Observe = func(e norma.Event) { fmt.Fprintf(c.t.err, "%-20s %s\n", e.Type, oneLine(e.Message)) }
			}
			if c.debug {
				o.Mirror = io.Writer(c.t.err)
			}
			return c.session(cmd.Context(), o, func(s *norma.Session) error {
				if err := s.CheckConfig(); err != nil {
					return err
				}
				if len(args) == 1 {
					id, err := taskID(args[0])
					if err != nil {
						return err
					}
					waits, err := s.Store().Waiting(cmd.Context(), id)
					if err != nil {
						return err
					}
					for _, w := range waits {
						fmt.Fprintf(c.t.err, "warning: %s; it is run now because you named it\n", oneLine(w.String()))
					}
					code, err := c.runTask(cmd, s, id)
					return worst(code, err)
				}
				return c.runReady(cmd, s, goOn)
			})
		},
	}
	cmd.Flags().BoolVar(&wait, "wait", false, "wait while another norma is at work")
	cmd.Flags().BoolVar(&goOn, "continue", false, "without a task: go on after one that does not pass")
	return cmd
}

// runTask works on one task and answers with its exit code.
func (c *common) runTask(cmd *cobra.Command, s *norma.Session, id int64) (int, error) {
	r, err := s.Run(cmd.Context(), id)
	if err != nil {
		return 0, err
	}
	if c.json {
		err = c.printLine(r)
	} else {
		err = c.printf("run %s %s\n", r.RunID, r.Status)
		if r.Reason != "" {
			fmt.Fprintln(c.t.err, oneLine(r.Reason))
		}
	}
	switch {
	case r.Interrupted && c.t.signal.Load() != 0:
		return 128 + int(c.t.signal.Load()), err
	case r.Status == norma.Failed:
		return exitFailed, err
	case r.Status == norma.Stopped:
		return exitStopped, err
	}
	return exitOK, err
}

// runReady works on every ready task. The code is that of the worst: failed before stopped before passed.
func (c *common) runReady(cmd *cobra.Command, s *norma.Session, goOn bool) error {
	code, done := exitOK, map[int64]bool{}
	for cmd.Context().Err() == nil {
		id, ok, err := s.Store().NextTask(cmd.Context(), done)
		if err != nil {
			return err
		}
		if !ok {
			break
		}
		done[id] = true
		one, err := c.runTask(cmd, s, id)
		if err != nil {
			return err
		}
		switch {
		case one > exitLocked: // a signal ends everything
			return codeError(one)
		case one == exitFailed || code == exitOK:
			code = one
		}
		if one != exitOK && !goOn {
			break
		}
	}
	if cmd.Context().Err() != nil { // between two tasks: nothing was being worked on
		return cmd.Context().Err()
	}
	return c.leftOver(cmd.Context(), s.Store(), len(done), code)
}

// leftOver says why tasks were not worked on. Tasks that nothing but a person can help make the code that of a failure.
func (c *common) leftOver(ctx context.Context, s *norma.Store, done, code int) error {
	waits, err := s.Waiting(ctx, 0)
	if err != nil {
		return err
	}
	stuck := code == exitOK && len(waits) > 0
	if stuck {
		code = exitFailed
	}
	for _, w := range waits {
		if c.json && stuck {
			err = errors.Join(err, c.printLine(w))
		}
		fmt.Fprintln(c.t.err, oneLine(w.String()))
	}
	if done > 0 || err != nil {
		return worst(code, err)
	}
	begun, err := s.Unfinished(ctx)
	if err != nil {
		return err
	}
	for _, t := range begun {
		word := map[string]string{norma.Failed: "failed", norma.Stopped: "was stopped"}[t.Status]
		fmt.Fprintf(c.t.err, "task %d %s; run it again with: norma run %d\n", t.ID, word, t.ID)
	}
	if len(waits)+len(begun) == 0 {
		fmt.Fprintln(c.t.err, "no task is to do; add one with norma task add")
	}
	return worst(code, nil)
}

func worst(code int, err error) error {
	if err == nil && code != exitOK {
		return codeError(code)
	}
	return err
}
