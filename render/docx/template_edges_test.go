package docx

import (
	"bytes"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/beevik/etree"

	"github.com/nomadocx/nomadocx/layout"
)

// TestTemplateWatermark: the watermark stands in every header of the template, once.
func TestTemplateWatermark(t *testing.T) {
	const text = "---\nwatermark: Draft\n---\n# A\n"
	for name, tpl := range templates(t) {
		all := parts(t, brandedFile(t, text, tpl))
		headers := 0
		for part, data := range all {
			if strings.HasPrefix(part, "word/header") {
				headers++
				if n := bytes.Count(data, []byte("string=\"Draft\"")); n != 1 {
					t.Errorf("%s: %s has %d watermarks", name, part, n)
				}
			}
		}
		if headers == 0 {
			t.Errorf("%s: there is no header", name)
		}
		if problem := unsoundFile(t, brandedFile(t, text, tpl), planFor(t, text, tpl)); problem != "" {
			t.Errorf("%s: %s", name, problem)
		}
	}
}

// TestChapterField: a field of a template names the headings that the document has.
func TestChapterField(t *testing.T) {
	tpl := &Template{names: map[string]bool{"heading 1": true, "slogan 2": true}}
	for _, c := range []struct{ text, field, want string }{
		{"# A\n\n# B\n", ` STYLEREF "heading 1" `, ` STYLEREF "heading 1" `},
		{"# T\n\n## A\n\n## B\n", ` STYLEREF "heading 1" `, ` STYLEREF "heading 2" `},
		{"# T\n\n## A\n\n### B\n", ` STYLEREF "Überschrift 2" \n `, ` STYLEREF "heading 3" \n `},
		{"# T\n\n## A\n", ` STYLEREF 2 `, ` STYLEREF "heading 2" `},
		{"Text.\n", ` STYLEREF 1 \* MERGEFORMAT `, ` TITLE `},
		{"# A\n", ` STYLEREF "slogan 2" `, ""},
		{"# A\n", ` PAGE `, ""},
	} {
		r := &renderer{plan: planWith(t, c.text, layout.Options{}), opts: Options{Template: tpl}}
		if got, _ := r.chapterField(c.field); got != c.want {
			t.Errorf("%q in %q is %q, want %q", c.field, c.text, got, c.want)
		}
	}
}

// TestForeignSpellings: what LibreOffice writes and the Open XML SDK refuses does not come along.
func TestForeignSpellings(t *testing.T) {
	d := etree.NewDocument()
	const sent = `<w:p xmlns:w="w" xmlns:v="v"><w:jc w:val="end"/><w:lvlJc w:val="start"/><w:jc w:val="both"/><v:shape id="a" ID="b"/></w:p>`
	if err := d.ReadFromString(sent); err != nil {
		t.Fatal(err)
	}
	clean(d.Root())
	got, err := d.WriteToString()
	if err != nil {
		t.Fatal(err)
	}
	const want = `<w:p xmlns:w="w" xmlns:v="v"><w:jc w:val="right"/><w:lvlJc w:val="left"/><w:jc w:val="both"/><v:shape id="a"/></w:p>`
	if got != want {
		t.Errorf("cleaned to\n%s, want\n%s", got, want)
	}
}

// TestStretchedStops: tab stops at the end and in the middle of the lines of a template move with those of wider pages, whether they are
// of the paragraph or of its style; others stay.
func TestStretchedStops(t *testing.T) {
	read := func(text string) *etree.Document {
		d := etree.NewDocument()
		if err := d.ReadFromString(text); err != nil {
			t.Fatal(err)
		}
		return d
	}
	tpl := &Template{styles: read(`<w:styles><w:style w:styleId="Header"><w:basedOn w:val="Base"/><w:pPr><w:tabs><w:tab w:val="right" w:leader="dot" w:pos="9026"/>` +
		`<w:tab w:val="clear" w:pos="700"/></w:tabs></w:pPr></w:style><w:style w:styleId="Base"><w:basedOn w:val="Header"/><w:pPr><w:tabs>` +
		`<w:tab w:val="left" w:pos="700"/><w:tab w:val="center" w:pos="4513"/></w:tabs></w:pPr></w:style></w:styles>`)}
	tpl.page.geometry = layout.Geometry{Width: 11906, Height: 16838, Left: 1440, Right: 1440}
	const own = `<w:tabs><w:tab w:val="left" w:pos="2000"/><w:tab w:val="clear" w:pos="4513"/></w:tabs>`
	for _, c := range []struct{ properties, want string }{
		{`<w:pStyle w:val="Header"/>`, `center 6513, right 13026`},
		{`<w:pStyle w:val="Header"/>` + own + `<w:jc w:val="left"/>`, `left 2000, right 13026`},
		{`<w:pStyle w:val="Base"/>`, `left 700, center 6513, right 13026`},
		{`<w:tabs><w:tab w:val="right" w:pos="9026"/></w:tabs>`, `right 13026`},
		{own, `left 2000`},
		{`<w:pStyle w:val="Nothing"/>`, ``},
	} {
		for _, run := range []string{`<w:r><w:tab/></w:r>`, `<w:hyperlink><w:r><w:tab/></w:r></w:hyperlink>`} {
			want, found := c.want, strings.Contains(c.want, "right")
			d := read(`<w:hdr><w:p><w:pPr>` + c.properties + `</w:pPr>` + run + `</w:p><w:tbl><w:tr><w:tc><w:p><w:pPr><w:pStyle w:val="Header"/></w:pPr>` + run + `</w:p></w:tc></w:tr></w:tbl></w:hdr>`)
			if got := tpl.stretch(d.Root().Copy(), 0); got != found {
				t.Errorf("%s: stops that move: %v, want %v", c.properties, got, found)
			}
			tpl.stretch(d.Root(), 4000)
			var got []string
			stops := tpl.stops(d.Root().SelectElement("p"))
			for _, at := range slices.Sorted(maps.Keys(stops)) {
				got = append(got, fmt.Sprint(value(stops[at]), " ", at))
			}
			if strings.Join(got, ", ") != want {
				t.Errorf("%s: the stops are %v, want %s", c.properties, got, want)
			}
			inCell := d.FindElement("//tc/p")
			if inCell.FindElement("pPr/tabs") != nil {
				t.Errorf("%s: the stops of a cell have moved", c.properties)
			}
		}
		d := read(`<w:hdr><w:p><w:pPr>` + c.properties + `</w:pPr><w:r><w:t>No tab</w:t></w:r></w:p></w:hdr>`)
		if before := tpl.stops(d.Root().SelectElement("p")); tpl.stretch(d.Root(), 4000) || len(tpl.stops(d.Root().SelectElement("p"))) != len(before) {
			t.Errorf("%s: stops moved where no tab is", c.properties)
		}
	}
}
