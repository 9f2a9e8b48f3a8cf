package docx

import (
	"hash/fnv"
	"io"
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

// durable gives every comment an id that outlives saving ([MS-DOCX] §2.7.1): made from the id of its
// block, so that it stays when comments before it come and go.
func (r *renderer) durable() []uint32 {
	out := make([]uint32, len(r.plan.Comments))
	taken := map[uint32]bool{0: true}
	for i, c := range r.plan.Comments {
		h := fnv.New32a()
		_, _ = io.WriteString(h, c.Node.At().ID) // a hash never fails
		id := h.Sum32() & maxDurable
		for taken[id] || id == maxDurable {
			id = (id + 1) & maxDurable
		}
		taken[id], out[i] = true, id
	}
	return out
}

// maxDurable is the bound of durable ids, which is none itself.
const maxDurable = 0x7FFFFFFF

func (r *renderer) commentIDs() error {
	return r.simple(commentIDsPart, wordType+"commentsIds+xml", func(b *wml.Builder) {
		b.Markup(wml.XMLHeader + `<w16cid:commentsIds xmlns:w16cid="http://schemas.microsoft.com/office/word/2016/wordml/cid">`)
		ids := r.durable()
		for i, c := range r.plan.Comments {
			b.Markup("<w16cid:commentId")
			b.Attr("w16cid:paraId", wml.LongHex(statedID(c)))
			b.Attr("w16cid:durableId", wml.LongHex(ids[i]))
			b.Markup("/>")
		}
		b.Markup("</w16cid:commentsIds>")
	})
}

// people lists who wrote comments ([MS-DOCX] §2.5.3.4).
func (r *renderer) people() error {
	return r.simple(peoplePart, wordType+"people+xml", func(b *wml.Builder) {
		b.Markup(wml.XMLHeader + `<w15:people xmlns:w15="http://schemas.microsoft.com/office/word/2012/wordml">`)
		seen := map[string]bool{}
		for _, c := range r.plan.Comments {
			if seen[c.Author] || c.Author == "" {
				continue
			}
			seen[c.Author] = true
			b.Person(c.Author)
		}
		b.Markup("</w15:people>")
	})
}
