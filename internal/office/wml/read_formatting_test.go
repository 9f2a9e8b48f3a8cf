package wml

import (
	"testing"
)

// Only what a run says beyond its styles and the defaults is formatting of its own.
func TestReadFormatting(t *testing.T) {
	styles := [2]string{"word/styles.xml", root("styles",
		`<w:docDefaults><w:rPrDefault><w:rPr><w:rFonts w:ascii="Calibri"/><w:sz w:val="22"/></w:rPr></w:rPrDefault></w:docDefaults>`+
			`<w:style w:type="paragraph" w:styleId="Base"><w:name w:val="Base"/><w:pPr><w:jc w:val="center"/></w:pPr><w:rPr><w:color w:val="AA0000"/></w:rPr></w:style>`+
			`<w:style w:type="paragraph" w:styleId="Note"><w:name w:val="Note"/><w:basedOn w:val="Base"/><w:rPr><w:sz w:val="18"/></w:rPr></w:style>`+
			`<w:style w:type="character" w:styleId="Red"><w:name w:val="Red"/><w:rPr><w:color w:val="FF0000"/></w:rPr></w:style>`)}
	for _, c := range []struct {
		props string
		want  Look
	}{
		{`<w:color w:val="aa0000"/><w:sz w:val="18"/><w:rFonts w:ascii="Calibri"/>`, Look{}},
		{`<w:color w:val="auto"/><w:highlight w:val="none"/>`, Look{}},
		{`<w:rStyle w:val="Red"/><w:color w:val="FF0000"/>`, Look{}},
		{`<w:color w:val="00ff00"/>`, Look{Color: "00FF00"}},
		{`<w:highlight w:val="green"/>`, Look{Highlight: "green"}},
		{`<w:shd w:val="clear" w:fill="ffee00"/>`, Look{Highlight: "FFEE00"}},
		{`<w:shd w:val="clear" w:fill="ffff00"/>`, Look{}},
		{`<w:rFonts w:ascii="Comic Sans MS"/><w:sz w:val="40"/>`, Look{Font: "Comic Sans MS", Size: 40}},
		{`<w:rFonts w:ascii="Courier New"/><w:sz w:val="20"/>`, Look{}}, // code
	} {
		d := mustRead(t, body(`<w:p><w:pPr><w:pStyle w:val="Note"/></w:pPr><w:r><w:rPr>`+c.props+`</w:rPr><w:t>x</w:t></w:r></w:p>`), styles)
		p := d.Stories[0].Blocks[0].(*Paragraph)
		got := Look{}
		if l := p.Runs[0].Look; l != nil {
			got = *l
		}
		if got != c.want || p.StyleAlign != "center" || p.Align != "" {
			t.Errorf("%s: %+v in a paragraph %q/%q, want %+v", c.props, got, p.Align, p.StyleAlign, c.want)
		}
	}
}

func TestReadPages(t *testing.T) {
	d := mustRead(t, body(`<w:p><w:pPr><w:sectPr><w:pgSz w:w="16838" w:h="11906"/></w:sectPr></w:pPr></w:p>`+
		`<w:sectPr><w:pgSz w:w="11906" w:h="16838"/><w:pgMar w:top="1" w:right="2" w:bottom="3" w:left="4"/></w:sectPr>`))
	if want := (Page{Width: 11906, Height: 16838, Top: 1, Right: 2, Bottom: 3, Left: 4}); len(d.Pages) != 2 || d.Pages[0].Width != 16838 || d.Pages[1] != want {
		t.Errorf("pages are %+v", d.Pages)
	}
}
