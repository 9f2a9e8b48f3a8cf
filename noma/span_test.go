package noma

import "testing"

func TestSpans(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"~~a b~~ H~2~O x^2^ ==c d==", "span(a b{.strike}) Hspan(2{.sub})O xspan(2{.sup}) span(c d{.mark})"},
		{"[a *b*]{.underline} [c]{.underline .smallcaps}", "span(a em(b){.underline}) span(c{.underline .smallcaps})"},
		{"**~~a~~** ~~**a** b~~ x^*n*^", "strong(span(a{.strike})) span(strong(a) b{.strike}) xspan(em(n){.sup})"},
		{"[x^2^](b)", "link(xspan(2{.sup})→b)"},
		{"[a]{.b} [a]{underline} [a]{.underline", "[a]{.b} [a]{underline} [a]{.underline"},

		// What is none.
		{"a ~ b ~ c, ~5-~10, ~/a ~/b", "a ~ b ~ c, ~5-~10, ~/a ~/b"},
		{"a^b c^d, ^ ^, x^a b^", "a^b c^d, ^ ^, x^a b^"},
		{"a == b and c==d and e==f", "a == b and c==d and e==f"},
		{"~~ a~~ ~~a ~~ ~~~a~~~ ===a===", "~~ a~~ ~~a ~~ ~~~a~~~ ===a==="},
		{"`~~a~~` $a^2^$ [^1][^2] ^[a]^", "code(~~a~~) math(a^2^) note([^1]→1)note([^2]→2) note(a)^"},
		{"~~a\n\nb~~", "~~a<nl><nl>b~~"},

		// Escapes.
		{"\\~~a~~ H\\~2~O \\==a== \\^a^", "~~a~~ H~2~O ==a== ^a^"},
		{`\**a* \_a_`, `*em(a) _a_`},
		{"\\`a` b\\`", "`acode( b\\)"},
		{`C:\temp\new \\server\share`, `C:\temp\new \server\share`},
		{`\\$x$ [a\](b)`, `\math(x) [a](b)`},
		{`\[[a]] \[a](b)`, `[[a]] [a](b)`},
		{`[a\*b*](c)`, `link(a*b*→c)`},
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

// Every mark has a representation.
func TestEscapes(t *testing.T) {
	for _, c := range "!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~" {
		if got := PlainText(ParseInline(`a\` + string(c) + "b")); got != "a"+string(c)+"b" {
			t.Errorf("an escaped %c reads %s", c, got)
		}
	}
}

func TestHeadingEndsWithBraces(t *testing.T) {
	for _, c := range []struct{ line, title, attrs string }{
		{`# A {id="x"}`, "A", `{id="x"}`},
		{`# A \{b}`, `A \{b}`, ""},
		{`# A [b]{.underline}`, "A [b]{.underline}", ""},
		{`# A [b]{.underline} {id="x"}`, "A [b]{.underline}", `{id="x"}`},
		{`# A [b]{x="y"}`, "A [b]", `{x="y"}`},
	} {
		h, ok := parseHeading(c.line)
		if title, attrs := h.title.Of(c.line), h.attrs.Of(c.line); !ok || title != c.title || attrs != c.attrs {
			t.Errorf("%q is %q with %q", c.line, title, attrs)
		}
	}
}
