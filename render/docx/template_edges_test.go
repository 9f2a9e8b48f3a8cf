package docx

import (
	"bytes"
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
