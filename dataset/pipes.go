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
	code := false
	for i := start; i < end; i++ {
		switch line[i] {
		case '\\':
			if i+1 < end && line[i+1] == '|' {
				i++
			}
		case '`':
			code = !code
		case '|':
			if !code {
				out = append(out, trimCell(line, start, i))
				start = i + 1
			}
		}
	}
	return append(out, trimCell(line, start, max(start, end)))
}

// trimCell is a cell without the white space around it.
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
	code := false
	for i := 0; i < len(cell); i++ {
		switch {
		case cell[i] == '`':
			code = !code
		case cell[i] == '\\' && i+1 < len(cell) && cell[i+1] == '|' && !code:
			b.WriteString(`\|`)
			i++
			continue
		case cell[i] == '|' && !code:
			b.WriteByte('\\')
		}
		b.WriteByte(cell[i])
	}
}
