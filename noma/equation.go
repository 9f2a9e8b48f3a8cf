package noma

import (
	"slices"
	"strings"

	"github.com/nomadocx/nomadocx/noma/source"
)

// Display is the mark around a formula that stands alone.
const Display = "$$"

// Unfenced reports whether a block is written without a fence: a footnote as `[^id]: text`, or a numbered equation as `$$x$$ {id="eq-x"}`.
func (n *Directive) Unfenced() bool {
	return n.Fence == 0 && (n.Name == "footnote" || n.Name == "math")
}

// equation parses a paragraph that is a formula in display form and attributes with an id, `$$x$$ {id="eq-x"}`, as the block that
// ::math{id="eq-x" numbered} is. The paragraph takes the lines in [line, next). It returns false for other paragraphs.
func (p *parser) equation(line, next int) bool {
	first, last := p.f.LineSpan(line), p.f.LineSpan(next-1)
	if first.End-first.Start < len(Display) || p.text[first.Start] != '$' || p.text[first.Start+1] != '$' {
		return false
	}
	end := last.End - trailingSpace(last.Of(p.text))
	if end == last.Start || p.text[end-1] != '}' {
		return false
	}
	from := first.Start + len(Display)
	shut := strings.Index(p.text[from:end], Display)
	if shut <= 0 || from+shut < last.Start {
		return false
	}
	closing := source.Span{Start: from + shut, End: end}
	open := closing.Start + len(Display)
	if open += leadingSpace(p.text[open:end]); p.text[open] != '{' {
		return false
	}
	attrs := source.Span{Start: open, End: end}
	p.attrs = appendAttrs(p.attrs[:0], attrs.Of(p.text), attrs.Start)
	id := stringAttr(p.attrs, "id")
	p.spans = p.spans[:0]
	for l := line; l < next; l++ {
		s := p.f.LineSpan(l)
		s.Start, s.End = max(s.Start, from), min(s.End, closing.Start)
		if s.Start < s.End && !isBlank(s.Of(p.text)) {
			p.spans = append(p.spans, s)
		}
	}
	if id == "" || len(p.spans) == 0 {
		return false
	}
	p.reportAttrs(next-1, attrs, p.attrs, id)
	n := p.directives.make()
	p.place(&n.Base, line, next-1)
	if !slices.ContainsFunc(p.attrs, func(a Attr) bool { return a.Key == "numbered" }) {
		p.attrs = append(p.attrs, Attr{Key: "numbered", Value: Value{Kind: Bool, Bool: true, Raw: "true"}}) // it has no place in the text
	}
	n.Name, n.ID, n.Attrs = "math", id, p.attrArena.copy(p.attrs)
	n.Opener, n.NameSpan = source.Span{Start: first.Start, End: from}, source.Span{Start: first.Start, End: from}
	n.AttrSpan, n.Closer = attrs, closing
	n.Aliases = aliasesIn(n.Attrs)
	p.unfenced(n, line, next)
	return true
}
