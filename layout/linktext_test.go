package layout

import (
	"testing"

	"github.com/nomadocx/nomadocx/internal/office/wml"
	"github.com/nomadocx/nomadocx/noma"
	"github.com/nomadocx/nomadocx/noma/source"
)

// Links that Word cannot follow stay links where their words are edited, joined with others, or written somewhere else.
func TestLinkTexts(t *testing.T) {
	const doc = "See [npm trust](/cmd/trust) and [C++ **x**](docs/a.txt) for more.\n\n* [One `a` two](one.md)\n* [Three](three.md)\n"
	d, _, err := noma.Parse(source.NewFile("n.noma", doc), noma.Options{})
	if err != nil {
		t.Fatal(err)
	}
	n := Build(d, Options{}).Names
	bold := func(g []Glyph, from, to int) []Glyph {
		for i := from; i < to; i++ {
			if !isBlank(g[i].Rune) {
				g[i].Style |= wml.Bold
			}
		}
		return g
	}
	for _, c := range []struct {
		was, now string
		bold     [2]int
		want     string
	}{
		{was: "See [npm trust](/cmd/trust) now.", now: "See npm distrust (/cmd/trust) now.", want: "See [npm distrust](/cmd/trust) now."},
		{was: "See [npm trust](/cmd/trust) now.", now: "See npm trust (/cmd/run) now.", want: "See [npm trust](/cmd/run) now."},
		{was: "See [npm trust](/cmd/trust) now.", now: "See npm trust (https://e.org) now.", want: "See npm trust (https://e.org) now."},
		{was: "See [npm trust](/cmd/trust) now.", now: "See npm trust now.", want: "See npm trust now."},
		{was: "See [npm trust](/cmd/trust) now.", now: "See now.", want: "See now."},
		{was: "See [npm trust](/cmd/trust) now.", now: "Read the manual (/cmd/trust) now.", want: "Read [the manual](/cmd/trust) now."},
		{was: "[npm trust](/cmd/trust)", now: "Do see npm trust (/cmd/trust)", want: "Do see [npm trust](/cmd/trust)"},
		{was: "[npm trust](/cmd/trust)", now: "npm trust (/cmd/trust)", bold: [2]int{0, 22}, want: "**[npm trust](/cmd/trust)**"},
		{was: "[npm trust](/cmd/trust)", now: "npm trust (/cmd/trust)", bold: [2]int{4, 9}, want: "[npm **trust**](/cmd/trust)"},
		{was: "* [Three](three.md)", now: "* Three (three.md)npm trust (/cmd/trust)", want: "* [Three](three.md)[npm trust](/cmd/trust)"},
		{was: "[Three](three.md)", now: "npm trust (/cmd/trust)Three (three.md)", want: "[npm trust](/cmd/trust)[Three](three.md)"},
		{was: "A word.", now: "A word, Three (three.md) and npm trust (/cmd/trust).", want: "A word, [Three](three.md) and [npm trust](/cmd/trust)."},
		{was: "A word.", now: "Hello!Three (three.md), not three (three.md), SubThree (three.md)", want: `Hello\![Three](three.md), not three (three.md), SubThree (three.md)`},
		{was: "[a](x.md) [b](x.md)", now: "a (x.md) c b (x.md)", want: "[a](x.md) c [b](x.md)"},
		{was: "[a](x.md) [b](x.md)", now: "b (x.md)", want: "[b](x.md)"},
	} {
		got, ok := n.Rewrite(OnePara(c.was), [][]Glyph{bold(plainGlyphs(c.now), c.bold[0], c.bold[1])})
		if !ok || got != c.want {
			t.Errorf("%q, edited to %q, is %q %v, want %q", c.was, c.now, got, ok, c.want)
		}
	}
	for shown, want := range map[string]string{
		"Three (three.md) and C++ x (docs/a.txt)": "[Three](three.md) and [C++ x](docs/a.txt)",
		"One a two (one.md)":                      "[One a two](one.md)",
		"Three (four.md)":                         "Three (four.md)",
	} {
		if got := n.Markup(plainGlyphs(shown), false); got != want {
			t.Errorf("%q is written as %q, want %q", shown, got, want)
		}
	}
	elsewhere := NameNodes(&noma.Document{File: source.NewFile("o.noma", "")}).WithLinks(n.LinkTexts())
	if got, want := elsewhere.Markup(plainGlyphs("a Three (three.md)"), false), "a [Three](three.md)"; got != want {
		t.Errorf("in another document it is %q, want %q", got, want)
	}
}
