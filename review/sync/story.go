package reviewsync

import (
	"strings"

	"github.com/nomadocx/nomadocx/layout"
	"github.com/nomadocx/nomadocx/noma"
	"github.com/nomadocx/nomadocx/wml"
)

// item is one block that was sent.
type item struct {
	block layout.Block
	para  *layout.Para // nil for tables
	key   uint64       // content
	words map[string]int
}

// got is one block that came back.
type got struct {
	block   wml.Block
	para    *wml.Paragraph // nil for tables
	key     uint64         // content without what is proposed
	all     uint64         // content with both sides of proposals
	anchors []string       // our bookmarks in it, without copies' suffixes
	words   map[string]int
}

// story is one text flow on both sides.
type story struct {
	base     *base
	items    []item
	got      []got
	byAnchor map[string]int // bookmark → item
	match    []int          // per got: its item, or -1
	back     []int          // per item: its got, or -1
	run      []int          // per got: the move it came along with, from 1; 0 for what was not moved
	moves    []*move
	root     noma.Node // what the story is the content of; nothing outside it is judged by it
}

func newStory(sent []layout.Block, returned []wml.Block, b *base) *story {
	s := &story{byAnchor: map[string]int{}, base: b}
	for _, b := range sent {
		it := item{block: b}
		switch b := b.(type) {
		case *layout.Para:
			it.para = b
			it.key = paraKey(b)
			if it.key == 0 && len(b.Anchors) == 0 {
				continue // nothing to see and nothing to hold on to
			}
		default:
			it.key = blockKey(b)
		}
		eachAnchor(b, func(name string) {
			if _, taken := s.byAnchor[name]; !taken {
				s.byAnchor[name] = len(s.items)
			}
		})
		s.items = append(s.items, it)
	}
	for _, b := range returned {
		g := got{block: b}
		eachPoint(b, func(name string) { g.anchors = append(g.anchors, name) })
		switch b := b.(type) {
		case *wml.Paragraph:
			g.para = b
			g.key = layout.Fingerprint(b.Runs, wml.Original)
			g.all = g.key
			if b.Revised() {
				g.all = layout.Fingerprint(b.Runs, wml.All)
			}
			if g.key == 0 && g.all == 0 && !s.named(g.anchors) {
				continue
			}
		default:
			g.key = returnedKey(b)
			g.all = g.key
		}
		s.got = append(s.got, g)
	}
	s.match = align(s)
	s.run = make([]int, len(s.got))
	s.back = make([]int, len(s.items))
	for i := range s.back {
		s.back[i] = -1
	}
	for j, i := range s.match {
		if i >= 0 {
			s.back[i] = j
		}
	}
	return s
}

func (s *story) named(anchors []string) bool {
	for _, a := range anchors {
		if _, ok := s.byAnchor[a]; ok {
			return true
		}
	}
	return false
}

// paraKey is the content of a sent paragraph; a tracked change counts with both its sides.
func paraKey(p *layout.Para) uint64 {
	if p.Part == layout.PartRevision {
		return layout.Fingerprint(p.Runs(), wml.All)
	}
	return p.Fingerprint()
}

func blockKey(b layout.Block) uint64 {
	h := uint64(7)
	layout.EachPara(b, func(p *layout.Para) {
		if k := paraKey(p); k != 0 {
			h = layout.Fold(h, k)
		}
	})
	return h
}

func returnedKey(b wml.Block) uint64 {
	h := uint64(7)
	eachParagraph(b, func(p *wml.Paragraph) {
		k := layout.Fingerprint(p.Runs, wml.Original)
		if p.Revised() {
			k = layout.Fingerprint(p.Runs, wml.All) + 1 // proposals inside make it another
		}
		if k != 0 {
			h = layout.Fold(h, k)
		}
	})
	return h
}

func eachParagraph(b wml.Block, f func(*wml.Paragraph)) {
	switch b := b.(type) {
	case *wml.Paragraph:
		f(b)
	case *wml.Table:
		for _, r := range b.Rows {
			for _, c := range r.Cells {
				for _, x := range c.Blocks {
					eachParagraph(x, f)
				}
			}
		}
	}
}

func eachAnchor(b layout.Block, f func(string)) {
	layout.EachPara(b, func(p *layout.Para) {
		for _, a := range p.Anchors {
			f(a)
		}
	})
}

// eachPoint calls f for every bookmark that starts or ends in a block. A bookmark belongs to a
// paragraph that touches it: text typed at its edges lies outside.
func eachPoint(b wml.Block, f func(string)) {
	eachParagraph(b, func(p *wml.Paragraph) {
		for i := range p.Points {
			if pt := &p.Points[i]; pt.Kind == wml.BookmarkStart && strings.HasPrefix(pt.Name, "n_") {
				f(layout.PlainBookmark(pt.Name))
			}
		}
	})
}

func (s *story) Len() (int, int) { return len(s.items), len(s.got) }

func (s *story) Equal(i, j int) bool {
	it, g := &s.items[i], &s.got[j]
	if (it.para == nil) != (g.para == nil) {
		return false
	}
	if it.key == 0 {
		return g.key == 0 && g.all == 0 && s.Anchored(j) == i
	}
	if it.para != nil && it.para.Part == layout.PartRevision {
		// Behind its label: a paragraph that is proposed to go shows the same as the proposal.
		return it.key == g.all && (i == 0 || j > 0 && (s.Anchored(j-1) == i-1 || s.Equal(i-1, j-1)))
	}
	return it.key == g.key
}

func (s *story) KeyA(i int) uint64 { return s.items[i].key }

func (s *story) KeyB(j int) uint64 {
	if g := &s.got[j]; g.key != 0 {
		return g.key
	}
	return s.got[j].all
}

// Anchored: the first of the element's bookmarks that is one of ours. A table is only anchored when
// it has no captions or labels of its own, that is when it arranges blocks.
func (s *story) Anchored(j int) int {
	for _, a := range s.got[j].anchors {
		i, ok := s.byAnchor[a]
		if !ok {
			continue
		}
		if (s.items[i].para == nil) != (s.got[j].para == nil) {
			continue
		}
		if s.got[j].key == 0 && s.got[j].all == 0 && s.items[i].key != 0 {
			continue // an empty line that only carries the mark is not the text
		}
		return i
	}
	return -1
}

// Score: the share of words two paragraphs have in common, or of cells two tables have in common.
func (s *story) Score(i, j int) int {
	it, g := &s.items[i], &s.got[j]
	if (it.para == nil) != (g.para == nil) {
		return 0
	}
	if s.Equal(i, j) {
		return 1000
	}
	if s.base.new(it.para) {
		return 0 // the reviewer never saw it
	}
	if it.words == nil {
		it.words = map[string]int{}
		layout.EachPara(it.block, func(p *layout.Para) { countWords(it.words, p.Runs()) })
	}
	if g.words == nil {
		g.words = map[string]int{}
		eachParagraph(g.block, func(p *wml.Paragraph) { countWords(g.words, p.Runs) })
	}
	common, total := overlap(it.words, g.words)
	if total == 0 {
		return 0
	}
	score := 900 * 2 * common / total
	if it.para == nil {
		return max(score, 50) // tables are few: order alone is evidence
	}
	if it.para.Style != "" && it.para.Style == g.para.Style {
		score += 60
		if score > 60 || it.para.Part != layout.PartCode {
			return score
		}
	}
	if score < 200 {
		// A paragraph typed over as a whole keeps its place, its list and its frame.
		if it.para.Style == g.para.Style && it.para.List == g.para.List && (it.para.Frame != nil) == g.para.Framed {
			return score/2 + 20
		}
		return 0
	}
	return score
}

func countWords(m map[string]int, runs []wml.Run) {
	for i := range runs {
		for _, w := range strings.FieldsFunc(runs[i].Text, func(r rune) bool { return r <= ' ' || r == 0xa0 }) {
			m[w]++
		}
	}
}

func overlap(a, b map[string]int) (common, total int) {
	for w, n := range a {
		total += n
		common += min(n, b[w])
	}
	for _, n := range b {
		total += n
	}
	return common, total
}
