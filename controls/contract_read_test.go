package controls_test

import (
	"bytes"
	"testing"

	"github.com/nomadocx/nomadocx/controls"
	"github.com/nomadocx/nomadocx/opc"
	"github.com/nomadocx/nomadocx/wml"
)

func readWord(t *testing.T, data []byte) *wml.Document {
	t.Helper()
	p, err := opc.Read(bytes.NewReader(data), int64(len(data)), opc.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	d, err := wml.Read(p, wml.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func TestFormDataAsTheContract(t *testing.T) {
	for word, want := range map[string]string{
		"kitchen-sink/document.docx":     "kitchen-sink/docx-data.json",
		"word-review-loop/document.docx": "word-review-loop/docx-data.json",
		"edit-loop/returned.docx":        "edit-loop/returned.docx-data.json",
	} {
		if got, want := asJSON(t, controls.Decode(readWord(t, contractFile(t, word)))), compact(t, contractFile(t, want)); got != want {
			t.Errorf("%s:\ngot  %s\nwant %s", word, got, want)
		}
	}
}
