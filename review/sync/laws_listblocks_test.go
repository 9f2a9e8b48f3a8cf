package reviewsync_test

import (
	"math/rand/v2"
	"slices"
	"strings"
	gosync "sync"
	"testing"

	"github.com/nomadocx/nomadocx/internal/testkit/docgen"
	reviewsync "github.com/nomadocx/nomadocx/review/sync"
)

// TestListBlockLaws holds the laws on lists whose items hold other blocks.
func TestListBlockLaws(t *testing.T) {
	n := seeds(800)
	tally := map[string]int{}
	var mu gosync.Mutex
	compared := 0
	eachSeed(t, *from, n, tally, func(t *testing.T, seed int, tally map[string]int) {
		generate := docgen.ListBlocks
		if seed >= *from+n-n/3 {
			generate = docgen.PanelLists
		}
		if seed >= *from+n-n/6 {
			generate = docgen.PanelBlocks
		}
		if listBlockLaws(t, seed, generate, tally) {
			mu.Lock()
			compared++
			mu.Unlock()
		}
	})
	if compared < n/4 {
		t.Errorf("%d of %d were compared", compared, n)
	}
	for _, g := range innerGestures {
		if tally[g.name] == 0 {
			t.Errorf("%q was never made in %d documents", g.name, n)
		}
	}
}

// listBlockLaws makes one file of TestListBlockLaws, and reports whether its lists were compared.
func listBlockLaws(t *testing.T, seed int, generate func(docgen.Chooser) string, tally map[string]int) bool {
	c := seeded{rand.New(rand.NewPCG(uint64(seed), 97))}
	src := generate(c)
	sent := render(t, src)
	if same, res := syncWith(t, src, sent, reviewsync.Options{}); same != src || len(res.Findings) > 0 {
		t.Fatalf("an unedited file is not quiet: %s\n%s", describe(res), src)
	}
	makes := innerGestures
	if seed%2 == 0 {
		makes = slices.Concat(innerGestures, innerGestures, gestures)
	}
	file, edits := someOf(t, makes, sent, c, *most, tally)
	editedFile(t, "", src, file, edits, c)
	wordsKept(t, src, file, edits, c)
	once, res := syncWith(t, src, file, reviewsync.Options{AllowDelete: true})
	was, back, shown := returnedTexts(read(t, sent)), returnedTexts(read(t, file)), shownTexts(planOf(t, once))
	itemsOfCells(read(t, file), back, shown)
	for text, n := range shown { // what cannot go does not come elsewhere
		if seed%2 > 0 && n > max(was[text], back[text]) && !writtenOver(res, text) {
			t.Fatalf("%q stands %d times in the new source\nedits: %s\nsource:\n%s\nbecame:\n%s\nfindings: %s", text, n, edits, src, once, describe(res))
		}
	}
	if seed%2 == 0 || anyRefused(res) {
		return false
	}
	if want, got := listedBlocks(read(t, file)), listedBlocks(read(t, render(t, once))); want != got {
		t.Fatalf("in Word:\n%s\nnow:\n%s\nedits: %s\nsource:\n%s\nbecame:\n%s\nfindings: %s", want, got, edits, src, once, describe(res))
	}
	return true
}

// writtenOver reports whether a text came over another one, by a finding.
func writtenOver(res *reviewsync.Result, text string) bool {
	return slices.ContainsFunc(res.Findings, func(f reviewsync.Finding) bool {
		return f.Done() && f.Code == reviewsync.CodeText && f.Was != "" && strings.Contains(f.Now, text)
	})
}

// TestListBlockRequests holds that what is proposed on words of items and of blocks in them is accepted and rejected in the source as
// in Word.
func TestListBlockRequests(t *testing.T) {
	all := &acceptTally{made: map[string]int{}, why: map[string]int{}}
	eachSeed(t, *from, seeds(600), map[string]int{}, func(t *testing.T, seed int, tally map[string]int) {
		all.add(listBlockRequests(t, seed, docgen.ListBlocks, tally))
	})
	eachSeed(t, *from, seeds(200), map[string]int{}, func(t *testing.T, seed int, tally map[string]int) {
		all.add(listBlockRequests(t, seed, docgen.PanelLists, tally))
	})
	all.log(t)
}

// TestListBlockRequestsAfterAuthor is that law when the author has gone on writing meanwhile.
func TestListBlockRequestsAfterAuthor(t *testing.T) {
	n := seeds(400)
	all := &acceptTally{made: map[string]int{}, why: map[string]int{}}
	eachSeed(t, *from, n, map[string]int{}, func(t *testing.T, seed int, tally map[string]int) {
		all.add(listBlockRequestsLater(t, seed, tally))
	})
	if all.log(t); all.compared < n/8 {
		t.Errorf("%d of %d were compared", all.compared, n)
	}
}

// listBlockRequestsLater makes one file of TestListBlockRequestsAfterAuthor.
func listBlockRequestsLater(t *testing.T, seed int, tally map[string]int) *acceptTally {
	c := seeded{rand.New(rand.NewPCG(uint64(seed), 101))}
	src := docgen.ListBlocks(c)
	file, edits := someOf(t, tracking, render(t, src), c, []int{1, 3, 12}[c.Intn(3)], tally)
	now := wentOn(src, c)
	if now == src {
		return &acceptTally{}
	}
	return acceptAnywhere(t, src, now, file, edits)
}

// TestListBlocksThreeWay holds that of the author's edits and the reviewer's, made in the same list, all come together or are reported,
// and that no other byte changes.
func TestListBlocksThreeWay(t *testing.T) {
	landed, conflicts := threeWay(t, seeds(400), 99, docgen.ListBlocks)
	if landed < seeds(100) || conflicts > max(3, landed/5) {
		t.Errorf("%d edits landed, %d are conflicts", landed, conflicts)
	}
}

// listBlockRequests makes one file of TestListBlockRequests.
func listBlockRequests(t *testing.T, seed int, generate func(docgen.Chooser) string, tally map[string]int) *acceptTally {
	c := seeded{rand.New(rand.NewPCG(uint64(seed), 98))}
	src := generate(c)
	file, edits := someOf(t, tracking, render(t, src), c, []int{1, 3, 12}[c.Intn(3)], tally)
	return acceptAnywhere(t, src, src, file, edits)
}
