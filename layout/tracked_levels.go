package layout

import (
	"github.com/nomadocx/nomadocx/internal/office/wml"
	"github.com/nomadocx/nomadocx/noma"
)

// levels says of paragraphs, by their numbers, how many levels there are in them and in items: 1 for items at the margin, 0 for other text.
type levels map[int]int

// note notes the level of a paragraph.
func (l levels) note(p *Para, n int) {
	if p.List != wml.NoList {
		l[n] = p.Level + 1
	} else if p.Inner > 0 {
		l[n] = p.Inner
	}
}

// limit limits the levels of the items that the requests of a paragraph put in, in their order, to what a list allows.
func (l levels) limit(marks []*Tracked, para int) {
	for _, before := range []bool{true, false} {
		above := l[para]
		if before {
			above = l[para-1]
		}
		for _, t := range marks {
			if t.Before != before || !t.Inserts() || len(t.Blocks) == 0 || t.Blocks[0].List == wml.NoList {
				continue
			}
			t.Deepest = max(0, min(above, noma.MaxLevel)-l.of(para))
			t.Deeper = min(t.Deeper, t.Deepest)
			above = l.of(para) + t.Deeper + 1
		}
	}
}

// of returns the level to which those of the items beside a paragraph are given.
func (l levels) of(para int) int { return max(0, l[para]-1) }
