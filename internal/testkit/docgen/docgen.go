// Package docgen makes documents for tests: everything the format has, in odd combinations and with
// values that resemble the tool's own punctuation. The table of blocks is the generator, so a new
// directive is covered the moment it is declared.
//
// All choices come from a [Chooser]: a seeded random source makes many documents fast, a property
// testing library makes documents it can shrink.
package docgen

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/nomadocx/nomadocx/layout"
)

// Chooser makes the choices. Intn is a number from 0 to n-1.
type Chooser interface{ Intn(n int) int }

// Document returns a .noma document of up to size top-level blocks.
func Document(c Chooser, size int) string { return document(c, size, false) }

func document(c Chooser, size int, cited bool) string {
	g := &gen{c: c}
	name, header := g.frontmatter()
	if g.one(4) {
		g.line(`::page_setup{size="A4" margin="20mm"}`, "::", "")
	}
	if g.one(5) {
		g.line(header, g.inline(), "::", "", "::footer{page_numbers total_pages}", g.inline(), "::", "")
	}
	g.titles = []string{g.words(3)}
	if len(name)%4 == 1 {
		g.titles[0] = name // which then stands on the cover, or has no number
	}
	g.line("# "+g.titles[0], "")
	for range 1 + c.Intn(size) {
		g.block(2)
	}
	for range c.Intn(4) {
		g.attachment()
	}
	g.sources(cited)
	g.notes()
	out := strings.Join(g.out, "\n") + "\n"
	if g.one(12) {
		out = strings.ReplaceAll(out, "\n", "\r\n")
	}
	if g.one(12) {
		out = strings.TrimRight(out, "\r\n")
	}
	return out
}

type gen struct {
	c        Chooser
	out      []string
	ids      []string
	formats  int      // how many words were asked for that may be formatted
	titles   []string // headings without markup
	refs     int      // how many references were asked for
	rows     int      // and rows of tables
	quotes   int      // quotes of two lines
	marks    int      // of notes in sentences
	numbered bool     // headings have numbers
	tasks    bool     // most items have check boxes
}

func (g *gen) one(n int) bool            { return g.c.Intn(n) == 0 }
func (g *gen) line(s ...string)          { g.out = append(g.out, s...) }
func (g *gen) pick(list []string) string { return list[g.c.Intn(len(list))] }

var vocabulary = strings.Fields(`revenue margin growth customer region quarter supplier contract audit control risk evidence policy
	schedule budget retention churn pricing volume latency incident owner review decision ünïcode 日本 42 7.5 naïve über`)

// Unfollowed are the addresses of links that Word cannot follow; addresses are those of all, and editors write some in another way.
var Unfollowed = []string{"data/prices.csv", "../notes/minutes.md#a"}
var addresses = [9]string{"https://example.org/", "https://Example.org/a%20b", "https://example.org/2", "https://example.org/3", "https://example.org/4#c",
	Unfollowed[0], "https://example.org/6?a=b&c", Unfollowed[1], "mailto:ann@example.org"}

func (g *gen) words(n int) string {
	var w []string
	for range 1 + g.c.Intn(n) {
		w = append(w, g.pick(vocabulary))
	}
	return strings.Join(w, " ")
}

// inline returns running text with all inline markup, sometimes over several lines.
func (g *gen) inline() string {
	var b strings.Builder
	b.WriteString(g.words(5))
	for range g.c.Intn(5) {
		b.WriteString(g.pick([]string{" ", " ", ", "}))
		switch g.c.Intn(16) {
		case 0:
			b.WriteString("**" + g.words(2) + "**")
		case 1:
			b.WriteString("*" + g.words(2) + "*")
		case 2:
			b.WriteString("_" + g.words(1) + "_")
		case 3:
			code := "`" + g.words(2) + "`"
			switch len(g.out) % 5 { // no draw, so that the seeds of old finds stand for their documents
			case 1:
				code = "`` " + code + " ``"
			case 2:
				code = "`" + code + "|`" + code + "`"
			case 3:
				code = strings.Replace(code, " ", "\n", 1)
			}
			b.WriteString(code)
		case 4:
			b.WriteString("[" + g.words(2) + "](" + addresses[g.c.Intn(9)] + ")")
		case 5:
			if len(g.ids) > 0 {
				b.WriteString("[[" + g.target(g.pick(g.ids)) + "]]")
			}
		case 6:
			if len(g.ids) > 0 {
				b.WriteString("[" + g.words(1) + "](#" + g.pick(g.ids) + ")")
			}
		case 7:
			b.WriteString("***" + g.words(1) + "***")
		case 8:
			b.WriteString("$x_" + fmt.Sprint(g.c.Intn(9)) + "$")
		case 9:
			b.WriteString(g.pick([]string{"2 * 3 * 4", "$5 and $6", "a | b", "🎉", "50% < 60% & more", "[[nowhere]]", "snake_case_name", "say \"hi\"", "(see)", "it's", "a\u00a0b"}))
		default:
			b.WriteString(g.formatted(g.words(4)))
		}
		if g.one(9) {
			b.WriteString(g.pick([]string{"\n", "\n", "  \n"}) + g.words(2))
		}
	}
	return b.String() + "."
}

// formatted formats some words, escapes marks beside some, and leaves the others as they are. It draws nothing, so that the
// seeds of old finds stand for their documents but for these.
func (g *gen) formatted(words string) string {
	first, rest, _ := strings.Cut(words, " ")
	switch g.formats++; g.formats % 24 {
	case 1, 11:
		return g.cited(first, rest)
	case 5:
		if g.formats%48 == 5 {
			return words + g.mark()
		}
		return first + g.mark() + rest
	case 3:
		return "~~" + words + "~~"
	case 8:
		return "![" + words + "](" + pixel + "){width=1cm} " + first
	case 6:
		return "==" + words + "=="
	case 9:
		return "[" + words + "]{.underline}"
	case 12:
		return "[" + words + "]{.smallcaps .mark}"
	case 14:
		return first + "^" + first + "^ " + rest
	case 16:
		return first + "~" + first + "~ " + rest
	case 18:
		return `\*` + words + `* \# \[\[` + first + `]] \\`
	case 20:
		return "**~~" + first + "~~** [" + first + "^2^](https://example.org/x) a\\|b " + rest
	case 22:
		return "[*" + first + "* `c` " + rest + "]{.strike .sub}"
	}
	return words
}

// target returns an id, or now and then a heading instead. It draws nothing, as formatted.
func (g *gen) target(id string) string {
	g.refs++
	title := g.titles[g.refs/3%len(g.titles)]
	switch g.refs % 12 {
	case 0:
		return title
	case 3:
		return "#" + strings.ToUpper(title)
	case 6:
		return g.titles[0] + "#" + title
	case 9:
		return title + "|" + id
	case 5, 10:
		if g.numbered {
			return title + "|#"
		}
	}
	return id
}

// flat returns inline text on one line.
func (g *gen) flat() string {
	return strings.ReplaceAll(strings.ReplaceAll(g.inline(), "  \n", " "), "\n", " ")
}

// row returns a row of a table, now and then without the pipes at its ends, or with lines in a cell. It draws nothing, as formatted.
func (g *gen) row(a, b string) string {
	if g.rows%7 == 2 {
		a, b = a+[]string{"<br>*it*", " <BR /> `a<br>` \\<br>", "<br/><br>" + b}[g.rows%3], "**x<br>"+strings.ReplaceAll(b, "*", "")+"y**"
	}
	if g.rows++; g.rows%4 == 0 && a != "" && b != "" {
		return a + " | " + b
	}
	return "| " + a + " | " + b + " |"
}

// caption is the line below a table, which most have not. It draws nothing, as formatted.
func (g *gen) caption() {
	id := fmt.Sprintf("t-%d", len(g.ids))
	switch len(g.out) % 8 {
	case 0:
		g.line("Table: revenue *by region*")
		return
	case 2:
		g.line(`Table: margin a \| b {id="` + id + `"}`)
	case 4:
		g.line(`  Table: (a) {x} ~~churn~~ 日本 {id=` + id + ` aliases="of-` + id + `"}`)
	case 6:
		g.line(`Table: {id="` + id + `"}`)
	default:
		return
	}
	g.ids = append(g.ids, id)
}

func (g *gen) id() string {
	id := fmt.Sprintf("%s-%d", g.pick([]string{"b", "Block", "x.y", "näme", "r_1", "9"}), len(g.ids))
	g.ids = append(g.ids, id)
	return id
}

// values for attributes: ordinary ones and ones that resemble our literals.
var values = []string{"open", "Ann", "high", "medium", "A · status: done", "owner: x", "Note: y", "(b)", "a: b: c", "12", "%", "0.8", "1.10",
	"Risk", "Risk (high)", "https://example.org/a?b=c", "ü·ü", "2026-10-01", "EUR", "true", "x, y=z", "**bold** name", "warning"}

func (g *gen) attr(key string) string {
	v := g.pick(values)
	if g.one(8) && len(g.ids) > 0 {
		v = g.pick(g.ids)
	}
	return key + `="` + v + `"`
}

func (g *gen) block(fence int) {
	colons := strings.Repeat(":", fence)
	switch g.c.Intn(20) {
	case 0:
		if fence == 2 {
			level, title := strings.Repeat("#", 2+g.c.Intn(2)), strings.TrimRight(g.flat(), ".")
			switch number := strconv.Itoa(2000 + len(g.out)); { // a number is no id that an attribute can say
			case len(title)%33 == 0:
				title = "0.9." + number // its id has a zero in front
			case len(title)%11 == 0:
				title = number
			}
			if !strings.ContainsAny(title, "[]|$`*_~^=\\#") {
				g.titles = append(g.titles, title)
			}
			g.line(level + " " + title + g.pick([]string{"", "", ` {id="` + g.id() + `"}`}))
		}
	case 1, 2, 3:
		text := g.inline()
		g.line(text + strings.Repeat(" ", len(text)%5/4)) // as many people leave behind a sentence
	case 4:
		g.list(false)
	case 5:
		g.list(true)
	case 6:
		g.quote()
	case 7:
		g.line("```"+g.pick([]string{"", "go", "sql"}), "x := 1 // "+g.words(2), "", "  indented *not markup*", "```")
	case 8:
		g.line(g.row(g.cell(), g.cell()), g.pick([]string{"| --- | --- |", "| :--- | ---: |", "|-|:-:|"}))
		for range 1 + g.c.Intn(4) {
			g.line(g.row(g.cell(), g.cell()))
		}
		g.caption()
	case 9:
		g.line("---")
	case 10, 11:
		g.special(fence, colons)
	case 12:
		if fence < 4 {
			g.line(colons + g.pick([]string{"grid", "columns", "tabs", "hero"}) + g.pick([]string{"{columns=2}", "", "{columns=3 id=\"" + g.id() + "\"}"}))
			for range 1 + g.c.Intn(3) {
				g.block(fence + 1)
			}
			g.trim()
			g.line(colons)
		}
	default:
		g.directive(fence, colons)
	}
	g.line("")
}

func (g *gen) cell() string {
	return g.pick([]string{g.words(2), g.words(1), "**" + g.words(1) + "**", "`a|b`", `x \| y`, "12.4", "", "*it*"})
}

// titledLater are the blocks that had no title in their labels when the seeds of the laws were found.
const titledLater = "summary abstract note warning tip claim evidence counterevidence assumption hypothesis result limitation " +
	"open_question risk decision adr memory_index code_cell output agent_task todo "

// directive is a block of the table, or one nobody knows.
func (g *gen) directive(fence int, colons string) {
	table := layout.Table()
	k := g.c.Intn(len(table) + 2)
	if k >= len(table) {
		g.line(colons + g.pick([]string{"finance::position", "custom_block"}) + "{" + g.attrs([]string{"title", "region", "asset_class", "size"}, true) + "}")
		g.body(fence)
		g.line(colons)
		return
	}
	spec := table[k]
	keys := layout.Keys(spec.Name)
	if strings.Contains(titledLater, spec.Name+" ") { // a seed still makes the document that it made
		keys = slices.DeleteFunc(keys, func(k string) bool { return k == "title" })
	}
	g.line(colons + spec.Name + "{" + g.attrs(append(keys, "title", "tone", "noverify"), true) + "}")
	if spec.Name == "computed_metric" {
		g.line("formula: 1 + 2")
	} else {
		g.body(fence)
	}
	g.line(colons)
}

func (g *gen) attrs(keys []string, id bool) string {
	var out []string
	if id && !g.one(4) {
		out = append(out, `id="`+g.id()+`"`)
	}
	seen := map[string]bool{}
	for range g.c.Intn(5) {
		if len(keys) == 0 {
			break
		}
		k := g.pick(keys)
		if !seen[k] {
			seen[k] = true
			out = append(out, g.attr(k))
		}
	}
	return strings.Join(out, " ")
}

func (g *gen) body(fence int) {
	switch g.c.Intn(8) {
	case 0:
	case 1:
		g.line(g.inline(), "", g.inline())
	case 2:
		g.line(g.inline(), "", "- "+g.flat(), "- "+g.flat())
	case 3:
		g.line("```", "code()", "```")
	case 4:
		if fence < 3 {
			g.block(fence + 1)
			g.trim()
		}
	default:
		g.line(g.inline())
	}
}
