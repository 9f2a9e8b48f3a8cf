package reviewsync

import (
	"slices"
	"strconv"
	"strings"

	"github.com/nomadocx/nomadocx/internal/office/wml"
	"github.com/nomadocx/nomadocx/layout"
	"github.com/nomadocx/nomadocx/noma"
	"github.com/nomadocx/nomadocx/noma/source"
)

// The structure of lists. What a line of a list is depends on the lines above it, so the markers are written when all edits of the
// list are known: of new items, of items that came to another level or have another kind of marker, and of what follows them.

// lists are the edits of the structure of all lists.
type lists struct {
	*core
	of      map[*noma.List]*listEdits
	inOrder []*listEdits
	turns   []turned
	boxed   map[*noma.ListItem]bool // see [lists.checkBox]
	levels  map[*wml.Paragraph]int  // of the returned items that are inside others, once they are asked for
	marked  []*markedPara           // paragraphs that became items
}

// listEdits are the edits of the structure of a list.
type listEdits struct {
	list    *noma.List
	gone    map[*noma.ListItem]bool
	stays   map[*noma.ListItem]bool // was deleted, and that was not accepted
	turned  map[*noma.ListItem]itemKind
	before  map[*noma.ListItem][]newItem
	after   map[noma.Node][]newItem // behind the text of an item, or behind a block of one
	divided bool                    // by a block that came between two items
	blocks  map[noma.Node]blockEdit // of the blocks in items
}

// itemKind is what the marker of an item says.
type itemKind struct {
	level   int
	ordered bool
}

type newItem struct {
	itemKind
	content string
	block   bool // no item, but a block of the one above it
	outside bool // no item, but a block between two lists, which were one
	left    bool // it was not accepted, and says only where others would go
	seq     int  // the place in the returned file
}

// put adds what is new to the items of one place, in the order of the returned file.
func put(items []newItem, x newItem) []newItem {
	at := len(items)
	for at > 0 && items[at-1].seq > x.seq {
		at--
	}
	return slices.Insert(items, at, x)
}

// listOf returns the edits of a list.
func (s *lists) listOf(l *noma.List) *listEdits {
	e := s.of[l]
	if e == nil {
		e = &listEdits{list: l, gone: map[*noma.ListItem]bool{}, stays: map[*noma.ListItem]bool{}, turned: map[*noma.ListItem]itemKind{},
			before: map[*noma.ListItem][]newItem{}, after: map[noma.Node][]newItem{}, blocks: map[noma.Node]blockEdit{}}
		s.of[l] = e
		s.inOrder = append(s.inOrder, e)
	}
	return e
}

// canJoin reports whether a returned item can be one of the list that a block of the source is in.
func (s *lists) canJoin(b layout.Block, r *wml.Paragraph) bool {
	n, _ := blockNode(b)
	it := itemOf(n)
	if it == nil || r.List == wml.NoList {
		return false
	}
	l, ok := it.Parent.(*noma.List)
	return ok && (s.itemLevel(r) > 0 || l.Ordered == (r.List == wml.Number))
}

// addedBefore reports whether items were added in front of the item that a paragraph shows: further ones can be inside those.
func (s *lists) addedBefore(p *layout.Para) bool {
	it := p.Node.(*noma.ListItem)
	list, ok := it.Parent.(*noma.List)
	return ok && s.of[list] != nil && len(s.of[list].before[it]) > 0
}

// insertItem adds an item to a list, next to an item or a block of one. seq is its place in the returned file.
func (s *lists) insertItem(n noma.Node, r *wml.Paragraph, seq int, markup string, behind bool, by ruling) bool {
	it := itemOf(n)
	list, ok := it.Parent.(*noma.List)
	if !ok || strings.ContainsAny(markup, "\r\n") {
		return false
	}
	f := s.apply(sayItemAdded, it, "", markup).by(by).at(r)
	s.edit(f, it)
	e := s.listOf(list)
	x := newItem{itemKind: s.kindOf(r), content: itemSource(r.Box, markup), left: s.leaves(f), seq: seq}
	if r.List == wml.NoList { // a part of the item
		x.itemKind = itemKind{it.Level, it.Ordered}
	}
	if x.level == 0 && x.ordered != list.Ordered { // a part of an item, see [lists.canJoin]
		s.refuse(sayOtherMarks, list, markerOf(list.Ordered), markerOf(x.ordered)).at(r)
		x.ordered = list.Ordered
	}
	if behind {
		e.after[n] = put(e.after[n], x)
	} else {
		e.before[it] = put(e.before[it], x)
	}
	s.owner.Set(r, n)
	return true
}

// kindOf returns what the marker of a returned item says.
func (s *lists) kindOf(r *wml.Paragraph) itemKind {
	return itemKind{s.itemLevel(r), r.List == wml.Number}
}

func markerOf(ordered bool) string {
	if ordered {
		return "number"
	}
	return "bullet"
}

func levelName(level int) string { return "level " + strconv.Itoa(level+1) }

func (e *listEdits) kindOf(it *noma.ListItem) itemKind {
	if k, ok := e.turned[it]; ok {
		return k
	}
	return itemKind{it.Level, it.Ordered}
}

// writeLists makes the edits of all lists whose structure changed.
func (s *lists) writeLists() {
	s.markParagraphs()
	for _, e := range s.inOrder {
		s.readsOutside(e)
		if len(e.gone) < len(e.list.Items) {
			w := listWriter{listEdits: e, file: s.doc.File, text: s.doc.File.Text, eol: s.doc.File.EOL(), u: s.unit(e.list)}
			w.write()
			w.mend()
		}
	}
}

// listWriter writes the markers of a list.
type listWriter struct {
	*listEdits
	file      *source.File
	text, eol string
	u         *unit
	texts     [noma.MaxLevel + 1]int // the columns that the texts of the open items began in

	cuts          []source.Span // what edits take out, in order
	shifts        []shift
	before, after []source.Edit // that are made beside those, in front of others of their place and behind them

	columns noma.Columns
	below   *noma.ListItem // the item below the one that is written, nil for none
	open    []openItem     // the items that the next one can be inside of, by level
	wrote   bool           // something stands above
	ended   bool           // that is no item, and the next one begins a list
	goesOn  int            // the number of that one, 0 for the first of its own
}

// openItem is an item that is written.
type openItem struct {
	ordered bool
	indent  string // before its marker
	width   int    // of indent and marker
	mark    string // the marker without white space around it
	space   string // behind it
	number  int
}

func (w *listWriter) write() {
	starts := w.starts()
	w.findCuts()
	for i, it := range w.list.Items {
		if w.below = nil; i+1 < len(w.list.Items) {
			w.below = w.list.Items[i+1]
		}
		for _, n := range w.listEdits.before[it] {
			if n.left {
				continue
			}
			at := it.Span.Start
			w.before = append(w.before, source.Edit{Span: source.Span{Start: at, End: at}, New: w.gap(0) + w.next(n.itemKind, starts[it], it) + n.content + w.eol})
		}
		w.texts[it.Level] = width(it.Marker.Of(w.text))
		switch {
		case w.gone[it]:
			w.closeGap(it)
		case w.blocks[it].outside != nil:
			w.putOutside(it)
		case w.unmarked(it):
			w.unmark(it)
		default:
			w.keep(it, starts[it])
		}
		w.add(it, textEnd(it))
		above, changed := noma.Node(it), w.gone[it]
		for i, k := range it.Children {
			if changed || len(w.listEdits.after[above]) > 0 {
				w.apart(k)
			}
			above, changed = k, w.blocks[k].gone
			w.keepBlock(it.LevelOf(i), k)
			w.add(k, k.At().Span.End)
		}
	}
	w.shiftEdits()
	first := w.u.first
	w.u.edits = slices.Concat(w.u.edits[:first], w.before, w.u.edits[first:], w.after)
	w.u.first += len(w.before)
}

// add writes what is new behind the text of an item, or behind a block of one.
func (w *listWriter) add(n noma.Node, at int) {
	for _, x := range w.listEdits.after[n] {
		if x.left {
			continue
		}
		now := w.eol
		switch {
		case x.outside, x.block && len(w.open) == 0: // the items before it are gone
			now += w.eol + strings.ReplaceAll(x.content, "\n", w.eol)
			w.end()
		case x.block:
			now += w.eol + w.indented(x)
		default:
			now += w.gap(0) + w.next(x.itemKind, w.firstNumber(x.itemKind), nil) + x.content
		}
		w.after = append(w.after, source.Edit{Span: source.Span{Start: at, End: at}, New: now})
	}
}

// firstNumber returns the number of a new item that begins a run: that of the run which the item below it begins in the source, or 1.
func (w *listWriter) firstNumber(k itemKind) int {
	if b := w.below; b != nil && b.First && k == (itemKind{b.Level, b.Ordered}) {
		return b.Number
	}
	return 1
}

// apart puts a blank line before a paragraph of an item that stays below another block than it did, of which it would be a line.
func (w *listWriter) apart(n noma.Node) {
	line := n.At().Line
	if _, ok := n.(*noma.Paragraph); !ok || w.blocks[n].gone || w.blocks[n].item != nil || strings.TrimSpace(w.file.LineSpan(line-1).Of(w.text)) == "" {
		return
	}
	at := w.file.LineSpan(line).Start
	w.after = append(w.after, source.Edit{Span: source.Span{Start: at, End: at}, New: w.eol})
}

// starts returns the first numbers of the runs that the items are in.
func (w *listWriter) starts() map[*noma.ListItem]int {
	out := map[*noma.ListItem]int{}
	var run [noma.MaxLevel + 1]int
	for _, it := range w.list.Items {
		if it.First {
			run[it.Level] = it.Number
		}
		out[it] = run[it.Level]
	}
	return out
}

// keep goes on with an item that stays, and rewrites its marker where it would be read as something else.
func (w *listWriter) keep(it *noma.ListItem, start int) {
	k := w.kindOf(it)
	if gap := w.gap(it.Line); gap != "" {
		w.before = append(w.before, source.Edit{Span: source.Span{Start: it.Span.Start, End: it.Span.Start}, New: gap})
	}
	marker := it.Marker.Of(w.text)
	own := openOf(marker, it.Ordered)
	k.level = min(k.level, len(w.open))
	probe := w.columns
	first := k.level >= len(w.open) || w.open[k.level].ordered != k.ordered
	if k != (itemKind{it.Level, it.Ordered}) {
		start = 1
		if first := w.list.Items[0]; k.level == 0 && first.Ordered {
			start = first.Number
		}
	}
	if k.level == 0 && w.goesOn > 0 && first {
		start = w.goesOn
	}
	if (len(w.open) > 0 || own.indent == "") && probe.Enter(noma.Column(own.indent)) == k.level && it.Ordered == k.ordered && (!first || !k.ordered || it.Number == start) {
		w.enter(k.level, own)
	} else {
		w.after = append(w.after, trimEdit(it.Marker, marker, w.next(k, start, it)))
	}
	if last, by := it.Line+strings.Count(it.Content.S, "\n"), w.open[k.level].width-own.width; by != 0 {
		w.shiftFrom(it.Content.All().Start, last, by)
		w.moveLines(it.Line+1, last, by)
	}
}

// next returns the marker of the next item, which is like that of the item above it in its list, or like that of the item it had.
func (w *listWriter) next(k itemKind, start int, like *noma.ListItem) string {
	k.level = min(k.level, len(w.open))
	if k.level == 0 && w.goesOn > 0 {
		start = w.goesOn
	}
	x := openItem{ordered: k.ordered, space: " ", mark: "-", number: start}
	if k.ordered {
		x.mark = "."
	}
	if like != nil && like.Ordered == k.ordered {
		own := openOf(like.Marker.Of(w.text), like.Ordered)
		x.mark, x.space = own.mark, own.space
		if like.Level == k.level {
			x.indent = own.indent
		}
	}
	if k.level > 0 {
		x.indent = strings.Repeat(" ", w.open[k.level-1].width)
	} else {
		x.indent = "" // no list begins with another item
	}
	if k.level < len(w.open) {
		above := w.open[k.level]
		x.indent = above.indent
		if above.ordered == k.ordered {
			x.mark, x.space, x.number = above.mark, above.space, above.number+1
		}
	}
	marker := x.indent + x.mark + x.space
	if k.ordered {
		marker = x.indent + strconv.Itoa(x.number) + x.mark + x.space
	}
	x.width = width(marker)
	w.enter(k.level, x)
	return marker
}

func (w *listWriter) enter(level int, x openItem) {
	w.wrote = true
	w.columns.Enter(noma.Column(x.indent))
	w.open = append(w.open[:level], x)
}

// openOf takes a marker apart.
func openOf(marker string, ordered bool) openItem {
	bare := strings.TrimLeft(marker, " \t")
	x := openItem{ordered: ordered, indent: marker[:len(marker)-len(bare)], width: width(marker)}
	rest := strings.TrimLeft(bare, "0123456789")
	x.number, _ = strconv.Atoi(bare[:len(bare)-len(rest)])
	x.mark, x.space = rest[:1], rest[1:]
	return x
}

// width returns the column behind a marker.
func width(marker string) int { return noma.TextColumn(marker) }
