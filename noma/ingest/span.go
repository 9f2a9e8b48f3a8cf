package ingest

import (
	"bytes"
	"strings"
	"unicode/utf8"

	"github.com/yuin/goldmark/ast"

	"github.com/nomadocx/nomadocx/noma"
)

// tildes writes words between tildes: they are struck out, but for those that follow a character and hold no blank between
// single ones, as in H~2~O.
func (p *inlineWriter) tildes(n ast.Node, s style, link string) {
	f := noma.Strikeout
	if at := n.Pos(); at > 0 && p.w.src[at+1] != '~' && p.small(n.FirstChild(), nil) {
		f = noma.Subscript
	}
	inner, shut := p.open(f, s, true)
	p.children(n, inner, link)
	shut()
}

// open writes the mark that words of a format begin with, and returns their style and what writes the mark behind them. Words
// that have the format already get none, and in the label of a link stand no classes. short says whether the short mark will do.
func (p *inlineWriter) open(f noma.Format, s style, short bool) (inner style, shut func()) {
	mark := map[noma.Format]string{noma.Strikeout: "~~", noma.Highlight: "==", noma.Superscript: "^", noma.Subscript: "~"}[f]
	label := p.label
	switch {
	case s&styleOf(f) != 0 || label && mark == "":
		return s, func() {}
	case mark != "" && (label || short && !p.classes):
		p.out.WriteString(mark)
		return s | styleOf(f), func() { p.out.WriteString(mark) }
	}
	p.out.WriteByte('[')
	p.label = true
	return s | styleOf(f), func() {
		p.out.WriteString("]" + f.Classes())
		p.label = label
	}
}

// small reports whether the nodes up to one can be lowered with short marks: they hold no blank, and a character is before them.
func (p *inlineWriter) small(from, to ast.Node) bool {
	for n := from; n != to; n = n.NextSibling() {
		t, ok := n.(*ast.Text)
		if !ok || t.SoftLineBreak() || t.HardLineBreak() || bytes.ContainsAny(t.Segment.Value(p.w.src), " \t[]") {
			return false
		}
	}
	last, _ := utf8.DecodeLastRune(p.out.Bytes())
	return p.out.Len() > 0 && !noma.IsSpace(last)
}

// htmlFormats are the elements of HTML that format words.
var htmlFormats = map[string]noma.Format{
	"s": noma.Strikeout, "del": noma.Strikeout, "strike": noma.Strikeout, "sub": noma.Subscript, "sup": noma.Superscript,
	"mark": noma.Highlight, "u": noma.Underline, "ins": noma.Underline,
}

// tagStack are the elements of HTML that stand open.
type tagStack []openTag

type openTag struct {
	closer ast.Node
	outer  style
	shut   func()
}

// tag begins or ends formatting where a node is a tag of HTML that has its partner among the nodes beside it.
func (p *inlineWriter) tag(open *tagStack, n ast.Node, s *style) bool {
	raw, ok := n.(*ast.RawHTML)
	if !ok {
		return false
	}
	if last := len(*open) - 1; last >= 0 && (*open)[last].closer == n {
		(*open)[last].shut()
		*s = (*open)[last].outer
		*open = (*open)[:last]
		return true
	}
	name := p.tagName(raw)
	f := htmlFormats[name]
	if f == 0 {
		return false
	}
	depth := 0
	for c := n.NextSibling(); c != nil; c = c.NextSibling() {
		if last := len(*open) - 1; last >= 0 && (*open)[last].closer == c {
			return false // it would end behind the one around it
		}
		other, ok := c.(*ast.RawHTML)
		switch {
		case !ok:
			continue
		case p.tagName(other) == name:
			depth++
			continue
		case p.tagName(other) != "/"+name:
			continue
		case depth > 0:
			depth--
			continue
		}
		inner, shut := p.open(f, *s, f&(noma.Superscript|noma.Subscript) == 0 || p.small(n.NextSibling(), c))
		*open = append(*open, openTag{c, *s, shut})
		*s = inner
		return true
	}
	return false
}

// tagName returns the name of a tag without attributes, of a closing one with its slash.
func (p *inlineWriter) tagName(n *ast.RawHTML) string {
	raw := string(n.Segments.Value(p.w.src))
	return strings.ToLower(strings.TrimSuffix(strings.TrimPrefix(raw, "<"), ">"))
}
