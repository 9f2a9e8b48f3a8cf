package reviewsync

import (
	"slices"
	"strings"

	"github.com/nomadocx/nomadocx/internal/office/wml"
	"github.com/nomadocx/nomadocx/layout"
)

// A document with the change requests that were accepted, compared with the document as it is.

// apply compares the document with what it will be.
func (k *desk) apply() {
	k.written, k.inNote, k.empty = newWritten(), map[*wml.Paragraph][]*finding{}, map[*layout.Tracked]bool{}
	before := len(k.findings)
	for _, st := range []*layout.Story{k.plan.Header, k.plan.Footer} {
		if st != nil {
			k.story(st.Node, st.Blocks, k.resolved(st.Blocks))
		}
	}
	body := k.resolved(k.base.blocks)
	k.returned.Stories = []*wml.Story{{Kind: wml.MainStory, Blocks: body}}
	k.story(k.doc, k.base.blocks, body)
	for p := range k.returned.texts() {
		if now := k.planned.Get(p); now != nil {
			k.formatting.turnItem(now, now, p)
			k.lists.checkBox(now, p)
		}
	}
	k.lists.turnItems()
	k.decidedNotes()
	for p, b := range k.written.paras {
		if b.Marks != nil && b.Part != layout.PartCell && text(p.Runs) == "" {
			for _, t := range b.Marks.Tracked {
				k.empty[t] = true
			}
		}
	}
	k.bind(before)
	k.keepPlaces()
}

// resolved returns a story with what was accepted in it, as it would come back from Word.
func (k *desk) resolved(blocks []layout.Block) []wml.Block {
	return k.written.blocks(layout.Resolve(slices.Values(blocks), func(t *layout.Tracked) layout.State {
		if k.accepted[t] != nil {
			return layout.Accepted
		}
		return layout.Rejected
	}))
}

// seenIn returns the decisions that the place of an edit in the document as it will be shows.
func (k *desk) seenIn(e *finding) (out []*finding) {
	if g := k.written.tables[e.inTable]; g != nil {
		note := func(p *layout.Para) {
			for _, f := range k.decisions(p) {
				if !slices.Contains(out, f) {
					out = append(out, f)
				}
			}
		}
		layout.EachPara(g, note)
		if was := k.grids[e.inTable]; was != nil { // the rows and columns that go
			was.Restore()
			layout.EachPara(was, note)
		}
		return out
	}
	if decided := k.inNote[e.para]; decided != nil {
		return decided
	}
	if p := k.written.paras[e.para.Original()]; p != nil {
		return k.decisions(p)
	}
	return nil
}

// decisions returns the findings of the accepted requests in a paragraph.
func (k *desk) decisions(p *layout.Para) (out []*finding) {
	if p.Marks != nil {
		for _, t := range p.Marks.Tracked {
			if f := k.accepted[t]; f != nil {
				out = append(out, f)
			}
		}
	}
	return out
}

// bind ties decisions to the edits that make them: each is made with the other or not at all. The
// edits' own findings would tell the same again, so they are not kept. An edit that is in no paragraph of the document
// as it will be takes paragraphs out.
func (k *desk) bind(before int) {
	edits := k.findings[before:]
	k.findings = k.findings[:before]
	bound := map[*finding]bool{}
	for _, e := range edits {
		decided := k.seenIn(e)
		were := e.joined
		if p := k.planned.Get(e.para); p != nil && e.para != nil { // what it was may have gone into it, or made room for it
			were = append(were[:len(were):len(were)], p)
		}
		for _, p := range were {
			for _, f := range k.decisions(p) {
				if !slices.Contains(decided, f) {
					decided = append(decided, f)
				}
			}
		}
		if len(decided) == 0 {
			decided = k.acceptedOnes(func(t *layout.Tracked) bool { return t.Deletes() && t.Unit != layout.UnitText || k.empty[t] })
		}
		if len(decided) == 0 {
			decided = k.acceptedOnes(func(*layout.Tracked) bool { return true })
		}
		k.tie(e, decided, bound)
	}
	for _, e := range edits {
		k.tie(e, k.unseen(e, bound), bound)
	}
	for _, f := range k.acceptedOnes(func(*layout.Tracked) bool { return true }) {
		if !bound[f] && strings.TrimSpace(f.Was+f.Now) != "" { // blanks may make no difference where they are
			k.fail(f, sayReadsAsBefore)
		}
	}
}

// tie lets an edit be made with all of some decisions or not at all.
func (k *desk) tie(e *finding, decided []*finding, bound map[*finding]bool) {
	e.partners = append(e.partners, decided...)
	for _, f := range decided {
		bound[f] = true
		if !k.applied(e) && k.applied(f) {
			why := k.concluded(e)
			k.fail(f, sentence{why.Code, why.Message})
		}
	}
}

// unseen returns the decisions in the lines of code around an edit that no edit shows: where words change lines, others go.
func (k *desk) unseen(e *finding, bound map[*finding]bool) (out []*finding) {
	for _, sh := range k.sheets {
		if sh.p.Part != layout.PartCode || sh.p.Node != e.node {
			continue
		}
		for _, f := range k.decisions(sh.p) {
			if !bound[f] {
				out = append(out, f)
			}
		}
	}
	return out
}

// acceptedOnes returns the findings of the accepted requests for which ok holds, in their order.
func (k *desk) acceptedOnes(ok func(*layout.Tracked) bool) (out []*finding) {
	for _, t := range k.order {
		if ok(t) {
			out = append(out, k.accepted[t])
		}
	}
	return out
}
