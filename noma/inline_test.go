package noma

import (
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

var inlineNames = map[InlineKind]string{
	InlineCode: "code", InlineStrong: "strong", InlineEmph: "em", InlineStrongEmph: "strongem", InlineLink: "link",
	InlineWiki: "wiki", InlineMath: "math", InlineBreak: "br", InlineSoftBreak: "nl", InlineSpan: "span", InlineNote: "note", InlinePicture: "picture",
}

// show writes inline nodes compactly: text as it is, everything else as kind(content).
func show(nodes []Inline) string {
	var b strings.Builder
	for _, n := range nodes {
		switch n.Kind {
		case InlineText:
			b.WriteString(n.Text)
			continue
		case InlineBreak, InlineSoftBreak:
			b.WriteString("<" + inlineNames[n.Kind] + ">")
			continue
		}
		content := n.Text
		if n.Children != nil {
			content = show(n.Children)
		}
		if n.Target != "" {
			content += "→" + n.Target
		}
		if n.Display {
			content += "!"
		}
		if n.Format != 0 {
			content += n.Format.Classes()
		}
		content += n.Attrs
		fmt.Fprintf(&b, "%s(%s)", inlineNames[n.Kind], content)
	}
	return b.String()
}

func TestInline(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"", ""},
		{"plain", "plain"},
		{"a **b** *c* _d_ ***e*** `f`", "a strong(b) em(c) em(d) strongem(e) code(f)"},

		// Code binds first, is never empty and holds no back-tick.
		{"`*a*` ```b```", "code(*a*) code(b)"},
		{"`a\nb`", "code(a\nb)"},
		{"`` `a` `` ``a`b`` ` c ` ``  ``", "code(`a`) code(a`b) code( c ) code(  )"},
		{"``a` b `c`", "``acode( b )c`"},
		{"```a`` `b``c`", "```acode( `b)c`"},
		{"Write `` `x` `` for code and `[[t]]` for a link", "Write code(`x`) for code and code([[t]]) for a link"},
		{"[`` ] ``](b)", "link(code(])→b)"},
		{"*`*`*", "em(code(*))"},
		{"`a` b ` c", "code(a) b ` c"},
		{"[`a` b ` c", "[code(a) b ` c"},

		// Emphasis.
		{"2 * 3 * 4", "2 * 3 * 4"},
		{"a* b*", "a* b*"},
		{"*a *", "*a *"},
		{"*a\nb*", "em(a<nl>b)"},
		{"*a\n\nb*", "*a<nl><nl>b*"},
		{"*a\n \t\nb*", "*a<nl> \t<nl>b*"},
		{"*\u00a0a*", "*\u00a0a*"},
		{"**a *b* c**", "strong(a em(b) c)"},
		{"*a **b***", "em(a strong(b))"},
		{"**a *b***", "strong(a em(b))"},
		{"***a** b*", "em(strong(a) b)"},
		{"**a*b*c**", "strong(aem(b)c)"},
		{"**a***b*", "strong(a)em(b)"},
		{"*a***b**", "em(a)strong(b)"},
		{"**a**b**c**", "strong(a)bstrong(c)"},
		{"**a*", "*em(a)"},
		{"****a****", "****a****"},
		{"* *", "* *"},
		{"**", "**"},

		// Underscores need word boundaries and stand alone.
		{"snake_case_name", "snake_case_name"},
		{"_a_b_", "em(a_b)"},
		{"é_a_", "é_a_"},
		{"(_a_)", "(em(a))"},
		{"__a__", "strong(a)"},
		{"a__b__ __init__.", "a__b__ strong(init)."},
		{"_ a_", "_ a_"},

		// Links.
		{"[a](b)", "link(a→b)"},
		{"[**a** `]`](b#c)", "link(strong(a) code(])→b#c)"},
		{`[a \[b\] \\ \| c](d)`, `link(a [b] \ | c→d)`},
		{`[\*](d)`, `link(*→d)`},
		{"[a](b c) [a]() [](b) [a] (b)", "[a](b c) [a]() [](b) [a] (b)"},
		{"[a](b", "[a](b"},
		{"[a [b](c)", "[a link(b→c)"},
		{"[a](b))", "link(a→b))"},
		{"*[a*](b)", "*link(a*→b)"},
		{"[a\u2028](b\u2028c)", "[a\u2028](b\u2028c)"},

		// Pictures.
		{"![a](b)", "picture(a→b)"},
		{"x![a *b* `c`](d.png){width=3cm}y", "xpicture(a b c→d.png{width=3cm})y"},
		{"![](b.png){decorative}", "picture(→b.png{decorative})"},
		{`\![a](b) !\[a](b) ! [a](b)`, "!link(a→b) ![a](b) ! link(a→b)"},
		{"![a]() ![a](b c) ![a]", "![a]() ![a](b c) ![a]"},
		{"[![a](b)](c)", "[picture(a→b)](c)"},
		{"![a [b](c)](d)", "![a link(b→c)](d)"},
		{"![a](b){and so on} ![a](b){.wide}", "picture(a→b){and so on} picture(a→b){.wide}"},
		{"![a](b){ width=3cm  height=\"1 in\" } ![a](b){width=3cm", `picture(a→b{ width=3cm  height="1 in" }) picture(a→b){width=3cm`},
		{"*![a](b)*", "em(picture(a→b))"},
		{"![a\nb](c)", "picture(a b→c)"},
		{"`![a](b)`", "code(![a](b))"},

		// Wikilinks.
		{"[[a]] [[ a | b ]] [[#a#b]]", "wiki(a→a) wiki(b→a) wiki(a > b→#a#b)"},
		{`[[a\|b]]`, "wiki(b→a)"},
		{"[[a|]] [[|a]] [[]] [[ ]] [[#]]", "wiki(a→a) [[|a]] [[]] [[ ]] [[#]]"},
		{"[[a]b]] [[a\nb]] [[a]", "[[a]b]] [[a<nl>b]] [[a]"},
		{"[[[a]]]", "[wiki(a→a)]"},
		{"`[[a]]`", "code([[a]])"},

		// Math.
		{`$x$ $$y$$ \(z\) \[w\]`, "math(x) math(y!) math(z) math(w!)"},
		{"$5 and $6", "$5 and $6"},
		{"$5 and 6$7", "$5 and 6$7"},
		{"$ x$ $x $ $$ $", "$ x$ $x $ $$ $"},
		{"$a\nb$ $$a\nb$$", "$a<nl>b$ math(a\nb!)"},
		{`\$5 and 6$ $\$5$`, `$5 and 6$ math(\$5)`},
		{`\( \)`, "math( )"},
		{`\[\] \(\)`, `[] ()`},
		{"$x_1$ and *y*", "math(x_1) and em(y)"},
		{"$a *b*", "$a em(b)"},
		{"$a`b$c`", "math(a`b)c`"},

		// Notes at their place.
		{"a^[b *c* [d](e) `]`] f", "anote(b em(c) link(d→e) code(])) f"},
		{"^[a [b] c] ^[a \\] b] ^[a [b] ^[]", "note(a [b] c) note(a ] b) ^[a [b] ^[]"},
		{"^[a ^[b] [^c] \\[d\\]]", "note(a ^[b] [^c] [d])"},
		{"x^2^[a] x^2^^[b] x^2 ^[c] x^^[d]", "xspan(2{.sup})[a] xspan(2{.sup})note(b) x^2 note(c) x^note(d)"},
		{"^[^a] ^[a](b) ^[[b]] ^[[c]{.sup}] \\^[d]", "^note([^a]→a) note(a)(b) note([b]) note(span(c{.sup})) ^[d]"},
		{"^[a\nb] ^[a\n\nb] *^[a*] b*", "note(a<nl>b) ^[a<nl><nl>b] em(note(a*) b)"},
		{"[^[a]](b) ~~^[a]~~", "[note(a)](b) span(note(a){.strike})"},

		// Escapes and line ends.
		{`a \| b \* c`, `a | b * c`},
		{"a  \nb\\\nc \nd", "a<br>b<br>c <nl>d"},
		{"a\n", "a<nl>"},
		{"`a`   \nb", "code(a)<br>b"},
		{"a \u00a0\nb", "a \u00a0<nl>b"},
	} {
		got := ParseInline(c.text)
		if s := show(got); s != c.want {
			t.Errorf("ParseInline(%q) is %s, want %s", c.text, s, c.want)
		}
		if err := checkInline(c.text, got, 0, len(c.text)); err != nil {
			t.Errorf("ParseInline(%q): %v", c.text, err)
		}
	}
}

func TestInlineOffsets(t *testing.T) {
	const s = "a [b **c**](d) [[ e | f ]]"
	for _, n := range ParseInline(s) {
		switch n.Kind {
		case InlineLink:
			if s[n.Start:n.End] != "[b **c**](d)" || s[n.Open:n.Close] != "b **c**" {
				t.Errorf("link is %q with label %q", s[n.Start:n.End], s[n.Open:n.Close])
			}
			if c := n.Children[1]; s[c.Start:c.End] != "**c**" || s[c.Open:c.Close] != "c" {
				t.Errorf("strong is %q", s[c.Start:c.End])
			}
		case InlineWiki:
			if s[n.Start:n.End] != "[[ e | f ]]" || s[n.Open:n.Close] != "f" {
				t.Errorf("wikilink is %q with label %q", s[n.Start:n.End], s[n.Open:n.Close])
			}
		}
	}
}

func TestPlainText(t *testing.T) {
	got := PlainText(ParseInline("a **b *c*** `d` [e](f) [[g|h]] $i$ \\|  \nj\nk"))
	if want := "a b c d e h i |\nj k"; got != want {
		t.Errorf("plain text is %q, want %q", got, want)
	}
	if PlainText(nil) != "" || PlainText(ParseInline("x")) != "x" {
		t.Error("plain text of simple texts is wrong")
	}
}

func TestWikiLinks(t *testing.T) {
	const s = "[[a]] `[[b]]` **[[ c | d ]]** $[[e]]$ [[f\\|g]]"
	var got []string
	for _, l := range WikiLinks(s) {
		if l.Span.Of(s) != l.Target {
			t.Errorf("target %q stands at %q", l.Target, l.Span.Of(s))
		}
		got = append(got, l.Target)
	}
	if fmt.Sprint(got) != "[a c f]" {
		t.Errorf("wikilinks are %v", got)
	}
	if WikiLinks("no [a](b)") != nil {
		t.Error("a link is no wikilink")
	}
}

func TestLawsOfInline(t *testing.T) {
	pieces := rapid.SampledFrom([]string{"*", "**", "***", "_", "`", "[", "]", "](", ")", "[[", "]]", "|", "$", "$$", "\\", "\\|", "\\(", "\\)",
		"\\[", "\\]", "\n", "  \n", " ", "a", "b c", "#", "é", "\u00a0", "1", "\xff", "!", "![", "{w=1}"})
	rapid.Check(t, func(t *rapid.T) {
		s := strings.Join(rapid.SliceOfN(pieces, 0, 40).Draw(t, "pieces"), "")
		if err := checkInline(s, ParseInline(s), 0, len(s)); err != nil {
			t.Fatalf("%q: %v", s, err)
		}
		for _, l := range WikiLinks(s) {
			if l.Span.Of(s) != l.Target {
				t.Fatalf("%q: target %q stands at %q", s, l.Target, l.Span.Of(s))
			}
		}
	})
}

// TestTickedIsRead: whatever code holds, it is read as it was, alone and as a cell of a row.
func TestTickedIsRead(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		code := strings.Join(rapid.SliceOfN(rapid.SampledFrom([]string{"`", "``", "a", " ", "|", "\\"}), 1, 8).Draw(t, "code"), "")
		s := Ticked(code)
		if nodes := ParseInline(s); len(nodes) != 1 || nodes[0].Kind != InlineCode || nodes[0].Text != code {
			t.Fatalf("%q is read as %+v", s, nodes)
		}
		if !IsCell(s) {
			t.Fatalf("%q is no cell", s)
		}
	})
}

// TestWhatIsWrittenIsRead: markup that a writer makes by the book is read as it was meant.
func TestWhatIsWrittenIsRead(t *testing.T) {
	word := rapid.StringMatching(`[a-z]+( [a-z]+)?`)
	var write func(t *rapid.T, depth int, outer string) (source, want string)
	write = func(t *rapid.T, depth int, outer string) (string, string) {
		var source, want strings.Builder
		for i := range rapid.IntRange(1, 3).Draw(t, "parts") {
			if i > 0 {
				source.WriteByte(' ')
				want.WriteByte(' ')
			}
			w := word.Draw(t, "word")
			kind := rapid.IntRange(0, 6).Draw(t, "kind")
			switch {
			case kind == 1 && depth > 0 && outer == "":
				s, inner := write(t, depth-1, "*")
				source.WriteString("**x " + s + " x**")
				want.WriteString("strong(x " + inner + " x)")
			case kind == 2 && depth > 0:
				s, inner := write(t, depth-1, "_")
				source.WriteString("_x " + s + " x_")
				want.WriteString("em(x " + inner + " x)")
			case kind == 3 && outer != "]":
				s, inner := write(t, 0, "]")
				source.WriteString("[" + s + "](#t)")
				want.WriteString("link(" + inner + "→#t)")
			case kind == 4:
				source.WriteString("`" + w + "`")
				want.WriteString("code(" + w + ")")
			case kind == 5:
				source.WriteString("$" + w + "$")
				want.WriteString("math(" + w + ")")
			default:
				source.WriteString(w)
				want.WriteString(w)
			}
		}
		return source.String(), want.String()
	}
	rapid.Check(t, func(t *rapid.T) {
		source, want := write(t, 3, "")
		if got := show(ParseInline(source)); got != want {
			t.Fatalf("%q is read as %s, meant was %s", source, got, want)
		}
	})
}

func FuzzInline(f *testing.F) {
	f.Add("a **b *c*** [d `]`](e) [[f|g]] $h$ \\| \\(i\\)  \nj")
	f.Add("[\\[`*_$[[a]]")
	f.Fuzz(func(t *testing.T, s string) {
		if err := checkInline(s, ParseInline(s), 0, len(s)); err != nil {
			t.Fatal(err)
		}
	})
}

// A parser that uses its memory again finds the same nodes.
func TestInlineParser(t *testing.T) {
	var p InlineParser
	rapid.Check(t, func(t *rapid.T) {
		pieces := rapid.SliceOfN(rapid.SampledFrom([]string{"word ", "*", "**", "_", "`code`", "[a *b* `c`](#d)", "[[e|f]]", "$x_1$", "  \n", "\n", "\\|", "é"}), 0, 30)
		for range 3 {
			s := strings.Join(pieces.Draw(t, "text"), "")
			if got, want := p.Parse(s), ParseInline(s); fmt.Sprint(got) != fmt.Sprint(want) {
				t.Fatalf("%q: %v, want %v", s, got, want)
			}
		}
	})
}
