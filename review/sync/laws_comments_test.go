package reviewsync_test

import (
	"slices"
	"testing"

	"github.com/nomadocx/nomadocx/internal/testkit/docgen"
	"github.com/nomadocx/nomadocx/noma"
)

// commentsOf returns the comments of a source, without those in the bodies of blocks that show them.
func commentsOf(t fataler, src string) (out []string) {
	t.Helper()
	doc := planOf(t, src).Doc
	for _, c := range doc.Comments {
		shown := false
		for n := range noma.Walk(doc) {
			d, ok := n.(*noma.Directive)
			shown = shown || ok && d.Name == "code" && d.Span.Contains(c)
		}
		if !shown {
			out = append(out, c.Of(src))
		}
	}
	return out
}

// The laws for sources with comments, which are not sent: those that are not inside of something that was deleted stay as they are, and no
// text becomes one.
func TestLawsOfSourcesWithComments(t *testing.T) {
	stayed, gone := 0, 0
	lawsWith(t, seeds(400), 2501, func(c docgen.Chooser) string { return docgen.Commented(c, 8) }, []gesture{
		{"words", (*hand).typeWords}, {"blocks moved", (*hand).moveBlocks}, {"blocks deleted", (*hand).deleteBlocks}, {"paragraph", (*hand).typeParagraph},
		{"comment typed", (*hand).typeSourceComment}, {"cell", (*hand).typeInCell}, {"tracked words", (*hand).trackWords},
	}, func(t fataler, src string, file []byte, edits []string) {
		t.Helper()
		once, res := sync(t, src, file)
		was, is := commentsOf(t, src), commentsOf(t, once)
		left := slices.Clone(was)
		for _, c := range is {
			i := slices.Index(left, c)
			if i < 0 {
				t.Fatalf("a comment came in\nedits: %v%s\nsource:\n%s\nbecame:\n%s", edits, describe(res), src, once)
			}
			left = slices.Delete(left, i, i+1)
		}
		stayed, gone = stayed+len(is), gone+len(was)-len(is)
	})
	if t.Logf("%d comments stayed, %d went with what they stood in", stayed, gone); gone > stayed/5 {
		t.Errorf("%d comments stayed, and %d went", stayed, gone)
	}
}

// typeSourceComment types a paragraph, or two, that read as a comment of a source.
func (h *hand) typeSourceComment() string {
	p := h.writing()
	if p == nil {
		return ""
	}
	text := "<!-- " + h.token()
	second := h.one(3)
	if !second {
		text += " -->"
	}
	now := newParagraph(text, nil)
	insertAfter(p, now)
	if second {
		text = h.token() + " -->"
		insertAfter(now, newParagraph(text, nil))
	}
	return text
}
