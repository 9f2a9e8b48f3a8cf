package layout

import (
	"strings"
	"time"

	"github.com/nomadocx/nomadocx/noma"
	"github.com/nomadocx/nomadocx/noma/compute"
)

// The title block is what a frontmatter says of the document, shown at its head: title, subtitle,
// authors, date. It and the contents behind it are there on request (`docx:` in the frontmatter), so
// that a document without the request looks as it always did. All of it is generated: who edits it
// in Word is asked to change the frontmatter.

// Styles of the title block, under the names Word and pandoc know them by.
const (
	StyleTitle    = "Title"
	StyleSubtitle = "Subtitle"
	StyleAuthor   = "Author"
	StyleDate     = "Date"
)

// WordMeta is the key in the frontmatter under which a document says how its Word file is made.
const WordMeta = "docx"

// dayOf returns the day of a date, to which reading YAML adds a time; other words stay as they are.
func dayOf(s string) string {
	if t, err := time.Parse(time.RFC3339, s); err == nil {
		return t.Format(time.DateOnly)
	}
	return s
}

// said returns what a frontmatter says under a key, for a reader: a title may be a number, and people have
// addresses beside their names.
func said(v any) string {
	switch v := v.(type) {
	case string:
		return clean(v)
	case float64:
		return compute.Format(v)
	case noma.Map:
		return said(v.Get("name"))
	case []any:
		var out []string
		for _, x := range v {
			if s := strings.TrimSpace(said(x)); s != "" {
				out = append(out, s)
			}
		}
		return strings.Join(out, ", ")
	}
	return ""
}

// Said returns what a document shows of a key of its frontmatter, "" for nothing.
func Said(d *noma.Document, key string) string { return says(d, key) }

// says returns what the frontmatter says under the first of some keys that has words, "" for nothing.
func says(d *noma.Document, keys ...string) string {
	for _, k := range keys {
		if s := strings.TrimSpace(said(d.Meta.Get(k))); s != "" {
			return s
		}
	}
	return ""
}

// option returns whether the frontmatter switches an option of Word files on, and whether it says anything of it.
func (b *builder) option(name string) (on, said bool) {
	m, _ := b.doc.Meta.Get(WordMeta).(noma.Map)
	on, said = m.Get(name).(bool)
	return on, said
}

// wants reports whether the frontmatter switches an option of Word files on.
func (b *builder) wants(option string) bool {
	on, _ := b.option(option)
	return on
}

// titleBlock shows the block.
func (e *emitter) titleBlock() {
	if title := says(e.doc, "title"); title != "" {
		e.out(&Para{Style: StyleTitle, Node: e.doc, Part: PartGenerated, Segs: literal(title)})
	}
	e.byline()
}

// byline shows what stands below the title.
func (e *emitter) byline() {
	for _, line := range [...]struct{ style, text string }{
		{StyleSubtitle, says(e.doc, "subtitle")}, {StyleAuthor, says(e.doc, "author", "authors")}, {StyleDate, DayShown(e.doc)},
	} {
		if line.text != "" {
			e.out(&Para{Style: line.style, Node: e.doc, Part: PartGenerated, Segs: literal(line.text)})
		}
	}
}

// TitleSection returns the section whose heading stands for the title of the document, nil for none: the first heading of the text, when
// it is the only one of level 1 or has the title of the frontmatter.
func TitleSection(d *noma.Document) *noma.Section {
	var first *noma.Section
	for _, k := range d.Shown(d.Children) {
		switch s, ok := k.(*noma.Section); {
		case !ok:
		case first == nil && s.Level > 1:
			return nil
		case first == nil:
			if first = s; IsTitle(d, s) {
				return s
			}
		case s.Level == 1:
			return nil
		}
	}
	return first
}

// ContentsTitle returns the heading that contents for clients leave out, nil for none: the title of the document, if it has no number.
func ContentsTitle(d *noma.Document, numbers SectionNumbers) *noma.Section {
	if title := TitleSection(d); d.Audience.Client && !d.Audience.Older && title != nil && numbers.Of(title) == "" {
		return title
	}
	return nil
}

// partLevel returns the level of the headings that divide a document: the highest but that of its title, 1 without other headings.
func partLevel(d *noma.Document, title *noma.Section) int {
	top := 0
	for n := range d.WalkShown() {
		if s, ok := n.(*noma.Section); ok && s != title && (top == 0 || s.Level < top) && seen(s) == n {
			top = s.Level
		}
	}
	if top == 0 && title != nil {
		return 2
	}
	return max(top, 1)
}
