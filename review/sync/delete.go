package reviewsync

import (
	"slices"
	"strings"

	"github.com/nomadocx/nomadocx/layout"
	"github.com/nomadocx/nomadocx/noma"
	"github.com/nomadocx/nomadocx/noma/source"
	"github.com/nomadocx/nomadocx/patch"
)

// What was deleted.

// removals takes out of the source what was deleted in the file.
type removals struct {
	*core
	gone     *departed
	lists    *lists
	requests *requests
	fields   *fields
	unplaced *unplacedTexts // what was pasted where the source cannot hold it
}

// deletions handles the sent blocks that did not come back.
func (s *removals) compare(st *story) {
	type tally struct {
		gone []*layout.Para
		kept bool // something of it is there
	}
	blocks := map[noma.Node]*tally{}
	var order []noma.Node
	add := func(n noma.Node) *tally {
		t := blocks[n]
		if t == nil {
			t = &tally{}
			blocks[n] = t
			order = append(order, n)
		}
		return t
	}
	each := func(i int, f func(noma.Node, *layout.Para)) {
		layout.EachPara(st.items[i].block, func(p *layout.Para) {
			end := st.above(p.Node)
			for n := p.Node; n != nil && n != end; n = n.At().Parent { // a block is gone with all it holds
				f(n, p)
			}
		})
	}
	if !slices.ContainsFunc(st.back[:len(st.items)], func(j int) bool { return j < 0 }) {
		return
	}
	for i := range st.items {
		if st.back[i] < 0 {
			each(i, func(n noma.Node, p *layout.Para) { t := add(n); t.gone = append(t.gone, p) })
		}
	}
	for i := range st.items {
		if p := st.items[i].para; p != nil && p.Part == layout.PartAnchor {
			continue // the empty line that carries a block's mark is nothing of it
		}
		each(i, func(n noma.Node, p *layout.Para) {
			if t := blocks[n]; t != nil && (st.back[i] >= 0 || s.unseen(p)) {
				t.kept = true
			}
		})
	}
	gone := map[noma.Node]bool{}
	for _, n := range order {
		gone[n] = !blocks[n].kept
	}
	reported := map[noma.Node]bool{}
	for i := range st.items {
		if st.back[i] >= 0 {
			continue
		}
		n, p := blockNode(st.items[i].block)
		// The largest block that is gone as a whole.
		whole := noma.Node(nil)
		for m := n; m != nil; m = m.At().Parent {
			if gone[m] {
				whole = m
			}
		}
		if s.stuck(st, i) {
			continue
		}
		if whole == nil {
			// Lines that the tool makes are reported by partGone; text and values can be somewhere else.
			own := p != nil && (p.Line != nil || p.Part == layout.PartText || p.Part == layout.PartCode)
			if !own || !s.cutOnly(p.Node, []*layout.Para{p}) {
				s.partGone(st, i)
			}
			continue
		}
		if !reported[whole] {
			reported[whole] = true
			if s.gone.removal(whole) == nil && !s.cutOnly(whole, blocks[whole].gone) {
				s.blockGone(whole, blocks[whole].gone, gone)
			}
		}
	}
}

// above returns what a node of the story is in, without blocks that can be gone with it: the root, or for a request about a block of the
// story, which stands elsewhere in the source, what it is in.
func (st *story) above(n noma.Node) noma.Node {
	if within(n, st.root) {
		return st.root
	}
	for m := n; m != nil; m = m.At().Parent {
		if noma.Is(m, noma.Request) {
			return m.At().Parent
		}
	}
	return n.At().Parent
}

// unseen reports whether a paragraph has text that the reviewer never saw, so that what it is in is not gone as a whole.
func (s *removals) unseen(p *layout.Para) bool {
	return s.base.moved && p.Part != layout.PartGenerated && p.Fingerprint() != 0 && s.base.deleted(p) == author
}

// partGone: a line of a block was deleted, the rest of the block is there.
func (s *removals) partGone(st *story, i int) {
	b := st.items[i].block
	n, p := blockNode(b)
	if p == nil {
		switch b := b.(type) {
		case *layout.Grid:
			b.Restore()
			if _, ok := s.deletedBy(b.Rows[0][0]); ok {
				s.refuse(sayTableGone, n, "", "")
			}
		case *layout.Columns:
			s.refuse(sayTablePartGone, n, blocksText([]layout.Block{b}), "")
		}
		return
	}
	by, ok := s.deletedBy(p)
	if !ok {
		return
	}
	switch p.Part {
	case layout.PartCode:
		s.removeLine(p, by)
	case layout.PartText:
		if _, ok := n.(*noma.Quote); ok {
			s.removeQuoted(st, i, by)
			return
		}
		s.remove(p, by, nil)
	case layout.PartMeta:
		if r := s.joinedTo(st, i); r != nil {
			s.refuse(sayLineJoined, n, said(p.Runs()), said(r.Runs)).at(r)
			return
		}
		s.fields.clearLine(p, by)
	case layout.PartRevision:
		s.requests.requestEdited(p, nil)
	case layout.PartAnchor, layout.PartBreak, layout.PartGenerated:
		if was := shown(p); was != "" && p.Part == layout.PartGenerated && !noma.Is(n, noma.Contents) {
			why := sayGeneratedLine
			if _, ofDocument := n.(*noma.Document); ofDocument {
				why = s.generatedFrom(p)
			}
			s.refuse(why, n, was, "")
		}
	case layout.PartPicture:
		if !noma.Is(n, noma.Picture) && s.returned.dropsCharts() {
			s.habit(once(sayChartsDropped, n, "the plot", ""), s.returned.program())
			return
		}
		s.refuse(sayPictureGone, n, "", "")
	default:
		s.refuse(sayLabelLine, n, said(p.Runs()), "")
	}
}

// standsIn reports whether a line is there in the place of a picture or of data that could not be read: the file that
// was sent may show these.
func standsIn(p *layout.Para) bool {
	d, ok := p.Node.(*noma.Directive)
	return ok && (d.Is(noma.Picture) && p.Part == layout.PartMeta && p.Style == layout.StyleMeta || d.Is(noma.Data) && d.AttrText("format") == "error")
}

// deletedBy reports whether it was the reviewer who deleted a paragraph; a conflict is reported.
func (s *core) deletedBy(p *layout.Para) (by ruling, ok bool) {
	if s.opts.Incomplete && standsIn(p) {
		return by, false
	}
	if s.base.moved && p.Part == layout.PartGenerated {
		return by, s.base.deleted(p) == reviewer // it follows what it is made from, whoever changed that
	}
	v, by := s.overrule(s.base.deleted(p))
	switch v {
	case reviewer:
		return by, true
	case both:
		s.conflict(p.Node, said(p.Runs()), "").from(s.base, p)
	case nobody:
		s.find(Conflict, sayNoBase, p.Node, said(p.Runs()), "")
	}
	return by, false
}

// blockGone: every paragraph of a block was deleted.
func (s *removals) blockGone(n noma.Node, paras []*layout.Para, gone map[noma.Node]bool) {
	visible := false
	for _, p := range paras {
		visible = visible || p.Fingerprint() != 0 || p.Part == layout.PartCell || p.Rule && p.Node != n // also a table without words, and a rule
	}
	var by ruling
	for _, p := range paras {
		if p.Part == layout.PartGenerated && s.base.moved && s.base.deleted(p) == author {
			continue
		}
		one, ok := s.deletedBy(p)
		if !ok {
			return
		}
		by.won = by.won || one.won
	}
	was := ""
	for _, p := range paras {
		if t := shown(p); t != "" {
			was = strings.TrimSpace(was + "\n" + t)
		}
	}
	if s.holdsUnsent(n, gone) {
		s.gone.kept[n] = true
		s.refuse(sayHoldsUnsent, n, was, "")
		return
	}
	switch x := n.(type) {
	case *noma.ListItem:
		s.remove(paras[0], by, paras)
		return
	case *noma.Directive:
		if x.Is(noma.Generated) || !visible {
			if visible {
				s.refuse(sayGeneratedBlock, n, was, "")
			}
			return
		}
		if x.Is(noma.Request) {
			s.requests.requestGone(x, was, by)
			return
		}
	case *noma.ThematicBreak:
		return
	}
	switch n.(type) {
	case *noma.Directive, *noma.Section:
		s.blockDeleted(n, was, gone, by)
		return
	}
	for _, p := range paras {
		if len(p.Comments) > 0 || len(p.Notes) > 0 {
			s.refuse(sayBlockHasAnnotations, n, was, "")
			return
		}
	}
	if ref := s.gone.referenced(n, gone); ref != "" {
		s.refuse(sayBlockReferenced.with(ref), n, was, "").Referrers = s.gone.referrers(n, gone)
		return
	}
	f := s.apply(sayBlockRemoved, n, was, "").by(by)
	s.removeNode(f, n)
}

// holdsUnsent reports whether a block has parts that were not in the file, or comments or change requests that were not: what a
// reviewer has not seen stays.
func (s *removals) holdsUnsent(n noma.Node, gone map[noma.Node]bool) bool {
	if layout.Unsent(s.doc, n) {
		return true
	}
	return s.base.withheld && slices.ContainsFunc(s.gone.attached(n, gone), func(x noma.Node) bool {
		d, ok := x.(*noma.Directive)
		return ok && !d.Is(noma.Note) && !s.base.sentMark(layout.MarkName(d))
	})
}

// blockDeleted: a directive or a section is gone. It holds more than its words (an id, metadata,
// what belongs to it), so it leaves the source only when that was asked for.
func (s *removals) blockDeleted(n noma.Node, was string, gone map[noma.Node]bool, by ruling) {
	ref := s.gone.referenced(n, gone)
	switch {
	case s.opts.AllowDelete && !s.gone.answered(n, gone):
		said := sayBlockGone
		if ref != "" {
			said = sayReferencedGone.with(ref)
		}
		f := s.apply(said, n, was, "").by(by)
		if ref != "" {
			f.Referrers = s.gone.referrers(n, gone)
		}
		s.deleteNode(f, n)
		s.gone.removed[n] = f
		for _, d := range s.gone.attached(n, gone) {
			change := f.change
			s.deleteNode(f, d)
			s.gone.removed[d], f.change = f, change
		}
	case ref != "":
		s.gone.kept[n] = true
		s.refuse(sayReferencedStays.with(ref), n, was, "").Referrers = s.gone.referrers(n, gone)
	default:
		s.gone.kept[n] = true
		s.refuse(sayBlockStays, n, was, "")
	}
}

// remove takes the paragraph's node out of the source; the blocks in an item only if they are gone too.
func (s *removals) remove(p *layout.Para, by ruling, gone []*layout.Para) {
	f := s.apply(sayParagraphDeleted, p.Node, said(p.Runs()), "").by(by)
	if it, ok := p.Node.(*noma.ListItem); ok && s.lists.holdsMore(it, gone) {
		s.lists.removeItem(f, it)
		return
	}
	s.removeNode(f, p.Node)
}

// removeLine takes one line of code out.
func (s *removals) removeLine(p *layout.Para, by ruling) {
	t := p.Segs[0].Slot.Origin.Text
	if !t.Placed() || !codeSafe(p.Node, t.S) {
		s.refuse(sayCodeEndDeleted, p.Node, said(p.Runs()), "")
		return
	}
	file := s.doc.File
	line := file.Line(t.All().Start)
	span := file.LineSpan(line)
	f := s.apply(sayLineDeleted, p.Node, said(p.Runs()), "").by(by)
	s.edit(f, p.Node, source.Edit{Span: source.Span{Start: span.Start, End: file.NextLine(line)}})
}

// removeNode deletes a node: an item with its line, anything else as a child of its parent.
func (s *removals) removeNode(f *finding, n noma.Node) {
	file := s.doc.File
	if it, ok := n.(*noma.ListItem); ok {
		list, _ := it.Parent.(*noma.List)
		if u := s.units[unitOf(list)]; len(list.Items) > 1 && (u == nil || u.removed[list] < len(list.Items)-1) {
			s.edit(f, it, source.Edit{Span: source.Span{Start: it.Span.Start, End: file.NextLine(it.EndLine)}})
			if s.leaves(f) {
				s.lists.listOf(list).stays[it] = true
			} else {
				s.units[unitOf(list)].removed[list]++
				e := s.lists.listOf(list)
				e.gone[it] = true
				for _, k := range it.Children {
					e.blocks[k] = blockEdit{gone: true}
				}
			}
			return
		}
		n = list
	} else if itemOf(n) != nil {
		s.lists.removeInner(f, n)
		return
	}
	s.deleteNode(f, n)
}

func unitOf(n noma.Node) noma.Node {
	_, _, u := patch.Address(n)
	return u
}
