package reviewsync

import (
	"slices"

	"github.com/nomadocx/nomadocx/internal/office/wml"
	"github.com/nomadocx/nomadocx/layout"
	"github.com/nomadocx/nomadocx/noma"
)

// The comments, notes and change requests that were sent.

// sentMark reports whether a comment, note or change request was in the file that went out, by its [layout.MarkName] or
// [layout.RequestMark].
func (b *base) sentMark(name string) bool {
	if !b.moved && !b.withheld {
		return true
	}
	_, ok := b.marks[layout.MarkKey(name)]
	return ok && name != ""
}

// textSent reports whether paragraphs are the text that a comment or note had when it was sent.
func (b *base) textSent(name string, returned []*wml.Paragraph) bool {
	sent, ok := b.marks[layout.MarkKey(name)]
	return ok && name != "" && len(returned) > 0 && sent == layout.MarkContent(contentOfParas(returned))
}

// takenOut reports whether a comment or note that the source does not show was in the file that was sent: the
// author has deleted or closed it since.
func (s *annotations) takenOut(returned []uint64) bool {
	if !s.base.moved || len(returned) == 0 {
		return false
	}
	was := layout.MarkContent(returned)
	for key, sent := range s.base.marks {
		if sent == was && !s.showsMark(key) {
			return true
		}
	}
	return false
}

// showsMark reports whether the source still shows the comment or note with a key: what a reviewer added in the same words
// is another one.
func (s *annotations) showsMark(key uint32) bool {
	note := func(n *layout.Note) bool { return layout.MarkKey(layout.MarkName(n.Node)) == key }
	return slices.ContainsFunc(s.plan.Comments, func(c *layout.Comment) bool { return layout.MarkKey(layout.MarkName(c.Node)) == key }) ||
		slices.ContainsFunc(s.plan.Footnotes, note) || slices.ContainsFunc(s.plan.Endnotes, note)
}

// mark returns who changed a comment, a note or a request whose text differs from what came back: nobody when it is unknown what was
// sent, both when it was not sent.
func (b *base) mark(name string, now, returned []uint64) verdict {
	if !b.moved && !b.withheld {
		return reviewer
	}
	if b.unknown {
		return nobody
	}
	sent, ok := b.marks[layout.MarkKey(name)]
	if !ok {
		return both
	}
	return judge(sent, layout.MarkContent(now), layout.MarkContent(returned))
}

// deletedSince reports whether a tracked change is a change request that was sent and that the author has deleted since. Of
// changes alike, as many are as were deleted.
func (s *requests) deletedSince(c *tracked) bool {
	if !s.base.moved || len(s.base.marks) == 0 {
		return false
	}
	if s.deleted == nil {
		s.deleted = s.deletedMarks()
	}
	from, to := layout.RunsOf(c.from), layout.RunsOf(c.to)
	if c.unit == layout.UnitRow || c.unit == layout.UnitColumn {
		was, _ := s.rowMarkup(c.rows[0])
		now, _ := s.rowMarkup(c.rows[1])
		from, to = s.names.Inline(was), s.names.Inline(now)
	}
	content := layout.MarkContent(layout.Proposed(from, to))
	if s.deleted[content] == 0 {
		return false
	}
	s.deleted[content]--
	return true
}

// deletedMarks counts what was sent as comments, notes and change requests that the source has no more, by their contents.
func (s *requests) deletedMarks() map[uint32]int {
	here := map[uint32]bool{}
	for n := range noma.Walk(s.doc) {
		if d, ok := n.(*noma.Directive); ok && (d.ID != "" || d.Is(noma.Annotates)) {
			here[layout.MarkKey(layout.MarkName(d))], here[layout.MarkKey(layout.RequestMark(d))] = true, true
		}
	}
	out := map[uint32]int{}
	for key, content := range s.base.marks {
		if !here[key] {
			out[content]++
		}
	}
	return out
}
