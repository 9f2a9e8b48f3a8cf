package controls_test

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"github.com/nomadocx/nomadocx/controls"
)

// contractFile reads a file of the other implementation (see golden/contract/README.md).
func contractFile(t *testing.T, name string) []byte {
	t.Helper()
	out, err := os.ReadFile(filepath.Join("..", "golden", "contract", filepath.FromSlash(name)))
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func compact(t *testing.T, in []byte) string {
	t.Helper()
	var b bytes.Buffer
	if err := json.Compact(&b, in); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// The form data of the contract's documents makes the contract's reports and sources.
func TestSyncAsTheContract(t *testing.T) {
	for _, c := range []struct {
		source, data   string
		report, synced string
		deviation      string // the report we want instead, and why
	}{
		{"edit-loop/input.noma", "edit-loop/returned.docx-data.json", "edit-loop/expected.sync.report.json", "edit-loop/expected.synced.noma", ""},
		{"word-review-loop/input.noma", "word-review-loop/docx-data.json", "word-review-loop/noop-sync.report.json", "word-review-loop/input.noma", ""},
		// differences.md B19: the other implementation gives an untouched empty field default=" ".
		{"kitchen-sink/input.noma", "kitchen-sink/docx-data.json", "kitchen-sink/noop-sync.report.json", "kitchen-sink/input.noma",
			`{"changes":[],"unmatched":[],"taskChanges":[],"unmatchedTasks":[]}`},
	} {
		data, err := controls.DecodeData(contractFile(t, c.data))
		if err != nil {
			t.Fatal(err)
		}
		text, r := patched(t, string(contractFile(t, c.source)), data, controls.Options{})
		want := compact(t, contractFile(t, c.report))
		if c.deviation != "" {
			if want == c.deviation {
				t.Errorf("%s: the deviation is none any more", c.source)
			}
			want = c.deviation
		}
		if got := asJSON(t, r.Report); got != want {
			t.Errorf("%s: got %s\nwant %s", c.source, got, want)
		}
		if text != string(contractFile(t, c.synced)) {
			t.Errorf("%s: the source is not %s but\n%s", c.source, c.synced, text)
		}
	}
}
