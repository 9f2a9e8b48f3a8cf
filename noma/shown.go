package noma

import (
	"iter"
	"maps"
)

// Audience says for whom a document is shown. The zero value is a review, which shows all of it.
type Audience struct {
	// Client leaves out what is for the authors: ids, metadata, the words that name the kinds of blocks, and what is internal.
	Client bool
	// Comments keeps comments and change requests in what a client gets.
	Comments bool
	// QuoteLines has each line of a quote as a paragraph in Word, as older files have.
	QuoteLines bool
	// Older has the words that nobody wrote, as "Table" before a number, in English whatever the language, dates as they are written, and the
	// title among the contents, as older files have.
	Older bool
	// PlainDiagrams has diagrams without numbers, as older files have.
	PlainDiagrams bool
	// SpansAside has merged cells of headers aligned as their first column is, as older files have.
	SpansAside bool
	// Before21 has cells that are a row of a table aligned as the first column is, and references of clients to data and form fields with what
	// these are in place of their title, as files of editions before 21 have.
	Before21 bool
	// CodeLines has the lines of code spans as lines, as files of editions before 22 have.
	CodeLines bool
	// Points has a decimal point in computed numbers whatever the language, as files of editions before 23 have.
	Points bool
}

// LeaveOut says which nodes of the document are not shown, and which notes in each of them are shown all the same.
func (d *Document) LeaveOut(nodes map[Node][]Node) {
	d.leftOut, d.kept, d.withholds = maps.Clone(nodes), map[Node]bool{}, map[Node]bool{}
	for n, notes := range nodes {
		for ; n != nil && !d.withholds[n]; n = n.At().Parent {
			d.withholds[n] = true
		}
		for _, n := range notes {
			d.kept[n] = true
		}
	}
}

// LeftOut reports whether a node, or one around it, is not shown.
func (d *Document) LeftOut(n Node) bool {
	if len(d.leftOut) == 0 {
		return false
	}
	for ; n != nil && !d.kept[n]; n = n.At().Parent {
		if _, out := d.leftOut[n]; out {
			return true
		}
	}
	return false
}

// Shown returns what is shown of some siblings.
func (d *Document) Shown(nodes []Node) []Node {
	if len(d.leftOut) == 0 {
		return nodes
	}
	out := make([]Node, 0, len(nodes))
	for _, n := range nodes {
		if notes, not := d.leftOut[n]; not {
			out = append(out, notes...)
		} else {
			out = append(out, n)
		}
	}
	return out
}

// Withholds reports whether something in a node is not shown, or all of it.
func (d *Document) Withholds(n Node) bool { return d.withholds[n] }

// WalkShown visits what is shown of a document, as [Walk] does.
func (d *Document) WalkShown() iter.Seq[Node] {
	return func(yield func(Node) bool) { d.walkShown(d, yield) }
}

func (d *Document) walkShown(n Node, yield func(Node) bool) bool {
	if _, list := n.(*List); list || len(d.leftOut) == 0 {
		return walk(n, yield)
	}
	if !yield(n) {
		return false
	}
	for _, k := range d.Shown(n.Kids()) {
		if !d.walkShown(k, yield) {
			return false
		}
	}
	return true
}
