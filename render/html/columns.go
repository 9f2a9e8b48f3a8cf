package html

import (
	"fmt"
	"unicode/utf8"

	"github.com/nomadocx/nomadocx/layout"
)

// measuredRows is how many rows of a table say how wide its columns are.
const measuredRows = 300

// columns writes the widths of the columns of a table in which not all cells can stand on one line. A browser would give heads as much room
// as what is below them.
func (r *renderer) columns(g grid) {
	n := 0
	for _, row := range g.rows {
		n = max(n, len(row))
	}
	if n = max(n, len(g.header)); n < 2 || r.inCell || g.merged.cells != nil || len(r.tableChanges(g)) > 0 {
		return
	}
	rows := g.rows[:min(len(g.rows), measuredRows)]
	if g.header != nil {
		rows = append([][]string{g.header}, rows...)
	}
	if !crowded(rows, n) {
		return
	}
	plain := make([][]string, len(rows))
	for i, row := range rows {
		plain[i] = make([]string, len(row))
		for j, text := range row {
			plain[i][j] = g.number(text)
		}
	}
	shares := layout.ColumnShares(plain, n, r.textWidth(), g.header != nil)
	if shares == nil {
		return
	}
	r.raw("<colgroup>")
	for _, s := range shares {
		r.raw(fmt.Sprintf(`<col style="width:%d.%d%%">`, s/10, s%10))
	}
	r.raw("</colgroup>\n")
}

// textWidth returns the width of the text on the page that is being written, in twips: about that of A4 where the document does not say.
func (r *renderer) textWidth() int {
	const usual, margin = 9000, 1134
	for k, s := range r.sheets {
		if s.width == 0 || r.pageName != pageName(k) && (r.pageName != "" || k > 0) {
			continue
		}
		for _, side := range [...]int{s.left, s.right} {
			if side < 0 {
				side = margin
			}
			s.width -= side
		}
		return max(s.width, usual/2)
	}
	return usual
}

// crowded reports whether the longest cells of all columns, as they are written, together are long.
func crowded(rows [][]string, columns int) bool {
	longest, sum := make([]int, columns), 0
	for _, row := range rows {
		for j, text := range row {
			if n := len(text); n > longest[j] {
				sum += max(utf8.RuneCountInString(text), longest[j]) - longest[j]
				longest[j] = max(utf8.RuneCountInString(text), longest[j])
			}
		}
	}
	return sum > 40
}
