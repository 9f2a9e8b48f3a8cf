package wml

import (
	"strings"

	"github.com/nomadocx/nomadocx/internal/office/opc"
)

// styleTable is word/styles.xml as far as reading needs it (ECMA-376 §17.7).
type styleTable struct {
	byID map[string]*style
	// defaults are the formatting of w:docDefaults, normal the default paragraph style.
	defaults Look
	normal   *style
}

// style is one w:style.
type style struct {
	id, name, kind, basedOn string
	canonical               string // see canonicalStyle
	isDefault               bool
	// look is what the style, with those it is based on, says of its runs. It is content for
	// character styles only: that a heading is bold is how headings appear.
	look, off    Style
	numID, level int
	numbered     bool // numID is set here or in a base
	frame        frame
	dress        Look
	parts        []Look // of a table style: the formatting of its first row and the like (§17.7.6.6)
	align        string
	resolved     bool
}

// maxParts bounds the looks a table style takes over; the standard knows thirteen places of a table.
const maxParts = 13

// frame is the borders and shading of a paragraph or of a paragraph style. Editors repeat those of
// the style in the paragraph, so what is a paragraph's own is found by comparing.
type frame struct {
	sides [4]side // top, left, bottom, right
	fill  string  // in upper case, "" for none
}

// side is a border line: how it appears, whatever its width.
type side struct{ line, color string }

var sideNames = map[string]int{"top": 0, "left": 1, "start": 1, "bottom": 2, "right": 3, "end": 3}

// beyond reports whether a paragraph has a line or shading its style does not have.
func (f *frame) beyond(style *style) bool {
	if style == nil {
		return *f != frame{}
	}
	for i, s := range f.sides {
		if s != (side{}) && s != style.frame.sides[i] {
			return true
		}
	}
	return f.fill != "" && f.fill != style.frame.fill
}

// rule reports whether there is a line below, and nothing else; in a box, that it has another colour than the line at the right.
func (f *frame) rule() bool {
	const below, right = 2, 3
	if f.fill != "" && f.sides[right].line != "" {
		return f.sides[below].line != "" && f.sides[below].color != f.sides[right].color
	}
	only := frame{}
	only.sides[below] = f.sides[below]
	return f.sides[below].line != "" && *f == only
}

// shade takes the current element, a w:shd. Clear on automatic is how shading is taken back.
func (f *frame) shade(r *reader) {
	if f.fill = ""; r.shaded() {
		f.fill = strings.ToUpper(r.value("fill"))
		if f.fill == "" || f.fill == "AUTO" {
			f.fill = r.value("val") // a pattern
		}
	}
}

// lines reads the current element, a w:pBdr.
func (f *frame) lines(r *reader) {
	for depth := r.x.Depth(); r.in(depth); {
		if i, ok := sideNames[r.x.Local()]; ok {
			if f.sides[i] = (side{}); r.bordered() {
				f.sides[i] = side{"line " + r.value("val"), strings.ToUpper(r.value("color"))}
			}
		}
		r.x.Skip()
	}
}

// canonicalStyle returns the identity a style has for us, from its name in styles.xml: editors make ids
// anew and translate them, names they keep. Known names give our style ids, whatever their case and
// blanks; the default paragraph styles of all editors give ""; other names are returned with the
// blanks removed.
func canonicalStyle(name string) string {
	name, _, _ = strings.Cut(name, ",") // behind a comma stand aliases
	folded := foldName(name)
	if id, ok := canonicalStyles[folded]; ok {
		return id
	}
	return strings.Map(func(r rune) rune {
		if r == ' ' || r == '\u00a0' || r == '\t' {
			return -1
		}
		return r
	}, name)
}

// foldName returns the form in which style names are compared.
func foldName(name string) string {
	return strings.Map(func(r rune) rune {
		switch r {
		case ' ', '\u00a0', '\t', '-', '_':
			return -1
		}
		return r
	}, strings.ToLower(name))
}

// canonicalStyles are the style names we know, folded.
var canonicalStyles = func() map[string]string {
	m := map[string]string{}
	for _, id := range []string{
		"Heading1", "Heading2", "Heading3", "Heading4", "Heading5", "Heading6", "Heading7", "Heading8", "Heading9",
		"NomaDirective", "NomaMeta", "NomaMetricValue", "NomaCaption", "NomaSource", "NomaToc", "NomaCode", "NomaMath", "NomaAction",
		"NomaQuote", "NomaLayout", "FootnoteText", "EndnoteText", "TableGrid",
	} {
		m[foldName(id)] = id
	}
	m["nomatableofcontents"] = "NomaToc" // as the TypeScript implementation names it
	// What body text is called by default, and what plain text in a header, footer,
	// comment or head of a table is.
	// LibreOffice writes "Normal" on every paragraph.
	for _, name := range []string{
		"normal", "standard", "bodytext", "textbody", "defaultparagraphstyle", "defaultstyle",
		"header", "footer", "annotationtext", "commenttext", "nomatablehead",
	} {
		m[name] = ""
	}
	return m
}()

// linkStyles are the character styles that editors put on links: their formatting is not content.
var linkStyles = map[string]bool{
	"hyperlink": true, "followedhyperlink": true, "internetlink": true, "visitedinternetlink": true, "indexlink": true,
}

// markStyles are character styles of note and comment marks; a person's text that happens to be
// in one, such as text typed behind the mark, is not superscript by intention.
var markStyles = map[string]bool{
	"footnotereference": true, "endnotereference": true, "footnoteanchor": true, "endnoteanchor": true,
	"footnotecharacters": true, "endnotecharacters": true, "annotationreference": true,
}

// codeStyles are the character styles for code of several editors.
var codeStyles = map[string]bool{
	"code": true, "sourcetext": true, "htmlcode": true, "verbatimchar": true, "teletype": true, "htmltypewriter": true,
	"htmlkeyboard": true, "htmlsample": true, "inlinecode": true, "codechar": true, "sourcecode": true, "userentry": true,
	"example": true, "nomacodechar": true,
}

// canonical returns the identity of the style with an id. An id that styles.xml lacks is taken for a name.
func (t *styleTable) canonical(id string) string {
	if s := t.byID[id]; s != nil {
		return s.canonical
	}
	id = strings.Clone(id)
	s := &style{id: id, canonical: canonicalStyle(id), level: -1}
	t.byID[id] = s // worked out once
	return s.canonical
}

// readStyles reads styles.xml.
func readStyles(text string) (*styleTable, error) {
	t := &styleTable{byID: map[string]*style{}}
	var order []*style
	r := &reader{x: opc.NewScanner(text, names)}
	for r.in(1) {
		if r.x.Space() == nsW && r.x.Local() == "style" {
			s := r.style()
			if t.byID[s.id] == nil {
				t.byID[s.id] = s
				order = append(order, s)
				if s.isDefault && s.kind == "paragraph" {
					t.normal = s
				}
			}
		} else if r.x.Space() == nsW && r.x.Local() == "docDefaults" {
			r.defaultFormatting(&t.defaults)
		} else if r.x.Depth() > 1 {
			r.x.Skip()
		}
	}
	if err := r.x.Err(); err != nil {
		return nil, err
	}
	for _, s := range order {
		t.resolve(s, 0)
	}
	return t, nil
}

// defaultFormatting reads w:docDefaults (§17.7.5.1).
func (r *reader) defaultFormatting(to *Look) {
	for depth := r.x.Depth(); r.in(depth); {
		switch r.x.Local() {
		case "rPrDefault", "rPr":
			continue
		}
		to.read(r)
		r.x.Skip()
	}
}

func (r *reader) style() *style {
	x := r.x
	s := &style{id: r.value("styleId"), kind: r.value("type"), level: -1}
	if d, there := x.Value("default"); there {
		s.isDefault = d != "0" && d != "false" && d != "off"
	}
	for depth := x.Depth(); r.in(depth); {
		switch x.Local() {
		case "name":
			s.name = r.value("val")
		case "basedOn":
			s.basedOn = r.value("val")
		case "pPr", "numPr":
			continue // numbering, borders and shading are inside
		case "pBdr":
			s.frame.lines(r)
			continue
		case "shd":
			s.frame.shade(r)
		case "numId":
			s.numID, s.numbered = number(r.value("val")), true
		case "ilvl":
			s.level = number(r.value("val"))
		case "jc":
			s.align = alignment(r.value("val"))
		case "tblStylePr":
			for depth := x.Depth(); r.in(depth); {
				if x.Local() != "rPr" {
					x.Skip()
					continue
				}
				var l Look
				r.styleFormatting(&l)
				s.parts = append(s.parts, l)
			}
			continue
		case "rPr":
			s.look, s.off = r.styleFormatting(&s.dress)
			continue
		}
		x.Skip()
	}
	s.canonical = canonicalStyle(s.name)
	if s.name == "" {
		s.canonical = canonicalStyle(s.id)
	}
	if s.isDefault && (s.kind == "paragraph" || s.kind == "table") {
		s.canonical = ""
	}
	return s
}

// styleFormatting reads the w:rPr of a style: what it switches on and off.
func (r *reader) styleFormatting(dress *Look) (look, off Style) {
	x := r.x
	for depth := x.Depth(); r.in(depth); {
		var s Style
		on := true
		if s = toggled(x.Local()); s != 0 {
			on = r.on()
		}
		switch x.Local() {
		case "vertAlign":
			switch r.value("val") {
			case "superscript":
				s = Superscript
			case "subscript":
				s = Subscript
			}
		case "rFonts":
			if monospace(r.font()) {
				s = Code
			}
		case "shd":
			if strings.EqualFold(r.value("fill"), codeFill) {
				s = Code
			}
		}
		if on {
			look |= s
		} else {
			off |= s
		}
		dress.read(r)
		x.Skip()
	}
	return look, off
}

// resolve adds what a style has from the ones it is based on.
func (t *styleTable) resolve(s *style, depth int) {
	if s.resolved || depth > 32 { // a circle
		return
	}
	s.resolved = true
	if base := t.byID[s.basedOn]; base != nil && base != s {
		t.resolve(base, depth+1)
		s.look |= base.look &^ s.off
		s.dress.under(&base.dress)
		s.parts = append(s.parts[:len(s.parts):len(s.parts)], base.parts[:min(len(base.parts), maxParts)]...)
		if s.align == "" {
			s.align = base.align
		}
		for i := range s.frame.sides {
			if s.frame.sides[i] == (side{}) {
				s.frame.sides[i] = base.frame.sides[i]
			}
		}
		if s.frame.fill == "" {
			s.frame.fill = base.frame.fill
		}
		if !s.numbered {
			s.numID, s.numbered = base.numID, base.numbered
			if s.level < 0 {
				s.level = base.level
			}
		}
	}
	if s.kind != "character" {
		return
	}
	switch folded := foldName(s.name); {
	case linkStyles[folded], markStyles[folded]:
		s.look = 0
	case codeStyles[folded]:
		s.look |= Code
	}
}
