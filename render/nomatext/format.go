package nomatext

import (
	"strings"
	"unicode/utf8"

	"github.com/nomadocx/nomadocx/noma"
	"github.com/nomadocx/nomadocx/noma/source"
)

// Format returns the text of a parsed file with its pipe tables laid out and its line ends made LF, the
// output of `fmt` (contract text-renders.md §4). Every other byte stays, frontmatter and code blocks
// included.
//
// Each line keeps its number, and the text parses to the tree of d. The columns of a table are as
// wide as their longest cell in characters, three at least. Cells stand as their column is aligned.
// Rows get as many cells as the header has, which is how they are read. Formatting twice is the same
// as once.
func Format(d *noma.Document) string {
	f := d.File
	out := make([]byte, 0, len(f.Text)+len(f.Text)/8)
	next := 1 // the first line that is not in out
	for n := range noma.Walk(d) {
		if n, ok := n.(*noma.Table); ok {
			out = appendLines(out, f, next, n.Line)
			out = appendFormatted(out, n, f.Text)
			if next = n.EndLine + 1; next <= f.Lines() {
				out = append(out, '\n')
			}
		}
	}
	return string(appendLines(out, f, next, f.Lines()+1))
}

// appendLines appends the lines in [from, end), each with a line feed if it had a line end.
func appendLines(out []byte, f *source.File, from, end int) []byte {
	if from >= end {
		return out
	}
	if start, stop := f.LineSpan(from).Start, f.NextLine(end-1); strings.IndexByte(f.Text[start:stop], '\r') < 0 {
		return append(out, f.Text[start:stop]...)
	}
	for line := from; line < end; line++ {
		out = append(out, f.LineSpan(line).Of(f.Text)...)
		if line < f.Lines() {
			out = append(out, '\n')
		}
	}
	return out
}

func appendFormatted(out []byte, n *noma.Table, text string) []byte {
	c := columnsOf(n, utf8.RuneCountInString)
	out = c.row(out, n.Header, n.Align)
	out = c.separator(append(out, '\n'), n.Align)
	for _, row := range n.Rows {
		out = c.row(append(out, '\n'), row, n.Align)
	}
	if n.Caption != nil {
		out = append(append(out, '\n'), n.Caption.Line.Of(text)...)
	}
	return out
}
