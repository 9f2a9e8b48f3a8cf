package patch

import (
	"errors"
	"strings"

	"github.com/nomadocx/nomadocx/noma"
	"github.com/nomadocx/nomadocx/noma/dataset"
	"github.com/nomadocx/nomadocx/noma/source"
)

// editGrid returns all operations on the cells, rows and columns of ::table and ::dataset directives.
func (st *stage) editGrid(o *Op) (*effect, error) {
	name := "table"
	if strings.Contains(o.Op, "_dataset_") {
		name = "dataset"
	}
	n, ok := st.find(o.ID)
	if !ok {
		return nil, st.notFound(o.ID)
	}
	d, ok := n.(*noma.Directive)
	if !ok || d.Name != name {
		return nil, bad("block %q is not a %s", o.ID, name)
	}
	l, err := st.bodyOf(d)
	if err != nil {
		return nil, err
	}
	e, ok, err := st.editColumn(o, l)
	if !ok && err == nil {
		if now := st.bodies[d]; now != nil {
			l = now
		}
		e, ok = st.editRow(o, l)
	}
	if ok || err != nil {
		return e, err
	}
	if l, err = st.settled(l); err != nil {
		return nil, err
	}
	var edits []source.Edit
	g, err := readSheet(l.node)
	if err == nil {
		edits, err = g.edits(o, st.eol)
	}
	if err == nil && g.table != nil {
		edits, err = remerged(o, l, g.table, edits)
	}
	if errors.Is(err, dataset.ErrAmbiguous) {
		return nil, refuse(Ambiguous, "%v", err)
	}
	if err != nil {
		return nil, bad("%v", err)
	}
	e, err = st.change(l, edits)
	if err == nil && e.loose {
		return nil, bad("the new text would end block %q", o.ID)
	}
	return e, err
}

// sheet is a table or a dataset.
type sheet struct {
	table   *dataset.TableGrid // nil for a dataset
	data    *dataset.Grid
	rows    [][]dataset.Cell
	columns []string // of a dataset
}

func readSheet(d *noma.Directive) (*sheet, error) {
	if d.Name == "table" {
		t, err := dataset.Table(d)
		if err != nil {
			return nil, err
		}
		return &sheet{table: t, rows: t.Rows}, nil
	}
	g, err := dataset.Parse(d)
	if err != nil {
		return nil, err
	}
	return &sheet{data: g, rows: g.Rows, columns: g.Columns}, nil
}

// edits returns what an operation does to the text of the block.
func (g *sheet) edits(o *Op, eol string) ([]source.Edit, error) {
	if g.table != nil {
		return tableEdits(o, g.table, eol)
	}
	return datasetEdits(o, g.data, eol)
}

func tableEdits(o *Op, t *dataset.TableGrid, eol string) (edits []source.Edit, err error) {
	t.EOL = eol
	column := o.Column.Index
	if o.Column.ByName {
		if column, err = t.Column(o.Column.Name); err != nil {
			return nil, err
		}
	}
	value, _ := o.Value.(string)
	switch o.Op {
	case "update_table_cell":
		return t.SetCell(o.Row, column, value)
	case "update_table_header_cell":
		return t.SetHeader(column, value)
	case "insert_table_row":
		return t.InsertRow(o.Row, o.Cells)
	case "delete_table_row":
		return t.DeleteRow(o.Row)
	case "insert_table_column":
		return t.InsertColumn(column, o.Header, o.Cells)
	case "delete_table_column":
		return t.DeleteColumn(column)
	}
	panic("patch: no such operation: " + o.Op)
}

func datasetEdits(o *Op, g *dataset.Grid, eol string) (edits []source.Edit, err error) {
	g.EOL = eol
	column := o.Column.Index
	if o.Column.ByName {
		if column, err = g.ColumnOnce(o.Column.Name); err != nil {
			return nil, err
		}
	}
	value, _ := o.Value.(string)
	switch o.Op {
	case "update_dataset_cell":
		return g.SetCell(o.Row, column, value)
	case "insert_dataset_row":
		return g.InsertRow(o.Row, o.Cells)
	case "delete_dataset_row":
		return g.DeleteRow(o.Row)
	case "insert_dataset_column":
		header := ""
		if o.Header != nil {
			header = *o.Header
		}
		return g.InsertColumn(column, header, o.Cells)
	case "delete_dataset_column":
		return g.DeleteColumn(column)
	}
	panic("patch: no such operation: " + o.Op)
}
