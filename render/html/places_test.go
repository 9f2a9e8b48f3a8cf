package html

import (
	"math/rand"
	"regexp"
	"strings"
	"testing"

	"github.com/nomadocx/nomadocx/internal/testkit/docgen"
	"github.com/nomadocx/nomadocx/internal/testkit/slow"
	"github.com/nomadocx/nomadocx/layout"
	"github.com/nomadocx/nomadocx/noma"
)

var (
	asides = regexp.MustCompile(`(?s)<aside.*?</aside>\n`)
	added  = regexp.MustCompile(`(?s)<ins class="noma-change.*?</ins>|<sup class="noma-(mark|note-mark).*?</sup>`)
	tags   = regexp.MustCompile(`(?s)<.*?>`)
	blanks = regexp.MustCompile(`\s+`)
)

// TestMarkingChangesNoWords: a page whose words are marked says what it says without the comments, notes and requests.
func TestMarkingChangesNoWords(t *testing.T) {
	slow.Test(t, "a browser")
	marked := 0
	for seed := range 200 {
		text := docgen.Placed(rand.New(rand.NewSource(int64(seed))), 8)
		page := render(t, text, Options{Fragment: true, NoUnsafe: true})
		p, err := inspect("<!DOCTYPE html>\n<html lang=\"en\"><head><title>x</title></head><body>" + page + "</body></html>")
		if err == nil {
			err = p.links()
		}
		if err != nil {
			t.Fatalf("seed %d: %v\n%s", seed, err, page)
		}
		words := func(page string) string {
			return blanks.ReplaceAllString(tags.ReplaceAllString(added.ReplaceAllString(asides.ReplaceAllString(page, ""), ""), ""), " ")
		}
		from := strings.Index(text, `{id="placed-`)
		if from < 0 {
			continue
		}
		without := text[:strings.LastIndex(text[:from], "::")]
		if got, want := words(page), words(render(t, without, Options{Fragment: true, NoUnsafe: true})); got != want {
			t.Fatalf("seed %d: marked, the page says\n%s\nand without the marks\n%s\n%s", seed, got, want, text)
		}
		marked += strings.Count(page, `class="noma-mark `)
	}
	if marked < 250 {
		t.Errorf("only %d places are marked", marked)
	}
}

// TestPlacesAreMarked: what Word shows in the running text is marked in the page.
func TestPlacesAreMarked(t *testing.T) {
	slow.Test(t, "a browser")
	for seed := range 200 {
		text := docgen.Placed(rand.New(rand.NewSource(int64(seed))), 8)
		d := parse(t, text)
		page := render(t, text, Options{Fragment: true, NoUnsafe: true})
		for x := range layout.Build(d, layout.Options{Sketch: true}).Annotated() {
			if x.Para.Part != layout.PartText && x.Para.Part != layout.PartHeading && x.Para.Part != layout.PartCell ||
				x.Slot.Access != layout.Editable {
				continue // what is computed and the names of fields are shown in another way
			}
			var ids []string
			for _, r := range x.Ranges {
				ids = append(ids, r.Comment.Node.(*noma.Directive).ID)
			}
			for _, c := range x.Changes {
				ids = append(ids, c.Node.ID)
			}
			for _, id := range ids {
				if !strings.Contains(page, `id="`+id+`-words"`) {
					t.Errorf("seed %d: %s is not marked in %q (part %d)\n%s\n%s", seed, id, layout.PlainText(x.Text), x.Para.Part, text, page)
				}
			}
		}
		if t.Failed() {
			return
		}
	}
}
