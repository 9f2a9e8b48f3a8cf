package wml

import "slices"

// maxGridColumns is how many columns Word opens a table with.
const maxGridColumns = 63

// Square gives every row of a table a cell for each of its grid columns: behind a cell that spans several stand empty ones with
// the Span 0. A table with more columns than Word opens stays as it is.
func (t *Table) Square() {
	for i := range t.Rows {
		n := 0
		for k := range t.Rows[i].Cells {
			if n += t.Rows[i].Cells[k].Span; n > maxGridColumns {
				return
			}
		}
	}
	for i := range t.Rows {
		row := &t.Rows[i]
		n := 0
		for k := range row.Cells {
			n += row.Cells[k].Span
		}
		if n <= len(row.Cells) {
			continue
		}
		cells := make([]TableCell, 0, n)
		for _, c := range row.Cells {
			cells = append(cells, c)
			cells = append(cells, slices.Repeat([]TableCell{{Ins: c.Ins}}, max(0, c.Span-1))...)
		}
		row.Cells = cells
	}
}
