package reviewsync_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/beevik/etree"

	reviewsync "github.com/nomadocx/nomadocx/review/sync"
)

// TestNearlyAll: of many bold words and references nearly all came back as plain text, beside a word that was replaced: that is one finding about the program, and
// the word comes in; when most came back as they were sent, the program has no such habit, and each word made plain is an edit.
func TestNearlyAll(t *testing.T) {
	for seed := *from; seed < *from+seeds(60); seed++ {
		c := rand.New(rand.NewPCG(uint64(seed), 181))
		n := 4 + c.IntN(12)
		var b strings.Builder
		b.WriteString("# Sources\n\n::claim{id=\"c-1\" owner=\"Ann\"}\nA claim is here.\n::\n")
		for i := range n {
			fmt.Fprintf(&b, "\nSentence %d says as [[c-1]] does and **bold%d** words follow.\n", i, i)
		}
		src := b.String()
		habit := c.IntN(2) == 0
		kept := c.IntN(n/4 + 1)
		if !habit {
			kept = n/2 + c.IntN(n/2)
		}
		d, err := openDesk(render(t, src))
		if err == nil {
			err = d.writtenBy("Quill 3")
		}
		if err != nil {
			t.Fatal(err)
		}
		sentences := slices.DeleteFunc(below(d.body(), "p"), func(p *etree.Element) bool { return !strings.HasPrefix(textOf(p), "Sentence ") })
		for _, p := range sentences[kept:] {
			for _, tag := range []string{"b", "fldChar", "instrText"} {
				for _, e := range below(p, tag) {
					if habit || tag == "b" {
						e.Parent().RemoveChild(e)
					}
				}
			}
		}
		want := strings.Replace(src, "Sentence 0 says", "Sentence 0 tells", 1)
		if !habit {
			for i := kept; i < n; i++ {
				want = strings.Replace(want, fmt.Sprintf("**bold%d**", i), fmt.Sprintf("bold%d", i), 1)
			}
		}
		for _, e := range below(d.body(), "t") {
			e.SetText(strings.ReplaceAll(e.Text(), "Sentence 0 says", "Sentence 0 tells"))
		}
		file, err := d.save()
		if err != nil {
			t.Fatal(err)
		}
		got, res := sync(t, src, file)
		editor := 0
		for _, f := range res.Findings {
			if f.Outcome == reviewsync.Editor {
				editor++
			}
		}
		if got != want || (editor == 1) != habit {
			t.Fatalf("seed %d: %d of %d kept: the source becomes\n%s\nof\n%s\nfindings: %s", seed, kept, n, got, src, describe(res))
		}
	}
}
