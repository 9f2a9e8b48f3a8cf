package wml

import "unicode"

// East Asian text. Quotation marks, dashes, dots and many signs have one character for all scripts: narrow
// in a Latin face, as wide as an ideograph in an East Asian one. Word takes the Latin face for them unless
// the run has a hint (ECMA-376 part 1, §17.3.2.26, w:hint).

// asianLetter reports whether a character is of a Chinese, Japanese or Korean script, or of their own punctuation.
func asianLetter(r rune) bool {
	switch {
	case r < 0x1100:
		return false
	case r <= 0x11FF, r >= 0x2E80 && r <= 0xA4CF, r >= 0xA960 && r <= 0xA97F, r >= 0xAC00 && r <= 0xD7FF,
		r >= 0xF900 && r <= 0xFAFF, r >= 0xFE30 && r <= 0xFE4F, r >= 0xFF01 && r <= 0xFFEF, r >= 0x20000 && r <= 0x3FFFF:
		return true
	}
	return false
}

// shared reports whether a sign belongs to the script it stands in.
func shared(r rune) bool {
	switch r {
	case '§', '¨', '°', '±', '´', '¶', '·', '×', '÷':
		return true
	}
	return r >= 0x2010 && r <= 0x2027 || r >= 0x2030 && r <= 0x205E || r >= 0x2100 && r <= 0x27BF
}

// asianSigns reports whether the shared signs of runs all stand beside East Asian letters, blanks and other
// signs between them left out. A hint is for a whole run: where some do not, all stay as they are. So do
// Greek and Cyrillic letters, which a hint would make as wide as ideographs.
func asianSigns(runs []Run) bool {
	found, before, waiting := false, false, false
	for i := range runs {
		for _, r := range runs[i].Text {
			switch {
			case shared(r):
				found = true
				waiting = waiting || !before
			case unicode.IsSpace(r):
			case r >= 0x0370 && r <= 0x04FF:
				return false
			case asianLetter(r):
				before, waiting = true, false
			case waiting:
				return false
			default:
				before = false
			}
		}
	}
	return found && !waiting
}
