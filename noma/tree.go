package noma

import (
	"iter"
	"strings"
)

// Walk visits a node and everything below it in document order, parents first; the items of a list
// count as nodes of their own.
func Walk(n Node) iter.Seq[Node] {
	return func(yield func(Node) bool) { walk(n, yield) }
}

func walk(n Node, yield func(Node) bool) bool {
	if !yield(n) {
		return false
	}
	if l, ok := n.(*List); ok {
		for _, it := range l.Items {
			if !yield(it) {
				return false
			}
			for _, k := range it.Children {
				if !walk(k, yield) {
					return false
				}
			}
		}
		return true
	}
	for _, k := range n.Kids() {
		if !walk(k, yield) {
			return false
		}
	}
	return true
}

// Type returns what the AST calls the kind of a node: "section", "list_item", "directive" (Format spec, "AST
// shape").
func Type(n Node) string {
	switch n.(type) {
	case *Document:
		return "document"
	case *Frontmatter:
		return "frontmatter"
	case *Section:
		return "section"
	case *Paragraph:
		return "paragraph"
	case *Code:
		return "code"
	case *List:
		return "list"
	case *ListItem:
		return "list_item"
	case *Quote:
		return "quote"
	case *ThematicBreak:
		return "thematic_break"
	case *Table:
		return "table"
	case *Directive:
		return "directive"
	}
	panic("noma: unknown node")
}

// Block returns the node a canonical id stands for or, failing that, the node an alias stands for. Use it
// for references in the document; a patch must use [Document.ByID] (Protocol §2.2).
func (d *Document) Block(id string) (Node, bool) {
	if n, ok := d.byID[id]; ok {
		return n, true
	}
	n, ok := d.byAlias[id]
	return n, ok
}

// Target returns the node that [[target]] refers to: a [Document.Block], or a section by its heading, see [Document.Titled].
func (d *Document) Target(target string) (Node, bool) {
	target = strings.TrimPrefix(target, "#")
	if n, ok := d.Block(target); ok {
		return n, true
	}
	if s, ok := d.Titled(target); ok {
		return s, true
	}
	return nil, false
}

// Repeats reports whether a node has the id of another one before it.
func (d *Document) Repeats(n Node) bool {
	return d.repeated[n.At().ID] && d.byID[n.At().ID] != n
}

// Shared reports whether more than one node has an id.
func (d *Document) Shared(id string) bool { return d.repeated[id] }

// ByID returns the first node with the canonical id.
func (d *Document) ByID(id string) (Node, bool) {
	n, ok := d.byID[id]
	return n, ok
}

// Texts iterates over the texts with inline markup that a node holds itself.
func Texts(n Node) iter.Seq[Text] {
	return func(yield func(Text) bool) {
		switch n := n.(type) {
		case *Section:
			yield(n.Title)
		case *Paragraph:
			yield(n.Content)
		case *ListItem:
			yield(n.Content)
		case *Quote:
			for _, t := range n.Paragraphs() {
				if !yield(t) {
					return
				}
			}
		case *Table:
			n.Texts(yield)
		}
	}
}
