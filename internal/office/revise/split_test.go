package revise

import (
	"strings"
	"testing"
)

const head = `<?xml version="1.0"?><x:document xmlns:x="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><x:body>`

func TestSplit(t *testing.T) {
	blocks := []string{
		`<x:bookmarkStart x:id="0" x:name="a"/>`,
		`<x:p><x:r><x:t>1</x:t></x:r></x:p>`,
		`<x:tbl><x:tr><x:trPr><x:ins x:id="77" x:author="A"/></x:trPr><x:tc><x:p/></x:tc></x:tr></x:tbl>`,
		`<x:sdt><x:sdtContent><x:p/><x:p/></x:sdtContent></x:sdt>`,
		`<x:p/>`,
		`<x:sectPr><x:pgSz x:w="1"/></x:sectPr>`,
	}
	text := head + strings.Join(blocks, "\n<!-- <x:p/> -->") + "</x:body></x:document>"
	p, err := Split(text)
	if err != nil || len(p.Stories) != 1 {
		t.Fatal(err, p)
	}
	s := &p.Stories[0]
	if s.Element != "body" || text[s.Start:s.End] != text[len(head):len(text)-len("</x:body></x:document>")] || len(s.Blocks) != len(blocks) {
		t.Fatalf("%+v", s)
	}
	for i, b := range s.Blocks {
		want := []Kind{Mark, Paragraph, Table, Control, Paragraph, Section}[i]
		if text[b.From:b.To] != blocks[i] || b.Kind != want || b.Revised != (i == 2) {
			t.Errorf("%d: %+v %s", i, b, text[b.From:b.To])
		}
		n, err := p.tree(s, b)
		if err != nil || n.From != b.From || n.To != b.To || n.Space != Word {
			t.Errorf("%d: %+v, %v", i, n, err)
		}
	}
	table, _ := p.tree(s, s.Blocks[2])
	row := table.Child("tr")
	if mark := row.Child("trPr").Child("ins"); mark.Attr("author") != "A" || text[mark.From:mark.To] != `<x:ins x:id="77" x:author="A"/>` || mark.End != mark.To {
		t.Errorf("%+v", mark)
	}
	if cell := row.Child("tc"); text[cell.Start:cell.End] != "<x:p/>" {
		t.Errorf("%+v", cell)
	}
}

func TestSplitNotes(t *testing.T) {
	text := `<w:footnotes><w:footnote w:type="separator" w:id="-1"><w:p/></w:footnote><w:footnote w:id="2"/></w:footnotes>`
	p, err := Split(text)
	if err != nil || len(p.Stories) != 2 {
		t.Fatal(err, p)
	}
	a, b := p.Stories[0], p.Stories[1]
	if a.Type != "separator" || a.ID != "-1" || len(a.Blocks) != 1 || b.ID != "2" || len(b.Blocks) != 0 || text[b.From:b.To] != `<w:footnote w:id="2"/>` {
		t.Errorf("%+v", p.Stories)
	}
	for _, damaged := range []string{"", head, head + "<x:p>", head + "<x:p></x:body>", "<w:hdr><w:p"} {
		if _, err := Split(damaged); err == nil {
			t.Errorf("%q was read", damaged)
		}
	}
}
