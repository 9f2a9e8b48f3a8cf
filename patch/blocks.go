package patch

import (
	"strings"

	"github.com/nomadocx/nomadocx/noma"
	"github.com/nomadocx/nomadocx/noma/source"
)

// replaceBlock puts another directive in the place of one (Protocol §3.1.1).
func (st *stage) replaceBlock(o *Op) (*effect, error) {
	g, err := parseFragment(o.Content)
	if err != nil {
		return nil, err
	}
	if _, err := g.directive(); err != nil {
		return nil, err
	}
	n, ok := st.find(o.ID)
	if !ok {
		return nil, st.notFound(o.ID)
	}
	d, ok := n.(*noma.Directive)
	if !ok {
		return nil, refuse(TargetMissing, "block %q is not a directive", o.ID)
	}
	if err := st.checkIDs(g, d); err != nil {
		return nil, err
	}
	index, err := st.indexOf(d)
	if err != nil {
		return nil, err
	}
	e := &effect{
		deleted:  []lineRange{{d.Line, d.EndLine}},
		inserted: []*insertion{{at: d.Line, lines: g.lines}},
		ids:      append(idsChanged(d, nil), g.ids()...),
		parent:   d.Parent, index: index, come: true, gone: true,
		seal: !g.settled(d.Parent),
	}
	return e, nil
}

// deleteBlock removes a directive or a section with everything in it. When that leaves two blank lines
// side by side, one of them goes too.
func (st *stage) deleteBlock(o *Op) (*effect, error) {
	n, ok := st.find(o.ID)
	if !ok {
		return nil, st.notFound(o.ID)
	}
	index, err := st.indexOf(n)
	if err != nil {
		return nil, err
	}
	e := &effect{parent: n.At().Parent, index: index, gone: true}
	for k := range noma.Walk(n) {
		if id := k.At().ID; id != "" {
			e.ids = append(e.ids, id)
		}
	}
	if s, ok := n.(*noma.Section); ok {
		if err := st.untouched(s); err != nil {
			return nil, err
		}
		var leaving []*noma.Section
		for k := range noma.Walk(s) {
			if k, ok := k.(*noma.Section); ok && !k.ExplicitID && !flatHeading(k) {
				leaving = append(leaving, k)
			}
		}
		if err := st.release(e, leaving...); err != nil {
			return nil, err
		}
		e.notes = append(e.notes, st.movedAliases(s)...)
	}
	return e, st.remove(e, n.At().Line, lastLine(n))
}

// remove deletes lines and, between two empty lines, the one after.
func (st *stage) remove(e *effect, first, last int) error {
	e.deleted = append(e.deleted, lineRange{first, last})
	before, err := st.before(first)
	if err != nil {
		return err
	}
	after, err := st.after(last)
	if err != nil {
		return err
	}
	if before == 0 || after == 0 {
		return nil
	}
	switch a, b := st.line(before), st.line(after); {
	case a == "" && b == "":
		e.deleted = append(e.deleted, lineRange{after, after})
	case noma.TrimSpace(a) != "" && noma.TrimSpace(b) != "":
		e.dirty = e.parent // what was apart may now be one paragraph
	}
	return nil
}

// lastLine returns the last line of a node's content; blank lines after a section do not count.
func lastLine(n noma.Node) int {
	if s, ok := n.(*noma.Section); ok {
		return s.LastLine
	}
	return n.At().EndLine
}

// addBlock makes a directive a child of a section or directive (Protocol §3.1.2).
func (st *stage) addBlock(o *Op) (*effect, error) {
	g, err := parseFragment(o.Content)
	if err != nil {
		return nil, err
	}
	if _, err := g.directive(); err != nil {
		return nil, err
	}
	parent, err := st.parent(o.Parent)
	if err != nil {
		return nil, err
	}
	if err := st.checkIDs(g, nil); err != nil {
		return nil, err
	}
	kids, err := st.children(parent)
	if err != nil {
		return nil, err
	}
	position := kids.len()
	if o.Position != nil {
		if position = *o.Position; position < 0 || position > kids.len() {
			return nil, refuse(ParentMissing, "position %d is out of range: %q has %d children", position, o.Parent, kids.len())
		}
	}
	e, err := st.place(parent, kids, position, g.doc.Children[0], g.lines)
	if err != nil {
		return nil, err
	}
	e.ids, e.seal = g.ids(), !g.settled(parent)
	return e, nil
}

// place puts lines at a position among children (contract patch.md, add_block).
func (st *stage) place(parent noma.Node, kids siblings, position int, what noma.Node, lines []string) (*effect, error) {
	e := &effect{parent: parent, index: position, come: true}
	var prev noma.Node
	if position > 0 {
		var err error
		if prev, err = st.sink(e, kids.at(position-1)); err != nil {
			return nil, err
		}
	}
	switch {
	case position < kids.len():
		put, _, err := st.ahead(prev, kids.at(position))
		if err != nil {
			return nil, err
		}
		put.lines = withBlank(lines)
		e.put(put.led(), what)
	case kids.len() == 0:
		// Directly after the heading or the opening line.
		put := &insertion{at: parent.At().Line + 1, lines: lines}
		if _, ok := parent.(*noma.Document); ok {
			put.at = 1
		}
		e.put(put, what)
	default:
		put := &insertion{at: e.parent.At().Line + 1}
		if kids, _ = st.children(e.parent); kids.len() > 0 {
			var err error
			if put, err = st.behind(kids.at(kids.len() - 1)); err != nil {
				return nil, err
			}
		}
		put.lines = afterBlank(lines)
		e.put(put, what)
	}
	return e, nil
}

// sink makes an effect one on the children of the innermost section that a block becomes part of when
// it is put after a sibling, and returns what it is then behind: what follows a sub-section belongs to it
// (differences.md B9).
func (st *stage) sink(e *effect, prev noma.Node) (noma.Node, error) {
	for {
		s := sectionOf(prev)
		if s == nil || flatPlace(s) {
			return prev, nil
		}
		if !parsed(prev) {
			return nil, errDepends
		}
		kids, err := st.children(s)
		if err != nil {
			return nil, err
		}
		e.parent, e.index = s, kids.len()
		if kids.len() == 0 {
			return s, nil
		}
		prev = kids.at(kids.len() - 1)
	}
}

func withBlank(lines []string) []string  { return append(append([]string(nil), lines...), "") }
func afterBlank(lines []string) []string { return append([]string{""}, lines...) }

// replaceBody changes the text between a directive's fences.
func (st *stage) replaceBody(o *Op) (*effect, error) {
	n, ok := st.find(o.ID)
	if !ok {
		return nil, st.notFound(o.ID)
	}
	d, ok := n.(*noma.Directive)
	if !ok {
		return nil, bad("block %q does not have replaceable body text", o.ID)
	}
	l, err := st.bodyOf(d)
	if err == nil {
		l, err = st.settled(l)
	}
	if err != nil {
		return nil, err
	}
	if !replaceable(l.node) {
		return nil, bad("block %q has child blocks; use replace_block", o.ID)
	}
	var edit source.Edit
	text := strings.Join(splitLines(o.Content), st.eol)
	if l.node.Unfenced() {
		edit = source.Edit{Span: l.node.RawBody.All(), New: text}
	} else if l.node.Unclosed() {
		edit = source.Edit{Span: source.Span{Start: l.node.Opener.End, End: len(l.text)}, New: st.eol + text}
	} else {
		edit = source.Edit{Span: source.Span{Start: l.file.NextLine(1), End: l.node.Closer.Start}, New: text + st.eol}
	}
	e, err := st.change(l, []source.Edit{shrink(edit, l.text)})
	if err != nil {
		return nil, err
	}
	// The wrapper and the blocks behind stay what they are (§1.5, differences.md B9). A block that had no
	// closing line may go on without.
	if l.node.Unfenced() && (e.local.node == nil || e.local.node.Body != strings.Join(splitLines(o.Content), "\n")) {
		return nil, bad("%s, which holds one paragraph; use replace_block to make a ::%s of it", written(l.node), l.node.Name)
	}
	if e.loose && (!l.node.Unclosed() || e.local.node == nil) {
		return nil, bad("the content would end block %q: it has a line of colons, an open code fence or an open comment", o.ID)
	}
	return e, nil
}

// replaceable reports whether a directive has a body and no children of its own: nothing, or one
// paragraph. The body of code and of data is text however it happens to parse (differences.md B5),
// and the text of comments and notes may have several paragraphs (B22).
func replaceable(d *noma.Directive) bool {
	if len(d.Children) == 0 || d.HasBody {
		return true
	}
	if !d.Is(noma.Raw | noma.Program | noma.Annotates) {
		return false
	}
	for n := range noma.Walk(d) {
		switch n := n.(type) {
		case *noma.Directive:
			if n != d {
				return false
			}
		case *noma.Section:
			if n.ExplicitID {
				return false
			}
		}
	}
	return true
}
