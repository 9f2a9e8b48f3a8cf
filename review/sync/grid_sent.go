package reviewsync

import (
	"slices"

	"github.com/nomadocx/nomadocx/internal/align"
	"github.com/nomadocx/nomadocx/layout"
)

// Tables of the source as they were sent: which of their rows the author has changed since.

// cells pairs the cells of tables by their rows: short values repeat, so that the contents of a cell say little. Rows that show what they
// did are paired first; those between them by their place, when they are as many. It needs the same number of tables on both sides, and
// of columns.
func (b *base) cells(body []layout.Block, e *entries, m layout.Manifest) {
	var now []layout.Area
	n := 0
	for _, x := range body {
		n = layout.EachGrid(x, n, func(a layout.Area) { now = append(now, a) })
	}
	b.merged, b.mergedSent, b.grids = map[*layout.Grid]uint32{}, map[uint32]bool{}, m.Grids
	for _, a := range m.Grids {
		b.mergedSent[a.Merges] = true
	}
	if len(now) != len(m.Grids) {
		return
	}
	for _, x := range body {
		eachGrid(x, func(g *layout.Grid) { b.merged[g] = m.Grids[len(b.merged)].Merges })
	}
	for k, a := range now {
		was := m.Grids[k]
		if a.Cols != was.Cols {
			continue
		}
		rows := &sentRows{e, a, was}
		match := align.Align(rows)
		lastNow, lastSent := -1, -1
		for r := range a.Rows + 1 {
			at := was.Rows
			if r < a.Rows {
				if at = match[r]; at < 0 {
					continue
				}
				b.pairRow(rows, at, r)
			}
			for n := 1; lastNow+n < r; n++ { // rows that changed, between two that did not
				switch at - lastSent {
				case 1:
					b.pairRow(rows, -1, lastNow+n)
				case r - lastNow:
					b.pairRow(rows, lastSent+n, lastNow+n)
				}
			}
			lastNow, lastSent = r, at
		}
	}
}

// pairRow pairs a row of the present table with one that was sent, or with none.
func (b *base) pairRow(rows *sentRows, sent, now int) {
	for c := range rows.now.Cols {
		p, at := rows.paras[rows.now.Start+now*rows.now.Cols+c], rows.was.Start+sent*rows.was.Cols+c
		if sent < 0 {
			delete(b.sentAs, p)
			delete(b.place, p)
			continue
		}
		b.sentAs[p], b.place[p] = rows.sent[at].Content, at
	}
}

// sentRows aligns the rows of a table of the source, now, with those it was sent with, by what their cells show.
type sentRows struct {
	*entries
	now, was layout.Area
}

func (s *sentRows) Len() (int, int) { return s.was.Rows, s.now.Rows }

func (s *sentRows) Equal(i, j int) bool {
	for c := range s.now.Cols {
		if s.sent[s.was.Start+i*s.was.Cols+c].Content != s.entries.now[s.now.Start+j*s.now.Cols+c].Content {
			return false
		}
	}
	return true
}

func (s *sentRows) KeyA(i int) uint64 { return s.key(s.sent, s.was.Start+i*s.was.Cols) }

func (s *sentRows) KeyB(j int) uint64 { return s.key(s.entries.now, s.now.Start+j*s.now.Cols) }

func (s *sentRows) key(entries []layout.Entry, start int) uint64 {
	h := uint64(9)
	for _, e := range entries[start : start+s.now.Cols] {
		h = layout.Fold(h, uint64(e.Content))
	}
	return h
}

func (s *sentRows) Anchored(int) int { return -1 }

func (s *sentRows) Score(i, j int) int {
	if s.Equal(i, j) {
		return 1
	}
	return 0
}

// gridSent returns where a table of the source stands among those that were sent, as far as its first cell tells.
func (b *base) gridSent(g *layout.Grid) (sent layout.Area, ok bool) {
	if len(g.Rows) == 0 || len(g.Rows[0]) == 0 {
		return sent, false
	}
	start, ok := b.placeOf(g.Rows[0][0])
	k := slices.IndexFunc(b.grids, func(a layout.Area) bool { return ok && a.Start == start })
	if k < 0 {
		return sent, false
	}
	return b.grids[k], true
}

// rowsMoved reports whether the author has put rows into a table, or taken some out.
func (b *base) rowsMoved(g *layout.Grid) bool {
	sent, ok := b.gridSent(g)
	if !ok || sent.Cols != len(g.Rows[0]) {
		return false
	}
	n := sent.Start
	for _, row := range g.Rows {
		if len(row) == 0 {
			return true
		}
		if at, ok := b.placeOf(row[0]); !ok || at != n {
			return true
		}
		n += sent.Cols
	}
	return len(g.Rows) != sent.Rows
}

// gridAsSent reports whether a table of the source is the one that was sent, so that all that differs in it is the reviewer's.
func (b *base) gridAsSent(g *layout.Grid) bool {
	if !b.moved {
		return true
	}
	sent, ok := b.gridSent(g)
	if !ok || sent.Cols != len(g.Rows[0]) || sent.Merges != layout.MergesHash(g.Merges) || b.rowsMoved(g) {
		return false
	}
	for _, row := range g.Rows {
		for _, p := range row {
			if was, ok := b.hashOf(p); !ok || was != b.present(p) || b.newEquation(p) {
				return false
			}
		}
	}
	return true
}
