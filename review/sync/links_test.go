package reviewsync_test

import (
	"fmt"
	"math/rand/v2"
	"regexp"
	"testing"

	"github.com/nomadocx/nomadocx/internal/testkit/docgen"
)

var (
	anchorOf   = []*regexp.Regexp{regexp.MustCompile(`w:anchor="([^"]*)"`), regexp.MustCompile(` REF ([^ ]*) `)} // each begins with what is looked for
	bookmarkOf = regexp.MustCompile(`<w:bookmarkStart [^>]*w:name="([^"]*)"`)
)

// TestLinksLeadSomewhere: every link into the document has its bookmark. A reference to what Word
// does not show in the text, an answer to a comment or a withdrawn one, is plain text.
func TestLinksLeadSomewhere(t *testing.T) {
	t.Parallel()
	for seed := range tenth(1000) {
		src := docgen.Document(seeded{rand.New(rand.NewPCG(uint64(seed), 1))}, 12)
		linked(t, fmt.Sprintf("seed %d", seed), src)
	}
}

func linked(t *testing.T, name, src string) {
	t.Helper()
	d, err := openDesk(render(t, src))
	if err != nil {
		t.Fatal(err)
	}
	marks := map[string]bool{}
	for _, m := range bookmarkOf.FindAllStringSubmatch(string(d.data["word/document.xml"]), -1) {
		marks[m[1]] = true
	}
	for part, data := range d.data {
		for _, anchor := range anchorOf {
			for _, m := range anchor.FindAllStringSubmatch(string(data), -1) {
				if !marks[m[1]] {
					t.Errorf("%s: %s links to %s, which is nowhere\n%s", name, part, m[1], src)
				}
			}
		}
	}
}
