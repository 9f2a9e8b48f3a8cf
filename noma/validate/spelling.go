package validate

import (
	"slices"
	"sort"

	"github.com/nomadocx/nomadocx/noma"
)

// spelling finds the word somebody probably meant.
//
// The words are sorted, so that those with a common beginning lie together, as in a trie. A search
// walks down that trie with one row of the Levenshtein table and leaves a branch as soon as all of
// the row is too far away: words that share a beginning, as claim-1 to claim-5000 do, share the work.
type spelling struct {
	words  [][]rune
	sorted bool
	work   int // branches that may still be walked
}

const (
	maxEdits = 2
	// maxWord is the length up to which a word is compared; what is longer was not typed by hand.
	maxWord = 200
	// maxWork bounds the branches that are walked in one validation. A document with that many wrong
	// ids has other problems than their spelling.
	maxWork = 2_000_000
)

func newSpelling(words ...string) *spelling {
	s := &spelling{work: maxWork}
	for _, w := range words {
		s.add(w)
	}
	return s
}

func (s *spelling) add(word string) {
	if word != "" && len(word) <= maxWord {
		s.words, s.sorted = append(s.words, []rune(word)), false
	}
}

// namesOf returns the ids and aliases of a document that belong to the nodes wanted.
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

// didYouMean returns the sentence that names a guess, to follow a message, and the guess; "" for none.
func (s *spelling) didYouMean(wrong string) (sentence, guess string) {
	guess, ok := s.guess(wrong)
	if !ok {
		return "", ""
	}
	return " Did you mean " + quote(guess) + "?", guess
}

// guess returns the one word closest to a wrong one, within two edits. Words of up to three letters are
// too short for a guess, and a tie is no answer (clarification 35).
func (s *spelling) guess(wrong string) (string, bool) {
	w := []rune(wrong)
	if len(w) <= 3 || len(wrong) > maxWord {
		return "", false
	}
	if !s.sorted {
		slices.SortFunc(s.words, slices.Compare)
		s.words = slices.CompactFunc(s.words, slices.Equal)
		s.sorted = true
	}
	n := nearest{spelling: s, wrong: w, distance: maxEdits + 1}
	var first row
	for k := range first {
		first[k] = maxEdits + 1
		if j := k - maxEdits; j >= 0 {
			first[k] = j
		}
	}
	n.walk(s.words, 0, first)
	return string(n.best), n.best != nil && !n.tie && s.work >= 0
}

// row is the part of a row of the Levenshtein table that can still be small: row[k] is the distance
// of the first i letters of a word and the first i+k-maxEdits of the wrong one.
type row [2*maxEdits + 1]int

// nearest is one search.
type nearest struct {
	*spelling
	wrong    []rune
	best     []rune
	distance int
	tie      bool
}

// walk looks at words that agree in their first i letters, whose row is given.
func (n *nearest) walk(words [][]rune, i int, at row) {
	if len(words) > 0 && len(words[0]) == i {
		if k := len(n.wrong) - i + maxEdits; k >= 0 && k < len(at) {
			n.found(words[0], at[k])
		}
		words = words[1:]
	}
	for len(words) > 0 {
		if n.work--; n.work < 0 {
			return
		}
		letter := words[0][i]
		end := sort.Search(len(words), func(x int) bool { return words[x][i] > letter })
		if next, low := n.step(at, i+1, letter); low <= min(n.distance, maxEdits) {
			n.walk(words[:end], i+1, next)
		}
		words = words[end:]
	}
}

func (n *nearest) found(word []rune, distance int) {
	switch {
	case distance > maxEdits:
	case distance < n.distance:
		n.best, n.distance, n.tie = word, distance, false
	case distance == n.distance:
		n.tie = true
	}
}

// step returns the row after one more letter, and its least distance.
func (n *nearest) step(at row, i int, letter rune) (next row, low int) {
	const far = maxEdits + 1
	low = far
	for k := range next {
		next[k] = far
		j := i + k - maxEdits
		if j < 0 || j > len(n.wrong) {
			continue
		}
		d := far
		if k+1 < len(at) {
			d = min(d, at[k+1]+1) // a letter of the word is missing
		}
		if k > 0 {
			d = min(d, next[k-1]+1) // a letter was added
		}
		if j > 0 {
			same := at[k]
			if n.wrong[j-1] != letter {
				same++
			}
			d = min(d, same)
		}
		next[k] = d
		low = min(low, d)
	}
	return next, low
}
