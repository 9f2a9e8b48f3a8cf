package layout

import (
	"strings"

	"github.com/nomadocx/nomadocx/noma"
)

// The title block is what a frontmatter says of the document, shown at its head: title, subtitle,
// authors, date. It and the contents behind it are there on request (`docx:` in the frontmatter), so
// that a document without the request looks as it always did. All of it is generated: who edits it
// in Word is told to change the frontmatter.

// Styles of the title block, under the names Word and pandoc know them by.
const (
	StyleTitle    = "Title"
	StyleSubtitle = "Subtitle"
	StyleAuthor   = "Author"
	StyleDate     = "Date"
)

// WordMeta is the key in the frontmatter under which a document says how its Word file is made.
const WordMeta = "docx"

// dayOf is a date without the midnight that reading YAML adds to it.
func dayOf(s string) string { return strings.TrimSuffix(s, "T00:00:00.000Z") }

// wants reports whether the frontmatter switches an option of Word files on.
func (b *builder) wants(option string) bool {
	m, _ := b.doc.Meta.Get(WordMeta).(noma.Map)
	on, _ := m.Get(option).(bool)
	return on
}

// titleBlock shows the block, and the contents when they are asked for.
func (e *emitter) titleBlock(f flow) {
	if e.wants("title-block") {
		meta := e.doc.Meta
		authors := list(meta, "author")
		if authors == "" {
			authors = list(meta, "authors")
		}
		for _, line := range [...]struct{ style, text string }{
			{StyleTitle, list(meta, "title")}, {StyleSubtitle, list(meta, "subtitle")}, {StyleAuthor, authors}, {StyleDate, dayOf(list(meta, "date"))},
		} {
			if text := strings.TrimSpace(line.text); text != "" {
				e.out(&Para{Style: line.style, Node: e.doc, Part: PartGenerated, Segs: literal(text)})
			}
		}
	}
	if e.wants("toc") {
		d := &noma.Directive{Name: "toc"}
		d.Parent = e.doc
		e.toc(d, f)
	}
}
