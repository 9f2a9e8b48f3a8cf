package reviewsync_test

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"unicode"

	"pgregory.net/rapid"

	"github.com/nomadocx/nomadocx/internal/office/wml"
	"github.com/nomadocx/nomadocx/internal/testkit/docgen"
	"github.com/nomadocx/nomadocx/layout"
	reviewsync "github.com/nomadocx/nomadocx/review/sync"
)

// The laws of decisions: without any, nothing changes (C1); with all accepted, it is the sync without decisions (C2); of some, exactly
// those come in, and the others are found again (C3); every finding has a name of its own (C5).
func TestChooseLaws(t *testing.T) {
	t.Parallel()
	tally := map[string]int{}
	eachSeed(t, *from, seeds(900), tally, chooseLaws)
	t.Logf("%v", tally)
	// Edits of one paragraph are in each other's way: of about one file in fourteen, what was left is a conflict.
	if n := tally["several"]; n < seeds(300) || tally["conflicts"] > n/10 {
		t.Errorf("%d files had several edits, and of %d the rest did not come in later", n, tally["conflicts"])
	}
}

func TestChooseLawsShrink(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		src := docgen.Document(chooser{t}, 3)
		file, edits := edit(t, render(t, src), chooser{t})
		chosen(t, src, file, edits, chooser{t}, map[string]int{})
	})
}

// chooseDocuments are documents of which each stresses something else, with the gestures at it.
var chooseDocuments = []struct {
	generate func(docgen.Chooser) string
	gestures []gesture
}{
	{func(c docgen.Chooser) string { return docgen.Document(c, 8) }, gestures},
	{func(c docgen.Chooser) string { return docgen.Document(c, 8) }, slices.Concat(gestures, annotationGestures)},
	{docgen.Lists, listGestures},
	{docgen.Tasks, boxGestures},
	{docgen.ListBlocks, slices.Concat(innerGestures, listGestures)},
	{docgen.Merged, slices.Concat(mergeGestures, mergeGestures, gestures)},
	{docgen.Notes, slices.Concat(noteGestures, gestures)},
	{func(c docgen.Chooser) string { return docgen.Placed(c, 8) }, slices.Concat(annotationGestures, gestures)},
}

func chooseLaws(t *testing.T, seed int, tally map[string]int) {
	c := seeded{rand.New(rand.NewPCG(uint64(seed), 93))}
	kind := chooseDocuments[seed%len(chooseDocuments)]
	src := kind.generate(c)
	file, edits := someOf(t, kind.gestures, render(t, src), c, 8, map[string]int{})
	chosen(t, src, file, edits, c, tally)
}

// choosing returns a choice: what is among the names is accepted.
func choosing(names map[string]bool) func(*reviewsync.Finding) reviewsync.Choice {
	return func(f *reviewsync.Finding) reviewsync.Choice {
		if names[f.Hash] {
			return reviewsync.Accept
		}
		return reviewsync.Leave
	}
}

// chosen holds the laws against one file.
func chosen(t fataler, src string, file []byte, edits []string, c docgen.Chooser, tally map[string]int) {
	t.Helper()
	back := read(t, file)
	opts := reviewsync.Options{AllowDelete: c.Intn(2) == 0, Reviewer: "Ann"}
	all, plain := syncRead(t, src, back, opts)
	names, some := map[string]bool{}, map[string]bool{}
	for _, f := range plain.Findings {
		if f.Hash == "" || names[f.Hash] {
			t.Fatalf("the name %q is not one of its own%s", f.Hash, describe(plain))
		}
		names[f.Hash] = true
		if f.Done() && c.Intn(2) == 0 {
			some[f.Hash] = true
		}
	}
	some = reviewsync.Together(plain.Findings, func(f *reviewsync.Finding) bool { return some[f.Hash] })
	with := func(src string, names map[string]bool) (string, *reviewsync.Result) {
		o := opts
		o.Choose = choosing(names)
		return syncRead(t, src, back, o)
	}
	fail := func(what string, res *reviewsync.Result) {
		t.Helper()
		t.Fatalf("%s\nedits: %s\nsource:\n%s\nall accepted:\n%s%s\naccepted: %v\nbecame:\n%s%s", what, strings.Join(edits, "; "), src, all, describe(plain), some, res.Text, describe(res))
	}
	if none, res := with(src, nil); none != src || len(res.Ops) > 0 {
		fail("C1: without a decision the source changes", res)
	}
	if every, res := with(src, names); every != all {
		fail("C2: all accepted is not the sync without decisions", res)
	}
	if len(some) > 0 && len(some) < len(names) {
		tally["several"]++
	}
	part, res := with(src, some)
	for _, f := range res.Findings {
		if f.Done() && !some[f.Hash] {
			fail("C3: an edit came in that was not accepted: "+f.Hash, res)
		}
		if some[f.Hash] && !f.Done() {
			tally["follows"]++
			if f.Outcome != reviewsync.Later || !strings.Contains(f.Message, "not accepted") {
				fail("C3: an accepted edit did not come in, and nothing says why: "+f.Hash, res)
			}
		}
	}
	// What the source shows otherwise now is what an accepted edit says.
	was, now := ownTexts(planOf(t, src), planOf(t, part))
	beside := notesInPlace(planOf(t, src), planOf(t, all))
	says := func(res *reviewsync.Result, text string, of func(reviewsync.Finding) string) bool {
		return slices.ContainsFunc(res.Findings, func(f reviewsync.Finding) bool {
			return f.Done() && (strings.Contains(bare(notePlace.ReplaceAllString(beside.Replace(of(f)), "")), bare(text)) || f.Code == reviewsync.CodeHeading || f.Code == reviewsync.CodeField || f.Code == reviewsync.CodeNote)
		})
	}
	said := func(text string, of func(reviewsync.Finding) string) bool {
		return says(res, text, of) || !says(plain, text, of) // an item goes with the paragraphs in it
	}
	for text, n := range now {
		if n > was[text] && !said(text, func(f reviewsync.Finding) string { return f.Now }) {
			fail(fmt.Sprintf("C3: the source shows %q, which no accepted edit says", text), res)
		}
	}
	for text, n := range was {
		if n > now[text] && !said(text, func(f reviewsync.Finding) string { return f.Was }) {
			fail(fmt.Sprintf("C3: the source does not show %q any more, and no accepted edit says so", text), res)
		}
	}
	// What was left is found again. Then the source is not the one that was sent, and some of it is a conflict.
	if again, res := with(part, nil); again != part {
		fail("C3: what was left cannot be left again", res)
	}
	opts.Sent = planFor(t, src, false)
	if rest, _ := syncRead(t, part, back, opts); !maps.Equal(shownTexts(planOf(t, rest)), shownTexts(planOf(t, all))) {
		tally["conflicts"]++
	}
}

// notesInPlace returns what takes the notes ^[text] of plans out of what findings say: brackets in their words need not pair.
func notesInPlace(plans ...*layout.Plan) *strings.Replacer {
	var said []string
	for _, p := range plans {
		for _, n := range slices.Concat(p.Footnotes, p.Endnotes) {
			if n.InPlace {
				layout.EachPara(n.Blocks[0], func(p *layout.Para) {
					said = append(said, "^["+layout.PlainText(layout.Glyphs(p.Runs(), wml.Original))+"]", "")
				})
			}
		}
	}
	return strings.NewReplacer(said...)
}

// bare returns the letters and digits of a text.
func bare(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return r
		}
		return -1
	}, text)
}

// ownTexts counts the lines of two plans that are words of paragraphs.
func ownTexts(a, b *layout.Plan) (was, now map[string]int) {
	was, now = shownTexts(a), shownTexts(b)
	for _, p := range []*layout.Plan{a, b} {
		for x := range p.Body() {
			layout.EachPara(x, func(x *layout.Para) {
				if x.Part == layout.PartText || x.Part == layout.PartCode || x.Part == layout.PartHeading {
					return
				}
				for line := range strings.SplitSeq(besideNotes(x.Runs()), "\n") {
					delete(was, strings.TrimRight(line, " "))
					delete(now, strings.TrimRight(line, " "))
				}
			})
		}
	}
	return was, now
}
