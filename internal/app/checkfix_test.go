package app_test

import (
	"context"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/nomadocx/nomadocx/internal/app"
)

// fixes are notations of Markdown and what a repair makes of them, nothing for those that stay. Their words are wA, wB, ….
var fixes = [][2]string{
	{"wA &amp; wB &lt;wC&gt; &copy;wD", "wA & wB \\<wC> ©wD"},
	{"wA&nbsp;wB &#42;wC&#42;", "wA\u00a0wB \\*wC\\*"},
	{"wA &unknown; wB", ""},
	{"wA <https://example.org/a_b> wB", "wA [https://example.org/a_b](https://example.org/a_b) wB"},
	{"<b>wA</b>, <i>wB wC</i>, <u>wD</u>, <mark>wE</mark>", "**wA**, *wB wC*, [wD]{.underline}, ==wE=="},
	{"H<sub>wA wB</sub><sup>wC</sup> <code>wD</code> <s>wE</s>", "H[wA wB]{.sub}[wC]{.sup} `wD` ~~wE~~"},
	{"<b> wA </b> <i>*wB*</i> <span>wC</span> <b>wD", ""},
	{"wA<br>wB<br />\nwC", "wA\\\nwB\\\nwC"},
	{"wA [wB](a b.pdf) [wC](<c d.pdf>) wD", "wA [wB](a%20b.pdf) [wC](c%20d.pdf) wD"},
	{"wA [wB](https://example.org/x_(y)) wC", "wA [wB](https://example.org/x_%28y%29) wC"},
	{"wA [wB](https://example.org \"wC\") wD", ""},
	{"wA \\textbf{wB} \\emph{wC} wD\\footnote{wE}", "wA **wB** *wC* wD^[wE]"},
	{"wA \\ref{nowhere} wB @fig:nowhere", ""},
	{"wA \\ref{sec:there} wB @sec:there wC", "wA [[sec:there]] wB [[sec:there]] wC"},
	{"wA [[there\nis]] wB", "wA [[there is]] wB"},
	{"wA [wB][r] and [wC][], [r][] wD\n\n[r]: https://example.org/r\n[wc]: <https://example.org/c>",
		"wA [wB](https://example.org/r) and [wC](https://example.org/c), [r](https://example.org/r) wD"},
	{"wA [wB][s]\n\n[t]: https://example.org/t", "wA [wB][s]\n"},
	{"- wA\n  wB\n- wC\n  wD\n  wE", "- wA wB\n- wC wD wE"},
	{"- wA\n  1. wB\n     wC\n  2. wD\n     2. wE\n- wF", "- wA\n  1. wB wC\n  2. wD 2. wE\n- wF"},
	{"- wA  \n  wB", ""},
	{"- wA\nwB", ""},
	{"  - wA\n  - wB\n    - wC", "- wA\n- wB\n  - wC"},
	{"+ wA\n+ wB", "- wA\n- wB"},
	{"1. wA\n    a. wB\n    b. wC\n2. wD", "1. wA\n    1. wB\n    2. wC\n2. wD"},
	{"- wA\n\n  (i) wB\n  (ii) wC", "- wA\n\n  1. wB\n  2. wC"},
	{"a) wA\nb) wB", ""},
	{"#. wA\n#. wB", "1. wA\n2. wB"},
	{"wA\n: wB wC", "**wA**: wB wC"},
	{"wA\n: wB\n: wC", ""},
	{"wA wB\n====\nwC", "# wA wB\n\nwC"},
	{"wA wB\n---", "## wA wB"},
	{"| wA\n| wB\n| wC", "wA\\\nwB\\\nwC"},
	{"[TOC]", "::toc\n::"},
	{"\\newpage", "::pagebreak\n::"},
	{"\\begin{equation}\nwA = wB\n\\end{equation}", "::math\nwA = wB\n::"},
	{"$$wA$$ {#eq:wB}", "$$wA$$ {id=\"eq:wB\"}"},
	{"| wA | wB |\n| - | - |\n| wC | wD |\n\nTable: wE", "| wA | wB |\n| - | - |\n| wC | wD |\nTable: wE"},
	{"| wA | wB |\n| - | - |\n| wC | wD |\n\n: wE {#tbl:wF}", "| wA | wB |\n| - | - |\n| wC | wD |\nTable: wE {id=\"tbl:wF\"}"},
	{"## wA {#wB .unnumbered}", "## wA {id=\"wB\" unnumbered}"},
	{"## wA {-}", "## wA {unnumbered}"},
	{"> wA &amp; <b>wB</b>", "> wA & **wB**"},
	{"| wA &amp; \\| | <b>wB</b> |\n| - | - |", "| wA & \\| | **wB** |\n| - | - |"},
}

// repaired returns a document with its mistakes repaired, and the codes of the findings that still have a repair.
func repaired(t *testing.T, text string) (string, []string) {
	t.Helper()
	s, err := app.FromText("report.noma", text)
	if err != nil {
		t.Fatal(err)
	}
	check := func() (left []string) {
		found, err := app.Check(context.Background(), s, app.CheckOptions{})
		if err != nil {
			t.Fatal(err)
		}
		if text, _, err = app.Fix(context.Background(), s, found, app.CheckOptions{}); err != nil {
			t.Fatal(err)
		}
		for _, d := range found {
			if d.Fix != nil {
				left = append(left, d.Code+" "+d.Message)
			}
		}
		return left
	}
	check()
	if s, err = s.WithText(text); err != nil {
		t.Fatal(err)
	}
	return text, check()
}

const beforeFix, behindFix = "# Report\n\n## There {id=\"sec:there\"}\n\n", "\n"

func TestFixes(t *testing.T) {
	for _, c := range fixes {
		want := c[1]
		if want == "" {
			want = c[0]
		}
		for _, eol := range []string{"\n", "\r\n"} {
			text := func(s string) string { return strings.ReplaceAll(beforeFix+s+behindFix, "\n", eol) }
			got, _ := repaired(t, text(c[0]))
			if got != text(want) && strings.TrimRight(got, "\r\n") != strings.TrimRight(text(want), "\r\n") {
				t.Errorf("%q became\n%q, want\n%q", c[0], strings.TrimPrefix(got, text("")[:len(text(""))-len(eol)]), want)
			}
		}
	}
}

func TestFixAbstract(t *testing.T) {
	for _, c := range [][2]string{
		{"---\ntitle: T\nabstract: wA\n---\n\n# T\n\nwB\n", "---\ntitle: T\n---\n\n# T\n\n::abstract\nwA\n::\n\nwB\n"},
		{"---\ntitle: T\nabstract: |\n  wA\n\n  wB\ntags: [a]\n---\n# U\n", "---\ntitle: T\ntags: [a]\n---\n\n::abstract\nwA\n\nwB\n::\n\n# U\n"},
		{"---\nabstract: '# wA'\n---\nwB\n", ""},
		{"---\nabstract: '::note'\n---\nwB\n", ""},
		{"---\nabstract: [wA]\n---\nwB\n", ""},
		{"---\n{abstract: wA}\n---\nwB\n", ""},
	} {
		want := c[1]
		if want == "" {
			want = c[0]
		}
		if got, _ := repaired(t, c[0]); got != want {
			t.Errorf("%q became\n%q, want\n%q", c[0], got, want)
		}
		if got, _ := repaired(t, strings.ReplaceAll(c[0], "\n", "\r\n")); got != strings.ReplaceAll(want, "\n", "\r\n") {
			t.Errorf("with CRLF %q became\n%q", c[0], got)
		}
	}
}

var fixWord = regexp.MustCompile(`w[A-Z]\d+`)

// TestFixesTogether: of any notations beside and below each other, each repair is made, none is left for another run, and no word goes.
func TestFixesTogether(t *testing.T) {
	for seed := range 300 {
		c := rand.New(rand.NewPCG(uint64(seed), 5))
		var parts []string
		for i := range 2 + c.IntN(8) {
			part := fixes[c.IntN(len(fixes))][0]
			part = regexp.MustCompile(`\bw[A-Z]\b`).ReplaceAllStringFunc(part, func(w string) string { return w + string(rune('0'+i)) })
			parts = append(parts, part)
		}
		text := beforeFix + strings.Join(parts, "\n\n") + behindFix
		got, left := repaired(t, text)
		if was, is := fixWord.FindAllString(text, -1), fixWord.FindAllString(got, -1); len(left) > 0 || !slices.Equal(was, is) && !doubled(was, is) {
			t.Fatalf("%d: left: %q\nwords %v\nbecame %v\n%s\nbecame\n%s", seed, left, was, is, text, got)
		}
	}
}

// doubled reports whether words are others, of which those that a link shows besides its address stand there twice.
func doubled(was, is []string) bool {
	return slices.Equal(slices.Compact(slices.Clone(was)), slices.Compact(slices.Clone(is)))
}
