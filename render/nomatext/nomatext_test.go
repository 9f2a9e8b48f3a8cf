package nomatext_test

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/nomadocx/nomadocx/golden"
	_ "github.com/nomadocx/nomadocx/internal/testkit/seed"
	"github.com/nomadocx/nomadocx/noma"
	"github.com/nomadocx/nomadocx/noma/source"
	"github.com/nomadocx/nomadocx/render/nomatext"
)

func parse(text, name string) (*noma.Document, error) {
	d, _, err := noma.Parse(source.NewFile(name, text), noma.Options{Filename: name})
	return d, err
}

func render(d *noma.Document) string {
	var b bytes.Buffer
	if err := nomatext.Render(&b, d, nil); err != nil {
		panic(err) // a buffer takes everything
	}
	return b.String()
}

func again(t testing.TB, text, name string) string {
	t.Helper()
	d, err := parse(text, name)
	if err != nil {
		t.Fatal(err)
	}
	return render(d)
}

func TestDocuments(t *testing.T) {
	for _, file := range golden.Own(t, "../..") {
		dir := filepath.Dir(file)
		golden.Check(t, filepath.Join(dir, "render.noma"), []byte(again(t, read(t, file), "/docs/"+filepath.Base(dir)+".noma")))
	}
}

// TestRoundTrip is the Protocol's law (Annex C): parsing the output gives the tree of the input. The
// documents generated are those an author writes: fences close, headings have distinct titles.
func TestRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := genDocument(t)
		d, err := parse(text, "doc.noma")
		if err != nil {
			t.Fatal(err)
		}
		out := render(d)
		back, err := parse(out, "doc.noma")
		if err != nil {
			t.Fatal(err)
		}
		if want, got := shape(d), shape(back); got != want {
			t.Fatalf("source\n%s\nprinted as\n%s\nreads as\n%swant\n%s", text, out, got, want)
		}
		if second := render(back); second != out {
			t.Fatalf("printed again, the text changes from\n%s\nto\n%s", out, second)
		}
	})
}

func genDocument(t *rapid.T) string {
	var b strings.Builder
	if rapid.Bool().Draw(t, "frontmatter") {
		b.WriteString("---\ntitle: T\naliases: [top]\ntext: |\n  a\n\n\n  b\n---\n")
	}
	heading := 0
	var blocks func(depth int)
	blocks = func(depth int) {
		for range rapid.IntRange(0, 4).Draw(t, "blocks") {
			switch rapid.IntRange(0, 9).Draw(t, "kind") {
			case 0:
				if depth > 0 {
					continue
				}
				heading++
				fmt.Fprintf(&b, "%s Part *%d*%s\n", strings.Repeat("#", rapid.IntRange(1, 4).Draw(t, "level")), heading,
					rapid.SampledFrom([]string{"", fmt.Sprintf(" {id=\"p%d\"}", heading), fmt.Sprintf(" {aliases=\"a%d, b\"}", heading)}).Draw(t, "block"))
			case 1:
				b.WriteString("- a\n*  b\n\n")
			case 2:
				b.WriteString("3. a\n1. b\n\n")
			case 3:
				b.WriteString("> a\n>\n>b\n\n")
			case 4:
				b.WriteString("```go\nx\n\n\n\n# y\n```\n")
			case 5:
				b.WriteString("| a | `b|c` |\n|:---|:---:|\n| d |\n| é\\|🎉 | long cell |\n\n")
			case 6:
				b.WriteString("***\n")
			default:
				if depth == 3 {
					b.WriteString("text\n  of **two** lines \n\n")
					continue
				}
				fence := strings.Repeat(":", 2+depth)
				fmt.Fprintf(&b, "%sblock{%s}\n", fence, strings.Join(rapid.SliceOfN(rapid.SampledFrom([]string{
					`id="x"`, `a="b c"`, `q='say "hi"'`, `both=it's"x`, "n=1.50", "flag", "off=false", `e=""`, "big=1e400", `s="it's"`}), 0, 4).Draw(t, "attrs"), " "))
				blocks(depth + 1)
				b.WriteString(fence + "\n")
			}
		}
	}
	blocks(0)
	return b.String()
}

// shape returns what a tree means, without places.
func shape(d *noma.Document) string {
	var b strings.Builder
	var walk func(n noma.Node, depth int)
	walk = func(n noma.Node, depth int) {
		fmt.Fprintf(&b, "%s%T %s %q ", strings.Repeat(" ", depth), n, n.At().ID, n.At().Aliases)
		switch n := n.(type) {
		case *noma.Frontmatter:
			fmt.Fprintf(&b, "%q", n.Raw)
		case *noma.Section:
			fmt.Fprintf(&b, "%d %q", n.Level, n.Title.S)
		case *noma.Paragraph:
			fmt.Fprintf(&b, "%q", n.Content.S)
		case *noma.Code:
			fmt.Fprintf(&b, "%q %q", n.Lang, n.Content.S)
		case *noma.List:
			fmt.Fprintf(&b, "%v", n.Ordered)
		case *noma.ListItem:
			fmt.Fprintf(&b, "%q", n.Content.S)
		case *noma.Quote:
			fmt.Fprintf(&b, "%q", n.Content.S)
		case *noma.Table:
			fmt.Fprintf(&b, "%q", n.Align)
			for _, row := range append([][]noma.Cell{n.Header}, n.Rows...) {
				for _, c := range row {
					fmt.Fprintf(&b, " %q", c.Text)
				}
			}
		case *noma.Directive:
			fmt.Fprintf(&b, "%s %q %v", n.Name, n.Body, n.HasBody)
			for _, a := range noma.Effective(n.Attrs) {
				fmt.Fprintf(&b, " %s=%q(%d)", a.Key, a.Value.Text(), a.Value.Kind)
			}
		}
		b.WriteByte('\n')
		for _, k := range n.Kids() {
			walk(k, depth+1)
		}
	}
	walk(d, 0)
	return b.String()
}

func TestAttributeValues(t *testing.T) {
	for value, want := range map[string]string{
		"plain":           `"plain"`,
		"":                `""`,
		`say "hi"`:        `'say "hi"'`,
		"it's":            `"it's"`,
		`it's"x`:          `it's"x`,
		`it's "x"`:        `"it's 'x'"`,
		`"it's`:           `"'it's"`,
		"two\nlines\r\nx": `"two lines x"`,
	} {
		d := &noma.Document{Children: []noma.Node{&noma.Directive{Name: "a", Attrs: []noma.Attr{{Key: "k", Value: noma.Value{Raw: value}}}}}}
		got := render(d)
		if got != "::a{k="+want+"}\n::\n" {
			t.Errorf("%q is printed as %s", value, got)
		}
		back, err := parse(got, "")
		if err != nil || len(back.Children) != 1 {
			t.Fatalf("%q does not survive: %v", value, err)
		}
	}
}

// TestBody: a body without children, as an inlined data set has, is printed verbatim.
func TestBody(t *testing.T) {
	d := &noma.Document{Children: []noma.Node{&noma.Directive{Name: "dataset", Body: "a,b\n1,2", HasBody: true}}}
	if got := render(d); got != "::dataset\na,b\n1,2\n::\n" {
		t.Errorf("body is printed as %q", got)
	}
}

// TestMetaWithoutFrontmatter: the metadata of a book becomes frontmatter that reads as the same data.
func TestMetaWithoutFrontmatter(t *testing.T) {
	d := &noma.Document{Meta: noma.Map{
		{Key: "filename", Value: "book.yml"}, {Key: "title", Value: "yes: no"}, {Key: "count", Value: 3.0}, {Key: "flag", Value: true},
		{Key: "none", Value: nil}, {Key: "when", Value: "2026-05-12"}, {Key: "list", Value: []any{"1", 1.5}}, {Key: "deep", Value: noma.Map{{Key: "k", Value: "v\nw"}}},
	}}
	d.Children = []noma.Node{&noma.Paragraph{Content: noma.NewText("x", 0)}}
	out := render(d)
	back, err := parse(out, "")
	if err != nil {
		t.Fatalf("%v in\n%s", err, out)
	}
	if got, want := fmt.Sprintf("%#v", back.Meta), fmt.Sprintf("%#v", d.Meta[1:]); got != want {
		t.Errorf("metadata is printed as\n%sand reads as\n%s, want\n%s", out, got, want)
	}
	if n := len(back.Children); n != 2 {
		t.Errorf("%d blocks come back", n)
	}
}

// TestRuleInTheFirstLine: a rule must not become the fence of frontmatter, nor frontmatter a rule.
func TestRuleInTheFirstLine(t *testing.T) {
	for text, want := range map[string]string{
		"***\nx\n":              "---\n\nx\n",
		"***\nx\n\n***\n":       "***\n\nx\n\n---\n",
		"***\n```\n--- \n```\n": "***\n\n```\n--- \n```\n",
	} {
		if got := again(t, text, ""); got != want {
			t.Errorf("%q is printed as %q, want %q", text, got, want)
		}
	}
	d := &noma.Document{Meta: noma.Map{{Key: "a", Value: "b"}}, Children: []noma.Node{&noma.ThematicBreak{}}}
	if got := render(d); got != "---\na: b\n---\n\n---\n" {
		t.Errorf("rule after metadata is printed as %q", got)
	}
}

// TestScopedIDs: ids and aliases that parsing would not find by itself are written out.
func TestScopedIDs(t *testing.T) {
	d, err := parse("# A\n## B\n", "01-file.noma")
	if err != nil {
		t.Fatal(err)
	}
	b, _ := d.ByID("b")
	b.At().ID, b.At().Aliases = "a/b", []string{"b"}
	if got, want := render(d), "# A\n\n## B {id=\"a/b\" aliases=\"b\"}\n"; got != want {
		t.Errorf("printed as %q, want %q", got, want)
	}
}

type fullWriter struct{}

var errFull = errors.New("full")

func (fullWriter) Write([]byte) (int, error) { return 0, errFull }

func TestWriteError(t *testing.T) {
	if err := nomatext.Render(fullWriter{}, &noma.Document{}, nil); !errors.Is(err, errFull) {
		t.Errorf("Render returns %v", err)
	}
}

func read(t testing.TB, path string) string {
	t.Helper()
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

func ExampleRender() {
	d, err := parse("# Plan {id=plan}\n::::risk{severity=high owner='Ann'}\n1) late\n::::\n| a | b |\n|---|---:|\n| long | 1 |\n", "")
	if err != nil {
		panic(err)
	}
	if err := nomatext.Render(os.Stdout, d, nil); err != nil {
		panic(err)
	}
	// Output:
	// # Plan
	//
	// ::risk{severity="high" owner="Ann"}
	// 1. late
	// ::
	//
	// | a    | b   |
	// | ---- | ---: |
	// | long | 1   |
}

func BenchmarkRender(b *testing.B) {
	d, err := parse(strings.Repeat("## Section\n\nSome **text** in a paragraph that is not short.\n\n::claim{id=\"x\" n=0.5 flag}\nA claim.\n::\n\n- b\n- c\n\n", 5000), "")
	if err != nil {
		b.Fatal(err)
	}
	b.SetBytes(int64(len(d.File.Text)))
	b.ReportAllocs()
	for b.Loop() {
		render(d)
	}
}
