package controls_test

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"github.com/nomadocx/nomadocx/controls"
	"github.com/nomadocx/nomadocx/golden"
	"github.com/nomadocx/nomadocx/internal/office/opc"
	"github.com/nomadocx/nomadocx/internal/office/wml"
	"github.com/nomadocx/nomadocx/layout"
	"github.com/nomadocx/nomadocx/render/docx"
)

// TestDocuments: what the form fields and tasks of whole documents say in their Word files, and that this,
// given back as it is, changes nothing.
func TestDocuments(t *testing.T) {
	fields := 0
	for _, file := range golden.Own(t, "..") {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		var b bytes.Buffer
		if err := docx.Render(&b, layout.Build(parse(t, string(text)), layout.Options{Control: controls.Of}), docx.Options{}); err != nil {
			t.Fatal(err)
		}
		data := controls.Decode(readWord(t, b.Bytes()))
		fields += len(data.Controls) + len(data.Tasks)
		out, err := json.MarshalIndent(data, "", "  ")
		if err != nil {
			t.Fatal(err)
		}
		golden.Check(t, filepath.Join(filepath.Dir(file), "docx-data.json"), append(out, '\n'))

		again, err := controls.DecodeData(out)
		if err != nil {
			t.Fatal(err)
		}
		after, r := patched(t, string(text), again, controls.Options{})
		if got := asJSON(t, r.Report); got != `{"changes":[],"unmatched":[],"taskChanges":[],"unmatchedTasks":[]}` {
			t.Errorf("%s: %s", file, got)
		}
		if after != string(text) {
			t.Errorf("%s: the source changed", file)
		}
	}
	if fields < 15 {
		t.Errorf("only %d fields and tasks", fields)
	}
}

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
