package reviewsync

import (
	"slices"
	"strings"

	"github.com/nomadocx/nomadocx/internal/office/wml"
	"github.com/nomadocx/nomadocx/layout"
	"github.com/nomadocx/nomadocx/noma"
	"github.com/nomadocx/nomadocx/noma/source"
)

// Paragraphs that were split or joined: their words are one text, and the paragraphs are told anew.

// regroup finds paragraphs that were split or joined: one side of a pair fits much better together
// with its unmatched neighbour. They are rewritten as one passage.
func (s *session) regroup(st *story) {
	s.regroupSent(st)
	for j := range st.got {
		i := st.match[j]
		if i >= 0 && st.items[i].para != nil && st.items[i].para.Part == layout.PartGenerated && !st.Equal(i, j) {
			st.pieces(i, j)
			continue
		}
		if i < 0 || st.got[j].para == nil || st.Equal(i, j) || !splittable(st.items[i].para) || !s.untouched(st.items[i].para) || st.got[j].para.Revised() {
			continue
		}
		s.regroupAt(st, i, j)
	}
}

// regroupAt rewrites the passage that an item and what came back of it are a part of, if they are.
func (s *session) regroupAt(st *story, i, j int) {
	p := st.items[i].para
	free := func(k int) bool { // it was typed, or came of a paragraph that was split
		return k >= 0 && k < len(st.got) && st.match[k] == -1 && st.got[k].para != nil && !st.got[k].para.Revised() && !s.base.sentBefore(st.got[k].key)
	}
	var paras = []*layout.Para{p}
	rets := []*wml.Paragraph{st.got[j].para}
	best := similarity(paras, rets)
	// Split: the next returned paragraphs have no partner.
	lastJ := j
	for k := j + 1; free(k); k++ {
		if sim := similarity(paras, append(rets[:len(rets):len(rets)], st.got[k].para)); sim > best+100 {
			rets, best, lastJ = append(rets, st.got[k].para), sim, k
		} else {
			break
		}
	}
	firstJ := j
	for k := j - 1; lastJ == j && free(k); k-- {
		if sim := similarity(paras, append([]*wml.Paragraph{st.got[k].para}, rets...)); sim > best+100 {
			rets, best, firstJ = append([]*wml.Paragraph{st.got[k].para}, rets...), sim, k
		} else {
			break
		}
	}
	// Join: the neighbouring sent paragraphs have no partner.
	firstI, lastI := i, i
	if len(rets) == 1 {
		for k := i + 1; k < len(st.items) && st.back[k] < 0 && sameFlow(p, st.items[k].para) && s.untouched(st.items[k].para); k++ {
			if sim := similarity(append(paras[:len(paras):len(paras)], st.items[k].para), rets); sim > best+100 {
				paras, best, lastI = append(paras, st.items[k].para), sim, k
			} else {
				break
			}
		}
		for k := i - 1; lastI == i && k >= 0 && st.back[k] < 0 && sameFlow(p, st.items[k].para) && s.untouched(st.items[k].para); k-- {
			if sim := similarity(append([]*layout.Para{st.items[k].para}, paras...), rets); sim > best+100 {
				paras, best, firstI = append([]*layout.Para{st.items[k].para}, paras...), sim, k
			} else {
				break
			}
		}
	}
	// Both: what one of them was split into holds the words that the joined ones lack.
	for step := -1; len(paras) > 1 && step <= 1; step += 2 {
		for k := j + step; free(k) && lacks(paras, rets, st.got[k].para); k += step {
			firstJ, lastJ = min(firstJ, k), max(lastJ, k)
			if step < 0 {
				rets = slices.Insert(rets, 0, st.got[k].para)
			} else {
				rets = append(rets, st.got[k].para)
			}
		}
	}
	var glyphs [][]layout.Glyph
	for _, r := range rets {
		glyphs = append(glyphs, layout.Glyphs(r.Runs, wml.Original))
	}
	if len(paras) == 1 && len(rets) == 1 || !s.passage(paras, rets, glyphs, j, ruling{}) {
		return
	}
	for k := firstJ; k <= lastJ; k++ {
		st.match[k] = handled
		st.passage(k, firstI, lastI)
	}
	for k := firstI; k <= lastI; k++ {
		st.back[k] = 0
	}
}

// untouched reports whether the author has left a paragraph as it was sent.
func (s *session) untouched(p *layout.Para) bool {
	return !s.base.moved || !s.base.unknown && s.sentHash(p) == s.comparable(p.Fingerprint())
}

// pieces takes the paragraphs around a line of ours that was split for parts of it: they are no
// text of the reviewer.
func (st *story) pieces(i, j int) {
	line := shown(st.items[i].para)
	for _, step := range []int{-1, 1} {
		for k := j + step; k >= 0 && k < len(st.got) && st.match[k] == -1 && st.got[k].para != nil; k += step {
			if t := text(st.got[k].para.Runs); t == "" || !strings.Contains(line, t) {
				break
			}
			st.match[k] = handled
		}
	}
}

// splittable: an ordinary paragraph of the source.
func splittable(p *layout.Para) bool {
	if p == nil || p.Part != layout.PartText || p.Line != nil {
		return false
	}
	_, ok := p.Node.(*noma.Paragraph)
	return ok
}

func sameFlow(a, b *layout.Para) bool {
	return splittable(a) && splittable(b) && a.Node.At().Parent == b.Node.At().Parent
}

func similarity(paras []*layout.Para, rets []*wml.Paragraph) int {
	a, b := map[string]int{}, map[string]int{}
	for _, p := range paras {
		countWords(a, p.Runs())
	}
	for _, r := range rets {
		countWords(b, r.Runs)
	}
	common, total := overlap(a, b)
	if total == 0 {
		return 0
	}
	return 2000 * common / total
}

// lacks reports whether all words of r are words of paras that rets do not have.
func lacks(paras []*layout.Para, rets []*wml.Paragraph, r *wml.Paragraph) bool {
	left, words := map[string]int{}, map[string]int{}
	for _, p := range paras {
		countWords(left, p.Runs())
	}
	for _, x := range rets {
		countWords(words, x.Runs)
	}
	for w, n := range words {
		left[w] -= n
	}
	clear(words)
	countWords(words, r.Runs)
	for w, n := range words {
		if n > left[w] {
			return false
		}
	}
	return len(words) > 0
}

// passageOf returns the source of several paragraphs, without the white space that lines of list items begin with.
func passageOf(text string, span source.Span, paras []*layout.Para) layout.Passage {
	p := layout.Passage{Text: span.Of(text)}
	if paras[0].Segs[0].Slot.Origin.Text.LinePrefix == "" {
		for _, x := range paras {
			t := x.Segs[0].Slot.Origin.Text.All()
			p.Paras = append(p.Paras, [2]int{t.Start - span.Start, t.End - span.Start})
		}
		return p
	}
	p.Text = ""
	for i, x := range paras {
		if i > 0 {
			p.Text += "\n\n"
		}
		start := len(p.Text)
		p.Text += x.Segs[0].Slot.Origin.Text.S
		p.Paras = append(p.Paras, [2]int{start, len(p.Text)})
	}
	return p
}

// indentedLines puts a prefix before the lines of a text that are not empty, but for the first.
func indentedLines(text, prefix string) string {
	lines := strings.Split(text, "\n")
	for i := range lines {
		if i > 0 && lines[i] != "" {
			lines[i] = prefix + lines[i]
		}
	}
	return strings.Join(lines, "\n")
}

// passage rewrites several paragraphs as one stretch of source: as the returned ones, with the content that glyphs have.
// seq is the place of the first in the returned file.
func (s *session) passage(paras []*layout.Para, rets []*wml.Paragraph, glyphs [][]layout.Glyph, seq int, by ruling) bool {
	first, last := paras[0].Segs[0].Slot.Origin.Text.All(), paras[len(paras)-1].Segs[0].Slot.Origin.Text.All()
	for k := 1; k < len(paras); k++ { // nothing but blank lines may stand between them
		a, b := paras[k-1].Segs[0].Slot.Origin.Text.All(), paras[k].Segs[0].Slot.Origin.Text.All()
		if a.End > b.Start || strings.TrimSpace(s.doc.File.Text[a.End:b.Start]) != "" {
			return false
		}
	}
	span := source.Span{Start: first.Start, End: last.End}
	if strings.Contains(span.Of(s.doc.File.Text), "\r") {
		return false // line ends of one kind only
	}
	p := passageOf(s.doc.File.Text, span, paras)
	var was, now []string
	for _, x := range paras {
		was = append(was, shown(x))
	}
	for _, gl := range glyphs {
		now = append(now, layout.PlainText(gl))
	}
	out, ok := s.names.Rewrite(p, glyphs)
	if !ok {
		return false
	}
	d := noma.Snippet(out)
	if len(d.Children) != len(rets) {
		return false
	}
	for k, c := range d.Children {
		para, ok := c.(*noma.Paragraph)
		if !ok || !s.names.Spells(para.Content.S, glyphs[k]) {
			return false
		}
	}
	f := s.apply(sayRegrouped, paras[0].Node, strings.Join(was, "¶"), strings.Join(now, "¶")).by(by).at(rets[0])
	f.joined = paras
	for _, r := range rets {
		s.owner.Set(r, paras[0].Node)
	}
	if unitOf(paras[0].Node) != paras[0].Node { // inside a block without id: one edit does it
		if t := paras[0].Segs[0].Slot.Origin.Text; t.LinePrefix != "" {
			out = indentedLines(out, t.LinePrefix)
		}
		s.edit(f, paras[0].Node, trimEdit(span, span.Of(s.doc.File.Text), out))
		return true
	}
	// Each paragraph is a child of its own: the first ones are replaced, the others come or go.
	for k, x := range paras {
		if k < len(rets) {
			content := d.Children[k].(*noma.Paragraph).Content.S
			s.edit(f, x.Node, replaceText(s.doc.File, x.Segs[0].Slot.Origin.Text, content)...)
		} else {
			s.deleteNode(f, x.Node)
		}
	}
	last0 := paras[min(len(paras), len(rets))-1].Node.At()
	for k := len(paras); k < len(rets); k++ {
		s.addChild(f, last0.Parent, last0.Index+1, seq, d.Children[k].(*noma.Paragraph).Content.S)
	}
	f.change = &Change{Action: "update_child"}
	f.change.place(paras[0].Node.At().Parent.At().ID, paras[0].Node.At().Index, paras[0].Node)
	return true
}
