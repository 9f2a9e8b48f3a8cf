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

// minAlike is how much two lines must have in common for marking the rest to help a reader.
const minAlike = 0.3

// comparedWords are two lines, cut where they begin or cease to agree.
type comparedWords struct {
	old, now []Stretch
	alike    float64 // the share of the longer line that both have, 0 to 1
}

// words compares two lines word by word. Very long ones count as not alike.
func words(gone, fresh string) (c comparedWords) {
	ids := map[string]rune{}
	a, aWords := encode(gone, ids)
	b, bWords := encode(fresh, ids)
	if len(a) > maxWords || len(b) > maxWords {
		return c
	}
	d := diffmatchpatch.New()
	d.DiffTimeout = 0 // the same answer on every machine
	i, j, common := 0, 0, 0
	for _, x := range d.DiffMainRunes(a, b, false) {
		n := utf8.RuneCountInString(x.Text)
		switch x.Type {
		case diffmatchpatch.DiffEqual:
			c.old, c.now = stretch(c.old, aWords[i:i+n], false), stretch(c.now, bWords[j:j+n], false)
			i, j = i+n, j+n
			common += n
		case diffmatchpatch.DiffDelete:
			c.old = stretch(c.old, aWords[i:i+n], true)
			i += n
		case diffmatchpatch.DiffInsert:
			c.now = stretch(c.now, bWords[j:j+n], true)
			j += n
		}
	}
	if n := max(len(a), len(b)); n > 0 {
		c.alike = float64(common) / float64(n)
	}
	return c
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
