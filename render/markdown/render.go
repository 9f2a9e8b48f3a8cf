package markdown

import (
	"bytes"
	"cmp"
	"io"
	"regexp"
	"strings"

	"github.com/nomadocx/nomadocx/internal/halt"
	"github.com/nomadocx/nomadocx/layout"
	"github.com/nomadocx/nomadocx/noma"
)

// Render prints the document, and examines every block whether to go on. Blocks are separated by one empty line,
// the text ends in one line feed.
func Render(w io.Writer, d *noma.Document, look halt.Look) error {
	p := printer{look: look, doc: d, refs: layout.ReferencesOf(d), numbers: layout.NumberSections(d)}
	if d.File != nil {
		p.buf = make([]byte, 0, 2*len(d.File.Text))
	}
	if !d.HasFrontmatter() {
		if meta := d.Meta.Public().YAML(); meta != "" {
			p.block("---\n", meta, "\n---")
		}
	}
	if d.File != nil && layout.AsksForNumbers(d) { // a readable document has its captions as text
		p.labels = layout.CaptionLabels(d)
	}
	p.blocks(d.Children, 1)
	p.impliedReferences()
	_, err := w.Write(append(bytes.TrimRight(p.buf, "\n"), '\n'))
	return err
}

// printer appends Markdown to buf. A block begins with block or open, which put the empty line
// between it and what stands before.
type printer struct {
	look    halt.Look
	buf     []byte
	doc     *noma.Document
	refs    *layout.References
	places  map[*noma.Directive]layout.Place // nil until a comment needs them
	marked  map[string]bool                  // the ids in marks of notes; nil until a note asks
	numbers layout.SectionNumbers
	labels  map[noma.Node]string // what references to numbered captions show; nil where nothing asks for numbers
	titles  map[string]int       // how many headings have an anchor; nil until a reference asks
}

// emptyItem is a paragraph that Markdown reads as the mark of an item without text.
var emptyItem = regexp.MustCompile(`^([-+*]|[0-9]{1,9}[.)])$`)

// open starts a block.
func (p *printer) open() {
	if len(p.buf) > 0 {
		p.buf = append(p.buf, "\n\n"...)
	}
}

func (p *printer) add(s ...string) {
	for _, s := range s {
		p.buf = append(p.buf, s...)
	}
}

// block prints a whole block.
func (p *printer) block(s ...string) {
	p.open()
	p.add(s...)
}

// blocks prints siblings. depth is 1 at the top level and one more inside each section or directive.
func (p *printer) blocks(nodes []noma.Node, depth int) {
	for _, n := range nodes {
		p.node(n, depth)
	}
}

func (p *printer) node(n noma.Node, depth int) {
	p.look.Now()
	switch n := n.(type) {
	case *noma.Frontmatter:
		p.block("---\n", n.Raw, "\n---")
	case *noma.Section:
		p.anchors(n.At())
		p.block("######"[:min(6, max(1, n.Level))], " ", p.numbers.Before(n), p.inline(n.Title.S))
		p.blocks(n.Children, depth+1)
	case *noma.Paragraph:
		text := p.inline(n.Content.S)
		if emptyItem.MatchString(text) {
			text = text[:len(text)-1] + `\` + text[len(text)-1:]
		}
		p.block(text)
	case *noma.Code:
		p.fenced(n.Lang, n.Content.S)
	case *noma.List:
		p.list(n)
	case *noma.Quote:
		var out []string
		for _, text := range n.Paragraphs() {
			out = append(out, p.inline(text.S))
		}
		p.quoted(strings.Join(out, "\n\n"))
	case *noma.ThematicBreak:
		p.block("---")
	case *noma.Table:
		rows := [][]string{p.cells(n.Header)}
		for _, row := range n.Rows {
			rows = append(rows, p.cells(row))
		}
		if n.Caption != nil {
			p.anchors(n.At())
		}
		if c := n.CaptionText(); c != "" {
			p.block("**", cmp.Or(p.labels[n], layout.WordOf(p.doc, "Table")), ": ", p.inline(c), "**")
		}
		p.table(rows, n.Align)
	case *noma.Directive:
		if n.Is(noma.Note) && !layout.Withdrawn(n) && p.isMarked(n.ID) {
			p.note(n)
		} else {
			p.directive(n, depth)
		}
	}
}

func (p *printer) list(n *noma.List) {
	p.open()
	var m noma.Markers
	for i, it := range n.Items {
		if i > 0 {
			p.add("\n")
			if it.First && len(n.Items[i-1].Children) > 0 {
				p.add("\n")
			}
		}
		text, more, wrapped := strings.Cut(p.inline(it.Content.S), "\n")
		p.add(m.Next(it), it.Box.Source(), text)
		if wrapped {
			p.buf = m.AppendBelow(p.buf, it.Level, more)
		}
		for i, child := range it.Children {
			at := len(p.buf)
			p.node(child, 0)
			block := string(p.buf[at+2:]) // behind the empty line
			p.buf = m.AppendBelow(append(p.buf[:at], '\n'), it.LevelOf(i), block)
		}
	}
}

// quoted prints a text as a block quote.
func (p *printer) quoted(text string) {
	p.open()
	sep := ">"
	for line := range strings.SplitSeq(text, "\n") {
		p.add(sep)
		sep = "\n>"
		if line != "" {
			p.add(" ", line)
		}
	}
}

// fenced prints a code block. The fence is one that the content cannot close: back-ticks as a rule,
// tildes around back-ticks, and more of them when the content has as many.
func (p *printer) fenced(lang, content string) {
	fence := "```"
	if strings.Contains(content, fence) {
		for fence = "~~~~"; strings.Contains(content, fence); {
			fence += fence
		}
	}
	p.block(fence, lang, "\n", content, "\n", fence)
}

func (p *printer) cells(row []noma.Cell) []string {
	out := make([]string, len(row))
	for i, c := range row {
		out[i] = p.cell(c.Text)
	}
	return out
}

// table prints a pipe table whose first row is the header.
func (p *printer) table(rows [][]string, align []noma.Align) {
	width := noma.ColumnWidths(rows)
	p.open()
	for i, row := range rows {
		if i > 0 {
			p.add("\n")
		}
		p.add("|")
		for j, c := range row {
			p.add(" ", c, strings.Repeat(" ", max(0, width[j]-noma.UTF16Len(c))), " |")
		}
		if i == 0 {
			p.add("\n|")
			for j, a := range align {
				p.add(" ", separator(a, width[j]), " |")
			}
		}
	}
}

// separator returns the dashes under a header; there are three at least, so that it may be wider.
func separator(a noma.Align, width int) string {
	switch a {
	case "center":
		return ":" + strings.Repeat("-", max(3, width-2)) + ":"
	case "left":
		return ":" + strings.Repeat("-", max(3, width-1))
	case "right":
		return strings.Repeat("-", max(3, width-1)) + ":"
	}
	return strings.Repeat("-", max(3, width))
}
