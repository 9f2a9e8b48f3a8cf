package revise

import (
	"errors"
	"strings"
	"testing"

	"github.com/nomadocx/nomadocx/internal/memory"
)

// part returns the main part of a document with a body.
func part(body string) string {
	return `<w:document><w:body>` + body + `</w:body></w:document>`
}

// hostile are bodies that no editor writes.
var hostile = []string{
	"",
	"<w:p/>",
	`<w:ins w:id="1"/>`,
	`<w:ins w:id="1"><w:p><w:pPr><w:rPr><w:del/></w:rPr></w:pPr></w:p></w:ins>`,
	`<w:p><w:p><w:pPr><w:rPr><w:ins/></w:rPr></w:pPr><w:r><w:t>a</w:t></w:r></w:p></w:p>`,
	`<w:p><w:moveFromRangeEnd w:id="1"/><w:moveFromRangeStart w:id="2" w:name="m"/><w:moveToRangeStart w:id="2" w:name="m"/></w:p>`,
	`<w:customXmlDelRangeStart w:id="1"/><w:sdt><w:sdtContent><w:p/><w:tbl/></w:sdtContent></w:sdt>`,
	`<w:customXmlInsRangeStart w:id="1"/><w:customXml><w:sdt/><w:customXml/></w:customXml><w:customXmlInsRangeEnd w:id="9"/>`,
	`<w:tbl><w:tr><w:trPr><w:del/></w:trPr></w:tr></w:tbl>`,
	`<w:tbl><w:tr><w:tc><w:tcPr><w:cellDel/></w:tcPr></w:tc></w:tr></w:tbl>`,
	`<w:tbl><w:tr><w:tc><w:tbl><w:tr><w:trPr><w:ins/></w:trPr></w:tr></w:tbl></w:tc></w:tr></w:tbl>`,
	`<w:p><w:pPr><w:rPr><w:rPrChange/><w:rPrChange><w:rPr><w:ins/></w:rPr></w:rPrChange></w:rPr><w:pPrChange/></w:pPr></w:p>`,
	`<w:p><w:pPr><w:numPr><w:ins/><w:numberingChange/></w:numPr><w:sectPr><w:sectPrChange/></w:sectPr></w:pPr></w:p>`,
	`<w:p><w:ins w:id="1" w:author="A"><w:ins w:id="1" w:author="B"><w:del w:id="1"><w:r><w:delText>a</w:delText></w:r></w:del></w:ins></w:ins></w:p>`,
	`<w:p><w:del><w:r><w:fldChar w:fldCharType="begin"/><w:delInstrText>A</w:delInstrText></w:r></w:del><w:r><w:fldChar w:fldCharType="end"/></w:r></w:p>`,
	`<w:p><m:oMath><m:f><m:fPr><m:ctrlPr><w:ins><w:del><w:rPr/></w:del></w:ins></m:ctrlPr></m:fPr><m:num/><m:den><m:r/></m:den></m:f></m:oMath></w:p>`,
	`<w:p><m:oMath><m:m><m:mPr><m:ctrlPr><w:del/></m:ctrlPr></m:mPr><m:mr><m:e><m:ctrlPr><w:del/></m:ctrlPr></m:e></m:mr></m:m></m:oMath></w:p>`,
	`<w:p><w:ins><w:bookmarkStart w:id="1"/><w:commentRangeStart w:id="1"/><w:permStart w:id="1"/></w:ins></w:p><w:bookmarkEnd w:id="1"/>`,
	`<w:sdt><w:sdtContent><w:p><w:pPr><w:rPr><w:del/></w:rPr></w:pPr></w:p></w:sdtContent></w:sdt>`,
	`<w:delText>a</w:delText><w:del><w:delText/><w:tc><w:tr/></w:tc></w:del>`,
	strings.Repeat(`<w:p><w:r><w:pict><w:txbxContent>`, 60),
	strings.Repeat(`<w:ins w:id="1">`, 250) + strings.Repeat(`</w:ins>`, 250),
	strings.Repeat(`<w:p><w:pPr><w:rPr><w:del w:id="1"/></w:rPr></w:pPr><w:del w:id="1"><w:r><w:delText>a</w:delText></w:r></w:del></w:p>`, 50),
	strings.Repeat(`<w:p><w:moveFromRangeStart w:id="1" w:name="m"/></w:p>`, 80),
}

// hold decides a part and fails when the result cannot be read or has changes left.
func hold(t *testing.T, part string) {
	if _, err := Split(part); err != nil {
		return
	}
	for _, accept := range []bool{true, false} {
		out, _ := decided(t, part, accept, Select{})
		p, err := Split(out)
		if err != nil {
			t.Fatalf("%v in %s of %s", err, out, part)
		}
		if _, report := decided(t, out, accept, Select{}); len(report.Revisions) > 0 {
			t.Errorf("%+v is left in %s of %s", report.Revisions, out, part)
		}
		if len(p.Stories) == 0 && strings.Contains(part, "<w:body>") {
			t.Errorf("no body in %s", out)
		}
		decided(t, part, accept, Select{IDs: []string{"1"}})
		decided(t, part, accept, Select{Authors: []string{"A"}})
	}
}

func TestHostile(t *testing.T) {
	for _, body := range hostile {
		hold(t, part(body))
	}
}

// A part of more elements than the memory holds is refused.
func TestTooMuch(t *testing.T) {
	defer memory.Set(memory.Limit())
	memory.Set(8 << 20)
	var much *memory.TooMuch
	if _, err := Split(part(strings.Repeat("<w:p/>", 100_000))); !errors.As(err, &much) {
		t.Error(err)
	}
	if _, err := Split(part(strings.Repeat("<w:p/>", 1000))); err != nil {
		t.Error(err)
	}
}

func FuzzDecide(f *testing.F) {
	for _, body := range hostile {
		f.Add(body)
	}
	f.Fuzz(func(t *testing.T, body string) { hold(t, part(body)) })
}
