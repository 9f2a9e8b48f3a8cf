package main

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/nomadocx/nomadocx/internal/app"
	"github.com/nomadocx/nomadocx/review/report"
	reviewsync "github.com/nomadocx/nomadocx/review/sync"
)

// What a sync says on stderr: the edits that were not applied, what waits for the author, and the counts.

const reportUsage = "write what was done, and what was not, to `FILE`: Markdown (.md), a page (.html), else JSON"

// finishedSync is a sync that is over.
type finishedSync struct {
	source  *app.Source
	result  *app.SyncResult
	written bool     // the source itself was written, so that places are those of the new text
	files   []string // that came back
}

// tell prints what a person has to see, and the counts as the last line.
func (t *terminal) tell(x *finishedSync) {
	name, line := displayName(x.source.Path), func(k int) int { return k }
	if x.written {
		line = app.MovedLines(x.source.File.Text, x.result.Text)
	}
	lines, more := report.Lines(name, line, x.result.Findings, report.Most)
	for _, l := range lines {
		fmt.Fprintln(t.err, l)
	}
	if more > 0 {
		fmt.Fprintf(t.err, "… and %d more; --report FILE.md (or .html, .json) has all of them\n", more)
	}
	if n := x.result.Conflicts(); n > 0 {
		fmt.Fprintf(t.err, "%s left as in the source; --strategy ours or theirs decides them\n", counted(n, "conflict"))
	}
	for _, hint := range hints(x.result.Findings) {
		fmt.Fprintln(t.err, hint)
	}
	if fields := report.FormFields(x.result.Findings); fields != "" {
		fmt.Fprintf(t.err, "%s: run nomadocx docx-sync %s, or add --controls\n", fields, commandFiles(x))
	}
	c := x.result.Counts()
	if c.Waiting > 0 && x.written {
		fmt.Fprintf(t.err, "nomadocx review list %s shows what waits\n", name)
	}
	fmt.Fprintln(t.err, report.Summary(c))
}

// hints returns the options that change what became of some findings: the findings themselves name none.
func hints(findings []reviewsync.Finding) (out []string) {
	has := func(code reviewsync.Code) bool {
		return slices.ContainsFunc(findings, func(f reviewsync.Finding) bool { return !f.Done() && f.Code == code })
	}
	if has(reviewsync.CodeBlockGone) || has(reviewsync.CodeReferenced) {
		out = append(out, "--allow-delete takes out what was deleted in Word")
	}
	if has(reviewsync.CodeNoBase) {
		out = append(out, "--base FILE gives the source that was sent")
	}
	return out
}

// commandFiles returns the files of a command line as one would type them.
func commandFiles(x *finishedSync) string {
	names := []string{displayName(x.source.Path)}
	for _, f := range x.files {
		names = append(names, displayName(f))
	}
	if len(names) > 2 {
		names[1], names = "FILE.docx", names[:2]
	}
	return strings.Join(names, " ")
}

func displayName(path string) string {
	if path == "-" {
		return "standard input"
	}
	return printable(path)
}

// reportFor returns the report of a sync in the format that the name of its file asks for.
func reportFor(path string, s *app.Source, result *app.SyncResult) []byte {
	f := report.FormatOf(path)
	if f == report.JSON {
		return result.Report
	}
	return report.Write(f, filepath.Base(displayName(s.Path)), result.Findings)
}
