package reviewsync_test

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/nomadocx/nomadocx/internal/testkit/docgen"
	"github.com/nomadocx/nomadocx/noma"
	reviewsync "github.com/nomadocx/nomadocx/review/sync"
)

// TestAcceptSingle holds that change requests of words can be accepted one after the other: the others keep their places, and when each of
// them can be made alone, Word shows in the end what accepting all at once makes of the source.
func TestAcceptSingle(t *testing.T) {
	eachSeed(t, *from, seeds(200), map[string]int{}, acceptSingle)
}

func acceptSingle(t *testing.T, seed int, made map[string]int) {
	c := seeded{rand.New(rand.NewPCG(uint64(seed), 3104))}
	src := docgen.Document(c, 8)
	file, edits := someOf(t, []gesture{{"words", (*hand).trackPhrase}}, render(t, src), c, 8, made)
	once, _ := syncWith(t, src, file, reviewsync.Options{})
	ids, had := requestIDs(t, once), requestIDs(t, src)
	ids = slices.DeleteFunc(ids, func(id string) bool { return slices.Contains(had, id) })
	if len(ids) < 2 {
		return
	}
	all := decide(t, once, true, ids...)
	if slices.ContainsFunc(all.Findings, func(f reviewsync.Finding) bool { return f.Outcome != reviewsync.Applied }) {
		return
	}
	text := once
	for len(ids) > 0 {
		i := c.Intn(len(ids))
		res := decide(t, text, true, ids[i])
		if slices.ContainsFunc(res.Findings, func(f reviewsync.Finding) bool { return f.Outcome != reviewsync.Applied }) {
			return // only together with another one
		}
		text, ids = res.Text, slices.Delete(ids, i, i+1)
		for _, d := range planOf(t, text).Lost {
			// White space at an end of a text is none: a request about it has nothing to change any more.
			if slices.Contains(ids, d.ID) && (d.AttrText("action") == "insert" || strings.TrimSpace(d.AttrText("from")) != "") {
				t.Fatalf("%s has no place any more\nedits: %s\nsource:\n%s\nbecame:\n%s\nfindings: %s", d.ID, strings.Join(edits, "\n  "), once, text, describe(res))
			}
		}
	}
	got, want := withoutRequests(t, text, src), withoutRequests(t, all.Text, src)
	if !slices.Equal(paragraphsOf(read(t, render(t, got))), paragraphsOf(read(t, render(t, want)))) {
		t.Fatalf("one by one\nedits: %s\nsource:\n%s\nsynced:\n%s\ngot:\n%s\nwant:\n%s\nfindings: ", strings.Join(edits, "\n  "), src, once, got, want)
	}
}

// requestIDs returns the ids of the change requests of a source that are not closed.
func requestIDs(t *testing.T, src string) (ids []string) {
	for n := range noma.Walk(planOf(t, src).Doc) {
		if d, ok := n.(*noma.Directive); ok && d.Is(noma.Request) && !reviewsync.Closed(d) {
			ids = append(ids, d.ID)
		}
	}
	return ids
}
