package noma

import (
	"fmt"
	"runtime"
	"strings"
	"testing"

	"github.com/nomadocx/nomadocx/internal/testkit/slow"
	"github.com/nomadocx/nomadocx/noma/source"
)

// These texts are made to break a parser that recurses without bound, reads back, reads ahead more
// than once or multiplies what it read. They are so long that quadratic work would not finish; what
// is measured is memory, which is the same on every machine.

// allocated returns the number of bytes that f asks for, garbage included.
func allocated(f func()) uint64 {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	f()
	runtime.ReadMemStats(&after)
	return after.TotalAlloc - before.TotalAlloc
}

// numbered returns n parts, each made with its number.
func numbered(n int, format string) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, strings.ReplaceAll(format, "#", "%[1]d"), i)
	}
	return b.String()
}

// growing returns n opening lines with ever more colons, from 2 to most and again.
func growing(n, most int) string {
	var b strings.Builder
	for i := range n {
		b.WriteString(strings.Repeat(":", 2+i%(most-1)) + "d\n")
	}
	return b.String()
}

func TestHostileTexts(t *testing.T) {
	slow.Test(t, "much memory and time")
	const n = 100_000
	for name, text := range map[string]string{
		"single colons":                      strings.Repeat(":\n", n),
		"closers":                            strings.Repeat("::\n", n),
		"closers of all lengths":             strings.ReplaceAll(growing(n, 70), "d", ""),
		"openers of one depth":               strings.Repeat("::a\n", n),
		"alternating depths":                 strings.Repeat("::a\n:::b\n::::c\n", n/3),
		"ever deeper, not closed":            growing(n, 400),
		"all depths, not closed, then text":  growing(63, 64) + strings.Repeat("x\n", n),
		"all depths around closers":          growing(63, 64) + strings.Repeat("::\n", n),
		"fences":                             strings.Repeat("```\n", n),
		"a line of 10 MB":                    strings.Repeat("a *b* ", 10<<20/6),
		"a line of 10 MB of white space":     strings.Repeat(" \t\u00a0", 10<<20/4),
		"a line of 10 MB of colons":          strings.Repeat(":", 10<<20),
		"a line of 10 MB of digits":          strings.Repeat("7", 10<<20),
		"a name of 10 MB":                    "::" + strings.Repeat("a::", 10<<20/3) + "b{x}",
		"a title of 10 MB":                   "# " + strings.Repeat("a ", 5<<20),
		"braces in a title":                  "# a" + strings.Repeat("{", n) + strings.Repeat("}", n),
		"spaces in a title":                  "# a" + strings.Repeat(" ", n) + "b {c}\n",
		"one slug":                           strings.Repeat("# A\n", n/2),
		"slugs that look like numbered ones": numbered(n/4, "# A-#\n# A\n# A-2-2\n"),
		"1,000,000 flags":                    "# T {" + strings.Repeat("k ", 1_000_000) + "}\n",
		"1,000,000 attributes":               "::a{" + strings.Repeat(`k="v" `, 1_000_000) + "}\n::\n",
		"quotes that never close":            "::a{" + strings.Repeat(`k=" `, n) + "}\n::\n",
		"quotes of both kinds":               "::a{" + strings.Repeat(`k=' j=" `, n) + "}\n::\n",
		"aliases of a heading":               "# T {aliases=\"" + numbered(n, "a# ") + "\"}\n",
		"aliases of a block":                 "::a{id=b aliases=\"" + numbered(n, "a# ") + "\"}\n::\n",
		"aliases in frontmatter":             "---\naliases:\n" + numbered(n, "- a#\n") + "---\n# T\n",
		"1,000,000 items":                    strings.Repeat("- a\n", 1_000_000),
		"100,000 blocks of an item":          "- a\n" + strings.Repeat("\n  b\n", 100_000),
		"100,000 lists of wrapped items":     strings.Repeat("- a\n  b\n\n", 100_000),
		"numbered items":                     strings.Repeat("1. a\n", n),
		"a deep quote":                       strings.Repeat(">", 1<<20) + "\n",
		"a long quote":                       strings.Repeat("> > > >\n", n),
		"separators":                         strings.Repeat("| --- | --- |\n", n),
		"headers without separators":         strings.Repeat("| a | b |\n", n),
		"one long row":                       "|" + strings.Repeat("a|", n) + "\n|" + strings.Repeat("---|", n) + "\n",
		"pipes":                              strings.Repeat("|", n) + "\n" + strings.Repeat("|---", n),
		"a wide table of short rows":         "|" + strings.Repeat("a|", n) + "\n|" + strings.Repeat("---|", n) + "\n" + strings.Repeat("|1|\n", n),
		"back-ticks in rows":                 "|a|b|\n|---|---|\n" + strings.Repeat("|`|\n", n),
		"carriage returns":                   strings.Repeat("a\r\r\n", n),
		"one paragraph of short CRLF lines":  strings.Repeat("a\r\n", n),
		"no character at all":                strings.Repeat("\xff\x00", n),
	} {
		t.Run(name, func(t *testing.T) {
			var d *Document
			// A node or an attribute takes some 100 to 200 bytes and can be as short as two, and slices
			// grow; hence the large factor.
			if used, most := allocated(func() { d = parse(t, text) }), uint64(64<<20+300*len(text)); used > most {
				t.Errorf("%d bytes of source take %d of memory, more than %d", len(text), used, most)
			}
			if err := checkTree(d); err != nil {
				t.Error(err)
			}
		})
	}
}

// TestHostileFrontmatter: whatever stands there becomes data or an error, and aliases do not multiply.
func TestHostileFrontmatter(t *testing.T) {
	slow.Test(t, "much memory and time")
	const n = 50_000
	bomb := "a0: &a0 [x,x,x,x,x,x,x,x,x,x]\n"
	merges := "a0: &a0 {k: 1}\n"
	for i := 1; i < 20; i++ {
		item := fmt.Sprintf("*a%d, ", i-1)
		bomb += fmt.Sprintf("a%d: &a%d [%s]\n", i, i, strings.Repeat(item, 10))
		merges += fmt.Sprintf("a%d: &a%d {x: [%s], <<: *a%d}\n", i, i, strings.Repeat(item, 10), i-1)
	}
	for name, c := range map[string]struct {
		yaml string
		err  string // part of the message, "" for none
	}{
		"10 MB of items":            {"list:\n" + strings.Repeat("- item\n", 10<<20/7), ""},
		"10 MB in one scalar":       {"a: \"" + strings.Repeat(`\n`, 5<<20) + "\"\n", ""},
		"10 MB of folded lines":     {"a: >\n" + strings.Repeat("  word\n", 10<<20/7), ""},
		"comments":                  {strings.Repeat("#\n", 1<<20), ""},
		"keys":                      {numbered(n, "k#: v#\n"), ""},
		"one key":                   {strings.Repeat("a: 1\n", n), "given twice"},
		"anchors":                   {numbered(n, "k#: &a# x\n"), ""},
		"colons":                    {strings.Repeat("a:", n), ""},
		"tags":                      {strings.Repeat("!!", n), "unknown tag"},
		"deep lists":                {"a: " + strings.Repeat("[", n), "depth"},
		"deep maps":                 {"a: " + strings.Repeat("{a: ", n), "depth"},
		"deep items":                {strings.Repeat("- ", n), "depth"},
		"deep keys":                 {strings.Repeat("? ", n), "depth"},
		"quotes":                    {strings.Repeat("a: \"\n", n), "given twice"},
		"aliases of aliases":        {bomb, "aliases repeat too much"},
		"merged aliases":            {merges, "aliases repeat too much"},
		"many aliases of one list":  {"a: &a [" + strings.Repeat("x, ", 1000) + "]\nl:\n" + strings.Repeat("- *a\n", n), "aliases repeat too much"},
		"many aliases of one text":  {"a: &a \"" + strings.Repeat("x", 1000) + "\"\nl:\n" + strings.Repeat("- *a\n", n), "aliases repeat too much"},
		"some aliases of one text":  {"a: &a \"" + strings.Repeat("x", 1000) + "\"\nl:\n" + strings.Repeat("- *a\n", 900), ""},
		"an alias of what is it in": {"a: &a [*a]\n", "nested too deeply"},
	} {
		t.Run(name, func(t *testing.T) {
			text := "---\n" + c.yaml + "\n---\n# T\n"
			var d *Document
			var err error
			used := allocated(func() { d, _, err = Parse(source.NewFile("", text), Options{}) })
			if most := uint64(64<<20 + 200*len(text)); used > most {
				t.Errorf("%d bytes of source take %d of memory, more than %d", len(text), used, most)
			}
			switch {
			case c.err == "" && err != nil:
				t.Error(err)
			case c.err == "":
				if err := checkTree(d); err != nil {
					t.Error(err)
				}
			case err == nil || !strings.Contains(err.Error(), c.err):
				t.Errorf("error is %v, want one that says %q", err, c.err)
			}
		})
	}
}

// TestHostileInline repeats what opens and never closes.
func TestHostileInline(t *testing.T) {
	slow.Test(t, "much memory and time")
	for _, unit := range []string{"[", "[[", "*a ", "*a _b ", "**a*", "[a](b", `[\[`, "[a](b[", "`a``", "$", "$$", "$a ", `\(`, `\[`, "[`", "_a ",
		"**a* ", "[[a|", "a  \n", "\n \n", "*a* ", `\`, "]", "[](", "![[`*$\\[", "*a**b_c ", "`[", "[x`", "![", "![a](", "![a](b){", "![a](b){c=", "![a](b){w=1}", "*a", "a*", "[a]",
		"[[[[", "****", "*a *a ", "**a **b ", "***a ", "[a]([", "](", "[[a|b", "[`a`", "\\", `\[a`, "<", "*_", "_*a*_ ", "*a\n"} {
		s := strings.Repeat(unit, 400_000/len(unit))
		if err := checkInline(s, ParseInline(s), 0, len(s)); err != nil {
			t.Errorf("%q repeated: %v", unit, err)
		}
	}
	// Nesting is bounded, so that whoever walks the tree may recurse.
	s := strings.Repeat("*a ", 50_000) + strings.Repeat("b* ", 50_000)
	depth := 0
	for nodes := ParseInline(s); len(nodes) > 0; depth++ {
		next := []Inline(nil)
		for _, n := range nodes {
			if n.Children != nil {
				next = n.Children
			}
		}
		nodes = next
	}
	if depth != maxEmphasis+1 {
		t.Errorf("emphasis nests %d deep, want %d", depth, maxEmphasis+1)
	}
}
