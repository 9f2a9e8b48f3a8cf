package validate

import (
	"bytes"
	"sort"
	"strings"

	"github.com/nomadocx/nomadocx/noma"
	"github.com/nomadocx/nomadocx/noma/dataset"
)

// text is a text with inline markup.
type text struct {
	noma.Text
	cell bool  // of a table
	bare bool  // where no footnote ^[text] can stand
	has  marks // the marks in it
}

// marks is a set of the characters without which a text has no inline markup and no notation of Markdown.
type marks uint32

const markChars = "\n!#$&()*+-:;<=@[\\]^`{|~"

var markOf = func() (of [256]marks) {
	for i := range len(markChars) {
		of[markChars[i]] = 1 << i
	}
	return of
}()

// marksIn returns the marks of a text.
func marksIn(s string) (m marks) {
	for i := range len(s) {
		m |= markOf[s[i]]
	}
	return m
}

// any reports whether a set has one of others; all, whether it has each of them.
func (m marks) any(others marks) bool { return m&others != 0 }
func (m marks) all(others marks) bool { return m&others == others }

// inline parses the text.
func (t text) inline(p *noma.InlineParser) []noma.Inline {
	if t.cell {
		return p.Cell(t.S)
	}
	return p.Parse(t.S)
}

// located is a text with the node that has it.
type located struct {
	node noma.Node
	text text
}

// markup are the characters that begin inline markup a rule is about: of cells and captions without any of them nothing can be said.
var markup = marksIn("[@{<&$\\")

var hyphen = marksIn("-")

// notated reports whether a cell or caption with some marks may hold what a rule is about: inline markup, or two hyphens.
func notated(s string, has marks) bool {
	return has.any(markup) || has.any(hyphen) && strings.Contains(s, "--")
}

// linked are the characters of each link.
var linked = marksIn("](")

// texts yields each text with inline markup, with the node that has it; those of blocks with noverify are left out, as are cells and
// captions without markup.
func (c *checker) texts(yield func(noma.Node, text) bool) {
	if c.located == nil {
		c.located = c.locate()
	}
	for i := range c.located {
		if !yield(c.located[i].node, c.located[i].text) {
			return
		}
	}
}

func (c *checker) locate() []located {
	out := make([]located, 0, len(c.prose))
	short := func(n noma.Node, t noma.Text, cell, bare bool) {
		if has := marksIn(t.S); notated(t.S, has) {
			out = append(out, located{n, text{t, cell, bare, has}})
		}
	}
	var grid dataset.TableGrid
	for _, n := range c.prose {
		bare := !hasNotes(n)
		switch n := n.(type) {
		case *noma.Table:
			eachCell(n.Header, n.Rows, func(x *noma.Cell) { short(n, noma.NewText(x.Text, x.Span.Start), true, bare) })
			if n.Caption != nil {
				short(n, n.Caption.Text, false, true)
			}
		case *noma.Directive:
			if a, ok := caption(n); ok {
				short(n, noma.NewText(a.Value.Raw, a.ValueSpan.Start), false, true)
			}
			if !isRows(n) || !notated(n.RawBody.S, marksIn(n.RawBody.S)) || grid.Read(n) != nil {
				continue
			}
			eachCell(grid.Header, grid.Rows, func(x *dataset.Cell) { short(n, noma.NewText(x.Text, x.Span.Start), true, bare) })
		default:
			for t := range noma.Texts(n) {
				out = append(out, located{n, text{t, false, bare, marksIn(t.S)}})
			}
		}
	}
	return out
}

// eachCell calls f for the cells of a table, in order.
func eachCell[C any](header []C, rows [][]C, f func(*C)) {
	for i := range header {
		f(&header[i])
	}
	for _, cells := range rows {
		for i := range cells {
			f(&cells[i])
		}
	}
}

// caption returns the attribute with the title or caption of a block.
func caption(n *noma.Directive) (noma.Attr, bool) {
	for _, key := range [...]string{"title", "caption"} {
		if a, ok := n.Attr(key); ok && a.Value.Kind == noma.String && a.Value.Raw != "" {
			return a, true
		}
	}
	return noma.Attr{}, false
}

// isRows reports whether the body of a block is the rows of a table.
func isRows(n noma.Node) bool {
	d, ok := n.(*noma.Directive)
	if !ok || d.Name != "table" {
		return false
	}
	for _, k := range d.Children {
		if _, ok := k.(*noma.Table); ok {
			return false
		}
	}
	return true
}

// hasNotes reports whether a node stands where there can be footnotes.
func hasNotes(n noma.Node) bool {
	for ; n != nil; n = n.At().Parent {
		if d, ok := n.(*noma.Directive); ok && (d.Is(noma.Annotates) || d.Name == "header" || d.Name == "footer") {
			return false
		}
	}
	return true
}

// each calls f for the nodes of inline markup and all those within them.
func each(nodes []noma.Inline, f func(*noma.Inline)) {
	for i := range nodes {
		f(&nodes[i])
		each(nodes[i].Children, f)
	}
}

// shown are the characters of a text outside code, formulas and links, with a NUL for each of these, and U+0001 for a link whose
// address ends within parentheses.
type shown struct {
	bytes.Buffer
	from []origin // by rising place
}

// origin says that what is shown from a place on stands in the text from another one on.
type origin struct{ at, source int }

// read makes s what a text shows, with the keys of sources that are known.
func (s *shown) read(t text, p *noma.InlineParser) {
	s.Reset()
	s.from = s.from[:0]
	add := func(source int, text string) {
		s.from = append(s.from, origin{s.Len(), source})
		s.WriteString(text)
	}
	var visit func(nodes []noma.Inline)
	visit = func(nodes []noma.Inline) {
		for _, n := range nodes {
			switch {
			case n.Kind == noma.InlineText && len(n.Text) == n.End-n.Start, n.InPlace() && t.bare:
				add(n.Start, n.Text)
			case n.Kind == noma.InlineSoftBreak:
				add(n.Start, "\n")
			case n.InPlace():
				add(n.Start, "\x00")
				visit(n.Children)
			case n.Kind == noma.InlineStrong || n.Kind == noma.InlineEmph || n.Kind == noma.InlineStrongEmph || n.Kind == noma.InlineSpan:
				visit(n.Children)
			case n.Kind == noma.InlineLink && strings.Count(n.Target, "(") > strings.Count(n.Target, ")"):
				add(n.Start, "\x01")
			default:
				add(n.Start, "\x00")
			}
		}
	}
	visit(t.inline(p))
}

// origin returns where in the text stands what is shown at a place.
func (s *shown) origin(at int) int {
	i := sort.Search(len(s.from), func(i int) bool { return s.from[i].at > at }) - 1
	return s.from[i].source + at - s.from[i].at
}
