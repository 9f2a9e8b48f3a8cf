package main

import (
	"github.com/spf13/cobra"

	"github.com/nomadocx/nomadocx/internal/app"
)

func newDiff(t *terminal) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "diff BEFORE AFTER --at DATE",
		Short: "List the values that changed between two states of a document",
		Long: `List the attributes that changed between two states of a document as a fragment
of source: a ::state_change block for each, ready for a weekly review.

Blocks are the same when they have the same id. Changed text, new blocks and
deleted ones are not listed. Without a difference nothing is printed, and no
file is written. DATE is put into the blocks; nothing here looks at a clock.`,
		Example: `  nomadocx diff monday.noma friday.noma --at 2026-05-08
  git show HEAD~1:report.noma | nomadocx diff - report.noma --at 2026-05-08 --reason "Q1 figures"`,
		GroupID: "source",
		RunE:    func(cmd *cobra.Command, args []string) error { return runDiff(t, cmd, args) },
	}
	outFlag(cmd)
	mark(cmd, sourceOut)
	cmd.Flags().String("at", "", "the `DATE` of the changes, YYYY-MM-DD (required)")
	cmd.Flags().String("reason", "", "`TEXT`: why the values changed")
	return cmd
}

func runDiff(t *terminal, cmd *cobra.Command, args []string) error {
	at, _ := cmd.Flags().GetString("at")
	reason, _ := cmd.Flags().GetString("reason")
	switch {
	case len(args) < 2:
		return usagef("nomadocx diff: <before.noma> <after.noma> required")
	case at == "":
		return usagef("nomadocx diff: --at <YYYY-MM-DD> is required (output must be deterministic)")
	case args[0] == "-" && args[1] == "-":
		return usagef("only one of the two files can be standard input")
	}
	if _, err := parseTime(at); err != nil {
		return usagef("--at %q is not a date; write it as YYYY-MM-DD", at)
	}
	var states [2]*app.Source
	for i := range states {
		if err := refuseManifest(cmd, args[i]); err != nil {
			return err
		}
		s, err := app.Load(cmd.Context(), args[i], app.LoadOptions{Stdin: t.in, Raw: true})
		if err != nil {
			return err
		}
		states[i] = s
	}
	fragment, err := app.Drift(states[0], states[1], at, reason)
	if err != nil || fragment == "" {
		return err
	}
	return t.emit(destinationOf(cmd), []byte(fragment))
}
