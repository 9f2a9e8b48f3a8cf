package reviewsync

import (
	"hash/maphash"
	"slices"
	"unicode/utf8"

	"github.com/sergi/go-diff/diffmatchpatch"

	"github.com/nomadocx/nomadocx/internal/align"
	"github.com/nomadocx/nomadocx/internal/office/wml"
	"github.com/nomadocx/nomadocx/layout"
)

// Comments in which somebody says the same on one day: what was answered, and where they stand, distinguishes them.

// repeated reports whether somebody says the same on one day in several comments.
func repeated(sent []*sentComment) bool {
	seen := map[[3]string]bool{}
	for _, x := range sent {
		key := [3]string{x.c.Author, x.c.Date, x.text}
		if seen[key] {
			return true
		}
		seen[key] = true
	}
	return false
}

// alikeComments pairs comments that say the same.
type alikeComments struct {
	*comments
	p        *align.Pairing
	sent     []*sentComment
	returned []*gotComment
	who      func(x *sentComment, g *gotComment) bool
	index    map[*layout.Comment]int // of sent
	begun    map[*gotComment]*gotComment
}

// pair pairs first the comments that begin threads: those with an answer that no other one has, those in the same place of the text, and
// those on the same words of a paragraph; then their answers.
func (s *alikeComments) pair(byNative map[string]*gotComment) {
	s.index, s.begun = map[*layout.Comment]int{}, map[*gotComment]*gotComment{}
	for i, x := range s.sent {
		s.index[x.c] = i
	}
	for _, g := range s.returned {
		root := g
		for n := 0; n < maxThread && byNative[root.c.Parent] != nil; n++ {
			root = byNative[root.c.Parent]
		}
		s.begun[g] = root
	}
	s.byAnswers()
	s.byPlaces()
	type answer struct {
		to   *gotComment
		text string
	}
	align.Keyed(s.p, func(i int) (answer, bool) {
		x := s.sent[i]
		to, known := s.index[x.c.Root()]
		if x.c.Parent == nil || !known || s.p.To[to] < 0 {
			return answer{}, false
		}
		return answer{s.returned[s.p.To[to]], x.text}, true
	}, func(j int) (answer, bool) {
		g := s.returned[j]
		return answer{s.begun[g], g.text}, g.c.Parent != ""
	}, s.fits)
}

// maxThread bounds how deep answers are answers to answers.
const maxThread = 16

func (s *alikeComments) fits(i, j int) bool {
	s.plan.Look.Now()
	return s.who(s.sent[i], s.returned[j]) && s.sent[i].text == s.returned[j].text
}

// byAnswers pairs comments with an answer that no other one with the same words has, neither in the source nor in the file.
func (s *alikeComments) byAnswers() {
	type answered struct{ text, answer string }
	const several = -1
	note := func(to map[answered]int, key answered, n int) {
		if was, known := to[key]; known && was != n {
			n = several
		}
		to[key] = n
	}
	was, is := map[answered]int{}, map[answered]int{}
	for _, x := range s.sent {
		if n, known := s.index[x.c.Root()]; known && x.c.Parent != nil {
			note(was, answered{s.sent[n].text, x.text}, n)
		}
	}
	at := map[*gotComment]int{}
	for j, g := range s.returned {
		at[g] = j
	}
	for _, g := range s.returned {
		if root := s.begun[g]; g.c.Parent != "" && root != g {
			note(is, answered{root.text, g.text}, at[root])
		}
	}
	for _, x := range s.sent { // in order
		if x.c.Parent == nil {
			continue
		}
		i := s.index[x.c.Root()]
		key := answered{s.sent[i].text, x.text}
		if j, known := is[key]; known && j != several && was[key] == i && s.p.Free(i, j) && s.fits(i, j) {
			s.p.Pair(i, j)
		}
	}
}

// byPlaces pairs comments that stand in the same place of the text, and those on the same words of a paragraph.
func (s *alikeComments) byPlaces() {
	was, is := s.spots()
	type place struct {
		commentSpot
		text string
	}
	align.Keyed(s.p, func(i int) (place, bool) {
		at, ok := was[s.sent[i].c]
		return place{at, s.sent[i].text}, ok
	}, func(j int) (place, bool) {
		at, ok := is[s.returned[j]]
		return place{at, s.returned[j].text}, ok
	}, s.fits)

	type words struct {
		para *layout.Para
		hash uint64
		text string
	}
	seed := maphash.MakeSeed()
	var read *wml.Paragraph // thousands of comments may stand in one
	var of *layout.Para
	var text, sent []layout.Glyph
	align.Keyed(s.p, func(i int) (words, bool) {
		at, ok := was[s.sent[i].c]
		if ok && of != at.para {
			of, sent = at.para, layout.Glyphs(at.para.Runs(), wml.Original)
		}
		return words{at.para, maphash.String(seed, at.words(sent)), s.sent[i].text}, ok
	}, func(j int) (words, bool) {
		g := s.returned[j]
		at, ok := is[g]
		if ok && read != g.from {
			read, text = g.from, layout.Glyphs(g.from.Runs, wml.Original)
		}
		if at.end >= 0 {
			at.end = g.end
		}
		at.start = g.start
		return words{at.para, maphash.String(seed, at.words(text)), g.text}, ok
	}, s.fits)
}

// commentSpot is where a comment begins in the text that was sent, and where in that paragraph it ends.
type commentSpot struct {
	para       *layout.Para
	start, end int
}

// The ends of comments that end in no place of the paragraph in which they begin.
const (
	onWholeBlock = -1 // they are on a whole block, at its first paragraph
	onBehind     = -2 // they end in another paragraph
)

// words returns the words of a paragraph's text that a comment is on, none of one on a whole block.
func (c commentSpot) words(text []layout.Glyph) string {
	end := len(text)
	switch {
	case c.end >= 0:
		end = min(c.end, end)
	case c.end == onWholeBlock:
		return ""
	}
	return layout.PlainText(text[min(c.start, end):end])
}

// spots returns where the comments were that begin a thread, in the paragraphs that have comments now, and where those are now.
func (s *alikeComments) spots() (was map[*layout.Comment]commentSpot, is map[*gotComment]commentSpot) {
	was, is = map[*layout.Comment]commentSpot{}, map[*gotComment]commentSpot{}
	seen := map[*layout.Para]bool{}
	places := map[*wml.Paragraph]sentPlaces{}
	for _, g := range s.returned {
		s.plan.Look.Now()
		if g.from == nil || g.c.Parent != "" {
			continue
		}
		p := s.planned.Get(g.from)
		if p == nil {
			continue
		}
		if !seen[p] {
			seen[p] = true
			sentSpots(p, was)
		}
		if g.target != nil && s.anchors.wholeBlock(&anchored{stretch: g.stretch, target: g.target}) {
			is[g] = commentSpot{p, 0, onWholeBlock}
			continue
		}
		at, known := places[g.from]
		if !known {
			at = sentPlacesOf(charactersIn(layout.Glyphs(p.Runs(), wml.Original)), charactersIn(layout.Glyphs(g.from.Runs, wml.Original)))
			places[g.from] = at
		}
		spot := commentSpot{p, at.first(g.start), onBehind}
		switch {
		case g.to == g.from && g.end > g.start:
			spot.end = at.end(g.end)
		case g.to == g.from:
			spot.end = spot.start
		}
		is[g] = spot
	}
	return was, is
}

// sentSpots adds where the comments of a paragraph were.
func sentSpots(p *layout.Para, out map[*layout.Comment]commentSpot) {
	for _, c := range p.Comments {
		if c.Parent == nil {
			out[c] = commentSpot{p, 0, onWholeBlock}
		}
	}
	if p.Marks == nil {
		return
	}
	ends := map[*layout.Comment]int{}
	for _, m := range p.Marks.Points {
		if m.Kind == layout.CommentEnds || m.Kind == layout.CommentHere {
			ends[m.Comment] = m.At
		}
	}
	for _, m := range p.Marks.Points {
		if m.Kind != layout.CommentStarts && m.Kind != layout.CommentHere || m.Comment.Parent != nil {
			continue
		}
		spot := commentSpot{p, m.At, onBehind}
		if end, ok := ends[m.Comment]; ok {
			spot.end = end
		}
		out[m.Comment] = spot
	}
}

// sentPlaces says for each character of a returned text where it was in the text that was sent: from where to where, for what replaced
// something. It is nil for a text that has not changed.
type sentPlaces [][2]int

func (t sentPlaces) first(at int) int {
	if t == nil {
		return at
	}
	return t[min(at, len(t)-1)][0]
}

func (t sentPlaces) end(at int) int {
	if t == nil {
		return at
	}
	return t[max(0, min(at, len(t)-1)-1)][1]
}

// maxCompared bounds how much of two texts is compared character by character, in pairs of these; what differs in longer ones is one place.
const maxCompared = 1 << 20

func sentPlacesOf(was, now string) sentPlaces {
	if was == now {
		return nil
	}
	d := diffmatchpatch.New()
	head := d.DiffCommonPrefix(was, now)
	a, b := []rune(was)[head:], []rune(now)[head:]
	tail := d.DiffCommonSuffix(string(a), string(b))
	a, b = a[:len(a)-tail], b[:len(b)-tail]
	diffs := []diffmatchpatch.Diff{{Type: diffmatchpatch.DiffDelete, Text: string(a)}, {Type: diffmatchpatch.DiffInsert, Text: string(b)}}
	if len(a)*len(b) <= maxCompared {
		diffs, _ = mapped(string(a), string(b))
		diffs = d.DiffCleanupSemantic(diffs)
	}
	var out sentPlaces
	at := 0
	same := func(n int) {
		for range n {
			out = append(out, [2]int{at, at + 1})
			at++
		}
	}
	same(head)
	for n := 0; n < len(diffs); {
		if diffs[n].Type == diffmatchpatch.DiffEqual {
			same(utf8.RuneCountInString(diffs[n].Text))
			n++
			continue
		}
		gone, came := 0, 0
		for ; n < len(diffs) && diffs[n].Type != diffmatchpatch.DiffEqual; n++ {
			if k := utf8.RuneCountInString(diffs[n].Text); diffs[n].Type == diffmatchpatch.DiffDelete {
				gone += k
			} else {
				came += k
			}
		}
		out = append(out, slices.Repeat(sentPlaces{{at, at + gone}}, came)...)
		at += gone
	}
	same(tail)
	return append(out, [2]int{at, at}) // behind the last one
}
