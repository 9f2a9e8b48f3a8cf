package docgen

import (
	"fmt"
	"strings"
)

// Merged returns a document of tables with merged cells; some of the ranges do not hold.
func Merged(c Chooser) string {
	g := &gen{c: c}
	g.titles = []string{g.words(2)}
	g.line("# "+g.titles[0], "")
	for range 1 + c.Intn(2) {
		g.line(g.words(4)+".", "")
		g.mergedTable()
	}
	g.line("The end.")
	return strings.Join(g.out, "\n") + "\n"
}

func (g *gen) mergedTable() {
	rows, cols := 2+g.c.Intn(4), 2+g.c.Intn(3)
	header := g.one(2)
	taken, covered := map[[2]int]bool{}, map[[2]int]bool{}
	var ranges []string
	for range g.c.Intn(4) {
		top, left := g.c.Intn(rows), g.c.Intn(cols)
		bottom, right := min(rows-1, top+g.c.Intn(3)), min(cols-1, left+g.c.Intn(3))
		free := (bottom > top || right > left) && !(header && top == 0 && bottom > 0)
		for i := top; i <= bottom; i++ {
			for j := left; j <= right; j++ {
				free = free && !taken[[2]int{i, j}]
			}
		}
		if !free {
			continue
		}
		ranges = append(ranges, fmt.Sprintf("%c%d:%c%d", 'A'+left, top+1, 'A'+right, bottom+1))
		for i := top; i <= bottom; i++ {
			for j := left; j <= right; j++ {
				taken[[2]int{i, j}], covered[[2]int{i, j}] = true, i > top || j > left
			}
		}
	}
	if g.one(8) {
		ranges = append(ranges, g.pick([]string{"A1", "B2:Z99", "A1:A1", "nothing", "A1:B1"}))
	}
	attrs := []string{}
	if !g.one(5) {
		attrs = append(attrs, `id="`+g.id()+`"`)
	}
	if header {
		attrs = append(attrs, "header")
	}
	if g.one(3) {
		attrs = append(attrs, `title="`+g.words(2)+`"`)
	}
	if len(ranges) > 0 {
		attrs = append(attrs, `merge="`+strings.Join(ranges, " ")+`"`)
	}
	if (rows+cols+len(ranges))%3 == 0 {
		attrs = append(attrs, `align="`+strings.Join([]string{"r", "c", "l", "r"}[(rows+len(ranges))%2:][:cols-1], ",")+`"`)
	}
	open := "::table"
	if len(attrs) > 0 {
		open += "{" + strings.Join(attrs, " ") + "}"
	}
	g.line(open)
	for i := range rows {
		var cells []string
		for j := range cols {
			text := g.cell()
			if covered[[2]int{i, j}] {
				text = ""
			}
			cells = append(cells, text)
		}
		g.line("| " + strings.Join(cells, " | ") + " |")
	}
	g.line("::", "")
}
