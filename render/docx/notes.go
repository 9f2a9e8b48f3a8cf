package docx

import (
	"slices"

	"github.com/nomadocx/nomadocx/layout"
)

func (r *renderer) footnotes() error {
	return r.notes(footnotesPart, "footnote", r.plan.Footnotes, false)
}

func (r *renderer) endnotes() error {
	return r.notes(endnotesPart, "endnote", r.plan.Endnotes, true)
}

// notes writes footnotes or endnotes (ECMA-376 §17.11). The two separators come first; the notes
// are numbered from 1 in the order of their references, because some editors go by position and
// not by id.
func (r *renderer) notes(part, kind string, notes []*layout.Note, endnotes bool) error {
	b, err := r.part(part, wordType+kind+"s+xml")
	if err != nil {
		return err
	}
	b.StartPart("w:" + kind + "s")
	for _, sep := range [...]struct{ id, name string }{{"-1", "separator"}, {"0", "continuationSeparator"}} {
		b.Markup("<w:" + kind)
		b.Attr("w:type", sep.name)
		b.Attr("w:id", sep.id)
		b.Markup(`><w:p><w:pPr><w:spacing w:before="0" w:after="0" w:line="240" w:lineRule="auto"/></w:pPr><w:r><w:` + sep.name + "/></w:r></w:p></w:" + kind + ">")
	}
	s := &story{} // one for all: there may be thousands
	opening := func() { b.OwnNoteMark(endnotes) }
	for _, n := range notes {
		b.Markup("<w:" + kind)
		b.AttrInt("w:id", n.Index+1)
		b.Markup(">")
		*s = story{renderer: r, b: b, opening: opening}
		s.all(r.plan.Written(slices.Values(n.Blocks)))
		b.Markup("</w:" + kind + ">")
	}
	b.Markup("</w:" + kind + "s>")
	return b.Flush()
}
