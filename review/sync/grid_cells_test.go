package reviewsync_test

import "testing"

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
