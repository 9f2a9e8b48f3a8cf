package compute

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/nomadocx/nomadocx/golden"
	"github.com/nomadocx/nomadocx/noma"
	"github.com/nomadocx/nomadocx/noma/source"
)

// TestDocuments: the values of computed blocks are those that the expected text for a language model has,
// number for number.
func TestDocuments(t *testing.T) {
	values := 0
	for _, f := range golden.Own(t, "../..") {
		printed, err := os.ReadFile(filepath.Join(filepath.Dir(f), "render.llm.txt"))
		if err != nil {
			t.Fatal(err)
		}
		text, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		d, _, err := noma.Parse(source.NewFile("input.noma", string(text)), noma.Options{})
		if err != nil {
			t.Fatal(err)
		}
		var want, got []string
		for block := range strings.SplitSeq(string(printed), "[COMPUTED_") {
			for line := range strings.SplitSeq(block, "\n") {
				if block != string(printed) && (strings.HasPrefix(line, "default: ") || strings.HasPrefix(line, "default_series (")) {
					want = append(want, line)
					break
				}
			}
		}
		env := Eval(d)
		for n := range noma.Walk(d) {
			if b, ok := n.(*noma.Directive); ok && IsComputed(b) {
				got = append(got, defaultLine(env, b))
				values++
			}
		}
		if diff := golden.Difference([]byte(strings.Join(want, "\n")), []byte(strings.Join(got, "\n"))); diff != "" {
			t.Errorf("%s: %s", f, diff)
		}
	}
	if values < 8 {
		t.Errorf("only %d computed blocks", values)
	}
}

// defaultLine returns the line of a block (clarification 37): a value, the values of a plot, or the pairs of
// a table.
func defaultLine(env *Env, b *noma.Directive) string {
	if b.Name == "computed_metric" {
		v, _ := env.Metric(b)
		return "default: " + Format(v)
	}
	s, _ := env.Series(b)
	var points []string
	for _, p := range s.Points {
		point := Format(p.Y)
		if b.Name == "computed_table" {
			point = Format(p.X) + "=" + point
		}
		points = append(points, point)
	}
	return "default_series (" + s.Variable + "): " + strings.Join(points, ", ")
}
