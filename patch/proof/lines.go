package proof

import (
	"slices"
	"strings"

	"github.com/nomadocx/nomadocx/internal/align"
)

// Side says on which side of the patch a line stands.
type Side byte

const (
	Both  Side = ' '
	Gone  Side = '-'
	Fresh Side = '+'
)

// Bounds of the search for a shortest script, so that no two texts take long or much memory.
const (
	maxScript = 1500       // insertions and deletions
	maxSteps  = 50_000_000 // lines examined, in all its rounds
)

// Line is one line of either text, without its line end. Old and New are its numbers from 1, 0 on the
// side where it is not.
type Line struct {
	Side     Side
	Text     string
	Old, New int
}

// splitLines cuts a text at its line feeds. A final line feed ends the last line and begins no other.
func splitLines(text string) []string {
	if text == "" {
		return nil
	}
	return strings.Split(strings.TrimSuffix(text, "\n"), "\n")
}

// compare lists the lines of both texts in order, what went before what came. Equal lines are a
// longest common subsequence, unless the texts differ in thousands of lines: then those that occur
// once on both sides hold the rest in place, and the search stays short.
func compare(a, b []string) []Line {
	c := comparison{a: a, b: b}
	c.walk(0, len(a), 0, len(b), maxScript)
	c.upTo(len(a), len(b))
	return c.out
}

type comparison struct {
	a, b []string
	i, j int // what has been listed
	out  []Line
}

// upTo lists what lies before a[i] and b[j] as gone and fresh.
func (c *comparison) upTo(i, j int) {
	for ; c.i < i; c.i++ {
		c.out = append(c.out, Line{Gone, c.a[c.i], c.i + 1, 0})
	}
	for ; c.j < j; c.j++ {
		c.out = append(c.out, Line{Fresh, c.b[c.j], 0, c.j + 1})
	}
}

// same lists n equal lines from a[i] and b[j] on.
func (c *comparison) same(i, j, n int) {
	c.upTo(i, j)
	for range n {
		c.out = append(c.out, Line{Both, c.a[c.i], c.i + 1, c.j + 1})
		c.i, c.j = c.i+1, c.j+1
	}
}

// walk compares a[i:m] with b[j:n].
func (c *comparison) walk(i, m, j, n, limit int) {
	head := 0
	for i+head < m && j+head < n && c.a[i+head] == c.b[j+head] {
		head++
	}
	c.same(i, j, head)
	i, j = i+head, j+head
	tail := 0
	for m-tail > i && n-tail > j && c.a[m-tail-1] == c.b[n-tail-1] {
		tail++
	}
	c.middle(i, m-tail, j, n-tail, limit)
	c.same(m-tail, n-tail, tail)
}

func (c *comparison) middle(i, m, j, n, limit int) {
	if i == m || j == n {
		return
	}
	if c.shortest(i, m, j, n, min(limit, max(50, maxSteps/(m-i+n-j)))) {
		return
	}
	anchors := c.anchors(i, m, j, n)
	if len(anchors) == 0 {
		return // nothing common that can be known: all went, all came
	}
	for _, at := range anchors {
		if at.I < c.i || at.J < c.j {
			continue // the lines before it already reached it
		}
		c.walk(c.i, at.I, c.j, at.J, 200)
		c.same(at.I, at.J, 1)
	}
	c.walk(c.i, m, c.j, n, 200)
}

// shortest finds a shortest script of at most limit insertions and deletions (Myers 1986) and lists
// the equal lines it keeps. It reports false, and lists nothing, when there is none.
func (c *comparison) shortest(i, m, j, n, limit int) bool {
	height, width := m-i, n-j
	reach := make([]int, 2*limit+3) // on diagonal k, at k+limit+1: how far into a
	var trace [][]int
	for d := 0; d <= limit; d++ {
		trace = append(trace, slices.Clone(reach[limit+1-d:limit+2+d]))
		for k := -d; k <= d; k += 2 {
			x := stepFrom(reach, limit+1, k, d)
			y := x - k
			for x < height && y < width && c.a[i+x] == c.b[j+y] {
				x, y = x+1, y+1
			}
			reach[limit+1+k] = x
			if x >= height && y >= width {
				c.retrace(trace, i, j, height, width)
				return true
			}
		}
	}
	return false
}

// stepFrom returns where the d-th edit arrives on diagonal k, from the better of its two neighbours.
func stepFrom(reach []int, mid, k, d int) int {
	if d == 0 {
		return 0
	}
	if k == -d || k != d && reach[mid+k-1] < reach[mid+k+1] {
		return reach[mid+k+1] // an insertion
	}
	return reach[mid+k-1] + 1 // a deletion
}

// retrace walks the script back and lists the equal stretches it passed, first to last.
func (c *comparison) retrace(trace [][]int, i, j, x, y int) {
	type run struct{ x, y, n int }
	var runs []run
	for d := len(trace) - 1; d >= 0; d-- {
		k := x - y
		start := stepFrom(trace[d], d, k, d)
		if x > start {
			runs = append(runs, run{start, start - k, x - start})
		}
		if d == 0 {
			break
		}
		x, y = start, start-k
		if k == -d || k != d && trace[d][d+k-1] < trace[d][d+k+1] {
			y-- // came by an insertion
		} else {
			x--
		}
	}
	for _, r := range slices.Backward(runs) {
		c.same(i+r.x, j+r.y, r.n)
	}
}

// anchors returns places of lines that occur once on each side, as many as are in the same order on both.
func (c *comparison) anchors(i, m, j, n int) []align.Pair {
	once := align.Once[string]{}
	for x := i; x < m; x++ {
		once.AddA(c.a[x], x)
	}
	for y := j; y < n; y++ {
		once.AddB(c.b[y], y)
	}
	var pairs []align.Pair
	for x := i; x < m; x++ {
		if _, y, ok := once.Pair(c.a[x]); ok {
			pairs = append(pairs, align.Pair{I: x, J: y})
		}
	}
	return align.Rising(pairs)
}
