package patch

import (
	"strings"

	"github.com/nomadocx/nomadocx/noma"
	"github.com/nomadocx/nomadocx/noma/source"
)

// Address says how the child operations reach a node: unit is the node itself or what it stands in,
// the direct child of the nearest section or directive whose id leads to it, or of the document
// (parentID ""). index is the place of unit among that parent's children. The document has no
// address: unit is then the document and index -1.
func Address(n noma.Node) (parentID string, index int, unit noma.Node) {
	root := n
	for root.At().Parent != nil {
		root = root.At().Parent
	}
	doc, _ := root.(*noma.Document)
	for ; n.At().Parent != nil; n = n.At().Parent {
		parent := n.At().Parent
		if parent == root {
			return "", n.At().Index, n
		}
		id := parent.At().ID
		if id == "" || doc == nil {
			continue
		}
		if found, ok := doc.ByID(id); ok && found == parent {
			return id, n.At().Index, n
		}
	}
	return "", -1, n
}

// childParent returns the parent of a child operation and its children.
func (st *stage) childParent(o *Op) (noma.Node, siblings, error) {
	var parent noma.Node = st.doc
	if o.Parent != "" {
		var err error
		if parent, err = st.parent(o.Parent); err != nil {
			return nil, siblings{}, err
		}
	}
	kids, err := st.children(parent)
	return parent, kids, err
}

// child returns the node that replace_child and delete_child are about; it has to be as it was read.
func (st *stage) child(o *Op, kids siblings) (noma.Node, error) {
	if err := hashShape(o.BaseHash); err != nil {
		return nil, err
	}
	if o.Index < 0 || o.Index >= kids.len() {
		return nil, refuse(TargetMissing, "child %d not found: there are %d children", o.Index, kids.len())
	}
	n := kids.at(o.Index)
	if !parsed(n) {
		return nil, errDepends
	}
	if _, ok := n.(*noma.Section); ok {
		return nil, bad("child %d is a section; use update_heading or delete_block", o.Index)
	}
	return n, st.matchHash(o.BaseHash, n, "the "+noma.Type(n))
}

// childLines checks the source of a new child and makes it fit the depth of its parent. It must be one
// node, not a section, that ends where its text ends.
func (st *stage) childLines(content string, parent, instead noma.Node) (*fragment, error) {
	g, err := parseFragment(content)
	if err != nil {
		return nil, err
	}
	if n := len(g.doc.Children); n != 1 {
		return nil, bad("content must be exactly one block (got %d)", n)
	}
	only := g.doc.Children[0]
	_, isFront := only.(*noma.Frontmatter)
	_, wasFront := instead.(*noma.Frontmatter)
	if isFront != wasFront {
		return nil, bad("frontmatter can only take the place of frontmatter")
	}
	switch n := only.(type) {
	case *noma.Section:
		return nil, bad("content must not be a section")
	case *noma.Directive:
		if n.Unclosed() {
			return nil, bad("the block in the content is not closed")
		}
		if depth := within(parent); n.Fence <= depth && !n.Unfenced() {
			g.lines = normalise(g.lines, n.Fence, depth+1)
		}
	}
	g.lines = g.lines[only.At().Line-1 : only.At().EndLine] // blank lines are not the node's
	if !contained(g.lines, fences(parent)) {
		return nil, bad("the content would end the block around it: it has a line of colons, an open code fence or an open comment")
	}
	return g, st.checkIDs(g, instead)
}

// replaceChild replaces a node by another one with the smallest change of bytes.
func (st *stage) replaceChild(o *Op) (*effect, error) {
	parent, kids, err := st.childParent(o)
	if err != nil {
		return nil, err
	}
	n, err := st.child(o, kids)
	if err != nil {
		return nil, err
	}
	g, err := st.childLines(o.Content, parent, n)
	if err != nil {
		return nil, err
	}
	b := n.At()
	lines := g.lines
	if _, front := n.(*noma.Frontmatter); !front {
		if err := st.notFrontmatter(b.Line, lines); err != nil {
			return nil, err
		}
	}
	if err := st.unjoinedNew(kids, o.Index-1, o.Index+1, g); err != nil {
		return nil, err
	}
	prev, next, err := st.adjacent(kids, o.Index, o.Index+1, b.Line, b.EndLine)
	if err != nil {
		return nil, err
	}
	e := &effect{parent: parent, index: o.Index, come: true, gone: true, ids: g.ids()}
	if prev != nil && !separate(st.source(prev), lines) {
		lines, e.seal = afterBlank(lines), true
	}
	if next != nil && !separate(lines, st.source(next)) {
		lines, e.seal = withBlank(lines), true
	}
	for k := range noma.Walk(n) {
		if id := k.At().ID; id != "" {
			e.ids = append(e.ids, id)
		}
	}
	e.changes = []source.Edit{shrink(source.Edit{Span: b.Span, New: strings.Join(lines, st.eol)}, st.f.Text)}
	return e, nil
}

// notFrontmatter refuses a rule of hyphens as the first line of the file: with another one below, the
// lines between would be frontmatter.
func (st *stage) notFrontmatter(line int, lines []string) error {
	if !strings.HasPrefix(lines[0], "---") || noma.TrimSpace(lines[0]) != "---" {
		return nil
	}
	above, err := st.before(line)
	if err == nil && above == 0 {
		err = bad("content at the start of the file would be read as frontmatter")
	}
	return err
}

// source returns the lines of a node.
func (st *stage) source(n noma.Node) []string {
	var out []string
	for line := n.At().Line; line <= lastLine(n); line++ {
		out = append(out, st.line(line))
	}
	return out
}

// insertChild puts a node that is not a section among the children of a block or the document, with
// the blank lines a person would leave.
func (st *stage) insertChild(o *Op) (*effect, error) {
	parent, kids, err := st.childParent(o)
	if err != nil {
		return nil, err
	}
	if o.Index < 0 || o.Index > kids.len() {
		return nil, refuse(ParentMissing, "index %d is out of range: there are %d children", o.Index, kids.len())
	}
	g, err := st.childLines(o.Content, parent, nil)
	if err != nil {
		return nil, err
	}
	if o.Index > 0 {
		if prev := kids.at(o.Index - 1); sectionOf(prev) != nil && !parsed(prev) {
			return nil, errDepends
		} else if s, ok := prev.(*noma.Section); ok && !flatPlace(s) {
			return nil, bad("what follows section %q is part of it; insert there", s.ID)
		}
	}
	if o.Index < kids.len() {
		if _, ok := kids.at(o.Index).(*noma.Frontmatter); ok {
			return nil, bad("nothing goes before frontmatter")
		}
	}
	if err := st.unjoinedNew(kids, o.Index-1, o.Index, g); err != nil {
		return nil, err
	}
	e := &effect{parent: parent, index: o.Index, come: true, ids: g.ids()}
	put, err := st.childPlace(parent, kids, o.Index, g)
	if err != nil {
		return nil, err
	}
	if err := st.notFrontmatter(put.at, put.lines); err != nil {
		return nil, err
	}
	e.put(put, g.doc.Children[0])
	return e, nil
}

// flatPlace reports whether a heading stands in a directive, where headings have no children.
func flatPlace(s *noma.Section) bool { return len(fences(s)) > 0 }

// deleteChild removes a node together with one of the runs of blank lines around it, so that what was
// apart stays apart and no gap is left.
func (st *stage) deleteChild(o *Op) (*effect, error) {
	parent, kids, err := st.childParent(o)
	if err != nil {
		return nil, err
	}
	n, err := st.child(o, kids)
	if err != nil {
		return nil, err
	}
	if err := st.unjoined(st.sibling(kids, o.Index-1), st.sibling(kids, o.Index+1)); err != nil {
		return nil, err
	}
	e := &effect{parent: parent, index: o.Index, gone: true}
	for k := range noma.Walk(n) {
		if id := k.At().ID; id != "" {
			e.ids = append(e.ids, id)
		}
	}
	b := n.At()
	above, above1, err := st.blanks(b.Line, st.before)
	if err != nil {
		return nil, err
	}
	below, below1, err := st.blanks(b.EndLine, st.after)
	if err != nil {
		return nil, err
	}
	if k := len(below); below1 == 0 && k > 0 && st.line(below[k-1]) == "" {
		below = below[:k-1] // what a final line end leaves is not a blank line
	}
	start, end := above1 == 0, below1 == 0
	if _, ok := parent.(*noma.Document); !ok {
		start = start || above1 == parent.At().Line
	}
	if isDirective(parent) {
		end = end || below1 == parent.At().EndLine
	}
	e.deleted = []lineRange{{b.Line, b.EndLine}}
	switch {
	case len(above) > 0 && end:
		e.deleted = append(e.deleted, ranges(above)...)
	case len(below) > 0 && (len(above) > 0 || start):
		e.deleted = append(e.deleted, ranges(below)...)
	case len(above) == 0 && len(below) == 0 && !start && !end:
		prev, next, err := st.adjacent(kids, o.Index, o.Index+1, b.Line, b.EndLine)
		if err != nil {
			return nil, err
		}
		if prev != nil && next != nil && !separate(st.source(prev), st.source(next)) {
			if err := st.unjoinedOver(kids, o.Index-1, next); err != nil {
				return nil, err
			}
			e.inserted = []*insertion{{at: b.Line, lines: []string{""}}}
		}
	}
	return e, nil
}
