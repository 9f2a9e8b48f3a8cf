package reviewsync_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/beevik/etree"
)

// AcceptAnywhere in the text of notes.

// trackInNote inserts, deletes or replaces words of a footnote or endnote.
func (h *hand) trackInNote() string {
	var all []*etree.Element
	for _, n := range h.annotations("footnote", "endnote") {
		all = append(all, below(n, "p")...)
	}
	return h.trackPhraseIn(h.pick(all))
}

func TestAcceptInNotes(t *testing.T) {
	n := seeds(150)
	inNotes := []gesture{{"words in a note", (*hand).trackInNote}}
	for _, name := range []string{"alone", "author went on"} {
		proposed, compared, gestures := 0, 0, map[string]int{}
		for seed := *from; seed < *from+n/2; seed++ {
			t.Run(fmt.Sprint(name, " ", seed), func(t *testing.T) {
				c := seeded{rand.New(rand.NewPCG(uint64(seed), 91))}
				src := strings.ReplaceAll(withAnnotations(c), "\r\n", "\n") // what it adds ends lines so
				file, edits := someOf(t, inNotes, render(t, src), c, []int{1, 3, 12}[c.Intn(3)], gestures)
				now := src
				if name != "alone" {
					now = wentOn(src, c)
				}
				tally := acceptAnywhere(t, src, now, file, edits)
				proposed, compared = proposed+tally.proposed, compared+tally.compared
			})
		}
		if t.Logf("%s: %d tracked changes proposed, %d files compared; %v", name, proposed, compared, gestures); proposed < n/2 || compared < n/6 {
			t.Errorf("%s: %d tracked changes proposed, %d files compared", name, proposed, compared)
		}
	}
}
