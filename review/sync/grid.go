package reviewsync

import (
	"strings"

	"github.com/nomadocx/nomadocx/dataset"
	"github.com/nomadocx/nomadocx/layout"
	"github.com/nomadocx/nomadocx/noma"
	"github.com/nomadocx/nomadocx/patch"
	"github.com/nomadocx/nomadocx/source"
	"github.com/nomadocx/nomadocx/wml"
)

// Tables of data: rows are aligned, then columns, then cells; the operations are the smallest that
// make the source show the returned table.

// gridCell is one returned cell.
type gridCell struct {
	glyphs []layout.Glyph
	key    uint64
	lines  int // paragraphs with text
}

func (s *session) grid(g *layout.Grid, t *wml.Table) {
	rows, revised := returnedRows(g, t)
	same := len(rows) == len(g.Rows)
	for i := 0; same && i < len(rows); i++ {
		same = len(rows[i]) == len(g.Rows[i])
		for j := 0; same && j < len(rows[i]); j++ {
			same = rows[i][j].key == g.Rows[i][j].Fingerprint()
		}
	}
	if same {
		return
	}
	was, now := gridText(g), rowsText(rows)
	d, _ := g.Node.(*noma.Directive)
	switch {
	case revised:
		if !s.originalSame(g, t) {
			s.refuse(CodeRevisions, g.Node, "The table holds tracked changes; accept or reject them first.", was, now).table(s, t)
		}
		return
	case s.base.unknown:
		s.refuseAs(Conflict, CodeNoBase, g.Node, "The source has changed since the file was made, and the file does not say what was sent.", was, now).table(s, t)
		return
	case !g.Editable && s.authorsTable(g, rows):
		return
	case !g.Editable:
		if d != nil && d.Name == "computed_table" || s.base.moved {
			s.refuse(CodeGenerated, g.Node, "The table is computed; change what it is computed from.", was, now).table(s, t)
			return
		}
		s.refuse(CodeGenerated, g.Node, "The table comes from a file; change it there.", was, now).table(s, t)
		return
	}
	e := s.gridEditor(g, t)
	plan, ok := planGrid(g, rows)
	if !ok {
		s.refuse(CodeTableShape, g.Node, "Rows and columns changed in a way that has several readings.", was, now).table(s, t)
		return
	}
	body := len(g.Rows)
	if g.Header {
		body--
	}
	if d != nil && d.Name == "dataset" && len(plan.rowDels) >= body && len(plan.rowAdds) == 0 {
		s.refuse(CodeTableShape, g.Node, "All rows were deleted; a dataset without rows shows as its source.", was, now).table(s, t)
		return
	}
	if s.base.moved && (len(plan.rowAdds)+len(plan.rowDels)+len(plan.colAdds)+len(plan.colDels) > 0) {
		s.movedShape(g, rows, plan, e, t)
		return
	}
	e.run(plan, rows)
}

// authorsTable reports whether a table differs only because the author changed what it is made from.
func (s *session) authorsTable(g *layout.Grid, rows [][]gridCell) bool {
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

// returnedRows are the cells of a returned table as content. Bold over a whole header row is the
// table style's, which some editors write into the runs.
func returnedRows(g *layout.Grid, t *wml.Table) (rows [][]gridCell, revised bool) {
	for i, r := range t.Rows {
		revised = revised || r.Ins != nil || r.Del != nil
		var row []gridCell
		for _, c := range r.Cells {
			var cell gridCell
			for _, b := range c.Blocks {
				eachParagraph(b, func(p *wml.Paragraph) {
					revised = revised || p.Revised()
					gl := layout.Glyphs(p.Runs, wml.Current)
					if len(gl) == 0 {
						return
					}
					if cell.lines > 0 {
						cell.glyphs = append(cell.glyphs, layout.Glyph{Rune: '\n'})
					}
					cell.lines++
					cell.glyphs = append(cell.glyphs, gl...)
				})
			}
			if i == 0 && g.Header && inGrid(g, len(row)) && !bold(sentCell(g, 0, len(row))) {
				cell.glyphs = unbold(cell.glyphs)
			}
			cell.key = glyphKey(cell.glyphs)
			row = append(row, cell)
			for k := 1; k < c.Span; k++ {
				row = append(row, gridCell{})
			}
		}
		rows = append(rows, row)
	}
	return rows, revised
}

func inGrid(g *layout.Grid, col int) bool { return len(g.Rows) > 0 && col < len(g.Rows[0]) }

func sentCell(g *layout.Grid, r, c int) []layout.Glyph {
	return layout.Glyphs(g.Rows[r][c].Runs(), wml.Current)
}

func bold(g []layout.Glyph) bool {
	for _, x := range g {
		if x.Style&wml.Bold != 0 {
			return true
		}
	}
	return false
}

func unbold(g []layout.Glyph) []layout.Glyph {
	for _, x := range g {
		if x.Object == "" && x.Rune > ' ' && x.Style&wml.Bold == 0 {
			return g // only part of it is bold: that is the author's
		}
	}
	out := append([]layout.Glyph(nil), g...)
	for i := range out {
		out[i].Style &^= wml.Bold
	}
	return out
}

// glyphKey is the fingerprint of content given as glyphs.
func glyphKey(g []layout.Glyph) uint64 {
	return layout.Fingerprint(layout.RunsOf(g), wml.Current)
}

func (s *session) originalSame(g *layout.Grid, t *wml.Table) bool {
	k := uint64(7)
	for _, r := range t.Rows {
		if r.Ins != nil {
			continue
		}
		for _, c := range r.Cells {
			for _, b := range c.Blocks {
				eachParagraph(b, func(p *wml.Paragraph) {
					if x := layout.Fingerprint(p.Runs, wml.Original); x != 0 {
						k = (k ^ x) * fnvPrime
					}
				})
			}
		}
	}
	return k == blockKey(g)
}

func gridText(g *layout.Grid) string {
	var rows []string
	for _, r := range g.Rows {
		var cells []string
		for _, c := range r {
			cells = append(cells, shown(c))
		}
		rows = append(rows, strings.Join(cells, " | "))
	}
	return strings.Join(rows, "\n")
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

// gridPlan says what happened to a table. Column changes come first: indexes of cells are those
// after them. Rows count the header row, when there is one, as 0.
type gridPlan struct {
	colAdds, colDels []int // new columns by returned index, deleted ones by sent index
	rowAdds, rowDels []int // new rows by returned index, deleted ones by sent index
	cells            []cellEdit
}

type cellEdit struct{ row, col, gotRow, gotCol int }

// planGrid aligns the two tables. ok is false when columns changed in several possible ways.
func planGrid(g *layout.Grid, rows [][]gridCell) (*gridPlan, bool) {
	width := 0
	for _, r := range g.Rows {
		width = max(width, len(r))
	}
	returned := 0
	for _, r := range rows {
		returned = max(returned, len(r))
	}
	if len(rows) == 0 || width == 0 {
		return nil, false
	}
	p := &gridPlan{}
	cols := identity(width)
	if returned != width {
		for _, r := range rows {
			if len(r) != returned {
				return nil, false
			}
		}
		cols = alignColumns(g, rows, width, returned)
		seen := make([]bool, width)
		for k, c := range cols {
			if c < 0 {
				p.colAdds = append(p.colAdds, k)
			} else {
				seen[c] = true
			}
		}
		for c, ok := range seen {
			if !ok {
				p.colDels = append(p.colDels, c)
			}
		}
	}
	match := align(&rowPair{g, rows, cols})
	if g.Header && (len(match) == 0 || match[0] != 0) {
		for k := range match { // the header row is always the first one
			if match[k] == 0 {
				match[k] = -1
			}
		}
		match[0] = 0
	}
	seen := make([]bool, len(g.Rows))
	for k, r := range match {
		if r < 0 {
			p.rowAdds = append(p.rowAdds, k)
			continue
		}
		seen[r] = true
		for j, c := range cols {
			if c >= 0 && j < len(rows[k]) && c < len(g.Rows[r]) && rows[k][j].key != g.Rows[r][c].Fingerprint() {
				p.cells = append(p.cells, cellEdit{r, c, k, j})
			}
		}
	}
	for r, ok := range seen {
		if !ok {
			p.rowDels = append(p.rowDels, r)
		}
	}
	return p, true
}

func identity(n int) []int {
	out := make([]int, n)
	for i := range out {
		out[i] = i
	}
	return out
}

// rowPair aligns rows by the cells they share.
type rowPair struct {
	g    *layout.Grid
	rows [][]gridCell
	cols []int // returned column → sent column
}

func (p *rowPair) Len() (int, int) { return len(p.g.Rows), len(p.rows) }
func (p *rowPair) shared(i, j int) (same, n int) {
	for k, c := range p.cols {
		if c < 0 || c >= len(p.g.Rows[i]) || k >= len(p.rows[j]) {
			continue
		}
		n++
		if p.g.Rows[i][c].Fingerprint() == p.rows[j][k].key {
			same++
		}
	}
	return same, n
}
func (p *rowPair) Equal(i, j int) bool { same, n := p.shared(i, j); return same == n }
func (p *rowPair) KeyA(i int) uint64 {
	h := uint64(9)
	for _, c := range p.cols {
		if c >= 0 && c < len(p.g.Rows[i]) {
			h = (h ^ p.g.Rows[i][c].Fingerprint()) * fnvPrime
		}
	}
	return h
}
func (p *rowPair) KeyB(j int) uint64 {
	h := uint64(9)
	for k, c := range p.cols {
		if c >= 0 && k < len(p.rows[j]) {
			h = (h ^ p.rows[j][k].key) * fnvPrime
		}
	}
	return h
}
func (p *rowPair) Anchored(int) int { return -1 }
func (p *rowPair) Score(i, j int) int {
	same, n := p.shared(i, j)
	if n == 0 {
		return 1
	}
	score := 1 + 100*same/n
	if c := p.cols[0]; c == 0 && len(p.rows[j]) > 0 && p.g.Rows[i][0].Fingerprint() == p.rows[j][0].key {
		score += 30 // the first column usually names the row
	}
	if len(p.g.Rows) != len(p.rows) && same == 0 {
		return 0 // rows came or went: an unlike pair is two rows, not one
	}
	return score
}

// alignColumns maps returned columns to sent ones.
func alignColumns(g *layout.Grid, rows [][]gridCell, width, returned int) []int {
	p := &columnPair{g: g, rows: rows, width: width, returned: returned}
	return align(p)
}

type columnPair struct {
	g               *layout.Grid
	rows            [][]gridCell
	width, returned int
}

func (p *columnPair) Len() (int, int) { return p.width, p.returned }
func (p *columnPair) Equal(i, j int) bool {
	if len(p.rows) != len(p.g.Rows) {
		return false
	}
	for r := range p.rows {
		if i >= len(p.g.Rows[r]) || p.g.Rows[r][i].Fingerprint() != p.rows[r][j].key {
			return false
		}
	}
	return true
}
func (p *columnPair) KeyA(int) uint64  { return 0 }
func (p *columnPair) KeyB(int) uint64  { return 0 }
func (p *columnPair) Anchored(int) int { return -1 }
func (p *columnPair) Score(i, j int) int {
	count := map[uint64]int{}
	for _, r := range p.g.Rows {
		if i < len(r) {
			count[r[i].Fingerprint()]++
		}
	}
	same := 0
	for _, r := range p.rows {
		if j < len(r) && count[r[j].key] > 0 {
			count[r[j].key]--
			same++
		}
	}
	score := 100 * same / max(1, len(p.rows))
	if i < len(p.g.Rows[0]) && p.g.Rows[0][i].Fingerprint() == p.rows[0][j].key && p.rows[0][j].key != 0 {
		score += 60
	}
	return score
}

// movedShape: the author changed the source, and rows or columns differ. Only what the reviewer
// added is certain; the rest is theirs or the author's and is told apart cell by cell.
func (s *session) movedShape(g *layout.Grid, rows [][]gridCell, plan *gridPlan, e *gridEditor, t *wml.Table) {
	keep := &gridPlan{cells: plan.cells}
	if len(plan.colAdds)+len(plan.colDels) > 0 {
		s.conflict(g.Node, gridText(g), rowsText(rows)).table(s, t)
		return
	}
	for _, r := range plan.rowAdds {
		known := true
		for _, c := range rows[r] {
			known = known && (c.key == 0 || s.base.was[layout.ContentHash(c.key)])
		}
		if !known {
			keep.rowAdds = append(keep.rowAdds, r)
		}
	}
	for _, r := range plan.rowDels {
		mine := true
		for _, p := range g.Rows[r] {
			mine = mine && s.base.deleted(p) == reviewer
		}
		if mine {
			keep.rowDels = append(keep.rowDels, r)
		}
	}
	e.run(keep, rows)
}

// gridEditor writes a plan: as table or dataset operations on a block with an id, else as source
// edits.
type gridEditor struct {
	s *session
	g *layout.Grid
	t *wml.Table
	d *noma.Directive // nil for a pipe table
	f *finding
}

func (s *session) gridEditor(g *layout.Grid, t *wml.Table) *gridEditor {
	d, _ := g.Node.(*noma.Directive)
	return &gridEditor{s: s, g: g, t: t, d: d}
}

func (e *gridEditor) finding(was, now, message string) *finding {
	f := e.s.apply(CodeTable, e.g.Node, message, was, now)
	if e.d != nil && e.d.ID != "" {
		action := "update_table"
		if e.d.Name == "dataset" {
			action = "update_dataset"
		}
		if e.f == nil { // one entry for each table in the report, however many operations
			f.change = &Change{Action: action, ID: e.d.ID}
			e.f = f
		}
	}
	return f.table(e.s, e.t)
}

func (e *gridEditor) run(p *gridPlan, rows [][]gridCell) {
	if e.d == nil || e.d.ID == "" {
		e.inSource(p, rows)
		return
	}
	e.asOps(p, rows)
}

// body is a row's index among the body rows.
func (e *gridEditor) body(row int) int {
	if e.g.Header {
		return row - 1
	}
	return row
}

// value is a returned cell in the spelling of the source; ok is false, and the cell refused, when it
// has none.
func (e *gridEditor) value(c gridCell, row, col int) (string, bool) {
	v, code, message := e.spell(c, row, col)
	if code != "" {
		e.s.refuse(code, e.g.Node, message, "", layout.PlainText(c.glyphs)).table(e.s, e.t)
	}
	return v, code == ""
}

func (e *gridEditor) spell(c gridCell, row, col int) (v string, refused Code, why string) {
	now := layout.PlainText(c.glyphs)
	if c.lines > 1 || strings.ContainsAny(now, "\n\r") {
		return "", CodeMultiline, "The cell has several lines; a cell of the source has one."
	}
	if e.d != nil && e.d.Name == "dataset" {
		for _, g := range c.glyphs {
			if g.Style != 0 || g.Link != "" || g.Object != "" {
				return "", CodeNoSpelling, "Data have no bold, italic or links."
			}
		}
		return now, "", ""
	}
	var markup string
	var ok bool
	if row >= 0 && row < len(e.g.Rows) && col >= 0 && col < len(e.g.Rows[row]) {
		p := layout.OnePara(e.g.Rows[row][col].Segs[0].Slot.Value)
		p.InCell = true
		markup, ok = e.s.names.Rewrite(p, [][]layout.Glyph{c.glyphs})
	} else {
		markup = e.s.names.Markup(c.glyphs, true)
		ok = layout.SameContent(e.s.names.Reads(markup), c.glyphs)
	}
	if len(c.glyphs) == 0 {
		markup, ok = "", true
	}
	if !ok || strings.Count(markup, "`")%2 == 1 {
		return "", CodeNoSpelling, "The cell's text has no spelling in the source."
	}
	return markup, "", ""
}

// judged reports whether a changed cell is the reviewer's to change.
func (e *gridEditor) judged(c cellEdit, rows [][]gridCell) bool {
	p := e.g.Rows[c.row][c.col]
	cell := rows[c.gotRow][c.gotCol]
	switch e.s.base.changed(p, cell.key) {
	case reviewer:
		return true
	case author:
		return false
	}
	e.s.conflict(e.g.Node, shown(p), layout.PlainText(cell.glyphs)).table(e.s, e.t)
	return false
}

func (e *gridEditor) asOps(p *gridPlan, rows [][]gridCell) {
	id, kind := e.d.ID, e.d.Name
	s := e.s
	if kind == "dataset" && len(p.colAdds)+len(p.colDels) == 0 && e.yamlRows(p, rows) {
		return
	}
	// Cells first, by their sent indexes; then columns and rows from the end, so that no index
	// moves before its turn.
	for _, c := range p.cells {
		if !e.judged(c, rows) {
			continue
		}
		v, ok := e.value(rows[c.gotRow][c.gotCol], c.row, c.col)
		if !ok {
			continue
		}
		was, now := shown(e.g.Rows[c.row][c.col]), layout.PlainText(rows[c.gotRow][c.gotCol].glyphs)
		col := c.col
		if e.g.Header && c.row == 0 {
			if kind == "dataset" {
				s.refuse(CodeGenerated, e.d, "The name of a dataset's column is also its key; rename it in the source.", was, now).table(s, e.t)
				continue
			}
			s.op(e.finding(was, now, "A header cell was edited."), patch.Op{Op: "update_table_header_cell", ID: id, Column: patch.At(col), Value: v})
			continue
		}
		row := e.body(c.row)
		s.op(e.finding(was, now, "A cell was edited."), patch.Op{Op: "update_" + kind + "_cell", ID: id, Row: row, Column: patch.At(col), Value: v})
	}
	for i := len(p.colDels) - 1; i >= 0; i-- {
		col := p.colDels[i]
		s.op(e.finding(shown(e.g.Rows[0][col]), "", "A column was deleted."), patch.Op{Op: "delete_" + kind + "_column", ID: id, Column: patch.At(col)})
	}
	for _, k := range p.colAdds {
		e.addColumn(k, p, rows)
	}
	for i := len(p.rowDels) - 1; i >= 0; i-- {
		row := e.body(p.rowDels[i])
		if row < 0 {
			s.refuse(CodeTableShape, e.d, "The header row was deleted.", gridText(e.g), "").table(s, e.t)
			continue
		}
		s.op(e.finding(rowText(e.g.Rows[p.rowDels[i]]), "", "A row was deleted."), patch.Op{Op: "delete_" + kind + "_row", ID: id, Row: row})
	}
	for _, k := range p.rowAdds {
		cells, ok := e.values(rows[k])
		if !ok {
			continue
		}
		row := e.insertAt(k, p)
		s.op(e.finding("", strings.Join(cells, " | "), "A row was added."), patch.Op{Op: "insert_" + kind + "_row", ID: id, Row: row, Cells: cells})
	}
}

// yamlRows edits the cells and rows of a YAML dataset in its body, so that the cells beside an edited
// one keep their quotes and decimals: the operations on cells spell the whole row anew.
func (e *gridEditor) yamlRows(p *gridPlan, rows [][]gridCell) bool {
	g, err := dataset.Parse(e.d)
	if err != nil || g.Format != dataset.YAML || len(p.rowDels) > 0 && len(p.rowDels) == len(g.Rows) {
		return false
	}
	for _, c := range p.cells {
		if e.body(c.row) < 0 {
			return false // a column's name: refused with its reason by the caller
		}
	}
	g.Keep, g.EOL = true, e.s.doc.File.EOL()
	type change struct {
		was, now, message string
		edits             []source.Edit
	}
	var changes []change
	for _, c := range p.cells {
		if !e.judged(c, rows) {
			continue
		}
		v, ok := e.value(rows[c.gotRow][c.gotCol], c.row, c.col)
		if !ok {
			continue
		}
		edits, err := g.SetCell(e.body(c.row), c.col, v)
		if err != nil {
			return false
		}
		changes = append(changes, change{shown(e.g.Rows[c.row][c.col]), v, "A cell was edited.", edits})
	}
	for _, r := range p.rowDels {
		edits, err := g.DeleteRow(e.body(r))
		if err != nil {
			return false
		}
		changes = append(changes, change{rowText(e.g.Rows[r]), "", "A row was deleted.", edits})
	}
	at := map[int]int{}
	for _, m := range planMatch(p, len(rows), len(e.g.Rows)) {
		at[m[0]] = m[1]
	}
	for _, k := range p.rowAdds {
		cells, ok := e.values(rows[k])
		if !ok {
			continue
		}
		row := len(g.Rows) // before the next row that was there already
		for n := k + 1; n < len(rows); n++ {
			if r, ok := at[n]; ok {
				row = e.body(r)
				break
			}
		}
		edits, err := g.InsertRow(row, cells)
		if err != nil {
			return false
		}
		changes = append(changes, change{"", strings.Join(cells, " | "), "A row was added.", edits})
	}
	for _, c := range changes {
		f := e.finding(c.was, c.now, c.message)
		if f.change == nil {
			f.change = &Change{Action: "update_dataset", ID: e.d.ID}
		}
		e.s.edit(f, e.d, c.edits...)
	}
	return true
}

// insertAt is the body index of a new row once the deleted rows are gone and the earlier new ones in.
func (e *gridEditor) insertAt(k int, p *gridPlan) int {
	rows := len(e.g.Rows) - len(p.rowDels) + len(p.rowAdds)
	if e.g.Header {
		rows--
	}
	return min(e.body(k), rows-1) // the author may have taken rows out meanwhile
}

func (e *gridEditor) values(row []gridCell) ([]string, bool) {
	out := make([]string, len(row))
	for i, c := range row {
		v, code, why := e.spell(c, -1, -1)
		if code != "" {
			e.s.refuse(code, e.g.Node, "The new row was left out. "+why, "", rowsText([][]gridCell{row})).table(e.s, e.t)
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
	added := map[int]bool{}
	for _, r := range p.rowAdds {
		added[r] = true
	}
	var cells []string
	header := ""
	for r := range rows {
		if added[r] {
			continue // a new row brings its own cells
		}
		v, ok := e.value(rows[r][k], -1, -1)
		if !ok {
			return
		}
		if r == 0 && e.g.Header {
			header = v
			continue
		}
		cells = append(cells, v)
	}
	op := patch.Op{Op: "insert_" + e.d.Name + "_column", ID: e.d.ID, Column: patch.At(k), Cells: cells}
	if e.g.Header {
		op.Header = &header
	}
	e.s.op(e.finding("", strings.TrimSpace(header+" "+strings.Join(cells, " ")), "A column was added."), op)
}

// inSource edits a table without an id: a pipe table, or a ::table nobody named.
func (e *gridEditor) inSource(p *gridPlan, rows [][]gridCell) {
	s := e.s
	if len(p.colAdds)+len(p.colDels) > 0 || e.d != nil && e.d.Name == "dataset" && len(p.rowAdds)+len(p.rowDels) > 0 {
		s.refuse(CodeTableShape, e.g.Node, "Columns of a table without an id are changed in the source.", gridText(e.g), rowsText(rows)).table(s, e.t)
		return
	}
	for _, c := range p.cells {
		if !e.judged(c, rows) {
			continue
		}
		slot := e.g.Rows[c.row][c.col].Segs[0].Slot
		was, now := shown(e.g.Rows[c.row][c.col]), layout.PlainText(rows[c.gotRow][c.gotCol].glyphs)
		if !slot.Origin.Text.Placed() || slot.Origin.Text.S == "" {
			s.refuse(CodeNoPlace, e.g.Node, "The cell is not written in the source.", was, now).table(s, e.t)
			continue
		}
		v, ok := e.value(rows[c.gotRow][c.gotCol], c.row, c.col)
		if !ok {
			continue
		}
		f := e.finding(was, now, "A cell was edited.")
		s.edit(f, e.g.Node, replaceText(s.doc.File, slot.Origin.Text, v)...)
		f.change.Action = "update_child"
	}
	file := s.doc.File
	lineOf := func(row int) int { return file.Line(e.g.Rows[row][0].Segs[0].Slot.Origin.Text.Offset(0)) }
	for _, r := range p.rowDels {
		if e.g.Header && r == 0 {
			s.refuse(CodeTableShape, e.g.Node, "The header row was deleted.", gridText(e.g), "").table(s, e.t)
			continue
		}
		span := file.LineSpan(lineOf(r))
		f := e.finding(rowText(e.g.Rows[r]), "", "A row was deleted.")
		s.edit(f, e.g.Node, source.Edit{Span: source.Span{Start: span.Start, End: file.NextLine(lineOf(r))}})
	}
	// New rows go behind the last kept row before them.
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
		if prev < 0 {
			prev = 0
		}
		line := lineOf(prev)
		if t, ok := e.g.Node.(*noma.Table); ok && prev == 0 {
			line = file.Line(t.Separator.Start)
		}
		span := file.LineSpan(line)
		indent := file.Text[span.Start:span.End]
		indent = indent[:len(indent)-len(strings.TrimLeft(indent, " \t"))]
		f := e.finding("", strings.Join(cells, " | "), "A row was added.")
		s.edit(f, e.g.Node, source.Edit{Span: source.Span{Start: span.End, End: span.End}, New: file.EOL() + indent + "| " + strings.Join(cells, " | ") + " |"})
	}
}

// planMatch pairs the returned rows that were kept with the sent ones, in order.
func planMatch(p *gridPlan, returned, sent int) [][2]int {
	add, del := map[int]bool{}, map[int]bool{}
	for _, k := range p.rowAdds {
		add[k] = true
	}
	for _, r := range p.rowDels {
		del[r] = true
	}
	var out [][2]int
	r := 0
	for k := 0; k < returned; k++ {
		if add[k] {
			continue
		}
		for r < sent && del[r] {
			r++
		}
		if r < sent {
			out = append(out, [2]int{k, r})
			r++
		}
	}
	return out
}
