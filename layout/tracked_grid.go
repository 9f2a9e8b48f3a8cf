package layout

import (
	"slices"

	"github.com/nomadocx/nomadocx/internal/office/wml"
	"github.com/nomadocx/nomadocx/noma/dataset"
)

// grid returns a table with the changes of its cells, rows and columns.
func (r *resolver) grid(g *Grid) *Grid {
	touched := false
	for _, row := range g.Rows {
		for _, p := range row {
			touched = touched || p.Marks != nil
		}
	}
	if !touched {
		return g
	}
	out := *g
	out.lay, out.Rows, out.RowChanges, out.CellChanges = nil, nil, nil, map[*Para]*wml.Revision{}
	var columns []columnChange
	put := func(row []*Para, rev *wml.Revision) {
		out.Rows, out.RowChanges = append(out.Rows, row), append(out.RowChanges, rev)
	}
	added := func(row []*Para, rev *wml.Revision) {
		at := len(out.Rows)
		out.remerge(func(r dataset.Range) (dataset.Range, bool) { return r.InsertRow(at), true })
		put(row, rev)
	}
	for _, row := range g.Rows {
		var above, below []*Tracked
		var rowDel *wml.Revision
		gone := false
		cells := make([]*Para, len(row))
		for k, p := range row {
			parts, _, _ := r.resolve(p, p.shownHere())
			cells[k] = parts[0]
			for _, t := range p.shownHere() {
				state := r.state(t)
				if state == Rejected || t.Apart && state == Pending {
					continue
				}
				switch {
				case t.Unit == UnitColumn:
					columns = append(columns, columnChange{t, k, state})
				case t.Unit == UnitRow && t.Inserts() && t.Before:
					above = append(above, t)
				case t.Unit == UnitRow && t.Inserts():
					below = append(below, t)
				case t.Unit == UnitRow && state == Accepted:
					gone = true
				case t.Unit == UnitRow:
					rowDel = t.Revision(wml.Delete)
				}
			}
		}
		for _, t := range above {
			added(r.rowOf(g, t, len(row)))
		}
		if rowDel != nil {
			for _, p := range cells {
				p.delete(rowDel)
			}
		}
		if gone {
			out.remerge(func(m dataset.Range) (dataset.Range, bool) { return m.DeleteRow(len(out.Rows)) })
		} else {
			put(cells, rowDel)
		}
		for _, t := range below {
			added(r.rowOf(g, t, len(row)))
		}
	}
	out.columns(columns)
	return &out
}

// delete makes all runs of a paragraph of a row or cell part of its deletion. Equations stay, as they would become text: that the row or
// cell is deleted says enough.
func (p *Para) delete(del *wml.Revision) {
	for i := range p.Segs {
		runs := revised(p.Segs[i].Runs, nil, del)
		for k := range runs {
			if runs[k].Kind == wml.Math {
				runs[k].Del = nil
			}
		}
		p.Segs[i].Runs = runs
	}
}

// rowOf returns a row that is put in.
func (r *resolver) rowOf(g *Grid, t *Tracked, cols int) ([]*Para, *wml.Revision) {
	var rev *wml.Revision
	if r.state(t) == Pending {
		rev = t.Revision(wml.Insert)
	}
	row := make([]*Para, cols)
	for k := range row {
		row[k] = t.cell(g, k, rev)
		row[k].Align = g.Side(k)
	}
	return row, rev
}

// cell returns the n-th cell of a row or column that is put in.
func (t *Tracked) cell(g *Grid, n int, rev *wml.Revision) *Para {
	p := &Para{Node: g.Node, Part: PartCell, Segs: []Seg{{}}, Marks: &Marks{Tracked: []*Tracked{t}}}
	if n < len(t.Cells) {
		p.Segs[0].Runs = revised(t.Cells[n], rev, nil)
	}
	return p
}

// columnChange is a column that is put in next to another one, or taken out.
type columnChange struct {
	t     *Tracked
	col   int
	state State
}

// columns makes the changes of columns, from the last one.
func (g *Grid) columns(changes []columnChange) {
	slices.SortStableFunc(changes, func(a, b columnChange) int { return b.col - a.col })
	for _, x := range changes {
		at := x.col
		if x.t.Inserts() && !x.t.Before {
			at++
		}
		g.remergeColumn(x, at)
		for i, row := range g.Rows {
			at := min(at, len(row))
			switch {
			case x.t.Inserts():
				var rev *wml.Revision
				if x.state == Pending {
					rev = x.t.Revision(wml.Insert)
				}
				p := x.t.cell(g, i, rev)
				g.Rows[i], g.CellChanges[p] = slices.Insert(row, at, p), rev
			case at == len(row):
			case x.state == Accepted:
				g.Rows[i] = slices.Delete(row, at, at+1)
			default:
				g.CellChanges[row[at]] = x.t.Revision(wml.Delete)
				row[at].delete(g.CellChanges[row[at]])
			}
		}
		if len(g.Rows) == 0 {
			return
		}
		if n := len(g.Rows[0]); n > 0 && n != len(g.Widths) {
			width := 0
			for _, w := range g.Widths {
				width += w
			}
			g.Widths = equalWidths(width, n)
		}
	}
}

// remerge changes the merged cells; change reports false for those that are merged no more.
func (g *Grid) remerge(change func(dataset.Range) (dataset.Range, bool)) {
	g.Merges = dataset.ChangeRanges(g.Merges, change)
}

// remergeColumn changes the merged cells for a column that comes at a place or goes from it.
func (g *Grid) remergeColumn(x columnChange, at int) {
	g.remerge(func(r dataset.Range) (dataset.Range, bool) {
		switch {
		case x.t.Inserts():
			return r.InsertColumn(at), true
		case x.state == Accepted:
			return r.DeleteColumn(at)
		}
		return r, true
	})
}

// hidden reports whether a row or column that is to be put in beside a cell would stand within merged cells: a column at all, and a
// row with text that they cover.
func (p *placedPara) hidden(t *Tracked) bool {
	row, col := p.row, p.col
	if !t.Before {
		row, col = row+1, col+1
	}
	return t.Inserts() && slices.ContainsFunc(p.merges, func(r dataset.Range) bool {
		if t.Unit == UnitColumn {
			return r.Left < col && col <= r.Right
		}
		for j := r.Left; j <= r.Right && j < len(t.Cells); j++ {
			if r.Top < row && row <= r.Bottom && len(t.Cells[j]) > 0 {
				return true
			}
		}
		return false
	})
}
