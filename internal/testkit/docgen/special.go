package docgen

import (
	"fmt"
	"strings"
)

// pixel is a picture of one dot.
const pixel = "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="

// from returns where a figure, chart or table is from, for some of them.
func (g *gen) from() string {
	return []string{"", ` source="Survey of *May*"`, ` source="` + g.ids[0] + `"`, ` source="https://example.org/a"`}[len(g.out)%4]
}

// special makes the directives that are not in the table.
func (g *gen) special(fence int, colons string) {
	id := g.id()
	open := func(name, attrs string) { g.line(fmt.Sprintf(`%s%s{id="%s" %s}`, colons, name, id, attrs)) }
	switch g.c.Intn(18) {
	case 0, 1:
		open("table", g.pick([]string{`header title="` + g.words(2) + `" align="l,r"`, `header`, ``, `caption="` + g.words(2) + `"`})+g.from())
		for range 2 + g.c.Intn(4) {
			g.line("| " + g.cell() + " | " + g.cell() + " |")
		}
	case 2:
		open("dataset", `title="`+g.words(2)+`"`)
		g.line("schema:", "  name: string", "  n: number", "rows:")
		for range 1 + g.c.Intn(4) {
			g.line(fmt.Sprintf("  - [%q, %d.%d]", g.words(2), g.c.Intn(90), g.c.Intn(10)))
		}
	case 3:
		open("dataset", `format="csv"`)
		g.line("name,n")
		for range 1 + g.c.Intn(4) {
			g.line(fmt.Sprintf("%s,%d", g.pick([]string{g.words(2), `"` + g.words(1) + `, ` + g.words(1) + `"`}), g.c.Intn(99)))
		}
	case 4:
		open("dataset", `format="json"`)
		g.line("[", `  {"name": "a", "n": 1},`, `  {"name": "b", "n": 2.5}`, "]")
	case 5:
		open("figure", `src="`+pixel+`" alt="`+g.words(2)+`" caption="`+g.words(3)+`"`+g.from())
	case 6:
		open("control", g.pick([]string{`type="text" label="Name" default="x"`, `type="number" label="Size" default=5 min=1 max=9`,
			`type="select" label="Mode" options="a=Alpha,b=Beta" default="b"`, `type="date" label="When" default="2026-05-01"`,
			`type="checkbox" label="Flag" default=true`, `type="slider" default=3`, `label="Bare"`}))
	case 7:
		open("toc", g.pick([]string{`depth=2`, `of="tables"`, `of="figures" title="Pictures"`}))
	case 8:
		open("button", `href="https://example.org" label="`+g.words(2)+`"`)
	case 9:
		open("export_button", `format="json"`)
		g.line("Label: " + g.words(2))
	case 10:
		if len(g.out)%4 == 1 {
			g.line(`$$a = \frac{b}{c}$$ {id="`+id+`"}`, "")
			return
		}
		open("math", []string{"", "", "numbered"}[len(g.out)%3])
		g.line(`a = \frac{b}{c}\text{ for ｛n｝ at ＄5 and \{m\}}`)
	case 11:
		open("diagram", `kind="mermaid"`)
		g.line("flowchart LR", "  A --> B")
	case 12:
		open("computed_table", `formula="x * 2.5" domain="x:0..3" title="`+g.words(2)+`"`)
	case 13:
		open("computed_plot", `formula="x * 2" domain="x:0..3"`)
		g.line("title: " + g.words(2))
	case 14:
		open("plot", `data="1,2,3" title="`+g.words(2)+`"`+g.from())
	case 15:
		if fence == 2 {
			g.line(colons + g.pick([]string{"pagebreak", `page_setup{orientation="landscape"}`, `page_setup{orientation="portrait"}`}))
		} else {
			open("pagebreak", "")
		}
	case 16:
		open("state_change", `block="`+g.pick(g.ids)+`" attribute="value" from="1" to="2" reason="`+g.words(3)+`" at="2026-10-05"`)
	default:
		open("html", "trusted")
		g.line("<b>x</b>")
	}
	g.line(colons)
}

// attachment is something that belongs to a block.
func (g *gen) attachment() {
	if len(g.ids) == 0 {
		return
	}
	target := g.pick(g.ids)
	id := g.id()
	switch g.c.Intn(6) {
	case 0:
		g.line(fmt.Sprintf(`::comment{id="%s" parent="%s" author="Jo Kim" date="2026-05-01"}`, id, target), g.inline(), "::", "")
		if g.one(2) {
			g.line(fmt.Sprintf(`::comment{id="%s" reply_to="%s" author="Lee" date="2026-05-02"}`, g.id(), id), g.flat(), "::", "")
		}
	case 1:
		g.line(fmt.Sprintf(`::comment{id="%s" parent="%s" author="Mo" status="resolved" resolved_by="Ann"}`, id, target), g.flat(), "", g.flat(), "::", "")
	case 2:
		g.line(fmt.Sprintf(`::footnote{id="%s" for="%s"}`, id, target), g.inline(), "::", "")
	case 3:
		g.line(fmt.Sprintf(`::endnote{id="%s" for="%s"}`, id, target), g.flat(), "::", "")
	case 4:
		g.line(fmt.Sprintf(`::change_request{id="%s" target="%s" action="replace" from="%s" to="%s" author="Nia" date="2026-05-02"}`, id, target, g.words(2), g.words(2)),
			g.pick([]string{"Because " + g.words(2) + ".", ""}), "::", "")
	default:
		g.line(fmt.Sprintf(`::change_request{id="%s" target="%s" action="%s" text="%s" author="Nia"}`, id, target, g.pick([]string{"insert", "delete"}), g.words(3)), "::", "")
	}
}

// Report returns a plain report of n sections, the same at every call: headings with ids, paragraphs with
// bold, italic, a link and code, a list, a captioned table, a claim, a footnote and a comment each.
func Report(n int) string {
	var b strings.Builder
	b.WriteString("---\ntitle: Benchmark report\nauthor: Bench\n---\n\n# Benchmark report\n\n")
	seed := uint32(7)
	word := func() string {
		seed = seed*1664525 + 1013904223
		return vocabulary[int(seed>>16)%len(vocabulary)]
	}
	words := func(n int) string {
		w := make([]string, n)
		for i := range w {
			w[i] = word()
		}
		return strings.Join(w, " ")
	}
	for i := 1; i <= n; i++ {
		fmt.Fprintf(&b, "## Section %d: %s {id=\"sec-%d\"}\n\n", i, words(4), i)
		for k := range 3 {
			fmt.Fprintf(&b, "%s **%s** %s *%s* %s see [%s](https://example.com/s%d/p%d) and run `%s`. %s.\n\n",
				words(14), words(3), words(9), words(2), words(8), words(2), i, k, word()+"_"+word(), words(12))
		}
		for range 3 {
			fmt.Fprintf(&b, "- %s\n", words(8))
		}
		fmt.Fprintf(&b, "\n::table{id=\"tbl-%d\" title=\"Table of %s\" header align=\"l,l,r,r\"}\n| Region | Owner | Plan | Actual |\n", i, words(2))
		for range 5 {
			fmt.Fprintf(&b, "| %s | %s | %d | %d.%d%% |\n", word(), word(), seed%99999, seed%100, seed%10)
		}
		fmt.Fprintf(&b, "::\n\n::claim{id=\"claim-%d\" confidence=0.%d noverify}\n%s.\n::\n\n", i, 50+i%49, words(22))
		fmt.Fprintf(&b, "::footnote{id=\"fn-%d\" for=\"claim-%d\"}\n%s.\n::\n\n", i, i, words(14))
		fmt.Fprintf(&b, "::comment{id=\"cm-%d\" parent=\"claim-%d\" author=\"Legal\" date=\"2026-05-%02d\"}\n%s?\n::\n\n", i, i, 1+i%28, words(12))
	}
	return b.String()
}
