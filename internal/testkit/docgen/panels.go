package docgen

import "strings"

// PanelBlocks returns a document of panels that hold lists of blocks, rules, tables, columns, pictures, formulas and panels.
func PanelBlocks(c Chooser) string {
	g := &gen{c: c}
	g.titles = []string{g.words(2)}
	g.line("# "+g.titles[0], "")
	for range 1 + c.Intn(3) {
		g.panelOfBlocks(2)
		g.line("", g.words(3)+".", "")
	}
	return strings.Join(g.out, "\n")
}

// panelOfBlocks writes a panel whose fence has a number of colons.
func (g *gen) panelOfBlocks(colons int) {
	fence := strings.Repeat(":", colons)
	name := g.pick([]string{"callout", "claim", "evidence", "summary", "risk{severity=\"high\"}", "tip", "own_panel"})
	if g.one(2) {
		name, _, _ = strings.Cut(name, "{")
		name += "{id=\"" + g.id() + "\"}"
	}
	g.line(fence + name)
	for range 1 + g.c.Intn(4) {
		switch n := g.c.Intn(10); {
		case n == 0:
			g.listOfBlocks()
			g.line("", g.words(3)+".")
		case n == 1:
			g.line("---")
		case n == 2:
			g.line("| "+g.words(1)+" | "+g.words(1)+" |", "| --- | --: |", "| "+g.words(2)+" | 12 |")
			if g.one(2) {
				g.line("Table: " + g.words(2))
			}
		case n == 3:
			g.line(fence+":table{header title=\""+g.words(2)+"\" source=\"Ours\"}", "| a | b |", "| "+g.words(1)+" | 7 |", fence+":")
		case n == 4:
			g.line(fence+":figure{src=\"data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==\" "+
				"alt=\"x\" caption=\""+g.words(2)+"\"}", fence+":")
		case n == 5:
			g.line("$$a = b$$")
		case n < 8 && colons < 6:
			g.panelOfBlocks(colons + 1)
		case n == 8 && colons < 5:
			g.line(fence+":columns", g.flat(), "")
			if g.one(2) {
				g.panelOfBlocks(colons + 2)
				g.line("")
			}
			g.line(g.words(3)+".", fence+":")
		default:
			g.line(g.flat())
		}
		g.line("")
	}
	g.trim()
	g.line(fence)
}
