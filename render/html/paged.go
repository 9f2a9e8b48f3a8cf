package html

import (
	"strconv"
	"strings"

	"github.com/nomadocx/nomadocx/layout"
	"github.com/nomadocx/nomadocx/noma"
)

// This file is about paper: @page rules from ::page_setup, headers and footers, page breaks.

// sheet is the paper a ::page_setup asks for, in twentieths of a point; 0 in size and -1 in a
// margin mean that nothing was said, so that the printer's own choice stands.
type sheet struct {
	width, height            int
	turn                     string // landscape or portrait of a size the printer chooses
	top, right, bottom, left int
}

var noSheet = sheet{top: -1, right: -1, bottom: -1, left: -1}

// paperTwips are the sizes the format names.
var paperTwips = map[string][2]int{"a4": {11906, 16838}, "legal": {12240, 20160}, "letter": {12240, 15840}}

// after returns the sheet after a ::page_setup: what it does not set it inherits.
func (s sheet) after(d *noma.Directive) sheet {
	landscape := s.width > s.height || s.turn == "landscape"
	if size, _ := d.First("size"); size != "" {
		p, ok := paperTwips[strings.ToLower(strings.TrimSpace(size))]
		if !ok {
			p = paperTwips["letter"]
		}
		s.width, s.height, s.turn, landscape = p[0], p[1], "", false
	}
	set := func(to *int, least int, keys ...string) {
		if v, _ := d.First(keys...); v != "" {
			if n, ok := layout.Length(v); ok && n >= least {
				*to = n
			}
		}
	}
	set(&s.width, 1440, "width")
	set(&s.height, 1440, "height")
	if d.AttrText("width") != "" || d.AttrText("height") != "" {
		landscape = s.width > s.height
	}
	switch o := strings.ToLower(strings.TrimSpace(d.AttrText("orientation"))); {
	case o != "landscape" && o != "portrait":
	case s.width == 0 || s.height == 0:
		s.turn = o
	default:
		landscape = o == "landscape"
	}
	if landscape != (s.width > s.height) {
		s.width, s.height = s.height, s.width
	}
	for _, side := range []struct {
		to   *int
		keys []string
	}{{&s.top, []string{"margin_top", "top"}}, {&s.right, []string{"margin_right", "right"}},
		{&s.bottom, []string{"margin_bottom", "bottom"}}, {&s.left, []string{"margin_left", "left"}}} {
		set(side.to, 0, "margin")
		set(side.to, 0, side.keys...)
	}
	// Margins may not eat the page.
	if s.width > 0 && max(s.left, 0)+max(s.right, 0) > s.width-720 {
		s.left, s.right = 720, 720
	}
	if s.height > 0 && max(s.top, 0)+max(s.bottom, 0) > s.height-720 {
		s.top, s.bottom = 720, 720
	}
	return s
}

// css returns the declarations of an @page rule.
func (s sheet) css() string {
	out := ""
	switch {
	case s.turn != "":
		out = "size:" + s.turn + ";"
	case s.width > 0 && s.height > 0:
		out = "size:" + points(s.width) + " " + points(s.height) + ";"
	}
	for _, m := range []struct {
		name  string
		value int
	}{{"top", s.top}, {"right", s.right}, {"bottom", s.bottom}, {"left", s.left}} {
		if m.value >= 0 {
			out += "margin-" + m.name + ":" + points(m.value) + ";"
		}
	}
	return out
}

func points(twips int) string { return strconv.FormatFloat(float64(twips)/20, 'f', -1, 64) + "pt" }

// planPages names the pages: the first setup is that of the whole document, later ones that differ
// are pages of their own.
func (r *renderer) planPages() {
	r.pages = map[*noma.Directive]string{}
	s := noSheet
	for i, d := range r.setups {
		next := s.after(d)
		if i == 0 {
			r.sheets = append(r.sheets, next)
		}
		for k := range r.sheets {
			if r.sheets[k] == next {
				r.pages[d] = pageName(k)
			}
		}
		if _, known := r.pages[d]; !known {
			r.pages[d] = pageName(len(r.sheets))
			r.sheets = append(r.sheets, next)
		}
		s = next
	}
}

// pageName returns the CSS name of the k-th page.
func pageName(k int) string { return "noma-page-" + strconv.Itoa(k+1) }

// pageRules writes the @page rules: paper, and header and footer in the margins. Margin boxes take
// text only (CSS Paged Media §4); markup in a header is shown as its text.
func (r *renderer) pageRules() {
	boxes := r.marginBoxes()
	rule := func(name, decl string) {
		if decl != "" {
			r.raw("@page" + name + "{" + decl + "}\n")
		}
	}
	sheet := noSheet
	if len(r.sheets) > 0 {
		sheet = r.sheets[0]
	}
	first := sheet.css() + r.stamp(sheet)
	rule("", first+boxes)
	if r.cover != nil && first+boxes != "" {
		none := "@top-left-corner{content:none}" // the watermark
		for _, side := range []string{"left", "center", "right"} {
			none += "@top-" + side + "{content:none}@bottom-" + side + "{content:none}"
		}
		rule(" "+coverPage, none)
	}
	for k := range r.sheets {
		// The first page has a name too when there are others: inside a block that is on a named
		// page, "auto" would not lead back to it.
		if len(r.sheets) > 1 {
			rule(" "+pageName(k), r.sheets[k].css()+r.stamp(r.sheets[k]))
		}
	}
}

// pageOf returns the content of a margin box with the number of the page, and of all pages.
func (r *renderer) pageOf(total bool) string {
	content := cssString(layout.WordOf(r.doc, "Page")+" ") + " counter(page)"
	if total {
		content += " " + cssString(" "+layout.WordOf(r.doc, "of")+" ") + " counter(pages)"
	}
	return content
}

// marginBoxes returns the header and footer as margin boxes.
func (r *renderer) marginBoxes() string {
	out := ""
	for _, band := range []struct {
		d    *noma.Directive
		edge string
	}{{r.header, "top"}, {r.footer, "bottom"}} {
		if band.d == nil {
			switch { // as in the Word template
			case band.edge == "top" && r.designHead():
				out += "@top-right{content:counter(page," + sectionNames + ")}"
			case band.edge == "bottom" && layout.DesignOf(r.opts.Theme) != nil:
				out += "@bottom-right{content:" + r.pageOf(true) + "}"
			}
			continue
		}
		content := map[string]string{}
		side := bandAlign(band.d, "left")
		if t := bandText(band.d); t != "" {
			content[side] = cssString(t)
		}
		if isSet(band.d, "page_numbers") {
			number := r.pageOf(isSet(band.d, "total_pages"))
			at := bandAlign(band.d, "right")
			if content[at] != "" {
				number = content[at] + ` " · " ` + number
			}
			content[at] = number
		}
		if isSet(band.d, "section_title") {
			side := "right"
			if side == bandAlign(band.d, "left") {
				side = "left"
			}
			words := "counter(page," + sectionNames + ")"
			if content[side] != "" {
				words += ` " · " ` + content[side]
			}
			content[side] = words
		}
		for _, side := range []string{"left", "center", "right"} {
			if c := content[side]; c != "" {
				out += "@" + band.edge + "-" + side + "{content:" + c + "}"
			}
		}
	}
	return out
}

func bandAlign(d *noma.Directive, otherwise string) string {
	switch a := strings.ToLower(strings.TrimSpace(d.AttrText("align"))); a {
	case "left", "center", "right":
		return a
	}
	return otherwise
}

// bandText returns the text of a header or footer, its paragraphs in one line.
func bandText(d *noma.Directive) string {
	var parts []string
	for n := range noma.Walk(d) {
		text := ""
		switch n := n.(type) {
		case *noma.Paragraph:
			text = n.Content.S
		case *noma.ListItem:
			text = n.Content.S
		case *noma.Section:
			text = n.Title.S
		case *noma.Quote:
			text = n.Content.S
		}
		if t := strings.Join(strings.Fields(noma.PlainText(noma.ParseInline(text))), " "); t != "" {
			parts = append(parts, t)
		}
	}
	return strings.Join(parts, " · ")
}

// cssString returns a text as a CSS string inside a style element: what would end the string or the
// element is escaped by its code point (CSS Syntax §4.3.7).
func cssString(s string) string {
	var b strings.Builder
	b.WriteByte('"')
	for _, c := range s {
		switch {
		case c == '"' || c == '\\' || c == '<' || c == '>' || c == '&' || c < 0x20 || c == 0x7f:
			b.WriteString(`\` + strconv.FormatInt(int64(c), 16) + " ")
		default:
			b.WriteRune(c)
		}
	}
	b.WriteByte('"')
	return b.String()
}

// band writes a header or footer for the screen; on paper it stands in the margins.
func (r *renderer) band(d *noma.Directive, tag string) {
	if d == nil {
		return
	}
	r.aliases(d.At())
	// No header element: it may hold no other (HTML 4.3.8), and the panels in it have one each.
	role := map[string]string{"header": "banner", "footer": "contentinfo"}[tag]
	r.raw(`<div class="noma-page-` + tag + `" role="` + role + `"`)
	r.anchor(d.ID)
	if a := bandAlign(d, ""); a != "" {
		r.raw(` style="text-align:` + a + `"`)
	}
	r.raw(">\n")
	r.blocks(d.Children)
	r.raw("</div>\n")
}

// pageSetup changes the page for what follows and leaves an anchor.
func (r *renderer) pageSetup(d *noma.Directive) {
	r.hiddenAnchors(d)
	if name := r.pages[d]; r.pageName != "" || name != pageName(0) {
		r.pageName = name
	}
	r.body(d)
}

// pageBreak writes a mark on the screen and a new page on paper.
func (r *renderer) pageBreak(d *noma.Directive) {
	r.aliases(d.At())
	r.raw(`<div class="noma-pagebreak" role="separator"`)
	r.anchor(d.ID)
	r.raw("></div>\n")
	r.body(d)
}
