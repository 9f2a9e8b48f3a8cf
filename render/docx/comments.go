package docx

import (
	"cmp"
	"slices"
	"strconv"

	"github.com/nomadocx/nomadocx/internal/office/wml"
	"github.com/nomadocx/nomadocx/layout"
)

// Comments (ECMA-376 §17.13.4) and their state ([MS-DOCX] §2.5.3): who answers whom and what is
// done stands in a part of its own, which names a comment by the id of its last paragraph.

// commentKeys are the paragraph ids of comments. That of a comment's last paragraph is also what other
// parts name it by, and its durable id ([MS-DOCX] §2.7.1), which outlives saving. They are made from
// the ids of the blocks, so that a comment keeps its key when comments before it come and go.
type commentKeys struct {
	taken map[int32]bool
	last  map[int32]int32 // that was taken for a name, by the first that is tried for it
	of    map[*layout.Comment]uint32
}

func (r *renderer) nameComments() {
	k := &commentKeys{taken: map[int32]bool{}, last: map[int32]int32{}, of: map[*layout.Comment]uint32{}}
	for _, c := range r.plan.Comments {
		r.plan.Look.Now()
		k.of[c] = k.fresh(c.Node.At().ID)
	}
	r.keys = k
}

// fresh returns a key made from a name that nothing has yet.
func (k *commentKeys) fresh(name string) uint32 {
	first := wml.StableID(name)
	id := cmp.Or(k.last[first], first) // thousands of comments may have no name
	for k.taken[id] {
		id = wml.NextStableID(id)
	}
	k.taken[id], k.last[first] = true, id
	return uint32(id)
}

func (r *renderer) comments() error {
	b, err := r.part(commentsPart, wordType+"comments+xml")
	if err != nil {
		return err
	}
	b.StartPart("w:comments")
	r.nameComments()
	s := &story{} // one for all: there may be thousands
	opening := b.OwnCommentMark
	for _, c := range r.plan.Comments {
		b.Comment(c.Index, c.Author, c.Initials, c.Date)
		*s = story{renderer: r, b: b, opening: opening}
		paragraph := 0
		s.paraID = func(last bool) uint32 {
			if last {
				return r.keys.of[c]
			}
			paragraph++
			return r.keys.fresh(c.Node.At().ID + "/" + strconv.Itoa(paragraph))
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
			b.Attr("w15:paraId", wml.LongHex(r.keys.of[c]))
			if c.Parent != nil { // Word's threads have one level: whoever answers an answer is in the same thread
				b.Attr("w15:paraIdParent", wml.LongHex(r.keys.of[c.Root()]))
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

func (r *renderer) commentIDs() error {
	return r.simple(commentIDsPart, wordType+"commentsIds+xml", func(b *wml.Builder) {
		b.Markup(wml.XMLHeader + `<w16cid:commentsIds xmlns:w16cid="http://schemas.microsoft.com/office/word/2016/wordml/cid">`)
		for _, c := range r.plan.Comments {
			b.Markup("<w16cid:commentId")
			b.Attr("w16cid:paraId", wml.LongHex(r.keys.of[c]))
			b.Attr("w16cid:durableId", wml.LongHex(r.keys.of[c]))
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
