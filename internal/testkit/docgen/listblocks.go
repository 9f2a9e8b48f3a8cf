package docgen

import (
	"fmt"
	"strings"
)

// ListBlocks returns a document of lists whose items hold paragraphs, code, quotes and tables, with text between them.
func ListBlocks(c Chooser) string {
	g := &gen{c: c}
	g.line("# "+g.words(2), "")
	for range 1 + c.Intn(3) {
		g.listOfBlocks()
		g.line("", g.words(3)+".", "")
	}
	return strings.Join(g.out, "\n")
}

// PanelLists returns a document of panels that hold such lists, code and text.
func PanelLists(c Chooser) string {
	g := &gen{c: c}
	g.titles = []string{g.words(2)}
	g.line("# "+g.titles[0], "")
	for range 1 + c.Intn(2) {
		g.line("::" + g.pick([]string{"callout", "claim", "evidence", "summary"}) + "{id=\"" + g.id() + "\"}")
		if c.Intn(2) == 0 {
			g.line(g.flat(), "")
		}
		for range 1 + c.Intn(2) {
			if c.Intn(3) == 0 {
				g.line("```"+g.pick([]string{"", "sh"}), g.words(2), "", "  "+g.words(1), "```", "")
			}
			g.listOfBlocks()
			g.line("", g.words(3)+".", "")
		}
		if c.Intn(2) == 0 {
			g.trim()
			g.line("", "```", g.words(2), "```")
		}
		g.trim()
		g.line("::", "", g.words(3)+".", "")
	}
	return strings.Join(g.out, "\n")
}

func (g *gen) listOfBlocks() {
	var texts []int // columns of the texts of the open items
	ordered := g.c.Intn(2) == 0
	for number := range 1 + g.c.Intn(4) {
		level, marker := 0, "- "
		if number > 0 && g.c.Intn(3) == 0 {
			level = 1 + g.c.Intn(len(texts))
		}
		if level == 0 && ordered || level > 0 && g.c.Intn(2) == 0 {
			marker = fmt.Sprintf("%d. ", number+1)
		}
		at := 0
		if level > 0 {
			at = texts[level-1]
		}
		texts = append(texts[:level], at+len(marker))
		g.line(strings.Repeat(" ", at) + marker + g.flat())
		if g.c.Intn(3) == 0 {
			g.line(strings.Repeat(" ", texts[level]) + g.words(2) + ".")
		}
		if number == 0 || g.c.Intn(2) == 0 {
			for range 1 + g.c.Intn(2) {
				if g.c.Intn(4) == 0 {
					texts = texts[:1+g.c.Intn(len(texts))]
				}
				g.inner(texts[len(texts)-1])
			}
		}
		if g.c.Intn(3) == 0 {
			g.line("")
		}
	}
}

// inner writes a block of an item whose text begins at a column.
func (g *gen) inner(column int) {
	lines := []string{g.flat()}
	switch g.c.Intn(7) {
	case 0:
		lines = []string{"```", g.words(2), "", g.words(2) + "  " + g.words(1), "```"}
	case 1:
		lines = []string{"> " + g.flat(), "> " + g.words(2)}
	case 2:
		lines = []string{"| " + g.words(1) + " | " + g.words(1) + " |", "| --- | --: |", "| " + g.words(2) + " | 12 |"}
	case 3:
		lines = append(lines, g.words(3))
	}
	// Code needs no blank line around it; this draws nothing, so that the seeds of old finds stand for their documents.
	if code := lines[0] == "```" || strings.HasSuffix(g.out[len(g.out)-1], "```"); !code || len(g.out)%2 == 0 {
		g.line("")
	}
	for _, l := range lines {
		if l != "" {
			l = strings.Repeat(" ", column) + l
		}
		g.line(l)
	}
}

// quote writes a quote of one or two lines: of one paragraph, which may have a line break, or of two. It draws nothing but the texts.
func (g *gen) quote() {
	for i := range 1 + g.c.Intn(2) {
		text := g.flat()
		if i > 0 {
			switch g.quotes++; g.quotes % 4 {
			case 1:
				g.line(">")
			case 2:
				g.out[len(g.out)-1] += `\`
			case 3:
				g.line("> ", ">")
			}
		}
		g.line("> " + text)
	}
}
