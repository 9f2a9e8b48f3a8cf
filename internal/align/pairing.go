package align

import (
	"cmp"
	"slices"
)

// Pairing pairs the elements of two lists whose order says little. What is surest is paired first, and what is less sure so
// that all pairs together are most alike.
type Pairing struct {
	To   []int // for every element of a the one of b, -1 for none
	from []int
}

// NewPairing returns the pairing of lists of these lengths, without a pair.
func NewPairing(a, b int) *Pairing {
	return &Pairing{To: slices.Repeat([]int{-1}, a), from: slices.Repeat([]int{-1}, b)}
}

// Pair pairs two elements.
func (p *Pairing) Pair(i, j int) { p.To[i], p.from[j] = j, i }

// Same pairs what is the same, the first with the first.
func (p *Pairing) Same(same func(i, j int) bool) {
	first := 0
	for i := range p.To {
		if p.To[i] >= 0 {
			continue
		}
		for first < len(p.from) && p.from[first] >= 0 {
			first++
		}
		for j := first; j < len(p.from); j++ {
			if p.from[j] < 0 && same(i, j) {
				p.Pair(i, j)
				break
			}
		}
	}
}

// Free reports whether two elements are not paired.
func (p *Pairing) Free(i, j int) bool { return p.To[i] < 0 && p.from[j] < 0 }

// Keyed pairs what has the same key and fits, the first with the first; a and b return the keys of elements, and false for those without.
func Keyed[K comparable](p *Pairing, a, b func(n int) (K, bool), fits func(i, j int) bool) {
	at := map[K][]int{}
	for j, i := range p.from {
		if i >= 0 {
			continue
		}
		if key, ok := b(j); ok {
			at[key] = append(at[key], j)
		}
	}
	for i, j := range p.To {
		if j >= 0 {
			continue
		}
		key, ok := a(i)
		if !ok {
			continue
		}
		list := at[key]
		switch n := slices.IndexFunc(list, func(j int) bool { return fits(i, j) }); {
		case n == 0:
			p.Pair(i, list[0])
			at[key] = list[1:]
		case n > 0:
			p.Pair(i, list[n])
			at[key] = slices.Delete(list, n, n+1)
		}
	}
}

// Only pairs what is left where both elements can be nothing but each other.
func (p *Pairing) Only(fits func(i, j int) bool) {
	left, right := free(p.To), free(p.from)
	of, claimed := map[int]int{}, map[int]int{} // for an element of a the only one of b, and how many claim that
	for _, i := range left {
		for n, j := range right {
			if !fits(i, j) {
				continue
			}
			if slices.ContainsFunc(right[n+1:], func(j int) bool { return fits(i, j) }) {
				break
			}
			of[i] = j
			claimed[j]++
		}
	}
	for i, j := range of {
		if claimed[j] == 1 {
			p.Pair(i, j)
		}
	}
}

// Never is the score of two elements that are not the same.
const Never = -1

// inOrder is how much less order counts than a score.
const inOrder = 1 << 10

// mostPaired bounds how many things are paired in the best of all ways; of more, the best pair comes first.
const mostPaired = 200

// mostCompared bounds how many pairs are examined; of more, the first that fits is taken.
const mostCompared = 1 << 18

// Best pairs what is left so that the sum of the scores is the greatest, and in order where that does not matter.
// It reports whether it paired anything.
func (p *Pairing) Best(score func(i, j int) int) bool {
	left, right := free(p.To), free(p.from)
	if len(left) == 0 || len(right) == 0 {
		return false
	}
	if len(left)*len(right) > mostCompared {
		p.Same(func(i, j int) bool { return score(i, j) > Never })
		return len(free(p.To)) < len(left)
	}
	weights := make([][]int, len(left))
	found := false
	for a, i := range left {
		weights[a] = make([]int, len(right))
		for b, j := range right {
			if n := score(i, j); n > Never {
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
			p.Pair(left[a], right[b])
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
