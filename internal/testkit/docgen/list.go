package docgen

import (
	"fmt"
	"strings"
)

// list writes a list; some of its items are inside others, bullets and numbers mixed.
func (g *gen) list(ordered bool) {
	var indent []int // columns of the texts of the open items
	number := 1
	if ordered && g.c.Intn(4) == 0 {
		number = 2 + g.c.Intn(40)
	}
	for range 1 + g.c.Intn(4) {
		level, marker := 0, "- "
		if len(indent) > 0 && g.c.Intn(3) == 0 {
			level = 1 + g.c.Intn(len(indent))
		}
		switch {
		case level == 0 && ordered:
			marker = fmt.Sprintf("%d. ", number)
			number++
		case level > 0 && g.c.Intn(2) == 0:
			marker = fmt.Sprintf("%d. ", 1+g.c.Intn(3))
		}
		at := 0
		if level > 0 {
			at = indent[level-1]
		}
		text := g.flat()
		g.line(strings.Repeat(" ", at) + marker + g.box(text) + text)
		indent = append(indent[:level], at+len(marker))
	}
}

// box returns the check box of some items.
func (g *gen) box(text string) string {
	n := len(text) + 3*len(g.out) // no draw, as in formatted
	if g.tasks {
		n = g.c.Intn(6)
	}
	switch n % 12 {
	case 1:
		return "[ ] "
	case 2:
		return "[x] "
	case 3:
		if g.tasks {
			return "[ ]  "
		}
	case 4:
		if g.tasks {
			return "[X] "
		}
	}
	return ""
}

// Tasks returns a document as Lists does, in which most items have check boxes.
func Tasks(c Chooser) string { return lists(&gen{c: c, tasks: true}) }

// Lists returns a document of one to three lists with text between them.
func Lists(c Chooser) string { return lists(&gen{c: c}) }

func lists(g *gen) string {
	c := g.c
	g.line("# "+g.words(2), "")
	for range 1 + c.Intn(3) {
		g.list(c.Intn(2) == 0)
		g.line("", g.words(3)+".", "")
	}
	return strings.Join(g.out, "\n")
}

// trim drops blank lines at the end, so that a fence closes right behind its content.
func (g *gen) trim() {
	for len(g.out) > 0 && g.out[len(g.out)-1] == "" {
		g.out = g.out[:len(g.out)-1]
	}
}
