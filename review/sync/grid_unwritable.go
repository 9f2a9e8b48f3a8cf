package reviewsync

import (
	"slices"
	"strconv"

	"github.com/nomadocx/nomadocx/internal/office/wml"
	"github.com/nomadocx/nomadocx/layout"
	"github.com/nomadocx/nomadocx/noma/dataset"
	"github.com/nomadocx/nomadocx/noma/source"
)

// Rows that cannot be written. A returned row too unlike every sent one seems new, and the sent one deleted.
// When the new one has no representation, deleting the other would leave the source with neither: such a row is
// taken for the sent one beside it, edited, and each of its cells is applied or refused by itself.

// pairUnwritable makes edited rows of new ones without a form, where a row was deleted in their place that
// they share words with.
func (e *gridEditor) pairUnwritable(p *gridPlan, rows [][]gridCell) {
	if len(p.colAdds)+len(p.colDels) > 0 || len(p.rowDels) == 0 {
		return
	}
	pairs := planMatch(p, len(rows), len(e.g.Rows))
	paired, kept := map[int]bool{}, map[int]bool{}
	for _, k := range p.rowAdds {
		if e.writable(rows[k]) {
			continue
		}
		from, to := 0, len(e.g.Rows)
		at, _ := slices.BinarySearchFunc(pairs, k, func(m [2]int, k int) int { return m[0] - k })
		if at > 0 {
			from = pairs[at-1][1] + 1
		}
		if at < len(pairs) {
			to = pairs[at][1]
		}
		r := e.mostAlike(rows[k], from, min(to, from+farthest))
		if r < 0 {
			continue
		}
		pairs = slices.Insert(pairs, at, [2]int{k, r})
		paired[k], kept[r] = true, true
		for c := range min(len(rows[k]), len(e.g.Rows[r])) {
			if rows[k][c].key != e.g.Rows[r][c].Fingerprint() {
				p.cells = append(p.cells, cellEdit{row: r, col: c, gotRow: k, gotCol: c})
			}
		}
	}
	p.rowAdds = slices.DeleteFunc(p.rowAdds, func(k int) bool { return paired[k] })
	p.rowDels = slices.DeleteFunc(p.rowDels, func(r int) bool { return kept[r] })
}

// writable reports whether every cell of a row has a form in the source.
func (e *gridEditor) writable(row []gridCell) bool {
	for _, c := range row {
		if _, why := e.spell(c, -1, -1); !why.none() {
			return false
		}
	}
	return true
}

// mostAlike returns the sent row of a stretch that has most words in common with a returned one, -1 for none.
func (e *gridEditor) mostAlike(row []gridCell, from, to int) int {
	now := map[string]int{}
	for _, c := range row {
		countWords(now, []wml.Run{{Text: layout.PlainText(c.glyphs)}})
	}
	best, most := -1, 0
	for r := from; r < to; r++ {
		was := map[string]int{}
		for _, p := range e.g.Rows[r] {
			countWords(was, p.Runs())
		}
		if common, _ := overlap(was, now); common > most {
			best, most = r, common
		}
	}
	return best
}

// sameNumber reports whether a cell of data shows the number that it was sent with in another form, which the data do not hold.
func (e *gridEditor) sameNumber(now string, row, col int) bool {
	if row < 0 || row >= len(e.g.Rows) || col < 0 || col >= len(e.g.Rows[row]) {
		return false
	}
	was, errWas := strconv.ParseFloat(shown(e.g.Rows[row][col]), 64)
	is, errIs := strconv.ParseFloat(now, 64)
	if errWas != nil || errIs != nil || was != is {
		return false
	}
	g, err := dataset.Parse(e.d)
	if err != nil {
		return false
	}
	edits, err := g.SetCell(e.body(row), col, now)
	return err == nil && !slices.ContainsFunc(edits, func(x source.Edit) bool { return e.s.doc.File.Text[x.Span.Start:x.Span.End] != x.New })
}
