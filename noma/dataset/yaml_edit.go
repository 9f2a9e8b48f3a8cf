package dataset

import (
	"errors"
	"slices"
	"strings"

	"github.com/nomadocx/nomadocx/noma/source"
)

// yamlEditor edits a block `rows:` whose rows are flow sequences of one line each.
type yamlEditor struct {
	body   *body
	key    int // line of the `rows:` key, -1 when it has no line of its own
	inline bool
	rows   []yamlRow

	schema      []int // lines of the schema's entries
	schemaBlock bool  // every entry has a line of its own
}

type yamlRow struct {
	line int
	flow flowRow
}

var (
	errNotInline = errors.New("source-preserving dataset row edits require inline YAML row arrays")
	errNoSchema  = errors.New("source-preserving dataset column edits require a YAML schema block")
)

// findKey notes the line of the rows key, when it reads `rows:` or `rows: []`.
func (e *yamlEditor) findKey(line int) {
	if line < 0 || line >= len(e.body.lines) {
		return
	}
	if _, _, ok := splitKey(e.body.lines[line].text); ok {
		e.key = line
	}
}

// splitKey cuts `rows: []  # c` into `rows:` and `  # c`. Anything else after the key is not ok.
func splitKey(line string) (key, tail string, ok bool) {
	at := strings.Index(line, "rows:")
	if at < 0 || strings.TrimLeft(line[:at], " ") != "" {
		return "", "", false
	}
	key, rest := line[:at+len("rows:")], line[at+len("rows:"):]
	if t := strings.TrimLeft(rest, " \t"); strings.HasPrefix(t, "[") {
		inner, after, closed := strings.Cut(t[1:], "]")
		if !closed || strings.TrimLeft(inner, " \t") != "" {
			return "", "", false
		}
		rest = after
	}
	t := strings.TrimLeft(rest, " \t")
	return key, rest, t == "" || t[0] == '#'
}

func (e *yamlEditor) ready() error {
	if !e.inline || e.key < 0 {
		return errNotInline
	}
	return nil
}

// items returns the written values of a row, at least n of them.
func (e *yamlEditor) items(g *Grid, row, n int) []string {
	var out []string
	for i := range e.rows[row].flow.items {
		if c := g.Rows[row][i]; g.Keep && c.Raw != "" {
			out = append(out, c.Raw) // 86.0 stays 86.0
		} else {
			out = append(out, respell(c))
		}
	}
	for len(out) < n {
		out = append(out, "null")
	}
	return out
}

func (e *yamlEditor) rewrite(row int, items []string) source.Edit {
	r := e.rows[row]
	return e.body.replace(r.line, r.flow.line(items))
}

func (e *yamlEditor) setCell(g *Grid, row, column int, value string) ([]source.Edit, error) {
	if err := e.ready(); err != nil {
		return nil, err
	}
	now := typed(value, g.columnOf(column, row)).yaml()
	if g.Keep && column < len(e.rows[row].flow.items) {
		// The value alone is replaced: the rest of the line keeps its form.
		if c := g.Rows[row][column]; !c.Span.Empty() {
			return []source.Edit{{Span: c.Span, New: quotedLike(c, now)}}, nil
		}
	}
	items := e.items(g, row, column+1)
	items[column] = now
	return []source.Edit{e.rewrite(row, items)}, nil
}

// quotedLike spells a new string in double quotes where the value beside it, or before it, has them.
func quotedLike(c Cell, item string) string {
	if _, text := c.Value.(string); !text || c.Raw == "" || c.Raw[0] != '"' || item == "null" {
		return item
	}
	plain := strings.Trim(item, "'")
	if item != plain && strings.Contains(plain, "'") || strings.ContainsAny(plain, "\"\\") {
		return item
	}
	return `"` + plain + `"`
}

func (e *yamlEditor) insertRow(g *Grid, row int, cells []string) ([]source.Edit, error) {
	if err := e.ready(); err != nil {
		return nil, err
	}
	var items []string
	for i := range g.Columns {
		if i < len(cells) {
			item := typed(cells[i], g.columnOf(i, -1)).yaml()
			if k := min(row, len(e.rows)) - 1; g.Keep && len(e.rows) > 0 {
				if near := g.Rows[max(k, 0)]; i < len(near) {
					item = quotedLike(near[i], item)
				}
			}
			items = append(items, item)
		} else {
			items = append(items, missing(g.columnOf(i, -1)).yaml())
		}
	}
	if len(g.Columns) == 0 { // a body without schema and rows takes any row
		for _, c := range cells {
			items = append(items, typed(c, untyped).yaml())
		}
	}
	switch {
	case row < len(e.rows):
		at := e.rows[row]
		return []source.Edit{e.body.insertBefore(at.line, flowRow{indent: at.flow.indent}.line(items), g.EOL)}, nil
	case row > 0:
		at := e.rows[row-1]
		return []source.Edit{e.body.insertAfter(at.line, flowRow{indent: at.flow.indent}.line(items), g.EOL)}, nil
	}
	// The list is empty: `rows: []` opens up.
	l := e.body.lines[e.key]
	key, tail, _ := splitKey(l.text)
	new := flowRow{indent: l.indent() + "  "}
	if key+tail == l.text {
		return []source.Edit{e.body.insertAfter(e.key, new.line(items), g.EOL)}, nil
	}
	return []source.Edit{e.body.replace(e.key, key+tail), e.body.insertAfter(e.key, new.line(items), g.EOL)}, nil
}

func (e *yamlEditor) deleteRow(g *Grid, row int) ([]source.Edit, error) {
	if err := e.ready(); err != nil {
		return nil, err
	}
	edits := []source.Edit{e.body.delete(e.rows[row].line)}
	if len(e.rows) == 1 {
		key, tail, _ := splitKey(e.body.lines[e.key].text)
		edits = append(edits, e.body.replace(e.key, key+" []"+tail))
	}
	return edits, nil
}

func (e *yamlEditor) columnsReady() error {
	if err := e.ready(); err != nil {
		return err
	}
	if !e.schemaBlock || len(e.schema) == 0 {
		return errNoSchema
	}
	return nil
}

func (e *yamlEditor) insertColumn(g *Grid, column int, header string, cells []string) ([]source.Edit, error) {
	if err := e.columnsReady(); err != nil {
		return nil, err
	}
	if column > len(e.schema) {
		return nil, errNoSchema
	}
	columnType := newColumnType(cells)
	entry := yamlString(header) + ": " + columnType
	var edits []source.Edit
	if column < len(e.schema) {
		at := e.schema[column]
		edits = append(edits, e.body.insertBefore(at, e.body.lines[at].indent()+entry, g.EOL))
	} else {
		at := e.schema[column-1]
		edits = append(edits, e.body.insertAfter(at, e.body.lines[at].indent()+entry, g.EOL))
	}
	for i := range e.rows {
		items := slices.Insert(e.items(g, i, column), column, newCell(cellAt(cells, i), columnType).yaml())
		edits = append(edits, e.rewrite(i, items))
	}
	return edits, nil
}

func (e *yamlEditor) deleteColumn(g *Grid, column int) ([]source.Edit, error) {
	if err := e.columnsReady(); err != nil {
		return nil, err
	}
	if column >= len(e.schema) || len(e.schema) == 1 {
		return nil, errNoSchema
	}
	edits := []source.Edit{e.body.delete(e.schema[column])}
	for i := range e.rows {
		if items := e.items(g, i, 0); column < len(items) {
			edits = append(edits, e.rewrite(i, slices.Delete(items, column, column+1)))
		}
	}
	return edits, nil
}

func (e *yamlEditor) place(row int) (source.Span, bool) {
	if e.ready() != nil {
		return source.Span{}, false
	}
	return e.body.place(e.rows[row].line, e.rows[row].line), true
}
