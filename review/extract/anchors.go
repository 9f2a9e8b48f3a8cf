package extract

import (
	"slices"

	"github.com/nomadocx/nomadocx/internal/office/wml"
	"github.com/nomadocx/nomadocx/layout"
)

// A comment, note or tracked change belongs to the block whose bookmark its paragraph has. Where
// the paragraph has none, the bookmark met last still holds for a while: that is the pending anchor
// (contract review-data.md §3). It lasts through empty paragraphs, through the panel of the label
// that set it, and for one paragraph of ordinary text, so that a comment on the first words under a
// heading goes to the heading's section.

// anchor is a set of bookmarks with what set them.
type anchor struct {
	names   []string
	label   bool // set by a label line: the framed paragraphs after it belong to it
	unboxed bool // … which has no frame, as those of diagrams: so do the lines of code after it
}

// anchorOf returns the anchor a paragraph sets.
func anchorOf(p *para) anchor {
	label := p.Style == layout.StyleDirective
	return anchor{p.names, label, label && !p.framed()}
}

// covers reports whether a paragraph without bookmarks belongs to the block that set the anchor.
func (a anchor) covers(p *para) bool {
	return a.label && (p.framed() || a.unboxed && p.Style == layout.StyleCode)
}

// anchored finds the anchors of all marks of the part: of comments and notes, whose texts stand
// elsewhere, and of tracked changes.
func (p *part) anchored() {
	m := &markReader{part: p, comments: map[string]mark{}}
	m.walk(p.blocks, anchor{})
	p.marks.take(m.comments)
}

// markReader goes over the paragraphs of a part in document order.
type markReader struct {
	*part
	comments map[string]mark
	request  *request // the change request whose label line was the paragraph before
}

// walk reads a flow: the story, or a cell of a layout table that inherits the anchor of the table.
func (m *markReader) walk(blocks []block, inherited anchor) {
	m.look.Now()
	pending := inherited
	// leave ends what a block of this flow set; the surroundings' anchor stays in force until then.
	leave := func() {
		if !slices.Equal(pending.names, inherited.names) {
			pending = anchor{}
		} else {
			pending = inherited
		}
	}
	for i := range blocks {
		b := &blocks[i]
		switch {
		case b.para != nil && b.named:
			pending = anchorOf(b.para)
			m.read(b.para, pending.names)
		case b.para != nil:
			m.read(b.para, pending.or(b.names))
			if !b.blank && !pending.covers(b.para) {
				leave()
			}
		case b.isLayout():
			m.points(b.table.Points, pending.names, b.at)
			b.each(func(c []block) { m.walk(c, pending) })
			leave()
		default:
			m.points(b.table.Points, pending.names, b.at)
			b.each(func(c []block) { eachParagraph(c, func(p *para) { m.read(p, pending.names) }) })
			leave()
		}
	}
}

// or returns the anchor's names, or the others when there are none.
func (a anchor) or(names []string) []string {
	if len(a.names) > 0 {
		return a.names
	}
	return names
}

// read takes all marks of one paragraph.
func (m *markReader) read(p *para, names []string) {
	m.points(p.Points, names, p.at)
	for i := range p.Runs {
		switch r := &p.Runs[i]; r.Kind {
		case wml.CommentMark:
			m.comment(r.Ref(), names, p.at)
		case wml.NoteMark:
			if r.Note() != nil {
				m.marks.notes(r.Note().Endnote)[r.Note().ID] = mark{names, p.at} // the last reference counts
			}
		}
	}
	m.revisions(p, names)
}

func (m *markReader) points(points []wml.Point, names []string, at Loc) {
	for _, q := range points {
		if q.Kind == wml.CommentStart || q.Kind == wml.CommentAt {
			m.comment(q.ID, names, at)
		}
	}
}

// comment notes the place of a comment; the first one in a part decides.
func (m *markReader) comment(id string, names []string, at Loc) {
	if _, known := m.comments[id]; !known && id != "" {
		m.comments[id] = mark{names, at}
	}
}

// mark is where a comment or note is referred to.
type mark struct {
	names []string
	at    Loc
}

// marks are the places of all comments and notes, by their native ids.
type marks struct{ comments, footnotes, endnotes map[string]mark }

func newMarks() *marks {
	return &marks{map[string]mark{}, map[string]mark{}, map[string]mark{}}
}

func (m *marks) notes(end bool) map[string]mark {
	if end {
		return m.endnotes
	}
	return m.footnotes
}

// take adds the comments of a part; one that is referred to in several parts has all their anchors.
func (m *marks) take(comments map[string]mark) {
	for id, c := range comments {
		known, ok := m.comments[id]
		if !ok {
			m.comments[id] = c
			continue
		}
		known.names = slices.Clone(known.names)
		for _, n := range c.names {
			if !slices.Contains(known.names, n) {
				known.names = append(known.names, n)
			}
		}
		m.comments[id] = known
	}
}

// place returns the anchor and location of a comment or note.
func place(marks map[string]mark, id string) ([]string, Loc) {
	if m, ok := marks[id]; ok {
		return m.names, m.at
	}
	return nil, Loc{Story: -1}
}
