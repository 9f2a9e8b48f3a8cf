package reviewsync_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/nomadocx/nomadocx/internal/office/wml"
	"github.com/nomadocx/nomadocx/internal/testkit/docgen"
	"github.com/nomadocx/nomadocx/layout"
	reviewsync "github.com/nomadocx/nomadocx/review/sync"
)

// TestShareWithoutAnchors computes which share of the edits lands when a kind of anchor is lost. What counts is
// every gesture of the full set that reaches the source from the untouched package: it has to reach the source all the
// same, showing the same in the same place, 99 times in 100; else the report has it, and nothing is written in another place.
func TestShareWithoutAnchors(t *testing.T) {
	documents := seeds(140)
	var edits, landed int
	for _, kind := range anchorKinds {
		t.Run(kind, func(t *testing.T) {
			n, ok, told := shareWithout(t, kind, documents)
			t.Logf("%d edits, %d landed, %d told: %.2f %%", n, ok, told, 100*float64(ok)/float64(n))
			edits, landed = edits+n, landed+ok
		})
	}
	t.Logf("%d edits, %d landed: %.2f %%", edits, landed, 100*float64(landed)/float64(edits))
	if edits < documents || 100*landed < 99*edits {
		t.Errorf("%d of %d edits landed", landed, edits)
	}
}

func shareWithout(t *testing.T, kind string, documents int) (edits, landed, told int) {
	for seed := range documents {
		c := seeded{rand.New(rand.NewPCG(uint64(seed), 61))}
		src := docgen.Document(c, 8)
		file, log := gesturesOn(t, render(t, src), c, 1, map[string]int{})
		want, whole := sync(t, src, file)
		if want == src || anyRefused(whole) {
			continue // it has no place in any package, or not all of it
		}
		edits++
		got, res := sync(t, src, without(t, file, kind))
		switch {
		case got == want, reads(t, got) == reads(t, want): // which of two parts kept the id is nothing a reader sees
			landed++
		case reported(res, whole):
			told++
			t.Logf("seed %d: %s: not landed%s", seed, strings.Join(log, "; "), describe(res))
		default:
			t.Errorf("seed %d: %s: dropped, or in another place%s\nsource:\n%s\nwant:\n%s%s\ngot:\n%s", seed, strings.Join(log, "; "), describe(res), src, want, describe(whole), got)
		}
	}
	return edits, landed, told
}

// reads returns what a source shows, a paragraph a line.
func reads(t *testing.T, src string) string {
	var b strings.Builder
	for x := range planOf(t, src).Body() {
		layout.EachPara(x, func(p *layout.Para) { b.WriteString(layout.Text(p.Runs(), wml.Original) + "\n") })
	}
	return b.String()
}

// reported: what is not applied as it was from the whole package stands in the report.
func reported(res, whole *reviewsync.Result) bool {
	for _, f := range whole.Findings {
		there := slices.ContainsFunc(res.Findings, func(g reviewsync.Finding) bool {
			return !g.Done() && (f.Now != "" && strings.Contains(g.Now, f.Now) || f.Was != "" && strings.Contains(g.Was, f.Was) || g.BlockID == f.BlockID) ||
				fmt.Sprint(g) == fmt.Sprint(f)
		})
		if !there {
			return false
		}
	}
	return true
}
