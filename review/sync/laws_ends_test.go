package reviewsync_test

import (
	"fmt"
	"testing"

	"github.com/beevik/etree"
)

// TestEndsTakenOut holds that accepting comes to the same in Word and in the source where the end of a paragraph is taken out and
// paragraphs are put in behind it: with words or without, the first ones with their own ends taken out again.
func TestEndsTakenOut(t *testing.T) {
	const src = "# A text {id=\"t\"}\n\nAlpha text one.\n\nBeta text two.\n\nGamma text three.\n"
	words := []string{"", " And now this.", "Then that."}
	all := len(words) * len(words)
	for n := range 3 * all {
		first, second, goes := words[n%len(words)], words[n/len(words)%len(words)], n/all // how many of the two have their ends taken out
		for _, blank := range []string{"", " "} {
			if blank != "" && first+second == "" {
				continue // a blank at the end is no content then
			}
			edits := []string{fmt.Sprintf("%q, %q and %q; ends taken out: %d", blank, first, second, goes)}
			file := saved(t, render(t, src), func(d *desk) error {
				h := &hand{desk: d}
				p, _, err := d.find("Alpha", 0)
				if err != nil {
					return err
				}
				for _, x := range below(p, "t") {
					x.SetText(x.Text() + blank)
				}
				signedMark(h, p, "w:del")
				for i, text := range []string{first, second} {
					now := etree.NewElement("w:p")
					if i < goes {
						signedMark(h, now, "w:del")
					}
					signedMark(h, now, "w:ins")
					if text != "" {
						ins := h.signed("w:ins", "Ann")
						ins.AddChild(newRun(text, nil))
						now.AddChild(ins)
					}
					insertAfter(p, now)
					p = now
				}
				return nil
			})
			t.Run(fmt.Sprint(n, len(blank)), func(t *testing.T) { acceptAnywhere(t, src, src, file, edits) })
		}
	}
}
