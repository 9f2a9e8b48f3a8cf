package patch

import (
	"strings"

	"github.com/nomadocx/nomadocx/noma/dataset"
)

// columns are a table of which many columns change in one stage.
type columns struct{ *dataset.Columns }

func (w columns) text() string { return w.Text() }

func (w columns) same(l *local) bool {
	g, err := readSheet(l.node)
	return err == nil && w.Same(g.table)
}

// editColumn makes an operation on a column of a table that has pending operations already, and on a cell when the one
// before was on a column. It is false when that takes the whole block.
func (st *stage) editColumn(o *Op, l *local) (*effect, bool, error) {
	if l.at < 0 || st.careful || st.opts.oneByOne || l.of.Name != "table" || l.node.AttrText("merge") != "" {
		return nil, false, nil
	}
	w, ok := l.many.(columns)
	if !ok {
		if !strings.HasSuffix(o.Op, "_table_column") {
			return nil, false, nil
		}
		var err error
		if l, err = st.settled(l); err != nil {
			return nil, false, err
		}
		g, err := readSheet(l.node)
		if err != nil || l.node.Unclosed() || len(idSet(l.node)) > 1 {
			return nil, false, nil
		}
		if w.Columns = g.table.Columns(l.text); w.Columns == nil {
			return nil, false, nil
		}
	}
	changed, fresh, ok := w.edit(o)
	if !ok {
		return nil, false, nil
	}
	st.inPieces(l, w)
	return &effect{piece: func() (bool, string) { return changed, fresh }, dirty: l.of}, true, nil
}

func (w columns) edit(o *Op) (changed bool, fresh string, ok bool) {
	column := o.Column.Index
	if o.Column.ByName {
		if column, ok = w.At(o.Column.Name); !ok {
			return false, "", false
		}
	}
	switch o.Op {
	case "insert_table_column":
		fresh = strings.Join(o.Cells, "\n")
		if o.Header != nil {
			fresh += "\n" + *o.Header
		}
		return true, fresh, w.Insert(column, o.Header, o.Cells)
	case "delete_table_column":
		return true, "", w.Delete(column)
	case "update_table_cell", "update_table_header_cell":
		row := o.Row
		if o.Op == "update_table_header_cell" {
			row = -1
		} else if row < 0 {
			return false, "", false
		}
		fresh, _ = o.Value.(string)
		changed, ok = w.Set(row, column, fresh)
		return changed, fresh, ok
	}
	return false, "", false
}
