package html

import (
	"fmt"
	"math/rand"
	"regexp"
	"strings"
	"testing"

	"github.com/nomadocx/nomadocx/internal/testkit/docgen"
)

var (
	noteMarks = regexp.MustCompile(`<sup class="noma-note-mark[^>]*>.*?</sup>`)
	noteBacks = regexp.MustCompile(`<a class="noma-ref noma-note-back" href="#([^"]*)"`)
	anchors   = regexp.MustCompile(` id="([^"]*)"`)
	leads     = regexp.MustCompile(`href="#([^"]*)"`)
)

// TestNotesLead: each mark of a note leads to a note, each note back to an element, and no id occurs twice.
func TestNotesLead(t *testing.T) {
	marks, backs := 0, 0
	for seed := range 300 {
		c := rand.New(rand.NewSource(int64(seed)))
		text := docgen.Notes(c)
		switch seed % 3 {
		case 0:
			text = docgen.Document(c, 8)
		case 1:
			text = "# A {id=\"a\"}\n\nOne word, two words.\n"
			for range 1 + c.Intn(4) {
				at := []string{"", ` exact="word"`, ` exact="words"`, ` exact="nowhere"`, ` id="n` + fmt.Sprint(c.Intn(3)) + `"`, ` label="*"`}
				text += fmt.Sprintf("\n::%s{for=\"a\"%s}\nText.\n::\n", []string{"footnote", "endnote"}[c.Intn(2)], at[c.Intn(len(at))])
			}
		}
		page := render(t, text, Options{})
		ids := map[string]int{}
		for _, m := range anchors.FindAllStringSubmatch(page, -1) {
			ids[m[1]]++
			if ids[m[1]] > 1 && strings.Contains(m[1], "note") {
				t.Fatalf("%d: the id %s occurs twice\n%s", seed, m[1], text)
			}
		}
		for _, m := range noteMarks.FindAllString(page, -1) {
			marks++
			if at := leads.FindStringSubmatch(m); at == nil || ids[at[1]] != 1 {
				t.Fatalf("%d: %s leads nowhere\n%s", seed, m, text)
			}
		}
		for _, m := range noteBacks.FindAllStringSubmatch(page, -1) {
			backs++
			if ids[m[1]] == 0 {
				t.Fatalf("%d: a note leads back to %s, which is nowhere\n%s", seed, m[1], text)
			}
		}
	}
	if marks < 300 || backs < 300 {
		t.Errorf("only %d marks and %d ways back", marks, backs)
	}
}
