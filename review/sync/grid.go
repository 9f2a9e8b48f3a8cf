package reviewsync

import (
	"slices"
	"strconv"
	"strings"

	"github.com/nomadocx/nomadocx/internal/office/wml"
	"github.com/nomadocx/nomadocx/layout"
	"github.com/nomadocx/nomadocx/noma"
)

// Tables of data: rows are aligned, then columns, then cells; the operations are the smallest that
// make the source show the returned table.

// gridCell is one returned cell.
type gridCell struct {
	glyphs []layout.Glyph
	key    uint64
}

// tables compares tables that are a construct of the source.
type tables struct {
	*core
	datasets *datasets
	sides    map[string]bool // see [tables.lostSides]
	common   *string         // see [tables.commonStyle]
}

func (s *tables) grid(g *layout.Grid, t *wml.Table) {
	original := filled(g, originalTable(t))
	rows, back := returnedRows(g, original), mergesOf(original)
	merges := back
	if mergeable(g) == nil {
		if merges != nil && !s.unmerge(sayCellsMerged, g, t, rows, merges) {
			return
		}
		merges = nil
	} else if list, ok := s.base.merges(g, merges); ok {
		merges = list
	} else if merges = g.Merges; !s.base.unknown && !s.unmerge(sayMergeBoth, g, t, rows, onlyIn(back, g.Merges)) {
		return
	}
	if sameCells(g, rows) && slices.Equal(merges, g.Merges) {
		return
	}
	was, now := g.Text(), rowsText(rows)
	d, _ := g.Node.(*noma.Directive)
	switch {
	case s.base.unknown:
		s.find(Conflict, sayNoBase, g.Node, was, now).table(t)
		return
	case !g.Editable && s.authorsTable(g, rows):
		return
	case !g.Editable:
		if d != nil && d.Is(noma.Computed) {
			s.refuse(sayTableComputed, g.Node, was, now).table(t)
			return
		}
		s.refuse(sayTableFromFile, g.Node, was, now).table(t)
		return
	}
	e := s.gridEditor(g, t)
	plan, ok := s.planGrid(g, rows, false)
	if !ok {
		s.refuse(sayShapeAmbiguous, g.Node, was, now).table(t)
		return
	}
	if _, follow := e.follow(plan, rows, merges); !follow && len(plan.rowAdds) > 0 {
		plan, _ = s.planGrid(g, rows, true)
	}
	e.pairUnwritable(plan, rows)
	if !e.remerge(plan, rows, merges) {
		if !s.unmerge(sayMergeLeft, g, t, rows, onlyIn(merges, g.Merges)) || sameCells(g, rows) {
			return
		}
		plan, _ = s.planGrid(g, rows, true)
	}
	body := len(g.Rows)
	if g.Header {
		body--
	}
	if d != nil && d.Is(noma.Data) && len(plan.rowDels) >= body && len(plan.rowAdds) == 0 {
		s.refuse(sayAllRowsDeleted, g.Node, was, now).table(t)
		return
	}
	byAuthor := s.base.moved && !s.base.gridAsSent(g)
	if byAuthor && (len(plan.rowAdds)+len(plan.rowDels)+len(plan.colAdds)+len(plan.colDels) > 0) {
		s.movedShape(g, rows, plan, e, t)
		return
	}
	if moved := movedColumns(g, plan, rows); moved != nil && !byAuthor && (d == nil || !d.Is(noma.Data)) {
		if d == nil {
			e.reshape(plan, rows, moved)
			return
		}
		e.all = e.finding(was, now, sayColumnMoved)
	}
	e.run(plan, rows)
}

// filled returns a returned table with empty cells where cells of its rows were deleted: where the row has none before its first one, and
// else at its end. The sent table had one in each row for each column; as far as all returned rows are shorter, columns were deleted.
func filled(g *layout.Grid, t *wml.Table) *wml.Table {
	if len(t.Rows) == 0 || len(g.Rows) == 0 {
		return t
	}
	width, indent := 0, t.Rows[0].Before // no row has cells in the first columns when they were deleted
	for i := range t.Rows {
		width, indent = max(width, t.Rows[i].Before+len(t.Rows[i].Cells)), min(indent, t.Rows[i].Before)
	}
	width -= indent
	for _, row := range g.Rows {
		if len(row) != len(g.Rows[0]) {
			return t
		}
		width = min(width, len(row))
	}
	out := *t
	out.Rows = slices.Clone(t.Rows)
	for i := range out.Rows {
		row := &out.Rows[i]
		if missing := width - len(row.Cells); missing > 0 {
			empty := slices.Repeat([]wml.TableCell{{Span: 1}}, missing)
			before := min(row.Before-indent, missing)
			row.Cells = slices.Concat(empty[:before], row.Cells, empty[before:])
		}
	}
	return &out
}

// sameCells reports whether a table came back with the cells it was sent with.
func sameCells(g *layout.Grid, rows [][]gridCell) bool {
	same := len(rows) == len(g.Rows)
	for i := 0; same && i < len(rows); i++ {
		same = len(rows[i]) == len(g.Rows[i])
		for j := 0; same && j < len(rows[i]); j++ {
			same = rows[i][j].key == g.Rows[i][j].Fingerprint()
		}
	}
	return same
}

// authorsTable reports whether a table differs only because the author changed what it is made from.
func (s *tables) authorsTable(g *layout.Grid, rows [][]gridCell) bool {
	if !s.base.moved {
		return false
	}
	for i := range rows {
		for j := range rows[i] {
			if i >= len(g.Rows) || j >= len(g.Rows[i]) {
				if !s.base.was[layout.ContentHash(rows[i][j].key)] {
					return false
				}
			} else if p := g.Rows[i][j]; rows[i][j].key != p.Fingerprint() && s.base.changed(p, rows[i][j].key) != author {
				return false
			}
		}
	}
	return true
}

// returnedRows returns the cells of a returned table as content. Bold over a whole header row is the
// table style's, which some editors write into the runs.
func returnedRows(g *layout.Grid, t *wml.Table) (rows [][]gridCell) {
	styled := g.Header && len(t.Rows) > 0 && allBold(t.Rows[0].Cells)
	for i, r := range t.Rows {
		var row []gridCell
		for _, c := range r.Cells {
			var cell gridCell
			changed := false // an equation of the cell
			number := 0
			for p := range wml.Paragraphs(c.Blocks...) {
				gl := layout.Glyphs(p.Runs, wml.Original)
				if number++; p.List != wml.Number {
					number = 0
				}
				if mark := itemMark(p.List, number); mark != "" && len(gl) > 0 {
					gl = layout.Glyphs(append([]wml.Run{{Text: mark}}, p.Runs...), wml.Original)
				}
				for k := range p.Runs {
					changed = changed || p.Runs[k].Changed
				}
				if len(gl) == 0 {
					continue
				}
				if len(cell.glyphs) > 0 {
					cell.glyphs = append(cell.glyphs, layout.Glyph{Rune: '\n'})
				}
				cell.glyphs = append(cell.glyphs, gl...)
			}
			if i == 0 && styled && !sentBold(g, len(row), cell.glyphs) {
				cell.glyphs = unbold(cell.glyphs)
			}
			cell.key = glyphKey(cell.glyphs)
			if changed {
				cell.key = layout.Fold(cell.key, 1)
			}
			row = append(row, cell)
		}
		rows = append(rows, row)
	}
	return rows
}

// itemMark returns what an item of a list in a cell begins with in the source, whose cells have no lists, and "" for other paragraphs.
func itemMark(kind wml.ListKind, number int) string {
	switch kind {
	case wml.Bullet:
		return "- "
	case wml.Number:
		return strconv.Itoa(number) + ". "
	}
	return ""
}

// hasItems reports whether there are items of lists in a returned table.
func hasItems(t wml.Block) bool {
	for p := range wml.Paragraphs(t) {
		if p.List != wml.NoList {
			return true
		}
	}
	return false
}

func inGrid(g *layout.Grid, col int) bool { return len(g.Rows) > 0 && col < len(g.Rows[0]) }

func sentCell(g *layout.Grid, r, c int) []layout.Glyph {
	return layout.Glyphs(g.Rows[r][c].Runs(), wml.Current)
}

// sentBold reports whether a cell of the header had bold words: the one in a column, or one that reads the same, from another column.
func sentBold(g *layout.Grid, col int, now []layout.Glyph) bool {
	if inGrid(g, col) && bold(sentCell(g, 0, col)) {
		return true
	}
	text := layout.PlainText(now)
	for c := 0; inGrid(g, c); c++ {
		if was := sentCell(g, 0, c); bold(was) && layout.PlainText(was) == text {
			return true
		}
	}
	return false
}

// allBold reports whether all words in cells are bold.
func allBold(cells []wml.TableCell) bool {
	for i := range cells {
		for p := range wml.Paragraphs(cells[i].Blocks...) {
			if !boldOnly(layout.Glyphs(p.Runs, wml.Original)) {
				return false
			}
		}
	}
	return true
}

// boldOnly reports whether all that is seen of a text is bold.
func boldOnly(g []layout.Glyph) bool {
	return !slices.ContainsFunc(g, func(x layout.Glyph) bool { return x.Object == "" && x.Rune > ' ' && x.Style&wml.Bold == 0 })
}

func bold(g []layout.Glyph) bool {
	return slices.ContainsFunc(g, func(x layout.Glyph) bool { return x.Style&wml.Bold != 0 })
}

func unbold(g []layout.Glyph) []layout.Glyph {
	if !boldOnly(g) {
		return g // only part of it is bold: that is the author's
	}
	out := append([]layout.Glyph(nil), g...)
	for i := range out {
		out[i].Style &^= wml.Bold
	}
	return out
}

// glyphKey returns the fingerprint of content given as glyphs.
func glyphKey(g []layout.Glyph) uint64 {
	return layout.Fingerprint(layout.RunsOf(g), wml.Current)
}

func rowsText(rows [][]gridCell) string {
	var out []string
	for _, r := range rows {
		var cells []string
		for _, c := range r {
			cells = append(cells, layout.PlainText(c.glyphs))
		}
		out = append(out, strings.Join(cells, " | "))
	}
	return strings.Join(out, "\n")
}

// tableText returns a returned table with the rows that are proposed, and with its cells as they were before the
// proposals in them: those have findings of their own.
func tableText(t *wml.Table) string {
	var out []string
	for i := range t.Rows {
		view := wml.Original
		if t.Rows[i].Ins != nil {
			view = wml.All
		}
		var cells []string
		for _, c := range t.Rows[i].Cells {
			var lines []string
			for p := range wml.Paragraphs(c.Blocks...) {
				if line := layout.Text(p.Runs, view); line != "" {
					lines = append(lines, line)
				}
			}
			cells = append(cells, strings.Join(lines, "\n"))
		}
		out = append(out, strings.Join(cells, " | "))
	}
	return strings.Join(out, "\n")
}

// movedShape: the author changed the table, and rows or columns differ. Only what the reviewer
// added is certain; the rest is theirs or the author's and is distinguished cell by cell.
func (s *tables) movedShape(g *layout.Grid, rows [][]gridCell, plan *gridPlan, e *gridEditor, t *wml.Table) {
	keep := &gridPlan{cells: plan.cells}
	if len(plan.colAdds)+len(plan.colDels) > 0 {
		s.conflict(g.Node, g.Text(), rowsText(rows)).table(t)
		return
	}
	for _, r := range plan.rowAdds {
		known := true
		for _, c := range rows[r] {
			known = known && (c.key == 0 || s.base.was[layout.ContentHash(c.key)])
		}
		if !known {
			keep.rowAdds = append(keep.rowAdds, r)
		} else {
			keep.gone = append(keep.gone, r)
		}
	}
	for _, r := range plan.rowDels {
		mine := true
		for _, p := range g.Rows[r] {
			mine = mine && s.base.deleted(p) == reviewer
		}
		if mine {
			keep.rowDels = append(keep.rowDels, r)
		} else {
			keep.theirs = append(keep.theirs, r)
		}
	}
	e.run(keep, rows)
}
