package ingest

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"
)

// TestContract: where the contract defines the output (text-renders.md §5), it is that.
func TestContract(t *testing.T) {
	for in, want := range map[string]string{
		"":                                     "",
		"text":                                 "text",
		"# A\r\ntext\r# A\n":                   "# A {id=\"a\"}\ntext\n# A {id=\"a-2\"}\n",
		"# A\n# A 2\n# A\n":                    "# A {id=\"a\"}\n# A 2 {id=\"a-2\"}\n# A {id=\"a-3\"}\n",
		"# ☃\n## …\n":                          "# ☃ {id=\"section\"}\n## … {id=\"section-2\"}\n",
		"# A {id=\"b\"}\n# B\n":                "# A {id=\"b\"}\n# B {id=\"b-2\"}\n",
		"# A {aliases=\"x\"}":                  "# A {id=\"a\" aliases=\"x\"}",
		"```\n# a\n```\n\n~~~\n# b\n~~~\n":     "```\n# a\n```\n\n```\n# b\n```\n",
		"---\n# no: heading\nk: v\n---\n# A\n": "---\n# no: heading\nk: v\n---\n# A {id=\"a\"}\n",
		"# A `#` *b* & c\n\n\n- x\n* y\n\n3. z\n\n> q\n> r\n\n***\n\na | b\n": "# A `#` *b* & c {id=\"a-b-c\"}\n\n\n- x\n* y\n\n3. z\n\n> q\n> r\n\n***\n\na | b\n",
	} {
		if got, err := Markdown(in, Options{}); err != nil || got != want {
			t.Errorf("%q becomes\n%q, %v, want\n%q", in, got, err, want)
		}
	}
	in := "# A\n## A {x=1}\n\ntext\n"
	if got, _ := Markdown(in, Options{NoIDs: true}); got != in {
		t.Errorf("without ids it becomes %q", got)
	}
}

// TestRewriting are the rows of the table in docs/ingest.md.
func TestRewriting(t *testing.T) {
	for in, want := range map[string]string{
		"A\nb\n===\n\nC\n-\n":      "# A b {id=\"a-b\"}\n\n## C {id=\"c\"}\n",
		"# A ##\n":                 "# A {id=\"a\"}\n",
		"#\n\ntext\n":              "text\n",
		"# A {-}\n":                "# A {id=\"a\" unnumbered}\n",
		"# A {b}\n":                "# A {b} {id=\"a-b\"}\n",
		"# A { b\n":                "# A ｛ b {id=\"a-b\"}\n",
		"# A {#x .y}\n# X\n":       "# A {id=\"x\" class=\"y\"}\n# X {id=\"x-2\"}\n",
		"# X\n# A {id=\"x\"}\n":    "# X {id=\"x-2\"}\n# A {id=\"x\"}\n",
		"__a__ &lt;&#33;\n":        "**a** <!\n",
		"\\*a\\* 2 * 3 \\_\n":      "\\*a\\* 2 * 3 \\_\n",
		"[[a]] [[A b]] [[t]]\n# T": "\\[\\[a]] [[A b]] [[t]]\n\n# T {id=\"t\"}",
		"~~a b~~ H~2~O <sub>n</sub> x<sup>a b</sup> <u>c *d*</u> <MARK>e</mark> <del>f</u>\n": "~~a b~~ H~2~O [n]{.sub} x[a b]{.sup} [c *d*]{.underline} ==e== <del>f</u>\n",
		"::a\n:::\n2. b\n":  " ::a\n :::\n 2. b\n",
		"[[gone]]`a`` b`\n": "\\[\\[gone]]`a`` b`\n",
		"[a](<b c> 'd') [e]\n\n[e]: f(g)\n[h]: i \"j\"\n":                     "[a](b%20c) (\"d\") [e](f%28g%29)\n\n[h](i) (\"j\")\n",
		"<http://a.b> http://c.d\n":                                           "[http://a.b](http://a.b) http://c.d\n",
		"![a *b*](c.png \"d\")\n![](e.png)\n":                                 "::figure{src=\"c.png\" alt=\"a b\" caption=\"d\"}\n::\n\n::figure{src=\"e.png\"}\n::\n",
		"a ![b](c.png) [![d](e.png)](f)\n":                                    "a ![b](c.png) [d](f) (![d](e.png))\n",
		"a<br>b <i>c</i>\n":                                                   "a  \nb <i>c</i>\n",
		"<!-- c -->\n\n<div>\n# a\n::\n[[x]]\n</div>\n":                       "<!-- c -->\n\n::html\n<div>\n # a\n ::\n&#91;[x]]\n</div>\n::\n",
		"    a\n\n    ```\n":                                                  "```\na\n\n ```\n```\n",
		"~~~c++\na\n~~~\n\n```a-b c\nd\n```\n":                                "```cpp\na\n```\n\na-b c\n\n```a_b\nd\n```\n",
		"+ a\n  b\n\n+ c\n":                                                   "- a b\n- c\n",
		"1) a\n   + b\n\n     c\n\n   e\n2) d\n":                              "1. a\n   - b\n\n     c\n\n   e\n2. d\n",
		"5. a\n   1. b\n      - c\n\n2. - d\n   - e\n":                        "5. a\n   1. b\n      - c\n- 6.\n  - d\n  - e\n",
		"- a\n\n  ~~~\n  b\n  ~~~\n":                                          "- a\n\n  ```\n  b\n  ```\n",
		"- a\n\n  ***\n- b\n":                                                 "- a\n\n---\n\n- b\n",
		"> a\nb\n>> c\n":                                                      "> a\n> b\n>\n> > c\n",
		"a|b\n-|:-:\n`c\\|d`|e\\|f\n":                                         "| a | b |\n| --- | :---: |\n| `c|d` | e\\|f |\n",
		"|a|\n|-:|\n|b|\n":                                                    "::table{header align=\"r\"}\n| a |\n| b |\n::\n",
		"a[^b]\n\n[^b]: c\n\n    d\n\n[^e]: f\n":                              "a[^b]\n\n::footnote{id=\"b\"}\nc\n\nd\n::\n\n[^e]: f\n",
		"a\n: b\n: c\n":                                                       "**a**\n\n- b\n- c\n",
		"---\n\na\n\n---\n":                                                   "***\n\na\n\n---\n",
		"\uFEFF# A\n":                                                         "# A {id=\"a\"}\n",
		"a<br>![`` b`c ``](d.png)`e[[f]]g`\n":                                 "a  \n![b\\`c](d.png)`e[[f]]g`\n",
		"a|b\n-|-\n![c\\ ](d.png)|e\n":                                        "| a | b |\n| --- | --- |\n| ![c\\\\](d.png) | e |\n",
		"$6\\,\\%$ and $$a\\_b$$, *x* $y_1$*z*\n":                             "$6\\,\\%$ and $$a\\_b$$, *x* $y_1$*z*\n",
		"+ m^2^ ==x *y*== [a]{.underline} ^[*b*] [@c, p. 3] $6\\,\\%$\n":      "- m^2^ ==x *y*== [a]{.underline} ^[*b*] [@c, p. 3] $6\\,\\%$\n",
		"m\\^2\\^ \\$x\\$ H\\~2\\~ <b>\n\n+ \\[@c\\] m\\^2\\^ \\$x\\$\n":      "m\\^2\\^ \\$x\\$ H\\~2\\~ <b>\n\n- [\\@c] m\\^2\\^ \\$x\\$\n",
		"$$\nx\n$$ {#eq:a}\n\n$$x$$ {id=\"b\"}\n":                             "$$\nx\n$$ {id=\"eq:a\"}\n\n$$x$$ {id=\"b\"}\n",
		"|a|b|\n|-|-|\n|c<br>d|`e`|\nTable: F {#t}\n":                         "| a | b |\n| --- | --- |\n| c<br>d | `e` |\nTable: F {id=\"t\"}\n",
		"|a|b|\n|-|-|\n|c|d|\n\n: F *g* {#t}\n\nx\n":                          "|a|b|\n|-|-|\n|c|d|\nTable: F *g* {id=\"t\"}\n\nx\n",
		"|a|\n|-|\n|b|\nTable: F {#t}\n":                                      "::table{id=\"t\" caption=\"F\" header}\n| a |\n| b |\n::\n",
		"|a|b|\n|-|-|\n|c|d|*e*||f||\n|g|\n":                                  "|a|b| | | |\n|-|-|---|---|---|\n|c|d|*e*||f||\n|g|\n",
		"> a|b\\|\n> -|-\n> c|d|e\\|f\n":                                      "> | a | b\\| |  |\n> | --- | --- | --- |\n> | c | d | e\\|f |\n",
		"|a|\n|-|\n|b|c|\nTable: F {#t}\n":                                    "| a |  |\n| --- | --- |\n| b | c |\nTable: F {id=\"t\"}\n",
		"![A *b*](c.png){#f width=80%}\n":                                     "::figure{id=\"f\" width=80% src=\"c.png\" alt=\"A b\" caption=\"A b\"}\n::\n",
		"a ![b](c.png){width=3cm} ![](<d e.png>){.wide} \\![a](b) ![c*](d)\n": "a ![b](c.png){width=3cm} ![](d%20e.png){.wide} \\![a](b) ![c*](d)\n",
		"::: note\n# A\nb\n:::\n":                                             "::note\n**A**\n\nb\n::\n",
		"::: {.callout-important #x title=\"A b\"}\nc\n:::\n":                 "::callout{tone=\"info\" id=\"x\" title=\"A b\"}\nc\n::\n",
		"> [!NOTE]\n> a\n>\n> - b\n> - c\n\n- > [!TIP]\n  > d\n":              "::note\na\n\n- b\n- c\n::\n\n> [!TIP]\n> d\n",
		"> [!IMPORTANT] a\n> b\n\n> [!Important]\n> b\n":                      "> [!IMPORTANT] a\n> b\n\n::callout{tone=\"info\" title=\"Important\"}\nb\n::\n",
		"a\n\n:::: x\n# B\n\n::: tip\nc\n:::\n::::\nd\n":                      "a\n\n# B {id=\"b\"}\n\n::tip\nc\n::\n\nd\n",
		"::: x\n\n```\n:::\n```\n":                                            " ::: x\n\n```\n:::\n```\n",
		"- a\n\n  ::: x\n  b\n  :::\n\n::: {#refs}\n:::\n":                    "- a\n\n  b\n\n::bibliography\n::\n",
		"a\n::: note\nb\n:::\n":                                               "a\n ::: note\nb\n :::\n",
		"```{.python .numberLines}\na\n```\n\n~~~ {.c++}\nb\n~~~\n":           "```python\na\n```\n\n```cpp\nb\n```\n",
		"- a\n\n  b\n  2. c\n":                                                "- a\n\nb\n 2. c\n",
		"- \\[ ] a [\\[b\\]](http://c.d)\n":                                   "- [ \\] a [\\[b\\]](http://c.d)\n",
		"# A {#b title=\"c d\"}\n":                                            "# A {id=\"b\" title=\"c d\"}\n",
	} {
		got, err := Markdown(in, Options{})
		if err != nil || got != want {
			t.Errorf("%q becomes\n%q, %v, want\n%q", in, got, err, want)
		}
		if err := lawful(in, Options{}); err != nil {
			t.Error(err)
		}
	}
}

func TestLeftOut(t *testing.T) {
	var got []string
	in := "---\ntitle: T\n---\n\n::: {.x y=z}\na\n:::\n\n``` {.python .numberLines}\nb\n```\n\n``` {.go}\nc\n```\n\n::: note\nd\n:::\n"
	out, err := Markdown(in, Options{LeftOut: func(line int, markup string) { got = append(got, fmt.Sprint(line, " ", markup)) }})
	if want := []string{"5 ::: {.x y=z}", "9 {.python .numberLines}"}; err != nil || !slices.Equal(got, want) {
		t.Errorf("of %q is left out %q, %v, want %q", out, got, err, want)
	}
}

// nested returns lists within each other.
func nested(levels int) string {
	var b strings.Builder
	for i := range levels {
		b.WriteString(strings.Repeat("  ", i) + "- item\n")
	}
	return b.String()
}

// wide returns tables with as many rows as one of these has cells.
func wide(tables, cells int) string {
	return strings.Repeat("a|b\n-|-\n"+strings.Repeat("c|d\n", cells)+strings.Repeat("e|", cells-1)+"f\n\n", tables)
}

func TestLimits(t *testing.T) {
	for in, want := range map[string]string{
		"a\n" + strings.Repeat("> ", 101) + "b":              "line 2: quotes and lists nest more than 100 deep",
		strings.Repeat(">", 101):                             "line 1: quotes and lists nest more than 100 deep",
		strings.Repeat("- 1. ", 60) + "a":                    "line 1: quotes and lists nest more than 100 deep",
		nested(101):                                          "line 101: quotes and lists nest more than 100 deep",
		"---\nt: x\n---\n" + strings.Repeat("> ", 101) + "b": "line 4: quotes and lists nest more than 100 deep",
		"---\nt: x\n---\n\n" + wide(1, 3000):                 "line 5: a row of a table has 2998 cells more than its header",
		wide(20, 300):                                        "line 609: a row of a table has 298 cells more than its header", // all tables count
		"a|b\n-|-\n" + strings.Repeat("c|d\n", 3000) + strings.Repeat("e|", 3000) + "f": "line 1: a row of a table has 2999 cells more than its header",
		"# " + strings.Repeat("[", maxMarks+1):                                          "line 1: more than 4096 marks in one heading",
	} {
		if _, err := Markdown(in, Options{}); err == nil || err.Error() != want {
			t.Errorf("%.20q: %v, want %s", in, err, want)
		}
	}
	if out, err := Markdown(strings.Repeat("* ", 200)+"*\n", Options{}); err != nil || out != "---\n" {
		t.Errorf("a rule becomes %q, %v", out, err)
	}
	// A table of which nearly all cells are missing is text.
	if out, err := Markdown("x\n"+strings.Repeat("|-", 600)+"\n"+strings.Repeat("a\n", 600), Options{}); err != nil || strings.Count(out, "|") > 1300 {
		t.Errorf("a table of short rows has %d cells, %v", strings.Count(out, "|"), err)
	}
	// The cells that a long row adds to a table count once.
	if out, err := Markdown(wide(1, 510), Options{}); err != nil || !strings.HasPrefix(out, "a|b| | |") {
		t.Errorf("a table with a long row becomes %.40q, %v", out, err)
	}
	// A paragraph beyond the limit is text, all of it.
	out, err := Markdown(strings.Repeat("*a* ", maxMarks), Options{})
	if err != nil || strings.Count(out, "a") != maxMarks {
		t.Errorf("a dense paragraph becomes %.80q, %v", out, err)
	}
}

// FuzzMarkdown: the laws hold for any text.
func FuzzMarkdown(f *testing.F) {
	for _, s := range []string{"# a {#b}\n", "- a\n  - b\n\n    c\n", "> `a\n>\n> b`\n", "|a|b|\n|-|-|\n|`|c|\n", "|\n|-|\n|a|b|\n", "||\n|-|\n|a|b|\n", "> ||\n> |-|\n> a|b\n", "a[^1]\n\n[^1]: b\n", "[a]: b\n", "t\n: d\n", "---\na: b\n---\n", "<div>\n```\n", "\\\\( $$ [[x]] `` ` ``\n"} {
		f.Add(s, false)
	}
	f.Fuzz(func(t *testing.T, text string, noIDs bool) {
		if strings.Contains(text, "\x00") || !utf8.ValidString(text) { // the front end refuses it
			return
		}
		if _, err := Markdown(text, Options{NoIDs: noIDs}); err != nil {
			return
		}
		if strings.Count(text, "id") > 1 {
			return // the author may have given one id twice
		}
		if err := lawful(text, Options{NoIDs: noIDs}); err != nil {
			t.Fatal(err)
		}
	})
}

func BenchmarkMarkdown(b *testing.B) {
	section := "## Part %d\n\nSome **bold** text with a [link](https://example.org) and `code`,\nover two lines.\n\n- one\n- two\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n"
	for _, n := range []int{10, 100, 1000, 5000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			var s strings.Builder
			for i := range n {
				fmt.Fprintf(&s, section, i)
			}
			b.SetBytes(int64(s.Len()))
			b.ReportAllocs()
			for b.Loop() {
				if _, err := Markdown(s.String(), Options{}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func ExampleMarkdown() {
	out, err := Markdown("Plan\n====\n\n* take it\n  easy\n", Options{})
	fmt.Print(out, err)
	// Output:
	// # Plan {id="plan"}
	//
	// - take it easy
	// <nil>
}
