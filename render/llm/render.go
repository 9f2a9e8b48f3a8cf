package llm

import (
	"bytes"
	"io"
	"strings"
	"time"

	"github.com/nomadocx/nomadocx/internal/halt"
	"github.com/nomadocx/nomadocx/layout"
	"github.com/nomadocx/nomadocx/noma"
	"github.com/nomadocx/nomadocx/noma/compute"
)

// Options say what is left out. The zero value prints the whole document.
type Options struct {
	// Look is called for every block, to end the work when the context has ended.
	Look halt.Look `json:"-"`
	// Select and Exclude are lists of selectors, each value with one or more of them between commas or
	// white space. A selector is a node type (section, table, list_item …) or a directive's name.
	Select, Exclude []string
	// Budget is the greatest length of the output in UTF-16 units, 0 for no limit.
	Budget int
	// StaleDays drops memories last seen more than so many days before Now; 0 keeps them all.
	StaleDays float64
	Now       time.Time
}

// Render prints the document. The text ends with one line feed, unless the budget cuts it off.
func Render(w io.Writer, d *noma.Document, o Options) error {
	p := printer{look: o.Look, selection: selectionOf(d, o.Select, o.Exclude), stale: staleMemories(d, o)}
	if d.File != nil {
		p.buf = make([]byte, 0, len(d.File.Text)+len(d.File.Text)/8+64)
	}
	if t := title(d.Meta.Get("title")); t != "" && !(d.Audience.Client && headed(d)) {
		p.add("# ", t, "\n")
	}
	if p.selection.shows(d, false) {
		p.children(d, p.selection.matches(d))
	}
	if refs := layout.ReferencesOf(d); refs.Marks && !refs.Listed && p.selection.shows(d, false) {
		p.references()
	}
	_, err := w.Write(cut(settle(p.buf), o.Budget))
	return err
}

// headed reports whether a document begins with its title.
func headed(d *noma.Document) bool {
	if len(d.Children) == 0 {
		return false
	}
	s, ok := d.Children[0].(*noma.Section)
	return ok && layout.IsTitle(d, s)
}

// title returns a truthy frontmatter title as text, "" for none.
func title(v any) string {
	switch v := v.(type) {
	case string:
		return v
	case float64:
		if v != 0 {
			return noma.FormatNumber(v)
		}
	case bool:
		if v {
			return "true"
		}
	}
	return ""
}

// settle makes two line feeds of three or more, drops white space at the ends and ends the text
// with one line feed. It works in place.
func settle(text []byte) []byte {
	out, feeds := text[:0], 0
	for _, c := range text {
		if c != '\n' {
			feeds = 0
		} else if feeds++; feeds > 2 {
			continue
		}
		out = append(out, c)
	}
	return append(bytes.TrimFunc(out, noma.IsSpace), '\n')
}

// printer appends text to buf. Every block ends with an empty line.
type printer struct {
	look      halt.Look
	selection selection
	stale     stale
	doc       *noma.Document
	numbers   layout.SectionNumbers
	env       *compute.Env                     // nil until a computed block needs it
	places    map[*noma.Directive]layout.Place // nil until a comment needs them
	plain     plainText
	buf       []byte
	index     *noma.Directive // the memory_index the printer is in
}

func (p *printer) add(s ...string) {
	for _, s := range s {
		p.buf = append(p.buf, s...)
	}
}

// children prints what of a node's children is selected; inside tells that the node itself, or one
// around it, was selected by name.
func (p *printer) children(n noma.Node, inside bool) {
	if d, ok := n.(*noma.Document); ok {
		p.doc, p.numbers = d, layout.NumberSections(d)
	}
	for _, k := range n.Kids() {
		if p.selection.shows(k, inside) {
			p.block(k, inside || p.selection.matches(k))
		}
	}
}

func (p *printer) block(n noma.Node, inside bool) {
	p.look.Now()
	switch n := n.(type) {
	case *noma.Section:
		p.add("######"[:min(6, max(1, n.Level))], " ", p.numbers.Before(n), n.Title.S)
		if n.ID != "" {
			p.add("  [#", n.ID, "]")
		}
		p.add("\n\n")
		p.children(n, inside)
	case *noma.Paragraph:
		if text := p.stale.remains(p.index, n.Content.S); text != "" {
			p.buf = p.plain.append(p.buf, text)
			p.add("\n\n")
		}
	case *noma.Code:
		p.add("```", n.Lang, "\n", n.Content.S, "\n```\n\n")
	case *noma.List:
		p.list(n, inside)
	case *noma.Quote:
		for line := range strings.SplitSeq(n.Content.S, "\n") {
			p.add("> ", line, "\n")
		}
		p.add("\n")
	case *noma.ThematicBreak:
		p.add("---\n\n")
	case *noma.Table:
		p.table(n)
	case *noma.Directive:
		p.directive(n, inside)
	}
}

func (p *printer) list(n *noma.List, inside bool) {
	for _, it := range n.Items {
		if p.selection.shows(it, inside) && !(p.index != nil && p.stale.forgets(it.Content.S)) {
			p.add(strings.Repeat("  ", it.Level), "- ", it.Box.Source())
			at := len(p.buf)
			p.buf = p.plain.append(p.buf, it.Content.S)
			p.add("\n")
			p.indent(at+bytes.IndexByte(p.buf[at:], '\n')+1, it.Level)
			p.itemChildren(it, inside || p.selection.matches(it))
		}
	}
	p.add("\n")
}

// itemChildren prints what of the further blocks of an item is selected.
func (p *printer) itemChildren(it *noma.ListItem, inside bool) {
	for i, n := range it.Children {
		if p.selection.shows(n, inside) {
			at := len(p.buf)
			p.block(n, inside || p.selection.matches(n))
			p.buf = append(bytes.TrimRight(p.buf, "\n"), '\n')
			p.indent(at, it.LevelOf(i))
		}
	}
}

// indent indents the lines from a place on, as what stands in an item, but for empty ones.
func (p *printer) indent(from, level int) {
	if from == len(p.buf) {
		return
	}
	text := string(p.buf[from:])
	p.buf = p.buf[:from]
	for line := range strings.Lines(text) {
		if line != "\n" {
			p.add(strings.Repeat("  ", level+1))
		}
		p.add(line)
	}
}

func (p *printer) table(n *noma.Table) {
	rows := make([][]string, 0, 1+len(n.Rows))
	rows = append(rows, texts(n.Header))
	for _, row := range n.Rows {
		rows = append(rows, texts(row))
	}
	width := noma.ColumnWidths(rows)
	p.row(rows[0], width)
	p.add("|")
	for i, a := range n.Align {
		p.add(" ", separator(a, width[i]), " |")
	}
	p.add("\n")
	for _, row := range rows[1:] {
		p.row(row, width)
	}
	p.caption(n)
	p.add("\n")
}

func (p *printer) caption(n *noma.Table) {
	if n.Caption == nil {
		return
	}
	p.add("Table:")
	if text := n.CaptionText(); text != "" {
		p.add(" ")
		p.buf = p.plain.append(p.buf, text)
	}
	if n.ID != "" {
		p.add("  [#", n.ID, "]")
	}
	p.add("\n")
}

func texts(cells []noma.Cell) []string {
	out := make([]string, len(cells))
	for i, c := range cells {
		out[i] = c.Text
	}
	return out
}

func (p *printer) row(cells []string, width []int) {
	p.add("|")
	for i, c := range cells {
		p.add(" ", c, strings.Repeat(" ", max(0, width[i]-noma.UTF16Len(c))), " |")
	}
	p.add("\n")
}

// separator returns the dashes under a header of the width; a centred one is a character wider.
func separator(a noma.Align, width int) string {
	switch a {
	case "left":
		return ":" + strings.Repeat("-", width-1)
	case "right":
		return strings.Repeat("-", width-1) + ":"
	case "center":
		return ":" + strings.Repeat("-", width-2) + "-:"
	}
	return strings.Repeat("-", width)
}
