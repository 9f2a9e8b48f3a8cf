package reviewsync

import (
	"github.com/nomadocx/nomadocx/internal/office/wml"
	"github.com/nomadocx/nomadocx/layout"
)

// A long report is mostly tables, and a review changes few of them. What came back as it was sent needs
// no cells to be compared: the others get theirs back as soon as the alignment shows which they are.

// sentBlocks returns the blocks of a plan's main story, with the tables released ([layout.Grid.Release]). There
// are about as many as came back. Their fields are counted before that.
func sentBlocks(plan *layout.Plan, returned *wml.Document, fields *fieldCounts) []layout.Block {
	n := 0
	for _, st := range returned.Stories {
		n += len(st.Blocks)
	}
	out := make([]layout.Block, 0, n)
	for b := range plan.Body() {
		layout.EachPara(b, func(p *layout.Para) { fields.count(plan.Names, p, false) })
		if g, ok := b.(*layout.Grid); ok {
			g.Release()
		}
		out = append(out, b)
	}
	return out
}

// restoreChanged lays the cells of those tables out again that did not come back as they were.
func (s *story) restoreChanged() {
	for i, j := range s.back {
		if g, ok := s.items[i].block.(*layout.Grid); ok && (j < 0 || s.got[j].key != s.items[i].key) {
			g.Restore()
		}
	}
}
