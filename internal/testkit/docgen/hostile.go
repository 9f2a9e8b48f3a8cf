package docgen

import (
	"fmt"
	"strings"
)

// Hostile returns a document of up to size blocks that a careful author would not write: every construct in
// odd forms, and with them what only resembles one. It always parses; its fences need not fit.
//
// With careful set the mistakes stay out: fences close, ids are given once. Such a document is valid in
// the Protocol's sense (§6.1), and printing and parsing it again gives the same tree.
func Hostile(c Chooser, size int, careful bool) string {
	h := &hostile{gen: gen{c: c}, careful: careful}
	if h.one(4) {
		h.frontmatter()
	} else { // a rule here would be the fence of frontmatter
		h.line(h.pick([]string{"", "text", "- item", "\ufeff# behind a byte order mark"}))
	}
	for range 1 + c.Intn(size) {
		h.block(0)
	}
	if !careful && h.one(3) {
		h.line(h.pick([]string{"```go", "::open{id=\"open\"}", ":::::deep", "::", "```", "---"}), "left open", "")
	}
	return h.join()
}

type hostile struct {
	gen
	careful bool
	titles  int
}

// join puts the lines together with line ends of one kind, or of all kinds.
func (h *hostile) join() string {
	eols := []string{"\n"}
	switch h.c.Intn(6) {
	case 0:
		eols = []string{"\r\n"}
	case 1:
		eols = []string{"\r"}
	case 2:
		eols = []string{"\n", "\r\n", "\n"}
	}
	var b strings.Builder
	for i, line := range h.out {
		if i > 0 {
			b.WriteString(h.pick(eols))
		}
		b.WriteString(line)
	}
	if !h.one(3) {
		b.WriteString(h.pick(eols))
	}
	return b.String()
}

func (h *hostile) frontmatter() {
	h.line("---"+h.pick([]string{"", " ", "\t"}), "title: "+h.words(2), h.pick([]string{"aliases: [front, \"two words\", 3]", "aliases:\n  - front\n  - titel-ä",
		"base: &b {x: 1}\nall: {<<: *b, y: [*b]}", "date: 2026-05-12", "text: |\n  | a | b |\n  | --- | --- |\n\n\n  ```", "# nothing else"}), "---")
	if h.one(2) {
		h.line("")
	}
}

var (
	oddTexts = []string{"plain words", "\ttabbed\ttext ", "  indented", "🎉 emoji 👩‍👩‍👧 e\u0301", "עברית ثم العربية \u202eabc\u202c", "日本語。", "a | b", "\\| \\* \\",
		"**b** *i* _u_ `c` ***x***", "**open *mixed** text*", "[l](u) [[w]] [[w|x]] [x](y", "`tick", "$x$ $$y$$ \\(z\\) $5", "trailing  ", "back\\",
		"+ no list", "2) no list", "-no list", "~~~", "````", "``` js x", ":", ":one", "#tag", "####### seven", "\u00a0", "a\u2028b", "<!-- html -->", "| lone row |",
		"| --- |", ":-:", "====", "\ufeffmark", "nul\x00", "{#id}", "{id=x}"}
	oddValues = []string{`""`, `''`, `"a b"`, `'a b'`, `"it's"`, `'say "hi"'`, `it's"both`, `1`, `"1.10"`, `1e5`, `007`, `-0`, `.5`, `+3`, `true`, `"false"`, `False`,
		`"ü 🎉"`, `a,b`, `"a}b{c"`, `x=y`, `"\"`, `\`, `"| a |"`, `99999999999999999999999`, `0.00000001`, `"::"`, `"https://e.org/?a=b&c"`, `"\n"`}
)

// text returns what a line of a paragraph can be; none of it starts another block.
func (h *hostile) text() string { return h.pick(oddTexts) }

// blank lines, at least one.
func (h *hostile) blanks() {
	for range 1 + h.c.Intn(3) {
		h.line(h.pick([]string{"", "", " ", "\t"}))
	}
}

func (h *hostile) block(colons int) {
	kind := h.c.Intn(12)
	switch kind {
	case 0:
		h.heading()
	case 1:
		h.list()
	case 2:
		h.quote()
	case 3:
		h.line("```"+h.pick([]string{"", "go", "x_1"})+h.pick([]string{"", " "}), h.text(), "", "::", "# no heading", "```")
	case 4:
		h.table()
	case 5:
		h.line(h.pick([]string{"---", "***", "____", "------ ", "<!-- a -->", "a -->", "<!-- a --> b", "<!--\n::\n```\n\n# no heading\n-->"}))
	case 6, 7, 8:
		if colons < 12 {
			h.directive(colons)
			break
		}
		fallthrough
	default:
		for range 1 + h.c.Intn(3) {
			h.line(h.text())
		}
		h.blanks()
	}
	if h.one(2) {
		h.blanks()
	}
	if !h.careful && h.one(12) {
		h.line(h.pick([]string{"::", ":::", ":::::", "::late{", "::a::", "```", "::x", "::::y{id=\"z\"}"}))
	}
}

func (h *hostile) heading() {
	h.titles++
	title := h.pick([]string{"Same", "Same", "Unique " + fmt.Sprint(h.titles), "日本", "Über `x` **b**", "a {b", "c {d} {e=1}", "1.5", "true", "x }", "[[w]]"})
	attrs := ""
	if h.careful || h.one(2) {
		// Titles repeat, so a careful author gives each heading an id.
		attrs = fmt.Sprintf(h.pick([]string{` {id="h-%d"}`, `{id=h-%d}`, ` {id='h-%d' aliases="al-%[1]d, am-%[1]d"}`, " {\tid=\"h-%d\" other x=1 } ", ` {aliases="%d," id="h-%[1]d"}`}), h.titles)
	} else if h.one(2) {
		attrs = h.pick([]string{" {#id}", " {}", " {id=}", " {id=12}", " {id=\"same\"}", " {id = \"x\"}", " {id=\"a\"} tail"})
	}
	if title == "a {b" { // the open brace takes attributes along, and so the id
		if h.careful {
			title = "a }b"
		} else {
			attrs = ""
		}
	}
	h.line(strings.Repeat("#", 1+h.c.Intn(6)) + h.pick([]string{" ", "  ", "\t"}) + title + attrs)
}

func (h *hostile) list() {
	marks := []string{"- ", "* ", "-\t", "*   "}
	if h.one(2) {
		marks = []string{"1. ", "7. ", "007.\t", "1.  "}
	}
	for range 1 + h.c.Intn(4) {
		h.line(h.pick([]string{"", "", "", " ", "  ", "\t", "   \t", "        "}) + h.pick(marks) + h.pick(append(oddTexts, "[ ] task", "- nested", "> quoted", "```", "::")))
	}
	if h.one(3) {
		h.line(h.pick([]string{"continuation", "  - nested", "\tmore"}))
	}
}

func (h *hostile) quote() {
	for range 1 + h.c.Intn(4) {
		h.line(h.pick([]string{">", "> ", ">\t", ">  ", "> > ", ">> "}) + h.pick(append(oddTexts, "", "- item", "# title", "::", "```", "---")))
	}
}

func (h *hostile) table() {
	cell := func() string {
		return h.pick([]string{"", " ", "x", "`a|b`", `\|`, "**b**", "`", "🎉", "日本", "עב", `\`, "a\tb", "-", ":--", "long cell with words"})
	}
	row := func(n int) string {
		s := h.pick([]string{"|", " | ", "\t|"})
		for range n {
			s += h.pick([]string{"", " ", "  "}) + cell() + h.pick([]string{"", " "}) + "|"
		}
		return s + h.pick([]string{"", " "})
	}
	n := 2 + h.c.Intn(3)
	header := "|"
	for range n {
		header += h.pick([]string{" a ", "b", " `c|d` ", ` e\|f `, " "}) + "|"
	}
	separator := ""
	for range n {
		separator += "|" + h.pick([]string{"---", " --- ", ":---", " :----: ", "---:", "-", ":-:"})
	}
	h.line(header, separator+h.pick([]string{"|", "", " | "}))
	for range h.c.Intn(5) {
		h.line(row(max(1, n-1+h.c.Intn(3))))
	}
	if h.one(3) {
		line := h.pick([]string{"Table: a", "Table:", "\tTable: b {x} {id=\"t\"}", "Table: {aliases=\"c d\"} ", "Table: {a} { }", "Table: a {}", "Table: **c {id=t", "Table: `d | e`", "Table:x"})
		if h.careful && strings.Contains(strings.Join(h.out, "\n"), line) {
			line = "Table: a"
		}
		h.line(line)
	}
	h.blanks()
}

func (h *hostile) directive(outer int) {
	colons := max(2, outer+1) + h.c.Intn(2)
	fence := strings.Repeat(":", colons)
	h.line(fence + h.pick([]string{"", " ", "\t"}) + h.pick([]string{"note", "a_b-c", "finance::position", "ns::x_y::z-1", "table", "dataset", "code", "html", "section"}) + h.attributes())
	for range h.c.Intn(4) {
		h.block(colons)
	}
	if !h.careful && h.one(10) {
		return
	}
	h.line(fence + h.pick([]string{"", "", " ", "\t"}))
}

func (h *hostile) attributes() string {
	var b strings.Builder
	if h.one(2) {
		b.WriteString(h.pick([]string{`id="` + h.id() + `"`, "id=" + h.id(), "id='" + h.id() + "'"}) + " ")
	}
	for range h.c.Intn(4) {
		b.WriteString(h.pick([]string{"flag", "key", "k-1", "_x", "n", "tone"}))
		if !h.one(4) {
			b.WriteString("=" + h.pick(oddValues))
		}
		b.WriteString(h.pick([]string{" ", "  ", "\t", " , "}))
	}
	if h.one(4) {
		fmt.Fprintf(&b, `aliases="a-%d, b-%[1]d" `, len(h.ids)+1000*h.titles)
	}
	switch inner := b.String(); {
	case inner == "":
		return h.pick([]string{"", "", " ", "{}", "{ }"})
	case h.careful:
		return h.pick([]string{"{", " {", "{ "}) + inner + "}"
	default:
		return h.pick([]string{"{", " {", "{ "}) + inner + h.pick([]string{"}", "} ", "é}", "q=\"open}", "q='open}", "= }", "}}", ""})
	}
}
