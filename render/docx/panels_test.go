package docx

import (
	"math/rand/v2"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/nomadocx/nomadocx/internal/testkit/docgen"
)

// TestLawPanelsAreOneBox: the left border of all lines of panels stands in one place, code is a part of its panel, and nothing of a panel
// stands outside; panels in others are indented at both sides, and end where the outermost does. Word draws the border w:space before the first line or the others, whichever begins further left.
func TestLawPanelsAreOneBox(t *testing.T) {
	number := func(props, name string) int {
		m := regexp.MustCompile(name + `="(-?\d+)"`).FindStringSubmatch(props)
		if m == nil {
			return 0
		}
		n, _ := strconv.Atoi(m[1])
		return n
	}
	left, right := regexp.MustCompile(`<w:left [^>]*w:space[^>]*>`), regexp.MustCompile(`<w:right [^>]*w:space[^>]*>`)
	tables := 0
	for seed := range uint64(200) {
		generate := docgen.PanelLists
		if seed%2 > 0 {
			generate = docgen.PanelBlocks
		}
		text := generate(seeded{rand.New(rand.NewPCG(seed, 3))})
		framed, body := 0, string(parts(t, rendered(t, text))[mainPart])
		for _, table := range regexp.MustCompile(`<w:tblPr>.*?</w:tblPr>`).FindAllString(body, -1) {
			if tables++; !strings.Contains(table, "<w:tblBorders><w:left ") {
				t.Fatalf("a table stands outside its panel: %s\n%s", table, text)
			}
		}
		for _, p := range regexp.MustCompile(`<w:p>.*?</w:p>`).FindAllString(body, -1) {
			props, _, _ := strings.Cut(p, "</w:pPr>")
			switch {
			case !strings.Contains(props, "<w:pBdr>"):
				if strings.Contains(props, `"NomaCode"`) {
					t.Fatalf("code stands outside its panel: %s\n%s", p, text)
				}
				continue
			}
			framed++
			ind := props[strings.LastIndex(props, "<w:ind "):]
			space := number(left.FindString(props), "w:space")
			bar := number(ind, "w:left") - number(ind, "w:hanging") - 20*space
			if at := panelIndent - 20*panelSpace; bar < at || bar > at+20 {
				t.Fatalf("the border stands at %d, not at %d: %s\n%s", bar, at, props, text)
			}
			end := number(ind, "w:right") - 20*number(right.FindString(props), "w:space")
			if at := panelIndent - 20*rightSpace; end < at || end > at+20 {
				t.Fatalf("the fill ends at %d, not at %d: %s\n%s", end, at, props, text)
			}
		}
		if framed == 0 {
			t.Fatalf("no panel:\n%s", text)
		}
	}
}

// TestCardsWithMoreInThem: cards side by side are filled as a whole, also with a table or another panel in them.
func TestCardsWithMoreInThem(t *testing.T) {
	const src = "# T\n\n::grid{columns=3}\n:::card\nText.\n\n::::tip\nWords.\n::::\n\nMore.\n:::\n:::card\nText.\n\n| a |\n| - |\n| 1 |\nTable: Some\n:::\n:::card\nText.\n\n---\n:::\n::\n"
	body := string(parts(t, rendered(t, src))[mainPart])
	if n := len(regexp.MustCompile(`<w:tcBorders><w:top [^>]*w:color="7E8B96"`).FindAllString(body, -1)); n != 3 {
		t.Errorf("%d cards of 3 are filled:\n%s", n, body)
	}
	if strings.Contains(body, `<w:tblBorders><w:left `) {
		t.Error("a table in a card has a bar")
	}
}
