package reviewsync

import "github.com/nomadocx/nomadocx/layout"

// A heading that was moved over blocks. What those are in the source is not a heading and its section: the heading is matched
// again, and the blocks that it passed are taken for what was moved.

// maxPassed bounds how many elements a heading may pass; of more it is one that was deleted and written anew.
const maxPassed = 50

func (st *story) passHeadings() {
	headings := map[uint64]int{} // content of those that are unmatched → item, -1 for several
	for i := range st.items {
		if p, key := st.items[i].para, st.items[i].key; p != nil && p.Part == layout.PartHeading && st.back[i] < 0 && key != 0 {
			if _, again := headings[key]; again {
				i = -1
			}
			headings[key] = i
		}
	}
	if len(headings) == 0 {
		return
	}
	for j := range st.got {
		i, ok := headings[st.got[j].key]
		if !ok || i < 0 || st.match[j] != -1 || st.back[i] >= 0 || !st.Equal(i, j) {
			continue
		}
		passed := append(st.passedBy(i, j, -1), st.passedBy(i, j, 1)...)
		if len(passed) == 0 || len(passed) > maxPassed {
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
