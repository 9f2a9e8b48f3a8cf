package patch

import (
	"slices"

	"github.com/nomadocx/nomadocx/noma"
)

// kids are the children of a node as the pending operations leave them: those that were parsed, in their order, a
// [*newcomer] for what was put between them, and nil for what cannot be said without a parse.
type kids struct{ chunked[noma.Node] }

// newcomer is a child that a pending operation put in.
type newcomer struct {
	noma.Base
	put   *insertion
	first noma.Node // of what was put in
}

// Kids returns nil: what is in a newcomer is known after the next parse.
func (*newcomer) Kids() []noma.Node { return nil }

// parsed reports whether a child is one of the document that was parsed.
func parsed(n noma.Node) bool {
	_, fresh := n.(*newcomer)
	return n != nil && !fresh
}

// kidsOf returns the children that a node was parsed with; the list is the node's own until it is changed.
func kidsOf(n noma.Node) *kids {
	own := n.Kids()
	return &kids{chunked[noma.Node]{[][]noma.Node{own[:len(own):len(own)]}, len(own)}}
}

// owned returns a list that may be changed.
func (k *kids) owned() *kids {
	out := &kids{}
	for _, c := range k.chunks {
		for _, n := range c {
			out.add(n)
		}
	}
	return out
}

// index returns the place of a child that was parsed, -1 when it is gone. Those that were parsed keep their order.
func (k *kids) index(n noma.Node) int {
	// The last chunk that begins, as far as it was parsed, at n or before it.
	chunk := -1
	for lo, hi := 0, len(k.chunks); lo < hi; {
		mid := (lo + hi) / 2
		at, first := mid, -1
		for ; at >= lo; at-- {
			if first = slices.IndexFunc(k.chunks[at], parsed); first >= 0 {
				break
			}
		}
		switch {
		case at < lo:
			lo = mid + 1
		case k.chunks[at][first].At().Index > n.At().Index:
			hi = at
		default:
			chunk, lo = at, mid+1
		}
	}
	if chunk < 0 {
		return -1
	}
	i := slices.Index(k.chunks[chunk], n)
	if i < 0 {
		return -1
	}
	for _, c := range k.chunks[:chunk] {
		i += len(c)
	}
	return i
}

// siblings are children, without one of them.
type siblings struct {
	*kids
	without int // its place, -1 when all are there
}

func (s siblings) len() int {
	if s.without >= 0 {
		return s.n - 1
	}
	return s.n
}

func (s siblings) at(i int) noma.Node {
	if s.without >= 0 && i >= s.without {
		i++
	}
	return s.kids.at(i)
}
