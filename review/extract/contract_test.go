package extract_test

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"testing"

	"github.com/nomadocx/nomadocx/golden"
	"github.com/nomadocx/nomadocx/layout"
	"github.com/nomadocx/nomadocx/opc"
	"github.com/nomadocx/nomadocx/review/extract"
	"github.com/nomadocx/nomadocx/wml"
)

// contractFile reads a file of the other implementation (see golden/contract/README.md).
func contractFile(t testing.TB, name string) []byte {
	t.Helper()
	out, err := os.ReadFile(filepath.Join("..", "..", "golden", "contract", filepath.FromSlash(name)))
	if err != nil {
		t.Fatal(err)
	}
	return out
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

// contractDocuments are documents with the review data the other implementation reads from them.
// tasks are blocks whose metadata only we read: the other one does not know the label of a task by
// its check box (contract differences.md A16), although the format wants it.
var contractDocuments = []struct {
	word, review string
	tasks        []string
}{
	{"kitchen-sink/document.docx", "kitchen-sink/docx-review-data.json", []string{"at1"}},
	{"word-review-loop/document.docx", "word-review-loop/docx-review-data.json", nil},
	{"edit-loop/returned.docx", "edit-loop/returned.review-data.json", []string{"task"}},
}

func TestReviewDataAsTheContract(t *testing.T) {
	for _, c := range contractDocuments {
		r := extract.Extract(readWord(t, contractFile(t, c.word)))
		for _, id := range c.tasks {
			if !withoutMetadata(r, layout.AnchorName(id)) {
				t.Errorf("%s: the fields of task %s were not read", c.word, id)
			}
		}
		if d := golden.Difference(contractFile(t, c.review), []byte(asJSON(t, r))); d != "" {
			t.Errorf("%s: %s", c.word, d)
		}
	}
}

// withoutMetadata takes the entry of one block out and numbers the others anew.
func withoutMetadata(r *extract.Review, anchor string) bool {
	n := len(r.BlockMetadata)
	r.BlockMetadata = slices.DeleteFunc(r.BlockMetadata, func(m extract.BlockMetadata) bool { return slices.Contains(m.Anchors, anchor) })
	for i := range r.BlockMetadata {
		r.BlockMetadata[i].NativeID = strconv.Itoa(i)
	}
	return len(r.BlockMetadata) == n-1
}
