package reviewsync_test

import (
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/nomadocx/nomadocx/internal/testkit/docgen"
	"github.com/nomadocx/nomadocx/layout"
	reviewsync "github.com/nomadocx/nomadocx/review/sync"
)

var retitled = regexp.MustCompile(`(?m)^#{1,6} `)

// TestToldAfterAuthor holds that no edit of a reviewer is passed over because the author wrote on.
func TestToldAfterAuthor(t *testing.T) {
	toldAfter(t, 71, func(_ *testing.T, c seeded, src string, _ []byte, _ map[string]int) string {
		return retitled.ReplaceAllStringFunc(wentOn(src, c), func(h string) string {
			if c.Intn(3) == 0 {
				h += "Our "
			}
			return h
		})
	})
}

// TestToldAfterReviewer holds that no edit of a reviewer is passed over because the file of another one came first.
func TestToldAfterReviewer(t *testing.T) {
	toldAfter(t, 72, func(t *testing.T, c seeded, src string, sent []byte, made map[string]int) string {
		file, _ := someBy(t, &hand{c: c, words: 50}, gestures, sent, 3, made)
		now, res := sync(t, src, file)
		if slices.ContainsFunc(res.Findings, func(f reviewsync.Finding) bool { return f.Done() && f.Now == "" }) {
			return src // what is gone takes along how the other reviewer formatted or split it
		}
		return now
	})
}

// toldAfter holds that an edit that gives a finding against the source that was sent gives one against what became of the source, too.
func toldAfter(t *testing.T, salt uint64, became func(t *testing.T, c seeded, src string, sent []byte, made map[string]int) string) {
	tally := map[string]int{}
	eachSeed(t, *from, seeds(600), tally, func(t *testing.T, seed int, made map[string]int) {
		c := seeded{rand.New(rand.NewPCG(uint64(seed), salt))}
		src := docgen.Document(c, 8)
		sent := render(t, src)
		file, edits := someOf(t, gestures, sent, c, 1, made)
		brought, alone := sync(t, src, file)
		if len(edits) == 0 || !slices.ContainsFunc(alone.Findings, ofAnEdit) {
			return
		}
		now := became(t, c, src, sent, made)
		if now == src || brought != src && allThere(brought, src, now) {
			return
		}
		made["told"]++
		if _, res := sync(t, now, file); len(res.Findings) == 0 {
			t.Fatalf("nothing is said of %q, which was %s\nsent:\n%s\nnow:\n%s", edits, describe(alone), src, now)
		}
	})
	if tally["told"] < seeds(150) {
		t.Errorf("only %d edits were told", tally["told"])
	}
}

// ofAnEdit reports whether a finding is about an edit that has to be told: neither about what is unchanged, nor about parts of a table of
// contents in other places or styles, which is made anew, nor about bold or italic words of a generated line, which may stand elsewhere
// since.
func ofAnEdit(f reviewsync.Finding) bool {
	if f.Code == reviewsync.CodeLevel && f.Was == layout.StyleToc {
		return false
	}
	return f.Outcome != reviewsync.Unchanged && (f.Code != reviewsync.CodeNoSpelling || f.Was != f.Now) && (f.Code != reviewsync.CodeMoved || f.BlockID != "")
}

// allThere reports whether a text has all lines that another one has more than what was sent: somebody else made the same edit.
func allThere(other, sent, text string) bool {
	were, are := strings.Split(sent, "\n"), strings.Split(text, "\n")
	return !slices.ContainsFunc(strings.Split(other, "\n"), func(line string) bool {
		return !slices.Contains(were, line) && !slices.Contains(are, line)
	})
}
