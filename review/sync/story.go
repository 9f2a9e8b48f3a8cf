package reviewsync

import (
	"strings"

	"github.com/nomadocx/nomadocx/internal/align"
	"github.com/nomadocx/nomadocx/internal/halt"
	"github.com/nomadocx/nomadocx/internal/office/wml"
	"github.com/nomadocx/nomadocx/layout"
	"github.com/nomadocx/nomadocx/noma"
)

// item is one block that was sent.
type item struct {
	block layout.Block
	para  *layout.Para // nil for tables
	key   uint64       // content
	words map[string]int
	came  bool // something that came back has its bookmark
}

// got is one block that came back.
type got struct {
	block   wml.Block
	para    *wml.Paragraph // nil for tables
	key     uint64         // content without what is proposed
	all     uint64         // content with both sides of proposals
	anchors []string       // our bookmarks in it, without copies' suffixes
	gone    bool           // they are of blocks that the source has no more
	words   map[string]int
}

// story is one text flow on both sides.
type story struct {
	look     halt.Look
	base     *base
	items    []item
	got      []got
	byAnchor map[string]int // bookmark → item
	match    []int          // per got: its item, -1 for none, or handled
	passages map[int][2]int // per got that is handled: the first and the last of the items it stands for
	back     []int          // per item: its got, or -1
	run      []int          // per got: the move it came along with, from 1, below 0 one of the author's; 0 for what was not moved
	stays    int            // how many blocks the author moved
	moves    []*move
	walks    [2]walk      // the last searches for a neighbour, back and forth
	styles   bool         // paragraphs of the file have styles of ours
	frames   bool         // … and frames; editors may drop either from a whole file
	hollow   map[int]bool // headings whose text is gone from the paragraph that still has their style and mark
	root     noma.Node    // what the story is the content of; nothing outside it is judged by it
}

// handled marks a returned element that needs no further attention.
const handled = -2

func newStory(sent []layout.Block, returned []wml.Block, b *base) *story {
	s := &story{byAnchor: map[string]int{}, base: b, look: b.look, items: make([]item, 0, len(sent)), got: make([]got, 0, len(returned))}
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
		s.look.Now()
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
			if g.key == 0 && g.all == 0 {
				if !s.named(g.anchors) {
					continue
				}
				s.emptyHeading(b, g.anchors)
			}
		default:
			g.key = returnedKey(b)
			g.all = g.key
		}
		s.got = append(s.got, g)
	}
	for j := range s.got {
		if p := s.got[j].para; p != nil {
			s.styles = s.styles || strings.HasPrefix(p.Style, "Noma")
			s.frames = s.frames || p.Framed
		}
	}
	if b.moved {
		s.bookmarks()
	}
	s.match = align.Align(s)
	s.follow()
	s.slide()
	s.beginnings()
	s.run = make([]int, len(s.got))
	s.back = s.backs()
	s.restoreChanged()
	return s
}

// bookmarks notes which bookmarks came back, and which are of blocks that the author has deleted or named anew.
func (s *story) bookmarks() {
	for j := range s.got {
		g := &s.got[j]
		g.gone = len(g.anchors) > 0
		for _, a := range g.anchors {
			if i, ok := s.byAnchor[a]; ok {
				s.items[i].came, g.gone = true, false
			}
		}
	}
}

// farthest bounds how many elements a gap slides over: the lines that blocks have in common are few.
const farthest = 8

// slide moves a gap of sent elements up, as far as the elements around it read alike, until it begins
// where a block begins. Of two blocks with one label, the one whose lines are gone is gone with its own
// label, not with that of the other.
func (s *story) slide() {
	back := s.backs()
	for a := 1; a < len(s.items); a++ {
		if back[a] >= 0 || back[a-1] < 0 {
			continue
		}
		end := a
		for end < len(s.items) && back[end] < 0 {
			end++
		}
		n := 0
		for k := 0; k <= farthest && a-k >= 0 && end-k >= a; k++ {
			if k > 0 {
				if j := back[a-k]; j < 0 || k > 1 && j+1 != back[a-k+1] || s.Anchored(j) == a-k || !s.Equal(end-k, j) {
					break
				}
			}
			if s.begins(a - k) {
				n = k
				break
			}
		}
		for k := 1; k <= n; k++ {
			j := back[a-k]
			s.match[j], back[end-k], back[a-k] = end-k, j, -1
		}
		a = end
	}
}

// beginnings: of a heading that was split, the first part is the heading, though the second may have more
// of its words.
func (s *story) beginnings() {
	for j := 1; j < len(s.got); j++ {
		i := s.match[j]
		if i < 0 || s.match[j-1] >= 0 || s.items[i].para == nil || s.items[i].para.Part != layout.PartHeading || s.Equal(i, j) {
			continue
		}
		a, b := s.got[j-1].para, s.got[j].para
		if a == nil || b == nil || s.Anchored(j) == i {
			continue
		}
		if bare(text(a.Runs)+text(b.Runs)) == bare(shown(s.items[i].para)) {
			s.match[j-1], s.match[j] = i, -1
		}
	}
}

// begins reports whether an item is the first of its block.
func (s *story) begins(i int) bool {
	if i == 0 {
		return true
	}
	n, _ := blockNode(s.items[i].block)
	before, _ := blockNode(s.items[i-1].block)
	return n != before
}

// emptyHeading notes the heading of which a returned paragraph is left: other text that has its words is not it.
func (s *story) emptyHeading(p *wml.Paragraph, anchors []string) {
	for _, a := range anchors {
		if i, ok := s.byAnchor[a]; ok && isHeading(p.Style) && s.items[i].para != nil && s.items[i].para.Part == layout.PartHeading {
			if s.hollow == nil {
				s.hollow = map[int]bool{}
			}
			s.hollow[i] = true
		}
	}
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
	if g, ok := b.(*layout.Grid); ok {
		return g.Fingerprint()
	}
	h := layout.GridSeed
	layout.EachPara(b, func(p *layout.Para) {
		if k := paraKey(p); k != 0 {
			h = layout.Fold(h, k)
		}
	})
	return h
}

// returnedKey is the content of a returned table without what is only put in with tracking; of a table that is put in
// as a whole it is all of it.
func returnedKey(b wml.Block) uint64 {
	h, all := layout.GridSeed, layout.GridSeed
	for p := range wml.Paragraphs(b) {
		if k := layout.Fingerprint(p.Runs, wml.Original); k != 0 {
			h = layout.Fold(h, k)
		} else if k := layout.Fingerprint(p.Runs, wml.All); k != 0 {
			all = layout.Fold(all, k)
		}
	}
	if h == layout.GridSeed && all != h {
		return all
	}
	if t, ok := b.(*wml.Table); ok {
		return layout.FoldMerges(h, mergesOf(originalTable(t)))
	}
	return h
}

func eachAnchor(b layout.Block, f func(string)) {
	if _, ok := b.(*layout.Grid); ok {
		return // cells have none
	}
	layout.EachPara(b, func(p *layout.Para) {
		for _, a := range p.Anchors {
			f(a)
		}
	})
}

// eachPoint calls f for every bookmark that starts or ends in a block. A bookmark belongs to a
// paragraph that touches it: text typed at its edges lies outside.
func eachPoint(b wml.Block, f func(string)) {
	for p := range wml.Paragraphs(b) {
		for i := range p.Points {
			if pt := &p.Points[i]; pt.Kind == wml.BookmarkStart && strings.HasPrefix(pt.Name, "n_") {
				f(layout.PlainBookmark(pt.Name))
			}
		}
	}
}

func (s *story) Len() (int, int) { return len(s.items), len(s.got) }

func (s *story) Equal(i, j int) bool {
	it, g := &s.items[i], &s.got[j]
	if (it.para == nil) != (g.para == nil) || g.gone && it.came {
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

// KeyA returns the content of an item. A proposal reads like the text it is about, so it anchors nothing.
func (s *story) KeyA(i int) uint64 {
	if p := s.items[i].para; p != nil && p.Part == layout.PartRevision {
		return 0
	}
	return s.items[i].key
}

func (s *story) KeyB(j int) uint64 {
	if g := &s.got[j]; g.key != 0 {
		return g.key
	}
	return s.got[j].all
}

// Anchored returns the item that the first of the element's known bookmarks is of, -1 for none. A table is only anchored when
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
