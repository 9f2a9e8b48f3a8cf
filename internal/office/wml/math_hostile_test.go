package wml

import (
	"strings"
	"testing"

	"github.com/beevik/etree"
	"github.com/nomadocx/nomadocx/internal/latex"
	"github.com/nomadocx/nomadocx/internal/testkit/slow"
)

// hostile are formulas made to be slow, deep or large. Each is repeated as often as it is understood.
var hostile = []struct {
	name, head, again, middle, tail string
	most                            int
}{
	{"sums of sums", "", `\sum_i `, "x", "", 8_000},
	{"functions of functions", "", `\log `, "x", "", 9_000},
	{"brackets that never close", "", `\sum(`, "x", "", 9_000},
	{"bars", "", `|`, "x", "", 9_000},
	{"scripts before things", "", `{}_a`, "x", "", 9_000},
	{"negations", "", `\not=`, "x", "", 9_000},
	{"cells", "", `&`, "x", "", 9_000},
	{"rows", "", `a\\`, "x", "", 9_000},
	{"matrices in matrices", "", `\begin{pmatrix}`, "x", `\end{pmatrix}`, 100},
	{"fractions in fractions", "", `\frac{1}{`, "x", `}`, 100},
	{"fences in fences", "", `\left(`, "x", `\right)`, 100},
	{"limits on limits", "", `\underset{a}{`, "x", `}`, 100},
	{"cases in cases", "", `\begin{cases}`, "x", `\end{cases}`, 100},
	{"an array of many columns", `\begin{array}{`, `c`, "}x", `\end{array}`, 1},
	{"primes", "x", `'`, "", "", 9_000},
}

// A formula costs time and memory in proportion to its length, nests within what we read again, and
// is written whole: reading the file gives the text that was predicted.
func TestHostileFormulas(t *testing.T) {
	slow.Test(t, "time")
	for _, h := range hostile {
		t.Run(h.name, func(t *testing.T) {
			n := h.most
			src := func() string { return h.head + strings.Repeat(h.again, n) + h.middle + strings.Repeat(h.tail, n) }
			for ; n > 1; n = n * 9 / 10 {
				if _, err := latex.Parse(src()); err == nil {
					break
				}
			}
			e := officeMath(t, src(), true)
			if d := depthOf(e); d > maxMathDepth-20 {
				t.Errorf("%d levels of elements", d)
			}
			xml := built(func(b *Builder) { b.Runs([]Run{{Kind: Math, Text: src(), Display: true}}) })
			d := mustRead(t, body(p(xml)))
			want := EquationText(src(), true)
			if got := d.Stories[0].Blocks[0].(*Paragraph).Runs[0].Text; got != want {
				t.Errorf("reads as %.300s\nwant %.300s", got, want)
			}
		})
	}
}

func depthOf(e *etree.Element) int {
	deepest := 0
	for _, c := range e.ChildElements() {
		deepest = max(deepest, 1+depthOf(c))
	}
	return deepest
}
