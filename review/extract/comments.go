package extract

import (
	"github.com/nomadocx/nomadocx/internal/office/wml"
	"github.com/nomadocx/nomadocx/layout"
)

// comments lists the comments in the order of their part.
func (x *extractor) comments(in []*wml.Comment, marks map[string]mark) {
	for _, c := range in {
		x.look.Now()
		names, at := place(marks, c.ID)
		out := Comment{NativeID: c.ID, Anchors: names, Author: c.Author, Initials: c.Initials, Date: c.Date, ReplyTo: c.Parent, At: at}
		blocks := c.Blocks
		by, when, claimed := resolution(blocks)
		if claimed {
			blocks = blocks[1:]
			out.ResolvedBy, out.ResolvedAt = by, when
		}
		// The native state wins over the paragraph: a comment reopened in Word still has it.
		if c.Resolved != nil && *c.Resolved || c.Resolved == nil && claimed {
			out.Status = "resolved"
		}
		out.Body, out.HasRevisions = x.contentText(blocks, "\n\n")
		for p := range wml.Paragraphs(blocks...) {
			x.review.note(p, Comments, len(x.review.Comments))
		}
		x.review.Comments = append(x.review.Comments, out)
	}
}

// resolution reads the status paragraph "Status: resolved; resolved by Ann; resolved at 2026-05-03".
// It is false when the comment has none.
func resolution(blocks []wml.Block) (by, at string, ok bool) {
	if len(blocks) == 0 {
		return "", "", false
	}
	p, isPara := blocks[0].(*wml.Paragraph)
	if !isPara {
		return "", "", false
	}
	return layout.ReadStatus(trim(plainText(p)))
}
