package reviewsync

import (
	"iter"
	"slices"

	"github.com/nomadocx/nomadocx/internal/office/wml"
	"github.com/nomadocx/nomadocx/layout"
)

// What of the source says what a program has made of a file: the paragraphs that are as they were sent.

// body yields the blocks of the main story of a plan: those whose paragraphs the base knows when the source has moved on.
func (b *base) body(plan *layout.Plan) iter.Seq[layout.Block] {
	if b.moved && !b.unknown {
		return slices.Values(b.blocks)
	}
	return plan.Body()
}

// eachAsSent gives the paragraphs of blocks that the author has left as they were sent, and all when nothing says which.
func (b *base) eachAsSent(blocks []layout.Block, do func(*layout.Para)) {
	for _, x := range blocks {
		layout.EachPara(x, func(p *layout.Para) {
			if b.unknown || b.untouched(p) {
				do(p)
			}
		})
	}
}

// eachAsSent gives those of all flows; of comments and notes all.
func (in *normalized) eachAsSent(do func(*layout.Para)) {
	for x := range in.base.body(in.plan) {
		in.base.eachAsSent([]layout.Block{x}, do)
	}
	in.base.eachAsSent(in.plan.HeaderFooter(), do)
	for _, x := range annotationBlocks(in.plan) {
		layout.EachPara(x, do)
	}
}

// editedSince reports whether the author may have edited a paragraph since it was sent.
func (in *normalized) editedSince(p *layout.Para) bool { return in.base.moved && !in.base.untouched(p) }

// wasSent reports whether the file says that a paragraph with this content was sent.
func (in *normalized) wasSent(runs []wml.Run) bool {
	return in.base.was[layout.ContentHash(layout.Fingerprint(runs, wml.Original))]
}
