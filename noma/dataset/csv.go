package dataset

import (
	"errors"
	"slices"
	"strconv"
	"strings"

	"github.com/nomadocx/nomadocx/noma"
	"github.com/nomadocx/nomadocx/noma/source"
)

// csvEditor edits rows split by a delimiter. The first row that is not blank is the header.
type csvEditor struct {
	body      *body
	delimiter byte
	header    csvRow
	rows      []csvRow
}

// csvRow are the lines of a row, first to last: a cell in quotes may hold line ends, as programs write
// them (RFC 4180); the Format spec asks for rows of one line only.
type csvRow struct{ first, last int }

func (g *Grid) readCSV(b *body, delimiter byte) error {
	e := &csvEditor{body: b, delimiter: delimiter}
	rows := e.cut()
	if len(rows) == 0 {
		return errors.New("the dataset has no header line")
	}
	e.header, e.rows = rows[0], rows[1:]
	for _, f := range e.fields(e.text(e.header)) {
		g.Columns = append(g.Columns, f.text)
	}
	for _, r := range e.rows {
		fields := e.fields(e.text(r))
		row := make([]Cell, 0, len(fields))
		for _, f := range fields {
			row = append(row, f.cell(e.span(r, f)))
		}
		g.Rows = append(g.Rows, row)
	}
	g.editor = e
	return nil
}

// cut finds the rows. A row goes on in the next line while a cell that begins with a quote is open. A
// quote that is never closed opens nothing: from there on every line is a row.
func (e *csvEditor) cut() []csvRow {
	var rows []csvRow
	lines := e.body.lines
	multiline := true
	for i := 0; i < len(lines); i++ {
		if lines[i].blank() {
			continue
		}
		r := csvRow{i, i}
		if multiline && e.opens(lines[i].text) {
			closing := i + 1
			for closing < len(lines) && strings.Count(lines[closing].text, `"`)%2 == 0 {
				closing++
			}
			if multiline = closing < len(lines); multiline {
				r.last = closing
			}
		}
		rows = append(rows, r)
		i = r.last
	}
	return rows
}

// opens reports whether a line ends inside of a cell that begins with a quote.
func (e *csvEditor) opens(line string) bool {
	if strings.Count(line, `"`)%2 == 0 {
		return false
	}
	fields := e.fields(line)
	return strings.HasPrefix(fields[len(fields)-1].raw, `"`)
}

// text returns a row as it is written, with LF between its lines.
func (e *csvEditor) text(r csvRow) string {
	first, last := e.body.lines[r.first], e.body.lines[r.last]
	return e.body.text.S[first.off : last.off+len(last.text)]
}

func (e *csvEditor) span(r csvRow, f csvField) source.Span {
	first := e.body.lines[r.first]
	if r.first == r.last {
		return first.span(f.from, f.to)
	}
	return e.body.text.Span(first.off+f.from, first.off+f.to)
}

// csvField is one field of a row: its text, and the bytes of its form without outer spaces.
type csvField struct {
	text     string
	from, to int
	raw      string
}

func (f csvField) cell(at source.Span) Cell {
	c := Cell{Text: f.text, Raw: f.raw, Value: f.text, Span: at}
	if f.raw == f.text && plainNumber(f.text) {
		if n, err := strconv.ParseFloat(f.text, 64); err == nil {
			c.Value = n
		}
	}
	return c
}

// fields splits a row on the delimiter outside double quotes. Two quotes inside quotes are one.
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

// line spells a row. A field is quoted only where it must be: when it holds the delimiter, a quote, a
// line end or outer spaces, or when the line would otherwise be blank or read as a fence.
func (e *csvEditor) line(indent string, cells []string) string {
	quote := func(s string) string { return `"` + strings.ReplaceAll(s, `"`, `""`) + `"` }
	spelled := make([]string, len(cells))
	for i, s := range cells {
		if strings.IndexByte(s, e.delimiter) >= 0 || strings.ContainsAny(s, "\"\n") || s != noma.TrimSpace(s) {
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

// texts returns the fields of a row, at least n of them.
func (e *csvEditor) texts(r csvRow, n int) []string {
	var out []string
	for _, f := range e.fields(e.text(r)) {
		out = append(out, f.text)
	}
	for len(out) < n {
		out = append(out, "")
	}
	return out
}

// rewrite spells a row anew; what stays at either end of it is not touched.
func (e *csvEditor) rewrite(g *Grid, r csvRow, cells []string) source.Edit {
	first := e.body.lines[r.first]
	text := e.line(first.indentFor(e.delimiter), cells)
	if r.first == r.last {
		return e.body.replace(r.first, text)
	}
	old := e.text(r)
	small := shrink(source.Edit{Span: source.Span{End: len(old)}, New: text}, old)
	return e.body.replaceText(first.off+small.Span.Start, first.off+small.Span.End, small.New, g.EOL)
}

// indentFor returns the indentation of a row; in TSV a tab is already the first delimiter.
func (l bodyLine) indentFor(delimiter byte) string {
	if delimiter == '\t' {
		return l.text[:len(l.text)-len(strings.TrimLeft(l.text, " "))]
	}
	return l.indent()
}

func (e *csvEditor) setCell(g *Grid, row, column int, value string) ([]source.Edit, error) {
	cells := e.texts(e.rows[row], column+1)
	cells[column] = value
	return []source.Edit{e.rewrite(g, e.rows[row], cells)}, nil
}

func (e *csvEditor) insertRow(g *Grid, row int, cells []string) ([]source.Edit, error) {
	cells = slices.Clone(cells)
	for len(cells) < len(g.Columns) {
		cells = append(cells, "")
	}
	if row < len(e.rows) {
		at := e.rows[row].first
		return []source.Edit{e.body.insertBefore(at, e.line(e.body.lines[at].indentFor(e.delimiter), cells), g.EOL)}, nil
	}
	last := e.header
	if row > 0 {
		last = e.rows[row-1]
	}
	line := e.line(e.body.lines[last.first].indentFor(e.delimiter), cells)
	return []source.Edit{e.body.insertAfter(last.last, line, g.EOL)}, nil
}

func (e *csvEditor) deleteRow(g *Grid, row int) ([]source.Edit, error) {
	r := e.rows[row]
	return []source.Edit{e.body.deleteLines(r.first, r.last)}, nil
}

func (e *csvEditor) insertColumn(g *Grid, column int, header string, cells []string) ([]source.Edit, error) {
	edits := []source.Edit{e.rewrite(g, e.header, slices.Insert(e.texts(e.header, column), column, header))}
	for i, r := range e.rows {
		edits = append(edits, e.rewrite(g, r, slices.Insert(e.texts(r, column), column, cellAt(cells, i))))
	}
	return edits, nil
}

func (e *csvEditor) deleteColumn(g *Grid, column int) ([]source.Edit, error) {
	var edits []source.Edit
	for _, r := range append([]csvRow{e.header}, e.rows...) {
		if cells := e.texts(r, 0); column < len(cells) && len(cells) > 1 {
			edits = append(edits, e.rewrite(g, r, slices.Delete(cells, column, column+1)))
		} else if column < len(cells) {
			// The row had only this field; it stays a row.
			edits = append(edits, e.rewrite(g, r, []string{""}))
		}
	}
	return edits, nil
}

func (e *csvEditor) place(row int) (source.Span, bool) {
	return e.body.place(e.rows[row].first, e.rows[row].last), true
}
