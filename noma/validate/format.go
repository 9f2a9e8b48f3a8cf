package validate

import (
	"strconv"
	"strings"

	"github.com/nomadocx/nomadocx/noma/diag"
)

// Format prints diagnostics as the check command does, one [Line] each, or that there are none.
func Format(l diag.List, file string) string {
	if len(l) == 0 {
		return "✓ No issues found.\n"
	}
	var b strings.Builder
	for _, d := range l {
		b.WriteString(Line(d, file) + "\n")
	}
	return b.String()
}

// Line prints one diagnostic (contract cli.md):
//
//	ERROR [broken-reference] report.noma:7:1-9: Reference to unknown block ID "x".
//
// file names the document where the diagnostic does not name a file of its own.
func Line(d diag.Diagnostic, file string) string {
	where := file
	if d.File != "" {
		where = d.File
	}
	if d.Line > 0 {
		where += ":" + strconv.Itoa(d.Line) + ":" + strconv.Itoa(d.Column)
		if d.EndLine > d.Line {
			where += "-" + strconv.Itoa(d.EndLine)
		}
	}
	return strings.ToUpper(string(d.Severity)) + " [" + d.Code + "] " + where + ": " + d.Message
}
