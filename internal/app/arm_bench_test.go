package app

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/nomadocx/nomadocx/arm"
)

// longRecord returns a document with a record of n turns.
func longRecord(b *testing.B, n int) string {
	b.Helper()
	file := armDocument(b)
	a, err := OpenArm(context.Background(), file, nil)
	if err != nil {
		b.Fatal(err)
	}
	v, err := a.record()
	if err != nil {
		b.Fatal(err)
	}
	key, _ := armKey()
	// Each turn is made on an empty record, whose checks cost nothing, and the chain is tied here.
	var turns bytes.Buffer
	head := "null"
	for i := range n {
		id := fmt.Sprintf("t%d", i)
		draft, err := arm.Draft(v, arm.DraftOptions{TurnID: id, CreatedAt: "2026-01-01T00:00:00.000Z", Author: "us", AnchorID: "a", Decision: "propose",
			Artifacts: []arm.Value{arm.ArtifactInput{ID: id + ".1", Kind: "comment", Text: "A remark of some length, as people make them in a negotiation. It goes on for two lines."}.Value()}})
		if err != nil {
			b.Fatal(err)
		}
		text := bytes.Replace(draft.Canonical(), []byte(`"sequence":1`), fmt.Appendf(nil, `"sequence":%d`, i+1), 1)
		text = bytes.Replace(text, []byte(`"previousTurnHash":null`), []byte(`"previousTurnHash":`+head), 1)
		body, err := arm.Parse(text, arm.Limits{})
		if err != nil {
			b.Fatal(err)
		}
		turn := arm.Seal(body, key, "2026-01-01T00:00:00.000Z")
		head = `"` + turn.Text("turnHash") + `"`
		if i > 0 {
			turns.WriteByte(',')
		}
		turns.Write(turn.Canonical())
	}
	long := bytes.Replace(v.Canonical(), []byte(`"ledger":[]`), []byte(`"ledger":[`+turns.String()+`]`), 1)
	if _, err := ImportArm(context.Background(), file, long, ArmOptions{Now: "2026-01-01T00:00:00.000Z"}); err != nil {
		b.Fatal(err)
	}
	return file
}

// Acceptance criterion 26: verifying a Word file with 1,000 turns takes under 2 s, adding one under 4 s.
func BenchmarkArmVerify1000Turns(b *testing.B) {
	file := longRecord(b, 1000)
	b.ResetTimer()
	for b.Loop() {
		a, err := OpenArm(context.Background(), file, nil)
		if err != nil {
			b.Fatal(err)
		}
		if r := a.Verify(); r.Result != arm.Valid || r.TurnCount != 1000 {
			b.Fatal(r.Result)
		}
	}
}

func BenchmarkArmAppend1000Turns(b *testing.B) {
	file := longRecord(b, 1000)
	text, err := os.ReadFile(file)
	if err != nil {
		b.Fatal(err)
	}
	copied := filepath.Join(b.TempDir(), "copy.docx")
	b.ResetTimer()
	for b.Loop() {
		b.StopTimer()
		if err := os.WriteFile(copied, text, 0o600); err != nil {
			b.Fatal(err)
		}
		b.StartTimer()
		if err := appendComment(copied, "one-more"); err != nil {
			b.Fatal(err)
		}
	}
}
