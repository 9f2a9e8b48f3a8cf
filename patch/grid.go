package patch

import (
	"errors"
	"strings"

	"github.com/nomadocx/nomadocx/noma"
	"github.com/nomadocx/nomadocx/noma/dataset"
	"github.com/nomadocx/nomadocx/noma/source"
)

// editGrid is all operations on the cells, rows and columns of ::table and ::dataset directives.
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
	var edits []source.Edit
	if name == "table" {
		edits, err = st.tableEdits(o, l.node)
	} else {
		edits, err = st.datasetEdits(o, l.node)
	}
	if errors.Is(err, dataset.ErrAmbiguous) {
		return nil, refuse(Ambiguous, "%v", err)
	}
	if err != nil {
		return nil, bad("%v", err)
	}
	e, err := st.change(l, edits)
	if err == nil && e.loose {
		return nil, bad("the new text would end block %q", o.ID)
	}
	return e, err
}

func (st *stage) tableEdits(o *Op, d *noma.Directive) ([]source.Edit, error) {
	t, err := dataset.Table(d)
	if err != nil {
		return nil, err
	}
	t.EOL = st.eol
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

func (st *stage) datasetEdits(o *Op, d *noma.Directive) ([]source.Edit, error) {
	g, err := dataset.Parse(d)
	if err != nil {
		return nil, err
	}
	g.EOL = st.eol
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
