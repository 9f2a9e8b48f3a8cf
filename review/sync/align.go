package reviewsync

import (
	"slices"
	"sort"
)

// Alignment of two sequences: what was sent, and what came back. It costs what was changed, not
// what there is: equal ends are cut off, anchors and texts that occur once split the rest, and only
// the small gaps between them are compared in every combination.

// sequence is a pair of sequences to align. Indexes of a run over the sent one, of b over the
// returned one.
type sequence interface {
	Len() (a, b int)
	Equal(i, j int) bool
	// Key is the content of an element, 0 for one that must not anchor anything.
	KeyA(i int) uint64
	KeyB(j int) uint64
	// Anchored is the sent element that a returned one names with its marks, -1 for none.
	Anchored(j int) int
	// Score says how well two elements match: 0 not at all.
	Score(i, j int) int
}

// align returns for every returned element the sent one it is, or -1.
func align(s sequence) []int {
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
	s     sequence
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
	pairs := make([]pair, 0, m-j)
	seen := map[int]bool{}
	for k := j; k < m; k++ {
		if at := a.s.Anchored(k); at >= i && at < n && !seen[at] {
			seen[at] = true
			pairs = append(pairs, pair{at, k, true})
		}
	}
	pairs = append(pairs, a.unmarked(i, n, j, m, seen)...)
	a.between(rising(pairs), i, n, j, m, a.unique)
}

// unmarked pairs the elements without marks whose content occurs exactly once on each side.
func (a *aligner) unmarked(i, n, j, m int, taken map[int]bool) []pair {
	once := make(once[uint64], n-i)
	for k := i; k < n; k++ {
		if key := a.s.KeyA(k); key != 0 {
			once.sent(key, k)
		}
	}
	for k := j; k < m; k++ {
		once.got(a.s.KeyB(k), k)
	}
	var pairs []pair
	for k := j; k < m; k++ {
		if at, to, ok := once.pair(a.s.KeyB(k)); ok && to == k && !taken[at] && a.s.Anchored(k) < 0 && a.s.Equal(at, k) {
			pairs = append(pairs, pair{i: at, j: k})
		}
	}
	return pairs
}

// once tells what occurs exactly once on each side, and where.
type once[K comparable] map[K]places

// places are indexes from 1 on each side; 0 stands for none, below it for several.
type places struct{ sent, got int32 }

func (o once[K]) sent(key K, at int) {
	p := o[key]
	p.sent = another(p.sent, at)
	o[key] = p
}

// got comes after all that was sent.
func (o once[K]) got(key K, at int) {
	if p, sent := o[key]; sent {
		p.got = another(p.got, at)
		o[key] = p
	}
}

func (o once[K]) pair(key K) (sent, got int, ok bool) {
	p := o[key]
	return int(p.sent) - 1, int(p.got) - 1, p.sent > 0 && p.got > 0
}

func another(known int32, at int) int32 {
	if known != 0 {
		return -1
	}
	return int32(at) + 1
}

type pair struct {
	i, j   int
	marked bool // told by its marks
}

// between fixes the pairs and calls gap for what lies between them.
func (a *aligner) between(pairs []pair, i, n, j, m int, gap func(i, n, j, m int)) {
	for _, p := range pairs {
		gap(i, p.i, j, p.j)
		a.match[p.j] = p.i
		i, j = p.i+1, p.j+1
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
	once := once[uint64]{}
	for k := i; k < n; k++ {
		if key := a.s.KeyA(k); key != 0 {
			once.sent(key, k)
		}
	}
	for k := j; k < m; k++ {
		once.got(a.s.KeyB(k), k)
	}
	var pairs []pair
	for k := i; k < n; k++ {
		if _, to, ok := once.pair(a.s.KeyA(k)); ok && a.s.Equal(k, to) {
			pairs = append(pairs, pair{i: k, j: to})
		}
	}
	pairs = rising(pairs)
	if len(pairs) == 0 {
		a.small(i, n, j, m)
		return
	}
	a.between(pairs, i, n, j, m, a.unique)
}

// rising keeps the longest list of pairs that rises on both sides; of lists as long as each other, the one
// with more marks, then the one that ends first.
func rising(pairs []pair) []pair {
	if len(pairs) == 0 {
		return nil
	}
	slices.SortFunc(pairs, func(a, b pair) int { return a.i - b.i })
	if slices.IsSortedFunc(pairs, func(a, b pair) int { return a.j - b.j }) {
		return pairs // nothing was moved
	}
	places := make([]int, len(pairs))
	for k, p := range pairs {
		places[k] = p.j
	}
	sort.Ints(places)
	// tree[x] is the last pair of the best list among those that end in a stretch of places (Fenwick).
	tree, prev, weight := make([]int, len(pairs)+1), make([]int, len(pairs)), make([]int, len(pairs))
	for x := range tree {
		tree[x] = -1
	}
	better := func(a, b int) int {
		if a < 0 || b >= 0 && (weight[b] > weight[a] || weight[b] == weight[a] && pairs[b].j < pairs[a].j) {
			return b
		}
		return a
	}
	best := -1
	for k, p := range pairs {
		rank := sort.SearchInts(places, p.j)
		prev[k] = -1
		for x := rank; x > 0; x -= x & -x {
			prev[k] = better(prev[k], tree[x])
		}
		weight[k] = len(pairs) + 1
		if p.marked {
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
	var out []pair
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
