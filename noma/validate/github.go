package validate

import (
	"io"
	"strconv"
	"strings"

	"github.com/nomadocx/nomadocx/noma/diag"
)

// WriteGitHub writes the list as workflow commands, one a line, with which GitHub marks the lines of a
// pull request; nothing for an empty list. file names the document where a diagnostic does not name a
// file of its own.
//
//	::error file=report.noma,line=7,endLine=9,col=1,title=broken-reference::Reference to unknown …
func WriteGitHub(w io.Writer, l diag.List, file string) error {
	var b strings.Builder
	for _, d := range l {
		where := file
		if d.File != "" {
			where = d.File
		}
		b.WriteString("::" + githubLevels[d.Severity] + " file=" + githubProperty.Replace(where))
		if d.Line > 0 {
			b.WriteString(",line=" + strconv.Itoa(d.Line))
			if d.EndLine > d.Line {
				b.WriteString(",endLine=" + strconv.Itoa(d.EndLine))
			}
			b.WriteString(",col=" + strconv.Itoa(d.Column))
		}
		b.WriteString(",title=" + githubProperty.Replace(d.Code) + "::" + githubData.Replace(d.Message) + "\n")
	}
	_, err := io.WriteString(w, b.String())
	return err
}

var githubLevels = map[diag.Severity]string{diag.Error: "error", diag.Warning: "warning", diag.Info: "notice"}

// A command ends with its line, and its properties at a comma or a colon; the percent sign escapes.
var (
	githubData     = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A")
	githubProperty = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A", ":", "%3A", ",", "%2C")
)
