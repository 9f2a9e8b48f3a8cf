package docx

import (
	"bytes"
	"iter"
	"slices"

	"github.com/beevik/etree"

	"github.com/nomadocx/nomadocx/internal/office/wml"
	"github.com/nomadocx/nomadocx/layout"
)

// What our styles take from a template they are added to, and what its styles take from ours.

// look is what the styles we add take from the template.
type look struct {
	accent string         // the colour of its headings, "" for automatic
	color  *etree.Element // which says so
	size   int            // of its text, in half-points
}

func (t *Template) look(root *etree.Element) look {
	l := look{color: inherited(root, "Heading1", "color"), size: number(value(inherited(root, "Normal", "sz")))}
	l.accent = value(l.color)
	if !isRGB(l.accent) {
		l.accent = ""
	}
	if l.size <= 0 {
		l.size = 20 // Word's default (§17.3.2.38)
	}
	return l
}

// value returns the w:val of an element, "" for none.
func value(e *etree.Element) string {
	if e == nil {
		return ""
	}
	return e.SelectAttrValue("w:val", "")
}

// inherited returns a run property of a style, from the ones it is based on or the defaults.
func inherited(root *etree.Element, id, tag string) *etree.Element {
	property := func(e *etree.Element) *etree.Element {
		if e == nil {
			return nil
		}
		if p := e.SelectElement("rPr"); p != nil {
			return p.SelectElement(tag)
		}
		return nil
	}
	for s := range styleChain(root, id) {
		if v := property(s); value(v) != "" {
			return v
		}
	}
	if d := root.SelectElement("docDefaults"); d != nil {
		return property(d.SelectElement("rPrDefault"))
	}
	return nil
}

// styleChain returns a style and those that it is based on, up to 32, as one may be based on itself.
func styleChain(root *etree.Element, id string) iter.Seq[*etree.Element] {
	return func(yield func(*etree.Element) bool) {
		for range 32 {
			s := byID(root, id)
			if s == nil || !yield(s) {
				return
			}
			id = value(s.SelectElement("basedOn"))
		}
	}
}

// branded are the colours of our own sheet that stand for the brand.
var branded = map[string]bool{ink: true, accent: true, actionInk: true}

// tuned returns one of our styles in the template's colour and size.
func (l look) tuned(d wml.StyleDef) wml.StyleDef {
	if branded[d.Run.Color] {
		d.Run.Color = l.accent
	}
	if d.Run.Size > 0 {
		d.Run.Size = max(2, (d.Run.Size*l.size+bodySize/2)/bodySize)
	}
	return d
}

// styleElement returns a style as an element.
func styleElement(d *wml.StyleDef, p wml.Palette) *etree.Element {
	return asElement(func(b *wml.Builder) {
		b.Palette = p
		b.StyleDef(d)
	})
}

// asElement returns what a builder writes, as an element. The builder is the only one who knows the order
// of children.
func asElement(write func(b *wml.Builder)) *etree.Element {
	var out bytes.Buffer
	b := wml.NewBuilder(&out)
	b.StartPart("w:x")
	write(b)
	b.Markup("</w:x>")
	d := etree.NewDocument()
	if err := b.Flush(); err != nil || d.ReadFromBytes(out.Bytes()) != nil {
		panic("the builder wrote no XML")
	}
	return d.Root().ChildElements()[0]
}

// ensureDefaults gives a sheet without document defaults ours: without them Word takes Times.
func ensureDefaults(root *etree.Element) {
	if root.SelectElement("docDefaults") == nil {
		root.InsertChildAt(0, defaults(defaultLanguage))
	}
}

func defaults(lang string) *etree.Element {
	return asElement(func(b *wml.Builder) { writeDefaults(b, lang, bodyFont, bodySize, "") })
}

// compact gives a table style that says nothing of paragraphs our spacing: the space between
// the paragraphs of body text makes rows far too high.
func compact(style *etree.Element) {
	if style.SelectElement("pPr") != nil {
		return
	}
	for _, d := range tables() {
		if d.ID == layout.TableData {
			style.AddChild(styleElement(&d, nil).SelectElement("pPr").Copy())
			inOrder(style)
		}
	}
}

// spaced reports whether a paragraph style says how far paragraphs or lines are apart.
func spaced(style *etree.Element) bool {
	return style != nil && style.FindElement("pPr/spacing") != nil
}

// conditional reports whether a table style has formatting of its own for header rows, with an element at a path if one is given.
func conditional(style *etree.Element, path string) bool {
	return style != nil && slices.ContainsFunc(style.SelectElements("tblStylePr"), func(e *etree.Element) bool {
		return e.SelectAttrValue("w:type", "") == "firstRow" && (path == "" || e.FindElement(path) != nil)
	})
}

// withLanguage returns the sheet for a document in a language: what the author says wins.
func (t *Template) withLanguage(lang string) *etree.Document {
	if lang == "" {
		return t.styles
	}
	tag := languageOf(lang)
	d := t.styles.Copy()
	root := d.Root()
	if s := byID(root, "Normal"); s != nil {
		if p := s.SelectElement("rPr"); p != nil {
			for _, l := range p.SelectElements("lang") {
				p.RemoveChild(l)
			}
		}
	}
	dd := root.SelectElement("docDefaults")
	rd := dd.SelectElement("rPrDefault")
	if rd == nil {
		rd = etree.NewElement("w:rPrDefault")
		dd.InsertChildAt(0, rd)
	}
	p := rd.SelectElement("rPr")
	if p == nil {
		p = rd.CreateElement("w:rPr")
	}
	l := p.SelectElement("lang")
	if l == nil {
		l = etree.NewElement("w:lang")
		// Only these may follow it (CT_RPr).
		at := len(p.Child)
		for _, c := range p.ChildElements() {
			if set("eastAsianLayout specVanish oMath")[c.Tag] {
				at = min(at, c.Index())
			}
		}
		p.InsertChildAt(at, l)
	}
	l.CreateAttr("w:val", tag)
	l.CreateAttr("w:eastAsia", tag)
	l.CreateAttr("w:bidi", bidiLanguage(tag))
	return d
}
