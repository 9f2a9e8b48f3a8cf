package app

import (
	"cmp"
	"slices"
	"sort"
	"strings"

	"github.com/nomadocx/nomadocx/internal/office/wml"
	"github.com/nomadocx/nomadocx/layout"
	"github.com/nomadocx/nomadocx/noma"
	reviewsync "github.com/nomadocx/nomadocx/review/sync"
)

// Which version of a redline a source was made from that is neither of them as it was sent.

const (
	identical   = 1000    // the likeness of a paragraph to itself
	editedText  = 500     // the likeness of a paragraph that an author has edited to what it was
	maxLikeness = 1 << 18 // how many pairs of paragraphs are compared
)

// The versions of a redline.
const (
	ofBefore = iota
	ofAfter
	ofBoth
)

// ofBefore reports whether a source that is neither version as it was sent has changes of the redline as open requests, or clearly reads
// like BEFORE. One that may be either, with other paragraphs where BEFORE has some that were deleted, is BEFORE: then somebody is asked
// about those.
func (r *returned) ofBefore(s *Source) bool {
	manifest := func(d *wml.Document) layout.Manifest {
		m, _ := layout.ReadManifest(d.Manifest, d.Properties[layout.ManifestProperty])
		return m
	}
	before, after := manifest(r.word), manifest(r.after)
	if before.Source == "" || after.Source == s.File.Hash() {
		return false
	}
	for n := range noma.Walk(s.Doc) {
		if d, ok := n.(*noma.Directive); ok && d.Is(noma.Request) {
			if q := layout.ReadRequest(d); q.Open() && slices.Contains(r.record.Changes, changeKey(q.Author, q.Date)) {
				return true
			}
		}
	}
	v := sides{texts: map[uint32]string{}}
	for _, d := range []*wml.Document{r.word, r.after} {
		for _, story := range d.Stories {
			for p := range wml.Paragraphs(story.Blocks...) {
				v.texts[layout.ContentHash(layout.Fingerprint(p.Runs, wml.Original))] = p.Text(wml.Original)
			}
		}
	}
	var own []uint32
	plan := s.planFor("", true, r.diagrams(), r.shown(s))
	v.annotated(before.Marks, after.Marks, annotationsOf(plan))
	note := func(b layout.Block) {
		layout.EachPara(b, func(p *layout.Para) {
			own = append(own, layout.ContentHash(p.Fingerprint()))
			v.texts[own[len(own)-1]] = layout.PlainText(layout.Glyphs(p.Runs(), wml.Original))
		})
	}
	for _, b := range plan.HeaderFooter() {
		note(b)
	}
	for b := range plan.Body() {
		note(b)
	}
	v.compare(contents(before.Entries), contents(after.Entries), own)
	return v.counts[ofBefore] > 2*v.counts[ofAfter] || v.counts == [2]int{} && v.instead
}

// annotationsOf returns the comments and notes of a source as [layout.Manifest.Marks] has them.
func annotationsOf(p *layout.Plan) map[uint32]uint32 {
	out := map[uint32]uint32{}
	for _, c := range p.Comments {
		out[layout.MarkKey(c.Node.At().ID)] = layout.MarkContent(layout.Contents(c.Blocks))
	}
	for _, n := range slices.Concat(p.Footnotes, p.Endnotes) {
		out[layout.MarkKey(n.Node.ID)] = layout.MarkContent(layout.Contents(n.Blocks))
	}
	return out
}

// annotated counts the comments and notes in which the versions differ and that the source has as one of them has them.
func (v *sides) annotated(before, after, own map[uint32]uint32) {
	for key, was := range before {
		if now, both := after[key]; both && now != was {
			switch own[key] {
			case was:
				v.counts[ofBefore]++
			case now:
				v.counts[ofAfter]++
			}
		}
	}
}

func contents(entries []layout.Entry) (out []uint32) {
	for _, e := range entries {
		out = append(out, e.Content)
	}
	return out
}

// sides counts what in a source says that it was made from BEFORE, and what says that it was from AFTER: paragraphs in which the versions
// differ and that it has, or does not have.
type sides struct {
	texts  map[uint32]string // of the paragraphs that the file or the source has, by their hashes
	counts [2]int
	sought []soughtText // paragraphs that the source does not have as they are
	// instead is set when the source has other paragraphs in a place where BEFORE has some that neither AFTER nor the file has.
	instead bool
}

// soughtText is a paragraph of a version that a source may have in other words.
type soughtText struct {
	of   int // ofBefore, ofAfter or ofBoth
	text string
}

// compare compares the paragraphs of a source with those of the versions, all given by their hashes.
func (v *sides) compare(before, after, own []uint32) {
	both := common(before, after)
	gone, put, left := without(before, both), without(after, both), without(own, both)
	var unknown [2]int
	seek := func(of int, wanted []uint32) {
		there := common(wanted, left)
		left = without(left, there)
		if of != ofBoth {
			v.counts[of] += len(there)
		}
		for _, hash := range without(wanted, there) {
			if text, ok := v.texts[hash]; ok {
				v.sought = append(v.sought, soughtText{of, text})
			} else if of != ofBoth {
				unknown[of]++
			}
		}
	}
	seek(ofAfter, put) // which is meant when an edited paragraph is as much like the one of BEFORE
	seek(ofBoth, without(both, common(both, own)))
	seek(ofBefore, gone)
	v.instead = unknown[ofBefore] > 0 && unknown[ofAfter] == 0 && v.between(before, gone, own, left)
	if len(left)*len(v.sought) > maxLikeness {
		v.counts = [2]int{}
		return
	}
	v.edited(left, unknown[ofAfter] > 0)
	for of, n := range unknown { // each paragraph of the source may be one of them
		v.counts[1-of] += max(0, n-len(left))
	}
}

// between reports whether a source has paragraphs of its own, left, and no others, where BEFORE has some that are gone from AFTER
// and the file: behind the nearest one ahead that the source has, up to the nearest one behind that it has after that.
func (v *sides) between(before, gone, own, left []uint32) bool {
	isGone, isLeft := setOf(gone), setOf(left)
	at := map[uint32][]int{}          // where the source has a paragraph
	others := make([]int, len(own)+1) // how many of its paragraphs ahead are not left
	for i, hash := range own {
		at[hash] = append(at[hash], i)
		others[i+1] = others[i]
		if !isLeft[hash] {
			others[i+1]++
		}
	}
	from, nearest := make([]int, len(before)), -1
	for i, hash := range before {
		from[i] = nearest
		if places := at[hash]; places != nil {
			nearest = places[0]
		}
	}
	end := func(places []int) int { return places[len(places)-1] }
	var behind [][]int // the places of the paragraphs behind, the nearest one last, without those that are nowhere behind a nearer one
	for i := len(before) - 1; i >= 0; i-- {
		hash, first := before[i], from[i]+1
		if _, there := v.texts[hash]; !there && isGone[hash] {
			to := len(own)
			if n := sort.Search(len(behind), func(k int) bool { return end(behind[k]) < first }); n > 0 {
				k, _ := slices.BinarySearch(behind[n-1], first)
				to = behind[n-1][k]
			}
			if first < to && others[first] == others[to] {
				return true
			}
		}
		if places := at[hash]; places != nil {
			for len(behind) > 0 && end(behind[len(behind)-1]) <= end(places) {
				behind = behind[:len(behind)-1]
			}
			behind = append(behind, places)
		}
	}
	return false
}

func setOf(list []uint32) map[uint32]bool {
	out := map[uint32]bool{}
	for _, x := range list {
		out[x] = true
	}
	return out
}

// edited counts the paragraphs that the source has in other words, and those that it does not have at all. When the file does not say what
// AFTER has, a paragraph that is like one of BEFORE may be of either.
func (v *sides) edited(left []uint32, unknown bool) {
	type pair struct{ own, sought, like int }
	texts, sought := make([]string, len(left)), make([]string, len(v.sought))
	for i, hash := range left {
		texts[i] = v.texts[hash]
	}
	for i, t := range v.sought {
		sought[i] = t.text
	}
	like := reviewsync.Likenesses(texts, sought)
	var pairs []pair
	for i := range texts {
		for j := range sought {
			n := like(i, j)
			if n >= editedText/2 && strings.Contains(texts[i], strings.TrimRight(sought[j], ".")) {
				n += (identical - n) / 2 // it was added to
			}
			if n >= editedText {
				pairs = append(pairs, pair{i, j, n})
			}
		}
	}
	slices.SortStableFunc(pairs, func(a, b pair) int { return cmp.Compare(b.like, a.like) })
	is, found := make([]bool, len(texts)), make([]bool, len(sought))
	for _, p := range pairs {
		if is[p.own] || found[p.sought] {
			continue
		}
		is[p.own], found[p.sought] = true, true
		if of := v.sought[p.sought].of; of == ofAfter || of == ofBefore && !unknown {
			v.counts[of]++
		}
	}
	for j, t := range v.sought {
		if !found[j] && t.of != ofBoth {
			v.counts[1-t.of]++
		}
	}
}

// common returns what two lists have in common, as often as both have it, and without what is left of a list.
func common(a, b []uint32) (out []uint32) {
	left := map[uint32]int{}
	for _, x := range b {
		left[x]++
	}
	for _, x := range a {
		if left[x] > 0 {
			left[x]--
			out = append(out, x)
		}
	}
	return out
}

func without(list, these []uint32) (out []uint32) {
	left := map[uint32]int{}
	for _, x := range these {
		left[x]++
	}
	for _, x := range list {
		if left[x]--; left[x] < 0 {
			out = append(out, x)
		}
	}
	return out
}
