package wml

import (
	"fmt"
)

func ExampleRead() {
	d, err := readFile(file{body(`<w:p><w:r><w:t xml:space="preserve">The ferry leaves at </w:t></w:r>` +
		`<w:del w:id="1" w:author="Ann"><w:r><w:delText>seven</w:delText></w:r></w:del>` +
		`<w:ins w:id="2" w:author="Ann"><w:r><w:t>eight</w:t></w:r></w:ins></w:p>`)})
	if err != nil {
		fmt.Println(err)
		return
	}
	p := d.Stories[0].Blocks[0].(*Paragraph)
	fmt.Println(p.Text(Current))
	fmt.Println(p.Text(Original))
	// Output:
	// The ferry leaves at eight
	// The ferry leaves at seven
}
