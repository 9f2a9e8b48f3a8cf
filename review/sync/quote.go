package reviewsync

import (
	"slices"
	"strings"

	"github.com/nomadocx/nomadocx/internal/office/wml"
	"github.com/nomadocx/nomadocx/layout"
	"github.com/nomadocx/nomadocx/noma"
	"github.com/nomadocx/nomadocx/noma/source"
)

// Quotes: their paragraphs have no address of their own, so that each edit is one of the quote's lines.

func quoted(p *layout.Para) bool {
	if p == nil {
		return false
	}
	_, ok := p.Node.(*noma.Quote)
	return ok
}

// quoteOf returns the texts of the paragraphs of a quote that has this markup.
func quoteOf(markup string) (texts []string) {
	d := noma.Snippet("> " + prefixedLines(markup, "\n", "> "))
	if len(d.Children) != 1 {
		return nil
	}
	if q, ok := d.Children[0].(*noma.Quote); ok {
		for _, t := range q.Paragraphs() {
			texts = append(texts, t.S)
		}
	}
	return texts
}

// insertQuoted adds a paragraph of a quote next to another one.
func (s *insertions) insertQuoted(p *layout.Para, r *wml.Paragraph, markup string, behind bool) bool {
	t := p.Segs[0].Slot.Origin.Text
	if !t.Placed() || !slices.Equal(quoteOf(markup), []string{markup}) {
		return false
	}
	f := s.apply(sayParagraphAdded, p.Node, "", markup).at(r)
	prefix := p.Node.(*noma.Quote).Content.LinePrefix
	all, eol := t.All(), s.doc.File.EOL()
	gap := eol + strings.TrimRight(prefix, " ") + eol + prefix
	if lines := prefixedLines(markup, eol, prefix); behind {
		s.edit(f, p.Node, source.Edit{Span: source.Span{Start: all.End, End: all.End}, New: gap + lines})
	} else {
		s.editBefore(f, p.Node, source.Edit{Span: source.Span{Start: all.Start, End: all.Start}, New: lines + gap})
	}
	s.owner.Set(r, p.Node)
	return true
}

// removeQuoted takes the paragraph of a quote at a place out, with the blank lines up to the next one. Behind the last one there is none:
// that takes those behind the last paragraph that stays.
func (s *removals) removeQuoted(st *story, i int, by ruling) {
	p, file := st.items[i].para, s.doc.File
	at := func(k int) *layout.Para { // the paragraphs of a quote follow each other
		if k < 0 || k == len(st.items) || st.items[k].para == nil || st.items[k].para.Node != p.Node {
			return nil
		}
		return st.items[k].para
	}
	start := func(p *layout.Para) int {
		return file.LineSpan(file.Line(p.Segs[0].Slot.Origin.Text.All().Start)).Start
	}
	end := func(p *layout.Para) int { return file.NextLine(file.Line(p.Segs[0].Slot.Origin.Text.All().End)) }
	f := s.apply(sayParagraphDeleted, p.Node, said(p.Runs()), "").by(by)
	if next := at(i + 1); next != nil {
		s.edit(f, p.Node, source.Edit{Span: source.Span{Start: start(p), End: start(next)}})
		return
	}
	edits := []source.Edit{{Span: source.Span{Start: start(p), End: end(p)}}}
	for k := i - 1; at(k) != nil; k-- {
		if st.back[k] >= 0 {
			edits = append(edits, source.Edit{Span: source.Span{Start: end(at(k)), End: start(at(k + 1))}})
			break
		}
	}
	s.edit(f, p.Node, edits...)
}
