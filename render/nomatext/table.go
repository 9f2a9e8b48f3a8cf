package nomatext

import (
	"strings"
	"unicode/utf16"

	"github.com/nomadocx/nomadocx/noma"
)

// table prints a pipe table padded to its columns. Widths count UTF-16 units, as other
// implementations do; a separator never has fewer than three dashes, or the parser would not know it
// again (contract differences.md B6).
func (p *printer) table(n *noma.Table) {
	width := make([]int, len(n.Header))
	measure := func(row []noma.Cell) {
		for i, c := range row {
			width[i] = max(width[i], units(c.Text))
		}
	}
	measure(n.Header)
	for _, row := range n.Rows {
		measure(row)
	}
	p.row(n.Header, width)
	p.add("\n|")
	for i, a := range n.Align {
		p.add(" ", separator(a, max(3, width[i])), " |")
	}
	for _, row := range n.Rows {
		p.add("\n")
		p.row(row, width)
	}
}

func (p *printer) row(cells []noma.Cell, width []int) {
	p.add("|")
	for i, c := range cells {
		p.add(" ", c.Text, strings.Repeat(" ", max(3, width[i])-units(c.Text)), " |")
	}
}

func separator(a noma.Align, width int) string {
	switch a {
	case "center":
		return ":" + strings.Repeat("-", max(3, width-2)) + ":"
	case "left":
		return ":" + strings.Repeat("-", max(3, width-1))
	case "right":
		return strings.Repeat("-", max(3, width-1)) + ":"
	}
	return strings.Repeat("-", width)
}

func units(s string) int {
	n := 0
	for _, r := range s {
		n += utf16.RuneLen(r)
	}
	return n
}
