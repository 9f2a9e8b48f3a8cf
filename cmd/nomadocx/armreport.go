package main

import (
	"bytes"
	"path/filepath"

	"github.com/nomadocx/nomadocx/arm"
	"github.com/nomadocx/nomadocx/internal/app"
	"github.com/nomadocx/nomadocx/review/report"
	"github.com/spf13/cobra"
)

func newArmReport(t *terminal) *cobra.Command {
	cmd := armCommand("report FILE", "One page for people about a record",
		`Print a record as a page for people, as HTML or, with --out NAME.pdf, as PDF: who
changed what, when and under which authority, with counter-proposals and answers
together; what is open; and how the document stands to its record. The record is
verified, and a page about one that is not valid says so. The exit code is 0 when
there is a page, 4 when there is no record.`,
		`  nomadocx arm report contract.docx --out contract-record.pdf
  nomadocx arm report contract.docx --out contract-record.html
  nomadocx arm report contract.docx --to pdf --out - | lp`, 1,
		func(cmd *cobra.Command, args []string) error { return t.armReport(cmd, args[0]) })
	f := cmd.Flags()
	f.StringP("out", "o", "-", "`FILE` the page goes to, by its name HTML or PDF; - prints it")
	f.String("to", "", "`FORMAT` of the page, when its name does not say it: html or pdf")
	choice(cmd, "to", "html", "pdf")
	f.StringArray("drafts", nil, "search for drafts in this `FOLDER` too (repeatable)")
	return cmd
}

func (t *terminal) armReport(cmd *cobra.Command, file string) error {
	f := cmd.Flags()
	out, _ := f.GetString("out")
	to, _ := f.GetString("to")
	target := app.Target(to)
	if named, known := app.TargetOf(out); to == "" && known {
		target = named
	}
	switch target {
	case "":
		if out != "-" && out != "" {
			return usagef("--out %s is neither an .html nor a .pdf file; say with --to what it should be", out)
		}
		target = app.HTML
	case app.HTML, app.PDF:
	default:
		return usagef("a report about a record is an HTML page or a PDF, not %s", target)
	}
	a, err := t.openArm(cmd, file)
	if err != nil {
		return err
	}
	folders, _ := f.GetStringArray("drafts")
	r, err := a.Report(cmd.Context(), folders)
	if err != nil {
		return err
	}
	if r.Verdict.Result == arm.Absent {
		return &statusError{&arm.Refusal{Code: arm.CarriageNotFound, Message: file + ": there is no record"}, exitNoRecord}
	}
	page := report.SignedPage(report.Signed{File: filepath.Base(file), Record: r.Record, Verdict: r.Verdict, Waiting: r.Waiting, Clause: r.Clause})
	if target == app.PDF {
		var b bytes.Buffer
		if err := app.PrintPage(cmd.Context(), page, &b); err != nil {
			return err
		}
		page = b.Bytes()
	}
	return t.emit(destination{out: out}, page)
}
