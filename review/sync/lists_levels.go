package reviewsync

import (
	"iter"
	"slices"

	"github.com/nomadocx/nomadocx/internal/office/wml"
	"github.com/nomadocx/nomadocx/layout"
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

// lastItems are the last paragraphs of a text where they are items: of the one that was sent, inside another item, and of the one that came
// back, with an indent of its own. Both are nil otherwise.
type lastItems struct {
	sent *layout.Para
	came *wml.Paragraph
}

func (in *normalized) lastItems() (last lastItems) {
	for b := range in.base.body(in.plan) {
		p, ok := b.(*layout.Para)
		if last.sent = nil; ok && p.List != wml.NoList && p.Level > 0 {
			last.sent = p
		}
	}
	for p := range in.mainText() {
		if last.came = nil; p.List != wml.NoList && p.Indent > 0 {
			last.came = p
		}
	}
	return last
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

// restoreLastLevel gives the last item its level again when the file says two things of it: with its level it is inside no item, and with
// its indent it is, as no other item of that level. A person may have raised it in a program that leaves the indent. Items that were added
// behind it are like it.
func (in *normalized) restoreLastLevel() {
	last := in.lastItems()
	var items []*wml.Paragraph
	same := -1
	for p := range in.mainText() {
		if p.List != wml.NoList {
			if items = append(items, p); last.sent != nil && charactersOf(p.Runs...) == charactersOf(last.sent.Runs()...) {
				same = len(items) - 1
			}
		}
	}
	switch {
	case same >= 0:
		last.came = items[same]
	case last.came != nil && last.sent == nil: // the author has written on
		text := charactersOf(last.came.Runs...)
		for b := range in.base.body(in.plan) {
			if p, ok := b.(*layout.Para); ok && p.List != wml.NoList && charactersOf(p.Runs()...) == text {
				last.sent = p
			}
		}
	}
	if last.sent == nil || last.came == nil || last.came.Level >= last.sent.Level {
		return
	}
	level, indent := last.came.Level, last.came.Indent
	if !slices.ContainsFunc(items, func(p *wml.Paragraph) bool { return p.Level == level && 0 < p.Indent && p.Indent < indent }) {
		return
	}
	back := habit{say: sayListLevels}
	back.level(last.sent, last.came)
	in.tell(back)
	for _, p := range items[slices.Index(items, last.came)+1:] {
		if p.Level == level && p.Indent == indent {
			p.Level = last.sent.Level
		}
	}
}
