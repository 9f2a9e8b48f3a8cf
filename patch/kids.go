package patch

import (
	"slices"

	"github.com/nomadocx/nomadocx/noma"
)

// kids are the children of a node as the pending operations leave them: those that were parsed, in their order, a
// [*newcomer] for what was put between them, and nil for what cannot be said without a parse. They are kept in
// chunks, so that one of many comes or goes in little time.
type kids struct {
	chunks [][]noma.Node
	n      int
}

// kidChunk is how many children one chunk has at most.
const kidChunk = 512

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
	return &kids{[][]noma.Node{own[:len(own):len(own)]}, len(own)}
}

// owned is a list that may be changed.
func (k *kids) owned() *kids {
	out := &kids{n: k.n}
	for _, c := range k.chunks {
		for part := range slices.Chunk(c, kidChunk/2) {
			out.chunks = append(out.chunks, slices.Clone(part))
		}
	}
	return out
}

// find is the chunk with a place, and the place in it; the end is one in the last chunk.
func (k *kids) find(i int) (chunk, at int) {
	for chunk < len(k.chunks)-1 && i > len(k.chunks[chunk])-1 {
		i -= len(k.chunks[chunk])
		chunk++
	}
	return chunk, i
}

func (k *kids) at(i int) noma.Node {
	c, i := k.find(i)
	return k.chunks[c][i]
}

func (k *kids) set(i int, n noma.Node) {
	c, i := k.find(i)
	k.chunks[c][i] = n
}

func (k *kids) insert(i int, n noma.Node) {
	if len(k.chunks) == 0 {
		k.chunks = append(k.chunks, nil)
	}
	c, i := k.find(i)
	list := slices.Insert(k.chunks[c], i, n)
	k.chunks[c], k.n = list, k.n+1
	if len(list) > kidChunk {
		half := kidChunk / 2
		k.chunks = slices.Insert(k.chunks, c+1, slices.Clone(list[half:]))
		k.chunks[c] = list[:half:half]
	}
}

func (k *kids) remove(i int) {
	c, i := k.find(i)
	k.chunks[c], k.n = slices.Delete(k.chunks[c], i, i+1), k.n-1
	if len(k.chunks[c]) == 0 {
		k.chunks = slices.Delete(k.chunks, c, c+1)
	}
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
