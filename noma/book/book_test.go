package book_test

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"pgregory.net/rapid"

	"github.com/nomadocx/nomadocx/internal/testkit/docgen"
	_ "github.com/nomadocx/nomadocx/internal/testkit/seed"
	"github.com/nomadocx/nomadocx/noma"
	"github.com/nomadocx/nomadocx/noma/book"
	"github.com/nomadocx/nomadocx/noma/source"
	"github.com/nomadocx/nomadocx/render/astjson"
)

func mustAssemble(t testing.TB, manifest string, folder fstest.MapFS) *book.Book {
	t.Helper()
	b, err := assemble(manifest, folder)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func ids(d *noma.Document) []string {
	var out []string
	for n := range noma.Walk(d) {
		if id := n.At().ID; id != "" {
			out = append(out, id)
		}
	}
	return out
}

// TestScopedIDs is the example of the Format spec: chapters that all have the same headings.
func TestScopedIDs(t *testing.T) {
	b := mustAssemble(t, "title: B\nauthor: A\nchapters: [chapters/risk-premia-3.noma, 02-plan.noma, 03.noma, ☃.noma]\n", files(
		"chapters/risk-premia-3.noma", "---\naliases: [rp3]\n---\n# Risk Premia 3 (RP3)\n\n## Risks\n\n### Late {id=\"late\" aliases=\"slow\"}\n\n::note{id=\"n1\"}\n## Inside\n::\n",
		"02-plan.noma", "# Plan {id=\"the-plan\"}\n\n## Risks\n\n## the-plan\n\n# Second\n\n## Kept {id=\"the-plan/kept\"}\n",
		"03.noma", "## No title\n",
		"☃.noma", "# ☃\n\n## Citations\n\n## ☃\n",
	))
	want := "risk-premia-3-rp3 risk-premia-3-rp3/risks risk-premia-3-rp3/late n1 risk-premia-3-rp3/inside " +
		"the-plan the-plan/risks the-plan/the-plan second the-plan/kept 03/no-title chapter-4/citations chapter-4/-2"
	if got := strings.Join(ids(b.Document), " "); got != want {
		t.Errorf("ids are\n%s\nwant\n%s", got, want)
	}
	for alias, id := range map[string]string{
		"rp3": "risk-premia-3-rp3", "risk-premia-3": "risk-premia-3-rp3", "late": "risk-premia-3-rp3/late", "slow": "risk-premia-3-rp3/late",
		"plan": "the-plan", "citations": "chapter-4/citations",
	} {
		if n, ok := b.Document.Block(alias); !ok || n.At().ID != id {
			t.Errorf("%s resolves to %v", alias, n)
		}
	}
	if got := string(astjson.AppendValue(nil, b.Document.Meta)); strings.Join(strings.Fields(got), "") != `{"title":"B","author":"A","book":{"chapters":4,"manifest":"book.yml"}}` {
		t.Errorf("meta is %s", got)
	}
}

// drawBook makes a book of generated chapters.
func drawBook(t *rapid.T) (manifest string, folder fstest.MapFS) {
	folder = fstest.MapFS{}
	var m strings.Builder
	m.WriteString("title: T\nchapters:\n")
	for i := range rapid.IntRange(1, 4).Draw(t, "chapters") {
		name := fmt.Sprintf("%schapter-%d.noma", rapid.SampledFrom([]string{"", "sub/", "sub/deeper/"}).Draw(t, "folder"), i)
		folder[name] = &fstest.MapFile{Data: []byte(docgen.Document(chooser{t}, 4))}
		m.WriteString("  - " + name + "\n")
	}
	return m.String(), folder
}

type chooser struct{ t *rapid.T }

func (c chooser) Intn(n int) int { return rapid.IntRange(0, n-1).Draw(c.t, "n") }

// TestLaws: a book is its chapters, block for block and in order; only the ids of headings below the
// first level differ, and the id of the chapter resolves still; every node knows its file.
func TestLaws(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		manifest, folder := drawBook(t)
		b, err := assemble(manifest, folder)
		if err != nil {
			t.Fatal(err)
		}
		at := 0
		for _, p := range b.Chapters {
			if p.First != at {
				t.Fatalf("%s begins at block %d, not %d", p.Path, p.First, at)
			}
			alone, _, err := noma.Parse(source.NewFile(p.Path, string(folder[p.Path].Data)), noma.Options{Filename: p.Path})
			if err != nil {
				t.Fatal(err)
			}
			for _, want := range alone.Children {
				sameContent(t, p.Slug, want, b.Document.Children[at])
				at++
			}
			if at != p.End {
				t.Fatalf("%s ends before block %d, not %d", p.Path, p.End, at)
			}
			for _, top := range b.Document.Children[p.First:p.End] {
				for n := range noma.Walk(top) {
					if got := b.FileOf(n); got != p.Name {
						t.Fatalf("a block of %s is said to stand in %s", p.Name, got)
					}
				}
			}
			for n := range noma.Walk(alone) {
				if s, ok := n.(*noma.Section); ok && s.Level > 1 && s.ID != "" {
					if got, ok := b.Document.ByID(book.Scoped(p.Slug, s.ID)); !ok || !slices.Contains(got.At().Aliases, s.ID) {
						t.Fatalf("heading %q of %s is not known by its scoped id", s.ID, p.Path)
					}
				}
			}
		}
		if at != len(b.Document.Children) || b.FileOf(b.Document) != "book.yml" {
			t.Fatal("the book has blocks of no chapter")
		}
		for _, id := range ids(b.Document) {
			if _, ok := b.Document.Block(id); !ok {
				t.Fatalf("%q does not resolve", id)
			}
		}
		again, err := assemble(manifest, folder)
		if err != nil || !bytes.Equal(printed(t, again), printed(t, b)) {
			t.Fatal("assembled twice, the book differs")
		}
	})
}

func printed(t *rapid.T, b *book.Book) []byte {
	var out bytes.Buffer
	if err := astjson.Render(&out, b.Document, nil); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// sameContent compares two trees but for the ids of scoped headings.
func sameContent(t *rapid.T, slug string, want, got noma.Node) {
	if s, ok := want.(*noma.Section); ok && s.Level > 1 && s.ID != "" {
		if g := got.At(); g.ID != book.Scoped(slug, s.ID) {
			t.Fatalf("heading %q has the id %q", s.ID, g.ID)
		}
	} else if want.At().ID != got.At().ID {
		t.Fatalf("block %q has the id %q", want.At().ID, got.At().ID)
	}
	if want.At().Line != got.At().Line || want.At().EndLine != got.At().EndLine || want.At().Span != got.At().Span {
		t.Fatalf("a block of lines %d-%d is at %d-%d", want.At().Line, want.At().EndLine, got.At().Line, got.At().EndLine)
	}
	a, b := want.Kids(), got.Kids()
	if len(a) != len(b) {
		t.Fatalf("%d children, want %d", len(b), len(a))
	}
	if len(a) == 0 && tree(t, want) != tree(t, got) {
		if _, heading := want.(*noma.Section); !heading {
			t.Fatalf("%s became %s", tree(t, want), tree(t, got))
		}
	}
	for i := range a {
		sameContent(t, slug, a[i], b[i])
	}
}

// TestUniqueIDs: chapters with titles of their own may have any headings in common.
func TestUniqueIDs(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		folder := fstest.MapFS{}
		manifest := "chapters:\n"
		for i := range rapid.IntRange(1, 5).Draw(t, "chapters") {
			var text strings.Builder
			fmt.Fprintf(&text, "# Chapter %d\n", i)
			for range rapid.IntRange(0, 8).Draw(t, "headings") {
				text.WriteString(rapid.SampledFrom([]string{"## Risks\n", "### Risks\n", "## Citations\n", "## Risks 2\n", "text\n\n", "#### chapter-0\n"}).Draw(t, "line"))
			}
			name := fmt.Sprintf("c%d.noma", i)
			folder[name] = &fstest.MapFile{Data: []byte(text.String())}
			manifest += "- " + name + "\n"
		}
		b, err := assemble(manifest, folder)
		if err != nil {
			t.Fatal(err)
		}
		seen := map[string]bool{}
		for _, id := range ids(b.Document) {
			if seen[id] {
				t.Fatalf("%q is given twice", id)
			}
			seen[id] = true
		}
	})
}

func Example() {
	m, err := book.Decode("guide.noma.yml", []byte("title: Guide\nchapters:\n  - one.noma\n  - two.noma\n"))
	if err != nil {
		panic(err)
	}
	b, err := book.Assemble(m, fstest.MapFS{
		"one.noma": {Data: []byte("# One\n\n## Risks\n")},
		"two.noma": {Data: []byte("# Two\n\n## Risks\n")},
	}, book.Options{})
	if err != nil {
		panic(err)
	}
	for n := range noma.Walk(b.Document) {
		if id := n.At().ID; id != "" {
			fmt.Printf("%s:%d %s\n", b.FileOf(n), n.At().Line, id)
		}
	}
	// Output:
	// one.noma:1 one
	// one.noma:3 one/risks
	// two.noma:1 two
	// two.noma:3 two/risks
}

// BenchmarkAssemble is a book of 100 chapters with 50 sections each.
func BenchmarkAssemble(b *testing.B) {
	folder := fstest.MapFS{}
	manifest := "chapters:\n"
	size := 0
	for i := range 100 {
		name := fmt.Sprintf("chapters/%03d.noma", i)
		text := strings.Replace(docgen.Report(50), "# Benchmark report", fmt.Sprintf("# Chapter %d", i), 1)
		folder[name] = &fstest.MapFile{Data: []byte(text)}
		size += len(text)
		manifest += "- " + name + "\n"
	}
	b.SetBytes(int64(size))
	b.ReportAllocs()
	for b.Loop() {
		mustAssemble(b, manifest, folder)
	}
}

// tree returns a node as JSON.
func tree(t rapid.TB, n noma.Node) string {
	t.Helper()
	var b strings.Builder
	if err := astjson.Render(&b, &noma.Document{Children: []noma.Node{n}}, nil); err != nil {
		t.Fatal(err)
	}
	return b.String()
}
