package reviewsync_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/nomadocx/nomadocx/internal/testkit/docgen"
)

// The laws on documents of all constructs: the generators of docgen in turn, with gestures of every kind.

var (
	everyGenerator = []func(docgen.Chooser) string{
		docgen.Lists, docgen.Tasks, docgen.ListBlocks, docgen.PanelLists, docgen.PanelBlocks, docgen.Notes, docgen.Pictured,
		func(c docgen.Chooser) string { return docgen.Cited(c, 8) },
		docgen.Merged,
		func(c docgen.Chooser) string { return docgen.Placed(c, 8) },
		func(c docgen.Chooser) string { return docgen.Commented(c, 8) },
	}
	// acceptGenerators are those of [TestEveryAccept]: a request for a row does not say which of its cells are merged, and when one is
	// accepted, comments of the source and places that a new heading puts into another section are not where Word's acceptance brings them.
	acceptGenerators = everyGenerator[:8]
)

// TestEveryWords holds that no word is lost, and the five laws.
func TestEveryWords(t *testing.T) { eachSeed(t, *from, seeds(400), map[string]int{}, everyWords) }

func everyWords(t *testing.T, seed int, made map[string]int) {
	c := seeded{rand.New(rand.NewPCG(uint64(seed), 3102))}
	src := everyGenerator[seed%len(everyGenerator)](c)
	makes := gestures
	if seed/len(everyGenerator)%2 == 0 {
		makes = slices.Concat(apartGestures, rareGestures, gestures)
	}
	file, edits := someOf(t, makes, render(t, src), c, *most, made)
	wordsKept(t, src, file, edits, c)
	editedFile(t, "", src, file, edits, c)
	accounted(t, src, file, edits)
}

// TestEveryAccept is TestAcceptAnywhere.
func TestEveryAccept(t *testing.T) {
	all := &acceptTally{made: map[string]int{}, why: map[string]int{}}
	eachSeed(t, *from, seeds(400), all.made, func(t *testing.T, seed int, made map[string]int) { all.add(everyAccept(t, seed, made)) })
	all.log(t)
}

func everyAccept(t *testing.T, seed int, made map[string]int) *acceptTally {
	c := seeded{rand.New(rand.NewPCG(uint64(seed), 3101))}
	src := acceptGenerators[seed%len(acceptGenerators)](c)
	file, edits := someOf(t, trackingMore, render(t, src), c, []int{1, 3, 12}[c.Intn(3)], made)
	return acceptAnywhere(t, src, src, file, edits)
}
