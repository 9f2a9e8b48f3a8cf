package nomatext

import (
	"bytes"
	"io"
	"math"
	"slices"
	"strings"

	"github.com/nomadocx/nomadocx/internal/halt"
	"github.com/nomadocx/nomadocx/noma"
	"github.com/nomadocx/nomadocx/noma/source"
)

// Render prints the tree, and examines every block whether to go on. Blocks are separated by one empty line, the text ends in one newline.
func Render(w io.Writer, d *noma.Document, look halt.Look) error {
	p := printer{look: look, doc: d, comments: d.Comments}
	if d.File != nil {
		p.buf = make([]byte, 0, len(d.File.Text)+len(d.File.Text)/8)
	}
	if !d.HasFrontmatter() {
		p.meta(d.Meta)
	}
	bare := len(p.buf) == 0
	p.blocks(d.Children, 2)
	p.commentsTo(math.MaxInt, len(d.Children) > 0)
	out := append(bytes.TrimRight(p.buf, "\n"), '\n')
	if bare && len(d.Children) > 0 {
		if _, ok := d.Children[0].(*noma.ThematicBreak); ok && readsAsFrontmatter(out) {
			copy(out, "***")
		}
	}
	_, err := w.Write(out)
	return err
}

// readsAsFrontmatter reports whether a rule in the first line would open frontmatter, because some
// later line (a rule, or a line of code) would close it.
func readsAsFrontmatter(out []byte) bool {
	first := true
	for line := range bytes.Lines(out) {
		rest, ok := bytes.CutPrefix(line, []byte("---"))
		if ok && !first && noma.TrimSpace(string(rest)) == "" {
			return true
		}
		if first && !ok {
			return false
		}
		first = false
	}
	return false
}

// printer appends source to buf. Blocks leave no line end behind them; who puts something after a
// block separates it.
type printer struct {
	look halt.Look
	doc  *noma.Document
	buf  []byte
	// comments are those that have not been printed.
	comments []source.Span
	// rootDone is set once the section that carries the document's own aliases is printed.
	rootDone bool
}

func (p *printer) add(s ...string) {
	for _, s := range s {
		p.buf = append(p.buf, s...)
	}
}

// blocks prints siblings; colons is the length of a fence at their depth.
func (p *printer) blocks(nodes []noma.Node, colons int) {
	for i, n := range nodes {
		some := p.commentsTo(n.At().Span.Start, i > 0)
		if i > 0 || some {
			p.buf = append(p.buf, '\n')
			if some || !touches(nodes[i-1], n) {
				p.buf = append(p.buf, '\n')
			}
		}
		p.block(n, colons)
	}
}

// commentsTo prints the comments before a place in the source, and reports whether there are any. below says that something stands above.
func (p *printer) commentsTo(place int, below bool) (some bool) {
	for ; len(p.comments) > 0 && p.comments[0].Start < place; p.comments = p.comments[1:] {
		if below || some {
			p.add("\n\n")
		}
		p.add(strings.ReplaceAll(p.comments[0].Of(p.doc.File.Text), "\r\n", "\n"))
		some = true
	}
	return some
}

// touches reports whether a block is printed in the line below the last item of a list: it is an indented paragraph, which would be a
// block of the item below a blank line.
func touches(above, n noma.Node) bool {
	list, below := above.(*noma.List)
	p, ok := n.(*noma.Paragraph)
	if !below || !ok || noma.Column(p.Content.S) == 0 {
		return false
	}
	var m noma.Markers
	for _, it := range list.Items {
		m.Next(it)
	}
	return noma.Column(p.Content.S) >= len(m.Indent(0))
}

func (p *printer) block(n noma.Node, colons int) {
	p.look.Now()
	switch n := n.(type) {
	case *noma.Frontmatter:
		p.add("---\n", n.Raw, "\n---")
	case *noma.Section:
		p.section(n, colons)
	case *noma.Paragraph:
		p.add(n.Content.S)
	case *noma.Code:
		p.add("```", n.Lang, "\n", n.Content.S, "\n```")
	case *noma.List:
		var m noma.Markers
		for i, it := range n.Items {
			if i > 0 {
				p.add("\n")
				if it.First && len(n.Items[i-1].Children) > 0 {
					p.add("\n")
				}
			}
			p.item(&m, it)
		}
	case *noma.Quote:
		sep := ">"
		for line := range strings.SplitSeq(n.Content.S, "\n") {
			p.add(sep)
			sep = "\n>"
			if line != "" {
				p.add(" ", line)
			}
		}
	case *noma.ThematicBreak:
		p.add("---")
	case *noma.Table:
		p.table(n)
	case *noma.Directive:
		p.directive(n, colons)
	}
}

// item prints an item with its further blocks.
func (p *printer) item(m *noma.Markers, it *noma.ListItem) {
	text, more, wrapped := strings.Cut(it.Content.S, "\n")
	p.add(m.Next(it), it.Box.Source(), text)
	if wrapped {
		p.buf = m.AppendBelow(p.buf, it.Level, more)
	}
	for i, n := range it.Children {
		at := len(p.buf)
		p.block(n, 0)
		block := string(p.buf[at:])
		p.buf = m.AppendBelow(append(p.buf[:at], '\n'), it.LevelOf(i), block)
	}
}

func (p *printer) directive(n *noma.Directive, colons int) {
	if n.Marked() {
		p.add("[^", n.ID, "]: ", n.Body)
		return
	}
	if n.Unfenced() {
		gap := ""
		if strings.Contains(n.Body, "\n") {
			gap = "\n"
		}
		p.add(noma.Display, gap, n.Body, gap, noma.Display, " ")
		p.attrs(slices.DeleteFunc(slices.Clone(n.Attrs), func(a noma.Attr) bool { return a.Span.Empty() }), n.AttrSpan)
		return
	}
	fence := strings.Repeat(":", colons)
	p.add(fence, n.Name)
	p.attrs(n.Attrs, n.AttrSpan)
	switch {
	case len(n.Children) > 0:
		p.add("\n")
		p.blocks(n.Children, colons+1)
		p.commentsTo(n.Closer.Start, true)
	case n.Body != "":
		p.add("\n", n.Body)
	}
	p.add("\n", fence)
}
