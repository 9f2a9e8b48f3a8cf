package main

import (
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"github.com/nomadocx/nomadocx/workflow"
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
order of their ids, until one does not pass.

Exit codes: 0 passed, 3 failed, 4 stopped, 5 another norma is at work,
2 a mistake in the call or the configuration, 130 and 143 interrupted.`,
		Example: `  norma run 1
  norma run --continue
  norma run 1 --json | jq -r .type`,
		Args: arguments(0, 1, "[TASK]"),
		RunE: func(cmd *cobra.Command, args []string) error {
			o := workflow.Options{Wait: wait}
			if c.json {
				o.Observe = func(e workflow.Event) { _ = c.printLine(e) }
			} else {
				o.Observe = func(e workflow.Event) { fmt.Fprintf(c.t.err, "%-20s %s\n", e.Type, oneLine(e.Message)) }
			}
			if c.debug {
				o.Mirror = io.Writer(c.t.err)
			}
			return c.session(cmd.Context(), o, func(s *workflow.Session) error {
				if err := s.CheckConfig(); err != nil {
					return err
				}
				if len(args) == 1 {
					id, err := taskID(args[0])
					if err != nil {
						return err
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
func (c *common) runTask(cmd *cobra.Command, s *workflow.Session, id int64) (int, error) {
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
	case r.Status == workflow.Failed:
		return exitFailed, err
	case r.Status == workflow.Stopped:
		return exitStopped, err
	}
	return exitOK, err
}

// runReady works on every ready task. The code is that of the worst: failed before stopped before passed.
func (c *common) runReady(cmd *cobra.Command, s *workflow.Session, goOn bool) error {
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
	if len(done) == 0 && !c.json {
		fmt.Fprintln(c.t.err, "no task is ready; norma task list --all shows all")
	}
	return worst(code, nil)
}

func worst(code int, err error) error {
	if err == nil && code != exitOK {
		return codeError(code)
	}
	return err
}
