package validate

import (
	"github.com/nomadocx/nomadocx/noma"
)

// spelling finds the word somebody probably meant.
type spelling struct {
	byLength map[int][][]rune
	seen     map[string]bool
	budget   int
}

// maxWork bounds the letters that are compared in one validation. A document with that many wrong
// ids has other problems than their spelling.
const maxWork = 10_000_000

const maxEdits = 2

func newSpelling(words ...string) *spelling {
	s := &spelling{byLength: map[int][][]rune{}, seen: map[string]bool{}, budget: maxWork}
	for _, w := range words {
		s.add(w)
	}
	return s
}

func (s *spelling) add(word string) {
	if word != "" && !s.seen[word] {
		s.seen[word] = true
		r := []rune(word)
		s.byLength[len(r)] = append(s.byLength[len(r)], r)
	}
}

// namesOf are the ids and aliases of a document that belong to the nodes wanted.
func namesOf(d *noma.Document, wanted func(noma.Node) bool) *spelling {
	s := newSpelling()
	for n := range noma.Walk(d) {
		if wanted(n) {
			b := n.At()
			s.add(b.ID)
			for _, a := range b.Aliases {
				s.add(a)
			}
		}
	}
	return s
}

// didYouMean is the sentence that names a guess, to follow a message; "" without one.
func (s *spelling) didYouMean(wrong string) (sentence, guess string) {
	guess, ok := s.guess(wrong)
	if !ok {
		return "", ""
	}
	return " Did you mean " + quote(guess) + "?", guess
}

// guess is the one word closest to a wrong one, within two edits. Words of up to three letters are
// too short for a guess, and a tie is no answer (clarification 35).
func (s *spelling) guess(wrong string) (string, bool) {
	w := []rune(wrong)
	if len(w) <= 3 {
		return "", false
	}
	best, bestAt, tie := []rune(nil), maxEdits+1, false
	for n := len(w) - maxEdits; n <= len(w)+maxEdits; n++ {
		for _, id := range s.byLength[n] {
			if s.budget -= n + 1; s.budget < 0 {
				return "", false
			}
			switch d := edits(w, id); {
			case d < bestAt:
				best, bestAt, tie = id, d, false
			case d == bestAt && d <= maxEdits:
				tie = true
			}
		}
	}
	return string(best), best != nil && !tie
}

// edits is the Levenshtein distance of two words, or maxEdits+1 when it is larger than maxEdits.
// Only the diagonals that can lead to a small distance are computed.
func edits(a, b []rune) int {
	const far = maxEdits + 1
	if len(a)-len(b) > maxEdits || len(b)-len(a) > maxEdits {
		return far
	}
	// row[k] is the distance of a[:i] and b[:i+k-maxEdits].
	const width = 2*maxEdits + 1
	var row [width]int
	for k := range row {
		row[k] = far
		if j := k - maxEdits; j >= 0 {
			row[k] = j
		}
	}
	for i := 1; i <= len(a); i++ {
		var next [width]int
		low := far
		for k := range next {
			j := i + k - maxEdits
			next[k] = far
			if j < 0 || j > len(b) {
				continue
			}
			d := far
			if k+1 < width {
				d = min(d, row[k+1]+1) // a letter of a is dropped
			}
			if k > 0 {
				d = min(d, next[k-1]+1) // a letter of b is added
			}
			if j > 0 {
				cost := 1
				if a[i-1] == b[j-1] {
					cost = 0
				}
				d = min(d, row[k]+cost)
			}
			next[k] = d
			low = min(low, d)
		}
		if low > maxEdits {
			return far
		}
		row = next
	}
	return min(row[len(b)-len(a)+maxEdits], far)
}
