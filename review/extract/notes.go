package extract

import (
	"strconv"

	"github.com/nomadocx/nomadocx/internal/office/wml"
)

// notes lists the footnotes or endnotes that have a text, in the order of their part.
func (x *extractor) notes(list List, in []*wml.Note, marks map[string]mark) []Note {
	var out []Note
	for _, n := range in {
		x.look.Now()
		if !realNote(n.ID) {
			continue
		}
		body, changed := x.contentText(n.Blocks, "\n\n")
		if blank(body) {
			continue
		}
		names, at := place(marks, n.ID)
		for p := range wml.Paragraphs(n.Blocks...) {
			x.review.note(p, list, len(out))
		}
		out = append(out, Note{NativeID: n.ID, Anchors: names, HasRevisions: changed, Body: body, At: at})
	}
	return out
}

// realNote leaves out separators, whose ids are -1 and 0 by custom (ECMA-376 §17.11.23 tells them by
// type, but not every editor writes it).
func realNote(id string) bool {
	n, err := strconv.Atoi(id)
	return id != "" && (err != nil || n > 0)
}
