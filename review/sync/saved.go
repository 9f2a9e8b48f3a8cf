package reviewsync

import (
	"cmp"
	"slices"

	"github.com/nomadocx/nomadocx/noma"
)

// What stands in a block that was deleted and belongs to text elsewhere: notes, comments and change requests may be written anywhere.

// deleteNode takes a whole node out, and keeps what stands in it for text that stays. The change of the finding is the deletion then.
func (s *core) deleteNode(f *finding, n noma.Node) {
	s.leaving[n] = true
	if n.At().Parent != nil {
		s.save(f, n)
	}
	s.takeOut(f, n)
}

// save keeps the notes whose marks are elsewhere in the returned text, and the comments and change requests on other blocks, when a node
// goes. Whether one of them was deleted as well is found later.
func (s *core) save(f *finding, n noma.Node) {
	var kept []*noma.Directive
	keep := func(d *noma.Directive) {
		if d != nil && noma.Node(d) != n && within(d, n) && !s.saved[d] {
			s.saved[d] = true
			kept = append(kept, d)
		}
	}
	elsewhere := func(target noma.Node) bool { return target != nil && !within(target, n) }
	for _, x := range slices.Concat(s.plan.Footnotes, s.plan.Endnotes) {
		if !x.InPlace && (x.InText && s.returned.cameBackMarked(x) || !x.InText && elsewhere(x.Target)) {
			keep(x.Node)
		}
	}
	for _, c := range s.plan.Comments {
		if d, ok := c.Node.(*noma.Directive); ok && d.Is(noma.Comment) && elsewhere(c.Target) {
			keep(d)
		}
	}
	for _, t := range s.plan.Placed {
		if elsewhere(s.names.Target(t.Node)) {
			keep(t.Node)
		}
	}
	slices.SortFunc(kept, func(a, b *noma.Directive) int { return cmp.Compare(a.Span.Start, b.Span.Start) })
	parent, index := s.placeFor(n)
	for _, d := range kept {
		s.addChild(f, parent, index, 0, d.Span.Of(s.doc.File.Text))
	}
}

// placeFor returns where something comes that is kept when a node goes: behind what stays before it, or, where that is a section, at its
// end.
func (s *core) placeFor(n noma.Node) (parent noma.Node, index int) {
	parent, index = n.At().Parent, n.At().Index
	for {
		kids := parent.Kids()
		k := index - 1
		for k >= 0 && s.leaving[kids[k]] {
			k--
		}
		if k < 0 {
			return parent, 0
		}
		section, ok := kids[k].(*noma.Section)
		if !ok {
			return parent, k + 1
		}
		parent, index = section, len(section.Kids())
	}
}

// later parts operations on what is saved from those on the rest: the former come when it is in its new place.
func (s *schedule) later(steps []step) (now, later []step) {
	ids := map[string]bool{}
	for d := range s.saved {
		if d.At().ID != "" {
			ids[d.At().ID] = true
		}
	}
	for _, x := range steps {
		if ids[x.op.ID] || ids[x.op.Parent] {
			later = append(later, x)
		} else {
			now = append(now, x)
		}
	}
	return now, later
}
