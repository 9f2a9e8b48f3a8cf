package html

import (
	"iter"
	"strconv"
	"strings"

	"github.com/nomadocx/nomadocx/layout"
	"github.com/nomadocx/nomadocx/noma"
)

// alignNumbers sets columns of numbers flush right where the author left the alignment open, as Word files have them.
func (g *grid) alignNumbers() {
	width := len(g.header)
	for _, row := range g.rows {
		width = max(width, len(row))
	}
	align := make([]noma.Align, width)
	copy(align, g.align)
	for n := range align {
		if align[n] == "" && layout.Numbers(g.column(n)) {
			align[n] = "right"
		}
	}
	g.align = align
}

// column returns the cells of a column below the head, without markup.
func (g *grid) column(n int) iter.Seq[string] {
	return func(yield func(string) bool) {
		for _, row := range g.rows {
			if n < len(row) && !yield(g.number(row[n])) {
				return
			}
		}
	}
}

// decimalGaps returns for each column that is set flush right how far its numbers are moved (layout.DecimalGaps).
func (g *grid) decimalGaps() [][]float64 {
	out := make([][]float64, len(g.align))
	for n, a := range g.align {
		if a != "right" {
			continue
		}
		column := make([]string, len(g.rows))
		for i, row := range g.rows {
			if n < len(row) {
				column[i] = g.number(row[n])
			}
		}
		out[n] = layout.DecimalGaps(column)
	}
	return out
}

// number returns the text of a cell without markup.
func (g *grid) number(cell string) string {
	if !g.plain && strings.ContainsAny(cell, "*_`\\[$") {
		cell = noma.PlainText(noma.ParseCell(cell))
	}
	return strings.TrimSpace(cell)
}

// indent returns the space behind a number with fewer decimals than others of its column, as a declaration.
func (g *grid) indent(nth, n int, tag string) string {
	row := nth // in the order of the table
	if g.header != nil {
		row--
	}
	if tag == "th" || n >= len(g.gaps) || row < 0 || row >= len(g.gaps[n]) || g.gaps[n][row] == 0 {
		return ""
	}
	return ";padding-right:calc(.7em + " + strconv.FormatFloat(g.gaps[n][row], 'f', -1, 64) + "ch)"
}
