package html

import (
	"slices"
	"strconv"

	"github.com/nomadocx/nomadocx/layout"
)

// rows writes a row of a table, with the rows that change requests put in next to it.
func (r *renderer) rows(g grid, no int, row []string, tag string) {
	var above, below, gone []layout.ChangeAt
	var columns []columnChange
	for _, x := range r.tableChanges(g) {
		for _, c := range x.Changes {
			switch {
			case r.placed.number[c.Node] == "":
			case c.Unit == layout.UnitColumn:
				columns = append(columns, columnChange{c, x.Slot.Origin.Col})
			case c.Unit != layout.UnitRow || x.Slot.Origin.Row != no:
			case c.Inserts() && c.Before:
				above = append(above, c)
			case c.Inserts():
				below = append(below, c)
				if c.Deletes() {
					gone = append(gone, c)
				}
			default:
				gone = append(gone, c)
			}
		}
	}
	for _, c := range above {
		r.addedRow(g, c, len(row), columns)
	}
	r.row(g, no, row, tag, gone, columns)
	for _, c := range below {
		r.addedRow(g, c, len(row), columns)
	}
}

// columnChange is a change request about the column of a table.
type columnChange struct {
	layout.ChangeAt
	col int
}

// tableChanges returns the cells with changes of their rows or columns.
func (r *renderer) tableChanges(g grid) []*layout.Annotated {
	if r.placed == nil || g.node == nil {
		return nil
	}
	return r.placed.tables[g.node]
}

func (r *renderer) row(g grid, no int, row []string, tag string, gone []layout.ChangeAt, columns []columnChange) {
	nth := no - layout.HeaderRow // in the order of the table
	if g.header == nil {
		nth = no
	}
	if g.merged.noRow[nth] {
		return
	}
	r.raw("<tr>")
	for i, text := range row {
		if g.merged.covered(nth, i) {
			continue
		}
		for _, c := range columns {
			if c.col == i && c.Inserts() && c.Before {
				r.addedCell(g, i, tag, c.ChangeAt, nth, nth == 0)
			}
		}
		del := slices.Clone(gone)
		for _, c := range columns {
			if c.col == i && c.Deletes() {
				del = append(del, c.ChangeAt)
			}
		}
		r.cell(g, nth, i, tag, func() {
			for _, c := range del {
				r.raw(`<del class="noma-change"`)
				r.markAnchor(c.Node)
				r.raw(">")
			}
			r.annotated(textKey{node: g.node, part: layout.PartCell, row: no, col: i}, func() {
				if g.plain {
					r.chars(text)
				} else {
					r.inlineCell(text)
				}
			})
			for _, c := range del {
				r.raw("</del>")
				if !c.Inserts() && (c.Unit == layout.UnitColumn && nth == 0 || c.Unit == layout.UnitRow && i == len(row)-1) {
					r.number(c.Node, "Change request", nil)
				}
			}
		})
		for _, c := range columns {
			if c.col == i && c.Inserts() && !c.Before {
				r.addedCell(g, i, tag, c.ChangeAt, nth, nth == 0)
			}
		}
	}
	r.raw("</tr>\n")
}

// cell writes a cell of the n-th column; row is its row in the order of the table, -1 for one that is only proposed.
func (r *renderer) cell(g grid, row, n int, tag string, write func()) {
	rows, cols := g.merged.spans(row, n)
	r.raw("<" + tag)
	if tag == "th" {
		r.raw(` scope="col"`)
	}
	if rows > 1 {
		r.raw(` rowspan="` + strconv.Itoa(rows) + `"`)
	}
	if cols > 1 {
		r.raw(` colspan="` + strconv.Itoa(cols) + `"`)
	}
	if rows > 1 && row+rows > g.last() {
		r.raw(` class="noma-last"`) // its row is not the last one
	}
	if g.header != nil && row == 0 && g.merged.wide(row, n) {
		r.raw(` style="text-align:center"`)
	} else if n < len(g.align) && g.align[n] != "" && (cols < 2 || cols < len(g.align)) { // a cell that is a row begins where lines do
		r.raw(` style="text-align:` + string(g.align[n]) + g.indent(row, n, tag) + `"`)
	}
	r.raw(">")
	write()
	r.raw("</" + tag + ">")
}

// addedRow writes a row that a change request puts in, with empty cells in the columns that others put in.
func (r *renderer) addedRow(g grid, c layout.ChangeAt, width int, columns []columnChange) {
	r.raw("<tr>")
	for i := range width {
		for _, x := range columns {
			if x.col == i && x.Inserts() && x.Before {
				r.cell(g, -1, i, "td", func() {})
			}
		}
		r.addedCell(g, i, "td", c, i, i == width-1)
		for _, x := range columns {
			if x.col == i && x.Inserts() && !x.Before {
				r.cell(g, -1, i, "td", func() {})
			}
		}
	}
	r.raw("</tr>\n")
}

// addedCell writes the n-th cell that a change request puts in, as one of a column of the table.
func (r *renderer) addedCell(g grid, col int, tag string, c layout.ChangeAt, n int, numbered bool) {
	cells := layout.SplitCells(c.Request.To)
	r.cell(g, -1, col, tag, func() {
		if n < len(cells) {
			r.raw(`<ins class="noma-change"`)
			r.markAnchor(c.Node)
			r.raw(">")
			r.inlineCell(cells[n])
			r.raw("</ins>")
		}
		if numbered {
			r.number(c.Node, "Change request", nil)
		}
	})
}
