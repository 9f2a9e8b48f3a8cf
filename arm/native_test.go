package arm

import (
	"testing"

	"github.com/nomadocx/nomadocx/internal/office/wml"
)

// A resolved comment begins with a line of our own writer, which nobody said. A comment that only begins
// with the same words is somebody's.
func TestVisibleCommentWithoutItsStatus(t *testing.T) {
	for _, c := range []struct{ said, want string }{
		{"Status: resolved; resolved by Ada\nWhich year?", "Which year?"},
		{"Status: resolved\nWhich year?", "Which year?"},
		{"Status: resolved issues are below\nWhich year?", "Status: resolved issues are below\nWhich year?"},
		{"Which year?\nStatus: resolved", "Which year?\nStatus: resolved"},
		{"Status: resolved", "Status: resolved"},
	} {
		d := documentOf(t, contract(t))
		d.Comments = []*wml.Comment{{ID: "0", Author: "Ada", Blocks: []wml.Block{&wml.Paragraph{Runs: []wml.Run{{Text: c.said}}}}}}
		items := visibleItems(d, newAnchorIndex(golden(t)))
		if len(items) == 0 || items[0].Text != c.want {
			t.Errorf("%q is seen as %+v", c.said, items)
		}
	}
}
