package layout

import (
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/nomadocx/nomadocx/internal/office/wml"
	"github.com/nomadocx/nomadocx/noma"
	"github.com/nomadocx/nomadocx/noma/source"
)

func names(t interface{ Fatal(...any) }) *Names {
	src := "# Title {id=\"top\"}\n\n::claim{id=\"c1\"}\nx\n::\n\n::table{id=\"t1\" title=\"T\"}\n| a | b |\n::\n"
	d, _, err := noma.Parse(source.NewFile("n.noma", src), noma.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return Build(d, Options{}).Names
}

var pieces = []string{"plain", " ", " ", "word", "**bold words**", "*it*", "_em_", "`code x`", "[label](https://example.org/a)", "[[c1]]",
	"[[c1|Shown]]", "[[t1]]", "\n", "  \n", "\\\n", "***both***", "x*y", "2 * 3", "$a^2$", "\\|", "ü", "é", "日本", ".", ",", "[to](#top)",
	"**bold *and* more**", "[**b** l](https://example.org)", "[rel](./x.md)", "[[nope]]",
	"~~gone~~", "H~2~O", "x^2^", "==high==", "[under]{.underline}", "[Small **b**]{.smallcaps .mark}", `\*`, `\[`, `\~\~`, `\\`, "~~a *b*~~", "[x^2^](https://example.org)"}

func markupOf(t *rapid.T) string {
	s := strings.Join(rapid.SliceOfN(rapid.SampledFrom(pieces), 1, 12).Draw(t, "pieces"), "")
	for _, line := range strings.Split(s, "\n") {
		if strings.Trim(line, " \\") == "" {
			return "a paragraph has no blank line"
		}
	}
	return s
}

// The traced content is the content that is laid out.
func TestTraceIsContent(t *testing.T) {
	n := names(t)
	rapid.Check(t, func(t *rapid.T) {
		s := markupOf(t)
		marks, _ := n.trace(OnePara(s))
		var got []Glyph
		for _, m := range marks {
			got = append(got, m.Glyph)
		}
		if want := n.Reads(s); !slices.Equal(got, want) {
			t.Fatalf("%q\n got %v\nwant %v", s, got, want)
		}
	})
}

// Quiet: content that did not change keeps its form byte for byte.
func TestRewriteQuiet(t *testing.T) {
	n := names(t)
	rapid.Check(t, func(t *rapid.T) {
		s := markupOf(t)
		if got, ok := n.Rewrite(OnePara(s), [][]Glyph{n.Reads(s)}); !ok || got != s {
			t.Fatalf("%q became %q %v", s, got, ok)
		}
	})
}

// Faithful: whatever characters are typed, deleted or formatted, the new source shows them or the
// edit is refused.
func TestRewriteFaithful(t *testing.T) {
	n := names(t)
	refused := 0
	rapid.Check(t, func(t *rapid.T) {
		s := markupOf(t)
		now := append([]Glyph(nil), n.Reads(s)...)
		for range rapid.IntRange(1, 3).Draw(t, "edits") {
			i := rapid.IntRange(0, len(now)).Draw(t, "at")
			j := min(len(now), i+rapid.IntRange(0, 6).Draw(t, "length"))
			switch rapid.IntRange(0, 3).Draw(t, "kind") {
			case 0: // type
				var in []Glyph
				for _, r := range rapid.SampledFrom([]string{"new", " new words ", "*", "a|b", "[x]", "é", "`", "_", "*x*", "[a](b)", "~~", "==c==", "x^2^", `\`, `\*`, "$x$", "[[c1]]", "$5"}).Draw(t, "text") {
					g := Glyph{Rune: r}
					if i > 0 && r != ' ' && rapid.Bool().Draw(t, "same style") {
						g.Style, g.Link = now[i-1].Style, now[i-1].Link
					}
					in = append(in, g)
				}
				now = append(now[:i:i], append(in, now[i:]...)...)
			case 1: // delete
				now = append(now[:i:i], now[j:]...)
			case 2, 3: // format
				style := rapid.SampledFrom([]wml.Style{0, wml.Bold, wml.Italic, wml.Bold | wml.Italic, wml.Code,
					wml.Strike, wml.Underline, wml.Superscript, wml.Subscript, wml.Highlight, wml.SmallCaps, wml.Bold | wml.Strike, wml.Underline | wml.SmallCaps | wml.Highlight,
					wml.Code | wml.Highlight}).Draw(t, "style")
				now = append([]Glyph(nil), now...)
				for k := i; k < j; k++ {
					if now[k].Object == "" && !isBlank(now[k].Rune) {
						now[k].Style = style
					}
				}
			}
		}
		now = Glyphs(RunsOf(now), wml.All)
		for _, g := range now {
			if g.Object != "" && !IsEquation(g) {
				return // references lose their links in RunsOf; not what is tested here
			}
		}
		out, ok := n.Rewrite(OnePara(s), [][]Glyph{now})
		if !ok {
			refused++
			return
		}
		if got := n.Reads(out); !slices.Equal(got, now) {
			t.Fatalf("%q became %q, which shows %q, want %q", s, out, PlainText(got), PlainText(now))
		}
	})
	t.Logf("refused %d", refused)
}

// Whatever plain text is typed into plain text is written, and no escape is written that the text can do without.
func TestRewritePlain(t *testing.T) {
	n := names(t)
	text := rapid.Map(rapid.SliceOfN(rapid.SampledFrom(strings.Split("* ** _ ` `` [ ] ( ) $ $$ \\ | ~ ~~ ^ == = { } ! # : < & [[c1]] 5 a b é . , - / ://x.y", " ")), 1, 14),
		func(s []string) string { return strings.Join(s, "") })
	rapid.Check(t, func(t *rapid.T) {
		was := rapid.SampledFrom([]string{"one two three", "**one** two *three*", `one \* two`, "x"}).Draw(t, "was")
		typed := rapid.SliceOfN(text, 1, 3).Draw(t, "typed")
		inCell := rapid.Bool().Draw(t, "cell")
		p := OnePara(was)
		p.InCell = inCell
		now := n.Reads(was)
		at := rapid.SampledFrom([]int{0, len(now)}).Draw(t, "at")
		if now[max(0, at-1)].Style != 0 {
			at = 0 // in front of what is bold
		}
		in := plainGlyphs(strings.Join(typed, " "))
		if at == 0 {
			in = append(in, Glyph{Rune: ' '})
		}
		now = append(append(append([]Glyph(nil), now[:at]...), in...), now[at:]...)
		out, ok := n.Rewrite(p, [][]Glyph{now})
		if !ok {
			t.Fatalf("%q is refused in %q", typed, was)
		}
		if !slices.Equal(n.Reads(out), now) {
			t.Fatalf("%q became %q", was, out)
		}
		if strings.Contains(strings.Join(typed, "")+was, `\`) {
			return
		}
		for i := range out {
			if out[i] == '\\' && !(inCell && out[i+1] == '|') {
				if spare := out[:i] + out[i+1:]; n.Spells(spare, now) && (!inCell || noma.IsCell(spare)) {
					t.Fatalf("%q needs no escape at %d", out, i)
				}
			}
		}
	})
}

// plainGlyphs returns the glyphs of a text without markup.
func plainGlyphs(s string) (out []Glyph) {
	for _, r := range s {
		out = append(out, Glyph{Rune: r})
	}
	return out
}

func TestRewriteKeepsForm(t *testing.T) {
	n := names(t)
	for _, c := range []struct{ was, find, now, want string }{
		{"Demand was\nflat against last year, and **x**.", "flat against last year", "slightly below last year", "Demand was\nslightly below last year, and **x**."},
		{"a _b_ c", "c", "d", "a _b_ d"},
		{"**one two** three", "two", "2", "**one 2** three"},
		{"see [[c1]] here", "here", "there", "see [[c1]] there"},
		{"[label](https://example.org/a) x", "label", "name", "[name](https://example.org/a) x"},
	} {
		g := n.Reads(c.was)
		s := string(runes(g))
		at := strings.Index(s, c.find)
		from := len([]rune(s[:at]))
		to := from + len([]rune(c.find))
		var mid []Glyph
		for _, r := range c.now {
			x := Glyph{Rune: r, Style: g[from].Style, Link: g[from].Link}
			if r == ' ' {
				x = Glyph{Rune: r}
			}
			mid = append(mid, x)
		}
		now := append(append(append([]Glyph(nil), g[:from]...), mid...), g[to:]...)
		if got, ok := n.Rewrite(OnePara(c.was), [][]Glyph{now}); !ok || got != c.want {
			t.Errorf("%q: got %q, want %q (%v)", c.was, got, c.want, ok)
		}
	}
}

func TestAnchorNames(t *testing.T) {
	for id, want := range map[string]string{"c1": "n_c1_5ed72aa1", "a-b": "n_a_b_35c2229e", "9x": "n_x_1183664b", "日本": "n_id_c7b7cdcc",
		"é-x": "n_x_ede15bfa", "A_very_long_identifier_that_exceeds_twenty_eight": "n_A_very_long_identifier_that__01d37f57", "__u": "n_u_85ed74b7"} {
		if got := AnchorName(id); got != want {
			t.Errorf("%s: %s, want %s", id, got, want)
		}
	}
}

// What is beside an edit keeps its lines and its form.
func TestRewriteKeepsLines(t *testing.T) {
	n := names(t)
	without := func(g []Glyph, object string) []Glyph {
		return slices.DeleteFunc(g, func(x Glyph) bool { return strings.Contains(x.Object, object) })
	}
	leading := func(g []Glyph, to string) []Glyph {
		for i := range g {
			if g[i].Link != "" {
				g[i].Link = to
			}
		}
		return g
	}
	for _, c := range []struct {
		name, was string
		edit      func([]Glyph) []Glyph
		now       string
	}{
		{"an equation behind a line end deleted, its blank left", "A route with\n$n$ sailings and\ndelays $d_i$ each",
			func(g []Glyph) []Glyph { return without(g, "math n") }, "A route with  sailings and\ndelays $d_i$ each"},
		{"a reference before a line end deleted, its blank left", "See [[t1]]\nand $d_i$ on\nlines",
			func(g []Glyph) []Glyph { return without(g, "REF") }, "See  and $d_i$ on\nlines"},
		{"a link over two lines leads elsewhere", "The [two\nlined link](https://example.org/a) stays\nhere",
			func(g []Glyph) []Glyph { return leading(g, "https://example.org/b") }, "The [two\nlined link](https://example.org/b) stays\nhere"},
		{"a link over two lines leads nowhere", "The [two\nlined link](https://example.org/a) stays\nhere",
			func(g []Glyph) []Glyph { return leading(g, "") }, "The two\nlined link stays\nhere"},
	} {
		if got, ok := n.Rewrite(OnePara(c.was), [][]Glyph{c.edit(n.Reads(c.was))}); !ok || got != c.now {
			t.Errorf("%s: %q became %q %v, want %q", c.name, c.was, got, ok, c.now)
		}
	}
}
