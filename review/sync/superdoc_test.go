package reviewsync_test

import (
	"strings"
	"testing"

	reviewsync "github.com/nomadocx/nomadocx/review/sync"
)

// TestSuperDoc: SuperDoc leaves the name of the program before it in the file, so that it is known by its own property: it makes highlighting
// of shading, and gives displayed equations another style.
func TestSuperDoc(t *testing.T) {
	const src = "# A {id=\"a\"}\n\n::claim{id=\"c\"}\nIt holds.\n::\n\n::math{id=\"m\"}\nx^2\n::\n"
	file := render(t, src)
	xml := part(t, file, "word/document.xml")
	now := strings.Replace(xml, `<w:t xml:space="preserve">It holds.`, `<w:rPr><w:shd w:val="clear" w:fill="F1F6EF"/></w:rPr><w:t xml:space="preserve">It holds.`, 1)
	now = strings.Replace(now, `<w:pStyle w:val="NomaMath"/>`, "", 1)
	if strings.Count(now, "F1F6EF") != strings.Count(xml, "F1F6EF")+1 || strings.Contains(now, "NomaMath") {
		t.Fatal("nothing to change")
	}
	file = replacePart(t, file, "word/document.xml", now)
	if _, res := sync(t, src, file); !anyRefused(res) {
		t.Errorf("of a file of no program: %s", describe(res))
	}
	custom := part(t, file, "docProps/custom.xml")
	end := strings.LastIndex(custom, "</")
	file = replacePart(t, file, "docProps/custom.xml", custom[:end]+`<property fmtid="{D5CDD505-2E9C-101B-9397-08002B2CF9AE}" pid="99" name="SuperdocVersion"><vt:lpwstr>1.33.1</vt:lpwstr></property>`+custom[end:])
	got, res := sync(t, src, file)
	for _, f := range res.Findings {
		if f.Outcome != reviewsync.Editor {
			t.Errorf("%s: %s", f.Code, f.Message)
		}
	}
	if got != src || len(res.Findings) == 0 {
		t.Errorf("the source becomes\n%s\n%s", got, describe(res))
	}
}
