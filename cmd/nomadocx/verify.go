package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"

	"github.com/nomadocx/nomadocx/internal/app"
	"github.com/spf13/cobra"
)

func newVerify(t *terminal) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "verify DIR",
		Short: "Run the conformance fixtures of a folder",
		Long: `Run the conformance fixtures below a folder, as Annex C of the Noma Agent
Protocol has it. Every folder that holds input.noma is a fixture; it is compared
with the expected files beside it, and the first difference is printed.

A folder that should be a fixture and has no input.noma is printed as SKIP. The
exit code is 0 when all fixtures pass, 1 when one fails or is skipped, 2 when
there is no such folder.`,
		Example: `  nomadocx verify golden/conformance
  nomadocx verify conformance/patch --json`,
		GroupID: "source",
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				return usagef("nomadocx verify: <fixture-dir> required")
			}
			results, err := app.Verify(cmd.Context(), args[0])
			if errors.Is(err, fs.ErrNotExist) {
				return usagef("nomadocx verify: %s does not exist", args[0])
			}
			if err != nil {
				return err
			}
			if asJSON, _ := cmd.Flags().GetBool("json"); asJSON {
				return t.verdictsJSON(results)
			}
			return t.printVerdicts(results)
		},
	}
	cmd.Flags().Bool("json", false, "print the verdicts as JSON")
	return cmd
}

func (t *terminal) printVerdicts(results []app.Fixture) error {
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
	if _, err := fmt.Fprintf(t.out, "\n%d fixtures, %d passed\n", len(results), passed); err != nil {
		return err
	}
	return verdict(passed, len(results))
}

func (t *terminal) verdictsJSON(results []app.Fixture) error {
	type fixture struct {
		Path   string `json:"path"`
		Status string `json:"status"` // pass, fail or skip
		Reason string `json:"reason,omitempty"`
	}
	report := struct {
		Fixtures []fixture `json:"fixtures"`
		Total    int       `json:"total"`
		Passed   int       `json:"passed"`
	}{Fixtures: []fixture{}, Total: len(results)}
	for _, r := range results {
		f := fixture{r.Path, "fail", r.Reason}
		switch {
		case r.Skipped:
			f.Status = "skip"
		case r.Reason == "":
			f.Status = "pass"
			report.Passed++
		}
		report.Fixtures = append(report.Fixtures, f)
	}
	enc := json.NewEncoder(t.out)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	if err := enc.Encode(report); err != nil {
		return err
	}
	return verdict(report.Passed, report.Total)
}

// verdict makes the exit code 1 unless all fixtures passed.
func verdict(passed, total int) error {
	if passed < total {
		return errReported
	}
	return nil
}
