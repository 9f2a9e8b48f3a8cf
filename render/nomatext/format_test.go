package nomatext_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/nomadocx/nomadocx/noma"
	"github.com/nomadocx/nomadocx/render/nomatext"
)

func format(t testing.TB, text string) string {
	t.Helper()
	d, err := parse(text, "")
	if err != nil {
		t.Fatal(err)
	}
	return nomatext.Format(d)
}

func TestFormat(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"nothing", "", ""},
		{"no table, odd blanks, no final line end", " a  \n\n\n\tb", " a  \n\n\n\tb"},
		{"line ends", "a\r\nb\rc\n\r\n", "a\nb\nc\n\n"},
		{"last line of a CRLF file", "a\r\nb", "a\nb"},
		{"alignments",
			"|a|b|c|d|\n|---|:---|:---:|---:|\n|12345|12345|123456|12345|\n| x |x|x|x|",
			"| a     | b     |   c    |     d |\n| ----- | :---- | :----: | ----: |\n| 12345 | 12345 | 123456 | 12345 |\n| x     | x     |   x    |     x |"},
		{"an odd blank of a centred cell goes right", "|a|b|\n|:-----:|---|\n|12345|x|\n|12|x|\n",
			"|   a   | b   |\n| :---: | --- |\n| 12345 | x   |\n|  12   | x   |\n"},
		{"narrow columns keep three dashes", "|a|b|c|\n|:---|:---:|---:|\n", "| a   |  b  |   c |\n| :--- | :---: | ---: |\n"},
		{"centred columns of 4 and 5", "|abcd|abcde|\n|:---:|:---:|\n", "| abcd | abcde |\n| :---: | :---: |\n"},
		{"short and long rows", "| a | b |\n|---|---|\n|1|\n|1|2|3|\n||\n", "| a   | b   |\n| --- | --- |\n| 1   |     |\n| 1   | 2   |\n|     |     |\n"},
		{"a cell beyond the table sets no width", "|a|b|\n|---|---|\n|1|2|a long one|\n", "| a   | b   |\n| --- | --- |\n| 1   | 2   |\n"},
		{"indented", "  | a | b |\n\t|---|---|\n", "| a   | b   |\n| --- | --- |\n"},
		{"no outer pipes below", "| a | b |\n---|---\nx | y\n", "| a   | b   |\n| --- | --- |\n| x   | y   |\n"},
		{"characters, not bytes", "| é🎉 | x |\n|---|---|\n| 日本語 | abcd |\n", "| é🎉  | x    |\n| --- | ---- |\n| 日本語 | abcd |\n"},
		{"a back-tick without partner takes the rest", "|a|b|c|\n|---|---|---|\n|1|x ` y|z|\n", "| a   | b       | c   |\n| --- | ------- | --- |\n| 1   | x ` y|z |\n"},
		{"final pipe that is escaped", "|a|b|\n|---|---|\n|1|2\\|\n|1\\|\n", "| a   | b   |\n| --- | --- |\n| 1   | 2\\  |\n| 1\\  |     |\n"},
		{"code", "```\n|a|b|\n|---|---|\n```go\n|a|b|\n|---|---|\n", "```\n|a|b|\n|---|---|\n```go\n| a   | b   |\n| --- | --- |\n"},
		{"in a block", "::a\n|a|b|\n|---|---|\n::\n|1|2|\n", "::a\n| a   | b   |\n| --- | --- |\n::\n|1|2|\n"},
		{"frontmatter", "---\na: |\n  |a|b|\n  |---|---|\n---\n|a|b|\n|---|---|", "---\na: |\n  |a|b|\n  |---|---|\n---\n| a   | b   |\n| --- | --- |"},
		{"two tables", "|a|b|\n|---|---|\n\n|c|d|\n|---|---|\nx\r\n", "| a   | b   |\n| --- | --- |\n\n| c   | d   |\n| --- | --- |\nx\n"},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := format(t, c.text)
			if got != c.want {
				t.Errorf("Format is\n%s\nwant\n%s", got, c.want)
			}
			if again := format(t, got); again != got {
				t.Errorf("formatted again it is\n%s", again)
			}
		})
	}
}

// TestEnormousCells: padding would take a thousand times the memory of the text; the tree stays.
func TestEnormousCells(t *testing.T) {
	text := "|a|b|\n|---|---|\n" + strings.Repeat("|1|2|\n", 100_000) + "|" + strings.Repeat("x", 1_000_000) + "|y|\n"
	for name, print := range map[string]func(*noma.Document) string{"Format": nomatext.Format, "Render": render} {
		d, err := parse(text, "")
		if err != nil {
			t.Fatal(err)
		}
		out := print(d)
		if len(out) > 4*len(text) {
			t.Errorf("%s turns %d bytes into %d", name, len(text), len(out))
		}
		back, err := parse(out, "")
		if err != nil {
			t.Fatal(err)
		}
		if shape(back) != shape(d) {
			t.Errorf("%s changes the tree", name)
		}
		if again := print(back); again != out {
			t.Errorf("%s is not the same twice", name)
		}
	}
	// Many small tables cannot do together what one large one cannot.
	small := "|a|b|\n|---|---|\n" + strings.Repeat("|1|2|\n", 700) + "|" + strings.Repeat("x", 4000) + "|y|\n\n"
	text = strings.Repeat(small, 100)
	if out := format(t, text); len(out) > 80*len(text) {
		t.Errorf("small tables grow from %d to %d bytes", len(text), len(out))
	}
}

func BenchmarkFormat(b *testing.B) {
	d, err := parse(strings.Repeat("## Section\n\nSome **text** in a paragraph that is not short.\n\n|Region|Plan|\n|:---|---:|\n|North|1 200|\n|South-west|7|\n\n", 5000), "")
	if err != nil {
		b.Fatal(err)
	}
	b.SetBytes(int64(len(d.File.Text)))
	b.ReportAllocs()
	for b.Loop() {
		nomatext.Format(d)
	}
}

// FuzzFormat: for any text, the tree stays and a second time changes nothing.
func FuzzFormat(f *testing.F) {
	f.Add("|a|b|\r\n|---|:-:|\r\n|`|x|\n| \\| |\r|1|2|3|")
	f.Add("::a\n| a | b\\|\n---|---\n```\n|a|b|\n|---|---|\n")
	f.Fuzz(func(t *testing.T, text string) {
		d, err := parse(text, "")
		if err != nil {
			return
		}
		out := nomatext.Format(d)
		back := mustParse(t, out, "")
		if want, got := tree(d), tree(back); got != want {
			t.Fatalf("%q is formatted as %q: %s", text, out, difference(want, got))
		}
		if again := nomatext.Format(back); again != out {
			t.Fatalf("%q is formatted as %q and again as %q", text, out, again)
		}
	})
}

func ExampleFormat() {
	d, err := parse("|Region|Plan|\n|---|---:|\n|South-west|7|\n", "")
	if err != nil {
		panic(err)
	}
	fmt.Print(nomatext.Format(d))
	// Output:
	// | Region     | Plan |
	// | ---------- | ---: |
	// | South-west |    7 |
}

// FuzzRender: what is printed of a valid document is that document.
func FuzzRender(f *testing.F) {
	f.Add("---\naliases: [x]\n---\n# T {b} {id=\"q\" aliases=x}\n::a{id=z k='\"' n=1e5 m=007}\n> q\n>\n```go\n::\n```\n::\n")
	f.Add("# a {b\n- i\n1. j\n***\n|a|b|\n|---|:-:|\n|`|\n")
	f.Fuzz(func(t *testing.T, text string) {
		d, err := parse(text, "f.noma")
		if err != nil || !valid(d) {
			return
		}
		out := render(d)
		back := mustParse(t, out, "f.noma")
		if again := render(back); again != out {
			t.Fatalf("%q is printed as %q and again as %q", text, out, again)
		}
		if want, got := meaning(d), meaning(back); got != want {
			t.Fatalf("%q is printed as %q: %s", text, out, difference(want, got))
		}
	})
}
