package reviewsync

import (
	"slices"

	"github.com/nomadocx/nomadocx/internal/office/wml"
	"github.com/nomadocx/nomadocx/layout"
	"github.com/nomadocx/nomadocx/noma"
	"github.com/nomadocx/nomadocx/noma/dataset"
)

// Merged cells (ECMA-376 §17.4.17, .85). A ::table says them in its attribute merge; other tables of the source have none. Word puts
// the text of all of them into the first, so that emptying the others would take out of the source what the first cannot hold.

// hasMerged reports whether cells of a returned table are merged.
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

// mergesOf returns the merged cells of a returned table, in order. A cell that continues none above it begins one itself.
func mergesOf(t *wml.Table) (out []dataset.Range) {
	if !hasMerged(t) {
		return nil
	}
	var all []*dataset.Range
	open := map[int]*dataset.Range{} // by the first column
	for i := range t.Rows {
		col := 0
		for k := range t.Rows[i].Cells {
			c := &t.Rows[i].Cells[k]
			last := col + c.Span - 1
			if r := open[col]; c.Merged && r != nil && r.Bottom == i-1 && r.Right == last {
				r.Bottom = i
			} else if c.Span > 0 {
				r = &dataset.Range{Top: i, Left: col, Bottom: i, Right: last}
				all = append(all, r)
				if delete(open, col); c.Begins || c.Merged {
					open[col] = r
				}
			}
			col = last + 1
		}
	}
	for _, r := range all {
		if r.Top < r.Bottom || r.Left < r.Right {
			out = append(out, *r)
		}
	}
	return out
}

// unmerge refuses that cells were merged, or split, and gives them what they were sent with, so that the edits of the others
// are applied. It reports false when the rows or their lengths are not those that were sent: then the other edits cannot be.
func (s *tables) unmerge(said sentence, g *layout.Grid, t *wml.Table, rows [][]gridCell, ranges []dataset.Range) (ok bool) {
	s.refuse(said, g.Node, g.Text(), rowsText(rows)).table(t)
	if len(rows) != len(g.Rows) {
		return false
	}
	for i := range rows {
		if len(rows[i]) != len(g.Rows[i]) {
			return false
		}
	}
	for _, r := range ranges {
		for i := r.Top; i <= r.Bottom; i++ {
			for j := r.Left; j <= r.Right && i < len(rows) && j < len(rows[i]); j++ {
				rows[i][j] = gridCell{glyphs: sentCell(g, i, j), key: g.Rows[i][j].Fingerprint()}
			}
		}
	}
	return true
}

// mergeable returns the ::table of a grid, nil when it is none: only that can say merged cells.
func mergeable(g *layout.Grid) *noma.Directive {
	if d, ok := g.Node.(*noma.Directive); ok && d.Name == "table" && g.Editable {
		return d
	}
	return nil
}

// onlyIn returns the ranges that one of two lists has and the other has not.
func onlyIn(a, b []dataset.Range) []dataset.Range {
	one := func(list, other []dataset.Range) []dataset.Range {
		has := map[dataset.Range]bool{}
		for _, r := range other {
			has[r] = true
		}
		return slices.DeleteFunc(slices.Clone(list), func(r dataset.Range) bool { return has[r] })
	}
	return append(one(a, b), one(b, a)...)
}

// merging is what becomes of the attribute merge: the ranges that stay through the edits of rows and columns, and those that are
// there when they are made.
type merging struct {
	kept, moved, now []dataset.Range // moved is kept, after the edits of rows and columns
}

// remerge finds out what becomes of the merged cells of a ::table; now are those it is to have. It reports false when the source
// cannot have them, or would not show the table as it came back.
func (e *gridEditor) remerge(p *gridPlan, rows [][]gridCell, now []dataset.Range) bool {
	if len(now)+len(e.g.Merges) == 0 || e.d.ID == "" && len(p.colAdds)+len(p.colDels) > 0 {
		return true // nothing to do, or columns that nothing can be done with
	}
	m, follow := e.follow(p, rows, now)
	shape := len(p.rowAdds)+len(p.rowDels)+len(p.colAdds)+len(p.colDels) > 0
	switch {
	case e.s.base.moved && shape: // not all of it is the reviewer's: see movedShape
		return slices.Equal(now, e.g.Merges) || follow && e.d.ID != ""
	case follow && !(shape && e.d.ID == ""):
		return true
	}
	for _, r := range now {
		if r.Bottom >= len(rows) || r.Right >= len(rows[r.Bottom]) || e.g.Header && r.Top == 0 && r.Bottom > 0 {
			return false
		}
		for i := r.Top; i <= r.Bottom; i++ {
			for j := r.Left; j <= r.Right; j++ {
				if r.Covers(i, j) && rows[i][j].key != 0 {
					return false
				}
			}
		}
	}
	if !e.allApply(p, rows) {
		return false
	}
	e.merging = m
	return true
}

// follow returns which merged cells stay; all tells that they are those the table is to have.
func (e *gridEditor) follow(p *gridPlan, rows [][]gridCell, now []dataset.Range) (m *merging, all bool) {
	is := map[dataset.Range]bool{}
	for _, r := range now {
		is[r] = true
	}
	m = &merging{now: now}
	filled := e.filled(p, rows)
	for _, r := range e.g.Merges {
		if to, ok := e.through(p, r); ok && is[to] && !filled[r] {
			m.kept, m.moved = append(m.kept, r), append(m.moved, to)
		}
	}
	dataset.SortRanges(m.moved)
	return m, len(m.kept) == len(e.g.Merges) && slices.Equal(m.moved, now)
}

// filled returns the merged cells that were sent and get text where they had none.
func (e *gridEditor) filled(p *gridPlan, rows [][]gridCell) map[dataset.Range]bool {
	out := map[dataset.Range]bool{}
	merged := dataset.MergedCells(e.g.Merges)
	for _, c := range p.cells {
		if merged.Covered(c.row, c.col) && len(rows[c.gotRow][c.gotCol].glyphs) > 0 {
			out[merged[[2]int{c.row, c.col}]] = true
		}
	}
	return out
}

// through returns what operations on rows and columns make of a range, in their order; ok is false when it goes, or the cell with its text.
func (e *gridEditor) through(p *gridPlan, r dataset.Range) (_ dataset.Range, ok bool) {
	if slices.Contains(p.colDels, r.Left) || slices.Contains(p.rowDels, r.Top) {
		return r, false
	}
	for _, c := range slices.Backward(p.colDels) {
		if r, ok = r.DeleteColumn(c); !ok {
			return r, false
		}
	}
	for _, i := range slices.Backward(p.rowDels) {
		if r, ok = r.DeleteRow(i); !ok {
			return r, false
		}
	}
	for _, k := range p.colAdds {
		r = r.InsertColumn(k)
	}
	for _, k := range p.rowAdds {
		r = r.InsertRow(k)
	}
	return r, true
}

// allApply reports whether every edit of a table can be made.
func (e *gridEditor) allApply(p *gridPlan, rows [][]gridCell) bool {
	if e.g.Header && slices.Contains(p.rowDels, 0) {
		return false
	}
	for _, c := range p.cells {
		sent, cell := e.g.Rows[c.row][c.col], rows[c.gotRow][c.gotCol]
		if _, why := e.spell(cell, c.row, c.col); !why.none() || e.s.base.moved && e.s.base.changed(sent, cell.key) != reviewer {
			return false
		}
		if text := sent.Segs[0].Slot.Origin.Text; e.d.ID == "" && !text.Placed() {
			return false
		}
	}
	for _, k := range p.rowAdds {
		if !e.writable(rows[k]) {
			return false
		}
	}
	for _, k := range p.colAdds {
		for _, row := range rows {
			if k >= len(row) || !e.writable(row[k:k+1]) {
				return false
			}
		}
	}
	return true
}

// mergeBefore takes away the merged cells that do not stay, before the cells of a table are edited.
func (e *gridEditor) mergeBefore() {
	if m := e.merging; m != nil && len(m.kept) < len(e.g.Merges) {
		e.setMerge(m.kept)
	}
}

// mergeAfter sets the merged cells that the table has when its cells, rows and columns are edited.
func (e *gridEditor) mergeAfter() {
	if m := e.merging; m != nil && (!slices.Equal(m.moved, m.now) || e.d.ID == "") {
		e.setMerge(m.now)
	}
}

// setMerge sets the attribute. All of it is one finding.
func (e *gridEditor) setMerge(list []dataset.Range) {
	m := e.merging
	if e.mergeFound == nil {
		e.mergeFound = e.finding(dataset.FormatRanges(e.g.Merges), dataset.FormatRanges(m.now), sayMergeChanged)
	}
	var value any
	if len(list) > 0 {
		value = dataset.FormatRanges(list)
	}
	if e.d.ID == "" {
		e.s.openerEdit(e.mergeFound, e.d, "merge", value)
		return
	}
	e.s.attribute(e.mergeFound, e.d, "merge", value)
}

// merges returns the merged cells that a table is to have, when it came back with some: those, or the author's where the reviewer left
// them. ok is false when both changed them, or nothing says who did.
func (b *base) merges(g *layout.Grid, back []dataset.Range) (list []dataset.Range, ok bool) {
	if !b.moved || slices.Equal(back, g.Merges) {
		return back, true
	}
	sent, known := b.merged[g]
	switch hash := layout.MergesHash(back); {
	case !known && b.mergedSent[hash], known && sent == hash:
		return g.Merges, true
	case known && sent == layout.MergesHash(g.Merges):
		return back, true
	}
	return nil, false
}
