package arm

import (
	"bytes"
	"encoding/json"
	"testing"

	files "github.com/nomadocx/nomadocx/golden"
)

// tamperRow is a row of the tamper table as a file holds it, for tests of the command. Compared is the code
// that comparing the record with the golden one gives.
type tamperRow struct {
	Name     string          `json:"name"`
	Errors   []Code          `json:"errors"`
	Warnings []Code          `json:"warnings"`
	Compared Code            `json:"compared,omitempty"`
	Record   json.RawMessage `json:"record"`
}

// TestTamperFile keeps testdata/tampered.jsonl, one row of the table in each line, what the table says.
func TestTamperFile(t *testing.T) {
	g := golden(t)
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	row := func(r tamperRow) {
		if err := enc.Encode(r); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range tamperCases {
		row(tamperRow{Name: c.name, Errors: append([]Code{}, c.errors...), Warnings: append([]Code{}, c.warnings...), Record: c.record(g).Canonical()})
	}
	other := reseal(g, 2, "", func(b Value) Value { return set(b, "/decision", text("reject")) })
	row(tamperRow{Name: "the last turn is another", Errors: []Code{}, Warnings: []Code{}, Compared: ForkDetected, Record: other.Canonical()})
	files.Check(t, "testdata/tampered.jsonl", b.Bytes())
}
