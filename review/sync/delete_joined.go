package reviewsync

import (
	"strings"

	"github.com/nomadocx/nomadocx/internal/office/wml"
	"github.com/nomadocx/nomadocx/layout"
)

// What is gone as a paragraph, and whose words stand in the one next to it.

// stuck handles a paragraph that was joined to a line that stays as it is: its words are in the file, and
// they would be nowhere if it went.
func (s *removals) stuck(st *story, i int) bool {
	p := st.items[i].para
	if p == nil || p.Part != layout.PartText && p.Part != layout.PartCode || p.Fingerprint() == 0 {
		return false
	}
	k := st.nearest(i, -1)
	if k < 0 || st.items[k].para == nil {
		return false
	}
	r := st.got[st.back[k]].para
	if r == nil || !strings.Contains(bare(text(r.Runs)), bare(shown(p))) || strings.Contains(bare(shown(st.items[k].para)), bare(shown(p))) {
		return false
	}
	for _, f := range s.findings {
		if o := s.outcome(f); f.para.Original() == r.Original() && (o == Refused || o == Conflict) {
			s.refuse(sayJoinedToLine, p.Node, said(p.Runs()), said(r.Runs)).at(r)
			return true
		}
	}
	return false
}

// joinedTo returns the paragraph next to where a line was that has all its words, nil for none.
func (s *removals) joinedTo(st *story, i int) *wml.Paragraph {
	words := bare(shown(st.items[i].para))
	for _, step := range []int{-1, 1} {
		if k := st.nearest(i, step); k >= 0 {
			if r := st.got[st.back[k]].para; r != nil && words != "" && strings.Contains(bare(text(r.Runs)), words) {
				return r
			}
		}
	}
	return nil
}

// nearest returns the nearest sent block that came back, before another one (step -1) or behind it (step 1); -1 when none is near.
func (st *story) nearest(i, step int) int {
	for k := i + step; k >= 0 && k < len(st.items) && (k-i)*step <= farthest+1; k += step {
		if st.back[k] >= 0 {
			return k
		}
	}
	return -1
}
