package layout

import (
	"github.com/nomadocx/nomadocx/internal/office/wml"
	"github.com/nomadocx/nomadocx/noma/dataset"
)

// The cells of tables are most of a long report, and nearly all tables come back as they were sent. Who
// compares a plan with a file needs no more of such a table than its fingerprint: it releases the
// cells, whose memory the next table takes, and restores the few tables it reads into.

// grid emits a table. rows lays its cells out with the emitter it is given, and learns whether it is
// another one than before.
func (e *emitter) grid(g *Grid, width int, rows func(e *emitter, again bool) [][]*Para) {
	before, shown := e.arena.mark(), e.shown
	g.Rows = rows(e, false)
	g.fit(width)
	if e.shown > shown {
		g.fitPictures()
	}
	g.lay = func() [][]*Para {
		own := *e.builder
		own.arena = &arena{}
		return rows(&emitter{builder: &own, page: e.page}, true)
	}
	e.out(g)
	if g.gone {
		e.arena.rewind(before)
	}
}

// Fingerprint returns the fingerprint of the cells in order, without those that show nothing.
func (g *Grid) Fingerprint() uint64 {
	key, _ := g.hashes()
	return key
}

// Blanks returns a hash of which cells show nothing.
func (g *Grid) Blanks() uint64 {
	_, blanks := g.hashes()
	return blanks
}

func (g *Grid) hashes() (key, blanks uint64) {
	if g.gone {
		return g.key, g.blanks
	}
	key, blanks = GridSeed, GridSeed
	n := uint64(0)
	for _, r := range g.Rows {
		for _, p := range r {
			n++
			if k := p.Fingerprint(); k != 0 {
				key = Fold(key, k)
			} else {
				blanks = Fold(blanks, n)
			}
		}
	}
	return FoldMerges(key, g.Merges), blanks
}

// FoldMerges adds merged cells to the fingerprint of a table.
func FoldMerges(h uint64, merges []dataset.Range) uint64 {
	for _, r := range merges {
		for _, n := range [4]int{r.Top, r.Left, r.Bottom, r.Right} {
			h = Fold(h, uint64(n)+1)
		}
	}
	return h
}

// GridSeed is what the fingerprint of a table without content is: [Fold] adds the cells to it.
const GridSeed = uint64(7)

// Len returns the number of rows, released or not.
func (g *Grid) Len() int {
	if g.gone {
		return g.rows
	}
	return len(g.Rows)
}

// RowLen returns the number of cells of a row, released or not.
func (g *Grid) RowLen(row int) int {
	if g.gone {
		return g.cols
	}
	return len(g.Rows[row])
}

// Release gives up the cells of a table until [Grid.Restore]: Rows is nil. It is for who gets the table
// from a plan's Body, before the next block is asked for, and holds no cell of it. A table with an
// equation or a picture, or of a kind that is not laid out twice, stays as it is.
func (g *Grid) Release() {
	if g.lay == nil || g.gone || len(g.Rows) == 0 {
		return
	}
	for _, r := range g.Rows {
		if len(r) != len(g.Rows[0]) {
			return
		}
		for _, p := range r {
			for i := range p.Segs {
				for k := range p.Segs[i].Runs {
					if r := &p.Segs[i].Runs[k]; r.Kind == wml.Math || r.Image() != nil {
						return
					}
				}
			}
		}
	}
	g.key, g.blanks = g.hashes()
	g.rows, g.cols = len(g.Rows), len(g.Rows[0])
	g.Rows, g.gone = nil, true
}

// Restore lays the cells of a released table out again, as they were.
func (g *Grid) Restore() {
	if g.gone {
		g.gone, g.Rows = false, g.lay()
		g.alignCells()
	}
}
