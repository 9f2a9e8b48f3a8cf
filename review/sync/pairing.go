package reviewsync

import (
	"cmp"
	"slices"

	"github.com/nomadocx/nomadocx/internal/office/wml"
)

// Which of the comments and notes that came back is which of those that were sent. Two of them may be alike in
// all but their words, so what is surest is paired first, and what is less sure in the way in which the words
// of all of them are most alike.

// pairing pairs the things of two lists by their indexes, -1 for none.
type pairing struct{ to, from []int }

func newPairing(sent, got int) *pairing {
	return &pairing{to: slices.Repeat([]int{-1}, sent), from: slices.Repeat([]int{-1}, got)}
}

func (p *pairing) pair(i, j int) { p.to[i], p.from[j] = j, i }

// same pairs what is the same, first in order: mostly all comes back in order.
func (p *pairing) same(same func(i, j int) bool) {
	first := 0
	for i := range p.to {
		if p.to[i] >= 0 {
			continue
		}
		for first < len(p.from) && p.from[first] >= 0 {
			first++
		}
		for j := first; j < len(p.from); j++ {
			if p.from[j] < 0 && same(i, j) {
				p.pair(i, j)
				break
			}
		}
	}
}

// never is the score of two things that are not the same.
const never = -1

// inOrder is how much less order counts than a score.
const inOrder = 1 << 10

// mostPaired bounds how many things are paired in the best of all ways; of more, the best pair comes first.
const mostPaired = 200

// mostCompared bounds how many pairs are looked at; of more, the first that fits is taken.
const mostCompared = 1 << 18

// best pairs what is left so that the sum of the scores is the greatest, and in order where that does not matter.
// It reports whether it paired anything.
func (p *pairing) best(score func(i, j int) int) bool {
	left, right := free(p.to), free(p.from)
	if len(left) == 0 || len(right) == 0 {
		return false
	}
	if len(left)*len(right) > mostCompared {
		p.same(func(i, j int) bool { return score(i, j) > never })
		return len(free(p.to)) < len(left)
	}
	weights := make([][]int, len(left))
	found := false
	for a, i := range left {
		weights[a] = make([]int, len(right))
		for b, j := range right {
			if n := score(i, j); n > never {
				apart := min(max(a-b, b-a), inOrder-1)
				weights[a][b], found = (n+1)*inOrder-apart, true
			}
		}
	}
	if !found {
		return false
	}
	for a, b := range assigned(weights) {
		if b >= 0 && weights[a][b] > 0 {
			p.pair(left[a], right[b])
		}
	}
	return true
}

func free(list []int) []int {
	var out []int
	for i, x := range list {
		if x < 0 {
			out = append(out, i)
		}
	}
	return out
}

// assigned gives each row of a matrix a column of its own, -1 for none, so that the sum of their weights is the
// greatest (the Hungarian method; of large matrices, the greatest weight first).
func assigned(weights [][]int) []int {
	rows, columns := len(weights), len(weights[0])
	out := slices.Repeat([]int{-1}, rows)
	if max(rows, columns) > mostPaired {
		type cell struct{ a, b int }
		var cells []cell
		for a := range weights {
			for b, w := range weights[a] {
				if w > 0 {
					cells = append(cells, cell{a, b})
				}
			}
		}
		slices.SortStableFunc(cells, func(x, y cell) int { return cmp.Compare(weights[y.a][y.b], weights[x.a][x.b]) })
		used := make([]bool, columns)
		for _, c := range cells {
			if out[c.a] < 0 && !used[c.b] {
				out[c.a], used[c.b] = c.b, true
			}
		}
		return out
	}
	n := max(rows, columns)
	weight := func(a, b int) int {
		if a < rows && b < columns {
			return weights[a][b]
		}
		return 0
	}
	// u and v are the potentials of rows and columns, row the row of each column; all are counted from 1.
	u, v, row := make([]int, n+1), make([]int, n+1), make([]int, n+1)
	for a := 1; a <= n; a++ {
		row[0] = a
		b := 0
		slack, back, used := slices.Repeat([]int{1 << 60}, n+1), make([]int, n+1), make([]bool, n+1)
		for row[b] != 0 {
			used[b] = true
			next, least := 0, 1<<60
			for c := 1; c <= n; c++ {
				if used[c] {
					continue
				}
				if s := -weight(row[b]-1, c-1) - u[row[b]] - v[c]; s < slack[c] {
					slack[c], back[c] = s, b
				}
				if slack[c] < least {
					next, least = c, slack[c]
				}
			}
			for c := range used {
				if used[c] {
					u[row[c]], v[c] = u[row[c]]+least, v[c]-least
				} else {
					slack[c] -= least
				}
			}
			b = next
		}
		for b != 0 {
			row[b], b = row[back[b]], back[b]
		}
	}
	for c := 1; c <= n; c++ {
		if a := row[c] - 1; a < rows && c <= columns {
			out[a] = c - 1
		}
	}
	return out
}

// saying is a text with its words.
type saying struct {
	text  string
	words map[string]int
}

func (t *saying) count() map[string]int {
	if t.words == nil {
		t.words = map[string]int{}
		countWords(t.words, []wml.Run{{Text: t.text}})
	}
	return t.words
}

// likeness says how much two texts have in common, of 1000: words, or how they begin and end.
func likeness(a, b *saying) int {
	if a.text == b.text {
		return 1000
	}
	longer := max(len(a.text), len(b.text))
	ends := commonPrefix(a.text, b.text)
	ends += commonSuffix(a.text[ends:], b.text[ends:])
	common, total := overlap(a.count(), b.count())
	return min(999, max(1000*ends/longer, 2000*common/max(total, 1)))
}
