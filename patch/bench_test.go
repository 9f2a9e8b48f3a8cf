package patch

import (
	"fmt"
	"strings"
	"testing"

	"github.com/nomadocx/nomadocx/noma"
	"github.com/nomadocx/nomadocx/noma/source"
)

// report returns a text of n sections, each with prose, a list, a table, a claim and a note; 5,000 of them are 8 MB.
func report(n int) string {
	var b strings.Builder
	b.WriteString("# Report\n\n")
	prose := strings.Repeat(strings.Repeat("Words that nobody changes. ", 16)+"\n\n", 3)
	for i := range n {
		fmt.Fprintf(&b, "## Section %d {id=\"sec-%d\"}\n\nA paragraph with **bold**, *italic* and [[claim-%d]].\n\n%s- one\n- two\n\n", i, i, i, prose)
		fmt.Fprintf(&b, "::table{id=\"table-%d\" header}\n| Name | Value |\n| A | 1 |\n| B | 2 |\n| C | 3 |\n::\n\n", i)
		fmt.Fprintf(&b, "::claim{id=\"claim-%d\" confidence=0.8}\nSomething is the case in %d.\n::\n\n", i, i)
		fmt.Fprintf(&b, "::footnote{id=\"note-%d\" for=\"claim-%d\"}\nSee there.\n::\n\n", i, i)
	}
	return b.String()
}

// edits returns operations all over a report, five for a section, as a review brings them back: a heading, a
// claim and three cells of a table each.
func edits(sections, ops int) []Op {
	var out []Op
	for k := range ops / 5 {
		i := k * sections / (ops / 5)
		out = append(out, Op{Op: "update_heading", ID: fmt.Sprintf("sec-%d", i), Title: fmt.Sprintf("Changed %d", k)},
			Op{Op: "replace_body", ID: fmt.Sprintf("claim-%d", i), Content: fmt.Sprintf("Something else %d.", k)})
		for row := range 3 {
			out = append(out, Op{Op: "update_table_cell", ID: fmt.Sprintf("table-%d", i), Row: row, Column: At(1), Value: fmt.Sprint(9 + k)})
		}
	}
	return out
}

// BenchmarkApply is one operation of every kind of effort, and a thousand; the time of a parse is there
// to compare.
func BenchmarkApply(b *testing.B) {
	for _, n := range []int{10, 100, 1000, 5000} {
		text := report(n)
		last := fmt.Sprintf("-%d", n-1)
		for _, c := range []struct {
			name string
			ops  []Op
		}{
			{"body", []Op{{Op: "replace_body", ID: "claim" + last, Content: "Something else."}}},
			{"comment", []Op{{Op: "add_comment", ID: "c", Target: "claim" + last, Content: "Really?"}}},
			{"delete", []Op{{Op: "delete_block", ID: "claim" + last}}},
			{"move", []Op{{Op: "move_block", ID: "claim" + last, Parent: "sec-0"}}},
			{"rename", []Op{{Op: "rename_id", From: "claim" + last, To: "c"}}},
			{"1000 ops", edits(n, 1000)},
		} {
			b.Run(fmt.Sprintf("%d sections/%s", n, c.name), func(b *testing.B) {
				b.SetBytes(int64(len(text)))
				b.ReportAllocs()
				for b.Loop() {
					res, err := Apply(source.NewFile("", text), c.ops, Options{})
					if err != nil {
						b.Fatal(err)
					}
					if n >= 1000 && res.parses > 0 { // besides the first
						b.Fatalf("%d parses", res.parses)
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
