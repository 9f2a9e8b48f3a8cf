package layout

import (
	"fmt"
	"strings"
	"testing"

	"github.com/nomadocx/nomadocx/internal/office/wml"
	"github.com/nomadocx/nomadocx/noma"
	"github.com/nomadocx/nomadocx/noma/source"
)

// fieldsOf returns the fields of blocks as "instruction = result", in order.
func fieldsOf(blocks []Block) []string {
	var out []string
	for _, b := range blocks {
		EachPara(b, func(p *Para) {
			for _, r := range p.Runs() {
				if r.Kind == wml.Field {
					out = append(out, r.Field().Instr+" = "+r.Text)
				}
			}
		})
	}
	return out
}

func laidOut(t testing.TB, text string) (*Plan, []Block) {
	t.Helper()
	d, _, err := noma.Parse(source.NewFile("a.noma", text), noma.Options{})
	if err != nil {
		t.Fatal(err)
	}
	p := Build(d, Options{})
	var body []Block
	for b := range p.Body() {
		body = append(body, b)
	}
	return p, body
}

// TestCaptionNumbers: captions are numbered as an editor numbers them when it updates fields: in the
// order in which they are shown, only those that are shown, and each story for itself.
func TestCaptionNumbers(t *testing.T) {
	const figure = "::figure{id=%q caption=\"C\"}\n::\n\n"
	named := func(id string) string { return fmt.Sprintf(figure, id) }
	for _, c := range []struct{ name, text, want string }{
		{"one after the other", named("a") + named("b"), "SEQ Figure \\* ARABIC = 1, SEQ Figure \\* ARABIC = 2"},
		{"kinds count by themselves", named("a") + "::plot{title=\"P\"}\n::\n\n" + named("b"), "SEQ Figure \\* ARABIC = 1, SEQ Plot \\* ARABIC = 1, SEQ Figure \\* ARABIC = 2"},
		{"hidden", "::dataset\n:::figure{caption=H}\n:::\n::\n\n" + named("a"), "SEQ Figure \\* ARABIC = 1"},
		{"in a comment", "::comment{for=a}\n:::figure{caption=H}\n:::\n::\n\n" + named("a"), "SEQ Figure \\* ARABIC = 1"},
		{"in a change request that stands elsewhere", "# T {id=\"t\"}\n\n" + named("a") + "::change_request{target=t action=insert text=x}\n:::figure{caption=H}\n:::\n::\n\n[[a]]\n",
			"SEQ Figure \\* ARABIC = 1, SEQ Figure \\* ARABIC = 2, REF " + AnchorName("a") + " \\h = Figure 2"},
		{"a reference says what the caption says", "::computed_plot{id=\"p\" formula=\"x\" domain=\"x:0..2\" title=\"P\"}\n::\n\n[[p]]\n",
			"SEQ Plot \\* ARABIC = 1, REF " + AnchorName("p") + " \\h = Computed plot 1"},
	} {
		_, body := laidOut(t, c.text)
		if got := strings.Join(fieldsOf(body), ", "); got != c.want {
			t.Errorf("%s:\n got %s\nwant %s", c.name, got, c.want)
		}
	}
}

// TestContentsPointToBookmarks: contents list what has a place in the body, and nothing else.
func TestContentsPointToBookmarks(t *testing.T) {
	plan, body := laidOut(t, "::toc\n::\n\n# Shown {id=\"s\"}\n\n::dataset{flag}\n# Hidden {id=\"h\"}\n::\n\n::comment{for=s}\n# Said {id=\"c\"}\n::\n\n::header\n# Above {id=\"u\"}\n::\n")
	want := "PAGEREF " + AnchorName("s") + " \\h = 1"
	if got := strings.Join(fieldsOf(body), ", "); got != want {
		t.Errorf("the contents point to %s", got)
	}
	if plan.Names.Of("h") != "" {
		t.Errorf("the hidden heading has the bookmark %q", plan.Names.Of("h"))
	}
}

// TestOneBookmarkForTwoNotes: of two notes with one id the first has the bookmark.
func TestOneBookmarkForTwoNotes(t *testing.T) {
	for _, name := range []string{"footnote", "endnote", "comment"} {
		note := "::" + name + "{id=\"n\" for=%q}\nN.\n::\n\n"
		_, body := laidOut(t, "# A {id=\"a\"}\n\n# B {id=\"b\"}\n\n"+fmt.Sprintf(note, "nowhere")+fmt.Sprintf(note, "a")+fmt.Sprintf(note, "b"))
		n := 0
		for _, b := range body {
			for _, anchor := range b.(*Para).Anchors {
				if anchor == AnchorName("n") {
					n++
				}
			}
		}
		if n != 1 {
			t.Errorf("%s: the bookmark stands %d times", name, n)
		}
	}
}

// TestWordIsAskedOnlyForPageNumbers: fields are right as written, but for page numbers in contents.
func TestWordIsAskedOnlyForPageNumbers(t *testing.T) {
	for text, asked := range map[string]bool{
		"# A {id=\"a\"}\n\n::toc\n::\n":                       true,
		"# A\n\n::toc{of=figures}\n::\n":                      false,
		"::toc\n::\n":                                         false,
		"# A\n\n::figure{id=f caption=C}\n::\n\n[[f]]\n":      false,
		"# A\n\n::footer{page_numbers total_pages}\n::\n":     false,
		"---\ndocx:\n  toc: true\n---\n\n# A\n":               true,
		"---\ndocx:\n  toc: true\n---\n\nNo heading.\n":       false,
		"::figure{id=f caption=C}\n::\n\n::toc{of=figures}\n": true,
	} {
		if p, _ := laidOut(t, text); p.Settings.UpdateFields != asked {
			t.Errorf("%q: asked is %v", text, p.Settings.UpdateFields)
		}
	}
}

func TestRoman(t *testing.T) {
	for n, want := range map[int]string{1: "i", 4: "iv", 9: "ix", 14: "xiv", 40: "xl", 1999: "mcmxcix", 4000: "4000"} {
		if got := Roman(n); got != want {
			t.Errorf("roman(%d) = %s", n, got)
		}
	}
}
