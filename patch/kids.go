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

// kidsOf are the children that a node was parsed with; the list is the node's own until it is changed.
func kidsOf(n noma.Node) *kids {
	own := n.Kids()
	return &kids{chunked[noma.Node]{[][]noma.Node{own[:len(own):len(own)]}, len(own)}}
}

// owned is a list that may be changed.
func (k *kids) owned() *kids {
	out := &kids{}
	for _, c := range k.chunks {
		for _, n := range c {
			out.add(n)
		}
	}
	return out
}

// index is the place of a child that was parsed, -1 when it is gone. Those that were parsed keep their order.
func (k *kids) index(n noma.Node) int {
	before := k.n
	for _, c := range slices.Backward(k.chunks) {
		before -= len(c)
		first := slices.IndexFunc(c, parsed)
		if first < 0 || c[first].At().Index > n.At().Index {
			continue
		}
		if i := slices.Index(c[first:], n); i >= 0 {
			return before + first + i
		}
		return -1
	}
	return -1
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
