package layout

import (
	"strings"

	"github.com/nomadocx/nomadocx/noma"
)

// The front of a document that goes to a client: a cover page, contents with a page of their own, and a watermark. All of it is on
// request of the frontmatter, so that other documents look as they always did; every renderer reads it here.

// Keys of the frontmatter for the front of a document.
const (
	CoverKey     = "cover"        // true for a cover page
	ContentsKey  = "toc_page"     // true for contents with a page of their own
	WatermarkKey = "watermark"    // its words, or false for none
	CoverLogoKey = "logo"         // a picture beside the document
	organisation = "organisation" // also with a z
	draft        = "Draft"
)

// Cover is what a cover page shows. What the frontmatter does not say is empty.
type Cover struct {
	Title, Subtitle, Authors, Organisation, Date, Version, Status string
	// Logo is the file of a picture, as in ::figure.
	Logo string
	// Heading is the first heading of the document when it is the title: it stands on the cover and is not shown a second time.
	Heading *noma.Section
}

// CoverLine is one line of a cover: what it is (a key of the frontmatter) and its words.
type CoverLine struct{ Key, Text string }

// Shown returns what a reader sees of the line.
func (l CoverLine) Shown(d *noma.Document) string {
	if l.Key == "version" {
		return WordOf(d, "Version") + " " + l.Text
	}
	return l.Text
}

// CoverOf returns the cover page of a document, nil when its frontmatter asks for none.
func CoverOf(d *noma.Document) *Cover {
	if !hasCover(d) {
		return nil
	}
	says := func(keys ...string) string { return says(d, keys...) }
	c := &Cover{
		Title: says("title"), Subtitle: says("subtitle"), Authors: says("author", "authors", "creator"),
		Organisation: says(organisation, "organization"),
		Date:         DayShown(d), Version: says("version"), Status: says("status"), Logo: says(CoverLogoKey),
		Heading: titleHeading(d),
	}
	if c.Organisation == c.Authors {
		c.Organisation = "" // it would stand there twice
	}
	if c.Title == "" && c.Heading != nil {
		c.Title = SectionTitle(c.Heading)
	}
	return c
}

// Lines returns the lines of the cover below the logo that are not empty, in their order.
func (c *Cover) Lines() []CoverLine {
	var out []CoverLine
	for _, l := range [...]CoverLine{
		{"title", c.Title}, {"subtitle", c.Subtitle}, {"author", c.Authors}, {organisation, c.Organisation},
		{"date", c.Date}, {"version", c.Version}, {"status", c.Status},
	} {
		if l.Text != "" {
			out = append(out, l)
		}
	}
	return out
}

// titleHeading returns the first heading of a document when it is its title.
func titleHeading(d *noma.Document) *noma.Section {
	for n := range noma.Walk(d) {
		if s, ok := n.(*noma.Section); ok {
			if seen(s) == n && IsTitle(d, s) {
				return s
			}
			break
		}
	}
	return nil
}

// IsTitle reports whether a first heading is the title of the document: that of the frontmatter, whatever its case, or that of a cover
// without one.
func IsTitle(d *noma.Document, first *noma.Section) bool {
	title := says(d, "title")
	return first.Level == 1 && (title == "" && hasCover(d) || title != "" && strings.EqualFold(title, SectionTitle(first)))
}

func hasCover(d *noma.Document) bool {
	on, _ := d.Meta.Get(CoverKey).(bool)
	return on
}

// WantsContentsPage reports whether the contents stand on a page of their own: those of the first ::toc and of the lists directly
// behind it, or contents behind the cover in a document without such a block.
func WantsContentsPage(d *noma.Document) bool {
	on, _ := d.Meta.Get(ContentsKey).(bool)
	return on
}

// ContentsPage returns the first and the last of the ::toc blocks that stand on a page of their own, nil for none.
func ContentsPage(d *noma.Document) (first, last *noma.Directive) {
	if !WantsContentsPage(d) {
		return nil, nil
	}
	for n := range noma.Walk(d) {
		if x, ok := n.(*noma.Directive); ok && x.Is(noma.Contents) {
			first, last = x, x
			break
		}
	}
	if first == nil {
		return nil, nil
	}
	for _, k := range first.Parent.Kids()[first.Index+1:] {
		x, ok := k.(*noma.Directive)
		if !ok || !x.Is(noma.Contents) {
			break
		}
		last = x
	}
	return first, last
}

// Watermark returns the words that stand across each page, "" for none: those the frontmatter gives, or "Draft" in a document whose status
// begins so, when it has a cover or is shown to a client.
func Watermark(d *noma.Document) string {
	switch v := d.Meta.Get(WatermarkKey).(type) {
	case nil:
	case bool:
		if !v {
			return ""
		}
		return WordOf(d, draft)
	default:
		return noma.OneLine(strings.TrimSpace(said(v)))
	}
	first, _, _ := strings.Cut(says(d, "status"), " ")
	if (hasCover(d) || d.Audience.Client) && (strings.EqualFold(first, draft) || strings.EqualFold(first, WordOf(d, draft))) {
		return WordOf(d, draft)
	}
	return ""
}

// onCover reports whether the heading of a section stands on the cover.
func (b *builder) onCover(s *noma.Section) bool { return b.cover != nil && b.cover.Heading == s }
