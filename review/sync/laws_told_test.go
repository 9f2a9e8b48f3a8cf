package reviewsync_test

import (
	"math/rand/v2"
	"regexp"
	"slices"
	"testing"

	"github.com/nomadocx/nomadocx/internal/testkit/docgen"
	reviewsync "github.com/nomadocx/nomadocx/review/sync"
)

var retitled = regexp.MustCompile(`(?m)^#{1,6} `)

// TestToldAfterAuthor holds that no edit of a reviewer is passed over because the author wrote on: an edit that gives a finding against
// the source that was sent gives one against the author's too.
func TestToldAfterAuthor(t *testing.T) {
	tally := map[string]int{}
	eachSeed(t, *from, seeds(1200), tally, func(t *testing.T, seed int, made map[string]int) {
		c := seeded{rand.New(rand.NewPCG(uint64(seed), 71))}
		src := docgen.Document(c, 8)
		file, edits := someOf(t, gestures, render(t, src), c, 1, made)
		_, alone := sync(t, src, file)
		if len(edits) == 0 || !slices.ContainsFunc(alone.Findings, ofAnEdit) {
			return
		}
		now := retitled.ReplaceAllStringFunc(wentOn(src, c), func(h string) string {
			if c.Intn(3) == 0 {
				h += "Our "
			}
			return h
		})
		if now == src {
			return
		}
		made["told"]++
		_, res := sync(t, now, file)
		if len(res.Findings) == 0 {
			t.Fatalf("nothing is said of %q, which was %s\nsent:\n%s\nnow:\n%s", edits, describe(alone), src, now)
		}
	})
	if tally["told"] < seeds(600) {
		t.Errorf("only %d edits were told", tally["told"])
	}
}

// ofAnEdit reports whether a finding is about an edit: neither about what is unchanged, nor about parts of a table of contents in other
// places, which is made anew.
func ofAnEdit(f reviewsync.Finding) bool {
	return f.Outcome != reviewsync.Unchanged && (f.Code != reviewsync.CodeMoved || f.BlockID != "")
}
