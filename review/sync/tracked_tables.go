package reviewsync

import (
	"cmp"
	"slices"

	"github.com/nomadocx/nomadocx/internal/office/wml"
	"github.com/nomadocx/nomadocx/layout"
)

// The tracked changes of tables: whole rows and columns, and words in cells.

// table collects the changes of rows and columns, and those in cells.
func (r *trackedReader) table(t *wml.Table) {
	g := r.grids[t]
	if g == nil {
		for i := range t.Rows {
			for k := range t.Rows[i].Cells {
				if r.layouts[t] && t.Rows[i].Ins == nil {
					r.flow(t.Rows[i].Cells[k].Blocks)
				}
			}
		}
		return // a new table is reported as one
	}
	if !slices.ContainsFunc(t.Rows, func(row wml.Row) bool { return row.Del == nil }) {
		r.refuse(sayTableDeletionTracked, g.Node,
			tableText(t), "").table(t)
		return
	}
	var above *wml.Paragraph // in the row above, nil when that row is empty: nothing says then what stands behind it
	var waiting []*tracked
	for i := range t.Rows {
		row := &t.Rows[i]
		if row.Ins != nil {
			if row.Del != nil {
				continue
			}
			c := &tracked{unit: layout.UnitRow, action: "insert", table: t, para: above, author: row.Ins.Author, date: row.Ins.Date, revs: []*wml.Revision{row.Ins}}
			c.rows[1] = cellGlyphs(row, wml.Current)
			if above == nil {
				waiting = append(waiting, c)
			}
			r.out = append(r.out, c)
			continue
		}
		if row.Del != nil {
			c := &tracked{unit: layout.UnitRow, action: "delete", table: t, para: firstText(row), author: row.Del.Author, date: row.Del.Date, revs: []*wml.Revision{row.Del}}
			c.rows[0] = cellGlyphs(row, wml.Original)
			r.out = append(r.out, c)
		} else {
			for k := range row.Cells {
				r.cell(t, g, &row.Cells[k])
			}
		}
		above = lastText(row)
		for _, c := range waiting {
			c.para, c.before = firstText(row), true
		}
		waiting = nil
	}
	columns := r.columnChanges(t)
	r.out = append(r.out, columns...)
	r.loneCells(t, g, columns)
}

// loneCells reports the cells that were put in or taken out with tracking, and are no part of such a column.
func (r *trackedReader) loneCells(t *wml.Table, g *layout.Grid, columns []*tracked) {
	for i := range t.Rows {
		for k := range t.Rows[i].Cells {
			c := &t.Rows[i].Cells[k]
			rev := cmp.Or(c.Ins, c.Del)
			if rev == nil || slices.ContainsFunc(columns, func(x *tracked) bool { return x.column == k }) {
				continue
			}
			r.refuse(sayCellTracked, g.Node, layout.PlainText(glyphsOfCell(c, wml.Original)), layout.PlainText(glyphsOfCell(c, wml.Current))).table(t)
		}
	}
}

// cell collects the changes in a cell of data. A line that is put in with tracking has no place in what a change request says.
func (r *trackedReader) cell(t *wml.Table, g *layout.Grid, c *wml.TableCell) {
	if c.Ins != nil || c.Del != nil {
		return
	}
	for p := range wml.Paragraphs(c.Blocks...) {
		if len(layout.Glyphs(p.Runs, wml.Original)) == 0 && p != firstPara(c) {
			if now := layout.Glyphs(p.Runs, wml.Current); len(now) > 0 {
				r.refuse(sayLineInCell, r.owner.Get(p), "", layout.PlainText(now)).at(p)
			}
			continue
		}
		from := len(r.out)
		r.words(p)
		for _, x := range r.out[from:] {
			x.table = t
		}
	}
}

// columnChanges returns the columns all of whose cells are put in or taken out.
func (r *trackedReader) columnChanges(t *wml.Table) []*tracked {
	var out []*tracked
	if len(t.Rows) == 0 {
		return nil
	}
	for k := range t.Rows[0].Cells {
		c := &tracked{unit: layout.UnitColumn, table: t, column: k}
		for i := range t.Rows {
			cells := t.Rows[i].Cells
			if len(cells) != len(t.Rows[0].Cells) {
				return nil
			}
			rev, action, view := cells[k].Ins, "insert", wml.Current
			if rev == nil {
				rev, action, view = cells[k].Del, "delete", wml.Original
			}
			if rev == nil && cells[k].Span == 0 && i > 0 && c.action == "delete" {
				c.rows[0] = append(c.rows[0], nil) // a merged cell that begins in the column before it
				continue
			}
			if rev == nil || c.action != "" && c.action != action {
				c = nil
				break
			}
			c.action = action
			c.note(rev)
			side := 0
			if action == "insert" {
				side = 1
			}
			c.rows[side] = append(c.rows[side], glyphsOfCell(&cells[k], view))
		}
		if c == nil {
			continue
		}
		c.revs = c.revs[:1]
		if c.action == "delete" {
			c.para = firstPara(&t.Rows[0].Cells[k])
		} else {
			for n := k - 1; n >= 0 && c.para == nil; n-- {
				if t.Rows[0].Cells[n].Ins == nil {
					c.para = firstPara(&t.Rows[0].Cells[n])
				}
			}
			for n := k + 1; n < len(t.Rows[0].Cells) && c.para == nil; n++ {
				if t.Rows[0].Cells[n].Ins == nil {
					c.para, c.before = firstPara(&t.Rows[0].Cells[n]), true
				}
			}
		}
		out = append(out, c)
	}
	return out
}

func glyphsOfCell(c *wml.TableCell, v wml.View) []layout.Glyph {
	var out []layout.Glyph
	for p := range wml.Paragraphs(c.Blocks...) {
		gl := layout.Glyphs(p.Runs, v)
		if len(gl) > 0 && len(out) > 0 {
			out = append(out, layout.Glyph{Rune: '\n'})
		}
		out = append(out, gl...)
	}
	return out
}

func cellGlyphs(row *wml.Row, v wml.View) [][]layout.Glyph {
	var out [][]layout.Glyph
	for k := range row.Cells {
		out = append(out, glyphsOfCell(&row.Cells[k], v))
	}
	return out
}

func firstPara(c *wml.TableCell) *wml.Paragraph {
	for p := range wml.Paragraphs(c.Blocks...) {
		return p
	}
	return nil
}

// firstText and lastText are the first and last paragraphs of a row that have text.
func firstText(row *wml.Row) *wml.Paragraph {
	for k := range row.Cells {
		for p := range wml.Paragraphs(row.Cells[k].Blocks...) {
			if text(p.Runs) != "" {
				return p
			}
		}
	}
	return nil
}

func lastText(row *wml.Row) (last *wml.Paragraph) {
	for k := range row.Cells {
		for p := range wml.Paragraphs(row.Cells[k].Blocks...) {
			if text(p.Runs) != "" {
				last = p
			}
		}
	}
	return last
}
