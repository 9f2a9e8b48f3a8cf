package noma_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/nomadocx/nomadocx/internal/testkit/docgen"
	"github.com/nomadocx/nomadocx/internal/testkit/slow"
	"github.com/nomadocx/nomadocx/noma"
	"github.com/nomadocx/nomadocx/noma/source"
)

// documents is how many documents each law is held against.
const documents = 10_000

type seeded struct{ r *rand.Rand }

func (c seeded) Intn(n int) int { return c.r.IntN(n) }

// generated returns a document for a number: half of them hostile, a quarter odd but valid, a quarter ordinary.
func generated(seed int) (text string, valid bool) {
	c := seeded{rand.New(rand.NewPCG(uint64(seed), 3))}
	switch seed % 4 {
	case 0:
		return docgen.Commented(c, 8), false
	case 1:
		return docgen.Hostile(c, 8, true), true
	}
	return docgen.Hostile(c, 8, false), false
}

// TestLawsOfGeneratedDocuments: spans tile the file, texts map back to it, diagnostics have places, and
// the line ends do not matter. A valid document is one about which there is no error.
func TestLawsOfGeneratedDocuments(t *testing.T) {
	slow.Test(t, "much memory and time")
	toLF := strings.NewReplacer("\r\n", "\n", "\r", "\n")
	mistakes := 0
	for seed := range documents {
		text, valid := generated(seed)
		d, diagnostics, err := noma.Parse(source.NewFile("", text), noma.Options{Filename: "dir/01-doc.noma"})
		if err != nil {
			t.Fatalf("document %d: %v\n%q", seed, err, text)
		}
		if diagnostics.HasErrors() {
			mistakes++
			if valid {
				t.Fatalf("document %d: %v\n%q", seed, diagnostics, text)
			}
		}
		if err := noma.CheckTree(d); err != nil {
			t.Fatalf("document %d: %v\n%q", seed, err, text)
		}
		if err := noma.CheckDiagnostics(d.File, diagnostics); err != nil {
			t.Fatalf("document %d: %v\n%q", seed, err, text)
		}
		for n := range noma.Walk(d) {
			if err := noma.CheckInlineOf(d.File, n); err != nil {
				t.Fatalf("document %d: %v\n%q", seed, err, text)
			}
		}
		want := noma.Outline(d)
		for _, eol := range []string{"\n", "\r\n", "\r"} {
			other := strings.ReplaceAll(toLF.Replace(text), "\n", eol)
			same, _, err := noma.Parse(source.NewFile("", other), noma.Options{Filename: "dir/01-doc.noma"})
			if err != nil {
				t.Fatalf("document %d with %q: %v", seed, eol, err)
			}
			if got := noma.Outline(same); got != want {
				t.Fatalf("document %d with %q: tree is\n%swant\n%s", seed, eol, got, want)
			}
		}
	}
	if mistakes < documents/10 {
		t.Errorf("only %d documents have a mistake", mistakes)
	}
}
