package noma

import (
	"fmt"
	"strings"
	"testing"

	"github.com/nomadocx/nomadocx/source"
)

// report writes a document of n sections as reports are: prose, a list, a table, a claim with a note
// and a comment in each.
func report(n int) string {
	var b strings.Builder
	b.WriteString("---\ntitle: Report\nauthor: Bench\n---\n\n# Report\n\n")
	for i := range n {
		fmt.Fprintf(&b, "## Section %d of the report {id=\"sec-%d\"}\n\n", i, i)
		for k := range 3 {
			fmt.Fprintf(&b, "Revenue in region %d was **above plan** while *costs* stayed flat, see [the filing](https://example.com/s%d/p%d) "+
				"and run `report_%d` again. Demand for capacity in the second half remains the largest open point for supply and hedging.\n\n", k, i, k, i)
		}
		b.WriteString("- suppliers confirmed the new delivery schedule\n- retention moved within its usual range\n- no incident was reported\n\n")
		fmt.Fprintf(&b, "::table{id=\"tbl-%d\" title=\"Plan and actual\" header align=\"l,r,r\"}\n| Region | Plan | Actual |\n", i)
		for k := range 5 {
			fmt.Fprintf(&b, "| North %d | %d 400 | %d.5%% |\n", k, i, k*7)
		}
		fmt.Fprintf(&b, "::\n\n::claim{id=\"claim-%d\" confidence=0.%d noverify}\nGrowth continues for the rest of the year under the adjusted budget.\n::\n\n", i, 5+i%4)
		fmt.Fprintf(&b, "::footnote{id=\"fn-%d\" for=\"claim-%d\"}\nMeasured at constant currency.\n::\n\n", i, i)
		fmt.Fprintf(&b, "::comment{id=\"cm-%d\" parent=\"claim-%d\" author=\"Legal\" date=\"2026-03-01\"}\nWho has checked this number?\n::\n\n", i, i)
	}
	return b.String()
}

func BenchmarkParse(b *testing.B) {
	f := source.NewFile("", report(5000))
	b.SetBytes(int64(len(f.Text)))
	b.ReportAllocs()
	for b.Loop() {
		if _, _, err := Parse(f, Options{}); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkParseInline(b *testing.B) {
	d := parse(b, report(1000))
	var texts []string
	size := 0
	for n := range Walk(d) {
		if p, ok := n.(*Paragraph); ok {
			texts = append(texts, p.Content.S)
			size += len(p.Content.S)
		}
	}
	b.SetBytes(int64(size))
	b.ReportAllocs()
	for b.Loop() {
		for _, s := range texts {
			ParseInline(s)
		}
	}
}
