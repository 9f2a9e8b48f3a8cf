package docgen

import (
	"slices"
	"strings"
)

// cited puts a reference to sources between words. It draws nothing, as formatted.
func (g *gen) cited(first, rest string) string {
	cites := []string{" [@src-1]", " [@src-2, p. 3; see @src-1]", " @src-1", " ([-@src_3:a, §\u00a02])", "[@src-2;\n@src-1]", " **[see @src-1 ch. 1]**", " @src-2's", "~~[@src_3:a]~~", " [[src-2]]"}
	return strings.TrimSpace(first + cites[g.formats/12%len(cites)] + " " + rest)
}

// Cited returns a document as Document does, which has the sources that its text refers to.
func Cited(c Chooser, size int) string { return document(c, size, true) }

// sources puts the sources of these references behind some documents; in the others they are text. In some the marks are authors
// and dates.
func (g *gen) sources(always bool) {
	if !always && len(g.out)%16 != 1 {
		return
	}
	if g.out[0] == "---" && len(g.out)%2 == 0 {
		g.out = slices.Insert(g.out, 1, "citation_style: author-date")
	}
	g.line("", `::citation{id="src-1" author="Smith, A.; Jones, B." title="Tides *and* ebbs" container="Journal of Harbours" pages="4–9" date="2020" doi="10.8/a"}`,
		"::", "", `::citation{id="src-2" author="World Bank" title="Winds" year="2020" url="https://example.org/w"}`, "A *remark*.", "::")
	if len(g.out)%8 != 1 {
		g.line("", `::citation{id="src_3:a" title="Waves"}`, "::")
	}
	if len(g.out)%8 > 4 {
		g.line("", "::bibliography", "::")
	}
}
