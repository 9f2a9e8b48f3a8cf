package ingest

import (
	"strings"

	"github.com/yuin/goldmark/ast"
	extast "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/util"

	"github.com/nomadocx/nomadocx/noma"
)

// document returns a block of the document: its own bytes if Noma reads them as Markdown does, else its
// rewriting. Nothing is left of what a reader does not see.
func (w *writer) document(n ast.Node, own string) string {
	if h, ok := n.(*ast.Heading); ok {
		return w.heading(h)
	}
	out := w.block(n, 2)
	if w.same(nodes(own), nodes(out)) {
		return own
	}
	return out
}

// block writes a block. colons is the length a directive's fence needs here. Blocks of containers that
// Noma does not have come as several blocks with an empty line between them.
func (w *writer) block(n ast.Node, colons int) string {
	switch n := n.(type) {
	case *ast.Heading: // a section cannot stand in a container
		if title := w.inline(n, oneLine); title != "" {
			return guarded(w.strong(title))
		}
		return ""
	case *ast.Paragraph:
		if figures := w.figures(n, colons); figures != "" {
			return figures
		}
		if equation := w.equation(n); equation != "" {
			return equation
		}
		return guarded(w.inline(n, running))
	case *ast.TextBlock:
		return guarded(w.inline(n, running))
	case *fencedDiv:
		name, attrs := w.divBlock(n)
		return directive(name, attrs, w.blocks(n, colons+1), colons)
	case *unparsed:
		if n.Lines().Len() == 0 {
			return "" // the fence of a div
		}
		return guarded(w.text(string(n.Lines().Value(w.src)), running))
	case *ast.List:
		return w.list(n, colons)
	case *ast.Blockquote:
		if panel := w.panel(n, colons); panel != "" {
			return panel
		}
		return w.quote(n)
	case *ast.ThematicBreak:
		return "---"
	case *ast.FencedCodeBlock:
		return w.code(w.info(n), string(n.Lines().Value(w.src)))
	case *ast.CodeBlock:
		return w.code("", strings.TrimRight(string(n.Lines().Value(w.src)), "\n")+"\n")
	case *ast.HTMLBlock:
		if text := w.comment(n); text != "" {
			return text
		}
		return directive("html", "", w.html(n), colons)
	case *ast.LinkReferenceDefinition:
		if w.linked[util.ToLinkReference(n.Label)] {
			return ""
		}
		return w.definition(n)
	case *extast.Table:
		return w.table(n, colons)
	case *extast.Footnote:
		of := w.notes[n]
		text := w.blocks(n, colons+1)
		if only := n.FirstChild(); only != nil && only.Kind() == ast.KindParagraph && only == n.LastChild() && text != "" && isText(text) {
			return "[^" + of.id + "]: " + text
		}
		return directive("footnote", `id=`+noma.QuoteValue(of.id), text, colons)
	case *extast.DefinitionList:
		return w.definitions(n, colons)
	}
	return w.blocks(n, colons)
}

// blocks writes the children of a node.
func (w *writer) blocks(n ast.Node, colons int) string {
	var out []string
	for c := n.FirstChild(); c != nil; c = c.NextSibling() {
		if text := w.block(c, colons); text != "" {
			out = append(out, text)
		}
	}
	return strings.Join(out, "\n\n")
}

// directive writes a directive block. Its fence is at least so long, and longer where a line of the
// body would close it.
func directive(name, attrs, body string, colons int) string {
	fence := strings.Repeat(":", colons)
	for strings.Contains("\n"+body+"\n", "\n"+fence+"\n") {
		fence += ":"
	}
	if attrs != "" {
		attrs = "{" + attrs + "}"
	}
	if body != "" {
		body += "\n"
	}
	return fence + name + attrs + "\n" + body + fence
}

// strong returns a line in bold, as far as the markup in it allows.
func (w *writer) strong(text string) string {
	read := noma.ParseInline("**" + text + "**")
	if len(read) == 1 && read[0].Kind == noma.InlineStrong {
		return "**" + text + "**"
	}
	return text
}

// guarded returns running text of which every line is read as text. A line that would start another block
// gets a blank in front, which is not shown; what would be the row of dashes of a table gets a backslash.
func guarded(text string) string {
	lines := strings.Split(text, "\n")
	kept := lines[:0]
	for _, line := range lines {
		if noma.TrimSpace(line) == "" {
			continue // it would end the paragraph
		}
		if !isText(line) {
			line = " " + line
		}
		if last := len(kept) - 1; last >= 0 && !isText(kept[last]+"\n"+line) {
			line = strings.Replace(line, "|", `\|`, 1)
		}
		kept = append(kept, line)
	}
	return strings.Join(kept, "\n")
}

// isText reports whether Noma reads lines as one paragraph.
func isText(lines string) bool {
	c := lines[0]
	if c|0x20 >= 'a' && c|0x20 <= 'z' && !strings.Contains(lines, "\n") {
		return true
	}
	read := nodes("\n" + lines)
	if len(read) != 1 {
		return false
	}
	_, ok := read[0].(*noma.Paragraph)
	return ok && !strings.HasPrefix(lines, "::") // a lone closer is a paragraph, but not inside a directive
}

// figures writes a paragraph of nothing but pictures as ::figure blocks, "" when there is more in it.
func (w *writer) figures(n ast.Node, colons int) string {
	var out []string
	more := "" // the attributes behind the picture
	for c := n.FirstChild(); c != nil; c = c.NextSibling() {
		switch c := c.(type) {
		case *ast.Image:
			alt := inlineWriter{w: w, place: oneLine, bare: true}
			alt.children(c, 0, "")
			attrs := `src=` + noma.QuoteValue(literal(c.Destination))
			if text := seen(alt.want); text != "" {
				attrs += ` alt=` + noma.QuoteValue(text)
			}
			more = w.figureAttrs(c)
			switch caption := literal(c.Title); {
			case caption != "":
				attrs += ` caption=` + noma.QuoteValue(caption)
			case more != "" && len(alt.want) > 0: // in pandoc the description is the caption
				attrs += ` caption=` + noma.QuoteValue(seen(alt.want))
			}
			attrs = noma.TrimSpace(more + " " + attrs)
			out = append(out, directive("figure", attrs, "", colons))
		case *ast.Text:
			if len(strings.TrimSpace(string(c.Segment.Value(w.src)))) > 0 && more == "" {
				return ""
			}
			if c.SoftLineBreak() || c.HardLineBreak() {
				more = ""
			}
		default:
			return ""
		}
	}
	return strings.Join(out, "\n\n")
}

// figureAttrs returns the attributes with an id that stand behind a picture, "" for none.
func (w *writer) figureAttrs(n *ast.Image) string {
	text, _ := w.behind(n)
	attrs := strings.Trim(onlyAttrs(text), "{}")
	if !hasID(attrs) {
		return ""
	}
	return attrs
}

// seen is the text of glyphs.
func seen(glyphs []glyph) string {
	var b strings.Builder
	for _, g := range settled(glyphs) {
		b.WriteRune(g.r)
	}
	return b.String()
}

// definition writes a link definition nobody uses as a link.
func (w *writer) definition(n *ast.LinkReferenceDefinition) string {
	p := inlineWriter{w: w, spelling: spelling{guard: allMarks}, place: oneLine}
	p.labelled(func(link string) { p.characters(literal(n.Label), 0, link) }, literal(n.Destination), "")
	if len(n.Title) > 0 {
		p.characters(` ("`+strings.ReplaceAll(literal(n.Title), "\n", " ")+`")`, 0, "")
	}
	return guarded(p.out.String())
}

// definitions writes a definition list: each term in bold, its definitions as items or blocks below.
func (w *writer) definitions(n ast.Node, colons int) string {
	var out []string
	var items []string
	flush := func() {
		if len(items) > 0 {
			out = append(out, strings.Join(items, "\n"))
			items = nil
		}
	}
	for c := n.FirstChild(); c != nil; c = c.NextSibling() {
		if _, term := c.(*extast.DefinitionTerm); term {
			flush()
			if text := w.inline(c, oneLine); text != "" {
				out = append(out, guarded(w.strong(text)))
			}
			continue
		}
		if text := c.FirstChild(); text != nil && text.NextSibling() == nil && isParagraph(text) {
			if line := w.inline(text, oneLine); line != "" {
				items = append(items, "- "+line)
			}
			continue
		}
		flush()
		if text := w.blocks(c, colons); text != "" {
			out = append(out, text)
		}
	}
	flush()
	return strings.Join(out, "\n\n")
}

func isParagraph(n ast.Node) bool {
	switch n.(type) {
	case *ast.Paragraph, *ast.TextBlock:
		return true
	}
	return false
}
