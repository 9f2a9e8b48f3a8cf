package reviewsync

import (
	"slices"
	"sort"

	"github.com/nomadocx/nomadocx/noma"
	"github.com/nomadocx/nomadocx/patch"
)

// Sections that come or are moved. Their operations are made when all others have been that change places, those in front
// last, so that each finds the places before it as they were.

// sections makes the moves of sections that can be made and takes them out of the story's moves. The others stay there, for the function
// of moved blocks.
func (s *moves) sections(st *story) {
	st.moves = slices.DeleteFunc(st.moves, func(m *move) bool {
		sec, ok := m.node.(*noma.Section)
		return ok && s.moveSection(st, m, sec)
	})
}

// moveSection adds the move of a section. It reports false when the heading was split or the section has no id, or
// its new place is not in a section with an id or in the document.
func (s *moves) moveSection(st *story, m *move, sec *noma.Section) bool {
	r, sent := st.got[m.first].para, st.match[m.first]
	if r == nil || sent < 0 || sec.ID == "" || s.names.Node(sec.ID) != noma.Node(sec) || st.root != noma.Node(s.doc) {
		return false
	}
	before, after := st.neighbour(m.first, -1, 0), st.neighbour(m.last, +1, 0)
	parent, index, ok := s.gap(before, after, r.Framed)
	if !ok || !addressed(parent) {
		return false
	}
	title := shown(st.items[sent].para)
	f := s.apply(saySectionMoved, sec, title, title).at(r)
	level := sec.Level
	s.addSection(f, parent, index, m.first, patch.Op{Op: "move_section", ID: sec.ID, Level: &level}).node = sec
	f.change = &Change{Action: "move_block", ID: sec.ID, Target: parent.At().ID}
	return true
}

// addressed reports whether operations can put sections into a node.
func addressed(parent noma.Node) bool {
	_, isDoc := parent.(*noma.Document)
	sec, isSection := parent.(*noma.Section)
	return isDoc || isSection && sec.ID != ""
}

// addSection adds an operation that puts a section before the index-th child of parent, and returns it. seq is its place in the
// returned file, which orders what comes to one place.
func (c *changes) addSection(f *finding, parent noma.Node, index, seq int, op patch.Op) *operation {
	op.Parent = parent.At().ID
	if sec, ok := parent.(*noma.Section); ok && *op.Level == sec.Level+1 || !ok && *op.Level == 1 {
		op.Level = nil // as it is without being said
	}
	return c.do(&operation{phase: sectional, op: op, f: f, at: placeOf(parent, index), parent: parent, index: index, seq: seq})
}

// placeOf returns the byte at which what comes before the index-th child of a node is put.
func placeOf(parent noma.Node, index int) int {
	if kids := parent.Kids(); index < len(kids) {
		return kids[index].At().Span.Start
	}
	return parent.At().Span.End
}

// sectionSteps returns the operations that put sections somewhere: those in front last, and those within a section that moves when it is
// where it goes.
func (s *schedule) sectionSteps() (steps []step) {
	moved := map[noma.Node]bool{}
	var places []*operation
	for _, x := range s.operations {
		if x.phase == sectional {
			places = append(places, x)
			moved[x.node] = x.node != nil && s.applied(x.f)
		}
	}
	inside := map[*operation]int{} // how many sections that move it is in
	for _, x := range places {
		for n := x.parent; n != nil; n = n.At().Parent {
			if moved[n] {
				inside[x]++
			}
		}
	}
	sort.SliceStable(places, func(i, j int) bool {
		a, b := places[i], places[j]
		if inside[a] != inside[b] {
			return inside[a] < inside[b]
		}
		return a.at > b.at || a.at == b.at && a.seq > b.seq
	})
	for _, x := range places {
		op, at := x.op, s.position(x)
		op.Position = &at
		steps = append(steps, step{op: op, finds: []*finding{x.f}})
	}
	return steps
}
