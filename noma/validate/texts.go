package validate

import (
	"sort"
	"strings"

	"github.com/nomadocx/nomadocx/noma"
	"github.com/nomadocx/nomadocx/noma/dataset"
)

// text is a text with inline markup.
type text struct {
	noma.Text
	cell bool // of a table
	bare bool // where no footnote ^[text] can stand
}

// inline parses the text.
func (t text) inline(p *noma.InlineParser) []noma.Inline {
	if t.cell {
		return p.Cell(t.S)
	}
	return p.Parse(t.S)
}

// texts yields each text with inline markup, with the node that has it; those of blocks with noverify are left out.
func (c *checker) texts(yield func(noma.Node, text) bool) {
	for _, n := range c.prose {
		bare := !hasNotes(n)
		switch n := n.(type) {
		case *noma.Table:
			for _, row := range append([][]noma.Cell{n.Header}, n.Rows...) {
				for _, x := range row {
					if !yield(n, text{noma.NewText(x.Text, x.Span.Start), true, bare}) {
						return
					}
				}
			}
			if n.Caption != nil && !yield(n, text{n.Caption.Text, false, true}) {
				return
			}
		case *noma.Directive:
			if a, ok := caption(n); ok && !yield(n, text{noma.NewText(a.Value.Raw, a.ValueSpan.Start), false, true}) {
				return
			}
			t, err := dataset.Table(n)
			if !isRows(n) || err != nil {
				continue
			}
			for _, row := range append([][]dataset.Cell{t.Header}, t.Rows...) {
				for _, x := range row {
					if !yield(n, text{noma.NewText(x.Text, x.Span.Start), true, bare}) {
						return
					}
				}
			}
		default:
			for t := range noma.Texts(n) {
				if !yield(n, text{t, false, bare}) {
					return
				}
			}
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
	strings.Builder
	from []origin // by rising place
}

// origin says that what is shown from a place on stands in the text from another one on.
type origin struct{ at, source int }

// shown returns what a text shows, with the keys of sources that are known.
func (t text) shown(p *noma.InlineParser) *shown {
	s := &shown{}
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
	return s
}

// origin returns where in the text stands what is shown at a place.
func (s *shown) origin(at int) int {
	i := sort.Search(len(s.from), func(i int) bool { return s.from[i].at > at }) - 1
	return s.from[i].source + at - s.from[i].at
}
