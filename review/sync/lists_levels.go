package reviewsync

import (
	"iter"
	"slices"

	"github.com/nomadocx/nomadocx/internal/office/wml"
	"github.com/nomadocx/nomadocx/layout"
	"github.com/nomadocx/nomadocx/noma"
)

// Levels of items that a program loses: of nearly all items inside others, or of the last paragraph, as the readers of RTF do. That one
// keeps the indent of its level.

// restoreLevels gives items the levels again that nearly all have lost.
func (in *normalized) restoreLevels(pairs []flatPair) {
	items, lost := 0, []flatPair{}
	for _, x := range pairs {
		if x.para.Level == 0 || x.para.List == wml.NoList || x.came.List == wml.NoList {
			continue
		}
		if items++; x.came.Level == 0 {
			lost = append(lost, x)
		}
	}
	if len(lost) <= fewFields || !nearlyAllOf(len(lost), items) {
		return
	}
	back := habit{say: sayListLevels}
	for _, x := range lost {
		back.level(x.para, x.came)
	}
	in.tell(back)
}

// level gives an item that came back its level again and counts it.
func (h *habit) level(sent *layout.Para, came *wml.Paragraph) {
	h.add(sent.Node, levelName(sent.Level)+": "+shown(sent), levelName(came.Level))
	came.Level = sent.Level
}

// mainText yields the paragraphs of the text that are not empty.
func (in *normalized) mainText() iter.Seq[*wml.Paragraph] {
	return func(yield func(*wml.Paragraph) bool) {
		for _, st := range in.Stories {
			if st.Kind != wml.MainStory {
				continue
			}
			for p := range wml.Paragraphs(st.Blocks...) {
				if len(p.Runs) > 0 && !yield(p) {
					return
				}
			}
		}
	}
}

// mayLoseLast reports whether the text ends with an item inside another one, or the file with an item that has an indent of its own.
func (in *normalized) mayLoseLast() bool {
	sent, came := false, false
	for b := range in.base.body(in.plan) {
		p, ok := b.(*layout.Para)
		sent = ok && p.List != wml.NoList && p.Level > 0
	}
	for p := range in.mainText() {
		came = p.List != wml.NoList && p.Indent > 0
	}
	return sent || came
}

// restoreLastLevel gives the last item its level again when the file says two things of it: by its level it is inside no item, and by its
// indent it is, as an item of that level before it in its list has a smaller one. A person may have raised it in a program that leaves
// the indent. Items that were added behind it are like it.
func (in *normalized) restoreLastLevel() {
	sent, said := (*layout.Para)(nil), map[string]*layout.Para{} // the last item of the text that was sent, and all by what they say
	for b := range in.base.body(in.plan) {
		p, ok := b.(*layout.Para)
		if sent = nil; ok && p.List != wml.NoList {
			said[charactersOf(p.Runs()...)], sent = p, p
		}
	}
	var items []*wml.Paragraph
	var ahead []int // the number of other paragraphs before each item: items with the same one follow each other
	last, at, others := "", -1, 0
	for p := range in.mainText() {
		if last = ""; p.List == wml.NoList {
			others++
		} else {
			items, ahead, last = append(items, p), append(ahead, others), charactersOf(p.Runs...)
			if sent != nil && last == charactersOf(sent.Runs()...) {
				at = len(items) - 1
			}
		}
	}
	if at < 0 && last != "" { // its words were changed, or the author has written on
		if at = len(items) - 1; sent == nil {
			sent = said[last]
		} else if said[last] != nil {
			return
		}
	}
	if sent == nil || at < 0 || items[at].Level >= sent.Level {
		return
	}
	level, indent := items[at].Level, items[at].Indent
	list := func(p *layout.Para) (l noma.Node) {
		if it := itemOf(p.Node); it != nil {
			l = it.Parent
		}
		return l
	}
	if !slices.ContainsFunc(items[slices.Index(ahead, ahead[at]):at], func(p *wml.Paragraph) bool {
		x := said[charactersOf(p.Runs...)]
		other := x != nil && (x.Level != level || list(x) != list(sent))
		return !other && p.Level == level && 0 < p.Indent && p.Indent < indent
	}) {
		return
	}
	back := habit{say: sayListLevels}
	back.level(sent, items[at])
	in.tell(back)
	for _, p := range items[at+1:] {
		if p.Level == level && p.Indent == indent {
			p.Level = sent.Level
		}
	}
}
