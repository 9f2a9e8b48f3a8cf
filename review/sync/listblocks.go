package reviewsync

import (
	"slices"
	"strings"

	"github.com/nomadocx/nomadocx/internal/office/wml"
	"github.com/nomadocx/nomadocx/layout"
	"github.com/nomadocx/nomadocx/noma"
	"github.com/nomadocx/nomadocx/noma/source"
)

// Blocks in list items. In Word they are paragraphs and tables between the items, with the indentation of the text of one and without a
// number: what was done to the items above and below them decides what they are in.

// blockEdit is what became of a block in an item.
type blockEdit struct {
	gone    bool
	item    *itemKind // it is an item now; nil when it is not
	outside *finding  // that an item became a paragraph in no item; nil when it did not
}

// insertInner adds a paragraph to the item that a block of the source is in, if it was typed there with an indentation.
func (s *lists) insertInner(before layout.Block, r *wml.Paragraph, seq int, content string) bool {
	n, _ := blockNode(before)
	it := itemOf(n)
	if it == nil || !indented(r) || r.List != wml.NoList {
		return false
	}
	list, ok := it.Parent.(*noma.List)
	if !ok || !takesBlocks(list) {
		return false
	}
	f := s.apply(sayParagraphAdded, it, "", text(r.Runs)).at(r)
	s.edit(f, it)
	e := s.listOf(list)
	e.after[n] = put(e.after[n], newItem{itemKind: itemKind{level: s.indentLevel(r)}, content: content, block: true, left: s.leaves(f), seq: seq})
	s.owner.Set(r, n)
	return true
}

// indentLevel returns the level of the innermost item whose text begins where a paragraph does, or to the left of it.
func (s *lists) indentLevel(r *wml.Paragraph) int {
	level, _ := layout.IndentedLevel(r.Indent, r.RightIndent, r.Framed && !s.base.wideItems)
	return level
}

// indented reports whether a paragraph begins to the right of those that are in no item. In a panel these are indented too.
func indented(r *wml.Paragraph) bool {
	_, ok := layout.IndentedLevel(r.Indent, r.RightIndent, r.Framed)
	return ok
}

// betweenLines reports whether two blocks are lines of one block of the source.
func betweenLines(before, after layout.Block) bool {
	a, _ := blockNode(before)
	b, _ := blockNode(after)
	return a != nil && a == b
}

// removeItem takes the text of an item out whose blocks stay: they are blocks of the item above then.
func (s *lists) removeItem(f *finding, it *noma.ListItem) {
	e := s.listOf(it.Parent.(*noma.List))
	if !e.opens(it) {
		s.fail(f, sayItemHoldsBlocks)
		return
	}
	s.edit(f, it, source.Edit{Span: source.Span{Start: it.Span.Start, End: textEnd(it)}}) // and what is left of its line, see [listWriter.closeGap]
	if s.leaves(f) {
		e.stays[it] = true
	} else {
		e.gone[it] = true
	}
}

// closeGap takes the end of the line out that is left of an item whose text is gone, or of that and of the blocks right below it.
func (w *listWriter) closeGap(it *noma.ListItem) {
	end := textEnd(it)
	for _, k := range it.Children {
		if !w.blocks[k].gone {
			break
		}
		end = k.At().Span.End
	}
	if !w.cut(end) && len(w.listEdits.after[it]) == 0 { // the item is not gone as a whole, and no new ones begin there
		w.after = append(w.after, source.Edit{Span: source.Span{Start: end, End: w.file.NextLine(w.file.Line(end))}})
	}
}

// removeInner takes a block of an item out, with the blank lines above it.
func (s *lists) removeInner(f *finding, n noma.Node) {
	it := itemOf(n)
	e := s.listOf(it.Parent.(*noma.List))
	above := textEnd(it)
	if i := n.At().Index; i > 0 {
		above = it.Children[i-1].At().Span.End
	}
	s.edit(f, n, source.Edit{Span: source.Span{Start: above, End: n.At().Span.End}})
	if !s.leaves(f) {
		e.blocks[n] = blockEdit{gone: true}
	}
}

// holdsMore reports whether blocks of an item stay when its text goes.
func (s *lists) holdsMore(it *noma.ListItem, gone []*layout.Para) bool {
	return slices.ContainsFunc(it.Children, func(k noma.Node) bool {
		return !slices.ContainsFunc(gone, func(p *layout.Para) bool { return p.Node == k })
	})
}

// itemText returns markup as the text of an item. It has several lines only in lists with further blocks.
func itemText(it *noma.ListItem, markup string) (string, bool) {
	first, rest, several := strings.Cut(markup, "\n")
	if strings.TrimSpace(first) == "" || noma.TrimSpace(first)[0] != first[0] || strings.Contains(markup, "\r") {
		return "", false
	}
	l, ok := it.Parent.(*noma.List)
	if !several {
		return markup, true
	}
	if rest, several = guard(rest); !ok || !several || !hasBlocks(l) {
		return "", false
	}
	return first + "\n" + rest, true
}

// hasBlocks reports whether items of a list have further blocks.
func hasBlocks(l *noma.List) bool {
	return slices.ContainsFunc(l.Items, func(it *noma.ListItem) bool { return len(it.Children) > 0 })
}

// takesBlocks reports whether an item of a list can get a block: below a list of single lines an indented paragraph would be read as
// another block of it.
func takesBlocks(l *noma.List) bool {
	if hasBlocks(l) {
		return true
	}
	siblings := l.Parent.Kids()
	if l.Index+1 >= len(siblings) {
		return true
	}
	p, ok := siblings[l.Index+1].(*noma.Paragraph)
	return !ok || noma.Column(p.Content.S) == 0
}

// textEnd returns the end of the text of an item, without its further blocks.
func textEnd(it *noma.ListItem) int { return it.Content.All().End }

// linesOf returns a node as it stands at the margin, with LF between its lines.
func (s *core) linesOf(n noma.Node) string {
	text := strings.ReplaceAll(n.At().Span.Of(s.doc.File.Text), "\r\n", "\n")
	by := noma.Column(text)
	if _, ok := n.At().Parent.(*noma.ListItem); !ok {
		return text
	}
	return movedLines(strings.TrimLeft(text, " \t"), -by)
}

// unmarked reports whether an item is a paragraph of the item above it now.
func (w *listWriter) unmarked(it *noma.ListItem) bool {
	return w.blocks[it].item != nil && len(w.open) > 0
}

// unmark writes an item as a paragraph of the item above it.
func (w *listWriter) unmark(it *noma.ListItem) {
	w.leave(w.blocks[it].item.level)
	column := w.open[len(w.open)-1].width
	start := it.Content.All().Start
	w.after = append(w.after, source.Edit{Span: source.Span{Start: it.Span.Start, End: start}, New: w.eol + strings.Repeat(" ", column)})
	w.reindent(it.Line+1, it.Line+strings.Count(it.Content.S, "\n"), column-w.texts[it.Level])
}

// leave closes the items inside the open one of a level.
func (w *listWriter) leave(level int) {
	w.open = w.open[:min(len(w.open), level+1)]
	w.columns.Leave(len(w.open) - 1)
}

// keepBlock goes on with a block of an item, which is indented anew where the text of the item begins in another column.
func (w *listWriter) keepBlock(level int, n noma.Node) {
	if len(w.open) == 0 || w.blocks[n].gone {
		return
	}
	b := n.At()
	line := w.file.LineSpan(b.Line)
	column := noma.Column(line.Of(w.text))
	if k := w.blocks[n].item; k != nil {
		content := line.End - len(strings.TrimLeft(line.Of(w.text), " \t"))
		above := w.file.LineSpan(b.Line - 1)
		for strings.TrimSpace(above.Of(w.text)) == "" {
			above = w.file.LineSpan(w.file.Line(above.Start) - 1)
		}
		marker := w.next(*k, 1, nil)
		w.after = append(w.after, source.Edit{Span: source.Span{Start: above.End, End: content}, New: w.eol + marker})
		w.reindent(b.Line+1, b.EndLine, width(marker)-column)
		return
	}
	w.leave(level)
	own := w.open[len(w.open)-1].width
	by := own - w.texts[level]
	if column+by < own || len(w.open) <= level {
		by = own - column
	}
	w.reindent(b.Line, b.EndLine, by)
}

// shift moves the lines of a stretch of the source to the right, or to the left.
type shift struct {
	source.Span
	by int
}

// reindent moves lines to the right, or to the left, with those that edits put among them.
func (w *listWriter) reindent(first, last, by int) {
	if by == 0 || first > last {
		return
	}
	w.shiftFrom(w.file.LineSpan(first).Start, last, by)
	w.moveLines(first, last, by)
}

// shiftFrom notes that the lines which edits put behind a place, up to the end of a line, are to be moved.
func (w *listWriter) shiftFrom(at, last, by int) {
	w.shifts = append(w.shifts, shift{source.Span{Start: at, End: w.file.LineSpan(last).End}, by})
}

// moveLines moves the lines of the source from one to another, but for those that edits take out.
func (w *listWriter) moveLines(first, last, by int) {
	for line := first; line <= last; line++ {
		span := w.file.LineSpan(line)
		s := span.Of(w.text)
		bare := strings.TrimLeft(s, " \t")
		if bare == "" || w.cut(span.Start) {
			continue
		}
		space := s[:len(s)-len(bare)]
		at := source.Span{Start: span.Start, End: span.Start + len(space)}
		w.after = append(w.after, trimEdit(at, space, strings.Repeat(" ", max(0, noma.Column(s)+by))))
	}
}

// findCuts notes what the edits that were there before take out.
func (w *listWriter) findCuts() {
	for _, e := range w.u.edits {
		if !e.Span.Empty() {
			w.cuts = append(w.cuts, e.Span)
		}
	}
	slices.SortFunc(w.cuts, func(a, b source.Span) int { return a.Start - b.Start })
}

// cut reports whether an edit takes the beginning of a line out.
func (w *listWriter) cut(at int) bool {
	i, found := slices.BinarySearchFunc(w.cuts, at, func(s source.Span, at int) int { return s.Start - at })
	return found || i > 0 && w.cuts[i-1].End > at
}

// shiftEdits moves the lines that edits put among those that are moved.
func (w *listWriter) shiftEdits() {
	for i := range w.u.edits {
		e := &w.u.edits[i]
		k, found := slices.BinarySearchFunc(w.shifts, e.Span.Start, func(s shift, at int) int { return s.Start - at })
		if !found {
			k--
		}
		if k < 0 || e.Span.Start > w.shifts[k].End {
			continue
		}
		if whole := !e.Span.Empty() && e.Span.Start == w.file.LineSpan(w.file.Line(e.Span.Start)).Start; whole && e.New != "" {
			e.New = movedLines("\n"+e.New, w.shifts[k].by)[1:] // with the first line
		} else if strings.Contains(e.New, "\n") {
			e.New = movedLines(e.New, w.shifts[k].by)
		}
	}
}

// movedLines moves the lines of a text but the first.
func movedLines(text string, by int) string {
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		if bare := strings.TrimLeft(line, " \t"); i > 0 && (strings.TrimSpace(bare) != "" || i == len(lines)-1) {
			lines[i] = strings.Repeat(" ", max(0, noma.Column(line)+by)) + bare
		}
	}
	return strings.Join(lines, "\n")
}

// indented returns a new block of an item as lines of the source.
func (w *listWriter) indented(x newItem) string {
	w.leave(x.level)
	indent := strings.Repeat(" ", w.open[len(w.open)-1].width)
	return indent + strings.ReplaceAll(x.content, "\n", w.eol+indent)
}

// itemOf returns the item that a node is or is in, nil for none.
func itemOf(n noma.Node) *noma.ListItem {
	it, ok := n.(*noma.ListItem)
	if !ok && n != nil {
		it, _ = n.At().Parent.(*noma.ListItem)
	}
	return it
}
