package wml

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Right-to-left text. Word does not examine characters: a paragraph is right-to-left when w:bidi
// says so (ECMA-376 §17.3.1.6), and a run when w:rtl does (§17.3.2.30). Without them Arabic and
// Hebrew sentences come out in the wrong order, their full stops on the wrong side.

// rightToLeft reports whether a character belongs to a script written from the right.
func rightToLeft(r rune) bool {
	switch {
	case r < 0x0590:
		return false
	case r <= 0x08FF: // Hebrew, Arabic, Syriac, Thaana, N'Ko, Samaritan, Mandaic and their supplements
		return unicode.IsLetter(r) || unicode.IsMark(r)
	case r >= 0xFB1D && r <= 0xFDFF, r >= 0xFE70 && r <= 0xFEFC: // presentation forms
		return true
	case r >= 0x10800 && r <= 0x10FFF, r >= 0x1E800 && r <= 0x1EFFF:
		return unicode.IsLetter(r)
	}
	return false
}

// scripts returns a quick check of the bytes: rtl and asian are false for nearly all text that has neither
// right-to-left nor East Asian letters.
func scripts(s string) (rtl, asian bool) {
	for i := 0; i < len(s); i++ {
		c := s[i]
		if c < 0xD6 {
			continue
		}
		// Lead bytes of U+0580–U+08FF, U+F000–U+FFFF and the planes above.
		if c <= 0xE0 || c >= 0xEF {
			return true, false
		}
		asian = asian || c >= 0xE3 // U+3000–U+EFFF
	}
	return false, asian
}

// FirstDirection returns the direction of the first letter of runs, which is that of the paragraph
// (Unicode bidirectional algorithm, rules P2 and P3); found is false when there is no letter.
func FirstDirection(runs []Run) (rtl, found bool) {
	for i := range runs {
		for _, r := range runs[i].Text {
			if r < utf8.RuneSelf {
				if r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' {
					return false, true
				}
				continue
			}
			if rightToLeft(r) {
				return true, true
			}
			if unicode.IsLetter(r) {
				return false, true
			}
		}
	}
	return false, false
}

// mixed writes text of one formatting that holds right-to-left letters as several runs, one for each
// stretch of a direction. Blanks and punctuation go with the stretch they follow.
func (b *Builder) mixed(runs []Run, deleted bool) {
	var all strings.Builder
	for i := range runs {
		all.WriteString(runs[i].Text)
	}
	piece := [1]Run{runs[0]}
	write := func(s string, rtl bool) {
		if s == "" {
			return
		}
		piece[0].Text = s
		b.rtl, b.asian = rtl, !rtl && asianSigns(piece[:])
		b.plainRun(piece[:], deleted)
		b.rtl, b.asian = false, false
	}
	text, from, decided, rtl := all.String(), 0, false, false
	for i, r := range text {
		to := rightToLeft(r)
		if !to && !unicode.IsLetter(r) {
			continue
		}
		if decided && to != rtl {
			write(text[from:i], rtl)
			from = i
		}
		decided, rtl = true, to
	}
	write(text[from:], rtl)
}
