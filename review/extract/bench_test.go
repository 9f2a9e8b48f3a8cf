package extract_test

import (
	"fmt"
	"testing"

	"github.com/nomadocx/nomadocx/internal/office/wml"
	"github.com/nomadocx/nomadocx/layout"
	"github.com/nomadocx/nomadocx/review/extract"
)

// report returns a document of n sections with a bit of everything in each.
func report(n int) *wml.Document {
	d := doc()
	s := d.Stories[0]
	for i := range n {
		id := fmt.Sprintf("section-%d", i)
		grid := table(layout.TableData)
		for r := range 5 {
			grid.Rows = append(grid.Rows, table("", row(fmt.Sprint(r), "words in a cell", "3.5")).Rows...)
		}
		s.Blocks = append(s.Blocks,
			heading(2, id, "A section with a title"),
			text("Some words before ", bold("weight"), " and after, see ", toBlock(id+"-risk", "the risk"), "."),
			text("A second paragraph with nothing in particular in it but words."),
			label(id+"-risk", "Risk (high)"), framed("What may ", deleted("1", "Ann", "happen"), inserted("2", "Ann", "go wrong"), "."),
			meta("severity: high · owner: Ann · status: open"),
			para(layout.StyleCaption, bookmark(id+"-table"), "Table ", field("SEQ Table", fmt.Sprint(i)), ": Numbers"), grid,
			label(id+"-metric", "Metric: Growth"), inFrame(para(layout.StyleMetricValue, "12%")), meta("status: ok · trend: up"),
		)
	}
	return d
}

func BenchmarkExtract(b *testing.B) {
	for _, n := range []int{10, 100, 1000, 5000} {
		d := report(n)
		b.Run(fmt.Sprintf("sections=%d", n), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				extract.Extract(d)
			}
		})
	}
}
