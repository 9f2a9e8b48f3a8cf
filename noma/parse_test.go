package noma

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/nomadocx/nomadocx/noma/source"
)

func parse(t testing.TB, text string) *Document {
	t.Helper()
	d, _, err := Parse(source.NewFile("test.noma", text), Options{})
	if err != nil {
		t.Fatalf("Parse(%q): %v", text, err)
	}
	return d
}

// outline returns a tree in one line per node, for tables: kind, lines and what matters most.
func outline(n Node) string {
	var b strings.Builder
	var walk func(n Node, depth int)
	walk = func(n Node, depth int) {
		base := n.At()
		fmt.Fprintf(&b, "%s%d-%d ", strings.Repeat(" ", depth), base.Line, base.EndLine)
		switch n := n.(type) {
		case *Frontmatter:
			fmt.Fprintf(&b, "frontmatter %q", n.Raw)
		case *Section:
			fmt.Fprintf(&b, "h%d %q #%s", n.Level, n.Title.S, n.ID)
		case *Paragraph:
			fmt.Fprintf(&b, "p %q", n.Content.S)
		case *Code:
			fmt.Fprintf(&b, "code %s %q", n.Lang, n.Content.S)
		case *List:
			fmt.Fprintf(&b, "list ordered=%v", n.Ordered)
		case *ListItem:
			fmt.Fprintf(&b, "item %q", n.Content.S)
		case *Quote:
			fmt.Fprintf(&b, "quote %q", n.Content.S)
		case *ThematicBreak:
			b.WriteString("rule")
		case *Table:
			fmt.Fprintf(&b, "table %q", n.Align)
			for _, row := range append([][]Cell{n.Header}, n.Rows...) {
				for _, c := range row {
					fmt.Fprintf(&b, " %q", c.Text)
				}
			}
		case *Directive:
			fmt.Fprintf(&b, "%s #%s body=%v", n.Name, n.ID, n.HasBody)
		}
		b.WriteByte('\n')
		for _, k := range n.Kids() {
			walk(k, depth+1)
		}
	}
	for _, k := range n.Kids() {
		walk(k, 0)
	}
	return b.String()
}

func TestBlocks(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"nothing", "", ""},
		{"blank lines with odd spaces", "\n \t\n\u00a0\n\ufeff\u3000\n", ""},
		{"byte order mark keeps a heading from column 1", "\ufeff# T\n", "1-1 p \"\\ufeff# T\"\n"},
		{"lone carriage returns end lines", "a\r\rb", "1-1 p \"a\"\n3-3 p \"b\"\n"},
		{"sections nest by level", "# A\n\n### B\n\n## C\n\ntext\n\n# D\n",
			"1-8 h1 \"A\" #a\n 3-4 h3 \"B\" #b\n 5-8 h2 \"C\" #c\n  7-7 p \"text\"\n9-9 h1 \"D\" #d\n"},
		{"a section reaches over trailing blank lines", "# A\n\nx\n\n\n", "1-5 h1 \"A\" #a\n 3-3 p \"x\"\n"},
		{"one blank is not a title, two are", "# \n#  \n", "1-1 p \"# \"\n2-2 h1 \" \" #\n"},
		{"brace after a closing brace", "# a} b{c} {d} {x=1}\n", "1-1 h1 \"a} b{c} {d}\" #a-bc-d\n"},
		{"a heading needs a title before its attributes", "# {a} {id=x}\n", "1-1 h1 \"{a}\" #x\n"},
		{"title that is only a block", "# {id=x}\n", "1-1 h1 \"{id=x}\" #idx\n"},
		{"seven hashes, no space, indented", "####### a\n#b\n # c\n", "1-3 p \"####### a\\n#b\\n # c\"\n"},
		{"rules", "---\n***\n____\n-- -\n", "1-1 rule\n2-2 rule\n3-3 rule\n4-4 p \"-- -\"\n"},
		{"bullets mix, numbers do not", "- a\n* b\n1. c\n2) d\n",
			"1-2 list ordered=false\n 1-1 item \"a\"\n 2-2 item \"b\"\n3-3 list ordered=true\n 3-3 item \"c\"\n4-4 list ordered=true\n 4-4 item \"d\"\n"},
		{"a marker needs content", "-\n- \n-  \n", "1-2 p \"-\\n- \"\n3-3 list ordered=false\n 3-3 item \" \"\n"},
		{"quote removes one space", ">  a\n>\u00a0b\n>\nc\n", "1-3 quote \" a\\nb\\n\"\n4-4 p \"c\"\n"},
		{"code", "```go_1 \n# x\n```\n````\n", "1-3 code go_1 \"# x\"\n4-4 p \"````\"\n"},
		{"code without end takes the empty last line too", "```\na\n", "1-3 code  \"a\\n\"\n"},
		{"empty code", "```\n```\n", "1-2 code  \"\"\n"},
		{"code of an item that begins with an empty line", "- a\n  ```\n\n  b\n  ```\n", "1-5 list ordered=false\n 1-5 item \"a\"\n  2-5 code  \"\\nb\"\n"},
		{"unequal header and separator are text", "| a | b | c |\n| --- | --- |\n", "1-2 p \"| a | b | c |\\n| --- | --- |\"\n"},
		{"table breaks a paragraph", "x\n | a | b | \n:- | ---:\n| 1 | 2 |\n", "1-1 p \"x\"\n2-4 table [\"left\" \"right\"] \"a\" \"b\" \"1\" \"2\"\n"},
		{"one dash, one column", "| a |\n|-|\n| 1 |\n\n| a |\n-\n", "1-3 table [\"\"] \"a\" \"1\"\n5-6 p \"| a |\\n-\"\n"},
		{"no dash", "| a | b |\n| : | - |\n", "1-2 p \"| a | b |\\n| : | - |\"\n"},
		{"indented table, padded and cut rows", "x\n | a | b |\n:--- | ---:\n| 1 |\n| 1 | 2 | 3 |\n",
			"1-1 p \"x\"\n2-5 table [\"left\" \"right\"] \"a\" \"b\" \"1\" \"\" \"1\" \"2\"\n"},
		{"pipes in code and escaped", "| a\\|b | `c|d` |\n| --- | --- |\n", "1-2 table [\"\" \"\"] \"a\\\\|b\" \"`c|d`\"\n"},
		{"a row without outer pipes starts no table in a table", "a|b\n-|-\nc|d\n-|-\n", "1-4 table [\"\" \"\"] \"a\" \"b\" \"c\" \"d\" \"-\" \"-\"\n"},
		{"a table does not look past its directive", "::x\n| a | b |\n::\n| --- | --- |\n",
			"1-3 x # body=true\n 2-2 p \"| a | b |\"\n4-4 p \"| --- | --- |\"\n"},
		{"directive", "::risk{id=\"r\"}\na\nb\n::\n", "1-4 risk #r body=true\n 2-3 p \"a\\nb\"\n"},
		{"namespaces", ":: finance::position {id=p}\n::\n::a::\n", "1-2 finance::position #p body=false\n3-3 p \"::a::\"\n"},
		{"a number is no id", "::a{id=12}\n::\n", "1-2 a # body=false\n"},
		{"no more than 64 colons", strings.Repeat(":", 64) + "a\n" + strings.Repeat(":", 65) + "b\n", "1-3 a # body=true\n 2-2 p " + fmt.Sprintf("%q", strings.Repeat(":", 65)+"b") + "\n"},
		{"nesting needs more colons", "::a\n::b\n:::c\nx\n:::\n::\n::\n",
			"1-6 a # body=false\n 2-2 p \"::b\"\n 3-5 c # body=true\n  4-4 p \"x\"\n7-7 p \"::\"\n"},
		{"code hides a closer", "::a\n```\n::\n```\n::\n", "1-5 a # body=false\n 2-4 code  \"::\"\n"},
		{"not closed within its parent", "::a\n:::b\nx\n::\ny\n", "1-4 a # body=false\n 2-3 b # body=true\n  3-3 p \"x\"\n5-5 p \"y\"\n"},
		{"not closed at all", "::a\nx\n", "1-3 a # body=true\n 2-2 p \"x\"\n"},
		{"headings in a directive are flat", "::a\n# T\n## U\nx\n# T\n::\n# T\n",
			"1-6 a # body=false\n 2-2 h1 \"T\" #t\n 3-3 h2 \"U\" #u\n 4-4 p \"x\"\n 5-5 h1 \"T\" #t\n7-7 h1 \"T\" #t\n"},
		{"an explicit id neither takes nor gets a number", "# A\n# A {id=a}\n# A\n# A-2\n",
			"1-1 h1 \"A\" #a\n2-2 h1 \"A\" #a\n3-3 h1 \"A\" #a-2\n4-4 h1 \"A-2\" #a-2-2\n"},
		{"an unclosed block carries its sections along", "# A\n## B\n::c\nx\n", "1-5 h1 \"A\" #a\n 2-5 h2 \"B\" #b\n  3-5 c # body=true\n   4-4 p \"x\"\n"},
		{"frontmatter", "--- \na: 1\n---\t\nx", "1-3 frontmatter \"a: 1\"\n4-4 p \"x\"\n"},
		{"frontmatter without content", "---\n\n---\nx", "4-4 p \"x\"\n"},
		{"frontmatter that does not end", "---\na: 1\n", "1-1 rule\n2-2 p \"a: 1\"\n"},
	} {
		t.Run(c.name, func(t *testing.T) {
			d := parse(t, c.text)
			if got := outline(d); got != c.want {
				t.Errorf("Parse(%q) is\n%swant\n%s", c.text, got, c.want)
			}
			if err := checkTree(d); err != nil {
				t.Error(err)
			}
		})
	}
}

func TestDocumentEndLine(t *testing.T) {
	for text, want := range map[string]int{"": 1, "\n": 1, "a": 1, "a\n": 1, "a\n\n": 2, "a\r\n": 1, "a\rb\r": 2} {
		if got := parse(t, text).EndLine; got != want {
			t.Errorf("%q ends in line %d, want %d", text, got, want)
		}
	}
}

// fragments are lines that start, continue and end every construct, with and without flaws.
var fragments = []string{
	"", " ", "text", "more *text*", "# A", "## A {id=\"x\" aliases=\"y, z\"}", "### ", "#", "::a", "::a{id=\"q\" k='v w' n=1.50 f}",
	"::", ":::", ":::b{id=x}", "::::", "```", "```js", "````", "> q", ">", "- i", "* j", "1. k", "22. l", "---", "***", "| a | b |",
	"| --- | :-: |", "| c |", "|", "||", "  indented", "::a{", "::a}", "::{}", "\u00a0", "\ufeff", "é", "::n::m{x=}", "# t {", "# {} {k}", "\\",
	"a: 1", "\xff",
}

func genText(t *rapid.T) string {
	lines := rapid.SliceOfN(rapid.OneOf(rapid.SampledFrom(fragments), rapid.StringN(0, 12, -1)), 0, 30).Draw(t, "lines")
	eol := rapid.SampledFrom([]string{"\n", "\n", "\n", "\r\n", "\r"}).Draw(t, "eol")
	text := strings.Join(lines, eol)
	if rapid.Bool().Draw(t, "final line end") {
		text += eol
	}
	return text
}

func TestLawsOfTheTree(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := genText(t)
		d, diagnostics, err := Parse(source.NewFile("", text), Options{})
		if err != nil {
			var fm *FrontmatterError
			if !errors.As(err, &fm) || fm.Line < 1 {
				t.Fatalf("%v is not an error of the frontmatter", err)
			}
			return
		}
		if err := checkTree(d); err != nil {
			t.Fatalf("%q: %v", text, err)
		}
		if err := checkDiagnostics(d.File, diagnostics); err != nil {
			t.Fatalf("%q: %v", text, err)
		}
	})
}

// TestLineEndsDoNotMatter: the tree of a text is the same with LF, CRLF and CR.
func TestLineEndsDoNotMatter(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		lines := rapid.SliceOfN(rapid.SampledFrom(fragments), 0, 30).Draw(t, "lines")
		shape := func(eol string) string {
			d, _, err := Parse(source.NewFile("", strings.Join(lines, eol)), Options{})
			if err != nil {
				return err.Error()
			}
			return outline(d)
		}
		lf := shape("\n")
		for _, eol := range []string{"\r\n", "\r"} {
			if got := shape(eol); got != lf {
				t.Fatalf("with %q the tree is\n%swith LF\n%s", eol, got, lf)
			}
		}
	})
}

func TestAliases(t *testing.T) {
	text := "---\naliases: [intro, \" two words \", 3, main]\n---\n## Before\n# T {aliases=\"own, main\"}\n# Second {aliases=\"007\"}\n::a{id=b aliases=\"c d,c\"}\n::\n"
	d, _, err := Parse(source.NewFile("", text), Options{Filename: "/some/where/01-The Report.noma"})
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]string{"own": "t", "main": "t", "the-report": "t", "intro": "t", "two words": "t", "c": "b", "d": "b", "t": "t", "b": "b", "007": "second"}
	for alias, id := range want {
		n, ok := d.Block(alias)
		if !ok || n.At().ID != id {
			t.Errorf("%q does not lead to %q", alias, id)
		}
	}
	if _, ok := d.ByID("own"); ok {
		t.Error("ByID takes an alias")
	}
	root, _ := d.ByID("t")
	if got := fmt.Sprint(root.At().Aliases); got != "[own main the-report intro two words]" {
		t.Errorf("aliases of the root are %s", got)
	}
	if n := root.(*Section).OwnAliases; n != 2 {
		t.Errorf("%d aliases are from the heading, want 2", n)
	}
	if got := d.Meta.String("filename"); got != "/some/where/01-The Report.noma" || d.Meta[0].Key != "filename" {
		t.Errorf("meta.filename is %q", got)
	}
}

// TestReindexAfterChanges: a tree put together by hand finds its nodes again.
func TestReindexAfterChanges(t *testing.T) {
	d := parse(t, "# A\n## B\n")
	b, _ := d.ByID("b")
	b.At().ID, b.At().Aliases = "a/b", []string{"b"}
	d.Children = append([]Node{&Paragraph{}}, d.Children...)
	d.Reindex()
	if n, ok := d.ByID("a/b"); !ok || n != b {
		t.Error("the new id leads nowhere")
	}
	if _, ok := d.ByID("b"); ok {
		t.Error("the old id is still canonical")
	}
	if n, ok := d.Block("b"); !ok || n != b {
		t.Error("the old id is no alias")
	}
	if a, _ := d.ByID("a"); a.At().Index != 1 || a.At().Parent != Node(d) {
		t.Error("the section does not know its new place")
	}
}

func TestWalkStops(t *testing.T) {
	d := parse(t, "# A\n- a\n- b\n\nx\n")
	for stop := 1; stop <= 6; stop++ {
		n := 0
		for range Walk(d) {
			if n++; n == stop {
				break
			}
		}
		if n != stop {
			t.Errorf("walk ended after %d nodes, want %d", n, stop)
		}
	}
}

func FuzzParse(f *testing.F) {
	f.Add("---\na: {b: [1, 2]}\n---\n# T {id=x}\n\n::a{id=\"q\" k='v'}\n:::b\n- i\n:::\n::\n")
	f.Add("| a | b |\r\n| --- | :-: |\r\n| `|` | \\| |\r\n> q\r\n>\r\n1. x\r\n```\r\n::\r\n")
	f.Add("---\na: &x {<<: *x}\n? [b]\n--- \n::::a{b='c d=\"e\n:::f{=}\n```js\n::::\r```\r\n::")
	f.Add(strings.Join(fragments, "\n"))
	f.Fuzz(func(t *testing.T, text string) {
		d, diagnostics, err := Parse(source.NewFile("", text), Options{Filename: "f.noma"})
		if err != nil {
			var fm *FrontmatterError
			if !errors.As(err, &fm) || fm.Line < 1 || fm.Line > source.NewFile("", text).Lines() {
				t.Fatalf("%v is not about a line of the text", err)
			}
			return
		}
		if err := checkTree(d); err != nil {
			t.Fatal(err)
		}
		if err := checkDiagnostics(d.File, diagnostics); err != nil {
			t.Fatal(err)
		}
		for n := range Walk(d) {
			if err := checkInlineOf(d.File, n); err != nil {
				t.Fatal(err)
			}
		}
		lf := strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(text)
		if again := parse(t, lf); outline(again) != outline(d) {
			t.Fatalf("with LF the tree is\n%swant\n%s", outline(again), outline(d))
		}
	})
}

func TestComments(t *testing.T) {
	for text, want := range map[string]string{
		"A\n\n<!-- b -->\n\nC":                        "1 comments, 2 blocks",
		"A\n<!-- b -->\nC":                            "1 comments, 2 blocks",
		"<!--\n# b\n\n::c\n```\n-->\nD":               "1 comments, 1 blocks",
		"<!-- b --> c":                                "0 comments, 1 blocks",
		"<!-- b\n\nc":                                 "0 comments, 2 blocks",
		"<!-- b\nc --> d\n\n<!-- e -->":               "1 comments, 1 blocks",
		"A <!-- b -->":                                "0 comments, 1 blocks",
		"- a\n  <!-- b -->\n- c":                      "0 comments, 3 blocks",
		"```\n<!-- b\n```\n\nC -->":                   "0 comments, 2 blocks",
		"::note\n<!-- ::\n-->\nA\n::\n\nB":            "1 comments, 2 blocks",
		"<!--->\n\nb -->":                             "1 comments, 0 blocks",
		"| a | b |\n| - | - |\n| 1 | 2 |\n<!-- | -->": "1 comments, 1 blocks",
		"<!-- a --> \r\nB\r\n":                        "1 comments, 1 blocks",
	} {
		d, _, err := Parse(source.NewFile("", text), Options{})
		if err != nil {
			t.Fatal(err)
		}
		if got := fmt.Sprintf("%d comments, %d blocks", len(d.Comments), len(d.Children)); got != want {
			t.Errorf("%q: %s, want %s", text, got, want)
		}
	}
}

// TestManyComments: beginnings of comments without an end, or with words behind it, take linear time.
func TestManyComments(t *testing.T) {
	for _, end := range []string{"", "\n\n--> x", "\n\n-->"} {
		if _, _, err := Parse(source.NewFile("", strings.Repeat("<!--\n", 400000)+end), Options{}); err != nil {
			t.Fatal(err)
		}
	}
}
