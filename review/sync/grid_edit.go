package reviewsync

import (
	"iter"
	"slices"
	"strings"

	"github.com/nomadocx/nomadocx/internal/office/wml"
	"github.com/nomadocx/nomadocx/layout"
	"github.com/nomadocx/nomadocx/noma"
	"github.com/nomadocx/nomadocx/noma/source"
	"github.com/nomadocx/nomadocx/patch"
)

// How a table is changed: by operations where it has an id, else in its lines.

// gridEditor writes a plan: as table or dataset operations on a block with an id, else as source
// edits.
type gridEditor struct {
	s *tables
	g *layout.Grid
	t *wml.Table
	d *noma.Directive // nil for a pipe table

	all *finding // the one finding of all edits, of a column that was moved

	shape []*finding // of rows and columns that came or went
	rows  left

	merging    *merging // nil when the merged cells follow the rows and columns by themselves
	mergeFound *finding
}

// left are the rows that would have come or gone, and were not accepted.
type left struct{ adds, dels []int }

func (s *tables) gridEditor(g *layout.Grid, t *wml.Table) *gridEditor {
	d, _ := g.Node.(*noma.Directive)
	return &gridEditor{s: s, g: g, t: t, d: d}
}

func (e *gridEditor) finding(was, now string, said sentence) *finding {
	if e.all != nil {
		return e.all
	}
	f := e.s.apply(said, e.g.Node, was, now)
	if e.d != nil && e.d.ID != "" {
		action := "update_table"
		if e.d.Is(noma.Data) {
			action = "update_dataset"
		}
		f.change = &Change{Action: action, ID: e.d.ID} // the report has one entry for each table, however many operations
	}
	return f.table(e.t)
}

func (e *gridEditor) run(p *gridPlan, rows [][]gridCell) {
	if e.d != nil && len(p.colDels)+len(p.colAdds)+len(p.rowDels)+len(p.rowAdds) > 0 {
		e.s.datasets.editsOf(e.d).reshape = true
	}
	if e.d == nil || e.d.ID == "" {
		e.inSource(p, rows)
		e.mergeAfter()
		return
	}
	e.mergeBefore()
	e.asOps(p, rows)
	e.mergeAfter()
	if e.mergeFound != nil {
		e.s.together(append(e.shape, e.mergeFound)...)
	} else if len(p.colDels)+len(p.colAdds) > 0 {
		e.s.together(e.shape...)
	}
}

// reshaped adds an operation on rows or columns, and reports whether it is made.
func (e *gridEditor) reshaped(f *finding, op patch.Op) bool {
	e.shape = append(e.shape, f)
	e.s.op(f, op)
	return !e.s.leaves(f)
}

// body returns a row's index among the body rows.
func (e *gridEditor) body(row int) int {
	if e.g.Header {
		return row - 1
	}
	return row
}

// value returns a returned cell in the form of the source; ok is false, and the cell refused, when it
// has none.
func (e *gridEditor) value(c gridCell, row, col int) (string, bool) {
	v, why := e.spell(c, row, col)
	if !why.none() {
		e.s.refuse(why, e.g.Node, "", saidLinked(layout.RunsOf(c.glyphs))).table(e.t)
	}
	return v, why.none()
}

func (e *gridEditor) spell(c gridCell, row, col int) (v string, why sentence) {
	now := layout.PlainText(c.glyphs)
	if e.d != nil && e.d.Is(noma.Data) {
		if strings.ContainsAny(now, "\n\r") {
			return "", sayCellLines
		}
		for _, g := range c.glyphs {
			if g.Style != 0 || g.Link != "" || g.Object != "" {
				return "", sayDataFormatting
			}
		}
		if e.sameNumber(now, row, col) {
			return "", saySameNumber
		}
		return now, sentence{}
	}
	var markup string
	var ok bool
	if row >= 0 && row < len(e.g.Rows) && col >= 0 && col < len(e.g.Rows[row]) {
		p := layout.OnePara(e.g.Rows[row][col].Segs[0].Slot.Value)
		p.InCell = true
		markup, ok = e.s.names.Rewrite(p, [][]layout.Glyph{c.glyphs})
	} else {
		markup = e.s.names.Markup(c.glyphs, true)
		ok = e.s.names.SpellsCell(markup, c.glyphs)
	}
	if len(c.glyphs) == 0 {
		markup, ok = "", true
	}
	if !ok && noma.TrimSpace(now) != now {
		return "", sayLineBlanks
	}
	if !ok || !noma.IsCell(markup) {
		return "", sayCellMarkup
	}
	return markup, sentence{}
}

// judged reports whether a changed cell is the reviewer's to change, and what was decided on it.
func (e *gridEditor) judged(c cellEdit, rows [][]gridCell) (by ruling, ok bool) {
	p := e.g.Rows[c.row][c.col]
	cell := rows[c.gotRow][c.gotCol]
	v, by := e.s.overrule(e.s.base.changed(p, cell.key))
	switch v {
	case reviewer:
		return by, true
	case author:
		return by, false
	}
	e.s.conflict(e.g.Node, said(p.Runs()), layout.PlainText(cell.glyphs)).from(e.s.base, p).table(e.t).cells(rows[c.gotRow])
	return by, false
}

// cellValues returns the cells that were edited and what the source is to have there; what it cannot have is
// refused.
func (e *gridEditor) cellValues(p *gridPlan, rows [][]gridCell) iter.Seq2[cellEdit, string] {
	return func(yield func(cellEdit, string) bool) {
		for _, c := range p.cells {
			var ok bool
			if c.by, ok = e.judged(c, rows); !ok || e.key(c, rows) {
				continue
			}
			if v, ok := e.value(rows[c.gotRow][c.gotCol], c.row, c.col); ok && !yield(c, v) {
				return
			}
		}
	}
}

func (e *gridEditor) asOps(p *gridPlan, rows [][]gridCell) {
	id, kind := e.d.ID, e.d.Name
	s := e.s
	if e.d.Is(noma.Data) && e.yaml(p, rows) {
		return
	}
	// Cells first, by their sent indexes; then columns and rows that go, from the end, so that no index
	// moves before its turn. A new column has a cell for each row that stays.
	for c, v := range e.cellValues(p, rows) {
		was, now := shown(e.g.Rows[c.row][c.col]), layout.PlainText(rows[c.gotRow][c.gotCol].glyphs)
		col := c.col
		e.s.datasets.editsOf(e.d).cells[[2]int{e.body(c.row), col}] = v
		if e.g.Header && c.row == 0 {
			s.op(e.finding(was, now, sayHeaderCellEdited).by(c.by).cells(rows[c.gotRow]), patch.Op{Op: "update_table_header_cell", ID: id, Column: patch.At(col), Value: v})
			continue
		}
		row := e.body(c.row)
		s.op(e.finding(was, now, sayCellEdited).by(c.by).cells(rows[c.gotRow]), patch.Op{Op: "update_" + kind + "_cell", ID: id, Row: row, Column: patch.At(col), Value: v})
	}
	for i := len(p.colDels) - 1; i >= 0; i-- {
		col := p.colDels[i]
		e.reshaped(e.finding(shown(e.g.Rows[0][col]), "", sayColumnDeleted), patch.Op{Op: "delete_" + kind + "_column", ID: id, Column: patch.At(col)})
	}
	for i := len(p.rowDels) - 1; i >= 0; i-- {
		row := e.body(p.rowDels[i])
		if row < 0 {
			s.refuse(sayHeaderRow, e.d, e.g.Text(), "").table(e.t)
			continue
		}
		if !e.reshaped(e.finding(rowText(e.g.Rows[p.rowDels[i]]), "", sayRowDeleted), patch.Op{Op: "delete_" + kind + "_row", ID: id, Row: row}) {
			e.rows.dels = append(e.rows.dels, row)
		}
	}
	for _, k := range p.colAdds {
		e.addColumn(k, p, rows)
	}
	for _, k := range p.rowAdds {
		cells, ok := e.values(rows[k])
		if !ok {
			continue
		}
		if !e.reshaped(e.finding("", strings.Join(cells, " | "), sayRowAdded), patch.Op{Op: "insert_" + kind + "_row", ID: id, Row: e.insertAt(k, p, len(rows)), Cells: cells}) {
			e.rows.adds = append(e.rows.adds, k)
		}
	}
}

// key reports whether an edited cell is the name of a dataset's column, and refuses it: its rows may be
// written with that name.
func (e *gridEditor) key(c cellEdit, rows [][]gridCell) bool {
	if !e.d.Is(noma.Data) || e.body(c.row) >= 0 {
		return false
	}
	e.s.refuse(sayColumnIsKey, e.d,
		shown(e.g.Rows[c.row][c.col]), layout.PlainText(rows[c.gotRow][c.gotCol].glyphs)).table(e.t).cells(rows[c.gotRow])
	return true
}

// insertAt returns the body index of a new row once the deleted rows are gone and the earlier new ones in. Rows that were not accepted
// are not gone, or not in.
func (e *gridEditor) insertAt(k int, p *gridPlan, returned int) int {
	at, rows := e.body(k)-len(e.rows.adds), len(e.g.Rows)-len(p.rowDels)+len(p.rowAdds)+len(e.rows.dels)-len(e.rows.adds)
	if e.g.Header {
		rows--
	}
	if len(e.rows.dels) > 0 {
		before := e.sentBefore(k, p, returned)
		for _, r := range e.rows.dels {
			if r < before {
				at++
			}
		}
	}
	last := -1
	for _, m := range planMatch(p, returned, len(e.g.Rows)) { // the author's rows before the last kept one before it
		if m[0] > k {
			break
		}
		last = m[1]
	}
	for _, r := range p.theirs {
		if r < last {
			at++
		}
	}
	for _, r := range p.gone {
		if r < k {
			at--
		}
	}
	return min(at, rows-1)
}

func (e *gridEditor) values(row []gridCell) ([]string, bool) {
	out := make([]string, len(row))
	for i, c := range row {
		v, why := e.spell(c, -1, -1)
		if !why.none() {
			e.s.refuse(sayRowLeftOut.as(why.code).with(why.text), e.g.Node, "", rowsText([][]gridCell{row})).table(e.t)
			return nil, false
		}
		out[i] = v
	}
	return out, true
}

func rowText(row []*layout.Para) string {
	var cells []string
	for _, p := range row {
		cells = append(cells, shown(p))
	}
	return strings.Join(cells, " | ")
}

func (e *gridEditor) addColumn(k int, p *gridPlan, rows [][]gridCell) {
	header, cells, ok := e.column(k, p, rows)
	if !ok {
		return
	}
	op := patch.Op{Op: "insert_" + e.d.Name + "_column", ID: e.d.ID, Column: patch.At(k), Cells: cells}
	if e.g.Header {
		op.Header = &header
	}
	e.reshaped(e.finding("", columnText(header, cells), sayColumnAdded), op)
}

// column returns a new column in the form of the source; ok is false, and the whole of it refused, when one
// of its cells has none.
func (e *gridEditor) column(k int, p *gridPlan, rows [][]gridCell) (header string, cells []string, ok bool) {
	for r := range rows {
		if slices.Contains(p.rowAdds, r) {
			continue // a new row brings its own cells
		}
		v, why := e.spell(rows[r][k], -1, -1)
		if !why.none() {
			var all []string
			for _, row := range rows {
				all = append(all, layout.PlainText(row[k].glyphs))
			}
			e.s.refuse(sayColumnLeftOut.as(why.code).with(why.text), e.g.Node, "", strings.Join(all, "\n")).table(e.t)
			return "", nil, false
		}
		if r == 0 && e.g.Header {
			header = v
		} else {
			cells = append(cells, v)
		}
	}
	return header, cells, true
}

func columnText(header string, cells []string) string {
	return strings.TrimSpace(header + " " + strings.Join(cells, " "))
}

// inSource edits a table without an id: a pipe table, or a ::table nobody named.
func (e *gridEditor) inSource(p *gridPlan, rows [][]gridCell) {
	s := e.s
	if _, pipes := e.g.Node.(*noma.Table); pipes && len(p.colAdds)+len(p.colDels) > 0 {
		e.reshape(p, rows, nil)
		return
	}
	if len(p.colAdds)+len(p.colDels) > 0 || e.d != nil && e.d.Is(noma.Data) && len(p.rowAdds)+len(p.rowDels) > 0 {
		s.refuse(sayColumnsWithoutID, e.g.Node, e.g.Text(), rowsText(rows)).table(e.t)
		return
	}
	for _, c := range p.cells {
		by, ok := e.judged(c, rows)
		if !ok {
			continue
		}
		slot := e.g.Rows[c.row][c.col].Segs[0].Slot
		was, now := shown(e.g.Rows[c.row][c.col]), layout.PlainText(rows[c.gotRow][c.gotCol].glyphs)
		if !slot.Origin.Text.Placed() || c.col > 0 && missing(slot.Origin.Text, e.g.Rows[c.row][c.col-1].Segs[0].Slot.Origin.Text) {
			s.refuse(sayCellNoText, e.g.Node, was, now).table(e.t)
			continue
		}
		v, ok := e.value(rows[c.gotRow][c.gotCol], c.row, c.col)
		if !ok {
			continue
		}
		f := e.finding(was, now, sayCellEdited).by(by).cells(rows[c.gotRow])
		s.edit(f, e.g.Node, cellEdits(s.doc.File, slot.Origin.Text, v)...)
		f.change.Action = "update_child"
	}
	file := s.doc.File
	lineOf := func(row int) int { return file.Line(e.g.Rows[row][0].Segs[0].Slot.Origin.Text.Offset(0)) }
	for _, r := range p.rowDels {
		if e.g.Header && r == 0 {
			s.refuse(sayHeaderRow, e.g.Node, e.g.Text(), "").table(e.t)
			continue
		}
		span := file.LineSpan(lineOf(r))
		f := e.finding(rowText(e.g.Rows[r]), "", sayRowDeleted)
		s.edit(f, e.g.Node, source.Edit{Span: source.Span{Start: span.Start, End: file.NextLine(lineOf(r))}})
	}
	// New rows go behind the last kept row before them, or before the first one.
	match := map[int]int{}
	for _, c := range planMatch(p, len(rows), len(e.g.Rows)) {
		match[c[0]] = c[1]
	}
	for _, k := range p.rowAdds {
		cells, ok := e.values(rows[k])
		if !ok {
			continue
		}
		prev := -1
		for b := k - 1; b >= 0 && prev < 0; b-- {
			if r, ok := match[b]; ok {
				prev = r
			}
		}
		line := lineOf(max(prev, 0))
		if t, ok := e.g.Node.(*noma.Table); ok && prev == 0 {
			line = file.Line(t.Separator.Start)
		}
		span := file.LineSpan(line)
		indent := file.Text[span.Start:span.End]
		indent = indent[:len(indent)-len(strings.TrimLeft(indent, " \t"))]
		f := e.finding("", strings.Join(cells, " | "), sayRowAdded)
		row := indent + "| " + strings.Join(cells, " | ") + " |"
		if prev < 0 { // before the first one
			s.edit(f, e.g.Node, source.Edit{Span: source.Span{Start: span.Start, End: span.Start}, New: row + file.EOL()})
			continue
		}
		s.edit(f, e.g.Node, source.Edit{Span: source.Span{Start: span.End, End: span.End}, New: file.EOL() + row})
	}
}
