package reviewsync_test

import (
	"strings"
	"testing"

	reviewsync "github.com/nomadocx/nomadocx/review/sync"
)

// TestCommentsShown: other programs that read sources show their comments as text, which does not come back then.
func TestCommentsShown(t *testing.T) {
	const src = "# T\n\nFirst old.\n\n<!-- TODO: *ask* Ann -->\n\nSecond.\n\n<!--\n## Old heading\n\n- old item\n-->\n\nLast.\n"
	back := read(t, render(t, strings.ReplaceAll(src, "<!--", `\<!--`)))
	back.Manifest, back.Properties = nil, nil
	once, res := syncRead(t, src, back, reviewsync.Options{})
	if once != src || len(res.Findings) > 1 {
		t.Errorf("it became%s\n%s", describe(res), once)
	}
}

// TestResolvedComments: a new comment that was resolved in Word waits for nobody.
func TestResolvedComments(t *testing.T) {
	const src = "# T\n\nFirst words.\n\nSecond words.\n"
	for script, waiting := range map[string]int{"": 1, "resolve \"Which ones?\"\n": 0} {
		_, res := sync(t, src, performed(t, src, "comment \"Which ones?\" on \"Second words\" by \"Ann\"\n"+script))
		if c := reviewsync.Count(res.Findings); c.Applied != 1-waiting || c.Waiting != waiting || c.NotApplied > 0 {
			t.Errorf("%q: %+v%s", script, c, describe(res))
		}
	}
}
