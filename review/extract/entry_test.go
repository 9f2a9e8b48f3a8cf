package extract_test

import (
	"bytes"
	"fmt"

	"github.com/nomadocx/nomadocx/render/docx"
	"github.com/nomadocx/nomadocx/review/extract"
)

func ExampleReadFile() {
	var file bytes.Buffer
	if err := docx.RenderText(&file, "plan.noma", "# Plan\n\nWe leave at nine.\n\n::comment{parent=\"plan\" author=\"Ana\"}\nWhy so early?\n::\n", docx.TextOptions{}); err != nil {
		panic(err)
	}
	review, err := extract.ReadFile(bytes.NewReader(file.Bytes()), int64(file.Len()))
	if err != nil {
		panic(err)
	}
	for _, c := range review.Comments {
		fmt.Println(c.Author, "asks:", c.Body)
	}
	// Output: Ana asks: Why so early?
}
