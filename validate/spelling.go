package validate

import (
	"github.com/nomadocx/nomadocx/noma"
)

// spelling finds the id somebody probably meant.
type spelling struct {
	byLength map[int][][]rune
	budget   int
}

// maxTries bounds the comparisons of one validation. A document with that many wrong ids has other
// problems than their spelling.
const maxTries = 300000

const maxEdits = 2

func newSpelling(d *noma.Document) *spelling {
	s := &spelling{byLength: map[int][][]rune{}, budget: maxTries}
	seen := map[string]bool{}
	for n := range noma.Walk(d) {
		b := n.At()
		for _, id := range append([]string{b.ID}, b.Aliases...) {
			if id != "" && !seen[id] {
				seen[id] = true
				r := []rune(id)
				s.byLength[len(r)] = append(s.byLength[len(r)], r)
			}
		}
	}
	return s
}

// guess is the one id or alias closest to a wrong id, within two edits. Ids of up to three letters
// are too short for a guess, and a tie is no answer.
func (s *spelling) guess(wrong string) (string, bool) {
	w := []rune(wrong)
	if len(w) <= 3 {
		return "", false
	}
	best, bestAt, tie := []rune(nil), maxEdits+1, false
	for n := len(w) - maxEdits; n <= len(w)+maxEdits; n++ {
		for _, id := range s.byLength[n] {
			if s.budget--; s.budget < 0 {
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
