package html

import (
	"strconv"
	"strings"

	"github.com/nomadocx/nomadocx/layout"
	"github.com/nomadocx/nomadocx/noma"
)

// This file aligns the numbers of a column at the decimal point. A column that is set flush right has figures of one width, so a number
// with fewer decimals than others is moved by theirs.

// alignNumbers sets columns of numbers flush right where the author left the alignment open, as Word files have them.
func (g *grid) alignNumbers() {
	width := len(g.header)
	for _, row := range g.rows {
		width = max(width, len(row))
	}
	align := make([]noma.Align, width)
	copy(align, g.align)
	for n := range align {
		numbers := 0
		for _, row := range g.rows {
			if n >= len(row) || row[n] == "" {
				continue
			}
			if numbers++; !layout.IsNumber(g.number(row[n])) {
				numbers = -1
				break
			}
		}
		if align[n] == "" && numbers > 0 {
			align[n] = "right"
		}
	}
	g.align = align
}

// places returns for each column that is set flush right the most decimals of its numbers, and the character before them. It returns nil
// when no column has numbers of different length behind the point.
func (g *grid) places() (most []int, points []byte) {
	some := false
	most, points = make([]int, len(g.align)), make([]byte, len(g.align))
	for n, a := range g.align {
		if a != "right" {
			continue
		}
		point := g.point(n)
		least := -1
		for _, row := range g.rows {
			if n >= len(row) {
				continue
			}
			if d, ok := decimals(g.number(row[n]), point); ok {
				most[n] = max(most[n], d)
				if least < 0 || d < least {
					least = d
				}
			}
		}
		points[n] = point
		some = some || least >= 0 && least < most[n]
	}
	if !some {
		return nil, nil
	}
	return most, points
}

// number returns the text of a cell without markup.
func (g *grid) number(cell string) string {
	if !g.plain && strings.ContainsAny(cell, "*_`\\[$") {
		cell = noma.PlainText(noma.ParseCell(cell))
	}
	return strings.TrimSpace(cell)
}

// point returns the decimal point of a column: a comma when one stands before a number of digits other than three, or behind a point.
func (g *grid) point(n int) byte {
	for _, row := range g.rows {
		if n >= len(row) {
			continue
		}
		s := g.number(row[n])
		if i := strings.LastIndexByte(s, ','); i >= 0 && (len(s)-i-1 != 3 || strings.IndexByte(s[:i], '.') >= 0) && layout.IsNumber(s) {
			return ','
		}
	}
	return '.'
}

// decimals counts the digits of a number behind the decimal point. Those with a unit behind them are left alone.
func decimals(s string, point byte) (int, bool) {
	if !layout.IsNumber(s) || strings.TrimRight(s, "0123456789") == s {
		return 0, false
	}
	i := strings.LastIndexByte(s, point)
	if i < 0 {
		return 0, true
	}
	return len(s) - i - 1, true
}

// indent returns the space behind a number with fewer decimals than others of its column, as a declaration; a point is half as wide as a
// digit.
func (g *grid) indent(nth, n int, tag string) string {
	row := nth // in the order of the table
	if g.header != nil {
		row--
	}
	if tag == "th" || g.most == nil || n >= len(g.most) || row < 0 || row >= len(g.rows) || n >= len(g.rows[row]) {
		return ""
	}
	d, ok := decimals(g.number(g.rows[row][n]), g.points[n])
	if !ok || d == g.most[n] {
		return ""
	}
	width := float64(g.most[n] - d)
	if d == 0 {
		width += 0.5
	}
	return ";padding-right:calc(.7em + " + strconv.FormatFloat(width, 'f', -1, 64) + "ch)"
}
