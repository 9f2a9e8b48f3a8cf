package extract_test

import (
	"bytes"
	"testing"

	"github.com/nomadocx/nomadocx/internal/office/opc"
	"github.com/nomadocx/nomadocx/internal/office/wml"
	"github.com/nomadocx/nomadocx/review/extract"
)

// FuzzExtract takes the body of word/document.xml. Whatever Word it is, there is review data that
// can be written and read back.
func FuzzExtract(f *testing.F) {
	p := `<w:p><w:pPr><w:pStyle w:val="NomaDirective"/><w:shd w:fill="FFFFFF"/></w:pPr>` +
		`<w:bookmarkStart w:id="1" w:name="n_c1_5ed72aa1"/><w:r><w:t>Risk (high)</w:t></w:r><w:bookmarkEnd w:id="1"/></w:p>`
	f.Add(p + `<w:p><w:pPr><w:shd w:fill="FFFFFF"/></w:pPr><w:del w:id="2"><w:r><w:delText>old</w:delText></w:r></w:del><w:ins w:id="3"><w:r><w:t>new</w:t></w:r></w:ins></w:p>`)
	f.Add(p + `<w:p><w:pPr><w:pStyle w:val="NomaMeta"/></w:pPr><w:r><w:t>severity: high · owner: Ann</w:t></w:r></w:p>`)
	f.Add(`<w:tbl><w:tblPr><w:tblStyle w:val="NomaLayout"/></w:tblPr><w:tr><w:tc>` + p + `</w:tc></w:tr></w:tbl>`)
	f.Add(`<w:p><w:hyperlink w:anchor="n_a_b_c_d_e_00000000"><w:r><w:t>x</w:t></w:r></w:hyperlink></w:p>`)
	f.Fuzz(func(t *testing.T, body string) {
		var out bytes.Buffer
		w := opc.NewWriter(&out)
		w.AddRel("", "http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument", "word/document.xml", false)
		main := `<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body>` + body + `</w:body></w:document>`
		if err := w.AddPart("word/document.xml", "application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml", []byte(main)); err != nil {
			t.Fatal(err)
		}
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
		pkg, err := opc.Read(bytes.NewReader(out.Bytes()), int64(out.Len()), opc.Limits{})
		if err != nil {
			t.Fatal(err)
		}
		d, err := wml.Read(pkg, wml.Options{})
		if err != nil {
			return // not XML
		}
		first := asJSON(t, extract.Extract(d))
		r, err := extract.DecodeReview([]byte(first))
		if err != nil {
			t.Fatalf("%v\n%s", err, first)
		}
		if again := asJSON(t, r); again != first {
			t.Fatalf("before:\n%s\nafter:\n%s", first, again)
		}
	})
}
