package reviewsync

import (
	"github.com/nomadocx/nomadocx/internal/office/wml"
	"github.com/nomadocx/nomadocx/layout"
)

// Merged cells (ECMA-376 §17.4.17, .85). A table of the source has none. Word puts the text of all of them into
// the first, so that emptying the others would take out of the source what the first cannot hold.

// hasMerged reports whether cells of a table are merged. No table is sent with any.
func hasMerged(t *wml.Table) bool {
	for i := range t.Rows {
		for k := range t.Rows[i].Cells {
			if c := &t.Rows[i].Cells[k]; c.Span > 1 || c.Merged {
				return true
			}
		}
	}
	return false
}

// unmerge tells that cells were merged and gives them what they were sent with, so that the edits of the others
// come home. ok is false, and the whole table refused, when its cells are not those that were sent.
func (s *session) unmerge(g *layout.Grid, t *wml.Table, rows [][]gridCell) (ok bool) {
	if !hasMerged(t) {
		return true
	}
	s.refuse(sayCellsMerged, g.Node, gridText(g), rowsText(rows)).table(t)
	if len(rows) != len(g.Rows) {
		return false
	}
	for i := range rows {
		if len(rows[i]) != len(g.Rows[i]) {
			return false
		}
	}
	restore := func(row, col int) {
		p := g.Rows[row][col]
		rows[row][col] = gridCell{glyphs: sentCell(g, row, col), key: p.Fingerprint()}
	}
	for i := range t.Rows {
		col := 0
		for k := range t.Rows[i].Cells {
			c := &t.Rows[i].Cells[k]
			span := max(1, c.Span)
			for j := col; j < col+span; j++ {
				if span > 1 || c.Merged {
					restore(i, j)
				}
				if c.Merged && i > 0 {
					restore(i-1, j) // the first of them, or one that was restored
				}
			}
			col += span
		}
	}
	return true
}
