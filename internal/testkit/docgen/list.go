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
		g.line(strings.Repeat(" ", at) + marker + g.flat())
		indent = append(indent[:level], at+len(marker))
	}
}

// Lists returns a document of one to three lists with text between them.
func Lists(c Chooser) string {
	g := &gen{c: c}
	g.line("# "+g.words(2), "")
	for range 1 + c.Intn(3) {
		g.list(c.Intn(2) == 0)
		g.line("", g.words(3)+".", "")
	}
	return strings.Join(g.out, "\n")
}
