package reviewsync

import (
	"slices"
	"strings"

	"github.com/nomadocx/nomadocx/internal/match"
	"github.com/nomadocx/nomadocx/internal/office/wml"
	"github.com/nomadocx/nomadocx/layout"
)

// Headers and footers. The source has one of each; a Word file may show it in several parts: on the
// first page, on even pages, in every section (ECMA-376 part 1, §17.10). The same edit in several parts
// is one edit; different edits of one paragraph are a conflict.

// headerFooter reconciles the parts that show a header or footer.
func (s *session) headerFooter(sent *layout.Story, parts []*wml.Story) {
	if sent == nil {
		for _, part := range parts {
			s.noBlock(part)
		}
		return
	}
	if len(parts) == 0 && !s.opts.data {
		s.noParts(sent)
	}
	own := uint64(11)
	for _, b := range sent.Blocks {
		layout.EachPara(b, func(p *layout.Para) { own = folded(own, paraKey(p)) })
	}
	seen := map[uint64]bool{}
	var edited, untouched []*wml.Story // one part for each content
	for _, part := range parts {
		key := shownIn(part)
		switch {
		case seen[key]:
			for p := range wml.Paragraphs(part.Blocks...) {
				s.copies[p] = true
			}
		case key == own:
			untouched = append(untouched, part)
		default:
			edited = append(edited, part)
		}
		seen[key] = true
	}
	if len(edited)+len(untouched) > 1 {
		// A first page without a header is how Word makes it: nobody has deleted anything.
		edited = slices.DeleteFunc(edited, func(part *wml.Story) bool { return shownIn(part) == folded(11, 0) })
	}
	var done []*story
	for _, part := range append(edited, untouched...) {
		if len(done) == 0 {
			done = append(done, s.story(sent.Node, sent.Blocks, part.Blocks))
			continue
		}
		st := newStory(sent.Blocks, part.Blocks, s.base)
		st.root = sent.Node
		s.own(st, s.doc)
		if shownIn(part) != own {
			s.otherPart(st, done)
			done = append(done, st)
		}
	}
}

// noParts reports a header or footer of which no part came back.
func (s *session) noParts(sent *layout.Story) {
	switch was := strings.TrimSpace(blocksText(sent.Blocks)); {
	case was == "":
	case !s.returned.keepsFormatting():
		s.habit(once(saySections, sent.Node, was, ""), s.returned.program())
	case s.sentHeader(sent):
		s.refuse(sayNoHeaderCame, sent.Node, was, "")
	}
}

// sentHeader reports whether a header or footer was sent as the source has it.
func (s *session) sentHeader(h *layout.Story) (sent bool) {
	for _, b := range h.Blocks {
		layout.EachPara(b, func(p *layout.Para) { sent = sent || p.Fingerprint() != 0 && s.base.untouched(p) })
	}
	return sent
}

// shownIn returns what a part shows, proposals with both their sides.
func shownIn(part *wml.Story) uint64 {
	h := uint64(11)
	for p := range wml.Paragraphs(part.Blocks...) {
		if p.Revised() {
			h = folded(h, layout.Fingerprint(p.Runs, wml.All)+1)
		} else {
			h = folded(h, layout.Fingerprint(p.Runs, wml.Original))
		}
	}
	return h
}

// folded leaves out paragraphs that show nothing.
func folded(h, key uint64) uint64 {
	if key == 0 {
		return h
	}
	return layout.Fold(h, key)
}

// otherPart takes what another part shows: edits that the parts before it do not have.
func (s *session) otherPart(st *story, done []*story) {
	for j, i := range st.match {
		g := &st.got[j]
		switch {
		case i >= 0:
			s.otherPair(st, i, j, done)
		case i != -1 || g.key == 0 || g.para == nil || s.base.inserted(g.key) != reviewer:
		case slices.ContainsFunc(done, func(o *story) bool { return o.added(g.key) }):
			s.copies[g.para] = true
		default:
			s.refuse(sayAddedOnSomePages, st.root, "", text(g.para.Runs)).at(g.para)
		}
	}
	for i := range st.items {
		p := st.items[i].para
		if st.back[i] >= 0 || p == nil || st.items[i].key == 0 || s.base.deleted(p) != reviewer {
			continue
		}
		if !slices.ContainsFunc(done, func(o *story) bool { return o.back[i] < 0 }) {
			s.refuse(sayDeletedOnSomePages, p.Node, said(p.Runs()), "")
		}
	}
}

// added reports whether a part shows a text that was not sent.
func (s *story) added(key uint64) bool {
	for j, i := range s.match {
		if i == -1 && s.got[j].key == key {
			return true
		}
	}
	return false
}

// otherPair compares one block of another part with what it became there and in the parts before.
func (s *session) otherPair(st *story, i, j int, done []*story) {
	if st.Equal(i, j) {
		return
	}
	g := &st.got[j]
	for _, o := range done {
		k := o.back[i]
		if k < 0 || o.Equal(i, k) {
			continue
		}
		if x := &o.got[k]; x.key == g.key && x.all == g.all {
			for p := range wml.Paragraphs(g.block) {
				s.copies[p] = true
			}
			return
		}
		p := st.items[i].para
		if p != nil && s.base.moved && s.base.changed(p, g.key) == author {
			return // this part shows what was sent
		}
		was, now := returnedText(o.got[k].block), returnedText(g.block)
		s.find(Conflict, sayPagesDiffer, st.root, was, now)
		return
	}
	s.pair(st, match.Event{Kind: match.Changed, A: match.One(i), B: match.One(j)})
}

// returnedText returns what a block that came back shows, a paragraph a line.
func returnedText(b wml.Block) string {
	out := ""
	for p := range wml.Paragraphs(b) {
		if out != "" {
			out += "\n"
		}
		out += text(p.Runs)
	}
	return out
}

// noBlock reports the text of a header or footer that no block of the source stands for.
func (s *session) noBlock(part *wml.Story) {
	template := layout.PropertyWords(s.returned.Properties, layout.TemplateProperty)
	for p := range wml.Paragraphs(part.Blocks...) {
		if now := said(p.Runs); now != "" && !generatedHeaderFooter(p) && !slices.Contains(template, layout.HeaderFooterKey(p.Runs)) {
			s.refuse(sayNoHeaderBlock, nil, "", now)
		}
	}
}

// generatedHeaderFooter: page numbers and the like, which editors put there by themselves.
func generatedHeaderFooter(p *wml.Paragraph) bool {
	for i := range p.Runs {
		switch r := &p.Runs[i]; {
		case r.Kind == wml.Text && strings.TrimSpace(r.Text) != "", r.Kind == wml.Input, r.Kind == wml.Field && !r.Computed():
			return false
		}
	}
	return true
}
