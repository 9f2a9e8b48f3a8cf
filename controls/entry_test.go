package controls_test

import (
	"bytes"
	"fmt"

	"github.com/nomadocx/nomadocx/controls"
	"github.com/nomadocx/nomadocx/render/docx"
)

func ExampleSyncFile() {
	const form = "::control{id=\"rate\" type=\"text\" label=\"Rate\" default=\"3\"}\n::\n"
	var file bytes.Buffer
	// Somebody would fill the form in; here the file is made with the other value.
	if err := docx.RenderText(&file, "form.noma", "::control{id=\"rate\" type=\"text\" label=\"Rate\" default=\"4\"}\n::\n", docx.TextOptions{}); err != nil {
		panic(err)
	}
	text, found, err := controls.SyncFile("form.noma", form, bytes.NewReader(file.Bytes()), int64(file.Len()), controls.Options{})
	if err != nil {
		panic(err)
	}
	fmt.Print(text)
	fmt.Println(len(found.Ops), "operation")
	// Output:
	// ::control{id="rate" type="text" label="Rate" default="4"}
	// ::
	// 1 operation
}
