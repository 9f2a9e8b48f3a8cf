package dataset

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/nomadocx/nomadocx/noma"
	"github.com/nomadocx/nomadocx/source"
)

// csvEditor edits one-line rows split by a delimiter. The first line that is not blank is the header.
type csvEditor struct {
	body      *body
	delimiter byte
	header    int   // line of the header
	rows      []int // lines of the rows
}

func (g *Grid) readCSV(b *body, delimiter byte) error {
	e := &csvEditor{body: b, delimiter: delimiter, header: -1}
	for i, l := range b.lines {
		if l.blank() {
			continue
		}
		if e.header < 0 {
			e.header = i
			for _, f := range e.fields(l.text) {
				g.Columns = append(g.Columns, f.text)
			}
			continue
		}
		e.rows = append(e.rows, i)
		var row []Cell
		for _, f := range e.fields(l.text) {
			row = append(row, f.cell(l))
		}
		g.Rows = append(g.Rows, row)
	}
	if e.header < 0 {
		return fmt.Errorf("the dataset has no header line")
	}
	g.editor = e
	return nil
}

// csvField is one field of a line: its text, and the bytes of its spelling without outer spaces.
type csvField struct {
	text     string
	from, to int
	raw      string
}

func (f csvField) cell(l bodyLine) Cell {
	c := Cell{Text: f.text, Raw: f.raw, Value: f.text, Span: l.span(f.from, f.to)}
	if f.raw == f.text && plainNumber(f.text) {
		if n, err := strconv.ParseFloat(f.text, 64); err == nil {
			c.Value = n
		}
	}
	return c
}

// fields splits a line on the delimiter outside double quotes. Two quotes inside quotes are one.
func (e *csvEditor) fields(line string) []csvField {
	var out []csvField
	start, quoted := 0, false
	end := func(i int) {
		from, to := start, i
		for from < to && (line[from] == ' ' || line[from] == '\t') {
			from++
		}
		for to > from && (line[to-1] == ' ' || line[to-1] == '\t') {
			to--
		}
		f := csvField{from: from, to: to, raw: line[from:to]}
		f.text = f.raw
		if len(f.raw) >= 2 && f.raw[0] == '"' && f.raw[len(f.raw)-1] == '"' {
			f.text = strings.ReplaceAll(f.raw[1:len(f.raw)-1], `""`, `"`)
		}
		out = append(out, f)
		start = i + 1
	}
	for i := 0; i < len(line); i++ {
		switch {
		case line[i] == '"':
			quoted = !quoted
		case line[i] == e.delimiter && !quoted:
			end(i)
		}
	}
	end(len(line))
	return out
}

// line spells a row. A field is quoted only where it must be: when it holds the delimiter, a quote
// or outer spaces, or when the line would otherwise be blank or read as a fence.
func (e *csvEditor) line(indent string, cells []string) string {
	quote := func(s string) string { return `"` + strings.ReplaceAll(s, `"`, `""`) + `"` }
	spelled := make([]string, len(cells))
	for i, s := range cells {
		if strings.IndexByte(s, e.delimiter) >= 0 || strings.IndexByte(s, '"') >= 0 || s != noma.TrimSpace(s) {
			s = quote(s)
		}
		spelled[i] = s
	}
	line := indent + strings.Join(spelled, string(e.delimiter))
	if noma.TrimSpace(line) == "" || strings.HasPrefix(line, "::") || strings.HasPrefix(line, "```") {
		spelled[0] = quote(cells[0])
		line = indent + strings.Join(spelled, string(e.delimiter))
	}
	return line
}

// texts are the fields of a line, at least n of them.
func (e *csvEditor) texts(line, n int) []string {
	var out []string
	for _, f := range e.fields(e.body.lines[line].text) {
		out = append(out, f.text)
	}
	for len(out) < n {
		out = append(out, "")
	}
	return out
}

func (e *csvEditor) rewrite(line int, cells []string) source.Edit {
	return e.body.replace(line, e.line(e.body.lines[line].indentFor(e.delimiter), cells))
}

// indentFor is the indentation of a row; in TSV a tab is already the first delimiter.
func (l bodyLine) indentFor(delimiter byte) string {
	if delimiter == '\t' {
		return l.text[:len(l.text)-len(strings.TrimLeft(l.text, " "))]
	}
	return l.indent()
}

func (e *csvEditor) setCell(g *Grid, row, column int, value string) ([]source.Edit, error) {
	cells := e.texts(e.rows[row], column+1)
	cells[column] = value
	return []source.Edit{e.rewrite(e.rows[row], cells)}, nil
}

func (e *csvEditor) insertRow(g *Grid, row int, cells []string) ([]source.Edit, error) {
	cells = slices.Clone(cells)
	for len(cells) < len(g.Columns) {
		cells = append(cells, "")
	}
	if row < len(e.rows) {
		at := e.rows[row]
		return []source.Edit{e.body.insertBefore(at, e.line(e.body.lines[at].indentFor(e.delimiter), cells), g.EOL)}, nil
	}
	at := e.header
	if row > 0 {
		at = e.rows[row-1]
	}
	return []source.Edit{e.body.insertAfter(at, e.line(e.body.lines[at].indentFor(e.delimiter), cells), g.EOL)}, nil
}

func (e *csvEditor) deleteRow(g *Grid, row int) ([]source.Edit, error) {
	return []source.Edit{e.body.delete(e.rows[row])}, nil
}

func (e *csvEditor) insertColumn(g *Grid, column int, header string, cells []string) ([]source.Edit, error) {
	edits := []source.Edit{e.rewrite(e.header, slices.Insert(e.texts(e.header, column), column, header))}
	for i, line := range e.rows {
		edits = append(edits, e.rewrite(line, slices.Insert(e.texts(line, column), column, cellAt(cells, i))))
	}
	return edits, nil
}

func (e *csvEditor) deleteColumn(g *Grid, column int) ([]source.Edit, error) {
	var edits []source.Edit
	for _, line := range append([]int{e.header}, e.rows...) {
		if cells := e.texts(line, 0); column < len(cells) && len(cells) > 1 {
			edits = append(edits, e.rewrite(line, slices.Delete(cells, column, column+1)))
		} else if column < len(cells) {
			// The row had only this field; it stays a row.
			edits = append(edits, e.rewrite(line, []string{""}))
		}
	}
	return edits, nil
}
