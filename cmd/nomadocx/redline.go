package main

import (
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/nomadocx/nomadocx/internal/app"
)

// exitUntracked says that the file was written, and that it does not show everything.
const exitUntracked = 3

func newRedline(t *terminal) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "redline BEFORE AFTER --out FILE.docx | redline FILE --since REV --out FILE.docx",
		Short: "Show two versions as one Word file with tracked changes",
		Long: `Show two versions of a document as one Word file: BEFORE, with all that became of
it in AFTER as tracked changes. Accepting all of them gives AFTER, rejecting all of
them BEFORE; that is proved before anything is written.

BEFORE and AFTER are sources, books or Word files. git:REV is the other one's file
as it was in a revision, REV:path any file in one. Then each change stands under
the name and date of the commit that made it.

Decided in Word, or by docx accept and docx reject, a redline of a source comes back
into it through docx-review-sync.`,
		Example: `  nomadocx redline monday.noma friday.noma --out changes.docx
  nomadocx redline report.noma --since v1.0 --out since-v1.docx
  nomadocx redline contract-a.docx contract-b.docx --out changes.docx --existing accept`,
		GroupID: "out",
		RunE:    func(cmd *cobra.Command, args []string) error { return runRedline(t, cmd, args) },
	}
	f := cmd.Flags()
	f.StringP("out", "o", "", "the Word `FILE` to write (required, but with --dry-run)")
	f.String("since", "", "BEFORE is the file as it was in a `REVISION`")
	f.String("by", "commit", "between revisions, `WHO` made the changes: commit, the authors of the commits, or file, one author")
	f.String("author", "", "the `NAME` that the changes stand under (default: git's user.name)")
	f.String("date", "", "the `DATE` of the changes, such as 2026-05-08 (default: when AFTER was changed)")
	f.String("granularity", "word", "compare by `UNIT`: word or char")
	f.Bool("no-formatting", false, "do not compare formatting")
	f.Bool("no-moves", false, "what was moved is deleted in one place and inserted in the other")
	f.StringSlice("ignore", nil, "do not compare `THINGS`: case, whitespace, tables, headers, notes, boxes, fields, comments")
	f.String("existing", "fail", "`WHAT` becomes of tracked changes that are there already: fail, accept, reject or keep")
	f.String("style", "tracked", "show changes as `STYLE`: tracked, or highlight, where insertions are highlighted and deletions struck through")
	f.String("clean", "", "write AFTER as a Word `FILE`, too")
	f.String("reference-doc", "", "a Word `FILE` whose styles what is rendered takes")
	f.String("report", "", "write the list of changes to `FILE` as JSON")
	f.Bool("json", false, "print the list of changes as JSON")
	f.Bool("dry-run", false, "write no Word file")
	loadFlags(cmd)
	return cmd
}

func runRedline(t *terminal, cmd *cobra.Command, args []string) error {
	f := cmd.Flags()
	out, err := wordOut(cmd, "out")
	if err == nil {
		_, err = wordOut(cmd, "clean")
	}
	if err != nil {
		return err
	}
	dry, _ := f.GetBool("dry-run")
	asJSON, _ := f.GetBool("json")
	since, _ := f.GetString("since")
	if since != "" && len(args) == 1 {
		args = []string{"git:" + since, args[0]}
	} else if since != "" {
		return usagef("nomadocx redline: --since goes with one file, which is AFTER; BEFORE is that file as it was in the revision")
	}
	switch {
	case len(args) == 1:
		return usagef("nomadocx redline: two versions required, or one and --since REVISION")
	case len(args) < 2:
		return usagef("nomadocx redline: two versions required")
	case args[0] == "-" && args[1] == "-":
		return usagef("only one of the two versions can be standard input")
	case out == "" && !dry:
		return usagef("nomadocx redline: --out FILE.docx is required")
	case out == "-" && asJSON:
		return usagef("--json and --out - would both print")
	}
	o := app.RedlineOptions{Stdin: t.in}
	o.Author, _ = f.GetString("author")
	o.By, _ = f.GetString("by")
	o.Granularity, _ = f.GetString("granularity")
	o.NoFormatting, _ = f.GetBool("no-formatting")
	o.NoMoves, _ = f.GetBool("no-moves")
	o.Ignore, _ = f.GetStringSlice("ignore")
	o.Existing, _ = f.GetString("existing")
	o.Style, _ = f.GetString("style")
	o.ReferenceDoc, _ = f.GetString("reference-doc")
	o.External, _ = f.GetBool("allow-external-paths")
	if date, _ := f.GetString("date"); date != "" {
		var err error
		if o.Date, err = parseTime(date); err != nil {
			return usagef("--date %q is not a date; write it as YYYY-MM-DD", date)
		}
	}
	r, err := app.Redline(cmd.Context(), args[0], args[1], o)
	var option *app.OptionError
	if errors.As(err, &option) {
		return usagef("--%s", option.Error())
	}
	if errors.Is(err, app.ErrTwoRevisions) {
		return usagef("%v", err)
	}
	if err != nil {
		return err
	}
	return t.redlined(cmd, r, out, dry, asJSON)
}

// redlined writes the file and says what is in it.
func (t *terminal) redlined(cmd *cobra.Command, r *app.Redlined, out string, dry, asJSON bool) error {
	text, err := app.JSONText(r.Report)
	if err != nil {
		return err
	}
	var files []write
	if path, _ := cmd.Flags().GetString("report"); path != "" {
		files = append(files, write{path, append(text, '\n')})
	}
	if path, _ := cmd.Flags().GetString("clean"); path != "" && !dry {
		clean, err := r.Clean()
		if err != nil {
			return err
		}
		files = append(files, write{path, clean})
	}
	if !dry && out != "-" {
		files = append(files, write{out, r.Data})
	}
	if err := t.writeFiles(files); err != nil {
		return err
	}
	switch {
	case asJSON:
		err = t.printText(text)
	case !dry && out == "-":
		_, err = t.out.Write(r.Data)
	}
	if err != nil {
		return err
	}
	for _, u := range r.Report.Untracked {
		fmt.Fprintf(t.err, "not tracked: %s\n", oneLine(u.Message))
	}
	switch n := len(r.Report.Changes); {
	case n == 0 && r.Report.Remarked():
		fmt.Fprintln(t.err, "no change that can be tracked: the file is BEFORE, with comments that say what is not")
	case n == 0:
		fmt.Fprintln(t.err, "no change: the file is BEFORE")
	default:
		fmt.Fprintln(t.err, counted(n, "change"))
	}
	if len(r.Report.Untracked) > 0 {
		return &statusError{errReported, exitUntracked}
	}
	return nil
}
