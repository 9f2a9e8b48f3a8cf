package reviewsync

import (
	"maps"
	"slices"
	"strings"

	"github.com/nomadocx/nomadocx/internal/match"
	"github.com/nomadocx/nomadocx/internal/office/wml"
	"github.com/nomadocx/nomadocx/layout"
)

// Paragraphs that a reviewer split or joined, and nothing else: parts that together have the hash of a paragraph that
// was sent are that paragraph, and one that falls into two that were sent is these two. That needs no likeness, and it
// holds when the author has gone on: the words that were sent are not known then, but their hashes are. The split or
// the join is made in the author's words.

// maxParts bounds the parts of one paragraph that are tried.
const maxParts = 4

// regroupSent finds them. What the source has already is left alone.
func (st *regrouper) regroupSent() {
	if st.base.unknown || st.base.foreign {
		return
	}
	st.sentHashes()
	for j := 0; j < len(st.got); j++ {
		st.look.Now()
		if !st.rewritten(j) || !st.base.moved && st.match[j] >= 0 && st.Equal(st.match[j], j) {
			continue
		}
		if last, hash := st.partsOfSent(j); last > j {
			st.splitSent(j, last, hash)
			j = last
		} else if i := st.match[j]; i >= 0 && !st.Equal(i, j) && !st.splitMerged(i, j) {
			st.joinSent(i, j)
		}
	}
}

// partOf reports whether a returned paragraph can be the end of one that begins with another: it is a heading, an item or a quote only when
// that is one.
func partOf(first, p *wml.Paragraph) bool {
	quote := func(p *wml.Paragraph) bool { return p.Style == layout.StyleQuote }
	return (!isHeading(p.Style) || isHeading(first.Style)) && (p.List == wml.NoList) == (first.List == wml.NoList) && quote(p) == quote(first)
}

// sentHashes notes the hashes of the paragraphs that were sent.
func (st *regrouper) sentHashes() {
	st.wasSent = map[uint64]bool{}
	if st.base.moved {
		for h := range st.base.was {
			st.wasSent[uint64(h)] = true
		}
		return
	}
	for i := range st.items {
		if p := st.items[i].para; p != nil && st.items[i].key != 0 && (st.back[i] < 0 || !st.Equal(i, st.back[i])) {
			st.wasSent[st.base.sentHash(p)] = true
		}
	}
}

// rewritten reports whether a returned paragraph reads as none that the source has in its place.
func (st *story) rewritten(j int) bool {
	g := &st.got[j]
	return g.para != nil && g.key != 0 && !g.para.Revised() && st.match[j] != handled && (st.match[j] < 0 || st.items[st.match[j]].para != nil)
}

// partsOfSent returns the last of the returned paragraphs from j on that were one when they were sent, and its hash; j when
// there is no such.
func (st *regrouper) partsOfSent(j int) (last int, hash uint64) {
	if key := st.got[j].key; st.wasSent[st.base.comparable(key)] && st.base.more.of(layout.ContentHash(key)) == 0 {
		return j, 0
	}
	close, apart := slices.Clone(st.got[j].para.Runs), slices.Clone(st.got[j].para.Runs)
	for k := j + 1; k < len(st.got) && k < j+maxParts && st.rewritten(k) && partOf(st.got[j].para, st.got[k].para); k++ {
		close = append(close, st.got[k].para.Runs...)
		apart = append(append(apart, wml.Run{Text: " "}), st.got[k].para.Runs...)
		for _, runs := range [][]wml.Run{close, apart} {
			if h := st.base.comparable(layout.Fingerprint(runs, wml.Original)); st.wasSent[h] {
				return k, h
			}
		}
	}
	return j, 0
}

// splitSent splits the paragraph of the source that was sent as one and came back in parts.
func (st *regrouper) splitSent(j, last int, hash uint64) {
	var made []int // the items that the parts are, or are taken for
	at, elsewhere := -1, false
	for k := j; k <= last; k++ {
		if i := st.match[k]; i >= 0 {
			made = append(made, i)
		}
	}
	for i := range st.items {
		p := st.items[i].para
		if p == nil || st.base.sentHash(p) != hash {
			continue
		}
		if slices.Contains(made, i) || st.back[i] < 0 {
			at = i
			break
		}
		elsewhere = true
	}
	if at >= 0 && st.base.untouched(st.items[at].para) && (st.items[at].para.Part == layout.PartHeading || st.becameHeading(at, j)) {
		return // one that was edited, and what was typed beside it
	}
	parts := len(made) == last-j+1 && !slices.ContainsFunc(made, func(i int) bool { return i != at && st.base.sentHash(st.items[i].para) != 0 })
	if at < 0 && elsewhere && !parts {
		return // what it became stands elsewhere: these were typed
	}
	if at < 0 || parts { // the source has it in parts, or no more
		for k := j; k <= last; k++ {
			st.settle(st.match[k], k)
		}
		return
	}
	st.splitAt(at, j, last, st.items[at].para.Runs())
}

// becameHeading reports whether a returned paragraph is a heading, and the paragraph of the source that it is the beginning of is none.
func (st *story) becameHeading(i, j int) bool {
	return st.items[i].para.Part == layout.PartText && isHeading(st.got[j].para.Style)
}

// splitAt splits a paragraph of the source, which is to read as runs, where the returned ones part.
func (st *regrouper) splitAt(at, j, last int, runs []wml.Run) {
	p := st.items[at].para
	var rets []*wml.Paragraph
	var whole []wml.Run
	var cuts []int
	for k := j; k <= last; k++ {
		if k > j {
			cuts = append(cuts, len(layout.AllGlyphs(whole, wml.Original))-leading(whole))
		}
		rets, whole = append(rets, st.got[k].para), append(whole, st.got[k].para.Runs...)
	}
	was, now := layout.Glyphs(whole, wml.Original), layout.Glyphs(runs, wml.Original)
	var parts [][]layout.Glyph
	from, ok := 0, true
	for _, cut := range append(cuts, len(was)) {
		to, found := len(now), true
		if cut < len(was) {
			to, found = placeIn(was, now, cut)
		}
		if ok = ok && found && to > from; !ok {
			break
		}
		parts, from = append(parts, layout.Glyphs(layout.RunsOf(now[from:to]), wml.Original)), to
	}
	g := &grouped{Event: match.Grouped(match.One(at), match.Range{From: j, To: last + 1}), para: p, rets: rets, whole: slices.Equal(was, now), seq: j}
	var reads []string
	for _, gl := range parts {
		reads = append(reads, layout.PlainText(gl))
	}
	g.by = ruling{merged: strings.Join(reads, "¶")}
	if ok {
		g.parts = parts
	}
	if ok && splittable(p) {
		g.as = st.rewrite([]*layout.Para{p}, rets, parts)
		g.parts = nil
	}
	st.grouped = append(st.grouped, g)
	for k := j; k <= last; k++ {
		if i := st.match[k]; i >= 0 && i != at {
			st.back[i] = -1
		}
		st.settle(at, k)
	}
}

// splitMerged splits a paragraph in which both changed words, and the reviewer put ends too, and reports whether it is one.
func (st *regrouper) splitMerged(i, j int) bool {
	p := st.items[i].para
	if !st.base.moved || st.base.changed(p, st.got[j].key) != both {
		return false
	}
	if _, whole := st.base.merge(p, st.got[j].para); whole {
		return false // what stands beside it is no part of it
	}
	free := func(k int) bool { return k >= 0 && k < len(st.got) && st.match[k] < 0 && st.rewritten(k) }
	for first := j; first == j || first > j-maxParts && free(first); first-- {
		for last := j; last == j || last < first+maxParts && free(last); last++ {
			if first == last || !partOf(st.got[first].para, st.got[last].para) {
				continue
			}
			var whole []wml.Run
			for k := first; k <= last; k++ {
				whole = append(whole, st.got[k].para.Runs...)
			}
			if merged, ok := st.base.merge(p, &wml.Paragraph{Runs: whole}); ok {
				st.splitAt(i, first, last, merged)
				return true
			}
		}
	}
	return false
}

// settle takes a returned paragraph and what it is for dealt with.
func (st *story) settle(i, j int) {
	st.match[j] = handled
	if i >= 0 {
		st.back[i] = 0
		st.passage(j, i, i)
	}
}

// passage notes which items a returned element that was dealt with stands for.
func (st *story) passage(j, first, last int) {
	if st.passages == nil {
		st.passages = map[int][2]int{}
	}
	st.passages[j] = [2]int{first, last}
}

// joinSent joins the paragraphs of the source that were sent apart and came back as one.
func (st *regrouper) joinSent(i, j int) {
	p, r := st.items[i].para, st.got[j].para
	changed := func(x wml.Run) bool { return x.Changed && wml.Original.Shows(&x) } // an equation: no hash says which
	if !splittable(p) || st.wasSent[st.base.comparable(st.got[j].key)] || slices.ContainsFunc(r.Runs, changed) {
		return
	}
	gl := layout.Glyphs(r.Runs, wml.Original)
	for at, fingerprint := range layout.Prefixes(gl) {
		if at == 0 || at == len(gl) {
			continue
		}
		if gl[at-1].Object == "" && !isSpace(gl[at-1].Rune) && wordAt(gl, at) {
			continue
		}
		before := st.base.comparable(fingerprint)
		if !st.wasSent[before] {
			continue
		}
		after := st.base.comparable(layout.Fingerprint(layout.RunsOf(gl[at:]), wml.Original))
		if !st.wasSent[after] {
			continue
		}
		st.apart(i, before, after, gl)
		other, words := before, gl[:at]
		if st.base.sentHash(p) == before {
			other, words = after, gl[at:]
		}
		stays := func() bool { // the other part is still a paragraph of the source, or a cell
			return st.base.moved && st.base.more.now[uint32(other)] > 0 || slices.ContainsFunc(st.items, func(x item) bool { return x.para != nil && st.base.sentHash(x.para) == other })
		}
		first, second := gl[:at], gl[at:]
		if st.base.moved && !st.base.untouched(p) && shareOf(p, first, second) >= nearlyAll && min(shareOf(p, first), shareOf(p, second)) >= half && !stays() {
			st.settle(i, j) // the source has them as one
			return
		}
		if k := st.otherHalf(i, before, after, first, second); k >= 0 {
			a, b := st.items[min(i, k)].para, st.items[max(i, k)].para
			joined := layout.Glyphs(a.Runs(), wml.Original)
			joined = append(append(joined, spaceAround(gl, at)...), layout.Glyphs(b.Runs(), wml.Original)...)
			st.grouped = append(st.grouped, &grouped{Event: match.Grouped(match.Range{From: min(i, k), To: max(i, k) + 1}, match.One(j)), para: p,
				as: st.rewrite([]*layout.Para{a, b}, []*wml.Paragraph{r}, [][]layout.Glyph{joined}), seq: j})
			st.settle(k, j)
			st.settle(i, j)
			st.passage(j, min(i, k), max(i, k))
			return
		}
		has := strings.Contains(bare(shown(p)), bare(layout.PlainText(words)))
		if has && !stays() && st.base.sentHash(p) != st.base.comparable(p.Fingerprint()) {
			st.settle(i, j) // the source has them as one
		}
		return
	}
}

// spaceAround returns the white space around a place in a text: a line break may be among it.
func spaceAround(gl []layout.Glyph, at int) []layout.Glyph {
	from, to := at, at
	for from > 0 && gl[from-1].Object == "" && isSpace(gl[from-1].Rune) {
		from--
	}
	for to < len(gl) && gl[to].Object == "" && isSpace(gl[to].Rune) {
		to++
	}
	return gl[from:to]
}

// apart corrects what is known of the neighbours of a paragraph that came back with another one joined to it: what has none of its
// words was not sent as a part of it, whatever its place says.
func (st *regrouper) apart(i int, before, after uint64, joined []layout.Glyph) {
	for _, k := range []int{i - 2, i - 1, i + 1, i + 2} {
		if k < 0 || k >= len(st.items) || !st.base.moved {
			continue
		}
		p := st.items[k].para
		if p != nil && (st.base.sentHash(p) == before || st.base.sentHash(p) == after) && shareOf(p, joined) == 0 {
			st.base = st.base.without(p)
		}
	}
}

// otherHalf returns the neighbour of an item that came back joined to it, -1 for none: of two of whose words the parts of
// the returned paragraph are, else of two that were sent as these parts, as far as hashes say where they are now.
func (st *regrouper) otherHalf(i int, before, after uint64, first, second []layout.Glyph) int {
	found := -1
	for _, k := range []int{i - 1, i + 1} {
		if k < 0 || k >= len(st.items) || st.back[k] >= 0 || !sameFlow(st.items[i].para, st.items[k].para) {
			continue
		}
		a, b := st.items[min(i, k)].para, st.items[max(i, k)].para
		share := min(shareOf(a, first), shareOf(b, second))
		if st.base.moved && share >= half {
			return k
		}
		if st.base.sentHash(a) == before && st.base.sentHash(b) == after && share > 0 && found < 0 {
			found = k
		}
	}
	return found
}

// How much of 1000.
const (
	half      = 500
	nearlyAll = 750
)

// shareOf returns how many of the words of texts a paragraph has, of 1000.
func shareOf(p *layout.Para, texts ...[]layout.Glyph) int {
	has, words := map[string]int{}, map[string]int{}
	countWords(has, p.Runs())
	for _, gl := range texts {
		countWords(words, layout.RunsOf(gl))
	}
	common, total := 0, 0
	for w, n := range words {
		common, total = common+min(n, has[w]), total+n
	}
	return 1000 * common / max(total, 1)
}

// wordAt reports whether a place is inside a word: paragraphs end with one, unless a sentence ends there.
func wordAt(gl []layout.Glyph, at int) bool {
	return gl[at].Object == "" && !isSpace(gl[at].Rune) && !strings.ContainsRune(".!?:;,)", gl[at-1].Rune)
}

// sentHash returns the hash of a paragraph as it was sent, 0 for one that is not known to have been.
func (b *base) sentHash(p *layout.Para) uint64 {
	if b.moved {
		hash, _ := b.hashOf(p)
		return uint64(hash)
	}
	return p.Fingerprint()
}

// hashOf returns the short hash of a paragraph as it was sent, 0 and false when it was not.
func (b *base) hashOf(p *layout.Para) (hash uint32, ok bool) {
	if b.apart[p] {
		return 0, false
	}
	hash, ok = b.sentAs[p]
	return hash, ok
}

// placeOf returns the entry of a paragraph among those that were sent, and false when it was not.
func (b *base) placeOf(p *layout.Para) (at int, ok bool) {
	at, ok = b.place[p]
	return at, ok && !b.apart[p]
}

// without returns the base as it is when a paragraph was not sent after all.
func (b *base) without(p *layout.Para) *base {
	out := *b
	out.apart = maps.Clone(b.apart)
	if out.apart == nil {
		out.apart = map[*layout.Para]bool{}
	}
	out.apart[p] = true
	return &out
}

// comparable returns a fingerprint as sentHash has it. The short hashes of a manifest are only for when there is nothing else:
// among thousands of paragraphs two have the same one by chance.
func (b *base) comparable(fingerprint uint64) uint64 {
	if b.moved {
		return uint64(layout.ContentHash(fingerprint))
	}
	return fingerprint
}

// untouched reports whether the author has left a paragraph as it was sent.
func (b *base) untouched(p *layout.Para) bool {
	return !b.moved || b.same || !b.unknown && b.sentHash(p) == b.comparable(p.Fingerprint())
}
