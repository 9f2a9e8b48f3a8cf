package app

import (
	"slices"
	"strings"

	"github.com/nomadocx/nomadocx/noma"
)

// blockAt returns the block that a line belongs to, when nothing but sections is around it: a section for its heading, nil for none.
func blockAt(nodes []noma.Node, line int) noma.Node {
	for {
		i, _ := slices.BinarySearchFunc(nodes, line, func(n noma.Node, line int) int { return n.At().EndLine - line })
		if i == len(nodes) || nodes[i].At().Line > line {
			return nil
		}
		s, ok := nodes[i].(*noma.Section)
		if !ok || s.Line == line {
			return nodes[i]
		}
		nodes = s.Children
	}
}

// linesOf returns the lines of a block, of a section those of its heading.
func linesOf(n noma.Node) (first, last int) {
	if s, ok := n.(*noma.Section); ok {
		return s.Line, s.Line
	}
	return n.At().Line, n.At().EndLine
}

// read parses the lines of a block, which begin with one of the document. It returns nil when they are not one block.
func read(lines []string, first int) noma.Node {
	if first < 2 {
		return nil
	}
	nodes := noma.Snippet(strings.Repeat("\n", first-2) + strings.Join(lines, "\n")).Children // which puts a line in front
	if len(nodes) != 1 {
		return nil
	}
	return nodes[0]
}

// separate reports whether no line of a block can begin another one or belong to one: there is none beside it, and the lines inside begin
// with no mark of a fence.
func (d *Draft) separate(n noma.Node) bool {
	first, last := linesOf(n)
	if slices.ContainsFunc(d.lines[first-1:last], func(line string) bool { return strings.Contains(line, "-->") }) {
		return false // it may be the end of a comment
	}
	if _, ok := n.(*noma.Section); ok {
		return true
	}
	blank := func(line int) bool { return line < 1 || line > len(d.lines) || d.lines[line-1] == "" }
	if !blank(last+1) || !blank(first-1) && !strings.HasPrefix(d.lines[first-2], "#") {
		return false
	}
	inside := d.lines[first-1 : last]
	switch n := n.(type) {
	case *noma.Code:
		if n.Closer.Empty() || len(inside) < 2 {
			return false
		}
		inside = inside[1 : len(inside)-1]
	case *noma.Directive:
		if n.Closer.Empty() || len(inside) < 2 {
			return false
		}
		inside = inside[1 : len(inside)-1]
	case *noma.Paragraph:
		if slices.ContainsFunc(inside, func(line string) bool { return strings.TrimLeftFunc(line, noma.IsSpace) != line }) {
			return false
		}
	}
	return !slices.ContainsFunc(inside, func(line string) bool {
		line = strings.TrimLeftFunc(line, noma.IsSpace)
		return line != "" && strings.IndexByte(":`~<", line[0]) >= 0
	})
}

// alike reports whether two blocks differ in what they say only: they have the same lines, marks and attributes.
func alike(a, b noma.Node) bool {
	if a == nil || b == nil || noma.Type(a) != noma.Type(b) {
		return false
	}
	if _, heading := a.(*noma.Section); a.At().Line != b.At().Line || a.At().EndLine != b.At().EndLine && !heading {
		return false
	}
	switch a := a.(type) {
	case *noma.Paragraph, *noma.Quote:
		return true
	case *noma.Code:
		b := b.(*noma.Code)
		return a.Lang == b.Lang && a.Closer.Empty() == b.Closer.Empty()
	case *noma.Section:
		b := b.(*noma.Section)
		return a.Level == b.Level && a.ExplicitID == b.ExplicitID && slices.EqualFunc(a.Attrs, b.Attrs, sameAttr)
	case *noma.Table:
		b := b.(*noma.Table)
		return a.Caption == nil && b.Caption == nil && len(a.Header) == len(b.Header) && len(a.Rows) == len(b.Rows)
	case *noma.Directive:
		b := b.(*noma.Directive)
		return a.Name == b.Name && a.Closer.Empty() == b.Closer.Empty() && slices.EqualFunc(a.Attrs, b.Attrs, sameAttr)
	case *noma.List:
		return slices.EqualFunc(a.Items, b.(*noma.List).Items, alikeItems)
	}
	return false
}

func sameAttr(a, b noma.Attr) bool { return a.Key == b.Key && a.Value == b.Value && a.Quote == b.Quote }

func alikeItems(a, b *noma.ListItem) bool {
	return a.Line == b.Line && a.EndLine == b.EndLine && a.Level == b.Level && a.Ordered == b.Ordered && a.Number == b.Number &&
		a.First == b.First && a.Marker.Len() == b.Marker.Len() && slices.EqualFunc(a.Children, b.Children, alike)
}

// adopt gives a block what one that is alike says.
func adopt(n, is noma.Node) {
	switch n := n.(type) {
	case *noma.Paragraph:
		n.Content = is.(*noma.Paragraph).Content
	case *noma.Quote:
		n.Content = is.(*noma.Quote).Content
	case *noma.Code:
		n.Content = is.(*noma.Code).Content
	case *noma.Table:
		is := is.(*noma.Table)
		n.Header, n.Align, n.Rows = is.Header, is.Align, is.Rows
	case *noma.Directive:
		is := is.(*noma.Directive)
		n.RawBody, n.Body, n.HasBody, n.Children = is.RawBody, is.Body, is.HasBody, is.Children
	case *noma.List:
		for i, it := range is.(*noma.List).Items {
			n.Items[i].Content, n.Items[i].Box = it.Content, it.Box
			for k, child := range it.Children {
				adopt(n.Items[i].Children[k], child)
			}
		}
	}
}
