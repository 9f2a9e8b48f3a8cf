package docx

import "github.com/nomadocx/nomadocx/internal/office/wml"

// settings writes word/settings.xml in the order of CT_Settings (ECMA-376 §17.15.1.78). Word is asked
// to refresh fields only for a table of contents, whose page numbers nobody but Word knows: it puts
// a question to every reader, and the results of all other fields are right as written.
func (r *renderer) settings() error {
	r.pkg.AddRel(mainPart, officeRel+"settings", settingsPart, false)
	return r.simple(settingsPart, wordType+"settings+xml", func(b *wml.Builder) {
		b.StartPart("w:settings")
		b.Markup(`<w:zoom w:percent="100"/>`)
		set := &r.plan.Settings
		t := r.opts.Template
		tab, decimal, list := "720", ".", ","
		if t != nil {
			tab, decimal, list = t.settings.tab, t.settings.decimal, t.settings.list
			writeSettings(b, t.settings.early)
		}
		if set.Review {
			b.Markup(`<w:revisionView w:markup="1" w:comments="1" w:insDel="1" w:formatting="0"/>`)
		}
		if set.Protection != "" {
			b.Markup("<w:documentProtection")
			b.Attr("w:edit", set.Protection)
			if set.Enforcement {
				b.Markup(` w:enforcement="1"/>`)
			} else {
				b.Markup(` w:enforcement="0"/>`)
			}
		}
		b.Val("w:defaultTabStop", tab)
		if t != nil {
			writeSettings(b, t.settings.late)
		}
		b.Markup(`<w:characterSpacingControl w:val="doNotCompress"/>`)
		if set.UpdateFields {
			b.Markup(`<w:updateFields/>`)
		}
		// The separators must be listed, or Word need not load them (§17.11.12).
		if len(r.plan.Footnotes) > 0 {
			b.Markup(`<w:footnotePr><w:footnote w:id="-1"/><w:footnote w:id="0"/></w:footnotePr>`)
		}
		if len(r.plan.Endnotes) > 0 {
			b.Markup(`<w:endnotePr><w:endnote w:id="-1"/><w:endnote w:id="0"/></w:endnotePr>`)
		}
		// Mode 15 is Word 2013 and later; without it Word opens the file in compatibility mode.
		b.Markup("<w:compat>")
		for _, c := range [...]struct{ name, value string }{{"compatibilityMode", "15"}, {"overrideTableStyleFontSizeAndJustification", "1"},
			{"enableOpenTypeFeatures", "1"}, {"doNotFlipMirrorIndents", "1"}, {"differentiateMultirowTableHeaders", "1"}} {
			b.Markup("<w:compatSetting")
			b.Attr("w:name", c.name)
			b.Attr("w:uri", "http://schemas.microsoft.com/office/word")
			b.Attr("w:val", c.value)
			b.Markup("/>")
		}
		b.Markup(`</w:compat><m:mathPr><m:mathFont m:val="Cambria Math"/></m:mathPr>`)
		if t != nil {
			t.endSettings(b)
		}
		b.Val("w:decimalSymbol", decimal)
		b.Val("w:listSeparator", list)
		b.Markup("</w:settings>")
	})
}

// font is an entry of the table of fonts; alt is what to take where the face is missing (§17.8.3.1).
type font struct{ name, alt, family, pitch string }

// designFonts are the faces of designs.
var designFonts = map[string]font{
	"Arial":           {"Arial", "Liberation Sans", "swiss", "variable"},
	"Calibri":         {"Calibri", "Carlito", "swiss", "variable"},
	"Times New Roman": {"Times New Roman", "Liberation Serif", "roman", "variable"},
}

// fonts are the faces the styles use.
var fonts = [...]font{
	{bodyFont, "Carlito", "swiss", "variable"},
	{codeFont, "Liberation Mono", "modern", "fixed"},
	{"Cambria Math", "Latin Modern Math", "roman", "variable"},
	{"MS Gothic", "Noto Sans Symbols", "modern", "fixed"},
}

func (r *renderer) fontTable() error {
	if t := r.opts.Template; t != nil && t.fonts != nil {
		return r.adopted(fontsPart, "fontTable", wordType+"fontTable+xml", t.fonts)
	}
	r.pkg.AddRel(mainPart, officeRel+"fontTable", fontsPart, false)
	return r.simple(fontsPart, wordType+"fontTable+xml", func(b *wml.Builder) {
		b.StartPart("w:fonts")
		list := fonts
		if d := r.opts.Design; d != nil {
			list[0] = designFonts[d.Text]
		}
		for _, f := range list {
			b.Markup("<w:font")
			b.Attr("w:name", f.name)
			b.Markup(">")
			b.Val("w:altName", f.alt)
			b.Markup(`<w:charset w:val="00"/>`)
			b.Val("w:family", f.family)
			b.Val("w:pitch", f.pitch)
			b.Markup("</w:font>")
		}
		b.Markup("</w:fonts>")
	})
}
