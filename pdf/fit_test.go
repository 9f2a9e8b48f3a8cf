package pdf

import (
	"bytes"
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

// TestDrawingsAreLowered: a drawing that lacks a little of its page is made smaller, with footnotes and without, and no page is left white for it.
func TestDrawingsAreLowered(t *testing.T) {
	slow.Test(t, "a browser")
	on := func(html []byte) int {
		for i, page := range strings.Split(text(t, pdfOf(t, string(html), Options{})), "\f") {
			if strings.Contains(page, "Plot 1") {
				return i + 1
			}
		}
		return 0
	}
	for _, note := range []string{"", "^[A note.]"} {
		lowered, last := 0, 0
		for lines := 22; lines <= 36; lines += 2 {
			page := pageOf(t, "# Text\n\n::page_setup{size=\"a4\" margin=\"20mm\"}\n::\n\nWords"+note+".\n\n```\n"+strings.Repeat("x\n", lines)+
				"```\n\n::plot{title=\"P\" data=\"1,2,3\"}\n::\n\nBehind it.\n", "")
			// As Chromium has it: nobody looks for drawings in a document without these letters.
			plain := on(bytes.ReplaceAll(bytes.ReplaceAll(page, []byte("<figure"), []byte("<FIGURE")), []byte("noma-footnote "), []byte("noma-note ")))
			got := on(page)
			if got < plain {
				lowered++
			}
			if last = got; got == 0 || got > plain {
				t.Errorf("%d lines, note %q: on page %d, by itself on page %d", lines, note, got, plain)
			}
		}
		if lowered == 0 || last != 2 {
			t.Errorf("note %q: %d drawings were lowered, the last is on page %d", note, lowered, last)
		}
	}
}
