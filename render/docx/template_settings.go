package docx

import (
	"github.com/beevik/etree"

	"github.com/nomadocx/nomadocx/internal/office/wml"
)

// templateSettings are the settings of a template that shape the page. All others (protection,
// tracking, attached templates, mail merge, sessions) stay behind.
type templateSettings struct {
	early []string         // elements before the protection, in the order of CT_Settings
	late  []string         // those behind the default tab stop
	end   []*etree.Element // the theme's languages and colours
	tab   string
	// The characters that numbers and lists are written with where the template comes from.
	decimal, list string
}

// Settings taken over when they are on, with their place among ours (CT_Settings, §17.15.1.78).
var (
	earlySettings = []string{"embedTrueTypeFonts", "saveSubsetFonts", "mirrorMargins"}
	lateSettings  = []string{"autoHyphenation", "doNotHyphenateCaps", "evenAndOddHeaders"}
)

func (t *Template) readSettings(d *etree.Document) {
	s := &t.settings
	s.tab, s.decimal, s.list = "720", ".", ","
	if d == nil {
		return
	}
	root := d.Root()
	value := func(name string) (string, bool) {
		e := root.SelectElement(name)
		if e == nil || e.Space != "w" {
			return "", false
		}
		return e.SelectAttrValue("w:val", ""), true
	}
	on := func(names []string) (out []string) {
		for _, n := range names {
			if v, there := value(n); there && isOn(v, true) {
				out = append(out, n)
			}
		}
		return out
	}
	s.early, s.late = on(earlySettings), on(lateSettings)
	if v, _ := value("defaultTabStop"); number(v) > 0 {
		s.tab = v
	}
	if v, _ := value("decimalSymbol"); v == "," || v == "." {
		s.decimal = v
	}
	if v, _ := value("listSeparator"); v == ";" || v == "," {
		s.list = v
	}
	for _, n := range []string{"themeFontLang", "clrSchemeMapping"} {
		if e := root.SelectElement(n); e != nil && e.Space == "w" && len(e.Child) == 0 {
			s.end = append(s.end, e)
		}
	}
}

// number returns a small whole number, -1 for anything else.
func number(s string) int {
	n := 0
	for _, c := range s {
		if c < '0' || c > '9' || n > 1<<24 {
			return -1
		}
		n = n*10 + int(c-'0')
	}
	if s == "" {
		return -1
	}
	return n
}

func writeSettings(b *wml.Builder, elements []string) {
	for _, e := range elements {
		b.Markup("<w:" + e + "/>")
	}
}

// endSettings writes what refers to the theme, which must be there then.
func (t *Template) endSettings(b *wml.Builder) {
	if t.theme == nil {
		return
	}
	for _, e := range t.settings.end {
		b.Markup("<w:" + e.Tag)
		for _, a := range e.Attr {
			if a.Space == "w" {
				b.Attr("w:"+a.Key, a.Value)
			}
		}
		b.Markup("/>")
	}
}
