package reviewsync

import (
	"slices"

	"github.com/nomadocx/nomadocx/internal/office/wml"
	"github.com/nomadocx/nomadocx/layout"
)

// repeats knows which contents came back more often than they were sent. When the author has gone on, a paragraph that
// reads as one that was sent is usually that one, which the author has since rewritten or deleted. A reviewer can
// write the same words once more, though, and a heading of one word reads as the first word of a paragraph that was
// split: then one of them is the reviewer's.
type repeats struct {
	sent, now map[uint32]int // how often each content was sent, and how often what was sent is in the source
	edited    map[uint32]int // how often what was sent with a content came back with another one
	count     func() map[uint32]int
	came      map[uint32]int // how often each came back
}

// of returns how often more than sent a content came back.
func (x *repeats) of(content uint32) int {
	if x == nil {
		return 0
	}
	if x.came == nil {
		x.came = x.count()
	}
	return max(0, x.came[content]+x.edited[content]-x.sent[content])
}

// take reports whether a paragraph that is not in the source is the reviewer's. Those that the author has deleted are
// the first of them.
func (x *repeats) take(content uint32) bool {
	if x.of(content) == 0 {
		return false
	}
	if x.now[content] < x.sent[content] {
		x.now[content]++
		return false
	}
	x.came[content]--
	return true
}

// countEdited counts what came back with another content than it was sent with, and than the source has: a paragraph that reads as it
// did is another one. That holds for what has its bookmark, and for cells of tables that are known.
func (st *story) countEdited() {
	if !st.base.moved || st.base.more == nil {
		return
	}
	for j, i := range st.match {
		if i < 0 || st.Equal(i, j) {
			continue
		}
		it, g := &st.items[i], &st.got[j]
		if it.para != nil && g.para != nil && slices.ContainsFunc(g.anchors, func(a string) bool { k, ok := st.byAnchor[a]; return ok && k == i }) {
			if sent, ok := st.base.hashOf(it.para); ok && sent != layout.ContentHash(g.key) {
				st.base.more.edited[sent]++
			}
		}
		grid, planned := it.block.(*layout.Grid)
		if t, ok := g.block.(*wml.Table); ok && planned {
			edited, cells := st.base.editedCells(grid, originalTable(t))
			for _, content := range edited {
				if len(edited)*2 <= cells {
					st.base.more.edited[content]++
				}
			}
		}
	}
}

// editedCells returns the contents that cells of a table were sent with which came back with others, and how many cells it has. It
// knows of tables only that kept their shape.
func (b *base) editedCells(g *layout.Grid, t *wml.Table) (edited []uint32, cells int) {
	if len(t.Rows) != len(g.Rows) {
		return nil, 0
	}
	for i, row := range g.Rows {
		if len(row) != len(t.Rows[i].Cells) {
			return nil, 0
		}
		for k, p := range row {
			cells++
			var now *wml.Paragraph
			if c := t.Rows[i].Cells[k].Blocks; len(c) == 1 {
				now, _ = c[0].(*wml.Paragraph)
			}
			sent, ok := b.hashOf(p)
			if now == nil || !ok {
				continue
			}
			if h := layout.ContentHash(layout.Fingerprint(now.Runs, wml.Original)); h != sent && h != layout.ContentHash(p.Fingerprint()) {
				edited = append(edited, sent)
			}
		}
	}
	return edited, cells
}
