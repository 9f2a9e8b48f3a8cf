package reviewsync

import (
	"slices"
	"strings"

	"github.com/nomadocx/nomadocx/internal/match"
	"github.com/nomadocx/nomadocx/internal/office/wml"
	"github.com/nomadocx/nomadocx/layout"
	"github.com/nomadocx/nomadocx/noma"
	"github.com/nomadocx/nomadocx/noma/source"
)

// Paragraphs that were split or joined are written as one stretch of source.

// passage is a stretch of source that several paragraphs become.
type passage struct {
	paras []*layout.Para
	rets  []*wml.Paragraph
	span  source.Span // of the paragraphs that were sent
	text  string      // of them
	out   string      // the new text
	texts []string    // of its paragraphs
	now   []string    // what it shows
}

// rewrite returns the passage in which paragraphs are the returned ones, with the content that glyphs have; nil when the source
// has no way to write it.
func (s *core) rewrite(paras []*layout.Para, rets []*wml.Paragraph, glyphs [][]layout.Glyph) *passage {
	first, last := paras[0].Segs[0].Slot.Origin.Text.All(), paras[len(paras)-1].Segs[0].Slot.Origin.Text.All()
	for k := 1; k < len(paras); k++ { // nothing but blank lines may stand between them
		a, b := paras[k-1].Segs[0].Slot.Origin.Text.All(), paras[k].Segs[0].Slot.Origin.Text.All()
		if a.End > b.Start || strings.TrimSpace(s.doc.File.Text[a.End:b.Start]) != "" && !(quoted(paras[k]) && paras[k-1].Node == paras[k].Node) {
			return nil
		}
	}
	span := source.Span{Start: first.Start, End: last.End}
	if strings.Contains(span.Of(s.doc.File.Text), "\r") {
		return nil // line ends of one kind only
	}
	out, ok := s.names.Rewrite(passageOf(s.doc.File.Text, span, paras), glyphs)
	if !ok {
		return nil
	}
	texts := quoteOf(out)
	if !quoted(paras[0]) {
		texts = parasOf(out)
	}
	if len(texts) != len(rets) {
		return nil
	}
	x := &passage{paras: paras, rets: rets, span: span, text: span.Of(s.doc.File.Text), out: out, texts: texts}
	for k, gl := range glyphs {
		if !s.names.Spells(texts[k], gl) {
			return nil
		}
		x.now = append(x.now, layout.PlainText(gl))
	}
	return x
}

// parasOf returns the texts of the paragraphs that markup is, nil if it is anything else.
func parasOf(markup string) (texts []string) {
	for _, c := range noma.Snippet(markup).Children {
		para, ok := c.(*noma.Paragraph)
		if !ok {
			return nil
		}
		texts = append(texts, para.Content.S)
	}
	return texts
}

// passageOf returns the source of several paragraphs, without the white space that lines of list items begin with, and that which is
// before the end of a paragraph: none of it is shown.
func passageOf(text string, span source.Span, paras []*layout.Para) layout.Passage {
	p := layout.Passage{}
	if paras[0].Segs[0].Slot.Origin.Text.LinePrefix == "" {
		last := span.Start
		for i, x := range paras {
			t := x.Segs[0].Slot.Origin.Text.All()
			p.Text += text[last:t.Start]
			start := len(p.Text)
			if p.Text += t.Of(text); i+1 < len(paras) {
				p.Text = strings.TrimRight(p.Text, " \t")
			}
			p.Paras, last = append(p.Paras, [2]int{start, len(p.Text)}), t.End
		}
		return p
	}
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

// prefixedLines returns markup as lines with a prefix, but for the first, and with the line ends eol. Blank lines end where the prefix has
// its last mark.
func prefixedLines(markup, eol, prefix string) string {
	lines := strings.Split(markup, "\n")
	for i := range lines {
		if i > 0 && strings.TrimSpace(lines[i]) == "" {
			lines[i] = strings.TrimRight(prefix, " ")
		} else if i > 0 {
			lines[i] = prefix + lines[i]
		}
	}
	return strings.Join(lines, eol)
}

// passage writes a passage. seq is the place of its first paragraph in the returned file.
func (s *paragraphs) passage(x *passage, seq int, by ruling) {
	var was []string
	for _, p := range x.paras {
		was = append(was, shown(p))
	}
	paras, rets := x.paras, x.rets
	f := s.apply(sayRegrouped, paras[0].Node, strings.Join(was, "¶"), strings.Join(x.now, "¶")).by(by).at(rets[0])
	f.joined = paras
	for _, r := range rets {
		s.owner.Set(r, paras[0].Node)
	}
	if quoted(paras[0]) || unitOf(paras[0].Node) != paras[0].Node { // in a quote or a block without id: one edit does it
		out := x.out
		if t := paras[0].Segs[0].Slot.Origin.Text; t.LinePrefix != "" {
			out = prefixedLines(out, "\n", t.LinePrefix)
		}
		s.edit(f, paras[0].Node, trimEdit(x.span, x.text, out))
		return
	}
	// Each paragraph is a child of its own: the first ones are replaced, the others come or go.
	for k, p := range paras {
		if k < len(rets) {
			s.edit(f, p.Node, replaceText(s.doc.File, p.Segs[0].Slot.Origin.Text, x.texts[k])...)
		} else {
			s.deleteNode(f, p.Node)
		}
	}
	last := paras[min(len(paras), len(rets))-1].Node.At()
	for k := len(paras); k < len(rets); k++ {
		s.addChild(f, last.Parent, last.Index+1, seq, x.texts[k])
		if rets[k].List != wml.NoList {
			s.refuse(sayParagraphToItem, paras[0].Node, "a paragraph", kindOf[rets[k].List]).at(rets[k])
		}
	}
	f.change = &Change{Action: "update_child"}
	f.change.place(paras[0].Node.At().Parent.At().ID, paras[0].Node.At().Index, paras[0].Node)
}

// regrouped writes what was split or joined, or reports it.
func (s *paragraphs) regrouped(st *story, g *grouped) {
	p := g.para
	switch {
	case g.as != nil:
		s.passage(g.as, g.seq, g.by)
	case g.Kind == match.Joined:
		a, b := st.items[g.A.From].para, st.items[g.A.To-1].para
		r := st.got[g.B.From].para
		s.conflict(p.Node, said(a.Runs())+"¶"+said(b.Runs()), said(r.Runs)).from(s.base, p).at(r)
	case isCode(p) && (g.whole || !s.base.moved):
		s.codeLine(p, g.rets, g.by)
		for _, r := range g.rets {
			s.planned.Set(r, p)
			s.owner.Set(r, p.Node)
		}
	case g.parts != nil && s.inParts(p, g):
	case g.whole || !s.base.moved: // the author changed nothing
		s.refuse(sayLineSplit, p.Node, said(p.Runs()), textsOf(g.rets)).by(g.by).at(g.rets[0])
		for _, r := range g.rets[1:] {
			s.planned.Set(r, p)
		}
	default:
		s.conflict(p.Node, said(p.Runs()), textsOf(g.rets)).from(s.base, p).by(g.by).at(g.rets[0])
	}
}

// inParts makes several items of one, and reports whether it could.
func (s *paragraphs) inParts(p *layout.Para, g *grouped) bool {
	rets, parts := g.rets, g.parts
	if _, item := p.Node.(*noma.ListItem); !item || p.Part != layout.PartText {
		return false
	}
	var markups []string
	for _, gl := range parts {
		m := s.names.Markup(gl, false)
		if strings.ContainsAny(m, "\r\n") || !s.names.Spells(m, gl) {
			return false
		}
		markups = append(markups, m)
	}
	most := 0 // the part that is most of it stays the item that it was
	for k := range parts {
		if len(parts[k]) > len(parts[most]) {
			most = k
		}
	}
	noItems := s.returned.keepsFormatting() && !slices.ContainsFunc(rets, func(r *wml.Paragraph) bool { return r.List != wml.NoList || indented(r) })
	if noItems && most > 0 {
		return false // nothing is put in above an item that becomes a paragraph
	}
	s.lists.checkBox(p, rets[most].Original())
	s.prose(p, rets[most].WithRuns(layout.RunsOf(parts[most])), g.by)
	for k := range rets {
		s.planned.Set(rets[k], nil)
		switch {
		case k == most:
			s.planned.Set(rets[k], p)
		case noItems:
			s.lists.putBehind(p.Node.(*noma.ListItem), rets[k], g.seq+k, markups[k])
		case !s.lists.insertItem(p.Node, rets[k], g.seq+k, markups[k], k > most, g.by):
			return false
		}
	}
	return true
}

func textsOf(rets []*wml.Paragraph) string {
	var out []string
	for _, r := range rets {
		out = append(out, text(r.Runs))
	}
	return strings.Join(out, "¶")
}
