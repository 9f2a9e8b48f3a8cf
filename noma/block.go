package noma

import (
	"strings"
	"unicode/utf8"

	"github.com/nomadocx/nomadocx/noma/source"
)

// blocks parses the lines in [from, end) and leaves the nodes on p.nodes. depth is the number of
// colons of the directive around them, 0 for the document itself.
func (p *parser) blocks(from, end, depth int) {
	for line := from; line < end; {
		p.look.Now()
		switch p.classify(line, end) {
		case blankLine:
			line++
		case commentLine:
			line = p.comment(line)
		case openLine:
			o, _ := parseOpener(p.line(line))
			if o.colons <= depth {
				p.reportShallowFence(line, o, depth)
				// A child needs more colons than its parent: this line is text, and so is what follows.
				p.paragraph(line, line+1)
				line++
			} else {
				line = p.directive(o, line, end)
			}
		case closeLine: // closes nothing
			p.reportStrayFence(line)
			p.paragraph(line, line+1)
			line++
		case headingLine:
			p.section(line, depth)
			line++
		case fenceLine:
			line = p.code(line, end)
		case tableLine:
			line = p.table(line, end)
		case ruleLine:
			n := &ThematicBreak{}
			p.place(&n.Base, line, line)
			p.nodes = append(p.nodes, n)
			line++
		case quoteLine:
			line = p.quote(line, end)
		case bulletLine:
			line = p.list(line, end)
		case orderedLine:
			line = p.list(line, end)
		case noteLine:
			line = p.footnote(line, end)
		case textLine:
			next := line + 1
			for next < end && p.continues(next, end) {
				next++
			}
			if !p.equation(line, next) {
				p.paragraph(line, next)
			}
			line = next
		}
	}
}

// continues reports whether a line goes on with the paragraph before it. As in CommonMark an item with a number before a bracket
// starts a list there only if the number is 1.
func (p *parser) continues(line, end int) bool {
	kind := p.classify(line, end)
	if kind == orderedLine {
		number, _, _ := strings.Cut(p.line(line), ")")
		return len(number) < len(p.line(line)) && !strings.Contains(number, ".") && number != "1"
	}
	return kind == textLine
}

// paragraph makes a paragraph of the lines in [from, end).
func (p *parser) paragraph(from, end int) {
	n := p.paragraphs.make()
	p.place(&n.Base, from, end-1)
	n.Content = p.content(from, end)
	p.nodes = append(p.nodes, n)
}

// directive parses a block from its opening line and returns the line after it. Without a closing
// line the block takes all of the range.
func (p *parser) directive(o opener, line, end int) (next int) {
	n := p.directives.make()
	n.Opener = p.f.LineSpan(line)
	closing := p.closer(o.colons, line+1, end)
	bodyEnd := closing
	if closing > 0 {
		p.place(&n.Base, line, closing)
		n.Closer = p.f.LineSpan(closing)
		next = closing + 1
	} else {
		p.place(&n.Base, line, end-1)
		n.Closer = source.Span{Start: n.Span.End, End: n.Span.End}
		bodyEnd, next = end, end
	}
	n.Fence = o.colons
	n.NameSpan = shift(o.name, n.Opener.Start)
	n.AttrSpan = shift(o.attrs, n.Opener.Start)
	n.Name = n.NameSpan.Of(p.text)
	n.Attrs = p.parseAttrs(n.AttrSpan)
	n.ID = stringAttr(n.Attrs, "id")
	if n.ID == "" && n.Is(Note) { // marks in the text can name a note by a number
		if a, _ := n.Attr("id"); a.Value.Kind == Number {
			n.ID = a.Value.Raw
		}
	}
	n.Aliases = aliasesIn(n.Attrs)
	n.RawBody = p.content(line+1, bodyEnd)
	if closing == 0 {
		p.reportUnclosedDirective(n)
	}
	p.reportAttrs(line, n.AttrSpan, n.Attrs, n.ID)

	mark := len(p.nodes)
	p.blocks(line+1, bodyEnd, o.colons)
	n.Children = p.take(mark)
	if len(n.Children) == 1 {
		if only, ok := n.Children[0].(*Paragraph); ok {
			n.Body, n.HasBody = only.Content.S, true
		}
	}
	p.nodes = append(p.nodes, n)
	return next
}

func (p *parser) parseAttrs(block source.Span) []Attr {
	if block.Empty() {
		return nil
	}
	p.attrs = appendAttrs(p.attrs[:0], block.Of(p.text), block.Start)
	return p.attrArena.copy(p.attrs)
}

// shift moves a span that is relative to a line into the source.
func shift(s source.Span, by int) source.Span {
	return source.Span{Start: s.Start + by, End: s.End + by}
}

// code parses a fenced code block. Any fence line closes it, also one that names a language.
func (p *parser) code(line, end int) (next int) {
	n := &Code{}
	n.Lang, _ = codeFence(p.line(line))
	closing := line + 1
	for closing < end && !p.outside(closing) {
		if s := p.line(closing); s != "" && s[0] == '`' {
			if _, ok := codeFence(s); ok {
				break
			}
		}
		closing++
	}
	closed := closing < end && !p.outside(closing)
	for !closed && p.indent > 0 && p.line(closing-1) == "" {
		closing-- // in a list item blank lines at its end are not part of it
	}
	n.Content = p.content(line+1, closing)
	n.Content.LinePrefix = p.prefix(line)
	if closed {
		p.place(&n.Base, line, closing)
		n.Closer = p.f.LineSpan(closing)
		closing++
	} else {
		p.place(&n.Base, line, closing-1)
		n.Closer = source.Span{Start: n.Span.End, End: n.Span.End}
		p.reportUnclosedCode(n)
	}
	p.nodes = append(p.nodes, n)
	return closing
}

// quote parses a run of lines that start with `>`. One white space character after it is not content.
func (p *parser) quote(line, end int) (next int) {
	spans := p.spans[:0]
	for next = line; next < end; next++ {
		s := p.span(next)
		if s.Empty() || p.text[s.Start] != '>' {
			break
		}
		s.Start++
		if r, size := utf8.DecodeRuneInString(s.Of(p.text)); IsSpace(r) {
			s.Start += size
		}
		spans = append(spans, s)
	}
	p.spans = spans
	n := &Quote{Content: LinesText(p.text, spans, p.prefix(line)+"> ")}
	p.place(&n.Base, line, next-1)
	p.nodes = append(p.nodes, n)
	return next
}
