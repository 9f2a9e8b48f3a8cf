package nomatext_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/nomadocx/nomadocx/golden"
	"github.com/nomadocx/nomadocx/internal/testkit/docgen"
	"github.com/nomadocx/nomadocx/internal/testkit/slow"
	"github.com/nomadocx/nomadocx/noma"
	"github.com/nomadocx/nomadocx/render/astjson"
	"github.com/nomadocx/nomadocx/render/nomatext"
)

// documents is how many documents each law is held against.
const documents = 10_000

type seeded struct{ r *rand.Rand }

func (c seeded) Intn(n int) int { return c.r.IntN(n) }

func chooser(seed int) seeded { return seeded{rand.New(rand.NewPCG(uint64(seed), 9))} }

// tree returns the AST as JSON.
func tree(d *noma.Document) string {
	var b strings.Builder
	_ = astjson.Render(&b, d, nil) // a builder takes everything
	return b.String()
}

// meaning returns the AST as JSON with all places the same, and the aliases of a heading at the same key
// whether they are written in it or follow from the file name. It changes the tree.
func meaning(d *noma.Document) string {
	for n := range noma.Walk(d) {
		b := n.At()
		b.Line, b.EndLine = 1, 1
		if s, ok := n.(*noma.Section); ok {
			s.LastLine, s.OwnAliases = 1, 0
		}
	}
	return tree(d)
}

// TestRenderKeepsValidDocuments is the Protocol's roundtrip (Annex C): a valid document, printed and
// parsed, gives the same tree; printing that one gives the same text.
func TestRenderKeepsValidDocuments(t *testing.T) {
	slow.Test(t, "time")
	ordinary := 0
	for seed := range documents {
		text := docgen.Hostile(chooser(seed), 8, true)
		if seed%4 == 0 {
			text = docgen.Document(chooser(seed), 8)
		}
		d := mustParse(t, text, "dir/07-a name.noma")
		if !valid(d) {
			if seed%4 != 0 {
				t.Fatalf("document %d is not valid\n%q", seed, text)
			}
			continue
		}
		ordinary++
		out := render(d)
		back := mustParse(t, out, "dir/07-a name.noma")
		if again := render(back); again != out {
			t.Fatalf("document %d: printed again\n%s\n%s", seed, out, difference(out, again))
		}
		if want, got := meaning(d), meaning(back); got != want {
			t.Fatalf("document %d\n%s\nis printed as\n%s\n%s", seed, text, out, difference(want, got))
		}
	}
	if ordinary < documents*3/4 {
		t.Errorf("only %d documents were valid", ordinary)
	}
}

// valid: the parser has no error to tell, and no id is given twice.
func valid(d *noma.Document) bool {
	_, diagnostics, err := noma.Parse(d.File, noma.Options{})
	seen := map[string]bool{}
	for n := range noma.Walk(d) {
		if id := n.At().ID; id != "" {
			if seen[id] {
				return false
			}
			seen[id] = true
		}
	}
	return err == nil && !diagnostics.HasErrors()
}

// TestRenderTakesAnyDocument: what is printed of a document with mistakes can be read, and from then on
// it stays as it is once the mistakes are gone.
func TestRenderTakesAnyDocument(t *testing.T) {
	slow.Test(t, "time")
	for seed := range documents {
		text := docgen.Hostile(chooser(seed), 8, false)
		out := text
		for range 3 {
			out = render(mustParse(t, out, ""))
		}
		d := mustParse(t, out, "")
		if again := render(d); again != out && valid(d) {
			t.Fatalf("document %d\n%s\nprinted over and over\n%s", seed, text, difference(out, again))
		}
	}
}

// TestFormatKeepsTheTree: whatever the document, formatting changes no node and no line number; what it
// makes is formatted; and beside the lines of tables only line ends change.
func TestFormatKeepsTheTree(t *testing.T) {
	slow.Test(t, "time")
	toLF := strings.NewReplacer("\r\n", "\n", "\r", "\n")
	changed := 0
	for seed := range documents {
		text := docgen.Hostile(chooser(seed), 8, seed%3 == 0)
		d := mustParse(t, text, "")
		out := nomatext.Format(d)
		back := mustParse(t, out, "")
		if want, got := tree(d), tree(back); got != want {
			t.Fatalf("document %d\n%s\nis formatted as\n%s\n%s", seed, text, out, difference(want, got))
		}
		if again := nomatext.Format(back); again != out {
			t.Fatalf("document %d: formatted again\n%s", seed, difference(out, again))
		}
		want := strings.Split(toLF.Replace(text), "\n")
		got := strings.Split(out, "\n")
		for n := range noma.Walk(d) {
			if n, ok := n.(*noma.Table); ok {
				for line := n.Line; line <= n.EndLine; line++ {
					if want[line-1] != got[line-1] {
						changed++
					}
					want[line-1] = got[line-1]
				}
			}
		}
		if diff := difference(strings.Join(want, "\n"), strings.Join(got, "\n")); diff != "" {
			t.Fatalf("document %d: outside of tables %s", seed, diff)
		}
	}
	if changed < documents/10 {
		t.Errorf("only %d lines were formatted", changed)
	}
}

func mustParse(t testing.TB, text, name string) *noma.Document {
	t.Helper()
	d, err := parse(text, name)
	if err != nil {
		t.Fatalf("%v\n%q", err, text)
	}
	return d
}

// difference tells the first line in which two texts differ.
func difference(want, got string) string { return golden.Difference([]byte(want), []byte(got)) }

// TestRareSpellings are valid documents that only careful printing keeps.
func TestRareSpellings(t *testing.T) {
	for _, text := range []string{
		"# a {b=1} {c=2}\n",                  // what is in braces is title but for the last
		"# a {b=1} {aliases=c}\n",            // so it is with a block of one's own
		"# {id=x}\n",                         // no title, so no block
		"# a {b\n## a {b\n",                  // an open brace; the second id has a number
		"# T {aliases=\"front own\"}\n",      // the heading has an alias the frontmatter gives too
		"# T {aliases=\"own 7\"}\n",          //
		"# T {aliases=\"7,\"}\n",             // a number names nothing
		"# T {id=a'b\"c aliases='x\"y}\n",    // both quotes
		"# T {id='x\"y aliases=z}\n",         //
		"::a{k='x\"y n=1 b=\"}\n::\n",        // a quote that must find no partner
		"::a{k=\"x'y k=\"it's\" id=b}\n::\n", //
		"::a{n=1000000000000000000000000 m=0.00000001 o=" + strings.Repeat("9", 400) + "}\n::\n",
		"| a | b |\n| --- | --- |\n| x ` |\n", // an open back-tick in a short row
		"\ufeff\n---\na: b\n\n---\n",          // a rule that must not become frontmatter
	} {
		text = "---\naliases: [front]\n---\n" + text
		if strings.Contains(text, "\ufeff") {
			text = text[strings.Index(text, "\ufeff"):]
		}
		d := mustParse(t, text, "file.noma")
		out := render(d)
		back := mustParse(t, out, "file.noma")
		if again := render(back); again != out {
			t.Errorf("%q is printed as\n%s\nand again as\n%s", text, out, again)
		}
		if want, got := meaning(d), meaning(back); got != want {
			t.Errorf("%q is printed as\n%s\n%s", text, out, difference(want, got))
		}
	}
}
