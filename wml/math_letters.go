package wml

import "github.com/nomadocx/nomadocx/latex"

// Letters of mathematical alphabets. Blackboard, calligraphic and Fraktur letters are written as the
// characters Unicode has for them (Mathematical Alphanumeric Symbols): LibreOffice drops m:scr.

// alphabet is where the letters A–Z, a–z and the digits of an alphabet start; 0 for none.
type alphabet struct {
	upper, lower, digit rune
	odd                 map[rune]rune // letters that Unicode had before
}

var alphabets = map[latex.Variant]alphabet{
	latex.Double: {0x1D538, 0x1D552, 0x1D7D8, map[rune]rune{'C': 'ℂ', 'H': 'ℍ', 'N': 'ℕ', 'P': 'ℙ', 'Q': 'ℚ', 'R': 'ℝ', 'Z': 'ℤ'}},
	latex.Script1: {0x1D49C, 0x1D4B6, 0, map[rune]rune{'B': 'ℬ', 'E': 'ℰ', 'F': 'ℱ', 'H': 'ℋ', 'I': 'ℐ', 'L': 'ℒ', 'M': 'ℳ', 'R': 'ℛ',
		'e': 'ℯ', 'g': 'ℊ', 'o': 'ℴ'}},
	latex.Fraktur: {0x1D504, 0x1D51E, 0, map[rune]rune{'C': 'ℭ', 'H': 'ℌ', 'I': 'ℑ', 'R': 'ℜ', 'Z': 'ℨ'}},
}

// letter is a character in an alphabet; ok is false when the alphabet has no such character.
func letter(r rune, v latex.Variant) (rune, bool) {
	a, ok := alphabets[v]
	if !ok {
		return r, false
	}
	if o, ok := a.odd[r]; ok {
		return o, true
	}
	switch {
	case r >= 'A' && r <= 'Z':
		return a.upper + r - 'A', true
	case r >= 'a' && r <= 'z':
		return a.lower + r - 'a', true
	case r >= '0' && r <= '9' && a.digit != 0:
		return a.digit + r - '0', true
	}
	return r, false
}

// plainLetter is the inverse of letter: the letter and its alphabet.
func plainLetter(r rune) (rune, latex.Variant) {
	if r < 0x2102 {
		return r, latex.Plain
	}
	for _, v := range []latex.Variant{latex.Double, latex.Script1, latex.Fraktur} {
		a := alphabets[v]
		for _, start := range []struct{ from, to rune }{{a.upper, 'A'}, {a.lower, 'a'}, {a.digit, '0'}} {
			n := rune(26)
			if start.to == '0' {
				n = 10
			}
			if start.from != 0 && r >= start.from && r < start.from+n {
				return start.to + r - start.from, v
			}
		}
		for plain, o := range a.odd {
			if o == r {
				return plain, v
			}
		}
	}
	return r, latex.Plain
}

// spaceCharacters are the characters for the spaces of LaTeX; those that are negative have none.
var spaceCharacters = map[string]string{`\,`: "\u2009", `\thinspace`: "\u2009", `\:`: "\u205F", `\>`: "\u205F", `\medspace`: "\u205F", `\;`: "\u2005", `\thickspace`: "\u2005",
	`\quad`: "\u2003", `\qquad`: "\u2003\u2003", `\enspace`: "\u2002", `\enskip`: "\u2002", `\ `: "\u00A0", "~": "\u00A0", `\space`: "\u00A0", `\nobreakspace`: "\u00A0"}

var characterSpaces = map[rune]string{'\u2009': `\,`, '\u205F': `\:`, '\u2005': `\;`, '\u2003': `\quad`, '\u2002': `\enspace`, '\u00A0': "~"}
