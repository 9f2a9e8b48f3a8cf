package reviewsync_test

import (
	"fmt"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/beevik/etree"

	"github.com/nomadocx/nomadocx/internal/testkit/docgen"
	"github.com/nomadocx/nomadocx/layout"
	"github.com/nomadocx/nomadocx/noma"
	"github.com/nomadocx/nomadocx/noma/source"
	reviewsync "github.com/nomadocx/nomadocx/review/sync"
)

// commentsOf returns the comments of a source, without those in the bodies of blocks that show them as code.
func commentsOf(t fataler, src string) (out []string) {
	t.Helper()
	plan := planOf(t, src)
	var code []source.Span
	for b := range plan.Body() {
		layout.EachPara(b, func(p *layout.Para) {
			if p.Part == layout.PartCode && p.Node != nil {
				code = append(code, p.Node.At().Span)
			}
		})
	}
	for _, c := range plan.Doc.Comments {
		if !slices.ContainsFunc(code, func(s source.Span) bool { return s.Contains(c) }) {
			out = append(out, c.Of(src))
		}
	}
	return out
}

// The laws for sources with comments, which are not sent: those that are not inside of something that was deleted stay as they are, and no
// text becomes one.
func TestLawsOfSourcesWithComments(t *testing.T) {
	commentsStayed.Store(0)
	commentsGone.Store(0)
	commentLaws.hold(t, seeds(400))
	stayed, gone := commentsStayed.Load(), commentsGone.Load()
	if t.Logf("%d comments stayed, %d went with what they stood in", stayed, gone); gone > stayed/5 {
		t.Errorf("%d comments stayed, and %d went", stayed, gone)
	}
}

var commentsStayed, commentsGone atomic.Int64

var commentLaws = constructLaws{salt: 2501, generate: func(c docgen.Chooser) string { return docgen.Commented(c, 8) }, own: []gesture{
	{"words", (*hand).typeWords}, {"blocks moved", (*hand).moveBlocks}, {"blocks deleted", (*hand).deleteBlocks}, {"paragraph", (*hand).typeParagraph},
	{"comment typed", (*hand).typeSourceComment}, {"cell", (*hand).typeInCell}, {"tracked words", (*hand).trackWords},
}, kept: func(t fataler, src string, file []byte, edits []string) {
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
	commentsStayed.Add(int64(len(is)))
	commentsGone.Add(int64(len(was) - len(is)))
}}

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

// TestCommentsAlike: of comments in which somebody says the same several times, the one that was deleted goes, and no other one.
func TestCommentsAlike(t *testing.T) {
	src := "# T\n\nAlpha beta gamma delta beta epsilon. {id=\"a\"}\n\nSecond paragraph of words here. {id=\"b\"}\n"
	for i, place := range []string{`for="t" exact="beta" prefix="Alpha "`, `for="t" exact="delta"`, `for="t" exact="beta" prefix="delta "`, `for="t" exact="paragraph"`, `for="t"`} {
		src += fmt.Sprintf("\n::comment{id=\"c%d\" %s author=\"Jo\"}\nPlease check.\n::\n", i, place)
	}
	for i := range 2 {
		src += fmt.Sprintf("\n::comment{id=\"r%d\" reply_to=\"c%d\" author=\"Jo\"}\nDone.\n::\n", i, 2*i+1)
	}
	file := render(t, src)
	comments := func(d *desk) []*etree.Element { return d.tree("word/comments.xml").SelectElements("w:comment") }
	for _, typed := range []string{"", "Well. ", "Words of beta. "} {
		for _, sent := range planOf(t, src).Comments {
			d := sent.Node.(*noma.Directive)
			got, res := sync(t, src, saved(t, file, func(d *desk) error {
				c := comments(d)[sent.Index]
				(&hand{desk: d}).forgetState(c)
				c.Parent().RemoveChild(c)
				d.unmark("comment", c.SelectAttrValue("w:id", ""))
				for _, e := range below(d.body(), "t") {
					if strings.HasPrefix(e.Text(), "Alpha") {
						e.SetText(typed + e.Text())
					}
				}
				return nil
			}))
			head := src[d.Span.Start:d.Span.End]
			head, _, _ = strings.Cut(head, "}")
			refused := slices.ContainsFunc(res.Findings, func(f reviewsync.Finding) bool {
				return f.BlockID == d.ID && f.Code == "still-referenced" // it has an answer
			})
			want := strings.Replace(src, "Alpha", typed+"Alpha", 1)
			if !refused {
				want = strings.Replace(want, head, head+` status="deleted"`, 1)
			}
			if got != want {
				t.Errorf("%q, %s: %s\n%s", typed, d.ID, got, describe(res))
			}
		}
	}
}

// TestCommentsAlikeAnswered: of two comments that say the same on the same word, the one with an answer stays, when the other one is deleted
// with its word and the text does not say which of the two words that was.
func TestCommentsAlikeAnswered(t *testing.T) {
	src := "# T {id=\"t\"}\n\nThe beta gamma and the beta delta.\n"
	for i, prefix := range []string{"The ", "and the "} {
		src += fmt.Sprintf("\n::comment{id=\"c%d\" for=\"t\" exact=\"beta\" prefix=%q author=\"Jo\" date=\"2026-01-05\"}\nCheck this.\n::\n", i, prefix)
	}
	src += "\n::comment{id=\"r\" reply_to=\"c1\" author=\"Bo\"}\nIt is right.\n::\n"
	got, res := sync(t, src, saved(t, render(t, src), func(d *desk) error {
		c := d.tree("word/comments.xml").SelectElements("w:comment")[0]
		(&hand{desk: d}).forgetState(c)
		c.Parent().RemoveChild(c)
		d.unmark("comment", c.SelectAttrValue("w:id", ""))
		texts := below(d.body(), "t")
		for i, e := range texts {
			if strings.HasPrefix(e.Text(), " gamma") {
				texts[i-1].SetText("")
				e.SetText(strings.TrimPrefix(e.Text(), " gamma and the "))
			}
		}
		return nil
	}))
	want := strings.Replace(strings.Replace(src, "beta gamma and the ", "", 1), `prefix="The " author="Jo" date="2026-01-05"`, `prefix="The " author="Jo" date="2026-01-05" status="deleted"`, 1)
	if got != want {
		t.Errorf("%s\n%s", got, describe(res))
	}
}
