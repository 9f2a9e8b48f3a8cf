package reviewsync

import (
	"hash/maphash"
	"strings"

	"github.com/nomadocx/nomadocx/internal/office/wml"
	"github.com/nomadocx/nomadocx/layout"
	"github.com/nomadocx/nomadocx/noma/source"
)

// Whether a file that came back was made from this source. Its manifest says so when the source is as it was
// sent. Otherwise what both have in common has to say it: the text, three words at a time, which no two
// documents share by chance, and the paragraphs and blocks that the manifest names. The source's hash alone says
// nothing, as an author goes on writing.

// Kinship is what a returned file has in common with a source.
type Kinship struct {
	Related    bool   // the file was made from the source, or from an earlier state of it
	Sent       string // the hash of the source that the file names, "" when it has no manifest
	Shared     int    // paragraphs of the source that the file shows, word for word …
	Paragraphs int    // … of so many that have words
}

// The thresholds were tried on 1,262 Word files of other people against 34 sources, which shared at most a
// fiftieth of the source's words, and on copies of half of whose paragraphs nothing was left.
const (
	// beyondChance are words in common, in threes, that unrelated documents do not reach unless one is much
	// larger than the other.
	beyondChance = 30
	// shortText are bytes of a paragraph that say nothing: any two tables share "Yes", "12" and "Q1".
	shortText = 4
	// sampleWords is how much of a source is examined first; more is, when that does not settle it.
	sampleWords = 1 << 14
)

// KinshipOf compares a file that came back with a source, whose plan is asked for when the file does not name the
// source. It then costs one reading of each paragraph.
func KinshipOf(src *source.File, plan func() *layout.Plan, returned *wml.Document) Kinship {
	now := src.Hash()
	short := returned.Properties[layout.ManifestProperty]
	if m, ok := layout.ReadManifest(nil, short); ok && m.Source == now {
		return Kinship{Related: true, Sent: now}
	}
	m, _ := layout.ReadManifest(returned.Manifest, short)
	if m.Source == now {
		return Kinship{Related: true, Sent: now}
	}
	sent := plan()
	c := compareWith(sent, returned, m.Entries, sampleWords)
	if c.cut && !c.related() {
		c = compareWith(sent, returned, m.Entries, 0)
	}
	return Kinship{Related: c.related(), Sent: m.Source, Shared: c.found, Paragraphs: c.said}
}

// common counts what a source and a file share. Words are counted in threes, each with those beside it.
type common struct {
	words, got, shared    int // of the source, of the file, of both
	said, gotSaid, found  int // paragraphs: of the source, of the file, of both
	paras, gotParas       int // paragraphs of several words: of the source, of the file
	alike                 int // … of both
	entries, sent, known  int // of the manifest; paragraphs of the source among them, and their words
	anchors, here, marked int // blocks with a bookmark: of the manifest, of the source, of both
	cut                   bool
}

// related returns the verdict. Where little is shared, it has to be much of both sides.
func (c *common) related() bool {
	share := 5 // a fifth of the source
	if c.marked >= 8 && 2*c.marked*4 >= 3*(c.anchors+c.here) {
		share = 10 // nearly all blocks are the same ones
	}
	switch {
	case c.words == 0 && c.got == 0:
		return true
	case c.alike >= 2 && 3*c.alike >= c.paras && 5*c.alike >= c.gotParas:
		return true
	case c.known >= beyondChance && c.known*share >= c.words, most(c.sent, c.paras, c.entries):
		return true
	case c.shared >= beyondChance && (c.shared*share >= c.words || 3*c.alike >= c.paras || !c.cut && c.shared*2 >= c.got):
		return true
	case c.marked > 0 && c.marked == c.anchors && c.marked == c.here && most(c.found, c.said, c.gotSaid): // tables of single words
		return true
	}
	return !c.cut && (most(c.shared, c.words, c.got) || most(c.alike, c.paras, c.gotParas))
}

// most reports whether two sides have more than two fifths in common.
func most(shared, a, b int) bool { return 5*shared > a+b }

// compareWith compares the first words of a plan, or all of it when most is 0, with a file. The entries are those
// of the file's manifest.
func compareWith(plan *layout.Plan, returned *wml.Document, sent []layout.Entry, limit int) common {
	var c common
	contents, marks := map[uint32]int{}, map[uint32]bool{}
	for _, e := range sent {
		if e.Content != 0 {
			contents[e.Content]++
			c.entries++
		}
		if e.Anchor != 0 && !marks[e.Anchor] {
			marks[e.Anchor] = true
			c.anchors++
		}
	}
	seed := maphash.MakeSeed()
	threes, whole := map[uint64]int32{}, map[uint64]int32{}
	var words []uint64
	for b := range plan.Stream() {
		layout.EachPara(b, func(p *layout.Para) {
			words = appendWords(words[:0], seed, p.Runs())
			if len(sent) > 0 {
				e := layout.EntryOf(p)
				if e.Anchor != 0 {
					c.here++
					if marks[e.Anchor] {
						c.marked++
					}
				}
				if len(words) > 1 && contents[e.Content] > 0 {
					contents[e.Content]--
					c.sent++
					c.known += len(words)
				}
			}
			if len(words) == 0 {
				return
			}
			c.words += len(words)
			whole[eachThree(words, func(h uint64) { threes[h]++ })]++
			c.said++
			if len(words) > 1 {
				c.paras++
			}
		})
		if c.cut = limit > 0 && c.words > limit; c.cut {
			break
		}
	}
	take := func(from map[uint64]int32, h uint64) int {
		n := from[h]
		if n == 0 {
			return 0
		}
		from[h] = n - 1
		return 1
	}
	for _, st := range returned.Stories {
		if st.Kind != wml.MainStory {
			continue
		}
		for p := range wml.Paragraphs(st.Blocks...) {
			words = appendWords(words[:0], seed, p.Runs)
			if len(words) == 0 {
				continue
			}
			c.got += len(words)
			c.gotSaid++
			n := take(whole, eachThree(words, func(h uint64) { c.shared += take(threes, h) }))
			c.found += n
			if len(words) > 1 {
				c.gotParas++
				c.alike += n
			}
		}
	}
	return c
}

// appendWords adds the hashes of the words that runs show, a tracked change as if it had not been made. What is
// shorter than shortText has none.
func appendWords(to []uint64, seed maphash.Seed, runs []wml.Run) []uint64 {
	var text string
	if len(runs) == 1 && wml.Original.Shows(&runs[0]) {
		text = layout.Characters(&runs[0])
	} else {
		var b strings.Builder
		for i := range runs {
			if wml.Original.Shows(&runs[i]) {
				b.WriteString(layout.Characters(&runs[i]))
			}
		}
		text = b.String()
	}
	if b, rest := wml.TypedBox(text); b != wml.NoBox { // the box of an item, as text
		text = rest
	}
	if len(strings.TrimSpace(text)) < shortText {
		return to
	}
	eachWord(text, func(word string) { to = append(to, maphash.String(seed, word)) })
	return to
}

// eachThree calls f for every word of a paragraph together with the ones beside it, and returns the hash of all.
func eachThree(words []uint64, f func(uint64)) (whole uint64) {
	before := uint64(1)
	for i, w := range words {
		after := uint64(2)
		if i+1 < len(words) {
			after = words[i+1]
		}
		f(layout.Fold(layout.Fold(before, w), after))
		whole, before = layout.Fold(whole, w), w
	}
	return whole
}
