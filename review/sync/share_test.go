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
	all := editsOfShare(t, documents)
	var edits, landed int
	for _, kind := range anchorKinds {
		t.Run(kind, func(t *testing.T) {
			ok, told := shareWithout(t, kind, all)
			t.Logf("%d edits, %d landed, %d told: %.2f %%", len(all), ok, told, 100*float64(ok)/float64(len(all)))
			edits, landed = edits+len(all), landed+ok
		})
	}
	t.Logf("%d edits, %d landed: %.2f %%", edits, landed, 100*float64(landed)/float64(edits))
	if edits < documents || 100*landed < 99*edits {
		t.Errorf("%d of %d edits landed", landed, edits)
	}
}

// shareEdit is an edit that reaches the source, and what came of it from the whole package.
type shareEdit struct {
	name, src string // the name says which edit of which seed it is
	file      []byte
	want      string
	whole     *reviewsync.Result
}

// editsOfShare returns the edits of as many documents. What has no place in any package, or not all of it, is left out.
func editsOfShare(t *testing.T, documents int) (all []shareEdit) {
	for seed := range documents {
		c := seeded{rand.New(rand.NewPCG(uint64(seed), 61))}
		src := docgen.Document(c, 8)
		file, log := gesturesOn(t, render(t, src), c, 1, map[string]int{})
		if want, whole := sync(t, src, file); want != src && !anyRefused(whole) {
			all = append(all, shareEdit{fmt.Sprintf("seed %d: %s", seed, strings.Join(log, "; ")), src, file, want, whole})
		}
	}
	return all
}

func shareWithout(t *testing.T, kind string, all []shareEdit) (landed, told int) {
	for _, e := range all {
		got, res := sync(t, e.src, without(t, e.file, kind))
		switch {
		case got == e.want, reads(t, got) == reads(t, e.want): // which of two parts kept the id is nothing a reader sees
			landed++
		case reported(res, e.whole):
			told++
			t.Logf("%s: not landed%s", e.name, describe(res))
		default:
			t.Errorf("%s: dropped, or in another place%s\nsource:\n%s\nwant:\n%s%s\ngot:\n%s", e.name, describe(res), e.src, e.want, describe(e.whole), got)
		}
	}
	return landed, told
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
