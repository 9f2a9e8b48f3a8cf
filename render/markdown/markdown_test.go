package markdown_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math/rand"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/text"
	"pgregory.net/rapid"

	"github.com/nomadocx/nomadocx/golden"
	"github.com/nomadocx/nomadocx/internal/testkit/docgen"
	_ "github.com/nomadocx/nomadocx/internal/testkit/seed"
	"github.com/nomadocx/nomadocx/layout"
	"github.com/nomadocx/nomadocx/noma"
	"github.com/nomadocx/nomadocx/noma/source"
	"github.com/nomadocx/nomadocx/render/markdown"
)

func parse(t testing.TB, text string) *noma.Document {
	t.Helper()
	d, _, err := noma.Parse(source.NewFile("doc.noma", text), noma.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func render(t testing.TB, d *noma.Document) string {
	t.Helper()
	var b bytes.Buffer
	if err := markdown.Render(&b, d, nil); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func read(t testing.TB, path string) string {
	t.Helper()
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

func TestDocuments(t *testing.T) {
	for _, file := range golden.Own(t, "../..") {
		dir := filepath.Dir(file)
		name := "/docs/" + filepath.Base(dir) + ".noma" // its slug is an alias, and so an anchor
		d, _, err := noma.Parse(source.NewFile(name, read(t, file)), noma.Options{Filename: name})
		if err != nil {
			t.Fatal(err)
		}
		golden.Check(t, filepath.Join(dir, "render.md"), []byte(render(t, d)))
	}
}

// TestBlocks are the rules of text-renders.md §2 that no sample shows.
func TestBlocks(t *testing.T) {
	const open, end = "<!-- noma:block {\"name\":\"%s\"} -->\n\n", "\n\n<!-- /noma:block %s -->\n"
	in := func(name, content string) string { return fmt.Sprintf(open+content+end, name, name) }
	for name, c := range map[string]struct{ source, want string }{
		"empty":              {"", "\n"},
		"fence in code":      {"::code{lang=md}\n~~~~\n```\nx\n```\n::\n", "<!-- noma:block {\"name\":\"code\",\"attrs\":{\"lang\":\"md\"}} -->\n\n**Code**\n\n_lang=md_\n\n~~~~~~~~md\n~~~~\n```\nx\n```\n~~~~~~~~\n\n<!-- /noma:block code -->\n"},
		"words":              {"# A {id=a}\n\nThe price.\n\n::comment{for=a exact=\"price\"}\nWhy?\n::\n", "<a id=\"a\"></a>\n\n# A\n\nThe price.\n\n<!-- noma:block {\"name\":\"comment\",\"attrs\":{\"for\":\"a\",\"exact\":\"price\"}} -->\n\n**Comment**\n\n_for=a, on \"price\"_\n\nWhy?\n\n<!-- /noma:block comment -->\n"},
		"comment in code":    {"::code{lang=py}\n# note\nx = 1\n::\n", "<!-- noma:block {\"name\":\"code\",\"attrs\":{\"lang\":\"py\"}} -->\n\n**Code**\n\n_lang=py_\n\n```py\n# note\nx = 1\n```\n\n<!-- /noma:block code -->\n"},
		"wikilinks":          {"[[a b#c|L]] `[[x]]` [[é]] [[ ]] [[a]\n", "[L](#a%20b%23c) `[[x]]` [é](#%C3%A9) [[ ]] [[a]\n"},
		"pipes":              {"| a | b |\n|---|:---:|\n| x\\|y `p|q` | [[t\\|l]] |\n", "| a          | b       |\n| ---------- | :-----: |\n| x\\|y `p|q` | [l](#t) |\n"},
		"hyphens":            {"::x{id=\"a---b\" t=\"-->\"}\n::\n", "<a id=\"a---b\"></a>\n\n<!-- noma:block {\"name\":\"x\",\"id\":\"a- - -b\",\"attrs\":{\"t\":\"- ->\"}} -->\n\n**X: a---b**\n\n_id=a---b, t=-->_\n\n<!-- /noma:block a- - -b -->\n"},
		"anchors":            {"# T {id=\"a\" aliases=\"b,a,<c>\"}\n", "<a id=\"a\"></a>\n<a id=\"b\"></a>\n<a id=\"&lt;c&gt;\"></a>\n\n# T\n"},
		"nested callouts":    {"::note\nfirst\n\n:::tip\nsecond\n:::\n::\n", in("note", "> [!NOTE]\n> first\n>\n> <!-- noma:block {\"name\":\"tip\"} -->\n>\n> > [!TIP]\n> > second\n>\n> <!-- /noma:block tip -->")},
		"empty callout":      {"::note\n::\n", in("note", "> [!NOTE]")},
		"task with blocks":   {"::todo\none\n\n- two\n::\n", in("todo", "- [ ] one\n\n- two")},
		"table of nothing":   {"::table\n::\n", "<!-- noma:block {\"name\":\"table\"} -->\n\n<!-- /noma:block table -->\n"},
		"short rows":         {"::table\n| a |\n| b | c |\n::\n", in("table", "| Column 1 | Column 2 |\n| -------- | -------- |\n| a        |          |\n| b        | c        |")},
		"table of text":      {"::table\nno rows\n::\n", in("table", "```table\nno rows\n```")},
		"rules and lists":    {"***\n* a\n* b\n3. c\n", "---\n\n- a\n- b\n\n3. c\n"},
		"math in blocks":     {"::math\na\n\n> b\n::\n", in("math", "$$\na\n\n> b\n$$")},
		"dataset of JSON":    {"::dataset\n[1,\n\n2]\n::\n", in("dataset", "**Dataset**\n\n```json\n[1,\n\n2]\n```")},
		"button from a body": {"::button\nLabel: Go\n::\n", in("button", "**Go**\n\nLabel: Go")},
	} {
		if got := render(t, parse(t, c.source)); got != c.want {
			t.Errorf("%s:\ngot\n%s\nwant\n%s", name, got, c.want)
		}
	}
}

// TestInlinedDataset is a dataset whose file the loader has put in.
func TestInlinedDataset(t *testing.T) {
	d := parse(t, "::dataset{format=\"csv\"}\n::\n")
	n := d.Children[0].(*noma.Directive)
	n.HasBody, n.Body = true, "a,b\n1,2"
	if got := render(t, d); !strings.Contains(got, "\n```csv\na,b\n1,2\n```\n") {
		t.Errorf("got\n%s", got)
	}
}

func TestMetaWithoutFrontmatter(t *testing.T) {
	d := &noma.Document{Meta: noma.Map{{Key: "filename", Value: "b.yml"}, {Key: "title", Value: "T: 1"}}}
	if got, want := render(t, d), "---\ntitle: 'T: 1'\n---\n"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

// TestVisibleText: what a reader of the source sees is there when a Markdown reader has parsed the
// output, in the same order.
func TestVisibleText(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		d := parse(t, docgen.Document(chooser{rt}, 10))
		out := render(t, d)
		seen := words(markdownText(out))
		at := 0
		for _, w := range words(visible(d)) {
			for at < len(seen) && seen[at] != w {
				at++
			}
			if at == len(seen) {
				rt.Fatalf("%q is missing in\n%s", w, out)
			}
			at++
		}
	})
}

// visible returns the running text of a document in order. Rows with a code span are left out: the
// contract prints a pipe in it as it is, and a Markdown table is divided there.
func visible(d *noma.Document) string {
	var b strings.Builder
	for n := range noma.Walk(d) {
		for p := n.At().Parent; p != nil; p = p.At().Parent {
			if h, ok := p.(*noma.Directive); ok && slices.Contains([]string{"html", "svg", "script", "table", "example", "query"}, h.Name) {
				n = nil // placeholders, cells in their own notation, and what may be code
				break
			}
		}
		switch n := n.(type) {
		case *noma.Section:
			b.WriteString(plain(d, n.Title.S))
		case *noma.Paragraph:
			b.WriteString(plain(d, n.Content.S))
		case *noma.ListItem:
			b.WriteString(plain(d, n.Content.S))
		case *noma.Quote:
			b.WriteString(plain(d, n.Content.S))
		case *noma.Code:
			b.WriteString(n.Content.S)
		case *noma.Table:
			for _, row := range append([][]noma.Cell{n.Header}, n.Rows...) {
				var line strings.Builder
				for _, c := range row {
					line.WriteString(c.Text + " ")
				}
				if !strings.Contains(line.String(), "`") {
					b.WriteString(plain(d, line.String()))
				}
			}
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// plain returns running text without marks of sources and references by number, of which another text is
// shown.
func plain(d *noma.Document, s string) string {
	p := noma.InlineParser{Known: d.Citable}
	var unmark func([]noma.Inline)
	unmark = func(nodes []noma.Inline) {
		for i := range nodes {
			link := &nodes[i]
			target, _ := d.Target(link.Target)
			_, section := target.(*noma.Section)
			byNumber := link.Kind == noma.InlineWiki && section && (!link.Labelled() || link.Text == layout.OnlyNumber)
			if link.Kind == noma.InlineCite || byNumber {
				link.Text = " "
			}
			unmark(link.Children)
		}
	}
	nodes := p.Parse(s)
	unmark(nodes)
	return noma.PlainText(nodes)
}

// formatted are the tags of words that Markdown has no marks for; they part no words.
var formatted = regexp.MustCompile(`^</?(sub|sup|u|mark|span)( [^>]*)?>$`)

// markdownText returns everything a Markdown parser finds in a text, raw HTML included.
func markdownText(s string) string {
	md := goldmark.New(goldmark.WithExtensions(extension.Table, extension.TaskList))
	src := []byte(s)
	var b strings.Builder
	_ = ast.Walk(md.Parser().Parse(text.NewReader(src)), func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		switch n := n.(type) {
		case *ast.Text:
			if entering {
				b.Write(n.Segment.Value(src))
				if n.SoftLineBreak() || n.HardLineBreak() {
					b.WriteByte('\n')
				}
			}
		case *ast.String:
			if entering {
				b.Write(n.Value)
			}
		case *ast.ListItem:
			b.WriteByte('\n')
			if list, ok := n.Parent().(*ast.List); ok && entering && list.IsOrdered() {
				fmt.Fprintln(&b, list.Start)
			}
		case *ast.AutoLink:
			if entering {
				b.Write(n.URL(src))
			}
		case *ast.RawHTML:
			if raw := n.Segments.Value(src); entering && !formatted.Match(raw) {
				b.Write(raw)
			}
		default:
			if n.Type() == ast.TypeBlock {
				b.WriteByte('\n')
				if entering && n.IsRaw() {
					b.Write(n.Lines().Value(src))
				}
			}
		}
		return ast.WalkContinue, nil
	})
	return b.String()
}

func words(s string) []string {
	return strings.FieldsFunc(s, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
}

type chooser struct{ t *rapid.T }

func (c chooser) Intn(n int) int { return rapid.IntRange(0, n-1).Draw(c.t, "choice") }

type fullWriter struct{}

var errFull = errors.New("full")

func (fullWriter) Write([]byte) (int, error) { return 0, errFull }

func TestWriteError(t *testing.T) {
	if err := markdown.Render(fullWriter{}, &noma.Document{}, nil); !errors.Is(err, errFull) {
		t.Errorf("Render returns %v", err)
	}
}

// FuzzRender: any text that parses is printed, and no content ends a comment early.
func FuzzRender(f *testing.F) {
	for seed := range int64(20) {
		f.Add(docgen.Document(rand.New(rand.NewSource(seed)), 6))
	}
	f.Add("::table{align=\",,\"}\n|\n||`|\n::\n::x{id=--> a=--}\n")
	f.Fuzz(func(t *testing.T, text string) {
		d, _, err := noma.Parse(source.NewFile("", text), noma.Options{})
		if err != nil {
			return
		}
		out := render(t, d)
		if !strings.HasSuffix(out, "\n") {
			t.Fatalf("%q has no line end", out)
		}
	})
}

func BenchmarkRender(b *testing.B) {
	for _, n := range []int{10, 100, 1000, 5000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			d := parse(b, docgen.Report(n))
			b.SetBytes(int64(len(d.File.Text)))
			b.ReportAllocs()
			for b.Loop() {
				if err := markdown.Render(io.Discard, d, nil); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func ExampleRender() {
	d, _, err := noma.Parse(source.NewFile("", "::risk{id=\"r\" severity=high}\nSee [[plan]].\n::\n"), noma.Options{})
	if err != nil {
		panic(err)
	}
	if err := markdown.Render(os.Stdout, d, nil); err != nil {
		panic(err)
	}
	// Output:
	// <a id="r"></a>
	//
	// <!-- noma:block {"name":"risk","id":"r","attrs":{"severity":"high"}} -->
	//
	// **Risk: r**
	//
	// _id=r, severity=high_
	//
	// See [plan](#plan).
	//
	// <!-- /noma:block r -->
}

// A button leads to a page or into the document, and starts no program.
func TestButtonAddresses(t *testing.T) {
	for href, link := range map[string]bool{"https://example.org/a:b": true, "#top": true, "a/b:c": true, "mailto:a@example.org": true,
		"javascript:alert(1)": false, " JavaScript:alert(1)": false, "data:text/html,x": false, "vbscript:x": false} {
		text := render(t, parse(t, "::button{href=\""+href+"\" label=\"Go\"}\n::\n"))
		if got := strings.Contains(text, "[Go]("); got != link {
			t.Errorf("%q: %s", href, text)
		}
	}
}
