package reviewsync

import (
	"strings"

	"github.com/nomadocx/nomadocx/internal/align"
	"github.com/nomadocx/nomadocx/internal/match"
	"github.com/nomadocx/nomadocx/internal/office/wml"
	"github.com/nomadocx/nomadocx/layout"
	"github.com/nomadocx/nomadocx/noma"
)

// What was cut and pasted. A block that stands somewhere else is neither deleted nor new: a
// directive with an id is moved by move_block, anything else goes here and comes there with the
// source it had. It is recognised by its bookmark, or by content that occurs once.

// move is a node that was pasted somewhere else in its story.
type move struct {
	node        noma.Node
	first, last int // the returned elements it became
}

// event returns the move as an event.
func (m *move) event(st *story) match.Event {
	from, to := len(st.items), 0
	for j := m.first; j <= m.last; j++ {
		if i := st.match[j]; i >= 0 {
			from, to = min(from, i), max(to, i+1)
		}
	}
	return match.Event{Kind: match.Moved, A: match.Range{From: from, To: to}, B: match.Range{From: m.first, To: m.last + 1}}
}

// unmatched returns the unmatched items that are wanted by their content, -1 where several have it.
func (st *story) unmatched(wanted func(*item) bool) map[uint64]int {
	byKey := map[uint64]int{}
	for i := range st.items {
		if key := st.items[i].key; st.back[i] < 0 && key != 0 && wanted(&st.items[i]) {
			if _, again := byKey[key]; again {
				byKey[key] = -1
			} else {
				byKey[key] = i
			}
		}
	}
	return byKey
}

// findMoves pairs the elements of moved nodes, so that edits made in them are found like all others.
func (st *story) findMoves() {
	byKey := st.unmatched(func(*item) bool { return true })
	if len(byKey) == 0 {
		return
	}
	values := missingValues(st)
	for j := 0; j < len(st.got); j++ {
		if st.match[j] != -1 {
			continue
		}
		i, anchored := st.came(j)
		if !anchored {
			k, ok := byKey[st.got[j].key]
			if !ok || k < 0 || st.back[k] >= 0 || !st.Equal(k, j) {
				if k, ok := values.of(st, j); ok {
					st.alone(k, j)
				}
				continue
			}
			i = k
		}
		if m := st.moveFrom(i, j); m != nil {
			st.moves = append(st.moves, m)
			for k := m.first; k <= m.last; k++ {
				st.run[k] = len(st.moves)
			}
			j = m.last
		} else if st.match[j] == -1 {
			st.alone(i, j)
		}
	}
}

// typedBehind: what was typed right behind a block that the author moved goes where the block is now.
func (st *story) typedBehind() {
	if st.stays == 0 {
		return
	}
	for j := 1; j < len(st.got); j++ {
		if st.match[j] == -1 && st.run[j] == 0 && st.run[j-1] < 0 {
			st.run[j] = st.run[j-1]
		}
	}
}

// alone notes a label, or another generated line, that was moved without its block: it is no text of the reviewer, and its values are
// not gone. So it does a heading that was moved over blocks that cannot be moved.
func (st *story) alone(i, j int) {
	p := st.items[i].para
	if g, ok := st.items[i].block.(*layout.Grid); ok && g.Node != nil {
		// Without its caption, or the words above it, it is not the block. There it would be a second table.
		if _, ok := st.got[j].block.(*wml.Table); !ok || st.base.moved {
			return
		}
	} else if p == nil || p.Part == layout.PartText || p.Part == layout.PartHeading && !wordsAlike(p.Runs(), st.got[j].para.Runs) || p.Part == layout.PartCode {
		return
	}
	st.match[j], st.back[i] = handled, j
	st.loners = append(st.loners, match.Event{Kind: match.Moved, A: match.One(i), B: match.One(j)})
}

// wordsAlike reports whether two texts have the same words, whatever formatting and objects are in them.
func wordsAlike(a, b []wml.Run) bool {
	words := func(runs []wml.Run) string { return bare(strings.ReplaceAll(text(runs), "\uFFFC", "")) }
	return words(a) != "" && words(a) == words(b)
}

// came returns the unmatched item whose bookmark a returned element has.
func (st *story) came(j int) (item int, ok bool) {
	for _, a := range st.got[j].anchors {
		if i, ok := st.byAnchor[a]; ok && st.back[i] < 0 && st.items[i].para != nil && st.got[j].para != nil {
			if g := &st.got[j]; g.key == 0 && g.all == 0 && st.items[i].para.Part == layout.PartPicture {
				continue // the empty line that a deleted picture leaves
			}
			return i, true
		}
	}
	return 0, false
}

// moveFrom returns the largest node that begins with item i and came along as a whole from j on.
func (st *story) moveFrom(i, j int) *move {
	n, _ := blockNode(st.items[i].block)
	var found *move
	var pairs []align.Pair
	for m := n; m != nil && m != st.root; m = m.At().Parent {
		if _, ok := m.(*noma.Section); ok && m != n {
			break // its heading is above, maybe with lines of a cover between
		}
		end := i
		for end < len(st.items) {
			if x, _ := blockNode(st.items[end].block); !within(x, m) {
				break
			}
			if st.back[end] >= 0 {
				end = -1
				break
			}
			end++
		}
		if i > 0 {
			if x, _ := blockNode(st.items[i-1].block); within(x, m) {
				break // it does not begin here
			}
		}
		if end < 0 {
			break
		}
		p := st.along(i, end, j, m)
		if p == nil {
			break
		}
		found, pairs = &move{node: m, first: j, last: p[len(p)-1].J}, p
	}
	if found == nil {
		return nil
	}
	if l, ok := found.node.(*noma.ListItem); ok && len(l.Parent.Kids()) > 1 || !st.movedHere(i, j) {
		if !ok {
			// The author moved it: it is where it should be. What the reviewer edited in it, or typed, is
			// examined beside the blocks it came along with.
			st.stays++
			for _, p := range pairs {
				st.match[p.J], st.back[p.I] = p.I, p.J
			}
			for k := j; k <= pairs[len(pairs)-1].J; k++ {
				st.run[k] = -st.stays
			}
		}
		return nil // items come and go by themselves
	}
	for _, p := range pairs {
		st.match[p.J], st.back[p.I] = p.I, p.J
	}
	return found
}

// along aligns items i…end of node m with the unmatched elements from j on. Without an id to tell it
// by, every element has to be there and to read as it did.
func (st *story) along(i, end, j int, m noma.Node) []align.Pair {
	limit := j
	for limit < len(st.got) && limit-j < 2*(end-i)+4 && st.match[limit] == -1 {
		if k, ok := st.came(limit); ok && (k < i || k >= end) {
			break
		}
		limit++
	}
	if !st.bookmarked(i, j, m) {
		if limit-j < end-i {
			return nil
		}
		var out []align.Pair
		for k := range end - i {
			if !st.Equal(i+k, j+k) {
				return nil
			}
			out = append(out, align.Pair{I: i + k, J: j + k})
		}
		return out
	}
	var out []align.Pair
	for k, at := range align.Align(part{st, i, end, j, limit}) {
		if at >= 0 {
			out = append(out, align.Pair{I: i + at, J: j + k})
		}
	}
	if len(out) == 0 || out[0].J != j || out[0].I != i {
		return nil
	}
	return out
}

// bookmarked reports whether a node that begins with item i can be distinguished by its id: a directive can, and a
// section whose heading came with its bookmark.
func (s *story) bookmarked(i, j int, m noma.Node) bool {
	switch m := m.(type) {
	case *noma.Directive:
		return m.ID != ""
	case *noma.Table:
		return m.ID != ""
	case *noma.Section:
		k, ok := s.came(j)
		return m.ID != "" && ok && k == i
	}
	return false
}

// part is a stretch of a story as a pair of sequences.
type part struct {
	st         *story
	i, n, j, m int
}

func (p part) Len() (int, int)     { return p.n - p.i, p.m - p.j }
func (p part) Equal(i, j int) bool { return p.st.Equal(p.i+i, p.j+j) }
func (p part) KeyA(i int) uint64   { return p.st.KeyA(p.i + i) }
func (p part) KeyB(j int) uint64   { return p.st.KeyB(p.j + j) }
func (p part) Score(i, j int) int  { return p.st.Score(p.i+i, p.j+j) }
func (p part) Anchored(j int) int {
	if i := p.st.Anchored(p.j + j); i >= p.i && i < p.n {
		return i - p.i
	}
	return -1
}

// movedHere reports whether it was the reviewer who moved item i to j. When the source has moved on,
// a block that stands in the file where it stood when it was sent was moved by the author.
func (st *story) movedHere(i, j int) bool {
	if !st.base.moved {
		return true
	}
	if st.base.unknown || st.items[i].para == nil {
		return false
	}
	at, ok := st.base.placeOf(st.items[i].para)
	if !ok {
		return st.base.settled != nil // an earlier round has made it of the file
	}
	around := func(step int) (int, bool) {
		for k := j + step; k >= 0 && k < len(st.got); k += step {
			if x := st.match[k]; x >= 0 && st.run[k] == 0 && st.items[x].para != nil {
				if place, ok := st.base.placeOf(st.items[x].para); ok {
					return place, true
				}
			}
		}
		return 0, false
	}
	before, hasBefore := around(-1)
	after, hasAfter := around(+1)
	return hasBefore && before > at || hasAfter && after < at
}
