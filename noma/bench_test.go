package noma

import (
	"fmt"
	"strings"
	"testing"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/extension"
	gtext "github.com/yuin/goldmark/text"
)

// report writes a document of n sections as reports are: prose, a list, a table, a claim with a note
// and a comment in each.
func report(n int) string { return written(n, true) }

// markdownReport returns the same document as Markdown: what is a block in .noma is a quote or a paragraph.
func markdownReport(n int) string { return written(n, false) }

func written(n int, noma bool) string {
	var b strings.Builder
	block := func(opener, text, markdown string) {
		if noma {
			b.WriteString(opener + "\n" + text + "\n::\n\n")
		} else {
			b.WriteString(markdown + text + "\n\n")
		}
	}
	if noma {
		b.WriteString("---\ntitle: Report\nauthor: Bench\n---\n\n")
	}
	b.WriteString("# Report\n\n")
	for i := range n {
		fmt.Fprintf(&b, "## Section %d of the report {id=\"sec-%d\"}\n\n", i, i)
		for k := range 3 {
			fmt.Fprintf(&b, "Revenue in region %d was **above plan** while *costs* stayed flat, see [the filing](https://example.com/s%d/p%d) "+
				"and run `report_%d` again. Demand for capacity in the second half remains the largest open point for supply and hedging.\n\n", k, i, k, i)
		}
		b.WriteString("- suppliers confirmed the new delivery schedule\n- retention moved within its usual range\n- no incident was reported\n\n")
		if noma {
			fmt.Fprintf(&b, "::table{id=\"tbl-%d\" title=\"Plan and actual\" header align=\"l,r,r\"}\n| Region | Plan | Actual |\n", i)
		} else {
			b.WriteString("Plan and actual\n\n| Region | Plan | Actual |\n| :--- | ---: | ---: |\n")
		}
		for k := range 5 {
			fmt.Fprintf(&b, "| North %d | %d 400 | %d.5%% |\n", k, i, k*7)
		}
		if noma {
			b.WriteString("::\n")
		}
		b.WriteString("\n")
		block(fmt.Sprintf("::claim{id=\"claim-%d\" confidence=0.%d noverify}", i, 5+i%4), "Growth continues for the rest of the year under the adjusted budget.", "> ")
		block(fmt.Sprintf("::footnote{id=\"fn-%d\" for=\"claim-%d\"}", i, i), "Measured at constant currency.", "")
		block(fmt.Sprintf("::comment{id=\"cm-%d\" parent=\"claim-%d\" author=\"Legal\" date=\"2026-03-01\"}", i, i), "Who has checked this number?", "> ")
	}
	return b.String()
}

// BenchmarkParse measures the tree alone, the tree with all inline markup, and, as a yardstick, a
// CommonMark parser (which always reads both) on the same document in Markdown. MB/s must not depend
// on the number of sections.
func BenchmarkParse(b *testing.B) {
	for _, n := range []int{10, 100, 1000, 5000} {
		text := report(n)
		b.Run(fmt.Sprintf("blocks/%d", n), func(b *testing.B) {
			measure(b, text, func() { parse(b, text) })
		})
		b.Run(fmt.Sprintf("blocks+inline/%d", n), func(b *testing.B) {
			measure(b, text, func() {
				for n := range Walk(parse(b, text)) {
					inlineOf(n)
				}
			})
		})
		markdown := []byte(markdownReport(n))
		reader := goldmark.New(goldmark.WithExtensions(extension.Table)).Parser()
		b.Run(fmt.Sprintf("goldmark/%d", n), func(b *testing.B) {
			measure(b, string(markdown), func() { reader.Parse(gtext.NewReader(markdown)) })
		})
	}
}

func measure(b *testing.B, text string, f func()) {
	b.SetBytes(int64(len(text)))
	b.ReportAllocs()
	for b.Loop() {
		f()
	}
}

// inlineOf parses all the running text of a node.
func inlineOf(n Node) {
	switch n := n.(type) {
	case *Section:
		ParseInline(n.Title.S)
	case *Paragraph:
		ParseInline(n.Content.S)
	case *Quote:
		ParseInline(n.Content.S)
	case *ListItem:
		ParseInline(n.Content.S)
	case *Table:
		for _, row := range append([][]Cell{n.Header}, n.Rows...) {
			for _, c := range row {
				ParseInline(c.Text)
			}
		}
	}
}

// BenchmarkParseLarge is a text of 100 MB.
func BenchmarkParseLarge(b *testing.B) {
	one := report(1000)
	text := strings.Repeat(one, 100<<20/len(one)+1)
	measure(b, text, func() { parse(b, text) })
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
