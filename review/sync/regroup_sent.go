package reviewsync

import (
	"slices"
	"strings"

	"github.com/nomadocx/nomadocx/internal/office/wml"
	"github.com/nomadocx/nomadocx/layout"
	"github.com/nomadocx/nomadocx/noma"
)

// Paragraphs that a reviewer split or joined, and nothing else: parts that together have the hash of a paragraph that
// was sent are that paragraph, and one that falls into two that were sent is these two. That needs no likeness, and it
// holds when the author has gone on: the words that were sent are not known then, but their hashes are. The split or
// the join is made in the author's words.

// maxParts bounds the parts of one paragraph that are tried.
const maxParts = 4

// regroupSent finds them. What the source has already is left alone.
func (s *session) regroupSent(st *story) {
	if s.base.unknown || s.base.foreign {
		return
	}
	s.sentHashes(st)
	for j := 0; j < len(st.got); j++ {
		s.plan.Look.Now()
		if !st.rewritten(j) || !s.base.moved && st.match[j] >= 0 && st.Equal(st.match[j], j) {
			continue
		}
		if last, hash := s.partsOfSent(st, j); last > j {
			s.splitSent(st, j, last, hash)
			j = last
		} else if i := st.match[j]; i >= 0 && !st.Equal(i, j) && !s.splitMerged(st, i, j) {
			s.joinSent(st, i, j)
		}
	}
}

// sentHashes notes the hashes of the paragraphs that were sent.
func (s *session) sentHashes(st *story) {
	s.wasSent = map[uint64]bool{}
	if s.base.moved {
		for h := range s.base.was {
			s.wasSent[uint64(h)] = true
		}
		return
	}
	for i := range st.items {
		if p := st.items[i].para; p != nil && st.items[i].key != 0 && (st.back[i] < 0 || !st.Equal(i, st.back[i])) {
			s.wasSent[s.sentHash(p)] = true
		}
	}
}

// sentHash is the hash of a paragraph as it was sent, 0 for one that is not known to have been.
func (s *session) sentHash(p *layout.Para) uint64 {
	if s.base.moved {
		return uint64(s.base.sentAs[p])
	}
	return p.Fingerprint()
}

// comparable is a fingerprint as sentHash has it. The short hashes of a manifest are only for when there is nothing else:
// among thousands of paragraphs two have the same one by chance.
func (s *session) comparable(fingerprint uint64) uint64 {
	if s.base.moved {
		return uint64(layout.ContentHash(fingerprint))
	}
	return fingerprint
}

// rewritten reports whether a returned paragraph reads as none that the source has in its place.
func (st *story) rewritten(j int) bool {
	g := &st.got[j]
	return g.para != nil && g.key != 0 && !g.para.Revised() && st.match[j] != handled && (st.match[j] < 0 || st.items[st.match[j]].para != nil)
}

// partsOfSent is the last of the returned paragraphs from j on that were one when they were sent, and its hash; j when
// there is no such.
func (s *session) partsOfSent(st *story, j int) (last int, hash uint64) {
	if key := st.got[j].key; s.wasSent[s.comparable(key)] && s.base.more.of(layout.ContentHash(key)) == 0 {
		return j, 0
	}
	close, apart := slices.Clone(st.got[j].para.Runs), slices.Clone(st.got[j].para.Runs)
	for k := j + 1; k < len(st.got) && k < j+maxParts && st.rewritten(k); k++ {
		close = append(close, st.got[k].para.Runs...)
		apart = append(append(apart, wml.Run{Text: " "}), st.got[k].para.Runs...)
		for _, runs := range [][]wml.Run{close, apart} {
			if h := s.comparable(layout.Fingerprint(runs, wml.Original)); s.wasSent[h] {
				return k, h
			}
		}
	}
	return j, 0
}

// splitSent splits the paragraph of the source that was sent as one and came back in parts.
func (s *session) splitSent(st *story, j, last int, hash uint64) {
	var made []int // the items that the parts are, or are taken for
	at := -1
	for k := j; k <= last; k++ {
		if i := st.match[k]; i >= 0 {
			made = append(made, i)
		}
	}
	for i := range st.items {
		if p := st.items[i].para; p != nil && s.sentHash(p) == hash && (slices.Contains(made, i) || st.back[i] < 0) {
			at = i
			break
		}
	}
	parts := len(made) == last-j+1 && !slices.ContainsFunc(made, func(i int) bool { return i != at && s.sentHash(st.items[i].para) != 0 })
	if at < 0 || parts { // the source has it in parts, or no more
		for k := j; k <= last; k++ {
			st.settle(st.match[k], k)
		}
		return
	}
	s.splitAt(st, at, j, last, st.items[at].para.Runs())
}

// splitAt splits a paragraph of the source, which is to read as runs, where the returned ones part.
func (s *session) splitAt(st *story, at, j, last int, runs []wml.Run) {
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
	var reads []string
	for _, gl := range parts {
		reads = append(reads, layout.PlainText(gl))
	}
	by := ruling{merged: strings.Join(reads, "¶")}
	switch split := ok && s.inParts(p, rets, parts, j, by); {
	case split:
	case slices.Equal(was, now): // the author changed nothing
		s.refuse(sayLineSplit, p.Node, shown(p), textsOf(rets)).by(by).at(rets[0])
		for _, r := range rets[1:] {
			s.planned.Set(r, p)
		}
	default:
		s.conflict(p.Node, shown(p), textsOf(rets)).from(s.base, p).by(by).at(rets[0])
	}
	for k := j; k <= last; k++ {
		if i := st.match[k]; i >= 0 && i != at {
			st.back[i] = -1
		}
		st.settle(at, k)
	}
}

// splitMerged splits a paragraph in which both changed words, and the reviewer put ends too, and reports whether it is one.
func (s *session) splitMerged(st *story, i, j int) bool {
	p := st.items[i].para
	if !s.base.moved || s.base.changed(p, st.got[j].key) != both {
		return false
	}
	if _, whole := s.base.merge(p, st.got[j].para); whole {
		return false // what stands beside it is no part of it
	}
	free := func(k int) bool { return k >= 0 && k < len(st.got) && st.match[k] < 0 && st.rewritten(k) }
	for first := j; first == j || first > j-maxParts && free(first); first-- {
		for last := j; last == j || last < first+maxParts && free(last); last++ {
			if first == last {
				continue
			}
			var whole []wml.Run
			for k := first; k <= last; k++ {
				whole = append(whole, st.got[k].para.Runs...)
			}
			if merged, ok := s.base.merge(p, &wml.Paragraph{Runs: whole}); ok {
				s.splitAt(st, i, first, last, merged)
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

func textsOf(rets []*wml.Paragraph) string {
	var out []string
	for _, r := range rets {
		out = append(out, text(r.Runs))
	}
	return strings.Join(out, "¶")
}

// inParts makes several paragraphs, or items, of one.
func (s *session) inParts(p *layout.Para, rets []*wml.Paragraph, parts [][]layout.Glyph, seq int, by ruling) bool {
	if splittable(p) {
		return s.passage([]*layout.Para{p}, rets, parts, seq, by)
	}
	if _, item := p.Node.(*noma.ListItem); !item || p.Part != layout.PartText {
		return false
	}
	var markups []string
	for _, gl := range parts {
		m := s.names.Markup(gl, false)
		if strings.ContainsAny(m, "\r\n") || !s.names.Spells(m, gl) {
			return false
		}
		markups = append(markups, m)
	}
	most := 0 // the part that is most of it stays the item that it was
	for k := range parts {
		if len(parts[k]) > len(parts[most]) {
			most = k
		}
	}
	s.checkBox(p, rets[most].Original())
	s.prose(p, rets[most].WithRuns(layout.RunsOf(parts[most])), by)
	for k := range rets {
		if k != most && !s.insertItem(p.Node, rets[k], markups[k], k > most, by) {
			return false
		}
	}
	return true
}

// joinSent joins the paragraphs of the source that were sent apart and came back as one.
func (s *session) joinSent(st *story, i, j int) {
	p, r := st.items[i].para, st.got[j].para
	if !splittable(p) || s.wasSent[s.comparable(st.got[j].key)] {
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
		before := s.comparable(fingerprint)
		if !s.wasSent[before] {
			continue
		}
		after := s.comparable(layout.Fingerprint(layout.RunsOf(gl[at:]), wml.Original))
		if !s.wasSent[after] {
			continue
		}
		s.notSent(st, i, before, after, gl)
		if first, second := gl[:at], gl[at:]; s.base.moved && shareOf(p, first, second) >= nearlyAll && min(shareOf(p, first), shareOf(p, second)) >= half {
			st.settle(i, j) // the source has them as one
			return
		}
		if k := s.otherHalf(st, i, before, after, gl[:at], gl[at:]); k >= 0 {
			a, b := st.items[min(i, k)].para, st.items[max(i, k)].para
			joined := layout.Glyphs(a.Runs(), wml.Original)
			if isSpace(gl[at-1].Rune) || isSpace(gl[at].Rune) {
				joined = append(joined, layout.Glyph{Rune: ' '})
			}
			joined = append(joined, layout.Glyphs(b.Runs(), wml.Original)...)
			if !s.passage([]*layout.Para{a, b}, []*wml.Paragraph{r}, [][]layout.Glyph{joined}, j, ruling{}) {
				s.conflict(p.Node, shown(a)+"¶"+shown(b), text(r.Runs)).from(s.base, p).at(r)
			}
			st.settle(k, j)
			st.settle(i, j)
			st.passage(j, min(i, k), max(i, k))
			return
		}
		other, words := before, gl[:at]
		if s.sentHash(p) == before {
			other, words = after, gl[at:]
		}
		stays := slices.ContainsFunc(st.items, func(x item) bool { return x.para != nil && s.sentHash(x.para) == other })
		has := strings.Contains(bare(shown(p)), bare(layout.PlainText(words)))
		if !stays && has && s.sentHash(p) != s.comparable(p.Fingerprint()) {
			st.settle(i, j) // the source has them as one
		}
		return
	}
}

// notSent corrects what stands beside a paragraph that came back with another one joined to it: what has none of its words was
// not sent as a part of it, whatever its place says.
func (s *session) notSent(st *story, i int, before, after uint64, joined []layout.Glyph) {
	for _, k := range []int{i - 2, i - 1, i + 1, i + 2} {
		if k < 0 || k >= len(st.items) || !s.base.moved {
			continue
		}
		p := st.items[k].para
		if p != nil && (s.sentHash(p) == before || s.sentHash(p) == after) && shareOf(p, joined) == 0 {
			delete(s.base.sentAs, p)
			delete(s.base.place, p)
		}
	}
}

// otherHalf returns the neighbour of an item that came back joined to it, -1 for none: of two of whose words the parts of
// the returned paragraph are, else of two that were sent as these parts, as far as hashes say where they are now.
func (s *session) otherHalf(st *story, i int, before, after uint64, first, second []layout.Glyph) int {
	found := -1
	for _, k := range []int{i - 1, i + 1} {
		if k < 0 || k >= len(st.items) || st.back[k] >= 0 || !sameFlow(st.items[i].para, st.items[k].para) {
			continue
		}
		a, b := st.items[min(i, k)].para, st.items[max(i, k)].para
		share := min(shareOf(a, first), shareOf(b, second))
		if s.base.moved && share >= half {
			return k
		}
		if s.sentHash(a) == before && s.sentHash(b) == after && share > 0 && found < 0 {
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
