package reviewsync

import (
	"slices"
	"strings"

	"github.com/nomadocx/nomadocx/internal/match"
	"github.com/nomadocx/nomadocx/internal/office/wml"
	"github.com/nomadocx/nomadocx/layout"
	"github.com/nomadocx/nomadocx/noma"
)

// Paragraphs that were split or joined: their words are one text, and the paragraphs are found anew.

// grouped are paragraphs that came back split or joined.
type grouped struct {
	match.Event
	para  *layout.Para     // the one that was split, or one of those that were joined
	as    *passage         // as which the source can hold them, nil for none
	rets  []*wml.Paragraph // of a paragraph that was split: what it became,
	parts [][]layout.Glyph // what the source is to read there, nil when that is not known,
	whole bool             // and whether that reads as it did
	seq   int              // the place of the first in the returned file
	by    ruling
}

// rewriter returns the passage of source that paragraphs become, nil when there is none.
type rewriter func(paras []*layout.Para, rets []*wml.Paragraph, glyphs [][]layout.Glyph) *passage

// regrouper finds what was split or joined in a story.
type regrouper struct {
	*story
	rewrite rewriter
	wasSent map[uint64]bool // the hashes of paragraphs that may have been split or joined
}

// regroup finds paragraphs that were split or joined: one side of a pair fits much better together
// with its unmatched neighbour. They are rewritten as one passage.
func (st *story) regroup(rewrite rewriter) {
	r := &regrouper{story: st, rewrite: rewrite}
	r.regroupSent()
	for j := range st.got {
		i := st.match[j]
		if i >= 0 && st.items[i].para != nil && st.items[i].para.Part == layout.PartGenerated && !st.Equal(i, j) {
			st.takeParts(i, j)
			continue
		}
		if i < 0 || st.got[j].para == nil || st.Equal(i, j) || !splittable(st.items[i].para) || !st.base.untouched(st.items[i].para) || st.got[j].para.Revised() {
			continue
		}
		r.regroupAt(i, j)
	}
}

// regroupAt rewrites the passage that an item and what came back of it are a part of, if they are.
func (st *regrouper) regroupAt(i, j int) {
	p := st.items[i].para
	free := func(k int) bool { // it was typed, or came of a paragraph that was split
		return k >= 0 && k < len(st.got) && st.match[k] == -1 && st.got[k].para != nil && !st.got[k].para.Revised() &&
			!st.base.sentBefore(st.got[k].key) && partOf(st.got[min(j, k)].para, st.got[max(j, k)].para) && !st.becameHeading(i, min(j, k)) &&
			(p.Inner == 0 || st.got[k].para.List == wml.NoList) // the paragraphs of an item are no items
	}
	var paras = []*layout.Para{p}
	rets := []*wml.Paragraph{st.got[j].para}
	best := similarity(paras, rets)
	// Split: the next returned paragraphs have no partner.
	lastJ := j
	for k := j + 1; free(k); k++ {
		if sim := similarity(paras, append(rets[:len(rets):len(rets)], st.got[k].para)); sim > best+100 {
			rets, best, lastJ = append(rets, st.got[k].para), sim, k
		} else {
			break
		}
	}
	firstJ := j
	for k := j - 1; lastJ == j && free(k); k-- {
		if sim := similarity(paras, append([]*wml.Paragraph{st.got[k].para}, rets...)); sim > best+100 {
			rets, best, firstJ = append([]*wml.Paragraph{st.got[k].para}, rets...), sim, k
		} else {
			break
		}
	}
	// Join: the neighbouring sent paragraphs have no partner.
	firstI, lastI := i, i
	if len(rets) == 1 {
		for k := i + 1; k < len(st.items) && st.back[k] < 0 && sameFlow(p, st.items[k].para) && st.base.untouched(st.items[k].para); k++ {
			if sim := similarity(append(paras[:len(paras):len(paras)], st.items[k].para), rets); sim > best+100 {
				paras, best, lastI = append(paras, st.items[k].para), sim, k
			} else {
				break
			}
		}
		for k := i - 1; lastI == i && k >= 0 && st.back[k] < 0 && sameFlow(p, st.items[k].para) && st.base.untouched(st.items[k].para); k-- {
			if sim := similarity(append([]*layout.Para{st.items[k].para}, paras...), rets); sim > best+100 {
				paras, best, firstI = append([]*layout.Para{st.items[k].para}, paras...), sim, k
			} else {
				break
			}
		}
	}
	// Both: what one of them was split into holds the words that the joined ones lack.
	for step := -1; len(paras) > 1 && step <= 1; step += 2 {
		for k := j + step; free(k) && lacks(paras, rets, st.got[k].para); k += step {
			firstJ, lastJ = min(firstJ, k), max(lastJ, k)
			if step < 0 {
				rets = slices.Insert(rets, 0, st.got[k].para)
			} else {
				rets = append(rets, st.got[k].para)
			}
		}
	}
	var glyphs [][]layout.Glyph
	for _, r := range rets {
		glyphs = append(glyphs, layout.Glyphs(r.Runs, wml.Original))
	}
	if len(paras) == 1 && len(rets) == 1 {
		return
	}
	as := st.rewrite(paras, rets, glyphs)
	if as == nil {
		return
	}
	st.grouped = append(st.grouped, &grouped{Event: match.Grouped(match.Range{From: firstI, To: lastI + 1}, match.Range{From: firstJ, To: lastJ + 1}),
		para: p, as: as, seq: j})
	for k := firstJ; k <= lastJ; k++ {
		st.match[k] = handled
		st.passage(k, firstI, lastI)
	}
	for k := firstI; k <= lastI; k++ {
		st.back[k] = 0
	}
}

// takeParts takes the paragraphs around a line of this program that was split for parts of it, when it lacks
// these: they are no text of the reviewer.
func (st *story) takeParts(i, j int) {
	line, left := shown(st.items[i].para), text(st.got[j].para.Runs)
	for _, step := range []int{-1, 1} {
		for k := j + step; k >= 0 && k < len(st.got) && st.match[k] == -1 && st.got[k].para != nil; k += step {
			if t := text(st.got[k].para.Runs); t == "" || strings.Count(line, t) <= strings.Count(left, t) {
				break
			}
			st.match[k] = handled
		}
	}
}

// splittable: an ordinary paragraph of the source, or one of a quote.
func splittable(p *layout.Para) bool {
	if p == nil || p.Part != layout.PartText || p.Line != nil {
		return false
	}
	_, ok := p.Node.(*noma.Paragraph)
	return ok || quoted(p)
}

func sameFlow(a, b *layout.Para) bool {
	if quoted(a) || quoted(b) {
		return splittable(a) && splittable(b) && a.Node == b.Node
	}
	return splittable(a) && splittable(b) && a.Node.At().Parent == b.Node.At().Parent
}

// similarity returns which share of their words two lists of paragraphs have in common, in thousandths.
func similarity(paras []*layout.Para, rets []*wml.Paragraph) int {
	a, b := map[string]int{}, map[string]int{}
	for _, p := range paras {
		countWords(a, p.Runs())
	}
	for _, r := range rets {
		countWords(b, r.Runs)
	}
	common, total := overlap(a, b)
	if total == 0 {
		return 0
	}
	return 2000 * common / total
}

// lacks reports whether all words of r are words of paras that rets do not have.
func lacks(paras []*layout.Para, rets []*wml.Paragraph, r *wml.Paragraph) bool {
	left, words := map[string]int{}, map[string]int{}
	for _, p := range paras {
		countWords(left, p.Runs())
	}
	for _, x := range rets {
		countWords(words, x.Runs)
	}
	for w, n := range words {
		left[w] -= n
	}
	clear(words)
	countWords(words, r.Runs)
	for w, n := range words {
		if n > left[w] {
			return false
		}
	}
	return len(words) > 0
}
