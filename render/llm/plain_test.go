package llm

import (
	"regexp"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/nomadocx/nomadocx/internal/testkit/slow"
	"github.com/nomadocx/nomadocx/noma"
)

// The model is the contract's list of replacements, written as such; code spans are those of package noma.
var (
	twoStars  = regexp.MustCompile(`\*\*([^*]+)\*\*`)
	oneStar   = regexp.MustCompile(`\*([^*]+)\*`)
	underline = regexp.MustCompile(`\b_([^_]+)_\b`)
	inlined   = regexp.MustCompile(`\[((?:\\(?s:.)|[^\[\]\\])+)\]\(([^)\s]+)\)`)
	wiki      = regexp.MustCompile(`\[\[([^\[\]\n]+)\]\]`)
	escaped   = regexp.MustCompile(`\\([\\\[\]|])`)
)

// aside0 stands for the first code span; it and those behind it are for private use, and in no text here.
const aside0 = '\uE000'

func model(s string) string {
	var aside []string
	var text strings.Builder
	for i := 0; i < len(s); i++ {
		if s[i] != '`' {
			text.WriteByte(s[i])
		} else if code, end, ok := noma.CodeSpan(s, i); ok {
			aside = append(aside, code.Of(s))
			text.WriteRune(aside0 + rune(len(aside)) - 1)
			i = end - 1
		} else {
			text.WriteString(s[i:end])
			i = end - 1
		}
	}
	s = strings.ReplaceAll(text.String(), `\|`, "|")
	s = twoStars.ReplaceAllString(s, "$1")
	s = oneStar.ReplaceAllString(s, "$1")
	s = underline.ReplaceAllString(s, "$1")
	s = inlined.ReplaceAllStringFunc(s, func(m string) string {
		p := inlined.FindStringSubmatch(m)
		return escaped.ReplaceAllString(p[1], "$1") + " (" + p[2] + ")"
	})
	s = wiki.ReplaceAllStringFunc(s, func(m string) string {
		target, label, _ := strings.Cut(m[2:len(m)-2], "|")
		target, label = strings.TrimSpace(target), strings.TrimSpace(label)
		switch {
		case target == "":
			return m
		case label != "":
			return label
		case target == "#": // it would show nothing
			return m
		}
		return strings.ReplaceAll(strings.TrimPrefix(target, "#"), "#", " > ")
	})
	for i, code := range aside {
		s = strings.Replace(s, string(aside0+rune(i)), code, 1)
	}
	return s
}

// TestPlainText compares with the model on texts dense with marks.
func TestPlainText(t *testing.T) {
	pieces := rapid.SampledFrom([]string{"`", "*", "**", "_", "[", "]", "[[", "]]", "](", "(", ")", "|", `\`, `\|`, `\]`, "#", "\n", " ", "a", "b c", "é", "x_y", "t"})
	var p plainText
	rapid.Check(t, func(t *rapid.T) {
		s := strings.Join(rapid.SliceOfN(pieces, 0, 24).Draw(t, "pieces"), "")
		if beyondContract(noma.ParseInline(s), "|") {
			return // see TestPlainTextCases
		}
		if got, want := string(p.append(nil, s)), model(s); got != want {
			t.Fatalf("%q becomes %q, want %q", s, got, want)
		}
	})
}

func TestPlainTextCases(t *testing.T) {
	var p plainText
	for s, want := range map[string]string{
		"***both***":                             "both",
		"a `[[x]] \\| *y*` b":                    "a [[x]] \\| *y* b",
		"``a``":                                  "a",
		"`` `a` `` ``b`":                         "`a` ``b`",
		"[l \\[1\\] \\| x](u)":                   "l [1] | x (u)",
		"[[a#b]] [[#c]] [[d| e ]]":               "a > b c e",
		"[[`*`|`k`]] `c`":                        "k c",
		"[[ ]] [[|x]] [[a[b]] [[#]]":             "[[ ]] [[|x]] [[a[b]] [[#]]",
		"2 * 3 * 4":                              "2  3  4",
		"snake_case_name _em_ _a b_.":            "snake_case_name em a b.",
		"\x00`c`\x00":                            "\x00c\x00",
		"![alt](src)":                            "![alt](src)",
		"~~a~~ H~2~O x^2^ ==b== [c]{.underline}": "a H2O x2 b c",
		`\*a* \\ [\*b](c) $d\_e$ *f*`:            `*a* \ *b (c) $d\_e$ f`,
		"[a](b c) [](x) [a]()":                   "[a](b c) [](x) [a]()",
	} {
		if got := string(p.append(nil, s)); got != want {
			t.Errorf("%q becomes %q, want %q", s, got, want)
		}
	}
}

// TestPlainTextIsLinear: texts that invite a search from every character cost a few passes each. A
// quadratic step would not finish within the patience of a test run.
func TestPlainTextIsLinear(t *testing.T) {
	slow.Test(t, "texts of megabytes")
	var p plainText
	for _, piece := range []string{"[", "`", "``", "*", "**a", "_", " _a", "[[a", `\[`, "[a](", "[a](b", "](", "[[a|", "\x00"} {
		s := strings.Repeat(piece, 1<<20/len(piece))
		if got := p.append(nil, s); len(got) > len(s) {
			t.Errorf("%q grows", piece)
		}
	}
}
