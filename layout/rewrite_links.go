package layout

import (
	"slices"
	"strings"
)

// keepLinkTexts makes the words of links that Word cannot follow, in the marks and in what is there now, those links; some tells whether
// there are any. A link stays one whatever became of its label, and its address may be another one.
func (w *rewriter) keepLinkTexts() (some bool) {
	if some = slices.ContainsFunc(w.marks, func(m mark) bool { return m.shown > 0 }); some {
		w.marks, w.now = slices.Clone(w.marks), slices.Clone(w.now)
		w.keepLinks(w.places(w.diff()))
	}
	linked, others := w.names.withLinkTexts(w.now)
	w.now = linked
	return some || others
}

// places returns where the marks that did not change are now, and -1 for the others.
func (w *rewriter) places(hunks []hunk) []int {
	out := make([]int, len(w.marks))
	i, at := 0, 0
	for _, h := range append(hunks, hunk{len(w.marks), len(w.marks), len(w.now), len(w.now)}) {
		for ; i < h.i; i, at = i+1, at+1 {
			out[i] = at
		}
		for ; i < h.j; i++ {
			out[i] = -1
		}
		at = h.b
	}
	return out
}

// contentOf returns what marks show.
func contentOf(marks []mark) []Glyph {
	out := make([]Glyph, len(marks))
	for i := range marks {
		out[i] = marks[i].Glyph
	}
	return out
}

// keepLinks marks the links whose words are still there.
func (w *rewriter) keepLinks(place []int) {
	before := 0 // the place behind what stands before a link
	for i := 0; i < len(w.marks); {
		j, behind := i, -1
		for ; j < len(w.marks) && w.marks[j].shown == w.marks[i].shown; j++ {
			if m := &w.marks[j]; behind < 0 && m.whole && m.end == m.shown {
				behind = j
			}
		}
		if w.marks[i].shown > 0 && behind > i && j-behind > len(" ()") {
			w.keepLink(i, behind, j, place, before)
		}
		for ; i < j; i++ {
			if place[i] >= 0 {
				before = place[i] + 1
			}
		}
	}
}

// keepLink marks one link, marks [i,j) with its address from the mark behind on.
func (w *rewriter) keepLink(i, behind, j int, place []int, before int) {
	open := behind // the parenthesis before the address
	if isBlank(w.marks[open].Rune) {
		open++
	}
	first := max(i, open-2)
	end, address := addressAt(contentOf(w.marks[first:j]), open-first)
	if end == 0 {
		return
	}
	link := linkText + address
	for k := i; k < j; k++ {
		w.marks[k].link = link
		if !isBlank(w.marks[k].Rune) {
			w.marks[k].Link = link
		}
	}
	at := place[open] - 1 // the parentheses tell where the address is
	if at < 0 || place[j-1] < 0 {
		return
	}
	end, address = addressAt(w.now, at+1)
	if end != place[j-1]+1 || !loose(w.now[at+1]) || linkTo(w.names, address) != nil {
		return
	}
	start := place[i]
	if start < 0 && (i == 0 || place[i-1] >= 0) {
		start = before // its first words are others
	}
	for k := i; start < 0 && k < behind; k++ {
		start = place[k]
	}
	if start < 0 { // all of it is, and so are the words before it
		for words, k := len(strings.Fields(PlainText(contentOf(w.marks[i:behind])))), at; words > 0 && k >= before; k-- {
			if start = k; k == before || isBlank(w.now[k-1].Rune) {
				words--
			}
		}
	}
	for start < at && isBlank(w.now[start].Rune) {
		start++
	}
	for k := start; k < at; k++ {
		if !loose(w.now[k]) {
			return
		}
	}
	if start < at {
		setLink(w.now[start:end], linkText+address)
	}
}
