package reviewsync

import (
	"slices"
	"sort"

	"github.com/nomadocx/nomadocx/noma"
)

// Insertions, deletions and moves of blocks: their order, and where a moved block goes.

// structuralSteps returns the insertions and deletions, from the end of the document to its start, and then the moves.
func (s *schedule) structuralSteps() (steps []step) {
	var places, moves []*operation
	for _, x := range slices.Concat(s.operations, s.parts) {
		s.look.Now()
		switch {
		case x.phase != structural:
		case x.op.Op == "move_block":
			moves = append(moves, x)
		default:
			places = append(places, x)
		}
	}
	sort.SliceStable(places, func(i, j int) bool { return places[i].at > places[j].at })
	// Insertions at one place are applied one after the other at the same index, so they come in
	// reverse reading order.
	for i := 0; i < len(places); {
		j := i + 1
		for j < len(places) && places[j].at == places[i].at {
			j++
		}
		slices.Reverse(places[i:j])
		// A node goes before another one comes in its place: it may be the same, somewhere else.
		sort.SliceStable(places[i:j], func(a, b int) bool {
			x, y := places[i+a], places[i+b]
			return x.node != nil && y.node == nil || x.node == nil && y.node == nil && x.seq > y.seq
		})
		s.apartFirst(places[i:j])
		i = j
	}
	for _, x := range places {
		steps = append(steps, step{op: x.op, finds: []*finding{x.f}})
	}
	steps, saved := s.later(s.outermost(places, steps))
	sort.SliceStable(moves, func(i, j int) bool { return moves[i].seq < moves[j].seq })
	for _, x := range moves {
		op, at := x.op, s.position(x)
		op.Position = &at
		steps = append(steps, step{op: op, finds: []*finding{x.f}})
	}
	return append(steps, saved...)
}

// apartFirst has a block that stands between two lists go behind those that come to its place: the lists would be one without any.
func (s *schedule) apartFirst(places []*operation) {
	gone := places[0]
	if gone.node == nil || gone.op.Op != "delete_child" || len(places) == 1 || places[1].node != nil || !s.applied(gone.f) {
		return
	}
	kids, at := gone.node.At().Parent.Kids(), gone.node.At().Index
	list := func(i int) bool {
		if i < 0 || i >= len(kids) {
			return false
		}
		_, ok := kids[i].(*noma.List)
		return ok
	}
	if !list(at-1) || !list(at+1) {
		return
	}
	last := *gone
	for _, x := range places[1:] {
		if x.op.Op != "insert_child" || x.op.Parent != gone.op.Parent {
			return
		}
		if s.applied(x.f) {
			last.op.Index++
		}
	}
	copy(places, places[1:])
	places[len(places)-1] = &last
}

// outermost leaves out the deletions of nodes in nodes that are deleted too, and gives their findings to the steps of these: a section
// goes with a note in it whose mark goes elsewhere.
func (s *schedule) outermost(places []*operation, steps []step) []step {
	deletion := map[noma.Node]int{}
	for i, x := range places {
		if x.node != nil && s.applied(x.f) {
			deletion[x.node] = i
		}
	}
	inner := make([]bool, len(steps))
	for i, x := range places {
		if x.node == nil || s.saved[x.node] || !s.applied(x.f) {
			continue
		}
		for n := x.node.At().Parent; n != nil && !s.saved[n]; n = n.At().Parent {
			if outer, ok := deletion[n]; ok {
				inner[i] = true
				if x.f != places[outer].f && !slices.Contains(steps[outer].along, x.f) {
					steps[outer].along = append(steps[outer].along, x.f)
				}
			}
		}
	}
	var out []step
	for i, x := range steps {
		if !inner[i] {
			out = append(out, x)
		}
	}
	return out
}

// position returns where a moved block goes among the children of its new parent, counted without the
// block, when all other insertions and deletions have been made.
func (s *schedule) position(x *operation) int {
	at := 0
	gone := map[int]bool{}
	for _, o := range slices.Concat(s.operations, s.parts) {
		if o.phase != structural || !s.applied(o.f) {
			continue
		}
		if o.node != nil && o.node.At().Parent == x.parent && (o.op.Op == "delete_child" || o.op.Op == "delete_block" || o.op.Op == "move_block") {
			gone[o.node.At().Index] = true
		}
		comes := o.op.Op == "insert_child" || o.op.Op == "move_block" && (o.seq < x.seq || x.phase == sectional)
		if comes && o.parent == x.parent && (o.index < x.index || o.index == x.index && o.seq < x.seq) {
			at++
		}
	}
	for i := range x.index {
		if !gone[i] {
			at++
		}
	}
	return at
}
