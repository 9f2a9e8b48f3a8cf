package reviewsync_test

import (
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/nomadocx/nomadocx/internal/testkit/docgen"
	reviewsync "github.com/nomadocx/nomadocx/review/sync"
)

// TestClaimedByWord: a file that says Word saved it and has nothing left of its export was in the hands of another program: what that
// did is no edit.
func TestClaimedByWord(t *testing.T) {
	t.Parallel()
	names := slices.Sorted(maps.Keys(channels))
	for seed := range seeds(200) {
		c := seeded{rand.New(rand.NewPCG(uint64(seed), 73))}
		src := withSigns(c, docgen.Document(c, 10))
		d, err := openDesk(render(t, src))
		if err == nil {
			err = errors.Join(channels[names[seed%len(names)]](d), d.forgetManifest(true), d.writtenBy("Microsoft Office Word"))
		}
		if err != nil {
			t.Fatal(err)
		}
		file, err := d.save()
		if err != nil {
			t.Fatal(err)
		}
		got, res := sync(t, src, file)
		for _, f := range res.Findings {
			if f.Outcome != reviewsync.Editor {
				t.Fatalf("seed %d, %s: %s\n%s\nfindings: %s", seed, names[seed%len(names)], f.Message, src, describe(res))
			}
		}
		if got != src {
			t.Fatalf("seed %d, %s: the source becomes\n%s\nof\n%s", seed, names[seed%len(names)], got, src)
		}
	}
}

// TestHalfGone: of a file in which every second paragraph is gone everything is accounted for, and what has an id stays.
func TestHalfGone(t *testing.T) {
	t.Parallel()
	for seed := range seeds(100) {
		c := seeded{rand.New(rand.NewPCG(uint64(seed), 79))}
		src := docgen.Document(c, 12)
		d, err := openDesk(render(t, src))
		if err == nil && seed%2 == 1 {
			err = d.writtenBy("Quill 3")
		}
		if err != nil {
			t.Fatal(err)
		}
		for i, p := range below(d.body(), "p") {
			if i%2 == 1 && p.Parent().Tag == "body" && p.FindElement("w:pPr/w:sectPr") == nil {
				d.forgetMarks(p)
				p.Parent().RemoveChild(p)
			}
		}
		file, err := d.save()
		if err != nil {
			t.Fatal(err)
		}
		editedFile(t, fmt.Sprintf("seed %d", seed), src, file, []string{"every second paragraph deleted"}, c)
	}
}
