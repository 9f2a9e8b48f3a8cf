package main

import (
	"errors"
	"fmt"
	"io/fs"

	"github.com/nomadocx/nomadocx/pipeline"
	"github.com/spf13/cobra"
)

func newVerify(t *terminal) *cobra.Command {
	return &cobra.Command{
		Use:   "verify DIR",
		Short: "Run the conformance fixtures of a folder",
		Long: `Run the conformance fixtures below a folder: every folder that holds input.noma,
compared with the expected files beside it. The exit code is 1 unless all pass.`,
		Example: "  nomadocx verify conformance",
		GroupID: "source",
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				return usagef("nomadocx verify: <fixture-dir> required")
			}
			results, err := pipeline.Verify(cmd.Context(), args[0])
			if errors.Is(err, fs.ErrNotExist) {
				return usagef("nomadocx verify: %s does not exist", args[0])
			}
			if err != nil {
				return err
			}
			return t.printVerdicts(results)
		},
	}
}

func (t *terminal) printVerdicts(results []pipeline.Fixture) error {
	passed := 0
	for _, r := range results {
		switch {
		case r.Skipped:
			fmt.Fprintf(t.out, "%s  %s\n", t.paint("yellow", "SKIP"), r.Path)
		case r.Reason != "":
			fmt.Fprintf(t.out, "%s  %s  — %s\n", t.paint("red", "FAIL"), r.Path, oneLine(r.Reason))
		default:
			passed++
			fmt.Fprintf(t.out, "%s  %s\n", t.paint("green", "PASS"), r.Path)
		}
	}
	fmt.Fprintf(t.out, "\n%d fixtures, %d passed\n", len(results), passed)
	if passed < len(results) {
		return errReported
	}
	return nil
}
