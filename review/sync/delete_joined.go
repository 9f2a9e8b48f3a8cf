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
	k := i - 1
	for k >= 0 && i-k <= farthest && st.back[k] < 0 {
		k--
	}
	if k < 0 || st.back[k] < 0 || st.items[k].para == nil {
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
		k := i + step
		for k >= 0 && k < len(st.items) && (k-i)*step <= farthest && st.back[k] < 0 {
			k += step
		}
		if k < 0 || k >= len(st.items) || st.back[k] < 0 {
			continue
		}
		if r := st.got[st.back[k]].para; r != nil && words != "" && strings.Contains(bare(text(r.Runs)), words) {
			return r
		}
	}
	return nil
}
