package app

import (
	"errors"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/nomadocx/nomadocx/internal/testkit/docgen"
	reviewsync "github.com/nomadocx/nomadocx/review/sync"
)

// chooser makes the choices of generated documents.
type chooser struct{ *rand.Rand }

func (c chooser) Intn(n int) int { return c.IntN(n) }

var typedWord = regexp.MustCompile(`(<w:t(?: [^>]*)?>)(\w+)`)

// reviewed returns a copy in which some words are others.
func (x *table) reviewed(reviewer string, c chooser) string {
	x.t.Helper()
	file := filepath.Join(filepath.Dir(x.path), reviewer+".docx")
	data := rezipped(x.t, x.sent, func(part, text string) string {
		if part != "word/document.xml" {
			return text
		}
		return typedWord.ReplaceAllStringFunc(text, func(s string) string {
			if c.Intn(4) > 0 {
				return s
			}
			return typedWord.ReplaceAllString(s, "${1}"+reviewer)
		})
	})
	if err := os.WriteFile(file, data, 0o600); err != nil {
		x.t.Fatal(err)
	}
	return file
}

// TestDecisionLaws: of generated reviews by one or two people, the page has every finding once (C5). Without a decision nothing changes
// (C1), all accepted is the sync without decisions (C2), the order of decisions does not matter (C6), and decisions are refused when the
// source is another one (C4).
func TestDecisionLaws(t *testing.T) {
	seeds, edits := 60, 0
	if testing.Short() {
		seeds = 6
	}
	for seed := range seeds {
		c := chooser{rand.New(rand.NewPCG(uint64(seed), 22))}
		src := docgen.Document(c, 8)
		x := newTable(t, src)
		files := []string{x.reviewed("Ann", c), x.reviewed("Ben", c)}[:1+seed%2]
		r := x.review()
		r.Controls = true // the page shows form fields
		all, err := r.SyncAll(t.Context(), x.source(), files, nil)
		if err != nil {
			t.Fatalf("seed %d: %v\n%s", seed, err, src)
		}
		page, err := r.PageData(t.Context(), x.source(), files)
		if err != nil {
			t.Fatalf("seed %d: %v\n%s", seed, err, src)
		}
		d := &Decisions{Source: x.source().File.Hash()}
		if d.Returned, err = returnedFiles(t.Context(), files); err != nil {
			t.Fatal(err)
		}
		var found, shown []string
		for _, f := range all.Findings {
			found = append(found, f.Hash)
		}
		for _, f := range page.Findings {
			shown = append(shown, f.Hash)
		}
		slices.Sort(found)
		slices.Sort(shown)
		if !slices.Equal(found, shown) || len(slices.Compact(found)) != len(shown) {
			t.Fatalf("seed %d: C5: of the findings %v the page has %v\n%s", seed, found, shown, src)
		}
		edits += len(shown)
		with := func(list []EditDecision) string {
			t.Helper()
			d.Decisions = list
			return x.synced(d, files...).Text
		}
		if with(nil) != src {
			t.Fatalf("seed %d: C1: without a decision the source changes\n%s", seed, src)
		}
		var every, some []EditDecision
		taken := map[string]bool{} // places: at most one text is accepted of each
		for _, f := range page.Findings {
			if f.Open && f.Takes && f.Outcome != string(reviewsync.Conflict) {
				every = append(every, EditDecision{Finding: f.Hash, Decision: reviewsync.Accept})
			}
			if !f.Open {
				continue
			}
			choice := []reviewsync.Choice{reviewsync.Accept, reviewsync.Reject, reviewsync.Leave}[c.Intn(3)]
			if choice == reviewsync.Accept && f.Place != "" {
				if taken[f.Place] {
					choice = reviewsync.Reject
				}
				taken[f.Place] = true
			}
			some = append(some, EditDecision{Finding: f.Hash, Decision: choice})
		}
		if got := with(every); got != all.Text {
			t.Fatalf("seed %d: C2: all accepted is not the sync without decisions\n%s", seed, UnifiedDiff("a", all.Text, got))
		}
		want := with(some)
		for range 3 {
			c.Shuffle(len(some), func(i, j int) { some[i], some[j] = some[j], some[i] })
			if got := with(some); got != want {
				t.Fatalf("seed %d: C6: another order gives another text\n%s", seed, UnifiedDiff("a", want, got))
			}
		}
		x.write(strings.TrimRight(src, "\n") + "\n\nMore.\n")
		var other *OtherDecisionsError
		if _, err := x.sync(d, files...); !errors.As(err, &other) {
			t.Fatalf("seed %d: C4: decisions on another source are carried out: %v", seed, err)
		}
	}
	t.Logf("%d documents came back with %d edits", seeds, edits)
	if edits < seeds {
		t.Error("that is too few")
	}
}
