package proof

import (
	"unicode"
	"unicode/utf8"

	"github.com/sergi/go-diff/diffmatchpatch"
)

// maxWords is the longest line, in words and separators, whose words are compared one by one.
const maxWords = 2000

// Stretch is a part of a line that is, or is not, on the other side too.
type Stretch struct {
	Text    string
	Changed bool
}

// words compares two lines word by word: the same two lines, cut where they begin or cease to agree.
// ok is false when the lines have too little in common for the cuts to help, or are very long.
func words(gone, fresh string) (old, now []Stretch, ok bool) {
	ids := map[string]rune{}
	a, aWords := encode(gone, ids)
	b, bWords := encode(fresh, ids)
	if len(a) > maxWords || len(b) > maxWords {
		return nil, nil, false
	}
	d := diffmatchpatch.New()
	d.DiffTimeout = 0 // the same answer on every machine
	i, j, common := 0, 0, 0
	for _, x := range d.DiffMainRunes(a, b, false) {
		n := utf8.RuneCountInString(x.Text)
		switch x.Type {
		case diffmatchpatch.DiffEqual:
			old, now = stretch(old, aWords[i:i+n], false), stretch(now, bWords[j:j+n], false)
			i, j = i+n, j+n
			common += n
		case diffmatchpatch.DiffDelete:
			old = stretch(old, aWords[i:i+n], true)
			i += n
		case diffmatchpatch.DiffInsert:
			now = stretch(now, bWords[j:j+n], true)
			j += n
		}
	}
	return old, now, 4*common >= max(len(a), len(b))
}

// encode makes one rune of each word and of each other character, equal ones alike.
func encode(line string, ids map[string]rune) (runes []rune, tokens []string) {
	for line != "" {
		n := 0
		for n < len(line) {
			r, size := utf8.DecodeRuneInString(line[n:])
			word := unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r)
			if !word {
				if n == 0 {
					n = size
				}
				break
			}
			n += size
		}
		token := line[:n]
		id, ok := ids[token]
		if !ok {
			id = rune(len(ids) + 1) // at most 2*maxWords are used, far below the surrogates
			ids[token] = id
		}
		runes, tokens, line = append(runes, id), append(tokens, token), line[n:]
		if len(runes) > maxWords {
			return runes, tokens
		}
	}
	return runes, tokens
}

func stretch(list []Stretch, tokens []string, changed bool) []Stretch {
	for _, t := range tokens {
		if n := len(list); n > 0 && list[n-1].Changed == changed {
			list[n-1].Text += t
		} else {
			list = append(list, Stretch{t, changed})
		}
	}
	return list
}
