package reviewsync_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/nomadocx/nomadocx/internal/testkit/docgen"
)

// The laws for documents that begin with text under no heading, which is in no block with an id.
func TestHeadlessLaws(t *testing.T) { headlessLaws.hold(t, seeds(400)) }

var headlessLaws = constructLaws{salt: 2703, generate: docgen.PlacedHeadless, own: slices.Concat(annotationGestures, []gesture{
	{"tracked words", (*hand).trackWords}, {"words", (*hand).typeWords}, {"blocks deleted", (*hand).deleteBlocks}, {"blocks moved", (*hand).moveBlocks},
})}

// TestAcceptHeadless is TestAcceptAnywhere for these.
func TestAcceptHeadless(t *testing.T) {
	all := &acceptTally{made: map[string]int{}, why: map[string]int{}}
	eachSeed(t, *from, seeds(400), all.made, func(t *testing.T, seed int, made map[string]int) {
		c := seeded{rand.New(rand.NewPCG(uint64(seed), 2702))}
		src := docgen.Headless(c)
		file, edits := someOf(t, tracking, render(t, src), c, []int{1, 3, 20}[c.Intn(3)], made)
		all.add(acceptAnywhere(t, src, src, file, edits))
	})
	all.log(t)
}
