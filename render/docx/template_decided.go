package docx

import "github.com/nomadocx/nomadocx/layout"

// Decided says, a sentence each, where the document says something else than its template and which of the two is shown: always the
// document. name is what the template is called.
func (t *Template) Decided(p *layout.Plan, name string) []string {
	var out []string
	say := func(ours, theirs string) { out = append(out, ours+", and not "+theirs+" of "+name) }
	header := "the header"
	if t.pictured("") {
		header = "the header with the logo"
	}
	if p.Header != nil && t.shown(false) {
		say("the ::header of the document is shown", header)
	}
	if p.Footer != nil && t.shown(true) {
		say("the ::footer of the document is shown", "the footer")
	}
	own, theirs := &p.FirstPage, &t.page.geometry
	switch size, margins := own.Width != theirs.Width || own.Height != theirs.Height,
		own.Left != theirs.Left || own.Right != theirs.Right || own.Top != theirs.Top || own.Bottom != theirs.Bottom; {
	case size && margins:
		say("the page size and margins of ::page_setup are used", "those")
	case size:
		say("the page size of ::page_setup is used", "that")
	case margins:
		say("the margins of ::page_setup are used", "those")
	}
	if c := layout.CoverOf(p.Doc); c != nil && c.Logo != "" && t.page.firstPage && t.pictured("first") {
		say("the cover shows the logo of the frontmatter", "the header of the first page")
	}
	if p.Settings.Watermark != "" && p.Header == nil && t.watermarked() {
		say("the watermark of the document is shown", "that")
	}
	return out
}

// shown reports whether the template has a header, or a footer.
func (t *Template) shown(footer bool) bool {
	return t.has(footer, "default") || t.has(footer, "first") || t.has(footer, "even")
}

// watermarked reports whether a header of the template has a watermark.
func (t *Template) watermarked() bool {
	for i := range t.edges {
		if !t.edges[i].footer && len(watermarks(t.edges[i].tree.Root())) > 0 {
			return true
		}
	}
	return false
}
