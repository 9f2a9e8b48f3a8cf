package dataset

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/nomadocx/nomadocx/noma/source"
)

// jsonEditor edits an array of rows. The separators of new text are copied from the text around it,
// so records on one line stay on one line and a key a line stays a key a line.
type jsonEditor struct {
	body    *body
	rows    *jsonNode // the array
	columns *jsonNode // the array of names, nil when the body has none
	records bool      // rows are objects
	doubled bool      // an object has a column's key twice
}

// readJSON reads an array of objects, an array of arrays, or an object with `rows` and `columns`.
func (g *Grid) readJSON(b *body, names []string) error {
	root, err := parseJSON(b.text.S)
	if err != nil {
		return err
	}
	e := &jsonEditor{body: b, rows: root}
	g.Columns = names
	if root.kind == '{' {
		m, at := root.member("rows")
		if at < 0 {
			return errNoRows
		}
		e.rows = m.value
		if m, at := root.member("columns"); at >= 0 && m.value.kind == '[' {
			e.columns = m.value
			g.Columns = nil
			for _, c := range e.columns.elements {
				g.Columns = append(g.Columns, show(c.data()))
			}
		}
	}
	if e.rows.kind != '[' {
		return errNoRows
	}
	if len(e.rows.elements) > 0 && e.rows.elements[0].kind == '{' {
		e.records = true
		if e.columns == nil {
			g.Columns = nil
			seen := map[string]bool{}
			for _, m := range e.rows.elements[0].members {
				if !seen[m.key] {
					seen[m.key] = true
					g.Columns = append(g.Columns, m.key)
				}
			}
		}
	}
	places := g.places()
	if e.records {
		members := 0
		for _, r := range e.rows.elements {
			members += len(r.members)
		}
		if err := bounded(len(e.rows.elements), len(g.Columns), members); err != nil {
			return err
		}
	}
	for _, r := range e.rows.elements {
		var row []Cell
		switch {
		case e.records:
			row = make([]Cell, len(g.Columns))
			for _, m := range r.members { // of two with one key the last counts
				if at, ok := places[m.key]; ok {
					e.doubled = e.doubled || row[at].Raw != ""
					row[at] = e.cell(m.value)
				}
			}
		case r.kind == '[':
			for _, c := range r.elements {
				row = append(row, e.cell(c))
			}
		default:
			row = append(row, e.cell(r))
		}
		g.Rows = append(g.Rows, row)
	}
	g.editor = e
	return nil
}

func (e *jsonEditor) cell(n *jsonNode) Cell {
	v := n.data()
	return Cell{Text: show(v), Raw: e.body.text.S[n.from:n.to], Value: v, Span: e.body.text.Span(n.from, n.to)}
}

func (e *jsonEditor) text(from, to int) string { return e.body.text.S[from:to] }

func (e *jsonEditor) edit(g *Grid, from, to int, text string) source.Edit {
	return e.body.replaceText(from, to, text, g.EOL)
}

// row returns a row of the kind all rows must have to be edited.
func (e *jsonEditor) row(i int) (*jsonNode, error) {
	r := e.rows.elements[i]
	if e.records && r.kind != '{' || !e.records && r.kind != '[' {
		return nil, errors.New("source-preserving dataset edits require rows of one kind")
	}
	return r, nil
}

// literals returns the written values of an array row, at least n of them.
func (e *jsonEditor) literals(r *jsonNode, n int) []string {
	var out []string
	for _, c := range r.elements {
		out = append(out, e.text(c.from, c.to))
	}
	for len(out) < n {
		out = append(out, `""`)
	}
	return out
}

// compact returns how a changed array is written.
func compact(items []string) string { return "[" + strings.Join(items, ",") + "]" }

func (e *jsonEditor) setCell(g *Grid, row, column int, value string) ([]source.Edit, error) {
	r, err := e.row(row)
	if err != nil {
		return nil, err
	}
	spelled := typed(value, g.columnOf(column, row)).json()
	if e.records {
		m, at := r.member(g.Columns[column])
		if at < 0 {
			return []source.Edit{e.addMember(g, r, len(r.members), g.Columns[column], spelled)}, nil
		}
		return []source.Edit{e.edit(g, m.value.from, m.value.to, spelled)}, nil
	}
	items := e.literals(r, column+1)
	items[column] = spelled
	return []source.Edit{e.edit(g, r.from, r.to, compact(items))}, nil
}

// addMember puts a property before member i of an object, or at its end.
func (e *jsonEditor) addMember(g *Grid, r *jsonNode, i int, key, value string) source.Edit {
	between, colon := e.memberStyle(r)
	property := jsonString(key) + colon + value
	switch n := len(r.members); {
	case i < n:
		return e.edit(g, r.members[i].from, r.members[i].from, property+between)
	case n > 0:
		end := r.members[n-1].value.to
		return e.edit(g, end, end, between+property)
	}
	return e.edit(g, r.from+1, r.to-1, " "+property+" ")
}

// memberStyle returns what stands between two properties, and between a key and its value.
func (e *jsonEditor) memberStyle(r *jsonNode) (between, colon string) {
	between, colon = ", ", ": "
	if len(r.members) == 0 {
		return between, colon
	}
	first := r.members[0]
	keyEnd := first.from + strings.LastIndexByte(e.text(first.from, first.value.from), '"') + 1
	colon = e.text(keyEnd, first.value.from)
	if len(r.members) > 1 {
		return e.text(first.value.to, r.members[1].from), colon
	}
	if lead := e.text(r.from+1, first.from); strings.Contains(lead, "\n") {
		between = "," + lead[strings.LastIndexByte(lead, '\n'):]
	} else if lead == "" {
		between = ","
	}
	return between, colon
}

func (e *jsonEditor) insertRow(g *Grid, row int, cells []string) ([]source.Edit, error) {
	var items []string
	for i := range max(len(g.Columns), len(cells)) {
		l := literal{}
		if i >= len(g.Columns) {
			l = typed(cells[i], untyped)
		} else if i < len(cells) {
			l = typed(cells[i], g.columnOf(i, -1))
		}
		items = append(items, l.json())
	}
	elements := e.rows.elements
	n := len(elements)
	text := compact(items)
	if e.records || n == 0 && e.columns == nil && len(g.Columns) > 0 && g.named() {
		text = e.record(g, row, items)
	}
	switch {
	case n == 0:
		line := e.text(0, e.rows.from)
		line = line[strings.LastIndexByte(line, '\n')+1:]
		indent := indentOf(line)
		return []source.Edit{e.edit(g, e.rows.from+1, e.rows.to-1, "\n"+indent+"  "+text+"\n"+indent)}, nil
	case row < n:
		at := elements[row].from
		return []source.Edit{e.edit(g, at, at, text+e.between())}, nil
	}
	at := elements[n-1].to
	return []source.Edit{e.edit(g, at, at, e.between()+text)}, nil
}

// named reports whether the columns have names of their own, as records need them.
func (g *Grid) named() bool { return !strings.HasPrefix(g.Columns[0], "Column ") }

// between returns what stands between two rows.
func (e *jsonEditor) between() string {
	el := e.rows.elements
	if len(el) > 1 {
		return e.text(el[0].to, el[1].from)
	}
	lead := e.text(e.rows.from+1, el[0].from)
	if at := strings.LastIndexByte(lead, '\n'); at >= 0 {
		return "," + lead[at:]
	}
	return ", "
}

// record spells a new object in the style of the row next to it.
func (e *jsonEditor) record(g *Grid, row int, items []string) string {
	open, between, colon, end := "{ ", ", ", ": ", " }"
	if n := len(e.rows.elements); n > 0 {
		r := e.rows.elements[min(row, n-1)]
		if k := len(r.members); k > 0 {
			between, colon = e.memberStyle(r)
			open = e.text(r.from, r.members[0].from)
			end = e.text(r.members[k-1].value.to, r.to)
		}
	}
	var b strings.Builder
	for i, v := range items {
		if i == 0 {
			b.WriteString(open)
		} else {
			b.WriteString(between)
		}
		b.WriteString(jsonString(g.Columns[i]) + colon + v)
	}
	b.WriteString(end)
	return b.String()
}

// deleteRow removes a row and one of the commas around it.
func (e *jsonEditor) deleteRow(g *Grid, row int) ([]source.Edit, error) {
	el := e.rows.elements
	switch n := len(el); {
	case row+1 < n:
		return []source.Edit{e.edit(g, el[row].from, el[row+1].from, "")}, nil
	case row > 0:
		return []source.Edit{e.edit(g, el[row-1].to, el[row].to, "")}, nil
	}
	return []source.Edit{e.edit(g, e.rows.from+1, el[0].to, "")}, nil
}

// columnNames returns the array of names, which column edits of array rows need.
func (e *jsonEditor) columnNames(op string) (*jsonNode, error) {
	if e.columns == nil {
		return nil, fmt.Errorf("source-preserving %s requires JSON columns in the dataset body", op)
	}
	return e.columns, nil
}

var errDoubled = errors.New("source-preserving dataset column edits require JSON records with each key once")

func (e *jsonEditor) insertColumn(g *Grid, column int, header string, cells []string) ([]source.Edit, error) {
	if e.doubled {
		return nil, errDoubled
	}
	var edits []source.Edit
	columnType := newColumnType(cells)
	if columnType == booleanType {
		columnType = untyped // in JSON only true and false are booleans
	}
	if !e.records || e.columns != nil {
		names, err := e.columnNames("insert_dataset_column")
		if err != nil {
			return nil, err
		}
		if column > len(names.elements) {
			return nil, fmt.Errorf("dataset column %d is out of range", column)
		}
		items := slices.Insert(e.literals(names, 0), column, jsonString(header))
		edits = append(edits, e.edit(g, names.from, names.to, compact(items)))
	}
	for i := range e.rows.elements {
		r, err := e.row(i)
		if err != nil {
			return nil, err
		}
		value := newCell(cellAt(cells, i), columnType).json()
		if !e.records {
			items := slices.Insert(e.literals(r, column), column, value)
			edits = append(edits, e.edit(g, r.from, r.to, compact(items)))
			continue
		}
		if _, k := r.member(header); k >= 0 {
			return nil, fmt.Errorf("dataset column %q already exists in row %d", header, i)
		}
		at := len(r.members)
		if column < len(g.Columns) {
			if _, k := r.member(g.Columns[column]); k >= 0 {
				at = k
			}
		}
		edits = append(edits, e.addMember(g, r, at, header, value))
	}
	return edits, nil
}

func (e *jsonEditor) deleteColumn(g *Grid, column int) ([]source.Edit, error) {
	if e.doubled {
		return nil, errDoubled
	}
	var edits []source.Edit
	if !e.records || e.columns != nil {
		names, err := e.columnNames("delete_dataset_column")
		if err != nil {
			return nil, err
		}
		if column >= len(names.elements) || len(names.elements) == 1 {
			return nil, fmt.Errorf("dataset column %d is out of range", column)
		}
		items := slices.Delete(e.literals(names, 0), column, column+1)
		edits = append(edits, e.edit(g, names.from, names.to, compact(items)))
	}
	for i := range e.rows.elements {
		r, err := e.row(i)
		if err != nil {
			return nil, err
		}
		if !e.records {
			if items := e.literals(r, 0); column < len(items) {
				edits = append(edits, e.edit(g, r.from, r.to, compact(slices.Delete(items, column, column+1))))
			}
			continue
		}
		if _, k := r.member(g.Columns[column]); k >= 0 {
			edits = append(edits, e.deleteMember(g, r, k))
		}
	}
	return edits, nil
}

// deleteMember removes a property and one of the commas around it.
func (e *jsonEditor) deleteMember(g *Grid, r *jsonNode, k int) source.Edit {
	switch n := len(r.members); {
	case k+1 < n:
		return e.edit(g, r.members[k].from, r.members[k+1].from, "")
	case k > 0:
		return e.edit(g, r.members[k-1].value.to, r.members[k].value.to, "")
	}
	return e.edit(g, r.from+1, r.to-1, "")
}

func (e *jsonEditor) place(row int) (source.Span, bool) {
	return e.body.text.Span(e.rows.elements[row].from, e.rows.elements[row].to), true
}
