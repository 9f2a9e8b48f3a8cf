package pipeline

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/nomadocx/nomadocx/opc"
)

// TestOddSources: what nobody means to write is a Word file all the same: the same one every time, of
// well-formed parts, and quiet when it comes back, also in the dress of a reference document.
func TestOddSources(t *testing.T) {
	files, err := filepath.Glob("testdata/odd/*.noma")
	if err != nil || len(files) < 30 {
		t.Fatalf("%d sources, %v", len(files), err)
	}
	for _, name := range files {
		t.Run(strings.TrimSuffix(filepath.Base(name), ".noma"), func(t *testing.T) {
			text, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			file := sentWord(t, string(text))
			if !bytes.Equal(file, sentWord(t, string(text))) {
				t.Error("rendering again gives other bytes")
			}
			rezipped(t, file, func(part, content string) string {
				if ext := filepath.Ext(part); (ext == ".xml" || ext == ".rels") && !opc.WellFormed([]byte(content)) {
					t.Errorf("%s is not well-formed", part)
				}
				return content
			})
			dressed := wordWith(t, string(text), WordOptions{ReferenceDoc: "../render/docx/testdata/templates/german.dotx"})
			for _, back := range [][]byte{file, dressed} {
				s, err := FromText("a.noma", string(text))
				if err != nil {
					t.Fatal(err)
				}
				got, err := SyncReview(t.Context(), s, "-", bytes.NewReader(back))
				if err != nil {
					t.Fatal(err)
				}
				if got.Text != string(text) || len(got.Findings) > 0 {
					t.Errorf("nobody edited it:\n%s", got.Report)
				}
			}
		})
	}
}
