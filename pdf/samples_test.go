package pdf

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode"

	"github.com/nomadocx/nomadocx/golden"
	"github.com/nomadocx/nomadocx/internal/testkit/slow"
	"github.com/nomadocx/nomadocx/noma"
	"github.com/nomadocx/nomadocx/noma/source"
	"github.com/nomadocx/nomadocx/render/html"
)

// elsewhere are blocks whose text does not stand where the source has it, and why.
var elsewhere = map[string]string{
	"header": "on the edge of every page", "footer": "on the edge of every page",
	"control": "its value, drawn by the browser as a form field", "export_button": "not printed: nobody can press it",
	"dataset": "its first rows only", "plotly": "a picture", "math": "a formula, not the LaTeX it is written in",
	"html": "markup, not text", "footnote": "at the foot of a page", "svg": "a picture", "script": "never shown",
}

// valueLine is a line that gives a block a value, such as a caption, which stands where the block shows it.
var valueLine = regexp.MustCompile(`^[a-z_]+: `)

// TestSamples prints every document of golden/documents and the example, and reads them back: the words of the source in its
// order, an outline, tags, language and title, nothing that qpdf objects to, and the same bytes again.
func TestSamples(t *testing.T) {
	slow.Test(t, "a browser")
	files := golden.Documents(t, "..")
	example, err := filepath.Glob("../examples/*.noma")
	if err != nil {
		t.Fatal(err)
	}
	if len(example) == 0 {
		t.Fatal("there is no example")
	}
	for _, path := range append(files, example...) {
		t.Run(filepath.Base(filepath.Dir(path))+"/"+filepath.Base(path), func(t *testing.T) {
			text, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			d, _, err := noma.Parse(source.NewFile("x.noma", string(text)), noma.Options{})
			if err != nil {
				t.Fatal(err)
			}
			var page bytes.Buffer
			if err := html.Render(&page, d, html.Options{}); err != nil {
				t.Fatal(err)
			}
			file := pdfOf(t, page.String(), Options{})
			sound(t, file)
			for _, want := range []string{"/Lang (", "/Outlines ", "/StructTreeRoot ", "/DisplayDocTitle true"} {
				if !bytes.Contains(file, []byte(want)) {
					t.Errorf("the file has no %s", want)
				}
			}
			if info(t, file, "Title") == "" || info(t, file, "Tagged") != "yes" {
				t.Error("the file has no title or is not tagged")
			}
			c, ok := readContent(file)
			if !ok {
				t.Fatal("the file is not read back")
			}
			if f := c.inaccessible(); len(f.list) > 0 {
				t.Errorf("PDF/UA-1: %v", f)
			}
			if f := c.unarchivable(); len(f.list) > 0 {
				t.Errorf("PDF/A-2b: %v", f)
			}
			if again := pdfOf(t, page.String(), Options{}); !bytes.Equal(again, file) {
				t.Error("printed again the bytes differ")
			}
			inOrder(t, words(d), split(tool(t, file, "pdftotext", "-raw")))
		})
	}
}

// inOrder holds that all words are read in their order; there may be others between them.
func inOrder(t *testing.T, want, read []string) {
	t.Helper()
	if len(want) < 10 {
		t.Errorf("the source has only %d words", len(want))
	}
	rest := read
	for i, w := range want {
		at := slices.IndexFunc(rest, func(r string) bool {
			mark, ok := strings.CutPrefix(r, w) // a note's number or roman letter may follow a word
			return ok && strings.Trim(mark, "0123456789ivx") == ""
		})
		if at < 0 {
			t.Fatalf("word %d of %d, %q after %q, is not read where it belongs; read was %q", i, len(want), w, want[max(0, i-6):i], rest[:min(len(rest), 12)])
		}
		rest = rest[at+1:]
	}
}

// words returns those of the running text, titles, lists, quotations, tables and code of a document.
func words(n noma.Node) (out []string) {
	say := func(s string) { out = append(out, split(plainText(noma.ParseInline(s)))...) }
	switch n := n.(type) {
	case *noma.Directive:
		if elsewhere[n.Name] != "" || n.AttrText("status") == "deleted" {
			return nil
		}
		if n.Name == "diagram" {
			return split(n.RawBody.S) // nobody draws it here, so its source is shown
		}
	case *noma.Section:
		say(n.Title.S)
	case *noma.Paragraph:
		if d, ok := n.Parent.(*noma.Directive); ok && (strings.HasPrefix(d.Name, "computed_") || d.Name == "plot" || d.Name == "figure") && valueLine.MatchString(n.Content.S) {
			return nil
		}
		say(n.Content.S)
	case *noma.ListItem:
		say(n.Content.S)
	case *noma.Quote:
		say(n.Content.S)
	case *noma.Code:
		return split(n.Content.S)
	case *noma.Table:
		for _, row := range slices.Concat([][]noma.Cell{n.Header}, n.Rows) {
			for _, cell := range row {
				say(cell.Text)
			}
		}
	}
	for _, k := range n.Kids() {
		out = append(out, words(k)...)
	}
	return out
}

// plainText returns the text a reader sees but for formulas and the labels of references, which are not written
// in the source.
func plainText(nodes []noma.Inline) string {
	var b strings.Builder
	for _, n := range nodes {
		switch n.Kind {
		case noma.InlineMath, noma.InlineWiki:
			b.WriteByte(' ')
		case noma.InlineStrong, noma.InlineEmph, noma.InlineStrongEmph, noma.InlineLink:
			b.WriteString(plainText(n.Children))
		case noma.InlineCode:
			b.WriteString(" " + n.Text + " ") // it has a margin, and so stands alone
		default:
			b.WriteString(noma.PlainText([]noma.Inline{n}))
		}
	}
	return b.String()
}

// split takes a text apart at all that is neither letter nor digit.
func split(s string) []string {
	return strings.FieldsFunc(s, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
}
