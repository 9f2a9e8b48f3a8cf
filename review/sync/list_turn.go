package reviewsync

import (
	"slices"

	"github.com/nomadocx/nomadocx/internal/office/wml"
	"github.com/nomadocx/nomadocx/layout"
	"github.com/nomadocx/nomadocx/noma"
)

// Items that came back at another level, or with another kind of marker.

// turn notes that an item came back at another level, or with another kind of marker.
func (s *lists) turn(now, sent *layout.Para, r *wml.Paragraph) {
	it, ok := now.Node.(*noma.ListItem)
	if !ok || s.moves(it.Parent) {
		return // where its list is once that was moved, another round finds it
	}
	was, is := itemKind{sent.Level, sent.List == wml.Number}, itemKind{s.itemLevel(r), r.List == wml.Number}
	if was.level == is.level && r.Level != sent.Level {
		s.refuse(sayItemTooDeep, it, levelName(sent.Level), levelName(r.Level)).at(r)
	}
	switch mine := (itemKind{it.Level, it.Ordered}); {
	case was == is || mine == is:
	case mine != was:
		s.conflict(it, markerOf(was.ordered)+", "+levelName(was.level), markerOf(is.ordered)+", "+levelName(is.level)).at(r)
	default:
		e := s.listOf(it.Parent.(*noma.List))
		e.turned[it] = is
		s.turns = append(s.turns, turned{it, was, r, r.Level != sent.Level})
	}
}

// moves reports whether an operation takes a node from its place.
func (c *changes) moves(n noma.Node) bool {
	return slices.ContainsFunc(c.operations, func(x *operation) bool { return x.node == n })
}

// turnInner notes an item that came back as a paragraph, of the item above it or of none, or a paragraph as an item, and reports whether
// the source can have it so.
func (s *lists) turnInner(now, sent *layout.Para, r *wml.Paragraph) bool {
	it := itemOf(now.Node)
	if now.List != sent.List || now.Inner != sent.Inner {
		return false
	}
	if it == nil {
		return sent.List == wml.NoList && s.toItem(now, sent, r)
	}
	list, ok := it.Parent.(*noma.List)
	if !ok || s.moves(list) {
		return ok
	}
	e := s.listOf(list)
	switch {
	case sent.List != wml.NoList && r.List == wml.NoList && indented(r):
		if !takesBlocks(list) || !e.opens(it) || startsBlock(it.Content.S) {
			return false
		}
		f := s.apply(sayItemToInner, it, said(now.Runs()), said(now.Runs())).at(r)
		if s.edit(f, it); !s.leaves(f) {
			e.blocks[it] = blockEdit{item: &itemKind{level: s.indentLevel(r)}}
		}
	case sent.List != wml.NoList && r.List == wml.NoList:
		return s.toOutside(it, now, sent, r)
	case sent.Inner > 0 && r.List != wml.NoList:
		k := itemKind{s.itemLevel(r), r.List == wml.Number}
		if k.level == 0 && k.ordered != list.Ordered {
			return false
		}
		f := s.apply(sayMadeItem, it, said(now.Runs()), said(now.Runs())).at(r)
		if s.edit(f, it); !s.leaves(f) {
			e.blocks[now.Node] = blockEdit{item: &k}
		}
	default:
		return false
	}
	return true
}

// opens reports whether an item stands above one and stays.
func (e *listEdits) opens(it *noma.ListItem) bool {
	stays := func(x newItem) bool { return !x.left }
	if slices.ContainsFunc(e.before[it], stays) {
		return true
	}
	for _, x := range e.list.Items[:it.Index] {
		if !e.gone[x] || slices.ContainsFunc(e.after[x], stays) {
			return true
		}
	}
	return false
}

// turned is an item that came back as another kind of item; moved, when it did not only lose an item that it was inside.
type turned struct {
	it    *noma.ListItem
	was   itemKind
	r     *wml.Paragraph
	moved bool
}

// turnItems reports what became of the items that were noted: the items of one list have one kind of marker at the margin.
func (s *lists) turnItems() {
	mixed, held := map[*noma.List]bool{}, map[*noma.List]bool{} // held: only by items whose deletion was not accepted
	for _, x := range s.turns {
		e := s.listOf(x.it.Parent.(*noma.List))
		margin, asFound := map[bool]bool{}, map[bool]bool{}
		for _, it := range e.list.Items {
			if k := e.kindOf(it); !e.gone[it] && k.level == 0 {
				margin[k.ordered] = true
				asFound[k.ordered] = asFound[k.ordered] || !e.stays[it]
			}
		}
		mixed[e.list] = len(margin) > 1
		held[e.list] = mixed[e.list] && !(asFound[true] && asFound[false])
	}
	reported, made := map[*noma.List]bool{}, map[*noma.List]bool{}
	marked := map[*noma.List][]*finding{} // other markers, which the items at the margin get together
	edit := func(x turned, f *finding) bool {
		s.edit(f.at(x.r), x.it)
		if s.leaves(f) {
			delete(s.listOf(x.it.Parent.(*noma.List)).turned, x.it)
		}
		return !s.leaves(f)
	}
	for _, x := range s.turns {
		e := s.listOf(x.it.Parent.(*noma.List))
		is := e.turned[x.it]
		if mixed[e.list] && is.level == 0 && is.ordered != e.list.Ordered {
			if f := (*finding)(nil); held[e.list] {
				f = s.apply(sayItemMarker, x.it, markerOf(x.was.ordered), markerOf(is.ordered)).at(x.r)
				if s.leaves(f); f.Outcome == Applied {
					f.leave(LeftTogether)
				}
			} else if !reported[e.list] {
				s.refuse(sayOtherMarks, e.list, markerOf(!is.ordered), markerOf(is.ordered)).at(x.r)
			}
			reported[e.list] = true
			is.ordered = e.list.Ordered
			e.turned[x.it] = is
			continue
		}
		switch {
		case is.ordered != x.was.ordered:
			f := s.apply(sayItemMarker, x.it, markerOf(x.was.ordered), markerOf(is.ordered))
			made[e.list] = edit(x, f) || made[e.list]
			marked[e.list] = append(marked[e.list], f)
		case is.level != x.was.level && x.moved:
			made[e.list] = edit(x, s.apply(sayItemLevel, x.it, levelName(x.was.level), levelName(is.level))) || made[e.list]
		case is.level != x.was.level && e.parted():
			edit(x, s.apply(sayItemRaised, x.it, levelName(x.was.level), levelName(is.level)))
		}
	}
	for _, x := range s.turns {
		if e := s.listOf(x.it.Parent.(*noma.List)); s.together(marked[e.list]...) && e.turned[x.it].ordered != x.was.ordered {
			delete(e.turned, x.it)
		}
	}
	for _, x := range s.turns { // what goes along with another edit needs that edit
		if e := s.listOf(x.it.Parent.(*noma.List)); !made[e.list] && !e.parted() {
			delete(e.turned, x.it)
		}
	}
}

// itemLevel returns the level of a returned item as the source can have it: how many of the items above it is inside.
func (s *lists) itemLevel(p *wml.Paragraph) int {
	if s.levels == nil {
		s.levels = map[*wml.Paragraph]int{}
		for _, st := range s.returned.Stories {
			x := &itemLevels{lists: s}
			for _, b := range st.Blocks {
				switch b := b.(type) {
				case *wml.Table:
					x.table(b)
					continue
				case *wml.Paragraph:
					if b.List == wml.NoList && s.planned.Get(b) == nil && !indented(b) && layout.Fingerprint(b.Runs, wml.Original) != 0 {
						x.open = x.open[:0] // a new paragraph between two lists
					}
				}
				x.add(b.(*wml.Paragraph))
			}
		}
	}
	if level, ok := s.levels[p]; ok {
		return level
	}
	return min(p.Level, noma.MaxLevel) // of a part of a paragraph, or what is about to stand in the file
}

// itemLevels finds the levels of the items of a story; open are those that the next item can be inside of.
type itemLevels struct {
	*lists
	list noma.Node
	open []int
}

// table goes on behind a table, in whose cells are items of other lists. What becomes of a new one is not known yet.
func (x *itemLevels) table(t *wml.Table) {
	if g := x.grids[t]; g != nil {
		x.open = x.open[:min(len(x.open), g.Inner)]
	} else if x.layouts[t] {
		x.open = x.open[:0]
	}
	for i := range t.Rows {
		for k := range t.Rows[i].Cells {
			cell := &itemLevels{lists: x.lists}
			for p := range wml.Paragraphs(t.Rows[i].Cells[k].Blocks...) {
				cell.add(p)
			}
		}
	}
}

func (x *itemLevels) add(p *wml.Paragraph) {
	at := min(p.Level, noma.MaxLevel)
	if now := x.planned.Get(p); now != nil {
		if it := itemOf(now.Node); it == nil {
			if made, _ := x.becameItem(p); made == nil { // a heading may have a number
				x.list, x.open = nil, x.open[:0]
				return
			}
		} else {
			if x.list != nil && it.Parent != x.list {
				x.open = x.open[:0]
			}
			x.list = it.Parent // with the items above that are not in the source
			if inner := now.Inner; p.List == wml.NoList {
				if now.List != wml.NoList && indented(p) { // an item that became a paragraph of another one
					inner = x.indentLevel(p) + 1
				}
				x.open = x.open[:min(len(x.open), inner)]
			}
		}
	}
	if p.List == wml.NoList || x.wordless(p) {
		return
	}
	for len(x.open) > 0 && x.open[len(x.open)-1] >= at {
		x.open = x.open[:len(x.open)-1]
	}
	x.levels[p] = len(x.open)
	x.open = append(x.open, at)
}

// wordless reports whether a returned item has no words any more and none in the source: no item can be inside it there.
func (s *lists) wordless(p *wml.Paragraph) bool {
	if layout.Fingerprint(p.Runs, wml.Original) != 0 {
		return false
	}
	now := s.planned.Get(p)
	if now == nil {
		return true
	}
	it, ok := now.Node.(*noma.ListItem)
	if !ok {
		return false
	}
	list, ok := it.Parent.(*noma.List)
	return ok && s.of[list] != nil && s.of[list].gone[it]
}
