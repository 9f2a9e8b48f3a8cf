package html

import (
	"cmp"
	"strings"

	"github.com/nomadocx/nomadocx/internal/latex"
	"github.com/nomadocx/nomadocx/layout"
	"github.com/nomadocx/nomadocx/noma"
)

// maxInline bounds the nesting of inline markup; deeper markup is shown as plain text.
const maxInline = 40

// inline writes a text with its inline markup.
func (r *renderer) inline(s string) {
	if !strings.ContainsAny(s, "*_`[$\\\n|~^=@") {
		r.chars(s)
		return
	}
	p := noma.InlineParser{Known: r.refs.Reader()}
	r.inlines(p.Parse(s), 0)
}

// inlineCell writes the text of a table cell.
func (r *renderer) inlineCell(s string) {
	if strings.IndexByte(s, '<') < 0 {
		r.inline(s)
		return
	}
	p := noma.InlineParser{Known: r.refs.Reader()}
	r.inlines(p.Cell(s), 0)
}

func (r *renderer) inlines(nodes []noma.Inline, depth int) {
	if depth > maxInline {
		r.chars(noma.PlainText(nodes))
		return
	}
	for i := range nodes {
		n := &nodes[i]
		switch n.Kind {
		case noma.InlineText:
			r.chars(n.Text)
		case noma.InlineCode:
			r.raw("<code>")
			r.chars(n.Text)
			r.raw("</code>")
		case noma.InlineStrong:
			r.span("strong", n.Children, depth)
		case noma.InlineEmph:
			r.span("em", n.Children, depth)
		case noma.InlineStrongEmph:
			r.raw("<strong>")
			r.span("em", n.Children, depth)
			r.raw("</strong>")
		case noma.InlineSpan:
			open, shut := n.Format.Tags()
			r.raw(open)
			r.inlines(n.Children, depth+1)
			r.raw(shut)
		case noma.InlineLink:
			r.link(n, depth)
		case noma.InlineWiki:
			r.wiki(n)
		case noma.InlineCite:
			r.object(func() { r.cite(n.Text) })
		case noma.InlineNote:
			if n.InPlace() {
				r.noteInPlace(n, depth)
			} else {
				r.noteInText(n)
			}
		case noma.InlinePicture:
			if !r.inLink { // lists of headings have no pictures
				r.object(func() { r.pictureInText(n) })
			}
		case noma.InlineMath:
			r.object(func() { r.math(n.Text, n.Display, "span") })
		case noma.InlineBreak:
			r.lineBreak("<br>\n")
		case noma.InlineSoftBreak:
			r.lineBreak("\n")
		}
	}
}

func (r *renderer) span(tag string, children []noma.Inline, depth int) {
	r.raw("<" + tag + ">")
	r.inlines(children, depth+1)
	r.raw("</" + tag + ">")
}

// link: an address that is not allowed is shown behind its label, so that nothing gets lost.
func (r *renderer) link(n *noma.Inline, depth int) {
	href := linkURL(n.Target)
	if id, ok := strings.CutPrefix(n.Target, "#"); ok {
		if h, ok := r.href(id); ok {
			href = h
		} else if t, ok := r.doc.Block(id); ok && r.doc.LeftOut(t) {
			r.inlines(n.Children, depth+1)
			return
		}
	}
	if r.inLink || href == "" {
		r.inlines(n.Children, depth+1)
		if href == "" {
			r.chars(" (" + n.Target + ")")
		}
		return
	}
	r.raw("<a")
	r.attr("href", href)
	r.rel(href)
	r.raw(">")
	r.inLink = true
	r.inlines(n.Children, depth+1)
	r.inLink = false
	r.raw("</a>")
	r.lateLinks()
	r.passOver(" (" + n.Target + ")") // Word shows where links lead that it cannot follow
}

// rel keeps pages that links lead to from learning where their reader came from.
func (r *renderer) rel(href string) {
	if external(href) {
		r.raw(` rel="noreferrer"`)
	}
}

// wiki writes a reference to a block. Without a label, one to a numbered caption reads "Table 2", one to a section has the words of its
// heading, and one to another block its title.
func (r *renderer) wiki(n *noma.Inline) {
	id, label := strings.TrimPrefix(n.Target, "#"), n.Text
	b, ok := r.doc.Target(n.Target)
	if !ok && r.opts.Book != nil {
		b, ok = r.opts.Book.Target(n.Target)
	}
	if ok {
		if id = b.At().ID; !n.Labelled() {
			if r.client {
				label = cmp.Or(layout.Words(r.doc, b), label)
			}
			label = cmp.Or(r.shown(b), label)
		} else if label == layout.OnlyNumber {
			if r.client {
				label = layout.Words(r.doc, b)
			}
			label = cmp.Or(r.onlyNumber(b), label)
		}
	}
	if r.cut.atObject() {
		r.object(func() { r.ref(id, label) })
		return
	}
	r.ref(id, label)
}

// shown returns what a reference to a block shows, "" for its id.
func (r *renderer) shown(b noma.Node) string {
	if s, ok := b.(*noma.Section); ok {
		return r.numbers.Title(s)
	}
	if c := r.captions[b].label(); c != "" {
		return c
	}
	if d, ok := b.(*noma.Directive); ok {
		return layout.BlockTitle(d)
	}
	return ""
}

// onlyNumber returns the number of a section or an equation, "" for none.
func (r *renderer) onlyNumber(b noma.Node) string {
	if s, ok := b.(*noma.Section); ok {
		return r.numbers.Of(s)
	}
	if c := r.captions[b]; c.kind == "Equation" {
		return layout.EquationNumber(c.number)
	}
	return ""
}

// ref writes a link to a block, or its label when there is no such block.
func (r *renderer) ref(id, label string) {
	href, ok := r.href(id)
	switch {
	case r.inLink:
		r.chars(label)
	case !ok:
		r.raw(`<span class="noma-ref noma-ref-missing">`)
		r.chars(label)
		r.raw("</span>")
	default:
		r.raw(`<a class="noma-ref"`)
		r.attr("href", href)
		r.raw(">")
		r.inLink = true
		r.chars(label)
		r.inLink = false
		r.raw("</a>")
		r.lateLinks()
	}
}

// href returns the address of a block: an anchor of this page, or what Options.Link knows.
func (r *renderer) href(id string) (string, bool) {
	if n, ok := r.doc.Block(id); ok {
		if r.doc.LeftOut(n) {
			return "", false
		}
		return "#" + fragment(n.At().ID), true
	}
	if r.opts.Link != nil {
		if h, ok := r.opts.Link(id); ok {
			return h, true
		}
	}
	return "", false
}

// math shows a formula: as MathML when it is understood, else as its LaTeX source between the
// delimiters that math renderers search for.
func (r *renderer) math(src string, display bool, tag string) {
	class, open, shut := "noma-math", `\(`, `\)`
	if display {
		class, open, shut = "noma-math noma-math-display", `\[`, `\]`
	}
	r.raw("<" + tag + ` class="` + class + `">`)
	if markup, ok := r.mathMarkup(src, display); ok {
		r.raw(markup)
	} else {
		r.text(open + src + shut)
	}
	r.raw("</" + tag + ">")
}

// mathMarkup returns a formula as MathML, which browsers set by themselves; false when it is not understood.
func (r *renderer) mathMarkup(src string, display bool) (string, bool) {
	n, err := latex.Parse(src)
	if err != nil || n.Empty() {
		return "", false
	}
	r.formulas = true
	return latex.MathML(n, src, display), true
}
