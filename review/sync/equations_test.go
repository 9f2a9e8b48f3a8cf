package reviewsync_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/nomadocx/nomadocx/internal/office/wml"
	"github.com/nomadocx/nomadocx/internal/testkit/docgen"
	"github.com/nomadocx/nomadocx/layout"
	reviewsync "github.com/nomadocx/nomadocx/review/sync"
)

// formulas returns those of the corpus that fit between dollars on a line of a table as well.
func formulas(t fataler) []string {
	t.Helper()
	data, err := os.ReadFile("../../internal/latex/testdata/corpus.txt")
	if err != nil {
		t.Fatalf("%v", err)
	}
	var out []string
	for _, l := range strings.Split(string(data), "\n") {
		if l != "" && !strings.HasPrefix(l, "# ") && !strings.ContainsAny(l, "$%|`") && !strings.HasSuffix(l, " ") {
			out = append(out, l)
		}
	}
	return out
}

// withEquations returns a document with equations wherever they can stand.
func withEquations(t fataler, c docgen.Chooser) string {
	all := formulas(t)
	f := func() string { return all[c.Intn(len(all))] }
	math := func() string {
		if c.Intn(3) == 0 {
			return `\(` + f() + `\)`
		}
		return "$" + f() + "$"
	}
	var b strings.Builder
	fmt.Fprintf(&b, "# Report on %s {id=\"top\"}\n\nThe first %s and **bold %s** words.\n", math(), math(), math())
	for i := range 2 + c.Intn(5) {
		id := fmt.Sprintf("b%d", i)
		switch c.Intn(9) {
		case 0:
			fmt.Fprintf(&b, "\n::math{id=%q}\n%s\n::\n", id, f())
		case 1:
			fmt.Fprintf(&b, "\n::math\n%s\n::\n", f())
		case 2:
			fmt.Fprintf(&b, "\n::table{id=%q header}\n| Name | Value %s |\n| one %s | %s |\n| two | 2 |\n::\n", id, math(), math(), math())
		case 3:
			fmt.Fprintf(&b, "\n::claim{id=%q title=\"Title %d\"}\nIt holds that %s, and %s.\n::\n", id, i, math(), math())
		case 4:
			fmt.Fprintf(&b, "\n- item %d with %s\n- another\n", i, math())
		case 5:
			fmt.Fprintf(&b, "\nText that has a note.\n\n::footnote{id=%q for=\"top\"}\nThe note says %s here.\n::\n", id, math())
		case 6:
			fmt.Fprintf(&b, "\n::comment{id=%q for=\"top\" author=\"Ann\"}\nIs %s right?\n::\n", id, math())
		case 7:
			fmt.Fprintf(&b, "\n## Part %d, %s {id=%q}\n\nWords.\n", i, math(), id)
		default:
			fmt.Fprintf(&b, "\nA sentence %d with %s,\nand %s on its second line.\n", i, math(), math())
		}
	}
	return b.String()
}

var mathText = regexp.MustCompile(`<m:t xml:space="preserve">([A-Za-z0-9]+)</m:t>`)

// editEquations types into equations, in the body, the notes and the comments.
func editEquations(t fataler, file []byte, c docgen.Chooser) ([]byte, []string) {
	t.Helper()
	var log []string
	for _, name := range []string{"word/document.xml", "word/footnotes.xml", "word/comments.xml"} {
		if name != "word/document.xml" && !hasPart(file, name) {
			continue
		}
		xml := part(t, file, name)
		for range c.Intn(3) {
			xml = replaceNth(xml, mathText, c, func(m string) string {
				was := mathText.FindStringSubmatch(m)[1]
				now := []string{was + "q", "q", was + "+q", "q" + was}[c.Intn(4)]
				log = append(log, fmt.Sprintf("%s → %s in %s", was, now, name))
				return `<m:t xml:space="preserve">` + now + `</m:t>`
			})
		}
		if c.Intn(3) == 0 {
			xml = strings.Replace(xml, "words", "other words", 1)
		}
		file = replacePart(t, file, name, xml)
	}
	return file, log
}

func hasPart(file []byte, name string) bool { return strings.Contains(string(file), name) }

// equationsReturned and equationsShown are the equations of a file and of a source.
func equationsReturned(d *wml.Document) []string {
	var out []string
	add := func(blocks []wml.Block) {
		for p := range wml.Paragraphs(blocks...) {
			for _, r := range p.Runs {
				if r.Kind == wml.Math && r.Ins == nil {
					out = append(out, r.Text)
				}
			}
		}
	}
	for _, s := range d.Stories {
		add(s.Blocks)
	}
	for _, c := range d.Comments {
		add(c.Blocks)
	}
	for _, n := range d.Footnotes {
		add(n.Blocks)
	}
	slices.Sort(out)
	return out
}

func equationsShown(p *layout.Plan) []string {
	var out []string
	add := func(b layout.Block) {
		layout.EachEquation(b, func(_ *layout.Para, r *wml.Run) { out = append(out, layout.Equation(r)) })
	}
	for b := range p.Body() {
		add(b)
	}
	for _, c := range p.Comments {
		for _, b := range c.Blocks {
			add(b)
		}
	}
	for _, n := range p.Footnotes {
		for _, b := range n.Blocks {
			add(b)
		}
	}
	slices.Sort(out)
	return out
}

// The laws for equations: an untouched document is quiet; an edit of an equation arrives, or a finding
// says why not; the second sync changes nothing; a line that was not edited keeps its bytes.
func TestEquationLaws(t *testing.T) {
	t.Parallel()
	edits, applied := 0, 0
	for seed := range tenth(400) {
		c := seeded{rand.New(rand.NewPCG(uint64(seed), 31))}
		src := withEquations(t, c)
		sent := render(t, src)
		quiet(t, fmt.Sprintf("seed %d", seed), src)
		file, log := editEquations(t, sent, c)
		once, res := sync(t, src, file)
		fail := func(what string) {
			t.Helper()
			t.Fatalf("seed %d: %s\nedits: %s\nsource:\n%s\nbecame:\n%s\nfindings: %s", seed, what, strings.Join(log, "; "), src, once, describe(res))
		}
		refused := anyRefused(res)
		if want, got := equationsReturned(read(t, file)), equationsShown(planOf(t, once)); !slices.Equal(want, got) && !refused {
			fail(fmt.Sprintf("the file shows %q, the new source %q", want, got))
		}
		if twice, again := sync(t, once, file); twice != once {
			fail("not idempotent: " + describe(again))
		}
		edits += len(log)
		for _, f := range res.Findings {
			if f.Done() {
				applied++
			}
		}
		was, now := strings.Split(src, "\n"), strings.Split(once, "\n")
		differ := 0
		for i := range was {
			if len(now) == len(was) && was[i] != now[i] {
				differ++
			}
		}
		if len(now) != len(was) || differ > len(log)+3 {
			fail(fmt.Sprintf("%d lines differ", differ))
		}
	}
	if applied < edits/2 {
		t.Errorf("only %d edits of %d were applied", applied, edits)
	}
}

// An equation that has no representation in LaTeX, or none that reads as the same, is refused wherever it stands.
func TestEquationsWithoutLaTeX(t *testing.T) {
	for _, src := range []string{"# A {id=\"a\"}\n\nLet $\\left(x\\right)$ be.\n", "::math{id=\"m\"}\n\\left(x\\right)\n::\n",
		"::table{id=\"t\" header}\n| a | b |\n| 1 | $\\left(x\\right)$ |\n::\n"} {
		for _, bracket := range []string{"⟬", "a", "$"} {
			file := render(t, src)
			xml := part(t, file, "word/document.xml")
			edited := strings.Replace(xml, `<m:begChr m:val="("/>`, `<m:begChr m:val="`+bracket+`"/>`, 1)
			if edited == xml {
				t.Fatal("no bracket to edit")
			}
			got, res := sync(t, src, replacePart(t, file, "word/document.xml", edited))
			if got != src || len(res.Findings) != 1 || res.Findings[0].Code != reviewsync.CodeNoSpelling {
				t.Errorf("%q with %s became %q: %s", src, bracket, got, describe(res))
			}
		}
	}
}
