package patch

import (
	"fmt"
	"strings"
	"testing"

	"github.com/nomadocx/nomadocx/noma"
	"github.com/nomadocx/nomadocx/source"
)

// report is a text of n sections, each with prose, a list, a table, a claim and a note.
func report(n int) string {
	var b strings.Builder
	b.WriteString("# Report\n\n")
	for i := range n {
		fmt.Fprintf(&b, "## Section %d {id=\"sec-%d\"}\n\nA paragraph with **bold**, *italic* and [[claim-%d]].\n\n- one\n- two\n\n", i, i, i)
		fmt.Fprintf(&b, "::table{id=\"table-%d\" header}\n| Name | Value |\n| A | 1 |\n| B | 2 |\n| C | 3 |\n::\n\n", i)
		fmt.Fprintf(&b, "::claim{id=\"claim-%d\" confidence=0.8}\nSomething is the case in %d.\n::\n\n", i, i)
		fmt.Fprintf(&b, "::footnote{id=\"note-%d\" for=\"claim-%d\"}\nSee there.\n::\n\n", i, i)
	}
	return b.String()
}

// edits are fifty operations in ten sections, as a review brings them back: a heading, a claim and
// three cells of a table each.
func edits(n int) []Op {
	var ops []Op
	for k := range 10 {
		i := k * n / 10
		ops = append(ops, Op{Op: "update_heading", ID: fmt.Sprintf("sec-%d", i), Title: "Changed"},
			Op{Op: "replace_body", ID: fmt.Sprintf("claim-%d", i), Content: "Something else."})
		for row := range 3 {
			ops = append(ops, Op{Op: "update_table_cell", ID: fmt.Sprintf("table-%d", i), Row: row, Column: At(1), Value: "9"})
		}
	}
	return ops
}

func BenchmarkApply(b *testing.B) {
	for _, n := range []int{10, 100, 1000, 5000} {
		text := report(n)
		for name, ops := range map[string][]Op{"1 op": edits(n)[1:2], "50 ops": edits(n)} {
			b.Run(fmt.Sprintf("%d sections/%s", n, name), func(b *testing.B) {
				b.SetBytes(int64(len(text)))
				b.ReportAllocs()
				for b.Loop() {
					res, err := Apply(source.NewFile("", text), ops, Options{})
					if err != nil || res.Stages != 1 {
						b.Fatalf("%d stages, %v", res.Stages, err)
					}
				}
			})
		}
		b.Run(fmt.Sprintf("%d sections/parse", n), func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			b.ReportAllocs()
			for b.Loop() {
				if _, _, err := noma.Parse(source.NewFile("", text), noma.Options{}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
