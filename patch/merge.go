package patch

import (
	"fmt"

	"github.com/nomadocx/nomadocx/noma"
	"github.com/nomadocx/nomadocx/noma/dataset"
	"github.com/nomadocx/nomadocx/noma/source"
)

// Merged cells: the attribute merge of a ::table follows its rows and columns.

// apart reports whether an operation is about a cell that no other one covers, or about a table without merged cells.
func (w *rows) apart(o *Op) bool {
	if w.merged == nil {
		return true
	}
	return o.Op == "update_table_cell" && !o.Column.ByName && !w.merged.Covered(gridRow(w.whole.table, o.Row), o.Column.Index)
}

// gridRow returns the number of a row of the body among all rows.
func gridRow(t *dataset.TableGrid, row int) int {
	if t.HasHeader {
		return row + 1
	}
	return row
}

// remerged adds to the edits of an operation on a table the edit of its attribute merge. It fails where text would be hidden in a
// cell that another one covers, or the text of a merged cell would go while others of its cells stay.
func remerged(o *Op, l *local, t *dataset.TableGrid, edits []source.Edit) ([]source.Edit, error) {
	if l.node.AttrText("merge") == "" {
		return edits, nil
	}
	list, _ := t.Merges()
	row, column := gridRow(t, o.Row), o.Column.Index
	if o.Column.ByName {
		column, _ = t.Column(o.Column.Name) // it was found before
	}
	var change func(dataset.Range) (dataset.Range, bool)
	switch o.Op {
	case "update_table_header_cell":
		return edits, uncovered(list, 0, column, o.Value)
	case "update_table_cell":
		return edits, uncovered(list, row, column, o.Value)
	case "insert_table_row":
		change = func(r dataset.Range) (dataset.Range, bool) { return r.InsertRow(row), true }
		for _, r := range dataset.ChangeRanges(list, change) {
			for j := r.Left; j <= min(r.Right, len(o.Cells)-1); j++ {
				if err := uncovered([]dataset.Range{r}, row, j, o.Cells[j]); err != nil {
					return nil, err
				}
			}
		}
	case "insert_table_column":
		change = func(r dataset.Range) (dataset.Range, bool) { return r.InsertColumn(column), true }
		cells := o.Cells
		if t.HasHeader {
			cells = append([]string{""}, cells...)
			if o.Header != nil {
				cells[0] = *o.Header
			}
		}
		for _, r := range dataset.ChangeRanges(list, change) {
			for i := r.Top; i <= min(r.Bottom, len(cells)-1); i++ {
				if err := uncovered([]dataset.Range{r}, i, column, cells[i]); err != nil {
					return nil, err
				}
			}
		}
	case "delete_table_row":
		change = func(r dataset.Range) (dataset.Range, bool) { return r.DeleteRow(row) }
		for _, r := range list {
			if r.Top == row && r.Bottom > row && t.Text(r.Top, r.Left) != "" {
				return nil, textStays(r)
			}
		}
	case "delete_table_column":
		change = func(r dataset.Range) (dataset.Range, bool) { return r.DeleteColumn(column) }
		for _, r := range list {
			if r.Left == column && r.Right > column && t.Text(r.Top, r.Left) != "" {
				return nil, textStays(r)
			}
		}
	}
	return reattribute(l, edits, change)
}

// reattribute adds the edit of the attribute merge.
func reattribute(l *local, edits []source.Edit, change func(dataset.Range) (dataset.Range, bool)) ([]source.Edit, error) {
	was := l.node.AttrText("merge")
	now := dataset.ShiftMerge(was, change)
	if now == was {
		return edits, nil
	}
	if now == "" {
		e, _ := RemoveAttribute(l.file, l.node, "merge")
		return append([]source.Edit{e}, edits...), nil
	}
	e, err := SetAttribute(l.file, l.node, "merge", now)
	return append([]source.Edit{e}, edits...), err
}

// uncovered fails when a cell that is to have text is covered by another one.
func uncovered(list []dataset.Range, row, column int, value any) error {
	r, covered := dataset.Covering(list, row, column)
	if text, _ := value.(string); !covered || noma.TrimSpace(text) == "" {
		return nil
	}
	return fmt.Errorf("cell %s is part of the merged cells %s and has no text of its own; write to %s, or change the attribute merge first",
		dataset.CellName(row, column), r, dataset.CellName(r.Top, r.Left))
}

// textStays returns the refusal to delete the first cell of a range of which others would stay.
func textStays(r dataset.Range) error {
	return fmt.Errorf("cell %s has the text of the merged cells %s, of which others would stay; change the attribute merge first",
		dataset.CellName(r.Top, r.Left), r)
}
