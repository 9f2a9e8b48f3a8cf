package docx_test

import (
	"archive/zip"
	"bytes"
	"fmt"
	"io"
	"strings"

	"github.com/nomadocx/nomadocx/layout"
	"github.com/nomadocx/nomadocx/noma"
	"github.com/nomadocx/nomadocx/noma/source"
	"github.com/nomadocx/nomadocx/render/docx"
)

func ExampleRender() {
	d, _, err := noma.Parse(source.NewFile("hello.noma", "# Hello {id=\"hello\"}\n\nA **bold** word.\n"), noma.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	var out bytes.Buffer
	if err := docx.Render(&out, layout.Build(d, layout.Options{}), docx.Options{}); err != nil {
		fmt.Println(err)
		return
	}

	// A .docx is a ZIP archive of XML parts; the text is in word/document.xml.
	z, err := zip.NewReader(bytes.NewReader(out.Bytes()), int64(out.Len()))
	if err != nil {
		fmt.Println(err)
		return
	}
	f, err := z.Open("word/document.xml")
	if err != nil {
		fmt.Println(err)
		return
	}
	document, _ := io.ReadAll(f)
	_, body, _ := strings.Cut(string(document), "<w:body>")
	body, _, _ = strings.Cut(body, "<w:sectPr>")
	fmt.Print(strings.ReplaceAll(body, "</w:p>", "</w:p>\n"))
	// Output:
	// <w:p><w:pPr><w:pStyle w:val="Heading1"/></w:pPr><w:bookmarkStart w:id="1" w:name="n_hello_3610a686"/><w:r><w:t xml:space="preserve">Hello</w:t></w:r><w:bookmarkEnd w:id="1"/></w:p>
	// <w:p><w:r><w:t xml:space="preserve">A </w:t></w:r><w:r><w:rPr><w:b/></w:rPr><w:t xml:space="preserve">bold</w:t></w:r><w:r><w:t xml:space="preserve"> word.</w:t></w:r></w:p>
}
