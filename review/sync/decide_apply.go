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
	k.inPara, k.inTable, k.empty = map[*wml.Paragraph][]*finding{}, map[*wml.Table][]*finding{}, map[*layout.Tracked]bool{}
	before := len(k.findings)
	for _, st := range []*layout.Story{k.plan.Header, k.plan.Footer} {
		if st != nil {
			k.story(st.Node, st.Blocks, k.resolved(st.Blocks))
		}
	}
	k.story(k.doc, k.sent, k.resolved(k.sent))
	k.decidedNotes()
	k.bind(before)
}

// resolved is a story with what was accepted in it, as it would come back from Word.
func (k *desk) resolved(blocks []layout.Block) []wml.Block {
	state := func(t *layout.Tracked) layout.State {
		if k.accepted[t] != nil {
			return layout.Accepted
		}
		return layout.Rejected
	}
	var out []wml.Block
	for b := range layout.Resolve(slices.Values(blocks), state) {
		out = append(out, k.returned(b))
	}
	return out
}

// returned is a block as it would come back.
func (k *desk) returned(b layout.Block) wml.Block {
	switch b := b.(type) {
	case *layout.Para:
		p := returnedPara(b)
		k.inPara[p] = k.decisions(b)
		if b.Marks != nil && text(p.Runs) == "" {
			for _, t := range b.Marks.Tracked {
				k.empty[t] = true
			}
		}
		return p
	case *layout.Grid:
		t := &wml.Table{Style: layout.TableData}
		for _, row := range b.Rows {
			var r wml.Row
			for _, p := range row {
				for _, f := range k.decisions(p) {
					k.inTable[t] = append(k.inTable[t], f)
				}
				r.Cells = append(r.Cells, wml.TableCell{Span: 1, Blocks: []wml.Block{returnedPara(p)}})
			}
			t.Rows = append(t.Rows, r)
		}
		return t
	case *layout.Columns:
		t := &wml.Table{Style: layout.TableLayout}
		for _, row := range b.Rows {
			var r wml.Row
			for _, cell := range row {
				c := wml.TableCell{Span: 1}
				for _, x := range cell {
					c.Blocks = append(c.Blocks, k.returned(x))
				}
				r.Cells = append(r.Cells, c)
			}
			t.Rows = append(t.Rows, r)
		}
		return t
	}
	return nil
}

// decisions are the findings of the accepted requests in a paragraph.
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

func returnedPara(p *layout.Para) *wml.Paragraph {
	out := &wml.Paragraph{Style: p.Style, List: p.List, NumID: p.ListNo, Align: p.Align, Framed: p.Frame != nil, Rule: p.Rule, SectionBreak: p.SectionEnd != nil, Runs: p.Runs()}
	for _, name := range p.Anchors {
		out.Points = append(out.Points, wml.Point{Kind: wml.BookmarkStart, Name: name})
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
		decided := slices.Concat(k.inPara[e.para.Original()], k.inTable[e.inTable])
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
		e.partners = append(e.partners, decided...)
		for _, f := range decided {
			bound[f] = true
			if e.Outcome != Applied && f.Outcome == Applied {
				f.fail(e.Code, e.Message)
			}
		}
	}
	for _, f := range k.acceptedOnes(func(*layout.Tracked) bool { return true }) {
		if !bound[f] && strings.TrimSpace(f.Was+f.Now) != "" { // blanks may make no difference where they are
			f.fail(CodeNoSpelling, "With the text of the request in it the target reads as before.")
		}
	}
}

// acceptedOnes are the findings of the accepted requests for which ok holds, in their order.
func (k *desk) acceptedOnes(ok func(*layout.Tracked) bool) (out []*finding) {
	for _, t := range k.order {
		if ok(t) {
			out = append(out, k.accepted[t])
		}
	}
	return out
}
