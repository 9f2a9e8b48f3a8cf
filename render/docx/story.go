package docx

import (
	"iter"

	"github.com/nomadocx/nomadocx/internal/office/wml"
	"github.com/nomadocx/nomadocx/layout"
)

// story writes the blocks of one text flow, or of one cell in it, in order. It holds one block
// back, because the formatting of a paragraph depends on both its neighbours: a panel needs to know where
// it ends, and two tables must not touch.
type story struct {
	*renderer
	b *wml.Builder
	// main is the body of the document: only there stand comments, notes and section ends.
	main bool
	// style is what paragraphs without a style have here, "" for the default style.
	style string
	// depth counts the cells around this flow.
	depth int
	card  bool // the flow is a panel, whose fill is that of the cell
	// paraID gives the w14:paraId of a paragraph, nil for none.
	paraID func(last bool) uint32
	// opening is written at the head of the first paragraph: the mark of a note or comment.
	opening func()

	again bool // a header or footer that is in another part already, which has its bookmarks

	atEnd     *layout.Para      // stands at the end of the line of the next paragraph
	width     int               // of that line, in twips
	spans     []*layout.Comment // those whose range is open, for the block they are about goes on
	held      layout.Block
	before    layout.Block // the block written last
	panel     panel
	head      bool      // the cells of a header row are being written
	gap       int       // how far the number of the cell stands from its right side, in twips
	column    []string  // the numbers of a column; reused for every column
	together  bool      // the row that is being written stays on the page of the next one
	bookmarks []int     // scratch: ids of the open bookmarks
	runs      []wml.Run // scratch: the runs of several segments
	words     []byte    // scratch: the description of a table

	// What a paragraph's properties are put together in; reused for every paragraph.
	props   wml.ParaProps
	borders wml.Borders
	tab     [2]wml.TabStop
	section wml.Section
}

// all writes every block and ends the flow properly.
func (s *story) all(blocks iter.Seq[layout.Block]) {
	for b := range blocks {
		s.add(b)
	}
	s.finish()
}

func (s *story) add(b layout.Block) {
	if s.held != nil {
		s.write(s.held, b)
	}
	s.held = b
}

// finish writes the block held back. A flow ends with a paragraph: Word calls a file corrupt in
// which a cell, header or note does not (ECMA-376 §17.4.65).
func (s *story) finish() {
	if s.held != nil {
		s.write(s.held, nil)
	}
	s.held = nil
	if _, ok := s.before.(*layout.Para); !ok {
		s.spacer(true)
	}
}

func (s *story) write(b, next layout.Block) {
	around := s.panel
	switch b := b.(type) {
	case *layout.Para:
		if b.Beside {
			s.atEnd = b
			return
		}
		s.paragraph(b, next)
	case *layout.Grid:
		s.separate()
		s.grid(b)
	case *layout.Columns:
		s.separate()
		s.columns(b)
	}
	s.before = b
	if _, ok := b.(*layout.Para); ok {
		return
	}
	s.panel = panel{}
	if f := frameOf(b); f != nil {
		if !around.open || !isFrame(f, &around.frame) {
			around = panel{}
		}
		around.open, around.goes, around.frame = true, true, *f // the panel goes on around the table
		s.panel = around
	}
}

// separate puts a paragraph between two tables, which would become one otherwise, and before a
// table that opens a flow whose first paragraph has something to carry.
func (s *story) separate() {
	switch s.before.(type) {
	case *layout.Grid, *layout.Columns:
		s.spacer(false)
	case nil:
		if s.opening != nil {
			s.spacer(false)
		}
	}
}

// spacer writes an empty paragraph a few points high; last tells that it ends the flow.
func (s *story) spacer(last bool) {
	s.props = wml.ParaProps{Spacing: wml.Spacing{Before: 0, After: 0, Line: spacerHeight, Exact: true,
		Set: wml.SetBefore | wml.SetAfter | wml.SetLine}}
	s.start(&s.props, last)
	s.b.EndParagraph()
}

// start begins a paragraph, with its id and the mark of the flow when it is the first.
func (s *story) start(p *wml.ParaProps, last bool) {
	var id uint32
	if s.paraID != nil {
		id = s.paraID(last)
	}
	s.b.StartParagraph(p, id)
	if s.opening != nil {
		s.opening()
		s.opening = nil
	}
}

// paragraph writes a paragraph: properties, then bookmarks around its content (or around its first
// segments), then the comments about it, then its notes.
func (s *story) paragraph(p *layout.Para, next layout.Block) {
	s.properties(p, next)
	s.props.Bidi = rightToLeft(p.Segs)
	s.start(&s.props, next == nil)
	b := s.b
	b.PlainLinks = p.Style == layout.StyleToc
	if b.Language = s.languages[p.Node]; p.Style == layout.StyleCode {
		b.Language = ""
	}

	if p.Box != wml.NoBox {
		ins, del := p.Ins, p.Del
		for _, r := range p.Runs() { // where only the end of the item is put in or taken out, the box stays
			if r.Ins == nil {
				ins = nil
			}
			if r.Del == nil {
				del = nil
			}
		}
		b.Runs(wml.BoxRuns(p.Box, ins, del))
	}
	if p.AnchorFrom > 0 {
		s.startSpans(p)
		s.segments(p.Segs[:p.AnchorFrom])
	}
	s.bookmarks = s.bookmarks[:0]
	if !s.again {
		for _, name := range p.Anchors {
			s.bookmarks = append(s.bookmarks, b.StartBookmark(name))
		}
		for _, name := range p.Targets {
			s.bookmarks = append(s.bookmarks, b.StartBookmark(name))
		}
	}
	if p.AnchorFrom == 0 {
		s.startSpans(p)
	}
	if n := p.AnchorSegs; n > 0 && n < len(p.Segs) {
		s.segments(p.Segs[p.AnchorFrom:n])
		s.endBookmarks()
		s.segments(p.Segs[n:])
	} else {
		s.segments(p.Segs[p.AnchorFrom:])
	}
	if s.main {
		s.spans = append(s.spans, p.Comments...)
		s.endSpans(next)
		for _, n := range p.Notes {
			s.noteReference(n)
		}
	}
	s.endBookmarks()
	if s.atEnd != nil {
		b.Markup(`<w:r><w:ptab w:relativeTo="margin" w:alignment="right" w:leader="none"/></w:r>`) // §17.3.3.23
		s.segments(s.atEnd.Segs)
		s.atEnd = nil
	}
	b.EndParagraph()
	b.Language = ""
}

// startSpans begins the ranges of the comments about a paragraph.
func (s *story) startSpans(p *layout.Para) {
	if !s.main {
		return
	}
	for _, c := range p.Comments {
		s.b.StartCommentRange(c.Index)
	}
}

// rightToLeft reports whether a paragraph's first letter is of a script written from the right.
func rightToLeft(segs []layout.Seg) bool {
	for i := range segs {
		if rtl, found := wml.FirstDirection(segs[i].Runs); found {
			return rtl
		}
	}
	return false
}

// segments writes the runs of segments as one sequence.
func (s *story) segments(segs []layout.Seg) {
	if len(segs) == 1 {
		s.b.Runs(segs[0].Runs)
		return
	}
	s.runs = s.runs[:0]
	for i := range segs {
		s.runs = append(s.runs, segs[i].Runs...)
	}
	s.b.Runs(s.runs)
}

func (s *story) endBookmarks() {
	for i := len(s.bookmarks) - 1; i >= 0; i-- {
		s.b.EndBookmark(s.bookmarks[i])
	}
	s.bookmarks = s.bookmarks[:0]
}

// endSpans ends the ranges of comments whose block ends with this paragraph, and writes their marks. A
// range covers the paragraphs of its block; tables and what stands behind them it leaves out, because
// editors move the end of a range out of a table.
func (s *story) endSpans(next layout.Block) {
	if len(s.spans) == 0 {
		return
	}
	p, _ := next.(*layout.Para)
	keep := s.spans[:0]
	var ended []*layout.Comment
	for _, c := range s.spans {
		if p != nil && c.GoesOn(p) {
			keep = append(keep, c)
		} else {
			ended = append(ended, c)
		}
	}
	s.spans = keep
	for i := len(ended) - 1; i >= 0; i-- {
		s.b.EndCommentRange(ended[i].Index)
	}
	for _, c := range ended {
		s.b.CommentReference(c.Index)
		mark(&s.commented, c.Index)
	}
}

func (s *story) noteReference(n *layout.Note) {
	s.b.NoteReference(n.End, n.Index+1)
	if n.End {
		mark(&s.endnoted, n.Index)
	} else {
		mark(&s.footnoted, n.Index)
	}
}

func mark(list *[]bool, i int) {
	for len(*list) <= i {
		*list = append(*list, false)
	}
	(*list)[i] = true
}

func marked(list []bool, i int) bool { return i < len(list) && list[i] }

// cell writes a flow inside a table cell of this one; card tells that the cell is one panel.
func (s *story) cell(blocks []layout.Block, card bool) {
	inner := &story{renderer: s.renderer, b: s.b, main: s.main, style: s.style, depth: s.depth + 1, card: card}
	for _, x := range blocks {
		inner.add(x)
	}
	inner.finish()
}
