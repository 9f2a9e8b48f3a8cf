package reviewsync_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/nomadocx/nomadocx/internal/office/wml"
	"github.com/nomadocx/nomadocx/internal/testkit/docgen"
	"github.com/nomadocx/nomadocx/layout"
	"github.com/nomadocx/nomadocx/noma/dataset"
	reviewsync "github.com/nomadocx/nomadocx/review/sync"
)

// The laws with gestures at tables with merged cells.

var mergeGestures = []gesture{
	{"cells merged", (*hand).mergeCells},
	{"cells split", (*hand).splitCells},
	{"row beside merged cells", (*hand).mergedRows},
	{"column beside merged cells", (*hand).mergedColumns},
	{"words in a merged cell", (*hand).typeInMerged},
}

// TestMergeLaws holds the laws on documents with merged cells: unedited files are quiet, edited ones show what the file shows, and what
// is merged in the file is merged in the source unless a finding says otherwise.
func TestMergeLaws(t *testing.T) {
	n := seeds(600)
	tally := map[string]int{}
	eachSeed(t, *from, n, tally, func(t *testing.T, seed int, tally map[string]int) {
		c := seeded{rand.New(rand.NewPCG(uint64(seed), 91))}
		src := docgen.Merged(c)
		sent := render(t, src)
		if same, res := syncWith(t, src, sent, reviewsync.Options{}); same != src || len(res.Findings) > 0 {
			t.Fatalf("an unedited file is not quiet: %s\n%s", describe(res), src)
		}
		makes := mergeGestures
		if seed%2 == 0 {
			makes = slices.Concat(mergeGestures, mergeGestures, mergeGestures, gestures)
		}
		file, edits := someOf(t, makes, sent, c, *most, tally)
		editedFile(t, "", src, file, edits, c)
		wordsKept(t, src, file, edits, c)
		mergesKept(t, src, file, edits)
	})
	for _, g := range mergeGestures {
		if t.Logf("%6d × %s", tally[g.name], g.name); tally[g.name] == 0 && !testing.Short() {
			t.Errorf("%q was never made in %d documents", g.name, n)
		}
	}
}

// mergesKept holds that the tables of the new source have the merged cells of the file, when nothing was refused.
func mergesKept(t fataler, src string, file []byte, edits []string) {
	t.Helper()
	once, res := syncWith(t, src, file, reviewsync.Options{AllowDelete: true})
	if anyRefused(res) {
		return
	}
	var back, now []string
	for _, st := range read(t, file).Stories {
		for _, b := range st.Blocks {
			if t, ok := b.(*wml.Table); ok {
				back = append(back, reviewsync.MergesOf(t))
			}
		}
	}
	for b := range planOf(t, once).Body() {
		if g, ok := b.(*layout.Grid); ok {
			now = append(now, dataset.FormatRanges(g.Merges))
		}
	}
	if !slices.Equal(back, now) {
		t.Fatalf("merged in the file: %q, in the source: %q\nedits: %q\nsource:\n%s\nbecame:\n%s\nfindings: %s", back, now, edits, src, once, describe(res))
	}
}
