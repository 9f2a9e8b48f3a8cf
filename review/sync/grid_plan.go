package reviewsync

import (
	"slices"

	"github.com/nomadocx/nomadocx/internal/align"
	"github.com/nomadocx/nomadocx/internal/halt"
	"github.com/nomadocx/nomadocx/layout"
	"github.com/nomadocx/nomadocx/noma"
)

// What happened to a table: columns, rows and cells aligned with those that were sent.

// gridPlan says what happened to a table. Column changes come first: indexes of cells are those
// after them. Rows count the header row, when there is one, as 0.
type gridPlan struct {
	colAdds, colDels []int // new columns by returned index, deleted ones by sent index
	rowAdds, rowDels []int // new rows by returned index, deleted ones by sent index
	gone, theirs     []int // of the author: rows they took out, by returned index, and wrote, by sent index; they stay so
	cells            []cellEdit
}

type cellEdit struct {
	row, col, gotRow, gotCol int
	by                       ruling // what was decided on it
}

// planGrid aligns the two tables. ok is false when columns changed in several possible ways. inPlace tells that cells were merged or
// split: the rows are those that were sent when they are as many, however little of their text is left in them.
func (s *tables) planGrid(g *layout.Grid, rows [][]gridCell, inPlace bool) (*gridPlan, bool) {
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
	if returned != width || keysMoved(g, rows) {
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
	cameOrWent := len(g.Rows) != len(rows) || s.base.rowsMoved(g)
	match := identity(len(rows))
	if !inPlace || len(rows) != len(g.Rows) {
		match = align.Align(&rowPair{s.plan.Look, g, rows, cols, cameOrWent})
	}
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
				p.cells = append(p.cells, cellEdit{row: r, col: c, gotRow: k, gotCol: j})
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

// keysMoved reports whether the name of a dataset's column stands over another column than before: as many
// columns came as went. Names of columns are no cells to be edited, so the columns have to be distinguished.
func keysMoved(g *layout.Grid, rows [][]gridCell) bool {
	d, ok := g.Node.(*noma.Directive)
	if !ok || !d.Is(noma.Data) || !g.Header || len(g.Rows) == 0 {
		return false
	}
	at := map[uint64]int{}
	for i, p := range g.Rows[0] {
		at[p.Fingerprint()] = i
	}
	for j, c := range rows[0] {
		if i, ok := at[c.key]; ok && i != j && c.key != 0 {
			return true
		}
	}
	return false
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
	look halt.Look
	g    *layout.Grid
	rows [][]gridCell
	cols []int // returned column → sent column
	// cameOrWent is set when there are more or fewer rows than were sent: an unlike pair is two rows, not one.
	cameOrWent bool
}

func (p *rowPair) Len() (int, int) { return len(p.g.Rows), len(p.rows) }

func (p *rowPair) shared(i, j int) (same, n int) {
	p.look.Now()
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
			h = layout.Fold(h, p.g.Rows[i][c].Fingerprint())
		}
	}
	return h
}

func (p *rowPair) KeyB(j int) uint64 {
	h := uint64(9)
	for k, c := range p.cols {
		if c >= 0 && k < len(p.rows[j]) {
			h = layout.Fold(h, p.rows[j][k].key)
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
	if p.cameOrWent && same == 0 {
		return 0
	}
	return score
}

// alignColumns maps returned columns to sent ones.
func alignColumns(g *layout.Grid, rows [][]gridCell, width, returned int) []int {
	p := &columnPair{g: g, rows: rows, width: width, returned: returned}
	return align.Align(p)
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

func (p *columnPair) KeyA(int) uint64 { return 0 }

func (p *columnPair) KeyB(int) uint64 { return 0 }

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

// planMatch pairs the returned rows that were kept with the sent ones, in order.
func planMatch(p *gridPlan, returned, sent int) [][2]int {
	add, del := map[int]bool{}, map[int]bool{}
	for _, k := range slices.Concat(p.rowAdds, p.gone) {
		add[k] = true
	}
	for _, r := range slices.Concat(p.rowDels, p.theirs) {
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
