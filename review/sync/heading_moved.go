package reviewsync

import (
	"slices"

	"github.com/nomadocx/nomadocx/layout"
	"github.com/nomadocx/nomadocx/noma"
)

// No operation moves a heading without its section. A heading that was moved over blocks is matched where it stands, and the blocks that
// it passed are moved.

// maxPassed bounds how many elements a heading may pass.
const maxPassed = 50

// passHeadings matches headings that were moved over blocks, and takes the blocks for unmatched.
func (st *story) passHeadings() {
	headings := st.unmatched(func(it *item) bool { return it.para != nil && it.para.Part == layout.PartHeading })
	if len(headings) == 0 {
		return
	}
	for j := range st.got {
		i, ok := headings[st.got[j].key]
		if !ok || i < 0 || st.match[j] != -1 || st.back[i] >= 0 || !st.Equal(i, j) {
			continue
		}
		down, up := st.passedBy(i, j, -1), st.passedBy(i, j, 1)
		passed := append(down, up...)
		if len(passed) == 0 || len(passed) > maxPassed || len(down) > 0 && !st.inSection(i-1) || !st.movable(passed) {
			continue
		}
		for _, k := range passed {
			st.back[st.match[k]], st.match[k] = -1, -1
		}
		st.match[j], st.back[i] = i, j
	}
}

// passedBy returns the elements on one side of element j whose items are on the other side of item i, nil if one of them is a heading.
func (st *story) passedBy(i, j, step int) (passed []int) {
	for k := j + step; k >= 0 && k < len(st.got) && (k-j)*step <= 4*maxPassed; k += step {
		at := st.match[k]
		switch {
		case at == -1:
		case at < 0 || (at-i)*step > 0:
			return passed
		case st.items[at].para != nil && st.items[at].para.Part == layout.PartHeading:
			return nil
		default:
			passed = append(passed, k)
		}
	}
	return passed
}

// inSection reports whether an item stands in a section that can be addressed.
func (st *story) inSection(i int) bool {
	if i < 0 {
		return false
	}
	n, _ := blockNode(st.items[i].block)
	for ; n != nil; n = n.At().Parent {
		if s, ok := n.(*noma.Section); ok {
			return s.ID != ""
		}
	}
	return false
}

// movable reports whether all elements are of blocks that can be moved by themselves: paragraphs, blocks with an id, and lists, tables,
// quotes and code all of which is among them and reads as it did.
func (st *story) movable(passed []int) bool {
	for _, k := range passed {
		n, _ := blockNode(st.items[st.match[k]].block)
		for n != nil {
			if _, ok := n.At().Parent.(*noma.Section); ok {
				break
			}
			n = n.At().Parent
		}
		switch n := n.(type) {
		case *noma.Paragraph:
		case *noma.Directive:
			if n.ID == "" || n.Is(noma.Annotates) {
				return false
			}
		case *noma.List, *noma.Table, *noma.Quote, *noma.Code:
			if !st.wholly(n, st.match[k], passed) {
				return false
			}
		default:
			return false
		}
	}
	return true
}

// wholly reports whether all items of a node, of which i is one, are matched with elements that are passed and read as they did.
func (st *story) wholly(n noma.Node, i int, passed []int) bool {
	in := func(i int) bool {
		x, _ := blockNode(st.items[i].block)
		return within(x, n)
	}
	for i > 0 && in(i-1) {
		i--
	}
	for ; i < len(st.items) && in(i); i++ {
		if j := st.back[i]; !slices.Contains(passed, j) || !st.Equal(i, j) {
			return false
		}
	}
	return true
}
