package docx

import (
	"math/rand/v2"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/nomadocx/nomadocx/internal/testkit/docgen"
	"github.com/nomadocx/nomadocx/layout"
)

// TestLawPanelsAreOneBox: the left border of all lines of panels stands in one place, code is a part of its panel, and nothing of a panel
// stands outside. Word draws the border w:space before the first line or the others, whichever begins further left.
func TestLawPanelsAreOneBox(t *testing.T) {
	number := func(props, name string) int {
		m := regexp.MustCompile(name + `="(-?\d+)"`).FindStringSubmatch(props)
		if m == nil {
			return 0
		}
		n, _ := strconv.Atoi(m[1])
		return n
	}
	left := regexp.MustCompile(`<w:left [^>]*w:space[^>]*>`)
	for seed := range uint64(200) {
		text := docgen.PanelLists(seeded{rand.New(rand.NewPCG(seed, 3))})
		framed := 0
		for _, p := range regexp.MustCompile(`<w:p>.*?</w:p>`).FindAllString(string(parts(t, rendered(t, text))[mainPart]), -1) {
			props, _, _ := strings.Cut(p, "</w:pPr>")
			switch {
			case !strings.Contains(props, "<w:pBdr>"):
				if strings.Contains(props, `"NomaCode"`) {
					t.Fatalf("code stands outside its panel: %s\n%s", p, text)
				}
				continue
			case strings.Contains(props, "<w:bottom w:val=\"single\" w:sz=\"6\" w:space=\"1\""):
				continue // a line of its own
			}
			framed++
			ind := props[strings.LastIndex(props, "<w:ind "):]
			space := number(left.FindString(props), "w:space")
			bar := number(ind, "w:left") - number(ind, "w:hanging") - 20*space
			inner := number(ind, "w:left") > layout.PanelItemIndent(1) && number(ind, "w:hanging") == 0
			if at := panelIndent - 20*panelSpace; bar < at || bar > at+20 && !inner || inner && space != mostSpace {
				t.Fatalf("the border stands at %d, not at %d: %s\n%s", bar, at, props, text)
			}
		}
		if framed == 0 {
			t.Fatalf("no panel:\n%s", text)
		}
	}
}
