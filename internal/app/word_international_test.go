package app

import (
	"os"
	"strings"
	"testing"
)

// TestInternationalWord: tables of right-to-left text begin on the right, signs beside East Asian letters are
// as wide as these, and a picture whose description is empty is passed over.
func TestInternationalWord(t *testing.T) {
	text, err := os.ReadFile("testdata/odd/international.noma")
	if err != nil {
		t.Fatal(err)
	}
	text = append(text, "\n| name | اسم |\n|---|---|\n| x | علي |\n\n::figure{src=\"data:image/svg+xml,<svg xmlns=%22http://www.w3.org/2000/svg%22 width=%2210%22 height=%2210%22/>\"}\n::\n"...)
	rezipped(t, sentWord(t, string(text)), func(part, content string) string {
		if part == "word/document.xml" {
			for mark, want := range map[string]int{"<w:bidiVisual/>": 2, "<w:tbl>": 3, "<adec:decorative ": 1, "<w:drawing>": 2, `w:hint="eastAsia"`: 2} {
				if got := strings.Count(content, mark); got != want {
					t.Errorf("%d × %s, want %d", got, mark, want)
				}
			}
		}
		return content
	})
}
