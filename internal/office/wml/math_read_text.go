package wml

import (
	"strings"
	"unicode/utf8"

	"github.com/beevik/etree"
	"github.com/nomadocx/nomadocx/internal/latex"
)

// text returns a run: words, a name, or symbols.
func (m *mathReader) text(e *etree.Element) []*latex.Node {
	var s strings.Builder
	for _, t := range e.SelectElements("m:t") {
		s.WriteString(t.Text())
	}
	pr := e.SelectElement("m:rPr")
	if pr != nil && switched(e, "m:rPr", "m:nor") && e.SelectElement("w:rPr") == nil && officeKeyword(s.String()) {
		return m.upright(s.String())
	}
	if pr != nil && switched(e, "m:rPr", "m:nor") {
		n := latex.Node{Kind: latex.Words, Text: s.String()}
		if look := e.SelectElement("w:rPr"); look != nil {
			n.Variant = wordsVariant(look)
		}
		if n.Text == "" {
			return nil
		}
		return one(n)
	}
	var v latex.Variant
	switch setting(e, "m:rPr", "m:scr", "") {
	case "sans-serif":
		v = latex.Sans
	case "monospace":
		v = latex.Mono
	default:
		v = map[string]latex.Variant{"p": latex.Upright, "b": latex.Bold, "bi": latex.BoldItalic}[setting(e, "m:rPr", "m:sty", "")]
	}
	if v == latex.Upright {
		return m.upright(s.String())
	}
	return symbolsOf(s.String(), v)
}

// upright returns a function's name, or upright letters.
func (m *mathReader) upright(s string) []*latex.Node {
	if word := strings.TrimSpace(s); m.name && word != "" || latex.IsName(word) {
		return one(latex.Node{Kind: latex.Name, Text: word, Limits: latex.NameLimits(word)})
	}
	return symbolsOf(s, latex.Upright)
}

// wordsVariant returns the alphabet of words, by their formatting.
func wordsVariant(look *etree.Element) latex.Variant {
	if fonts := look.SelectElement("w:rFonts"); fonts != nil {
		for v, font := range wordFonts {
			if fonts.SelectAttrValue("w:ascii", "") == font {
				return v
			}
		}
	}
	switch {
	case look.SelectElement("w:b") != nil:
		return latex.Bold
	case look.SelectElement("w:i") != nil:
		return latex.Italic
	}
	return latex.Plain
}

// symbolsOf returns the symbols of a text: numbers together, everything else one by one.
func symbolsOf(s string, v latex.Variant) []*latex.Node {
	var out []*latex.Node
	for s != "" {
		n := 0
		for n < len(s) && (s[n] >= '0' && s[n] <= '9' || s[n] == '.' && n > 0 && n+1 < len(s) && s[n+1] >= '0' && s[n+1] <= '9') {
			n++
		}
		if n > 0 {
			out = append(out, &latex.Node{Kind: latex.Symbol, Text: s[:n], Variant: v})
			s = s[n:]
			continue
		}
		r, size := utf8.DecodeRuneInString(s)
		s = s[size:]
		switch space := characterSpaces[r]; {
		case space != "":
			out = append(out, &latex.Node{Kind: latex.Space, Text: space})
			continue
		case r == ' ' || r == '\n' || r == '\t' || r == '\u200B' || r == '\u2061' || r == '\u2062':
			continue // invisible
		case string(r) == struck && len(out) > 0:
			last := len(out) - 1
			out[last] = &latex.Node{Kind: latex.Accent, Text: struck, Kids: []*latex.Node{out[last]}}
			continue
		case r == '-':
			r = '−'
		case r == '*':
			r = '∗'
		}
		plain, alphabet := latex.PlainLetter(r)
		n2 := &latex.Node{Kind: latex.Symbol, Text: string(plain), Class: latex.ClassOf(plain), Variant: v}
		if n2.Class != latex.Ord && v != latex.Bold && v != latex.BoldItalic {
			n2.Variant = latex.Plain // signs only have a bold form
		}
		if alphabet != latex.Plain {
			n2.Variant, n2.Class = alphabet, latex.Ord
		}
		out = append(out, n2)
	}
	return out
}
