package extract_test

import (
	"strings"
	"testing"

	"github.com/nomadocx/nomadocx/internal/office/wml"
	_ "github.com/nomadocx/nomadocx/internal/testkit/seed"
	"github.com/nomadocx/nomadocx/layout"
	"github.com/nomadocx/nomadocx/review/extract"
	"pgregory.net/rapid"
)

// bodyOf returns the body extracted of a block with this one paragraph.
func bodyOf(parts ...any) string {
	r := extract.Extract(doc(label("b1", "Claim"), framed(parts...)))
	if len(r.BlockBodies) != 1 {
		return ""
	}
	return r.BlockBodies[0].Body
}

func TestMarkdown(t *testing.T) {
	for _, c := range []struct {
		name  string
		parts []any
		want  string
	}{
		{"plain", []any{"two ", "runs"}, "two runs"},
		{"split bold is one span", []any{bold("bo"), bold("ld"), " after"}, "**bold** after"},
		{"markers go inside the spaces", []any{"a", bold(" b "), "c"}, "a **b** c"},
		{"bold italic", []any{styled(wml.Bold|wml.Italic, "both"), " x"}, "***both*** x"},
		{"code wins over bold", []any{styled(wml.Bold|wml.Code, "f(x)"), " y"}, "`f(x)` y"},
		{"code with a back-tick", []any{code("a`b"), " c"}, "``a`b`` c"},
		{"formatting beyond emphasis", []any{styled(wml.Underline|wml.Strike, "old"), " x", styled(wml.Superscript, "2")}, "~~[old]{.underline}~~ x^2^"},
		{"blank bold", []any{"a", bold(" "), "b"}, "a b"},
		{"link to a block by its id", []any{"see ", toBlock("c1", "c1")}, "see [[c1]]"},
		{"link to a block with words", []any{toBlock("c1", "the claim")}, "[the claim](#c1)"},
		{"formatted link to a block", []any{toBlock("c1", bold("c1"))}, "[**c1**](#c1)"},
		{"id with separators", []any{toBlock("part/risk.low", "this")}, "[this](#part/risk.low)"},
		{"unknown bookmark with an id for text", []any{linked(wml.Link{Anchor: "_Ref12"}, "c-7")}, "[[c-7]]"},
		{"unknown bookmark, formatted id", []any{linked(wml.Link{Anchor: "_Ref12"}, italic("c-7"))}, "[*c-7*](#c-7)"},
		{"unknown bookmark with words", []any{linked(wml.Link{Anchor: "_Ref12"}, "see there")}, "[see there](#_Ref12)"},
		{"web link", []any{toURL("https://a.example/x", "A ", bold("B"))}, "[A **B**](https://a.example/x)"},
		{"link label keeps its spaces", []any{toURL("https://a.example", " A ")}, "[ A ](https://a.example)"},
		{"brackets and backslashes in a label", []any{toURL("https://a.example", `[a]\b`)}, `[\[a\]\\b](https://a.example)`},
		{"parentheses and spaces in a target", []any{toURL("https://a.example/x (1)\u00a0", "A")}, "[A](https://a.example/x%20%281%29%C2%A0)"},
		{"address that is a fragment", []any{toURL("#"+layout.AnchorName("c1"), "there")}, "[there](#c1)"},
		{"cross-reference", []any{"In ", field(`REF `+layout.AnchorName("fig1")+` \h`, "Figure 1")}, "In [[fig1]]"},
		{"bold cross-reference", []any{styledField(wml.Bold, "REF "+layout.AnchorName("fig1"), "Figure 1"), " x"}, "**[[fig1]]** x"},
		{"other fields show their result", []any{"Page ", field("PAGE", "3")}, "Page 3"},
		{"equation", []any{"Area ", wml.Run{Kind: wml.Math, Text: "x^2"}, "."}, "Area $x^2$."},
		{"line break", []any{"a ", lineBreak(), " b"}, "a\nb"},
		{"deleted text is gone", []any{"a", deleted("1", "Ann", "b"), "c"}, "ac"},
		{"inserted text is there", []any{"a", inserted("1", "Ann", "b"), "c"}, "abc"},
		{"moved text is where it went", []any{
			wml.Run{Text: "x", Del: revision(wml.MoveFrom, "1", "Ann")}, "-", wml.Run{Text: "x", Ins: revision(wml.MoveTo, "2", "Ann")}}, "-x"},
		{"emoji", []any{"go 🚀 now"}, "go 🚀 now"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := bodyOf(c.parts...); got != c.want {
				t.Errorf("got  %q\nwant %q", got, c.want)
			}
		})
	}
}

func styledField(s wml.Style, instr, result string) wml.Run {
	r := field(instr, result)
	r.Style = s
	return r
}

// However an editor splits the runs of a paragraph, it says the same.
func TestSplitRunsSayTheSame(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := randomDocument(t)
		whole := asJSON(t, extract.Extract(d))
		for _, s := range d.Stories {
			splitRuns(t, s.Blocks)
		}
		if split := asJSON(t, extract.Extract(d)); split != whole {
			t.Fatalf("before the split:\n%s\nafter:\n%s", whole, split)
		}
	})
}

// splitRuns cuts text runs in two at random places, and leaves empty runs behind.
func splitRuns(t *rapid.T, in []wml.Block) {
	for _, b := range in {
		switch b := b.(type) {
		case *wml.Table:
			for _, r := range b.Rows {
				for _, c := range r.Cells {
					splitRuns(t, c.Blocks)
				}
			}
		case *wml.Paragraph:
			var runs []wml.Run
			moved := make([]int, len(b.Runs)+1)
			for i, r := range b.Runs {
				moved[i] = len(runs)
				if r.Kind != wml.Text || len(r.Text) == 0 {
					runs = append(runs, r)
					continue
				}
				letters := []rune(r.Text)
				for _, cut := range [...]int{rapid.IntRange(0, len(letters)).Draw(t, "cut"), rapid.IntRange(0, 3).Draw(t, "cut"), len(letters)} {
					piece := r
					piece.Text, letters = string(letters[:min(cut, len(letters))]), letters[min(cut, len(letters)):]
					runs = append(runs, piece)
				}
			}
			moved[len(b.Runs)] = len(runs)
			b.Runs = runs
			for i := range b.Points {
				b.Points[i].At = moved[b.Points[i].At]
			}
		}
	}
}

// A title that is bold, italic or code as a whole is the plain title.
func TestUniformStyleIsNoContent(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		title := rapid.StringMatching(`[A-Za-z][A-Za-z ]{0,20}[a-z]`).Draw(t, "title")
		style := rapid.SampledFrom([]wml.Style{0, wml.Bold, wml.Italic, wml.Bold | wml.Italic, wml.Code}).Draw(t, "style")
		r := extract.Extract(doc(heading(2, "s", styled(style, title)), label("b", styled(style, title))))
		if len(r.Headings) != 1 || r.Headings[0].Title != title {
			t.Fatalf("heading: %+v", r.Headings)
		}
		if len(r.Labels) != 1 || r.Labels[0].Title != title {
			t.Fatalf("label: %+v", r.Labels)
		}
	})
}

// An id survives in its bookmark name if its characters and length allow, whichever separators it has.
func TestBookmarksKeepIDs(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		id := rapid.StringMatching(`_?[A-Za-z][a-z0-9]{0,4}([-_./:][a-z0-9]{1,4}){0,4}`).Draw(t, "id")
		if len(id) > 28 {
			id = strings.TrimRight(id[:28], "-_./:")
		}
		if got := bodyOf(toBlock(id, "words here")); got != "[words here](#"+id+")" {
			t.Fatalf("%s (bookmark %s) came back as %s", id, layout.AnchorName(id), got)
		}
	})
}
