package match

import (
	"slices"

	"github.com/nomadocx/nomadocx/internal/align"
)

// Sections with one text, as forms and templates have them. What stands below their headings does not say which is
// which; the headings do, by their marks and titles, and what stands below one stays with it.

// follow changes the pairs: it pairs the headings of sections that changed places, and what stands below each of them with what stood below
// it, where the same text stands below others too.
func (m *matcher) follow() {
	known := m.knownHeads()
	was, back := slices.Clone(m.to), m.backs()
	set := func(i, j int) {
		if m.to[j] >= 0 {
			back[m.to[j]] = None
		}
		if m.to[j] = i; i >= 0 {
			if back[i] >= 0 {
				m.to[back[i]] = None
			}
			back[i] = j
		}
	}
	free := func(i, j int) { // what was moved is paired as a whole later
		set(None, j)
		if back[i] >= 0 {
			set(None, back[i])
		}
	}
	if slices.ContainsFunc(known, func(p align.Pair) bool { return m.mistaken(p.I, p.J) }) {
		for _, p := range known {
			free(p.I, p.J)
		}
		for _, p := range align.Rising(slices.Clone(known)) {
			set(p.I, p.J)
		}
	}
	for _, p := range known {
		for n := 1; p.I+n < len(back) && p.J+n < len(m.to) && m.plain(p.I+n, p.J+n) && m.Equal(p.I+n, p.J+n); n++ {
			if m.to[p.J] != p.I {
				free(p.I+n, p.J+n)
			} else {
				set(p.I+n, p.J+n)
			}
		}
	}
	last := None
	for _, i := range m.to {
		if i >= 0 && i < last {
			m.to = was // something else says that they did not change places
			return
		}
		last = max(last, i)
	}
}

// knownHeads returns the pairs of headings of a that are known in b by their mark, or by a title that occurs once on each side.
func (m *matcher) knownHeads() []align.Pair {
	a, b := m.Len()
	titles := make(align.Once[uint64])
	for i := range a {
		if m.Heading(i) && m.KeyA(i) != 0 {
			titles.AddA(m.KeyA(i), i)
		}
	}
	for j := range b {
		if m.Stays(j) {
			titles.AddB(m.KeyB(j), j)
		}
	}
	var out []align.Pair
	seen := map[int]bool{}
	for j := range b {
		i := m.Anchored(j)
		if i < 0 && m.Stays(j) {
			if at, to, ok := titles.Pair(m.KeyB(j)); ok && to == j {
				i = at
			}
		}
		if i >= 0 && m.Heading(i) && !seen[i] {
			seen[i] = true
			out = append(out, align.Pair{I: i, J: j, Marked: m.Anchored(j) == i})
		}
	}
	return out
}

// mistaken reports whether the element j of b was taken for another heading than i, which it is by its title or mark and by what
// stands below it.
func (m *matcher) mistaken(i, j int) bool {
	a, b := m.Len()
	at := m.to[j]
	return at >= 0 && at != i && m.Heading(at) && i+1 < a && j+1 < b && m.plain(i+1, j+1) && m.Equal(i+1, j+1)
}

// plain reports whether the element i of a is no heading and has no mark, and the element j of b has no mark.
func (m *matcher) plain(i, j int) bool { return !m.Heading(i) && !m.Named(i) && m.Anchored(j) < 0 }
