package docx

import (
	"regexp"
	"strconv"
	"strings"

	"github.com/beevik/etree"

	"github.com/nomadocx/nomadocx/internal/office/wml"
	"github.com/nomadocx/nomadocx/layout"
)

// Headers and footers of a template beside those of the document.

// shows reports whether a header or footer of the template is shown. A document that has a header of its own shows that one
// alone, and likewise its footer.
func (r *renderer) shows(e *edgePart) bool {
	return e.footer && r.plan.Footer == nil || !e.footer && r.plan.Header == nil
}

// templateEdges takes the relationships of the template's headers and footers.
func (r *renderer) templateEdges() {
	for i := range r.opts.Template.edges {
		if e := &r.opts.Template.edges[i]; r.shows(e) {
			r.edges = append(r.edges, wml.PageEdge{Footer: e.footer, Type: e.kind, ID: r.addEdge(e.footer, e).id})
		}
	}
}

// carryEdge writes a header or footer of the template for the width of the pages that show it.
func (r *renderer) carryEdge(e *edgeFile, contentType string) error {
	c := e.template.carried
	if more := e.width - r.opts.Template.page.geometry.LineWidth(); e.width > 0 && more != 0 {
		c.tree = c.tree.Copy()
		r.opts.Template.stretch(c.tree.Root(), more)
	}
	return r.carry(e.part, contentType, &c)
}

// has reports whether the template has a header, or a footer, of a kind.
func (t *Template) has(footer bool, kind string) bool {
	for i := range t.edges {
		if t.edges[i].footer == footer && t.edges[i].kind == kind {
			return true
		}
	}
	return false
}

// pictured reports whether a header of the template shows a picture; kind "" is any.
func (t *Template) pictured(kind string) bool {
	for i := range t.edges {
		e := &t.edges[i]
		if !e.footer && (kind == "" || e.kind == kind) && e.tree.FindElement("//w:drawing") != nil {
			return true
		}
	}
	return false
}

// letterhead reports whether the first page shows the first header and footer of the template, although it is a cover: they have a logo,
// and the document has none of its own.
func (r *renderer) letterhead() bool {
	t, cover := r.opts.Template, layout.CoverOf(r.plan.Doc)
	return t != nil && t.page.firstPage && t.pictured("first") && r.plan.Header == nil && cover != nil && cover.Logo == ""
}

// stamp puts the watermark of the document into a header of the template, in the place of its own.
func (r *renderer) stamp(header *etree.Element) {
	words := r.plan.Settings.Watermark
	if words == "" {
		return
	}
	for _, shape := range watermarks(header) {
		if pict := shape.Parent(); pict.Parent() != nil {
			pict.Parent().RemoveChild(pict)
		}
	}
	header.InsertChildAt(0, asElement(func(b *wml.Builder) {
		b.Palette = r.palette
		s := &story{renderer: r, b: b}
		s.watermark(words)
	}))
}

// watermarks returns the shapes in a header that Word knows as watermarks.
func watermarks(header *etree.Element) []*etree.Element {
	var out []*etree.Element
	for _, shape := range header.FindElements("//w:pict/shape") {
		if strings.HasPrefix(shape.SelectAttrValue("id", ""), watermarkName) {
			out = append(out, shape)
		}
	}
	return out
}

// styleReference is a field that shows the heading of a level: the name of its style, in any language, ends with the level.
var styleReference = regexp.MustCompile(`^(\s*(?i:STYLEREF)\s+)"?([^"\\]*?)\s*([1-9])"?(\s.*)?$`)

// chapterField returns the instruction of a field that names a heading, for this document: level 1 is that of its chapters. The title
// stands for headings in a document without any, where Word would print an error on every page.
func (r *renderer) chapterField(instruction string) (string, bool) {
	m := styleReference.FindStringSubmatch(instruction)
	if m == nil || r.opts.Template.names[foldName(m[2]+" "+m[3])] && foldName(m[2]) != "heading" {
		return "", false
	}
	set := &r.plan.Settings
	if set.Chapter == 0 {
		return " TITLE ", true
	}
	level := min(set.Chapter+int(m[3][0]-'1'), 6)
	if !set.Headings[level] {
		level = set.Chapter
	}
	return m[1] + `"heading ` + strconv.Itoa(level) + `"` + m[4], true
}

// nameChapter adapts a simple field.
func (r *renderer) nameChapter(field *etree.Element) {
	if a := field.SelectAttr("w:instr"); a != nil {
		if instruction, ok := r.chapterField(a.Value); ok {
			a.Value = instruction
		}
	}
}

// nameChapters adapts the fields made of runs in a paragraph, and takes out what they showed in the template.
func (r *renderer) nameChapters(p *etree.Element) {
	result := false // of an adapted field
	adapted := false
	for _, run := range p.SelectElements("r") {
		if c := run.SelectElement("instrText"); c != nil {
			var instruction string
			if instruction, adapted = r.chapterField(c.Text()); adapted {
				c.SetText(instruction)
				c.CreateAttr("xml:space", "preserve")
			}
		}
		if c := run.SelectElement("fldChar"); c != nil {
			kind := c.SelectAttrValue("w:fldCharType", "")
			result = kind == "separate" && adapted
		}
		if t := run.SelectElement("t"); t != nil && result {
			t.SetText("")
		}
	}
}
