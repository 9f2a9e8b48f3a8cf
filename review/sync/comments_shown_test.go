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
