package reviewsync

import (
	"slices"
	"strings"

	"github.com/nomadocx/nomadocx/internal/office/wml"
	"github.com/nomadocx/nomadocx/layout"
	"github.com/nomadocx/nomadocx/noma"
	"github.com/nomadocx/nomadocx/noma/source"
	"github.com/nomadocx/nomadocx/patch"
)

// Where a list begins and ends: items that became paragraphs in no item, paragraphs that became items, and what was put between two
// items. The list ends above a paragraph that is in no item, and the items below it are a list of their own.

// toOutside notes an item that came back as a paragraph in no item, and reports whether the source can have it so.
func (s *lists) toOutside(it *noma.ListItem, now, sent *layout.Para, r *wml.Paragraph) bool {
	e := s.listOf(it.Parent.(*noma.List))
	stays := func(k noma.Node) bool { return !e.blocks[k].gone }
	if !s.returned.keepsFormatting() || (sent.Frame != nil) != r.Framed || slices.ContainsFunc(it.Children, stays) {
		return false
	}
	if inCell(e.list) && len(e.list.Items) > 1 {
		return false // it would be a cell of its own
	}
	f := s.apply(sayItemToOutside, it, said(now.Runs()), said(now.Runs())).at(r)
	if s.edit(f, it); !s.leaves(f) {
		e.blocks[it] = blockEdit{outside: f}
	}
	return true
}

// readsOutside leaves the items in their list that would not be read as paragraphs, with all other edits of their text.
func (s *lists) readsOutside(e *listEdits) {
	for _, it := range e.list.Items {
		x, at := e.blocks[it], it.Content.All()
		if x.outside == nil {
			continue
		}
		within := slices.DeleteFunc(slices.Clone(s.unit(it).edits), func(x source.Edit) bool { return !at.Contains(x.Span) })
		if now, err := applyWithin(s.doc.File.Text, at, within); err != nil || startsBlock(now) {
			s.fail(x.outside, sayItemToParagraph)
			delete(e.blocks, it)
		}
	}
}

// insertOutside adds a block between two items of a list for a finding, and reports whether it could: where the list is in a block, framed
// says that what is added is in it, too; item, that it is an item, of another list.
func (s *lists) insertOutside(f func() *finding, before, after layout.Block, seq int, content string, framed, item bool) bool {
	n, _ := blockNode(before)
	m, _ := blockNode(after)
	it := itemOf(n)
	next, ok := m.(*noma.ListItem)
	inside := ok && next.Level > 0 && item // in Word it is one of that item then, which begins a list of its own
	if it == nil || !ok || inside || next.Parent != it.Parent || inBlock(it) && !framed || inCell(it.Parent) {
		return false
	}
	e := s.listOf(it.Parent.(*noma.List))
	made := f()
	s.edit(made, it)
	e.after[n] = put(e.after[n], newItem{content: content, outside: true, left: s.leaves(made), seq: seq})
	e.divided = e.divided || !s.leaves(made)
	return true
}

// putBehind adds a paragraph behind an item that becomes one, too.
func (s *lists) putBehind(it *noma.ListItem, r *wml.Paragraph, seq int, markup string) {
	content, ok := blockSource(r, markup)
	if !ok {
		s.refuse(s.unwritable(r.Runs), it, "", saidLinked(r.Runs)).at(r)
		return
	}
	e := s.listOf(it.Parent.(*noma.List))
	f := s.apply(sayParagraphAdded, it, "", text(r.Runs)).at(r)
	s.edit(f, it)
	e.after[it] = put(e.after[it], newItem{content: content, outside: true, left: s.leaves(f), seq: seq})
	e.divided = e.divided || !s.leaves(f)
	s.owner.Set(r, it)
}

// markedPara is a paragraph that became an item.
type markedPara struct {
	p      *noma.Paragraph
	r      *wml.Paragraph
	f      *finding
	behind []newItem // further items, which were typed there
	added  []*finding
	last   *wml.Paragraph // r, or the last of them
}

// canBeItem reports whether the source can have a paragraph as the item that it came back as.
func (s *lists) canBeItem(now, sent *layout.Para, r *wml.Paragraph) bool {
	p, ok := now.Node.(*noma.Paragraph)
	if !ok || !s.returned.keepsFormatting() || (sent.Frame != nil) != r.Framed || s.moves(p) {
		return false
	}
	if inCell(p) || unitOf(p) != noma.Node(p) {
		return false
	}
	line, ok := asLine(p.Content.S)
	return ok && isItemSource(itemSource(r.Box, line))
}

// becameItem returns the paragraph that came back as an item, and as what it was sent; nil for another one, and where the source cannot
// have it so.
func (s *lists) becameItem(r *wml.Paragraph) (now, sent *layout.Para) {
	if r == nil || r.List == wml.NoList || s.base.foreign || s.opts.data {
		return nil, nil
	}
	now, sent = s.bothOf(r)
	if sent == nil || sent.List != wml.NoList || !plainText(sent, r) || !s.canBeItem(now, sent, r) {
		return nil, nil
	}
	return now, sent
}

// toItem notes a paragraph that came back as an item, and reports whether the source can have it so.
func (s *lists) toItem(now, sent *layout.Para, r *wml.Paragraph) bool {
	if s.markedOf(r) != nil {
		return true
	}
	if !s.canBeItem(now, sent, r) {
		return false
	}
	p := now.Node.(*noma.Paragraph)
	f := s.apply(sayMadeItem, p, said(now.Runs()), said(now.Runs())).at(r)
	s.edit(f, p)
	if !s.leaves(f) {
		s.marked = append(s.marked, &markedPara{p: p, r: r, f: f, last: r})
	}
	return true
}

// markedOf returns what was noted of a returned paragraph that became an item, nil for another one.
func (s *lists) markedOf(r *wml.Paragraph) *markedPara {
	if i := slices.IndexFunc(s.marked, func(x *markedPara) bool { return x.r == r }); i >= 0 {
		return s.marked[i]
	}
	return nil
}

// insertBehind adds an item behind a returned paragraph that became one, and reports whether it could.
func (s *lists) insertBehind(above, r *wml.Paragraph, markup string) bool {
	now, sent := s.becameItem(above)
	if now == nil || r.List == wml.NoList || strings.ContainsAny(markup, "\r\n") || !s.turnInner(now, sent, above) {
		return false
	}
	m, x := s.markedOf(above), newItem{itemKind: s.kindOf(r), content: itemSource(r.Box, markup)}
	if m == nil || x.level == 0 && r.List != above.List {
		return false
	}
	f := s.apply(sayItemAdded, m.p, "", markup).at(r)
	if s.edit(f, m.p); !s.leaves(f) {
		m.behind, m.added = append(m.behind, x), append(m.added, f)
		f.restsOn(m.f)
	}
	m.last = r
	s.owner.Set(r, m.p)
	return true
}

// asLine returns the source of a paragraph as one line, and false when it has line breaks of its own.
func asLine(markup string) (string, bool) {
	lines := strings.Split(strings.ReplaceAll(markup, "\r\n", "\n"), "\n")
	for i, line := range lines {
		if i+1 < len(lines) && endsWithBreak(line) {
			return "", false
		}
		lines[i] = strings.TrimSpace(line)
	}
	return strings.Join(lines, " "), true
}

// isItemSource reports whether a text is one item of a list.
func isItemSource(text string) bool {
	kids := noma.Snippet("- " + text).Children
	if len(kids) != 1 {
		return false
	}
	l, ok := kids[0].(*noma.List)
	return ok && len(l.Items) == 1 && len(l.Items[0].Children) == 0
}

// markParagraphs makes items of the paragraphs that became some: of the list above, of the one below, or of one of their own. All other
// edits of these paragraphs are known.
func (s *lists) markParagraphs() {
	if len(s.marked) == 0 {
		return
	}
	above, below := map[*wml.Paragraph]*wml.Paragraph{}, map[*wml.Paragraph]*wml.Paragraph{}
	for _, st := range s.returned.Stories {
		var last *wml.Paragraph
		for p := range wml.Paragraphs(st.Blocks...) {
			if layout.Fingerprint(p.Runs, wml.Original) != 0 {
				above[p], below[last], last = last, p, p
			}
		}
	}
	slices.SortStableFunc(s.marked, func(a, b *markedPara) int { return a.p.Span.Start - b.p.Span.Start })
	for len(s.marked) > 0 {
		n := 1
		for ; n < len(s.marked); n++ {
			a, b := s.marked[n-1], s.marked[n]
			if b.p.Parent != a.p.Parent || b.p.Index != a.p.Index+1 || above[b.r] != a.last {
				break
			}
		}
		run := s.marked[:n]
		s.markRun(run, above[run[0].r], below[run[n-1].last])
		s.marked = s.marked[n:]
	}
}

// markRun makes items of paragraphs that follow each other. above and below are the ones around them in the returned file.
func (s *lists) markRun(run []*markedPara, above, below *wml.Paragraph) {
	var items []newItem
	for _, x := range run {
		span := x.p.Span
		text, err := applyWithin(s.doc.File.Text, span, s.unit(x.p).edits)
		line, ok := asLine(strings.TrimSpace(text))
		if err != nil || !ok || !isItemSource(itemSource(x.r.Box, line)) {
			for _, y := range run {
				s.fail(y.f, sayParagraphToItem)
				for _, f := range y.added {
					s.fail(f, sayNoPlaceForParagraph)
				}
			}
			return
		}
		items = append(append(items, newItem{itemKind: s.kindOf(x.r), content: itemSource(x.r.Box, line)}), x.behind...)
	}
	kids, first := run[0].p.Parent.Kids(), run[0].p.Index
	if l := s.neighbour(kids, first-1, above, items); l != nil && s.listOf(l).last() != nil {
		e := s.listOf(l)
		last := e.last()
		e.after[last] = append(e.after[last], items...)
		s.moveInto(l, run)
		return
	}
	if l := s.neighbour(kids, first+len(run), below, items); l != nil && items[0].level == 0 {
		e := s.listOf(l)
		e.before[l.Items[0]] = append(e.before[l.Items[0]], items...)
		s.moveInto(l, run)
		return
	}
	var text strings.Builder
	w := listWriter{listEdits: &listEdits{}, eol: s.doc.File.EOL()}
	for i, x := range items {
		if i > 0 {
			text.WriteString(w.eol)
		}
		text.WriteString(w.next(x.itemKind, 1, nil) + x.content)
	}
	u := s.unit(run[0].p)
	u.edits = []source.Edit{{Span: run[0].p.Span, New: text.String()}}
	s.moveInto(run[0].p, run[1:])
}

// parted reports whether items have gone, or something has come between them, so that others are inside other ones.
func (e *listEdits) parted() bool { return e.divided || len(e.gone)+len(e.blocks) > 0 }

// last returns the last item of a list that stays, or the last block of that.
func (e *listEdits) last() (n noma.Node) {
	for _, it := range e.list.Items {
		if !e.gone[it] {
			n = it
		}
		for _, k := range it.Children {
			if !e.blocks[k].gone {
				n = k
			}
		}
	}
	return n
}

// neighbour returns the list at a place among children that items can be of: the paragraph that came back beside them is an item of it,
// and it has their kind of markers at the margin.
func (s *lists) neighbour(kids []noma.Node, i int, beside *wml.Paragraph, items []newItem) *noma.List {
	if i < 0 || i >= len(kids) || beside == nil {
		return nil
	}
	l, ok := kids[i].(*noma.List)
	it := itemOf(s.owner.Get(beside))
	if !ok || it == nil || it.Parent != kids[i] || s.listOf(l).blocks[it].outside != nil {
		return nil
	}
	e := s.listOf(l)
	for _, x := range items {
		other := func(it *noma.ListItem) bool {
			k := e.kindOf(it)
			return !e.gone[it] && e.blocks[it].outside == nil && k.level == 0 && x.level == 0 && k.ordered != x.ordered
		}
		if slices.ContainsFunc(l.Items, other) {
			return nil
		}
	}
	return l
}

// moveInto takes paragraphs out whose words are in the unit of a node now.
func (s *lists) moveInto(n noma.Node, run []*markedPara) {
	into := s.unit(n)
	for _, x := range run {
		u, made := s.unit(x.p), x.f.change
		into.finds = append(into.finds, u.finds...)
		u.edits = nil
		s.takeOut(x.f, x.p)
		x.f.change = made
	}
}

// further returns the operations that add what a list has become beside the first block, and leaves that one to the operation on the list.
func (s *schedule) further(u *unit, op *patch.Op) (rest []*operation) {
	if _, ok := u.node.(*noma.List); !ok || op.Op != "replace_child" {
		return nil
	}
	parent, index := u.node.At().Parent, u.index+1
	parsed := noma.Snippet(op.Content)
	if at := strings.TrimLeft(op.Content, " \t"); at != op.Content && !beginsList(parsed) {
		if flush := noma.Snippet(at); beginsList(flush) { // its first item may be indented only behind another list
			op.Content, parsed = at, flush
		}
	}
	blocks := parsed.Children
	for i, n := range blocks {
		content := n.At().Span.Of(parsed.File.Text)
		if i == 0 {
			op.Content = content
			continue
		}
		// One after the other, so that no list comes next to the one it was part of: before what else comes to this place.
		rest = append(rest, &operation{phase: structural, f: u.finds[0], at: placeOf(parent, index), parent: parent, index: index, seq: -i,
			op: patch.Op{Op: "insert_child", Parent: u.parent, Index: u.index + i, Content: content}})
	}
	return rest
}

// beginsList reports whether the first block of a document is a list.
func beginsList(d *noma.Document) bool {
	if len(d.Children) == 0 {
		return false
	}
	_, ok := d.Children[0].(*noma.List)
	return ok
}

// gap returns the empty line that the next item needs above it, behind what is no item; "" where the source has it. line is that of the
// item, 0 for a new one.
func (w *listWriter) gap(line int) string {
	if !w.ended || line > 1 && strings.TrimSpace(w.file.LineSpan(line-1).Of(w.text)) == "" {
		w.ended = false
		return ""
	}
	w.ended = false
	return w.eol
}

// end closes all items: what comes next is in none.
func (w *listWriter) end() {
	if len(w.open) > 0 {
		w.goesOn = 0
		if w.open[0].ordered {
			w.goesOn = w.open[0].number + 1
		}
	}
	w.leave(-1)
	w.wrote, w.ended = true, true
}

// putOutside writes an item as a paragraph in no item.
func (w *listWriter) putOutside(it *noma.ListItem) {
	now := ""
	if w.wrote {
		now = w.eol
	}
	w.after = append(w.after, source.Edit{Span: source.Span{Start: it.Span.Start, End: it.Content.All().Start}, New: now})
	w.reindent(it.Line+1, it.Line+strings.Count(it.Content.S, "\n"), -w.texts[it.Level])
	w.end()
}
