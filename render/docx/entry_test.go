package docx_test

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/nomadocx/nomadocx/render/docx"
)

func ExampleRenderText() {
	var file bytes.Buffer
	if err := docx.RenderText(&file, "plan.noma", "# Plan\n\nWe leave at nine.\n", docx.TextOptions{}); err != nil {
		panic(err)
	}
	fmt.Println(strings.HasPrefix(file.String(), "PK"))
	// Output: true
}
