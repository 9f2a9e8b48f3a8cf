package main

import (
	"os"
	"path/filepath"
	"time"

	"github.com/spf13/cobra"

	"github.com/nomadocx/nomadocx/norma"
	"github.com/nomadocx/nomadocx/norma/contract"
)

func newAgent(c *common) *cobra.Command {
	cmd := &cobra.Command{
		Use:     "agent",
		Short:   "Try the configured agents",
		Long:    "Try an agent before a run needs it.",
		Example: "  norma agent test check",
		Args:    arguments(0, 0, "test ROLE"),
		RunE:    func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.AddCommand(newAgentTest(c))
	return cmd
}

func newAgentTest(c *common) *cobra.Command {
	var task int64
	cmd := &cobra.Command{
		Use:   "test ROLE [--task N]",
		Short: "Run one role once and check its answer",
		Long: `Call the agent that is configured for ROLE (plan, do, check or act) as a run does:
the same request, environment, limits and rules, and the guard. Nothing is
recorded, and a patch is looked at but not applied. The agent gets the goal and
criteria of task N, or made-up ones; before act stands a check in which every
criterion failed.

When the answer breaks a rule, the step's folder with its logs is kept, and its
name is printed. --debug shows what the agent prints.

Exit codes: 0 norma would accept the answer, 3 it would not, 2 usage error.`,
		Example: `  norma agent test check
  norma agent test act --task 1 --debug`,
		Args: arguments(1, 1, "ROLE [--task N]"),
		RunE: func(cmd *cobra.Command, args []string) error {
			role := contract.Role(args[0])
			if !role.Known() {
				return usagef("there is no role %q; roles are plan, do, check and act", args[0])
			}
			o := norma.Options{}
			if c.debug {
				o.Mirror = c.t.err
			}
			return c.session(cmd.Context(), o, func(s *norma.Session) error {
				t := norma.Task{Goal: "Try the agent.", Criteria: []contract.Criterion{{ID: "AC1", Text: "the program has a version => nomadocx version"}}}
				if task != 0 {
					var err error
					if t, err = s.Store().Task(cmd.Context(), task); err != nil {
						return err
					}
				}
				return c.try(cmd, s, role, t)
			})
		},
	}
	cmd.Flags().Int64Var(&task, "task", 0, "the goal and the criteria of task `N`")
	return cmd
}

// try plays the role in a temporary folder, which stays when there is something to examine.
func (c *common) try(cmd *cobra.Command, s *norma.Session, role contract.Role, t norma.Task) error {
	dir, err := os.MkdirTemp("", "norma-agent-test-")
	if err == nil {
		dir, err = filepath.EvalSymlinks(dir)
	}
	if err != nil {
		return err
	}
	trial, err := s.Try(cmd.Context(), role, t, dir)
	if err != nil || trial.OK {
		defer os.RemoveAll(dir)
	}
	if err != nil {
		return err
	}
	if c.json {
		err = c.print(trial)
	} else {
		for _, n := range trial.Notes {
			if err := c.printf("note: %s\n", oneLine(n)); err != nil {
				return err
			}
		}
		if trial.OK {
			err = c.printf("✓ %s answered in %s: %s\n", role, trial.Took.Round(10*time.Millisecond), oneLine(trial.Summary))
		} else {
			err = c.printf("✗ %s: %s\n  the step's folder is kept: %s\n", role, oneLine(trial.Problem), trial.Dir)
		}
	}
	if err == nil && !trial.OK {
		return codeError(exitFailed)
	}
	return err
}
