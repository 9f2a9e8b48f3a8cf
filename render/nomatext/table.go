package nomatext

import (
	"strings"

	"github.com/nomadocx/nomadocx/noma"
)

// columns say how a pipe table is laid out: the width of each column, counted by length.
type columns struct {
	width  []int
	length func(string) int
}

// columnsOf measures a table; widths are 3 at least. Only the cells count, not the blanks around
// them, so that a table which is laid out already measures the same.
func columnsOf(n *noma.Table, length func(string) int) columns {
	c := columns{make([]int, len(n.Header)), length}
	cells := 0
	measure := func(row []noma.Cell) {
		for i, cell := range row {
			c.width[i] = max(c.width[i], length(cell.Text), 3)
			cells += len(cell.Text) + 1
		}
	}
	measure(n.Header)
	for _, row := range n.Rows {
		measure(row)
	}
	noma.LimitWidths(c.width, 1+len(n.Rows), cells)
	return c
}

// row appends a row. How a cell is padded depends on align, which may be nil.
func (c columns) row(dst []byte, cells []noma.Cell, align []noma.Align) []byte {
	dst = append(dst, '|')
	for i, cell := range cells {
		left, right := 0, max(0, c.width[i]-c.length(cell.Text))
		if align != nil {
			switch align[i] {
			case "right":
				left, right = right, 0
			case "center":
				left, right = right/2, right-right/2
			}
		}
		dst = append(dst, ' ')
		dst = appendRepeated(dst, ' ', left)
		dst = append(dst, cell.Text...)
		dst = appendRepeated(dst, ' ', right)
		dst = append(dst, " |"...)
		if strings.Contains(cell.Text, "`") && !noma.IsCell(cell.Text) {
			// A back-tick without partner makes the rest of its line one cell: whatever came after
			// it would be read as part of this one.
			break
		}
	}
	return dst
}

// separator appends the row of dashes. A cell never has fewer than three of them, or the parser
// would not know the table again (contract differences.md B6); it may be wider than its column.
func (c columns) separator(dst []byte, align []noma.Align) []byte {
	dst = append(dst, '|')
	for i, a := range align {
		w := c.width[i]
		dst = append(dst, ' ')
		switch a {
		case "center":
			dst = append(appendRepeated(append(dst, ':'), '-', max(3, w-2)), ':')
		case "left":
			dst = appendRepeated(append(dst, ':'), '-', max(3, w-1))
		case "right":
			dst = append(appendRepeated(dst, '-', max(3, w-1)), ':')
		default:
			dst = appendRepeated(dst, '-', w)
		}
		dst = append(dst, " |"...)
	}
	return dst
}

func appendRepeated(dst []byte, c byte, n int) []byte {
	for range n {
		dst = append(dst, c)
	}
	return dst
}

// table prints a pipe table padded to its columns. Widths count UTF-16 units, as other
// implementations do; padding follows the text whatever the alignment.
func (p *printer) table(n *noma.Table) {
	c := columnsOf(n, noma.UTF16Len)
	p.buf = c.row(p.buf, n.Header, nil)
	p.buf = c.separator(append(p.buf, '\n'), n.Align)
	for _, row := range n.Rows {
		p.buf = c.row(append(p.buf, '\n'), row, nil)
	}
	if n.Caption != nil {
		p.caption(n.Caption)
	}
}

func (p *printer) caption(c *noma.TableCaption) {
	p.add("\nTable:")
	if c.Text.S != "" {
		p.add(" ", c.Text.S)
	}
	if c.AttrSpan.Empty() {
		return
	}
	p.add(" ")
	if len(c.Attrs) == 0 {
		p.add("{ }") // so that braces before it are text
	}
	p.attrs(c.Attrs, c.AttrSpan)
}
