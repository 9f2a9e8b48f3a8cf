package reviewsync_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/nomadocx/nomadocx/internal/testkit/docgen"
)

// The laws with gestures at the marks of sources among others.

var citeGestures = []gesture{
	{"mark deleted", func(h *hand) string {
		n := h.someMark()
		if n == 0 || h.deleteMark(n) != nil {
			return ""
		}
		return fmt.Sprint(n)
	}},
	{"mark moved", func(h *hand) string {
		n, to := h.someMark(), h.writing()
		if n == 0 || to == nil || h.moveMark(n, to) != nil {
			return ""
		}
		return fmt.Sprintf("%d to the end of %q", n, textOf(to))
	}},
	{"mark typed over", func(h *hand) string {
		n, words := h.someMark(), h.token()
		if n == 0 || h.sayMark(n, words) != nil {
			return ""
		}
		return fmt.Sprintf("%d says %q", n, words)
	}},
}

func (h *hand) someMark() int {
	all := h.citeMarks()
	if len(all) == 0 {
		return 0
	}
	return 1 + h.c.Intn(len(all))
}

// TestCiteLaws holds the laws of edits and of words on documents that refer to sources.
func TestCiteLaws(t *testing.T) {
	n := seeds(400)
	tally := map[string]int{}
	eachSeed(t, *from, n, tally, citeLaws)
	for _, g := range citeGestures {
		if t.Logf("%6d × %s", tally[g.name], g.name); tally[g.name] == 0 && !testing.Short() {
			t.Errorf("%q was never made in %d documents", g.name, n)
		}
	}
}

// citeLaws makes one file of TestCiteLaws.
func citeLaws(t *testing.T, seed int, tally map[string]int) {
	c := seeded{rand.New(rand.NewPCG(uint64(seed), 82))}
	src := docgen.Cited(c, 6)
	file, edits := someOf(t, slices.Concat(citeGestures, citeGestures, citeGestures, gestures), render(t, src), c, *most, tally)
	editedFile(t, "", src, file, edits, c)
	wordsKept(t, src, file, edits, c)
}
