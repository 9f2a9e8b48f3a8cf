package latex

import (
	"strings"

	"golang.org/x/text/unicode/norm"
)

// Letters of mathematical alphabets are characters of their own in Unicode (Mathematical
// Alphanumeric Symbols, U+1D400…); a few stood in the standard before and are left out there.

// alphabet is where the letters A–Z, a–z and the digits of an alphabet start; 0 for none.
type alphabet struct {
	upper, lower, digit, greekUpper, greekLower rune
	odd                                         map[rune]rune
}

var alphabets = map[Variant]alphabet{
	Bold:       {0x1D400, 0x1D41A, 0x1D7CE, 0x1D6A8, 0x1D6C2, nil},
	Italic:     {0x1D434, 0x1D44E, 0, 0x1D6E2, 0x1D6FC, nil},
	BoldItalic: {0x1D468, 0x1D482, 0x1D7CE, 0x1D71C, 0x1D736, nil},
	Double:     {0x1D538, 0x1D552, 0x1D7D8, 0, 0, map[rune]rune{'C': 'ℂ', 'H': 'ℍ', 'N': 'ℕ', 'P': 'ℙ', 'Q': 'ℚ', 'R': 'ℝ', 'Z': 'ℤ'}},
	Script1: {0x1D49C, 0x1D4B6, 0, 0, 0, map[rune]rune{'B': 'ℬ', 'E': 'ℰ', 'F': 'ℱ', 'H': 'ℋ', 'I': 'ℐ', 'L': 'ℒ', 'M': 'ℳ', 'R': 'ℛ',
		'e': 'ℯ', 'g': 'ℊ', 'o': 'ℴ'}},
	Fraktur: {0x1D504, 0x1D51E, 0, 0, 0, map[rune]rune{'C': 'ℭ', 'H': 'ℌ', 'I': 'ℑ', 'R': 'ℜ', 'Z': 'ℨ'}},
	Sans:    {0x1D5A0, 0x1D5BA, 0x1D7E2, 0, 0, nil},
	Mono:    {0x1D670, 0x1D68A, 0x1D7F6, 0, 0, nil},
}

// Letter returns a character in an alphabet; ok is false when the alphabet has no such character.
func Letter(r rune, v Variant) (letter rune, ok bool) {
	a, ok := alphabets[v]
	if !ok {
		return r, false
	}
	if o, ok := a.odd[r]; ok {
		return o, true
	}
	for _, block := range []struct{ start, from, to rune }{{a.upper, 'A', 'Z'}, {a.lower, 'a', 'z'}, {a.digit, '0', '9'}, {a.greekUpper, 'Α', 'Ω'}, {a.greekLower, 'α', 'ω'}} {
		if block.start != 0 && r >= block.from && r <= block.to {
			return block.start + r - block.from, true
		}
	}
	return r, false
}

// PlainLetter returns the inverse of Letter: the letter and its alphabet. Italic letters, which Word writes
// for what is typed into an equation, are plain ones; so is any other character.
func PlainLetter(r rune) (rune, Variant) {
	if r < 0x2102 || r > 0x2134 && r < 0x1D400 || r > 0x1D7FF {
		return r, Plain
	}
	if r == 'ℎ' { // the italic h, which was there before
		return 'h', Plain
	}
	for _, v := range plainOrder {
		a := alphabets[v]
		for plain, o := range a.odd {
			if o == r {
				return plain, v
			}
		}
		for _, block := range []struct{ start, from, n rune }{{a.upper, 'A', 26}, {a.lower, 'a', 26}, {a.digit, '0', 10}, {a.greekUpper, 'Α', 25}, {a.greekLower, 'α', 25}} {
			if block.start != 0 && r >= block.start && r < block.start+block.n {
				if v == Italic {
					v = Plain
				}
				return block.from + r - block.start, v
			}
		}
		if at := r - a.greekLower - 25; a.greekLower != 0 && at >= 0 && at < 7 {
			if v == Italic {
				v = Plain
			}
			return []rune("∂ϵϑϰϕϱϖ")[at], v
		}
	}
	return r, Plain
}

var plainOrder = []Variant{Italic, Double, Script1, Fraktur, Bold, BoldItalic, Sans, Mono}

// alphabetText returns text in an alphabet.
func alphabetText(s string, v Variant) string {
	return strings.Map(func(r rune) rune {
		r, _ = Letter(r, v)
		return r
	}, s)
}

// BaseLetter returns the letter behind a character of any mathematical alphabet: x for 𝐱, N for ℕ. Other
// characters are returned as they are.
func BaseLetter(r rune) rune {
	if r < 0x2102 {
		return r
	}
	if r >= 0x1D400 && r <= 0x1D7FF || r <= 0x2134 {
		for _, c := range norm.NFKC.String(string(r)) {
			return c
		}
	}
	return r
}
