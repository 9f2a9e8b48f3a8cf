package reviewsync

import (
	"slices"

	"github.com/nomadocx/nomadocx/internal/office/wml"
	"github.com/nomadocx/nomadocx/layout"
)

// One paragraph, two writers. When author and reviewer changed different words of a paragraph, or
// different fields of a line, both belong in. The text that was sent is not at hand, but its hash is: the
// places where source and file differ are each the work of one of them, so the sent text has there
// what the other one kept. The one division of the places that gives the hash tells who did what.

// maxPlaces bounds the divisions that are tried: two to this power. A hash has 24 bits, so a division
// that fits by accident is one in a hundred thousand.
const maxPlaces = 7

// maxMerge bounds the table of the comparison, in words of one side times words of the other.
const maxMerge = 1 << 20

// place is a stretch where source and file differ: runs of words on both sides.
type place struct{ now, got [2]int }

// merge returns the paragraph with the edits of both, ok false when they cannot be distinguished.
func (b *base) merge(p *layout.Para, r *wml.Paragraph) (runs []wml.Run, ok bool) {
	sent, known := b.hashOf(p)
	if !known {
		return nil, false
	}
	now, got := wordsOf(p.Runs()), wordsOf(r.Runs)
	if len(now)*len(got) > maxMerge {
		return nil, false
	}
	places := differences(now, got)
	n := len(places)
	if n < 2 || n > maxPlaces {
		return nil, false
	}
	found := 0
	// A set bit says that the author changed the place, so that the file has what was sent.
	for mask := 1; mask < 1<<n-1; mask++ {
		if layout.ContentHash(layout.Fingerprint(compose(now, got, places, mask), wml.Original)) != sent {
			continue
		}
		if found++; found > 1 {
			return nil, false
		}
		// Everyone's own: the file's words where the reviewer was, the source's where the author was.
		runs = compose(now, got, places, (1<<n-1)&^mask)
	}
	return runs, found == 1
}

// compose returns the source with the words of the file in the places of a mask.
func compose(now, got []word, places []place, mask int) []wml.Run {
	var out []wml.Run
	add := func(words []word) {
		for _, w := range words {
			out = append(out, w.runs...)
		}
	}
	at := 0
	for i, pl := range places {
		add(now[at:pl.now[0]])
		if mask&(1<<i) != 0 {
			add(got[pl.got[0]:pl.got[1]])
		} else {
			add(now[pl.now[0]:pl.now[1]])
		}
		at = pl.now[1]
	}
	add(now[at:])
	return out
}

// word is a word with its formatting, white space, or an object.
type word struct {
	key  uint64
	runs []wml.Run
}

func wordsOf(runs []wml.Run) []word {
	var out []word
	open := false // the last word goes on
	for _, a := range atoms(runs) {
		if !wml.Original.Shows(&a) {
			continue
		}
		a.Ins, a.Del = nil, nil
		letter := a.Kind == wml.Text && !blank(a)
		if open && letter {
			w := &out[len(out)-1]
			w.runs = append(w.runs, a)
		} else {
			out = append(out, word{runs: []wml.Run{a}})
		}
		open = letter
	}
	for i := range out {
		w := &out[i]
		if w.key = layout.Fingerprint(w.runs, wml.Original); w.key == 0 {
			for _, c := range w.runs[0].Text { // white space has no fingerprint of its own
				w.key = uint64(c)
			}
		}
	}
	return out
}

// differences returns the stretches between the longest common words of two texts.
func differences(a, b []word) []place {
	lo := 0
	for lo < len(a) && lo < len(b) && a[lo].key == b[lo].key {
		lo++
	}
	ea, eb := len(a), len(b)
	for ea > lo && eb > lo && a[ea-1].key == b[eb-1].key {
		ea, eb = ea-1, eb-1
	}
	cols := eb - lo + 1
	best := make([]int32, (ea-lo+1)*cols)
	at := func(i, j int) *int32 { return &best[(i-lo)*cols+j-lo] }
	for i := ea - 1; i >= lo; i-- {
		for j := eb - 1; j >= lo; j-- {
			if a[i].key == b[j].key {
				*at(i, j) = *at(i+1, j+1) + weight(a[i])
			} else {
				*at(i, j) = max(*at(i+1, j), *at(i, j+1))
			}
		}
	}
	var out []place
	for i, j := lo, lo; i < ea || j < eb; {
		start := place{now: [2]int{i, i}, got: [2]int{j, j}}
		for i < ea && j < eb && a[i].key == b[j].key {
			i, j = i+1, j+1
		}
		start.now[0], start.got[0] = i, j
		for (i < ea || j < eb) && !(i < ea && j < eb && a[i].key == b[j].key) {
			if j >= eb || i < ea && *at(i+1, j) >= *at(i, j+1) {
				i++
			} else {
				j++
			}
		}
		start.now[1], start.got[1] = i, j
		if start.now[0] < i || start.got[0] < j {
			out = append(out, start)
		}
	}
	return joined(a, b, out)
}

// weight: white space is alike everywhere, so it says least.
func weight(w word) int32 {
	if blank(w.runs[0]) {
		return 1
	}
	return 1000
}

// joined makes one place of two that only white space parts: a rewritten phrase is one edit.
func joined(a, b []word, places []place) []place {
	var out []place
	for _, p := range places {
		if n := len(out); n > 0 && spaceOnly(a[out[n-1].now[1]:p.now[0]]) && spaceOnly(b[out[n-1].got[1]:p.got[0]]) {
			out[n-1].now[1], out[n-1].got[1] = p.now[1], p.got[1]
			continue
		}
		out = append(out, p)
	}
	return out
}

func spaceOnly(words []word) bool {
	return !slices.ContainsFunc(words, func(w word) bool { return !blank(w.runs[0]) })
}
