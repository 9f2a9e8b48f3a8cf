package markdown

import (
	"strconv"
	"strings"

	"github.com/nomadocx/nomadocx/layout"
	"github.com/nomadocx/nomadocx/noma"
	"github.com/nomadocx/nomadocx/noma/sources"
)

// marks writes references to sources as what they show, with links to the entries of the list.
func (p *printer) marks(s string, cell bool) string {
	known := p.refs.Reader()
	if known == nil || !noma.MayCite(s) {
		return s
	}
	reader := noma.InlineParser{Known: known}
	nodes := reader.Parse
	if cell {
		nodes = reader.Cell
	}
	var b strings.Builder
	at := 0
	var visit func([]noma.Inline)
	visit = func(list []noma.Inline) {
		for i := range list {
			n := &list[i]
			if c, ok := noma.ReadCite(n.Text); ok && n.Kind == noma.InlineCite {
				b.WriteString(s[at:n.Start])
				p.mark(&b, c)
				at = n.End
			}
			visit(n.Children)
		}
	}
	visit(nodes(s))
	return b.String() + s[at:]
}

func (p *printer) mark(b *strings.Builder, c noma.Cite) {
	for _, m := range p.refs.Mark(c) {
		if m.To == nil || !m.To.Cited {
			b.WriteString(escaped(m.Text))
			continue
		}
		b.WriteString("[" + escaped(m.Text) + "](#" + uriComponent(m.To.Anchor()) + ")")
	}
}

var escapeMarks = strings.NewReplacer(`\`, `\\`, "`", "\\`", "*", `\*`, "_", `\_`, "[", `\[`, "]", `\]`, "<", `\<`, "~", `\~`, "$", `\$`, "|", `\|`, "\n", " ")

// escaped returns a text that has no markup.
func escaped(s string) string { return escapeMarks.Replace(s) }

// references prints the list of sources.
func (p *printer) references(target bool) {
	if len(p.refs.List) == 0 {
		return
	}
	p.open()
	for i, x := range p.refs.List {
		if i > 0 {
			p.add("\n")
		}
		if p.refs.AuthorDate {
			p.add("- ")
		} else {
			p.add(strconv.Itoa(x.Number), ". ")
		}
		if target && x.Cited {
			p.add(`<a id="`, escapeHTML.Replace(x.Anchor()), `"></a>`)
		}
		for _, part := range p.refs.Entry(x, " "+layout.WordOf(p.doc, "Accessed")+": ") {
			p.add(p.part(part))
		}
	}
}

func (p *printer) part(e layout.EntryPart) string {
	s := escaped(e.Text)
	if e.Markup {
		s = strings.ReplaceAll(p.inline(e.Text), "\n", " ")
	}
	switch {
	case e.Italic:
		return "*" + s + "*"
	case e.Kind == layout.URL && address(e.Text):
		return "<" + e.Text + ">"
	case e.Kind == layout.DOI && address("https://doi.org/"+e.Text):
		return "[" + s + "](https://doi.org/" + sources.DOI(e.Text) + ")"
	}
	return s
}

// address reports whether a text is an address that Markdown can hold.
func address(s string) bool {
	return (strings.HasPrefix(s, "https://") || strings.HasPrefix(s, "http://")) && !strings.ContainsAny(s, " \t\n<>()\\")
}

// impliedReferences prints the list at the end of a document that has marks and no list.
func (p *printer) impliedReferences() {
	if p.refs.Marks && !p.refs.Listed {
		p.block("######"[:p.refs.HeadingLevel()], " ", layout.WordOf(p.doc, layout.ReferencesTitle))
		p.references(true)
	}
}
