package reviewsync

import (
	"strings"

	"github.com/nomadocx/nomadocx/internal/match"
	"github.com/nomadocx/nomadocx/internal/office/wml"
	"github.com/nomadocx/nomadocx/layout"
	"github.com/nomadocx/nomadocx/noma"
)

// What was added and what was deleted.

// insertions finds a place in the source for what is new in the file.
type insertions struct {
	*core
	lists    *lists
	requests *requests
	tables   *tables
	fields   *fields
	unplaced *unplacedTexts          // what was pasted where the source cannot hold it
	inside   map[*wml.Paragraph]bool // the items that came inside other new ones
}

// insertions handles the returned blocks that were not sent.
func (s *insertions) compare(st *story) {
	s.lists.levels = nil // of the stories before
	// Several new paragraphs at one place keep their order: they are collected per place.
	for j := 0; j < len(st.got); j++ {
		s.plan.Look.Now()
		if st.match[j] != -1 || s.requests.foreignRequest(st, j) {
			continue
		}
		g := &st.got[j]
		if g.para == nil {
			s.tables.newTable(st, j)
			continue
		}
		if g.key == 0 || s.inside[g.para] {
			continue // only proposed text, or an empty line
		}
		now := text(g.para.Runs)
		switch s.base.inserted(g.key) {
		case author:
			s.former[g.para] = true
			s.unplaced.note(g.para) // taken out by the author, unless the source has it in another place
			continue
		case nobody:
			s.find(Conflict, sayNoBase, s.owner.Get(g.para), "", now).at(g.para)
			continue
		}
		if g.para.FormatChange {
			s.refuse(sayFormattingTracked, s.owner.Get(g.para), "", now).at(g.para)
			continue
		}
		s.insert(st, j)
	}
}

// neighbour returns the sent block next to a place, in one direction, nil at the end of the story. What
// was moved counts only for what came along with it: run says with what.
func (st *story) neighbour(j, step, run int) layout.Block {
	last := &st.walks[(step+1)/2]
	matched := func(k int) bool {
		if k < 0 || k >= len(st.got) || st.run[k] != run {
			return false
		}
		_, handled := st.passages[k]
		return handled || st.match[k] >= 0
	}
	k := j + step
	for ; k >= 0 && k < len(st.got) && !matched(k); k += step {
		// From a place that an earlier walk came by, there is nothing up to where that one ended.
		if last.run == run && (k-last.from)*step >= 0 && (last.to-k)*step > 0 && (matched(last.to) || last.to < 0 || last.to >= len(st.got)) {
			k = last.to
			break
		}
	}
	*last = walk{from: j, to: k, run: run}
	if !matched(k) {
		return nil
	}
	if items, handled := st.passages[k]; handled {
		return st.items[items[(1-step)/2]].block
	}
	return st.items[st.match[k]].block
}

// walk is the search for a neighbour: the places behind from and before to have none.
type walk struct{ from, to, run int }

// parted reports whether something that no list holds, or with a style what has another one, came between a place and its neighbour in one
// direction, which was searched for last.
func (s *insertions) parted(st *story, j, step int, style string) bool {
	parts := st.parts[style]
	if parts == nil {
		if st.parts == nil {
			st.parts = map[string][]int{}
		}
		parts = make([]int, len(st.got)+1)
		st.parts[style] = parts
		for k := range st.got {
			g := &st.got[k]
			parts[k+1] = parts[k]
			belongs := g.para != nil && !isHeading(g.para.Style) && (g.para.List != wml.NoList || indented(g.para))
			if style != "" {
				belongs = g.para != nil && g.para.Style == style
			}
			moved := st.run[k] > 0 // what was moved stays what it was
			came := moved || st.match[k] == match.None && (g.para == nil || s.base.inserted(g.key) == reviewer)
			if came && (g.para == nil || g.key != 0 && (moved || !belongs)) {
				parts[k+1]++
			}
		}
	}
	k := st.walks[(step+1)/2].to
	return parts[max(j, k)] > parts[min(j, k)+1]
}

// insert puts a new paragraph where it stands in the returned file.
func (s *insertions) insert(st *story, j int) {
	r := st.got[j].para
	now := layout.Glyphs(r.Runs, wml.Original)
	shownText := layout.PlainText(now)
	before, after := st.neighbour(j, -1, st.run[j]), st.neighbour(j, +1, st.run[j])
	if isHeading(r.Style) {
		s.newHeading(before, after, r, j)
		return
	}
	if r.Style == layout.StyleToc && (ofContents(before) || ofContents(after)) && s.tocFollows(r) {
		return // the entry of a heading that is new, too
	}
	bp, _ := before.(*layout.Para)
	ap, _ := after.(*layout.Para)
	if code, quote := r.Style == layout.StyleCode, r.Style == layout.StyleQuote; code || quote {
		if (code && isCode(bp) || quote && quoted(bp)) && s.parted(st, j, -1, r.Style) {
			bp = nil
		}
		if (code && isCode(ap) || quote && quoted(ap)) && s.parted(st, j, +1, r.Style) {
			ap = nil
		}
	}
	if r.Style == layout.StyleMeta && s.fields.firstFields(r, now) {
		return
	}
	if bare := withoutLeading(now); r.List != wml.NoList && len(bare) > 0 && len(bare) < len(now) {
		s.refuse(sayBlanksAhead, s.owner.Get(r), "", shownText).at(r)
		now = bare
	}
	markup := s.names.Markup(now, false)
	if !s.names.Spells(markup, now) {
		s.refuse(s.unwritable(r.Runs), s.owner.Get(r), "", saidLinked(r.Runs)).at(r)
		return
	}
	done := func(ok bool) {
		if !ok {
			s.refuse(sayNoPlaceForParagraph, s.owner.Get(r), "", saidLinked(r.Runs)).at(r)
		}
	}
	switch {
	case r.Style == layout.StyleCode && (isCode(bp) || isCode(ap)), isCode(bp) && s.withoutStyle(st, bp, ap, r):
		done(s.newLine(st, j, bp, ap))
		return
	case r.Style == layout.StyleQuote && quoted(bp), quoted(bp) && (s.withoutStyle(st, bp, ap, r) || s.returned.frameStyle(st, r)):
		done(s.insertQuoted(bp, r, markup, true))
		return
	case r.Style == layout.StyleQuote && quoted(ap):
		done(s.insertQuoted(ap, r, markup, false))
		return
	case !betweenLines(before, after) && s.lists.canJoin(before, r) && !s.parted(st, j, -1, ""):
		n, _ := blockNode(before)
		done(s.lists.insertItem(n, r, j, markup, true, ruling{}))
		return
	case bp != nil && !s.parted(st, j, -1, "") && s.lists.insertBehind(st.got[st.walks[0].to].para, r, markup):
		return
	case isItem(ap) && s.lists.canJoin(ap, r) && !s.parted(st, j, +1, "") && (s.lists.itemLevel(r) == 0 || s.lists.addedBefore(ap)):
		done(s.lists.insertItem(ap.Node, r, j, markup, false, ruling{}))
		return
	}
	content, ok := blockSource(r, markup)
	if !ok {
		s.refuse(s.unwritable(r.Runs), s.owner.Get(r), "", saidLinked(r.Runs)).at(r)
		return
	}
	ok = !betweenLines(before, after) && !s.parted(st, j, -1, "") && s.lists.insertInner(before, r, j, content) || s.insertBlock(st, before, after, j, content) ||
		s.lists.insertOutside(func() *finding { return s.apply(sayParagraphAdded, s.doc, "", text(r.Runs)).at(r) }, before, after, j, content, s.framed(st, j, st.run[j]), r.List != wml.NoList)
	if done(ok); ok && (strings.HasPrefix(r.Style, "Heading") || r.Style == "Title" || r.Style == "Subtitle") {
		s.refuse(sayTitleAdded, s.owner.Get(r), "", shownText+" ("+r.Style+")").at(r)
	}
}

// withoutStyle reports whether a new paragraph stands between two of one block that came back without their style, as it has none, from a
// program that may drop styles: it belongs to the block. The neighbours were sought last.
func (s *insertions) withoutStyle(st *story, before, after *layout.Para, r *wml.Paragraph) bool {
	if after == nil || before.Node != after.Node || before.Part != after.Part || r.List != wml.NoList || s.returned.keepsFormatting() {
		return false
	}
	for _, w := range st.walks {
		if p := st.got[w.to].para; p == nil || p.Style == before.Style {
			return false
		}
	}
	return true
}

func isItem(p *layout.Para) bool {
	if p == nil {
		return false
	}
	_, ok := p.Node.(*noma.ListItem)
	return ok
}

// insertBlock adds a node next to the block before the place, or before the one after it.
func (s *insertions) insertBlock(st *story, before, after layout.Block, j int, content string) bool {
	r := st.got[j].para
	parent, index, ok := s.gap(before, after, s.framed(st, j, st.run[j]))
	if !ok {
		return false
	}
	if noma.Is(parent, noma.Cells) {
		return false // it would be a cell of its own
	}
	index = st.besideBreaks(parent, index, j, j)
	if n, ok := s.splitOff(st, after, j); ok && n.At().Parent == parent && n.At().Index > index {
		index = n.At().Index
	}
	var inside []*wml.Paragraph
	if itemOf(parent) == nil {
		content, inside = s.nested(st, j, content)
	}
	f := s.apply(sayParagraphAdded, parent, "", text(r.Runs)).at(r)
	s.addChild(f, parent, index, j, content)
	s.owner.Set(r, parent)
	for _, p := range inside {
		s.within(f, parent, index, p)
	}
	return true
}

// splitOff returns the paragraph that stands behind a new one and has lost its beginning: the new one stands for that, and directly
// before it, whatever the author has written between the two and what stands before them.
func (s *insertions) splitOff(st *story, after layout.Block, j int) (n noma.Node, ok bool) {
	k := j + 1
	for k < len(st.got) && st.match[k] == match.None {
		k++
	}
	if k == len(st.got) || st.match[k] < 0 || st.items[st.match[k]].block != after || st.got[k].para == nil {
		return nil, false
	}
	p, ok := after.(*layout.Para)
	if !ok || p.Part != layout.PartText || !s.base.moved {
		return nil, false
	}
	was, now := strings.Fields(shown(p)), strings.Fields(text(st.got[k].para.Runs))
	if len(was) < 2 || len(now) == 0 || was[0] == now[0] || was[len(was)-1] != now[len(now)-1] {
		return nil, false
	}
	n, ok = p.Node.(*noma.Paragraph)
	return n, ok
}

// host returns the node at whose place in the source a block is shown: a change request shows behind
// its target.
func (s *core) host(n noma.Node) noma.Node {
	if d, ok := n.(*noma.Directive); ok && d.Is(noma.Request) {
		if t := s.names.Target(d); t != nil {
			return t
		}
	}
	if it := itemOf(n); it != nil {
		return it.Parent
	}
	return n
}

func blockNode(b layout.Block) (n noma.Node, p *layout.Para) {
	switch b := b.(type) {
	case *layout.Para:
		return b.Node, b
	case *layout.Grid:
		return b.Node, nil
	case *layout.Columns:
		return b.Node, nil
	}
	return nil, nil
}

// gap returns the place in the tree between two blocks: a parent and an index among its children. framed is for what
// has the frame of the block before it.
func (s *core) gap(before, after layout.Block, framed bool) (noma.Node, int, bool) {
	bn, bp := blockNode(before)
	an, ap := blockNode(after)
	if front(bn) && an != nil { // the first text behind a cover or contents, whose title may be a heading
		if bn, bp = nil, nil; front(an) {
			return nil, 0, false
		}
	}
	if bn == nil {
		if an == nil {
			return s.doc, len(s.doc.Children), true
		}
		n := s.host(an)
		if n.At().Parent == nil {
			return nil, 0, false
		}
		return n.At().Parent, n.At().Index, true
	}
	b := s.host(bn)
	for n := an; n != nil; n = n.At().Parent {
		if d, ok := n.(*noma.Directive); ok && s.host(d) != noma.Node(d) {
			return nil, 0, false // between a block and the change request shown behind it, or inside that
		}
	}
	if an != nil && s.host(an) == b {
		switch b.(type) {
		case *noma.List, *noma.Quote, *noma.Code, *noma.Table:
			return nil, 0, false // it would have to be taken apart
		}
	}
	if sec, ok := b.(*noma.Section); ok {
		return sec, 0, true
	}
	// Inside a block: behind its label, or behind its last line in its frame.
	if d, ok := b.(*noma.Directive); ok && bp != nil && bn == b {
		goesOn := an != nil && within(an, d)
		switch {
		case goesOn && (ap == nil || an == noma.Node(d)):
			return nil, 0, false // between two lines that the tool makes
		case bp.Part == layout.PartLabel && (goesOn || framed):
			return d, 0, holds(d)
		case goesOn:
			return nil, 0, false
		case framed && bp.Part == layout.PartMeta:
			return nil, 0, false // behind the metadata: the body stands before it
		}
	}
	if b.At().Parent == nil {
		return nil, 0, false
	}
	// A paragraph inside a framed block stays inside only while it has the frame, or while the
	// block goes on behind it.
	if d, ok := b.At().Parent.(*noma.Directive); ok && !cells(d) && bp != nil && bp.Frame != nil && !framed && !(an != nil && within(an, d)) {
		b = s.host(d)
		if sec, ok := b.(*noma.Section); ok {
			return sec, 0, true // behind a change request about a section, which shows below its heading
		}
		if b.At().Parent == nil {
			return nil, 0, false
		}
	}
	return b.At().Parent, s.behind(b), true
}

// behind returns the index behind a block and behind the change requests about it that follow it: they stay beside it.
func (s *core) behind(b noma.Node) int {
	i, kids := b.At().Index+1, b.At().Parent.Kids()
	for ; i < len(kids); i++ {
		if d, ok := kids[i].(*noma.Directive); !ok || !d.Is(noma.Request) || s.names.Target(d) != b {
			break
		}
	}
	return i
}

// cells reports whether each child of a directive is shown in a cell of its own.
func cells(d *noma.Directive) bool { return d.Is(noma.Cells) }

// inCell reports whether a node is the content of such a cell.
func inCell(n noma.Node) bool { return noma.Is(n.At().Parent, noma.Cells) }

// holds reports whether paragraphs can be added to a directive's body and are then shown as such.
func holds(d *noma.Directive) bool {
	spec := layout.Lookup(d.Name)
	if spec == nil {
		return !layout.Known(d.Name)
	}
	return spec.Code != layout.AlwaysCode && !d.Is(noma.Metric)
}

func within(n, ancestor noma.Node) bool {
	for ; n != nil; n = n.At().Parent {
		if n == ancestor {
			return true
		}
	}
	return false
}
