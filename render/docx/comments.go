package docx

import (
	"slices"

	"github.com/nomadocx/nomadocx/layout"
	"github.com/nomadocx/nomadocx/wml"
)

// Comments (ECMA-376 §17.13.4) and their state ([MS-DOCX] §2.5.3): who answers whom and what is
// done stands in a part of its own, which names a comment by the id of its last paragraph.

// statedID is the paragraph id the state part names a comment by.
func statedID(c *layout.Comment) uint32 { return uint32(c.Index) + 1 }

// otherIDs is where the ids of the other paragraphs of comments start; ids end at 0x80000000.
const otherIDs = 0x40000000

func (r *renderer) comments() error {
	b, err := r.part(commentsPart, wordType+"comments+xml")
	if err != nil {
		return err
	}
	b.StartPart("w:comments")
	others := uint32(otherIDs)
	for _, c := range r.plan.Comments {
		b.Comment(c.Index, c.Author, c.Initials, c.Date)
		s := &story{renderer: r, b: b, opening: b.OwnCommentMark}
		s.paraID = func(last bool) uint32 {
			if last {
				return statedID(c)
			}
			others++
			return others
		}
		s.all(slices.Values(c.Blocks))
		b.Markup("</w:comment>")
	}
	b.Markup("</w:comments>")
	return b.Flush()
}

func (r *renderer) commentStates() error {
	return r.simple(statePart, wordType+"commentsExtended+xml", func(b *wml.Builder) {
		b.Markup(wml.XMLHeader + `<w15:commentsEx xmlns:w15="http://schemas.microsoft.com/office/word/2012/wordml">`)
		for _, c := range r.plan.Comments {
			b.Markup("<w15:commentEx")
			b.Attr("w15:paraId", wml.LongHex(statedID(c)))
			if c.Parent != nil {
				b.Attr("w15:paraIdParent", wml.LongHex(statedID(c.Parent)))
			}
			if c.Resolved {
				b.Markup(` w15:done="1"/>`)
			} else {
				b.Markup(` w15:done="0"/>`)
			}
		}
		b.Markup("</w15:commentsEx>")
	})
}
