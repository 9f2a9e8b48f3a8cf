package reviewsync

import (
	"github.com/nomadocx/nomadocx/internal/office/wml"
	"github.com/nomadocx/nomadocx/layout"
	"github.com/nomadocx/nomadocx/noma"
	"github.com/nomadocx/nomadocx/patch"
)

// What was moved, as operations.

// moves brings blocks and sections of the source to where they were moved in the file.
type moves struct {
	*core
	removals *removals
	stood    map[noma.Node]bool // what stands where the file has it, as generated lines lie between
}

// loners reports what was moved without its block.
func (s *moves) loners(st *story) {
	for _, e := range st.loners {
		it, g := &st.items[e.A.From], &st.got[e.B.From]
		if it.para == nil {
			grid, t := it.block.(*layout.Grid), g.block.(*wml.Table)
			s.refuse(sayTableWithoutCaption, grid.Node, tableText(t), tableText(t)).table(t)
			t.Square()
			s.grids[t] = grid // what is proposed in it is its own wherever it stands
			for p := range wml.Paragraphs(t) {
				s.owner.Set(p, grid.Node)
			}
			continue
		}
		if g.para != nil { // the description of a picture and the formatting of words are their own wherever they stand
			s.planned.Set(g.para, it.para)
			s.owner.Set(g.para, it.para.Node)
		}
		if st.movedHere(e.A.From, e.B.From) {
			x := sayPartMoved
			if it.para.Part == layout.PartHeading {
				x = sayHeadingMoved
			}
			s.refuse(x, it.para.Node, said(it.para.Runs()), saidLinked(g.para.Runs, it.para.Runs()...)).at(g.para)
		}
	}
}

// move writes a move.
func (s *moves) move(st *story, m *move) {
	r := st.got[m.first].para
	was := ""
	if at := st.match[m.first]; at >= 0 && st.items[at].para != nil {
		was = shown(st.items[at].para)
	} else if r != nil {
		was = text(r.Runs)
	}
	refuse := func(x sentence) { s.refuse(x, m.node, was, was).at(r) }
	if _, ok := m.node.(*noma.Section); ok {
		refuse(saySectionMoveRefused)
		return
	}
	if d := layout.RequestOf(m.node); d != nil && s.names.Target(d) != nil {
		refuse(sayRequestMoved)
		return
	}
	before, after := st.neighbour(m.first, -1, 0), st.neighbour(m.last, +1, 0)
	parent, index, ok := s.gap(before, after, s.framed(st, m.first, 0))
	if d, isBlock := parent.(*noma.Directive); ok && isBlock && (!holds(d) || cells(d) || within(d, m.node)) {
		ok = false
	}
	if !ok {
		if !s.between(st, m, before, after, was) {
			refuse(sayMovedToNoPlace)
		}
		return
	}
	index = st.besideBreaks(parent, index, m.first, m.last)
	here, at := m.node.At().Parent, m.node.At().Index
	for here == parent && index < at && s.stood[here.Kids()[index]] {
		index++ // behind what was pasted there before and stands there already
	}
	if parent == here && s.float(here.Kids()[min(index, at):max(index, at+1)], m.node) {
		s.stood[m.node] = true
		return // it stands where it stood
	}
	_, isBlock := m.node.(*noma.Directive)
	id := m.node.At().ID
	if !isBlock && s.edited(m, st) {
		refuse(sayMovedAndEdited)
		return
	}
	if id != "" && parent.At().ID != "" {
		f := s.apply(sayBlockMoved, m.node, was, was).at(r)
		f.change = &Change{Action: "move_block", ID: id, Target: parent.At().ID}
		s.do(&operation{phase: structural, at: m.node.At().Span.Start, op: patch.Op{Op: "move_block", ID: id, Parent: parent.At().ID},
			f: f, node: m.node, parent: parent, index: index, seq: m.first})
		return
	}
	if isBlock || id != "" {
		refuse(sayMovedWithoutID)
		return
	}
	if n, ok := m.node.(*noma.ListItem); ok {
		m.node = n.Parent // the only item: its list
	}
	f := s.apply(sayTextMoved, m.node, was, was).at(r)
	text := s.linesOf(m.node)
	s.removals.removeNode(f, m.node)
	gone := f.change
	s.addChild(f, parent, index, m.first, text)
	f.change = &Change{Action: "move_child", Parent: gone.Parent, Index: gone.Index, Type: gone.Type, Target: parent.At().ID}
}

// between moves a block without an id between two items of a list, and reports whether it could.
func (s *moves) between(st *story, m *move, before, after layout.Block, was string) bool {
	switch m.node.(type) {
	case *noma.Section, *noma.Directive, *noma.ListItem:
		return false
	}
	if m.node.At().ID != "" || itemOf(m.node) != nil || s.edited(m, st) {
		return false
	}
	var gone *Change
	var f *finding
	ok := s.removals.lists.insertOutside(func() *finding {
		f = s.apply(sayTextMoved, m.node, was, was).at(st.got[m.first].para)
		s.removals.removeNode(f, m.node)
		gone = f.change
		return f
	}, before, after, m.first, s.linesOf(m.node), s.framed(st, m.first, 0), false)
	if ok {
		n, _ := blockNode(before)
		f.change = &Change{Action: "move_child", Parent: gone.Parent, Index: gone.Index, Type: gone.Type, Target: itemOf(n).Parent.At().Parent.At().ID}
	}
	return ok
}

// float reports whether all blocks but one are change requests about blocks that are gone: those stand
// where their source is, not where the reviewer saw them.
func (s *core) float(blocks []noma.Node, but noma.Node) bool {
	for _, n := range blocks {
		d, ok := n.(*noma.Directive)
		if n != but && (!ok || !d.Is(noma.Request) || s.names.Target(d) != nil) {
			return false
		}
	}
	return true
}

// edited reports whether something in a moved node also reads otherwise.
func (s *moves) edited(m *move, st *story) bool {
	for k := m.first; k <= m.last; k++ {
		if i := st.match[k]; i >= 0 && !st.Equal(i, k) {
			return true
		}
	}
	return false
}
