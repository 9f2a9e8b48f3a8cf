package pdf

import (
	"bytes"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/nomadocx/nomadocx/internal/testkit/slow"
)

// report returns a document of several pages whose words are numbered: w1, w2 and so on.
func report() (text string, words int) {
	var b strings.Builder
	say := func(n int) string {
		var out []string
		for range n {
			words++
			out = append(out, "w"+strconv.Itoa(words))
		}
		return strings.Join(out, " ")
	}
	b.WriteString("---\ntitle: Numbered\nauthor: Ida\n---\n\n# Numbered words\n\n::header\nRunning *head*\n::\n\n::footer{page_numbers total_pages}\nRunning foot\n::\n\n::toc{depth=2}\n::\n\n")
	for i := range 9 {
		fmt.Fprintf(&b, "## Chapter%d %s {id=\"c%d\"}\n\n%s\n\n- %s\n- %s\n\n> %s\n\n::risk{severity=high}\n%s\n::\n\n", i+1, say(1), i+1, say(150), say(9), say(9), say(12), say(20))
		fmt.Fprintf(&b, "| %s | %s |\n| --- | --- |\n", say(1), say(1))
		for range 4 {
			fmt.Fprintf(&b, "| %s | %s |\n", say(1), say(1))
		}
		fmt.Fprintf(&b, "\n::note\n%s\n::\n\n```\n%s\n```\n\n", say(15), say(6))
		if i%3 == 1 {
			b.WriteString("::pagebreak\n::\n\n")
		}
	}
	return b.String(), words
}

// TestReport prints a document from its source and reads every page back: all words in their order, the
// running head and foot with the number of the page, and in the contents the page each chapter is on.
func TestReport(t *testing.T) {
	slow.Test(t, "a browser")
	text, words := report()
	file := pdfOf(t, string(pageOf(t, text, "")), Options{PageSize: "A5"})
	sound(t, file)
	sheets := strings.Split(strings.TrimSuffix(tool(t, file, "pdftotext", "-raw"), "\f"), "\f")
	if len(sheets) < 8 {
		t.Fatalf("only %d pages", len(sheets))
	}
	numbered := regexp.MustCompile(`\bw\d+\b`)
	chapter := regexp.MustCompile(`Chapter(\d+) w`)
	var got []string
	on := map[string]int{} // the page of each chapter
	for i, s := range sheets {
		for _, want := range []string{"Running head", "Running foot", fmt.Sprintf("Page %d of %d", i+1, len(sheets))} {
			if !strings.Contains(s, want) {
				t.Errorf("page %d has no %q", i+1, want)
			}
		}
		if i == 0 {
			continue // the contents repeat the titles
		}
		got = append(got, numbered.FindAllString(s, -1)...)
		for _, m := range chapter.FindAllStringSubmatch(s, -1) {
			on[m[1]] = i + 1
		}
	}
	// The first chapter may begin below the contents.
	_, rest, _ := strings.Cut(sheets[0], "Chapter9")
	got = slices.Concat(numbered.FindAllString(rest, -1)[1:], got)
	if m := chapter.FindStringSubmatch(rest); m != nil {
		on[m[1]] = 1
	}
	// The head of a table that goes on overleaf is there twice.
	seen := map[string]bool{}
	got = slices.DeleteFunc(got, func(w string) bool { defer func() { seen[w] = true }(); return seen[w] })
	for i := range words {
		if want := "w" + strconv.Itoa(i+1); i >= len(got) || got[i] != want {
			t.Fatalf("word %d of %d is not %s: %v", i+1, words, want, got[max(0, i-3):min(len(got), i+4)])
		}
	}
	layout := tool(t, file, "pdftotext", "-layout", "-l", "1")
	for i := range 9 {
		n := strconv.Itoa(i + 1)
		if m := regexp.MustCompile(`Chapter` + n + ` w\d+ +(\d+)`).FindStringSubmatch(layout); m == nil || m[1] != strconv.Itoa(on[n]) {
			t.Errorf("the contents say %v for chapter %s, which is on page %d", m, n, on[n])
		}
	}
	if outline := bytes.Count(file, []byte("/Parent")); outline < 10 || !bytes.Contains(file, []byte("/Outlines")) {
		t.Errorf("no outline of the chapters")
	}
}
