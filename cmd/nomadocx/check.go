package main

import (
	"bytes"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/nomadocx/nomadocx/diag"
	"github.com/nomadocx/nomadocx/pipeline"
	"github.com/spf13/cobra"
)

func newCheck(t *terminal) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "check FILE",
		Short: "Find mistakes in a document",
		Long: `Find mistakes in a document: double ids, broken references, plots without data,
formulas that cannot be computed, claims without evidence, and more.

One line for each finding. The exit code is 1 when one of them is an error.`,
		Example: `  nomadocx check report.noma
  nomadocx check report.noma --json | jq -r '.[].code'
  nomadocx check report.noma --profile research --ignore-rule stale-citation
  nomadocx check report.noma --fix`,
		GroupID: "source",
		RunE:    func(cmd *cobra.Command, args []string) error { return runCheck(t, cmd, args) },
	}
	f := cmd.Flags()
	loadFlags(cmd)
	f.String("stale-days", "", "citations are stale after `DAYS`")
	f.StringArray("profile", nil, "also hold the document to profile `NAME` (may be repeated)")
	f.StringArray("ignore-rule", nil, "leave out findings with this `CODE` (may be repeated)")
	f.String("now", "", "take `DATE` for today")
	f.Bool("fix", false, "repair what has one obvious repair")
	f.Bool("json", false, "print the findings as a JSON array")
	return cmd
}

func runCheck(t *terminal, cmd *cobra.Command, args []string) error {
	f := cmd.Flags()
	opts := pipeline.CheckOptions{Now: time.Now()}
	opts.Profiles, _ = f.GetStringArray("profile")
	opts.IgnoreRules, _ = f.GetStringArray("ignore-rule")
	if days, _ := f.GetString("stale-days"); days != "" {
		opts.StaleDays = positive(days)
	}
	if now, _ := f.GetString("now"); now != "" {
		when, err := parseTime(now)
		if err != nil {
			return usagef("--now value is not a valid date")
		}
		opts.Now = when
	}
	s, err := load(cmd.Context(), t, cmd, args)
	if err != nil {
		return err
	}
	found := pipeline.Check(s, opts)
	if fix, _ := f.GetBool("fix"); fix {
		if s, found, err = fixAll(t, cmd, s, found, opts); err != nil {
			return err
		}
	}
	asJSON, _ := f.GetBool("json")
	if err := t.printDiagnostics(s.Path, found, asJSON); err != nil {
		return err
	}
	if found.HasErrors() {
		return errReported
	}
	return nil
}

// fixAll applies the repairs the findings carry, and checks again.
func fixAll(t *terminal, cmd *cobra.Command, s *pipeline.Source, found diag.List, opts pipeline.CheckOptions) (*pipeline.Source, diag.List, error) {
	if err := refuseManifest(cmd, s.Path); err != nil {
		return nil, nil, err
	}
	fixed, n, err := pipeline.Fix(cmd.Context(), s, found)
	if err != nil {
		return nil, nil, err
	}
	if n == 0 {
		fmt.Fprintln(t.err, "no mechanical fixes available")
		return s, found, nil
	}
	if s.Path == "-" {
		return nil, nil, usagef("--fix needs a file, not standard input")
	}
	var outputs pipeline.Outputs
	defer outputs.Discard()
	w, err := outputs.Create(s.Path)
	if err == nil {
		_, err = io.WriteString(w, fixed)
	}
	if err == nil {
		err = outputs.Commit()
	}
	if err != nil {
		return nil, nil, err
	}
	es := "es"
	if n == 1 {
		es = ""
	}
	fmt.Fprintf(t.err, "✓ applied %d fix%s to %s\n", n, es, s.Path)
	again, err := load(cmd.Context(), t, cmd, []string{s.Path})
	if err != nil {
		return nil, nil, err
	}
	return again, pipeline.Check(again, opts), nil
}

// printDiagnostics lists findings as text or JSON.
func (t *terminal) printDiagnostics(file string, found diag.List, asJSON bool) error {
	var b bytes.Buffer
	if asJSON {
		if err := pipeline.WriteDiagnosticsJSON(&b, found); err != nil {
			return err
		}
		return t.printText(b.Bytes())
	}
	if len(found) == 0 {
		return t.printText([]byte(t.paint("green", "✓") + " No issues found."))
	}
	colors := map[diag.Severity]string{diag.Error: "red", diag.Warning: "yellow", diag.Info: "cyan"}
	for _, d := range found {
		line := pipeline.FormatDiagnostic(d, file)
		word := strings.ToUpper(string(d.Severity))
		line = t.paint(colors[d.Severity], word) + strings.TrimPrefix(line, word)
		b.WriteString(line + "\n")
	}
	_, err := t.out.Write(b.Bytes())
	return err
}
