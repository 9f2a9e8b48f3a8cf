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

// TestSpaceOfCode holds that code with other empty lines between its lines, and other indents, becomes what it would be written with these.
func TestSpaceOfCode(t *testing.T) {
	eachSeed(t, *from, seeds(100), map[string]int{}, func(t *testing.T, seed int, _ map[string]int) {
		c := seeded{rand.New(rand.NewPCG(uint64(seed), 232))}
		was, now := make([]int, 5), make([]int, 5) // how many empty lines there are before each line
		sent, came := make([]string, 5), make([]string, 5)
		indents := []string{"", "  ", "    ", "\t", "  "}
		for i := 1; i < len(was); i++ {
			was[i], now[i] = c.Intn(3), c.Intn(3)
			sent[i] = indents[c.Intn(5)]
			if came[i] = sent[i]; c.Intn(2) == 0 {
				came[i] = indents[c.Intn(5)]
			}
		}
		edited := c.Intn(3)                   // a line whose words are edited too, 0 for none
		added := max(0, c.Intn(9)-len(was)+1) // a line that is new, 0 for none
		write := func(before []int, indents []string, edited, without int) string {
			indent, open, end := "", "", ""
			switch seed % 4 {
			case 1:
				open, indent = "- An item.\n\n", "  "
			case 2:
				open, end = "::claim{id=\"c\"}\nA claim.\n\n", "::\n"
			case 3:
				open, end = "::code_cell{id=\"c\" lang=\"go\"}\n", "::\n"
			}
			fence := "```go"
			if seed%4 == 3 {
				fence = ""
			}
			var b strings.Builder
			b.WriteString("# Code\n\nWords.\n\n" + open)
			if fence != "" {
				b.WriteString(indent + fence + "\n")
			}
			for i, n := range before {
				if i > 0 && i == without {
					continue
				}
				b.WriteString(strings.Repeat("\n", n))
				fmt.Fprintf(&b, "%sline%d()", indent+indents[i], i)
				if i > 0 && i == edited {
					b.WriteString(" // zz")
				}
				b.WriteString("\n")
			}
			if fence != "" {
				b.WriteString(indent + "```\n")
			}
			return b.String() + end + "\nMore words.\n"
		}
		src := write(was, sent, 0, added)
		file := saved(t, render(t, src), func(d *desk) error {
			for _, p := range d.paragraphs() {
				var line int
				if _, err := fmt.Sscanf(strings.TrimSpace(textOf(p)), "line%d()", &line); err != nil {
					continue
				}
				if edited > 0 && line == edited {
					for _, x := range below(p, "t") {
						x.SetText(x.Text() + " // zz")
					}
				}
				for _, tab := range below(p, "tab") {
					tab.Parent().RemoveChild(tab)
				}
				for _, x := range below(p, "t") {
					x.SetText(came[line] + strings.TrimSpace(x.Text()))
				}
				for n := was[line]; n > now[line]; n-- {
					p.Parent().RemoveChildAt(p.Index() - 1)
				}
				for n := was[line]; n < now[line]; n++ {
					p.Parent().InsertChildAt(p.Index(), newParagraph("", p.SelectElement("w:pPr")))
				}
				if added > 0 && line == added-1 {
					for range now[added] {
						p.Parent().InsertChildAt(p.Index()+1, newParagraph("", p.SelectElement("w:pPr")))
					}
					words := fmt.Sprintf("%sline%d()", came[added], added)
					if added == edited {
						words += " // zz"
					}
					p.Parent().InsertChildAt(p.Index()+1+now[added], newParagraph(words, p.SelectElement("w:pPr")))
				}
			}
			return nil
		})
		if got, res := syncWith(t, src, file, reviewsync.Options{}); got != write(now, came, edited, 0) {
			t.Fatalf("%v → %v%s\nwas:\n%s\nbecame:\n%s", was, now, describe(res), src, got)
		}
	})
}

// TestNewLinesOfCode holds that new lines of code come with the empty lines around them, from programs that keep these; else, and where the
// author has other ones, the lines come, the author's empty lines stay, and what differs is reported.
func TestNewLinesOfCode(t *testing.T) {
	const end = "\n```\n\nText.\n"
	text := func(lines ...string) string { return "# T\n\n```\n" + strings.Join(lines, "\n") + end }
	empty := func(lines []string) (n int) {
		for _, l := range lines {
			if l == "" {
				n++
			}
		}
		return n
	}
	gap := func(n int) []string { return append(append([]string{"aa"}, make([]string, n)...), "bb") }
	for n := range 4 * 3 * 3 * 3 * 3 * 3 {
		pick := func(of int) int {
			x := n % of
			n /= of
			return x
		}
		var between []string
		for range 3 {
			between = append(between, []string{"", "X()", "Y()"}[pick(3)])
		}
		sent, place, kind := gap(pick(3)), pick(3), pick(4)
		if empty(between) == len(between) {
			continue
		}
		var now []string
		switch place {
		case 0:
			now = append(append([]string{"aa"}, between...), "bb")
		case 1:
			now = append(append([]string{}, between...), sent...)
		case 2:
			now = append(append([]string{}, sent...), between...)
		}
		src := sent
		if kind == 2 { // the author has more, or less
			src = gap((empty(sent) + 2) % 3)
		}
		file := saved(t, render(t, text(sent...)), func(d *desk) error {
			var code []*etree.Element
			for _, p := range d.paragraphs() {
				if style := p.FindElement("w:pPr/w:pStyle"); style != nil && style.SelectAttrValue("w:val", "") == "NomaCode" {
					code = append(code, p)
				}
			}
			for _, l := range now {
				insertBefore(code[0], newParagraph(l, code[0].SelectElement("w:pPr")))
			}
			for _, p := range code {
				p.Parent().RemoveChild(p)
			}
			if kind == 1 || kind == 3 {
				return d.writtenBy("Quill 3")
			}
			return nil
		})
		got, res := syncWith(t, text(src...), file, reviewsync.Options{})
		lines := strings.Split(strings.TrimSuffix(strings.TrimPrefix(got, "# T\n\n```\n"), end), "\n")
		told := slices.ContainsFunc(res.Findings, func(f reviewsync.Finding) bool { return f.Outcome != reviewsync.Applied })
		filled := func(lines []string) string {
			return strings.Join(slices.DeleteFunc(slices.Clone(lines), func(l string) bool { return l == "" }), "\n")
		}
		same := empty(now) == empty(sent) // the reviewer has added none, and taken out none
		switch {
		case filled(lines) != filled(now):
			t.Errorf("%q → %q in %q: lines are missing or in another place: %q%s", sent, now, src, lines, describe(res))
		case kind == 0 && got != text(now...):
			t.Errorf("%q → %q: %q%s", sent, now, lines, describe(res))
		case kind > 0 && (place == 0 || kind%2 == 1) && same && (told || empty(lines) != empty(src)),
			kind > 0 && (place == 0 || kind%2 == 1) && !same && !told, kind%2 == 1 && empty(lines) != empty(src):
			t.Errorf("%q → %q in %q: empty lines changed, or nothing is said: %q%s", sent, now, src, lines, describe(res))
		}
	}
}
