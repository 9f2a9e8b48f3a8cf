// Package match says what became of the blocks of a flow: which element of one side is which of the other, and what came, went, moved,
// was split or joined. It knows neither what the elements are nor which side is the older one: it gets them as [Blocks].
package match

import (
	"slices"

	"github.com/nomadocx/nomadocx/internal/align"
)

// Blocks are the two sides of a flow, a and b.
type Blocks interface {
	align.Sequences
	// Heading reports whether an element of a is a heading.
	Heading(i int) bool
	// Begins reports whether an element of a is the first of its block.
	Begins(i int) bool
	// Named reports whether an element of a has a mark that it can be known by.
	Named(i int) bool
	// Stays reports whether an element of b shows something without what is only proposed in it.
	Stays(j int) bool
	// Together reports whether j and the element before it read together as the element i of a.
	Together(i, j int) bool
}

// What an element of b is that is no element of a.
const (
	None    = -1
	Handled = -2 // and needs no further attention
)

// Align returns for every element of b the one of a that it is, or [None].
func Align(b Blocks) []int {
	m := matcher{b, align.Align(b)}
	m.follow()
	m.slide()
	m.beginnings()
	return m.to
}

// matcher is an alignment while it is corrected; to is what [Align] returns.
type matcher struct {
	Blocks
	to []int
}

// Backs returns for each element of a the one of b that it is, or [None].
func Backs(a int, to []int) []int {
	back := slices.Repeat([]int{None}, a)
	for j, i := range to {
		if i >= 0 {
			back[i] = j
		}
	}
	return back
}

// backs returns for each element of a the one of b that it is at present, or [None].
func (m *matcher) backs() []int {
	n, _ := m.Len()
	return Backs(n, m.to)
}

// Farthest bounds how many elements a gap slides over: the lines that blocks have in common are few.
const Farthest = 8

// slide moves a gap in a up, as far as the elements around it read alike, until it begins where a block begins. Of two blocks with
// one label, the one whose lines are gone is gone with its own label, not with that of the other.
func (m *matcher) slide() {
	back := m.backs()
	for a := 1; a < len(back); a++ {
		if back[a] >= 0 || back[a-1] < 0 {
			continue
		}
		end := a
		for end < len(back) && back[end] < 0 {
			end++
		}
		n := 0
		for k := 0; k <= Farthest && a-k >= 0 && end-k >= a; k++ {
			if k > 0 {
				if j := back[a-k]; j < 0 || k > 1 && j+1 != back[a-k+1] || m.Anchored(j) == a-k || !m.Equal(end-k, j) {
					break
				}
			}
			if m.Begins(a - k) {
				n = k
				break
			}
		}
		for k := 1; k <= n; k++ {
			j := back[a-k]
			m.to[j], back[end-k], back[a-k] = end-k, j, None
		}
		a = end
	}
}

// beginnings pairs a heading that was split with its first part, though the second may have more of its words.
func (m *matcher) beginnings() {
	for j := 1; j < len(m.to); j++ {
		i := m.to[j]
		if i < 0 || m.to[j-1] >= 0 || !m.Heading(i) || m.Equal(i, j) || m.Anchored(j) == i {
			continue
		}
		if m.Together(i, j) {
			m.to[j-1], m.to[j] = i, None
		}
	}
}
