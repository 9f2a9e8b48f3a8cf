package reviewsync_test

import (
	"strings"
	"testing"

	"github.com/beevik/etree"
)

// TestDeletedCells: where a cell was deleted, the cells behind it have moved up, and the last one of the row is empty.
func TestDeletedCells(t *testing.T) {
	const src = "# T\n\n::table{id=\"x\"}\n| a | b | c |\n| d | e | f |\n::\n\n# End\n"
	for n, want := range []string{"| b | c |  |\n| d | e | f |", "| a | c |  |\n| d | e | f |", "| a | b |  |\n| d | e | f |", "| a | b | c |\n| e | f |  |", "| a | b | c |\n| d | f |  |", "| a | b | c |\n| d | e |  |"} {
		got, res := sync(t, src, saved(t, render(t, src), func(d *desk) error {
			cell := below(d.body(), "tc")[n]
			cell.Parent().RemoveChild(cell)
			return nil
		}))
		if want = "# T\n\n::table{id=\"x\"}\n" + want + "\n::\n\n# End\n"; got != want {
			t.Errorf("cell %d: %s\n%s", n, got, describe(res))
		}
	}
}

// TestCellsBefore: a row without a first cell, whose place is kept, has an empty one; without the place in all rows, the column is deleted.
func TestCellsBefore(t *testing.T) {
	const src = "# T\n\n::table{id=\"x\"}\n| a | b | c |\n| d | e | f |\n::\n\n# End\n"
	without := func(r *etree.Element) {
		r.RemoveChild(below(r, "tc")[0])
		before := etree.NewElement("w:gridBefore")
		before.CreateAttr("w:val", "1")
		below(r, "trPr")[0].InsertChildAt(0, before)
	}
	for want, rows := range map[string][]int{"|  | b | c |\n| d | e | f |": {0}, "| a | b | c |\n|  | e | f |": {1}, "| b | c |\n| e | f |": {0, 1}} {
		got, res := sync(t, src, saved(t, render(t, src), func(d *desk) error {
			for _, n := range rows {
				without(below(d.body(), "tr")[n])
			}
			return nil
		}))
		if want = "# T\n\n::table{id=\"x\"}\n" + want + "\n::\n\n# End\n"; got != want {
			t.Errorf("rows %v: %s\n%s", rows, got, describe(res))
		}
	}
}

// TestRowTooWide: a row with more cells than there were columns is no reason to give the others more, however many there are.
func TestRowTooWide(t *testing.T) {
	const src = "# T\n\n| a | b | c |\n|---|---|---|\n| 1 | 2 | 3 |\n| 4 | 5 | 6 |\n\n# End\n"
	for _, more := range []int{1, 2000} {
		got, res := sync(t, src, saved(t, render(t, src), func(d *desk) error {
			row := below(d.body(), "tr")[1]
			cell, short := below(row, "tc")[0], row.Copy()
			for _, c := range below(short, "tc")[1:] {
				short.RemoveChild(c)
			}
			for range more {
				row.AddChild(cell.Copy())
				row.Parent().AddChild(short.Copy())
			}
			return nil
		}))
		if got != src || !strings.Contains(describe(res), "refused table-shape") {
			t.Errorf("%d more cells: %.300s\n%.300s", more, got, describe(res))
		}
	}
}
