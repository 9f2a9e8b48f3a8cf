package validate

import (
	"encoding/json"
	"io"

	"github.com/nomadocx/nomadocx/noma/diag"
)

// wireDiagnostic is a diagnostic as tools read it (Protocol §4.3, contract cli.md). What is not known
// is absent.
type wireDiagnostic struct {
	Severity diag.Severity  `json:"severity"`
	Code     string         `json:"code"`
	Message  string         `json:"message"`
	File     string         `json:"file,omitempty"` // of a book: which of its files
	Pos      *wirePosition  `json:"pos,omitempty"`
	EndLine  int            `json:"endLine,omitempty"`
	NodeID   string         `json:"nodeId,omitempty"`
	Fix      map[string]any `json:"fix,omitempty"`
}

type wirePosition struct {
	Line   int `json:"line"`
	Column int `json:"column"`
}

// WriteJSON writes the list as a JSON array, indented, with a final line feed.
func WriteJSON(w io.Writer, l diag.List) error {
	out := make([]wireDiagnostic, len(l))
	for i, d := range l {
		out[i] = wireDiagnostic{Severity: d.Severity, Code: d.Code, Message: d.Message, File: d.File, EndLine: d.EndLine, NodeID: d.NodeID, Fix: d.Fix}
		if d.Line > 0 {
			out[i].Pos = &wirePosition{d.Line, d.Column}
		}
	}
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	return enc.Encode(out)
}
