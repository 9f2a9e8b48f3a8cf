package main

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/nomadocx/nomadocx/internal/app"
	"github.com/nomadocx/nomadocx/noma/diag"
	"github.com/spf13/cobra"
)

func newCheck(t *terminal) *cobra.Command {
	var opts app.CheckOptions
	cmd := &cobra.Command{
		Use:   "check FILE",
		Short: "Find mistakes in a document",
		Long: `Find mistakes in a document: double ids, broken references, plots without data,
formulas that cannot be computed, claims without evidence, and more.

FILE may be a book manifest (.yml); findings then name the chapter's file.
One line for each finding. The exit code is 1 when one of them is an error.
The flag noverify on a block silences what is said about the block, --ignore-rule
a code everywhere. docs/check.md lists the codes.

With --format json the findings are an array, with --format github they are
commands that make a workflow mark the lines of a pull request.`,
		Example: `  nomadocx check report.noma
  nomadocx check report.noma --json | jq -r '.[].code'
  nomadocx check report.noma --profile research --ignore-rule stale-citation
  nomadocx check report.noma --fix
  nomadocx check guide.yml --watch
  nomadocx check report.noma --format github`,
		GroupID: "source",
		RunE: func(cmd *cobra.Command, args []string) error {
			return t.watched(cmd, args, func() error { return runCheck(t, cmd, args, opts) })
		},
	}
	f := cmd.Flags()
	loadFlags(cmd)
	watchFlag(cmd)
	f.String("stale-days", "", "citations are stale after `DAYS`")
	f.StringArrayVar(&opts.Profiles, "profile", nil, "also hold the document to profile `NAME` (may be repeated)")
	f.StringArrayVar(&opts.IgnoreRules, "ignore-rule", nil, "leave out findings with this `CODE` (may be repeated)")
	f.String("now", "", "take `DATE` for today")
	f.Bool("fix", false, "repair what has one obvious repair")
	lockFlag(cmd, "with --fix, ")
	f.String("format", "", "print the findings as `NAME`: text, json or github")
	choice(cmd, "format", "text", "json", "github")
	f.Bool("json", false, "the same as --format json")
	f.Bool("fail-on-warning", false, "exit with 1 for warnings too")
	return cmd
}

func runCheck(t *terminal, cmd *cobra.Command, args []string, opts app.CheckOptions) error {
	f := cmd.Flags()
	if days, _ := f.GetString("stale-days"); days != "" {
		opts.StaleDays = positive(days)
	}
	opts.Now, opts.Files = time.Now(), true
	if now, _ := f.GetString("now"); now != "" {
		when, err := parseTime(now)
		if err != nil {
			return usagef("--now value is not a valid date")
		}
		opts.Now = when
	}
	var err error
	if opts.Format, err = findingsFormat(cmd); err != nil {
		return err
	}
	if err := opts.Validate(); err != nil {
		return usagef("%s", wording(err))
	}
	s, err := load(cmd.Context(), t, cmd, args)
	if err != nil {
		return err
	}
	found, err := app.Check(cmd.Context(), s, opts)
	if err != nil {
		return err
	}
	if fix, _ := f.GetBool("fix"); fix {
		if s, found, err = fixAll(t, cmd, s, found, opts); err != nil {
			return err
		}
	}
	if err := t.printDiagnostics(s.Path, found, opts.Format); err != nil {
		return err
	}
	if strict, _ := f.GetBool("fail-on-warning"); found.HasErrors() || strict && slices.ContainsFunc(found, isWarning) {
		return errReported
	}
	return nil
}

func isWarning(d diag.Diagnostic) bool { return d.Severity == diag.Warning }

// findingsFormat returns what --format and --json ask for together.
func findingsFormat(cmd *cobra.Command) (string, error) {
	format, _ := cmd.Flags().GetString("format")
	if asJSON, _ := cmd.Flags().GetBool("json"); asJSON {
		if format != "" && format != "json" {
			return "", usagef("--json and --format %s contradict each other; give one of them", format)
		}
		format = "json"
	}
	return format, nil
}

// fixAll applies the repairs the findings carry, and checks again.
func fixAll(t *terminal, cmd *cobra.Command, s *app.Source, found diag.List, opts app.CheckOptions) (*app.Source, diag.List, error) {
	if err := refuseManifest(cmd, s.Path); err != nil {
		return nil, nil, err
	}
	fixed, total, err := app.Fix(cmd.Context(), s, found, opts)
	if err != nil {
		return nil, nil, err
	}
	if total > 0 {
		if s.Path == "-" {
			return nil, nil, usagef("--fix needs a file, not standard input")
		}
		if err := app.ReplaceText(cmd.Context(), s.Path, s.File.Text, fixed, lockTimeout(cmd)); err != nil {
			return nil, nil, err
		}
		if s, err = load(cmd.Context(), t, cmd, []string{s.Path}); err != nil {
			return nil, nil, err
		}
		if found, err = app.Check(cmd.Context(), s, opts); err != nil {
			return nil, nil, err
		}
	}
	switch total {
	case 0:
		fmt.Fprintln(t.err, "no mechanical fixes available")
	case 1:
		fmt.Fprintf(t.err, "✓ applied 1 fix to %s\n", s.Path)
	default:
		fmt.Fprintf(t.err, "✓ applied %d fixes to %s\n", total, s.Path)
	}
	return s, found, nil
}

// printDiagnostics lists findings as text, JSON or commands of a workflow.
func (t *terminal) printDiagnostics(file string, found diag.List, format string) error {
	var b bytes.Buffer
	switch format {
	case "json":
		if err := app.WriteDiagnosticsJSON(&b, found); err != nil {
			return err
		}
	case "github":
		if err := app.WriteDiagnosticsGitHub(&b, found, file); err != nil {
			return err
		}
	default:
		if len(found) == 0 {
			return t.printText([]byte(t.paint("green", "✓") + " No issues found."))
		}
		for _, d := range found {
			line := app.FormatDiagnostic(d, file)
			word := strings.ToUpper(string(d.Severity))
			b.WriteString(t.paint(severityColors[d.Severity], word) + strings.TrimPrefix(line, word) + "\n")
		}
	}
	_, err := t.out.Write(b.Bytes())
	return err
}

var severityColors = map[diag.Severity]string{diag.Error: "red", diag.Warning: "yellow", diag.Info: "cyan"}
