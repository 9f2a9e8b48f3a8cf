package html

import (
	"encoding/json"

	"github.com/nomadocx/nomadocx/layout"
	"github.com/nomadocx/nomadocx/noma"
)

// This file is about the name of the section in the header or footer of each page. Chromium has no string-set (CSS Generated Content for
// Paged Media §1.1.2), but counter styles of the author's: in one whose n-th sign is the name of the section of page n, the number of
// the page reads as that name. Package pdf writes the signs, as it writes the page numbers of contents.

// sectionNames is the name of the counter style.
const sectionNames = "noma-sections"

// namesSections reports whether a header or footer shows the name of the section.
func (r *renderer) namesSections() bool {
	return r.designHead() || r.header != nil && isSet(r.header, "section_title") || r.footer != nil && isSet(r.footer, "section_title")
}

// designHead reports whether the header is that of a design, as in its Word template: the document has none of its own.
func (r *renderer) designHead() bool { return r.header == nil && layout.DesignOf(r.opts.Theme) != nil }

// chapterLevel returns the level of the headings that are shown: the first one below the title of the document.
func (r *renderer) chapterLevel() int {
	if r.chapter == 0 {
		levels := make([]int, len(r.headings))
		for i, h := range r.headings {
			levels[i] = h.level
		}
		r.chapter = layout.ChapterLevel(levels)
	}
	return r.chapter
}

// isChapter reports whether the name of a section is shown in a header or footer.
func (r *renderer) isChapter(s *noma.Section) bool {
	return s.ID != "" && r.namesSections() && s.Level == r.chapterLevel()
}

// sectionStyle writes the style element with the counter style, empty until the pages are known, and what is needed to fill it.
func (r *renderer) sectionStyle() {
	if !r.namesSections() {
		return
	}
	names := [][2]string{}
	level := r.chapterLevel()
	for _, h := range r.headings {
		if h.level == level && h.id != "" {
			names = append(names, [2]string{AnchorID(h.id), h.number + layout.PlainLine(r.doc, h.title)})
		}
	}
	list, err := json.Marshal(names)
	if err != nil {
		return // strings always marshal
	}
	r.raw("<style")
	r.attr("data-noma-sections", string(list))
	r.raw(">@counter-style " + sectionNames + `{system:cyclic;symbols:""}</style>` + "\n")
}
