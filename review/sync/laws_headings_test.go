package reviewsync_test

import (
	"strings"
	"testing"

	"github.com/nomadocx/nomadocx/internal/testkit/docgen"
	"github.com/nomadocx/nomadocx/noma"
	reviewsync "github.com/nomadocx/nomadocx/review/sync"
)

// TestHeadingMoves: a heading that is moved over blocks takes them into other sections, and comes once.
func TestHeadingMoves(t *testing.T) { headingMoves.hold(t, seeds(400)) }

var headingMoves = constructLaws{salt: 2812, generate: func(c docgen.Chooser) string { return docgen.Document(c, 12) },
	own: []gesture{{"headings moved", (*hand).moveHeading}}, kept: headingsOnce}

// moveHeading moves a heading behind one of the blocks around it.
func (h *hand) moveHeading() string {
	all := h.body().ChildElements()
	var headings []int
	for i, e := range all {
		if strings.Contains(shapeOf(e), "Heading") && textOf(e) != "" {
			headings = append(headings, i)
		}
	}
	if len(headings) < 2 {
		return ""
	}
	at := headings[1+h.c.Intn(len(headings)-1)]
	to := at - 8 + h.c.Intn(17)
	if to <= headings[0] || to >= len(all)-1 || to == at || to == at-1 {
		return ""
	}
	e := all[at]
	e.Parent().RemoveChild(e)
	insertAfter(all[to], e)
	return textOf(e) + " behind " + textOf(all[to])
}

// headingsOnce holds that the source has no heading more often than the file.
func headingsOnce(t fataler, src string, file []byte, _ []string) {
	now, res := syncWith(t, src, file, reviewsync.Options{})
	count := func(text string) map[string]int {
		out := map[string]int{}
		for n := range noma.Walk(planOf(t, text).Doc) {
			if s, ok := n.(*noma.Section); ok {
				out[s.Title.S]++
			}
		}
		return out
	}
	was := count(src)
	for title, n := range count(now) {
		if was[title] > 0 && n > was[title] {
			t.Fatalf("the heading %q comes %d times, not %d%s\nsource:\n%s\nbecame:\n%s", title, n, was[title], describe(res), src, now)
		}
	}
}
