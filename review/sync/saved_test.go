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
// more, in which its notes, comments and change requests stand, becomes what it is without that section.
func TestDeletedSections(t *testing.T) {
	tally := map[string]int{}
	eachSeed(t, *from, seeds(200), tally, func(t *testing.T, seed int, made map[string]int) {
		c := seeded{rand.New(rand.NewPCG(uint64(seed), 231))}
		generate := []func(docgen.Chooser) string{
			func(c docgen.Chooser) string { return docgen.Document(c, 6) }, docgen.Notes, func(c docgen.Chooser) string { return docgen.Placed(c, 6) },
		}[seed%3]
		src := generate(c)
		at := annotationLine.FindStringIndex(src)
		if at == nil {
			return
		}
		const section = "# Zzlast\n\nzzwords.\n\n"
		with := src[:at[0]] + section + src[at[0]:]
		file := saved(t, render(t, with), func(d *desk) error {
			for _, p := range d.paragraphs() {
				if words := textOf(p); strings.Contains(words, "Zzlast") || words == "zzwords." {
					p.Parent().RemoveChild(p)
				}
			}
			return nil
		})
		got, res := syncWith(t, with, file, reviewsync.Options{AllowDelete: true})
		if !slices.ContainsFunc(res.Findings, func(f reviewsync.Finding) bool { return f.Code == reviewsync.CodeBlockGone && f.Done() }) {
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
