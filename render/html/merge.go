package html

import "github.com/nomadocx/nomadocx/noma/dataset"

// merged are the merged cells of a table. In HTML a cell has to begin in each row and in each column of a table, so that those in
// which none does are left out.
type merged struct {
	cells        dataset.Merged
	noRow, noCol map[int]bool
}

// anchored returns the merged cells of a table with the rows and columns in which no cell begins.
func anchored(g grid, list []dataset.Range) merged {
	m := merged{dataset.MergedCells(list), map[int]bool{}, map[int]bool{}}
	rows := g.rows
	if g.header != nil {
		rows = append([][]string{g.header}, rows...)
	}
	begins := map[int]bool{} // columns
	width := 0
	for i, row := range rows {
		width = max(width, len(row))
		none := len(row) > 0
		for j := range row {
			if !m.covered(i, j) {
				begins[j], none = true, false
			}
		}
		m.noRow[i] = none
	}
	for j := range width {
		m.noCol[j] = !begins[j]
	}
	return m
}

func (m merged) covered(row, col int) bool { return m.cells.Covered(row, col) }

// wide reports whether a cell is several columns wide.
func (m merged) wide(row, col int) bool {
	r, ok := m.cells[[2]int{row, col}]
	return ok && r.Right > r.Left
}

// spans returns how many rows and columns a cell takes.
func (m merged) spans(row, col int) (rows, cols int) {
	r, ok := m.cells[[2]int{row, col}]
	if !ok {
		return 1, 1
	}
	for i := r.Top; i <= r.Bottom; i++ {
		if !m.noRow[i] {
			rows++
		}
	}
	for j := r.Left; j <= r.Right; j++ {
		if !m.noCol[j] {
			cols++
		}
	}
	return rows, cols
}
