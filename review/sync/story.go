package reviewsync

import (
	"iter"
	"slices"
	"strings"

	"github.com/nomadocx/nomadocx/internal/halt"
	"github.com/nomadocx/nomadocx/internal/match"
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
	text  string           // of a paragraph, with words
	came  bool             // something that came back has its bookmark
	files iter.Seq[uint32] // of a picture, see [story.filesOf]
	space int              // empty lines of code right before it
}

// got is one block that came back.
type got struct {
	block   wml.Block
	para    *wml.Paragraph // nil for tables
	key     uint64         // content without what is proposed
	all     uint64         // content with both sides of proposals
	anchors []string       // our bookmarks in it, without copies' suffixes
	gone    bool           // they are of blocks that the source has no more
	picture *wml.Image     // the one picture that it is nothing but; nil when it has the place of one that was sent
	strange bool           // that was not sent
	space   int            // empty lines of code right before it
	words   map[string]int
	text    string
}

// story is one text flow on both sides.
type story struct {
	look     halt.Look
	base     *base
	items    []item
	got      []got
	byAnchor map[string]int // bookmark → item
	match    []int          // per got: its item, [match.None] or [match.Handled]
	aligned  []int          // match as it was before paragraphs were split or joined
	passages map[int][2]int // per got that is handled: the first and the last of the items it stands for
	back     []int          // per item: its got, or -1
	run      []int          // per got: the move it came along with, from 1, below 0 one of the author's; 0 for what was not moved
	stays    int            // how many blocks the author moved
	moves    []*move
	loners   []match.Event // what was moved without its block
	grouped  []*grouped
	walks    [2]walk          // the last searches for a neighbour, back and forth
	parts    map[string][]int // per got: how many of those before it came there and are in no list, or have not a style, once they are counted
	styles   bool             // paragraphs of the file have styles of this program
	frames   bool             // … and frames; editors may drop either from a whole file
	// frameStyles are the styles of framed blocks and quotes alone, nil before they were asked for, see [normalized.frameStyle].
	frameStyles map[string]bool
	hollow      map[int]bool       // headings whose text is gone from the paragraph that still has their style and mark
	tail        int                // empty lines of code behind the last item,
	space       int                // and behind the last element that came back
	rules       map[noma.Node]bool // the breaks that were sent,
	ruled       []int              // and of those that came back how many elements stand before each
	data        map[uint32]bool    // the checksums of the files of sent pictures, without bitmaps of vector ones; nil before they were asked for
	root        noma.Node          // what the story is the content of; nothing outside it is judged by it
}

// matchStory says what became of the blocks of a flow, the content of root. rewrite says what the source can hold.
func matchStory(root noma.Node, sent []layout.Block, returned []wml.Block, b *base, rewrite rewriter) *story {
	st := newStory(sent, returned, b)
	st.root = root
	st.passHeadings()
	st.findMoves()
	st.typedBehind()
	st.aligned = slices.Clone(st.match)
	st.countEdited()
	st.regroup(rewrite)
	return st
}

// events returns what became of the blocks.
func (s *story) events() []match.Event {
	var found []match.Event
	for _, g := range s.grouped {
		found = append(found, g.Event)
	}
	for _, m := range s.moves {
		found = append(found, m.event(s))
	}
	return match.Events(s, s.match, s.back, found)
}

// handled marks a returned element that needs no further attention.
const handled = match.Handled

// farthest bounds how many lines of a block a search goes over.
const farthest = match.Farthest

func newStory(sent []layout.Block, returned []wml.Block, b *base) *story {
	s := &story{byAnchor: map[string]int{}, base: b, look: b.look, items: make([]item, 0, len(sent)), got: make([]got, 0, len(returned))}
	for _, b := range sent {
		it := item{block: b}
		switch b := b.(type) {
		case *layout.Para:
			it.para = b
			it.key = paraKey(b)
			if it.key == 0 && len(b.Anchors) == 0 {
				if b.Part == layout.PartCode {
					s.tail++
				}
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
		it.space, s.tail = s.tail, 0
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
					if b.Style == layout.StyleCode {
						s.space++
					}
					continue
				}
				s.emptyHeading(b, g.anchors)
			}
			g.picture = onlyPicture(b)
			g.strange = s.base.strangePicture(g.picture)
		default:
			g.key = returnedKey(b)
			g.all = g.key
		}
		g.space, s.space = s.space, 0
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
	s.match = match.Align(s)
	for j, i := range s.match {
		if i >= 0 {
			s.got[j].picture, s.got[j].strange = nil, false
		}
	}
	s.aligned = s.match
	s.run = make([]int, len(s.got))
	s.back = match.Backs(len(s.items), s.match)
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

// Begins reports whether an item is the first of its block.
func (s *story) Begins(i int) bool {
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

// paraKey returns the content of a sent paragraph; a tracked change counts with both its sides.
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

// returnedKey returns the content of a returned table without what is only put in with tracking; of a table that is put in
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
// One behind the text of a paragraph is of what stood there and is gone.
func eachPoint(b wml.Block, f func(string)) {
	for p := range wml.Paragraphs(b) {
		for i := range p.Points {
			if pt := &p.Points[i]; pt.Kind == wml.BookmarkStart && strings.HasPrefix(pt.Name, "n_") && (pt.At < len(p.Runs) || text(p.Runs) == "") {
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
	return it.key == g.key && !s.otherPicture(it, g)
}

// KeyA returns the content of an item. A proposal reads like the text it is about, so it anchors nothing.
func (s *story) KeyA(i int) uint64 {
	if p := s.items[i].para; p != nil && p.Part == layout.PartRevision {
		return 0
	}
	return s.items[i].key
}

func (s *story) KeyB(j int) uint64 {
	if s.got[j].strange {
		return 0
	}
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

// Heading reports whether an item is a heading.
func (s *story) Heading(i int) bool {
	p := s.items[i].para
	return p != nil && p.Part == layout.PartHeading
}

// Named reports whether an item has a bookmark of its own.
func (s *story) Named(i int) bool {
	p := s.items[i].para
	return p != nil && len(p.Anchors) > 0
}

// Stays reports whether a returned element shows something without what is only proposed.
func (s *story) Stays(j int) bool { return s.got[j].key != 0 }

// Together reports whether a returned paragraph and the one before it read together as a paragraph that was sent.
func (s *story) Together(i, j int) bool {
	a, b := s.got[j-1].para, s.got[j].para
	return a != nil && b != nil && bare(text(a.Runs)+text(b.Runs)) == bare(shown(s.items[i].para))
}
