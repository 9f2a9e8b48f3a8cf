package noma

import (
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/nomadocx/nomadocx/noma/diag"
	"github.com/nomadocx/nomadocx/noma/source"
)

// checkDiagnostics: a comment says something about lines that are there, in the order of the text.
func checkDiagnostics(f *source.File, list diag.List) error {
	if len(list) > maxDiagnostics {
		return fmt.Errorf("%d diagnostics", len(list))
	}
	for i, r := range list {
		switch {
		case r.Code == "" || r.Message == "" || !utf8.ValidString(r.Message) && utf8.ValidString(f.Text):
			return fmt.Errorf("%+v says nothing", r)
		case r.Line < 1 || r.EndLine < r.Line || r.EndLine > f.Lines():
			return fmt.Errorf("%+v is about no line of %d", r, f.Lines())
		case r.Column < 1 || r.Column > 1+utf8.RuneCountInString(f.LineSpan(r.Line).Of(f.Text)):
			return fmt.Errorf("%+v is beside its line", r)
		case i > 0 && list[i-1].Line > r.Line:
			return fmt.Errorf("%+v comes after a remark on line %d", r, list[i-1].Line)
		}
	}
	return nil
}

func TestParserDiagnostics(t *testing.T) {
	for _, c := range []struct {
		name, text, want string
		tree             string // as the text is mended
	}{
		{"nothing to say", "---\n---\n# T {id=x}\n::a{b=\"c\", d}\n:::b\n```\n::\n```\n:::\n::\n:: see this\n", "", ""},
		{"block without an end", "# A\n::a{id=x}\n\ntext\n# B\n",
			"error unclosed-directive 2:1-6 x: The block ::a has no closing line and takes everything to line 6; end it with ::.",
			"1-6 h1 \"A\" #a\n 2-6 a #x body=false\n  4-4 p \"text\"\n  5-5 h1 \"B\" #b\n"},
		{"block without an end in another", "::a\n:::b\nx\n::\ny\n",
			"error unclosed-directive 2:1-3 : The block ::b has no closing line and takes everything to line 3; end it with :::.",
			"1-4 a # body=false\n 2-3 b # body=true\n  3-3 p \"x\"\n5-5 p \"y\"\n"},
		{"code without an end", "x\n```go\n::a\n::\n",
			"error unclosed-code 2:1-5 : The code block has no closing line and takes everything to line 5; end it with ```.",
			"1-1 p \"x\"\n2-5 code go \"::a\\n::\\n\"\n"},
		{"fence that closes nothing", "x\n:::\ny\n",
			"error stray-fence 2:1-2 : This fence closes nothing and is read as text; remove it, or give its block an opening line with as many colons.",
			"1-1 p \"x\"\n2-2 p \":::\"\n3-3 p \"y\"\n"},
		{"block as deep as the one around it", ":::a\n::b\nx\n:::\n",
			"error shallow-fence 2:1-2 : The block ::b is within a block of 3 colons and has 2, so it is read as text; end the block around it first, or give that more colons.",
			"1-4 a # body=false\n 2-2 p \"::b\"\n 3-3 p \"x\"\n"},
		{"frontmatter without an end", "---\ntitle: x\n\ny\n",
			"error unclosed-frontmatter 1:1-1 : The frontmatter has no closing line and is read as text; end it with ---.",
			"1-1 rule\n2-2 p \"title: x\"\n4-4 p \"y\"\n"},
		{"byte order mark", "\ufeff# T\n\n# U\n",
			"warning byte-order-mark 1:1-1 : The file begins with a byte order mark, so its first line is text and no heading, block or frontmatter; save it as UTF-8 without BOM.",
			"1-1 p \"\\ufeff# T\"\n3-3 h1 \"U\" #u\n"},
		{"a rule in line 1", "---\nsay x\n", "", ""},
		{"title after the name", "x\n::note Title\ny\n::\n",
			"warning broken-fence 2:1-2 : This line resembles the start of a block and is read as text: nothing but {…} may follow the name.\n" +
				"error stray-fence 4:1-4 : This fence closes nothing and is read as text, as line 2 opens no block.",
			"1-3 p \"x\\n::note Title\\ny\"\n4-4 p \"::\"\n"},
		{"no name before the brace", "::: {.note}\ny\n:::\n\n:::\n",
			"warning broken-fence 1:1-1 : This line resembles the start of a block and is read as text: no name stands before its {; write the name of a block there, as in ::note.\n" +
				"error stray-fence 3:1-3 : This fence closes nothing and is read as text, as line 1 opens no block.\n" +
				"error stray-fence 5:1-5 : This fence closes nothing and is read as text; remove it, or give its block an opening line with as many colons.",
			"1-2 p \"::: {.note}\\ny\"\n3-3 p \":::\"\n5-5 p \":::\"\n"},
		{"brace without an end", "::note{a=\"b\"\n",
			"warning broken-fence 1:1-1 : This line resembles the start of a block and is read as text: its { has no } at the end of the line.",
			"1-1 p \"::note{a=\\\"b\\\"\"\n"},
		{"name without an end", "::a::{b}\n",
			"warning broken-fence 1:1-1 : This line resembles the start of a block and is read as text: its name is not one.",
			"1-1 p \"::a::{b}\"\n"},
		{"too many colons", strings.Repeat(":", 65) + "a{b}\n",
			"warning broken-fence 1:1-1 : This line resembles the start of a block and is read as text: it has more than 64 colons.", ""},
		{"blanks around the equals sign", "::é\n::a{é=1 b}\n::\n# T {id = \"x\"}\n",
			"warning bad-attribute 2:5-2 : The attributes hold \"é=1\", which is skipped; write key=\"value\", without blanks around the equals sign.\n" +
				"warning bad-attribute 4:9-4 t: The attributes hold \"= \\\"\", which is skipped; write key=\"value\", without blanks around the equals sign.",
			"1-1 p \"::é\"\n2-3 a # body=false\n4-4 h1 \"T\" #t\n"},
		{"quote without an end", "::a{b=\"c d}\n::\n",
			"warning bad-attribute 1:7-1 : The quote of b= is never closed and is part of the value \"\\\"c\".", "1-2 a # body=false\n"},
		{"long rubbish", "::a{" + strings.Repeat("%", 50) + "}\n::\n",
			"warning bad-attribute 1:5-1 : The attributes hold \"" + strings.Repeat("%", 40) + "…\", which is skipped; write key=\"value\", without blanks around the equals sign.", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			f := source.NewFile("t.noma", c.text)
			d, list, err := Parse(f, Options{})
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, r := range list {
				got = append(got, fmt.Sprintf("%s %s %d:%d-%d %s: %s", r.Severity, r.Code, r.Line, r.Column, r.EndLine, r.NodeID, r.Message))
				if r.File != "t.noma" {
					t.Errorf("it is about %q", r.File)
				}
			}
			if s := strings.Join(got, "\n"); s != c.want {
				t.Errorf("diagnostics are\n%s\nwant\n%s", s, c.want)
			}
			if c.tree != "" && outline(d) != c.tree {
				t.Errorf("tree is\n%swant\n%s", outline(d), c.tree)
			}
			if err := checkTree(d); err != nil {
				t.Error(err)
			}
			if err := checkDiagnostics(f, list); err != nil {
				t.Error(err)
			}
		})
	}
}

// TestManyDiagnostics: a text of nothing but mistakes is reported in part.
func TestManyDiagnostics(t *testing.T) {
	f := source.NewFile("", strings.Repeat("::\n", 1000))
	_, list, err := Parse(f, Options{})
	if err != nil || len(list) != maxDiagnostics || list[maxDiagnostics-1].Line != maxDiagnostics {
		t.Errorf("%d diagnostics, %v", len(list), err)
	}
}
