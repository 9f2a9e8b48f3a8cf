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
func (in *normalized) editedSince(p *layout.Para) bool {
	return in.base.moved && !in.base.untouched(p) && !in.inNoteAsSent(p)
}

// inNoteAsSent reports whether a paragraph is one of a comment or note that the author has left as it was sent.
func (in *normalized) inNoteAsSent(p *layout.Para) bool {
	if in.notesAsSent == nil {
		in.findNotesAsSent()
	}
	return in.notesAsSent[p]
}

// findNotesAsSent notes the paragraphs of these: of those whose text the file has by their ids, and of those ^[text], which are part of a
// paragraph.
func (in *normalized) findNotesAsSent() {
	in.notesAsSent = map[*layout.Para]bool{}
	add := func(blocks []layout.Block) {
		for _, b := range blocks {
			layout.EachPara(b, func(p *layout.Para) { in.notesAsSent[p] = true })
		}
	}
	sent := func(name string, blocks []layout.Block) bool {
		content, ok := in.base.marks[layout.MarkKey(name)]
		return ok && name != "" && content == layout.MarkContent(layout.Contents(blocks))
	}
	for _, c := range in.plan.Comments {
		if sent(layout.MarkName(c.Node), c.Blocks) {
			add(c.Blocks)
		}
	}
	var marks map[string]bool // in paragraphs that are as they were sent
	for _, n := range slices.Concat(in.plan.Footnotes, in.plan.Endnotes) {
		if n.InPlace && marks == nil {
			marks = in.marksAsSent()
		}
		if n.InPlace && marks[sentMark(n)] || sent(layout.MarkName(n.Node), n.Blocks) {
			add(n.Blocks)
		}
	}
}

// marksAsSent returns the marks of notes in the paragraphs of the text that the author has left as they were sent.
func (in *normalized) marksAsSent() map[string]bool {
	marks := map[string]bool{}
	for b := range in.base.body(in.plan) {
		layout.EachPara(b, func(p *layout.Para) {
			for i := range p.Segs {
				for k := range p.Segs[i].Runs {
					if r := &p.Segs[i].Runs[k]; r.Kind == wml.NoteMark && r.Note() != nil && in.base.untouched(p) {
						marks[r.Note().Mark] = true
					}
				}
			}
		})
	}
	return marks
}

// wasSent reports whether the file says that a paragraph with this content was sent.
func (in *normalized) wasSent(runs []wml.Run) bool {
	return in.base.was[layout.ContentHash(layout.Fingerprint(runs, wml.Original))]
}
