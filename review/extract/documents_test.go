package extract_test

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"github.com/nomadocx/nomadocx/controls"
	"github.com/nomadocx/nomadocx/golden"
	"github.com/nomadocx/nomadocx/internal/office/opc"
	"github.com/nomadocx/nomadocx/internal/office/wml"
	"github.com/nomadocx/nomadocx/layout"
	"github.com/nomadocx/nomadocx/noma"
	"github.com/nomadocx/nomadocx/noma/source"
	"github.com/nomadocx/nomadocx/render/docx"
	"github.com/nomadocx/nomadocx/review/extract"
)

// TestDocuments: the review data of the Word files of whole documents.
func TestDocuments(t *testing.T) {
	for _, file := range golden.Own(t, "../..") {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		d, _, err := noma.Parse(source.NewFile(file, string(text)), noma.Options{})
		if err != nil {
			t.Fatal(err)
		}
		var b bytes.Buffer
		if err := docx.Render(&b, layout.Build(d, layout.Options{Control: controls.Of}), docx.Options{}); err != nil {
			t.Fatal(err)
		}
		r := extract.Extract(readWord(t, b.Bytes()))
		golden.Check(t, filepath.Join(filepath.Dir(file), "docx-review-data.json"), []byte(asJSON(t, r)))
	}
}

func readWord(t testing.TB, data []byte) *wml.Document {
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
