// Package align pairs the elements of two lists: as sequences, in order, or one by one. It knows nothing of what they are, nor
// which list is the older one.
package align

import (
	"slices"
	"sort"
)

// Sequences are two sequences to align, a and b. An index i is of a, an index j of b.
type Sequences interface {
	Len() (a, b int)
	Equal(i, j int) bool
	// KeyA and KeyB return the content of an element, 0 for one that must not anchor anything.
	KeyA(i int) uint64
	KeyB(j int) uint64
	// Anchored returns the element of a that one of b names with its marks, -1 for none.
	Anchored(j int) int
	// Score returns how well two elements match, 0 for not at all.
	Score(i, j int) int
}

// Align returns for every element of b the one of a that it is, or -1. It costs what differs, not what there is: equal ends
// are cut off, marks and contents that occur once split the rest (patience), and only the small gaps between them are
// compared in every combination.
func Align(s Sequences) []int {
	n, m := s.Len()
	match := make([]int, m)
	for j := range match {
		match[j] = -1
	}
	a := aligner{s: s, match: match}
	a.anchored(n, m)
	return match
}

type aligner struct {
	s     Sequences
	match []int
}

// anchored cuts off equal ends and pairs the rest by marks, and by content that occurs once, as far
// as their order agrees; then it aligns between the pairs. Both count alike: when a block was moved
// into another one, the marks alone do not say which of them stayed.
func (a *aligner) anchored(n, m int) {
	i, j := 0, 0
	same := func(i, j int) bool {
		at := a.s.Anchored(j)
		return a.s.Equal(i, j) && (at == i || at == -1)
	}
	for i < n && j < m && same(i, j) {
		a.match[j] = i
		i, j = i+1, j+1
	}
	for i < n && j < m && same(n-1, m-1) {
		n, m = n-1, m-1
		a.match[m] = n
	}
	if i == n || j == m {
		return
	}
	pairs := make([]Pair, 0, m-j)
	seen := make([]bool, n)
	for k := j; k < m; k++ {
		if at := a.s.Anchored(k); at >= i && at < n && !seen[at] {
			seen[at] = true
			pairs = append(pairs, Pair{at, k, true})
		}
	}
	pairs = append(pairs, a.unmarked(i, n, j, m, seen)...)
	a.between(Rising(pairs), i, n, j, m, a.unique)
}

// unmarked pairs the elements without marks whose content occurs exactly once on each side.
func (a *aligner) unmarked(i, n, j, m int, taken []bool) []Pair {
	once := make(Once[uint64], n-i)
	for k := i; k < n; k++ {
		if key := a.s.KeyA(k); key != 0 {
			once.AddA(key, k)
		}
	}
	for k := j; k < m; k++ {
		once.AddB(a.s.KeyB(k), k)
	}
	var pairs []Pair
	for k := j; k < m; k++ {
		if at, to, ok := once.Pair(a.s.KeyB(k)); ok && to == k && !taken[at] && a.s.Anchored(k) < 0 && a.s.Equal(at, k) {
			pairs = append(pairs, Pair{I: at, J: k})
		}
	}
	return pairs
}

// Once tells what occurs exactly once in each list, and where. The elements of a are added before those of b.
type Once[K comparable] map[K]places

// places are indexes from 1 in each list; 0 stands for none, below it for several.
type places struct{ a, b int32 }

// AddA adds an element of a.
func (o Once[K]) AddA(key K, i int) {
	p := o[key]
	p.a = another(p.a, i)
	o[key] = p
}

// AddB adds an element of b.
func (o Once[K]) AddB(key K, j int) {
	if p, known := o[key]; known {
		p.b = another(p.b, j)
		o[key] = p
	}
}

// Pair returns where the one element with a key is in each list.
func (o Once[K]) Pair(key K) (i, j int, ok bool) {
	p := o[key]
	return int(p.a) - 1, int(p.b) - 1, p.a > 0 && p.b > 0
}

func another(known int32, at int) int32 {
	if known != 0 {
		return -1
	}
	return int32(at) + 1
}

// Pair is an element of a and one of b.
type Pair struct {
	I, J   int
	Marked bool // its marks say so
}

// between fixes the pairs and calls gap for what lies between them.
func (a *aligner) between(pairs []Pair, i, n, j, m int, gap func(i, n, j, m int)) {
	for _, p := range pairs {
		gap(i, p.I, j, p.J)
		a.match[p.J] = p.I
		i, j = p.I+1, p.J+1
	}
	gap(i, n, j, m)
}

// unique pairs equal ends, then texts that occur exactly once on each side (patience).
func (a *aligner) unique(i, n, j, m int) {
	for i < n && j < m && a.s.Equal(i, j) {
		a.match[j] = i
		i, j = i+1, j+1
	}
	for i < n && j < m && a.s.Equal(n-1, m-1) {
		n, m = n-1, m-1
		a.match[m] = n
	}
	if i == n || j == m {
		return
	}
	once := Once[uint64]{}
	for k := i; k < n; k++ {
		if key := a.s.KeyA(k); key != 0 {
			once.AddA(key, k)
		}
	}
	for k := j; k < m; k++ {
		once.AddB(a.s.KeyB(k), k)
	}
	var pairs []Pair
	for k := i; k < n; k++ {
		if _, to, ok := once.Pair(a.s.KeyA(k)); ok && a.s.Equal(k, to) {
			pairs = append(pairs, Pair{I: k, J: to})
		}
	}
	pairs = Rising(pairs)
	if len(pairs) == 0 {
		a.small(i, n, j, m)
		return
	}
	a.between(pairs, i, n, j, m, a.unique)
}

// Rising returns the longest list of pairs that rises on both sides; of lists as long as each other, the one
// with more marks, then the one that ends first.
func Rising(pairs []Pair) []Pair {
	if len(pairs) == 0 {
		return nil
	}
	slices.SortFunc(pairs, func(a, b Pair) int { return a.I - b.I })
	if slices.IsSortedFunc(pairs, func(a, b Pair) int { return a.J - b.J }) {
		return pairs // nothing was moved
	}
	places := make([]int, len(pairs))
	for k, p := range pairs {
		places[k] = p.J
	}
	sort.Ints(places)
	// tree[x] is the last pair of the best list among those that end in a stretch of places (Fenwick).
	tree, prev, weight := make([]int, len(pairs)+1), make([]int, len(pairs)), make([]int, len(pairs))
	for x := range tree {
		tree[x] = -1
	}
	better := func(a, b int) int {
		if a < 0 || b >= 0 && (weight[b] > weight[a] || weight[b] == weight[a] && pairs[b].J < pairs[a].J) {
			return b
		}
		return a
	}
	best := -1
	for k, p := range pairs {
		rank := sort.SearchInts(places, p.J)
		prev[k] = -1
		for x := rank; x > 0; x -= x & -x {
			prev[k] = better(prev[k], tree[x])
		}
		weight[k] = len(pairs) + 1
		if p.Marked {
			weight[k]++
		}
		if prev[k] >= 0 {
			weight[k] += weight[prev[k]]
		}
		for x := rank + 1; x < len(tree); x += x & -x {
			tree[x] = better(tree[x], k)
		}
		best = better(best, k)
	}
	var out []Pair
	for k := best; k >= 0; k = prev[k] {
		out = append(out, pairs[k])
	}
	slices.Reverse(out)
	return out
}

// smallGap bounds the table of all combinations; a larger gap is cut into squares along its diagonal.
const smallGap = 1 << 16

// small finds the best alignment of a gap by trying every combination.
func (a *aligner) small(i, n, j, m int) {
	rows, cols := n-i, m-j
	if rows == 0 || cols == 0 {
		return
	}
	if rows*cols > smallGap {
		// Both halves are still far from each other's ends, so the cut loses little.
		midA, midB := i+rows/2, j+cols/2
		a.small(i, midA, j, midB)
		a.small(midA, n, midB, m)
		return
	}
	best := make([]int, (rows+1)*(cols+1))
	at := func(r, c int) *int { return &best[r*(cols+1)+c] }
	score := make([]int, rows*cols)
	for r := rows - 1; r >= 0; r-- {
		for c := cols - 1; c >= 0; c-- {
			sc := a.s.Score(i+r, j+c)
			score[r*cols+c] = sc
			v := max(*at(r+1, c), *at(r, c+1))
			if sc > 0 {
				v = max(v, sc+*at(r+1, c+1))
			}
			*at(r, c) = v
		}
	}
	for r, c := 0, 0; r < rows && c < cols; {
		switch sc := score[r*cols+c]; {
		case sc > 0 && *at(r, c) == sc+*at(r+1, c+1):
			a.match[j+c] = i + r
			r, c = r+1, c+1
		case *at(r, c) == *at(r+1, c):
			r++
		default:
			c++
		}
	}
}
