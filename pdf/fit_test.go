package pdf

import (
	"strconv"
	"strings"
	"testing"

	"github.com/nomadocx/nomadocx/internal/testkit/slow"
)

// TestFit prints what is wider than its page: it is in the page, and the other text is as large as without it.
func TestFit(t *testing.T) {
	slow.Test(t, "a browser")
	const before = "---\nlang: en\n---\n\n# Wide\n\n::page_setup{size=\"a4\" margin=\"20mm\"}\n::\n\nMeasure.\n\n"
	heightOf := func(boxes string) (height float64) {
		for _, m := range boxedWord.FindAllStringSubmatch(boxes, -1) {
			if m[3] == "Measure." {
				top, _ := strconv.ParseFloat(m[1], 64)
				bottom, _ := strconv.ParseFloat(m[2], 64)
				height = bottom - top
			}
		}
		return height
	}
	want := heightOf(tool(t, pdfOf(t, string(pageOf(t, before, "")), Options{}), "pdftotext", "-bbox"))
	if want == 0 {
		t.Fatal("the word is not in the file")
	}
	table := "|" + strings.Repeat(" Responsibilities |", 12) + "\n|" + strings.Repeat(" --- |", 12) + "\n|" + strings.Repeat(" words |", 12) + "\n"
	for name, text := range map[string]string{
		"table":          table,
		"right to left":  "::section{dir=\"rtl\"}\n" + table + "::\n",
		"formula":        "$$\n" + strings.Repeat("responsibilities + ", 12) + "x\n$$\n",
		"long word":      strings.Repeat("responsibilities", 20) + "\n",
		"code":           "```\n" + strings.Repeat("responsibilities ", 20) + "\n```\n",
		"on a wide page": "::page_setup{orientation=\"landscape\"}\n::\n\n" + table,
		"in two columns": "::columns\n:::column\n" + table + ":::\n:::column\nText.\n:::\n::\n",
	} {
		t.Run(name, func(t *testing.T) {
			boxes := tool(t, pdfOf(t, string(pageOf(t, before+text, "")), Options{}), "pdftotext", "-bbox")
			if got := heightOf(boxes); got < want-0.01 || got > want+0.01 {
				t.Errorf("text beside it is %.2f high, want %.2f", got, want)
			}
		})
	}
}
