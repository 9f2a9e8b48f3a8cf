package reviewsync

import (
	"slices"

	"github.com/nomadocx/nomadocx/internal/align"
	"github.com/nomadocx/nomadocx/layout"
)

// Sections with one text, as forms and templates have them. What stands below their headings does not say which is
// which; the headings do, by their bookmarks and titles, and what stands below one stays with it.

// follow pairs the headings of sections that changed places, and what stands below each of them with what stood below
// it, where the same text stands below others too.
func (s *story) follow() {
	known := s.knownHeads()
	was, back := slices.Clone(s.match), s.backs()
	set := func(i, j int) {
		if s.match[j] >= 0 {
			back[s.match[j]] = -1
		}
		if s.match[j] = i; i >= 0 {
			if back[i] >= 0 {
				s.match[back[i]] = -1
			}
			back[i] = j
		}
	}
	free := func(i, j int) { // what was moved is paired as a whole later
		set(-1, j)
		if back[i] >= 0 {
			set(-1, back[i])
		}
	}
	if slices.ContainsFunc(known, func(p align.Pair) bool { return s.mistaken(p.I, p.J) }) {
		for _, p := range known {
			free(p.I, p.J)
		}
		for _, p := range align.Rising(slices.Clone(known)) {
			set(p.I, p.J)
		}
	}
	for _, p := range known {
		for n := 1; p.I+n < len(s.items) && p.J+n < len(s.got) && s.plain(p.I+n, p.J+n) && s.Equal(p.I+n, p.J+n); n++ {
			if s.match[p.J] != p.I {
				free(p.I+n, p.J+n)
			} else {
				set(p.I+n, p.J+n)
			}
		}
	}
	last := -1
	for _, i := range s.match {
		if i >= 0 && i < last {
			s.match = was // something else says that they did not change places
			return
		}
		last = max(last, i)
	}
}

// knownHeads are the headings that came back with their bookmarks, or with a title that no other has.
func (s *story) knownHeads() []align.Pair {
	titles := make(align.Once[uint64])
	for i := range s.items {
		if s.heads(i) && s.items[i].key != 0 {
			titles.AddA(s.items[i].key, i)
		}
	}
	for j := range s.got {
		titles.AddB(s.got[j].key, j)
	}
	var out []align.Pair
	seen := map[int]bool{}
	for j := range s.got {
		i := s.Anchored(j)
		if at, to, ok := titles.Pair(s.got[j].key); i < 0 && ok && to == j {
			i = at
		}
		if i >= 0 && s.heads(i) && !seen[i] {
			seen[i] = true
			out = append(out, align.Pair{I: i, J: j, Marked: s.Anchored(j) == i})
		}
	}
	return out
}

func (s *story) heads(i int) bool {
	p := s.items[i].para
	return p != nil && p.Part == layout.PartHeading
}

// mistaken reports whether the returned element j was taken for another heading than i, which it is by its title or
// bookmark and by what stands below it.
func (s *story) mistaken(i, j int) bool {
	at := s.match[j]
	return at >= 0 && at != i && s.heads(at) && i+1 < len(s.items) && j+1 < len(s.got) && s.plain(i+1, j+1) && s.Equal(i+1, j+1)
}

// plain reports whether neither of two elements is a heading, or has a mark to tell it by.
func (s *story) plain(i, j int) bool {
	p := s.items[i].para
	return (p == nil || !s.heads(i) && len(p.Anchors) == 0) && s.Anchored(j) < 0
}

// backs is for each item the returned element it is, -1 for none.
func (s *story) backs() []int {
	back := slices.Repeat([]int{-1}, len(s.items))
	for j, i := range s.match {
		if i >= 0 {
			back[i] = j
		}
	}
	return back
}
