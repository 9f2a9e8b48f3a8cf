package validate

import (
	"strconv"
	"strings"

	"github.com/nomadocx/nomadocx/diag"
)

// Format prints diagnostics one a line, as the check command does (contract cli.md):
//
//	ERROR [broken-reference] report.noma:7:1-9: Reference to unknown block ID "x".
//
// file names the document where a diagnostic does not name a file of its own.
func Format(l diag.List, file string) string {
	if len(l) == 0 {
		return "✓ No issues found.\n"
	}
	var b strings.Builder
	for _, d := range l {
		b.WriteString(strings.ToUpper(string(d.Severity)))
		b.WriteString(" [" + d.Code + "] ")
		name := file
		if d.File != "" {
			name = d.File
		}
		b.WriteString(name)
		if d.Line > 0 {
			b.WriteString(":" + strconv.Itoa(d.Line) + ":" + strconv.Itoa(d.Column))
			if d.EndLine > d.Line {
				b.WriteString("-" + strconv.Itoa(d.EndLine))
			}
		}
		b.WriteString(": " + d.Message + "\n")
	}
	return b.String()
}
