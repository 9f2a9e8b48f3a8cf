package docx

import (
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/nomadocx/nomadocx/internal/office/opc"
	"github.com/nomadocx/nomadocx/internal/office/wml"
	"github.com/nomadocx/nomadocx/layout"
)

// report returns a source text of n sections, each with prose, a list, a captioned table, a claim, a
// footnote and a comment: 45 paragraphs with those in cells.
func report(n int) string {
	var out strings.Builder
	out.WriteString("# Report {id=\"report\"}\n\n")
	for i := range n {
		fmt.Fprintf(&out, "## Section %d of the harbour {id=\"s%d\"}\n\n", i, i)
		for k := range 3 {
			fmt.Fprintf(&out, "The berth %d was **sounded twice** in week %d, and *every* depth agrees with [the survey](https://example.org/%d/%d); run `sound_%d` to see.\n\n",
				i, k, i, k, i)
		}
		out.WriteString("- silt from the north basin\n- sand from the south channel\n- nothing from the quay\n\n")
		fmt.Fprintf(&out, "::table{id=\"t%d\" title=\"Depth in week %d\" header align=\"l,l,r,r\"}\n| Berth | Crew | Plan | Actual |\n", i, i)
		for r := range 6 {
			fmt.Fprintf(&out, "| Berth %d | crew %d | %d.%d | %d.%d |\n", r, i%7, i%9, r, r, i%9)
		}
		fmt.Fprintf(&out, "::\n\n::claim{id=\"c%d\" confidence=0.8}\nSilt returns to berth %d within two years of dredging.\n::\n\n", i, i)
		fmt.Fprintf(&out, "::footnote{id=\"f%d\" for=\"c%d\"}\nSounded with lead in week %d.\n::\n\n", i, i, i)
		fmt.Fprintf(&out, "::comment{id=\"k%d\" for=\"c%d\" author=\"Ann\" date=\"2026-02-03\"}\nIs berth %d included?\n::\n\n", i, i, i)
	}
	return out.String()
}

var sizes = []int{10, 100, 1000, 5000}

// BenchmarkRender is the whole way from a plan to a package, with the layout of the body and
// deflating.
func BenchmarkRender(b *testing.B) {
	for _, n := range sizes {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			p := planOf(b, report(n))
			b.ReportAllocs()
			for b.Loop() {
				if err := Render(io.Discard, p, Options{}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// BenchmarkWriting is the share of this package alone: blocks that are laid out already become
// markup, which is thrown away.
func BenchmarkWriting(b *testing.B) {
	for _, n := range sizes {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			p := planOf(b, report(n))
			var blocks []layout.Block
			for x := range p.Body() {
				blocks = append(blocks, x)
			}
			b.ReportAllocs()
			for b.Loop() {
				r := &renderer{plan: p, pkg: opc.NewWriter(io.Discard), ids: &wml.IDs{}, media: newMedia()}
				w := wml.NewBuilder(io.Discard)
				w.IDs = r.ids
				w.LinkID = func(string) string { return "rId9" }
				s := &story{renderer: r, b: w, main: true}
				for _, x := range blocks {
					s.add(x)
				}
				s.finish()
				if err := w.Flush(); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
