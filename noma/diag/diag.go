// Package diag holds what we tell a person about their document: a diagnostic is a value with a
// code from a closed catalogue, an exact place, one plain sentence and, where one is known, a fix.
package diag

import (
	"slices"
	"strings"

	"github.com/nomadocx/nomadocx/noma/source"
)

// Severity of a diagnostic, written as in the wire contract.
type Severity string

const (
	Error   Severity = "error"
	Warning Severity = "warning"
	Info    Severity = "info"
)

// Diagnostic is one finding about a document. Line and Column count from 1; Line 0 means the
// finding has no place. EndLine is the last line of the block it is about.
type Diagnostic struct {
	Severity     Severity
	Code         string
	Message      string
	File         string
	Line, Column int
	EndLine      int
	NodeID       string
	// Fix is a patch operation (its JSON object) that mends the problem, or nil.
	Fix map[string]any
}

// Rewriting returns the operation that puts text in the place of a span of a file. A line feed becomes a line end of the file.
func Rewriting(f *source.File, span source.Span, text string) map[string]any {
	if eol := f.EOL(); eol != "\n" {
		text = strings.ReplaceAll(text, "\n", eol)
	}
	return map[string]any{"op": "replace_source", "at": span.Start, "length": span.Len(), "content": text, "baseHash": f.Hash()}
}

// List is a number of diagnostics in the order a reader should see them.
type List []Diagnostic

// HasErrors reports whether any diagnostic is an error.
func (l List) HasErrors() bool {
	return slices.ContainsFunc(l, func(d Diagnostic) bool { return d.Severity == Error })
}
