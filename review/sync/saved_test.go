package reviewsync_test

import (
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/nomadocx/nomadocx/internal/testkit/docgen"
	reviewsync "github.com/nomadocx/nomadocx/review/sync"
)

// annotationLine is the first line of a note, comment or change request at the level of the document.
var annotationLine = regexp.MustCompile(`(?m)^(::(comment|change_request|footnote|endnote)\b|\[\^[^\]]+\]:)`)

// TestDeletedSections holds that a section that is deleted takes nothing along that belongs to text elsewhere: a document with a section
// or two more, in which its notes, comments and change requests stand, becomes what it is without them.
func TestDeletedSections(t *testing.T) {
	tally := map[string]int{}
	eachSeed(t, *from, seeds(200), tally, func(t *testing.T, seed int, made map[string]int) {
		c := seeded{rand.New(rand.NewPCG(uint64(seed), 231))}
		generate := []func(docgen.Chooser) string{
			func(c docgen.Chooser) string { return docgen.Document(c, 6) }, docgen.Notes, func(c docgen.Chooser) string { return docgen.Placed(c, 6) },
		}[seed%3]
		src := generate(c)
		all := annotationLine.FindAllStringIndex(src, -1)
		if all == nil {
			return
		}
		at := all[0][0]
		with := src[:at] + "# Zzlast\n\nzzwords.\n\n" + src[at:]
		if k := c.Intn(len(all)); k > 0 { // the others stand in another section
			at = all[k][0] + len(with) - len(src)
			with = with[:at] + "# Zzsecond\n\nzzmore.\n\n" + with[at:]
		}
		file := saved(t, render(t, with), func(d *desk) error {
			for _, p := range d.paragraphs() {
				if words := textOf(p); strings.Contains(words, "Zzlast") || strings.Contains(words, "Zzsecond") || words == "zzwords." || words == "zzmore." {
					p.Parent().RemoveChild(p)
				}
			}
			return nil
		})
		got, res := syncWith(t, with, file, reviewsync.Options{AllowDelete: true})
		if slices.ContainsFunc(res.Findings, func(f reviewsync.Finding) bool { return f.Code == reviewsync.CodeLabelGone }) {
			return // a change request is shown in the section, and stays
		}
		made["deleted"]++
		if !slices.Equal(written(got), written(src)) {
			t.Fatalf("not what it is without the section:%s\nwas:\n%s\nbecame:\n%s", describe(res), with, got)
		}
	})
	if tally["deleted"] < seeds(75) {
		t.Errorf("only %d sections were deleted", tally["deleted"])
	}
}

// written returns the lines of a source that are not empty.
func written(src string) []string {
	return slices.DeleteFunc(strings.Split(src, "\n"), func(line string) bool { return strings.TrimSpace(line) == "" })
}
