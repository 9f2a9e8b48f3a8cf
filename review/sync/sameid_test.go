package reviewsync_test

import (
	"strings"
	"testing"

	reviewsync "github.com/nomadocx/nomadocx/review/sync"

	"github.com/nomadocx/nomadocx/internal/testkit/wordtest"
)

// TestBlocksOfOneID: an edit of one of two blocks with the same id comes into that one, or is refused; never into the other.
func TestBlocksOfOneID(t *testing.T) {
	const block = "::claim{id=\"a\"}\nSales grew NTH.\n::\n\n"
	src := "# Top\n\n" + strings.Replace(block, "NTH", "first", 1) + strings.Replace(block, "NTH", "second", 1) +
		"::metric{id=\"m\" value=\"1 first\"}\n::\n\n::metric{id=\"m\" value=\"1 second\"}\n::\n"
	for _, nth := range []string{"first", "second"} {
		for was, now := range map[string]string{"Sales grew ": "Sales fell ", "1 ": "2 "} {
			was, now = was+nth, now+nth
			got, res := sync(t, src, wordtest.Replace(t, render(t, src), "word/document.xml", was, now))
			refused := len(res.Findings) == 1 && res.Findings[0].Outcome == reviewsync.Refused && got == src
			if !refused && got != strings.Replace(src, was, now, 1) {
				t.Errorf("%s:\n%s%s", now, got, describe(res))
			}
		}
	}
}
