package dataset

import (
	"strings"

	"github.com/nomadocx/nomadocx/noma"
)

// pipeCell is one cell of a row between pipes: its bytes in the line without outer white space.
type pipeCell struct{ from, to int }

// splitPipes cuts a row at its pipes. One pipe at either end belongs to no cell; a pipe in a code
// span or after a backslash is a character (contract ast.md §5.6). The cells are added to out.
func splitPipes(out []pipeCell, line string) []pipeCell {
	end := len(strings.TrimRight(line, " \t"))
	start := len(indentOf(line))
	if start < end && line[start] == '|' {
		start++
	}
	if end > start && line[end-1] == '|' {
		end--
	}
	first := start
	for i := range noma.Pipes(line[first:max(first, end)]) {
		out = append(out, trimCell(line, start, first+i))
		start = first + i + 1
	}
	return append(out, trimCell(line, start, max(start, end)))
}

// trimCell returns a cell without the white space around it.
func trimCell(line string, from, to int) pipeCell {
	trimmed := noma.TrimSpace(line[from:to])
	if trimmed != "" {
		from += strings.Index(line[from:to], trimmed)
	} else if to > from {
		from++ // `|  |`: a new value goes after the first space
	}
	return pipeCell{from, from + len(trimmed)}
}

// pipeRow spells a row. Pipes outside code spans are escaped.
func pipeRow(indent string, cells []string) string {
	var b strings.Builder
	b.WriteString(indent)
	for _, c := range cells {
		b.WriteString("| ")
		writePiped(&b, c)
		b.WriteByte(' ')
	}
	b.WriteByte('|')
	return b.String()
}

func writePiped(b *strings.Builder, cell string) {
	at := 0
	for i := range noma.Pipes(cell) {
		b.WriteString(cell[at:i])
		b.WriteByte('\\')
		at = i
	}
	b.WriteString(cell[at:])
}
