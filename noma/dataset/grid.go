package dataset

import (
	"fmt"
	"slices"
	"strings"

	"github.com/nomadocx/nomadocx/noma"
	"github.com/nomadocx/nomadocx/noma/source"
)

// Format is the notation of a dataset's body.
type Format string

const (
	YAML Format = "yaml"
	CSV  Format = "csv"
	TSV  Format = "tsv"
	JSON Format = "json"
)

// Cell is one value of a grid.
type Cell struct {
	// Text is what a reader sees: nothing for null, 14 for 14.0, JSON for lists and mappings
	// (contract docx-package.md §5.2). CSV shows its form.
	Text string
	// Raw is the form in the source, quotes included; "" for a cell that is not there.
	Raw string
	// Value is nil, bool, float64, string, []any or noma.Map.
	Value any
	// Span is where Raw stands, empty when the value has no place of its own.
	Span source.Span
}

// Grid is the table in a dataset's body. Rows do not count a header; they are as wide as Columns or
// wider, short ones are filled with empty cells.
type Grid struct {
	Format  Format
	Columns []string
	// Types are the types the YAML schema declares, lower-cased, "" for none; as long as Columns.
	Types []string
	Rows  [][]Cell
	// EOL is the line end that edits write, LF unless the caller sets the file's own.
	EOL string
	// Keep makes the smallest edits: the operations of the contract spell a YAML row anew when one of
	// its cells changes; with Keep the other cells stay as the author wrote them.
	Keep bool
	// Others are the values of rows that the body does not have, by column, for a body with one row of many: new values
	// are written by these. nil where all rows are here.
	Others []Kinds

	editor editor
}

// editor changes the body of one format. Rows, columns and cells have been checked by the Grid.
type editor interface {
	setCell(g *Grid, row, column int, value string) ([]source.Edit, error)
	insertRow(g *Grid, row int, cells []string) ([]source.Edit, error)
	deleteRow(g *Grid, row int) ([]source.Edit, error)
	insertColumn(g *Grid, column int, header string, cells []string) ([]source.Edit, error)
	deleteColumn(g *Grid, column int) ([]source.Edit, error)
	place(row int) (at source.Span, ok bool)
}

// Parse reads the body of a ::dataset directive. The source's own lines count; when they are blank
// the body that a loader has put into d.Body is read, and the grid cannot be edited.
func Parse(d *noma.Directive) (*Grid, error) {
	format := Format(strings.ToLower(noma.TrimSpace(d.AttrText("format"))))
	if format == "" {
		format = YAML
	}
	g := &Grid{Format: format, EOL: "\n"}
	b := newBody(d)
	inlined := noma.TrimSpace(d.RawBody.S) == "" && noma.TrimSpace(d.Body) != ""
	if inlined {
		b = &body{text: noma.NewText(d.Body, 0), after: -1}
		off := 0
		for _, s := range strings.Split(d.Body, "\n") {
			b.lines = append(b.lines, bodyLine{s, off, off})
			off += len(s) + 1
		}
	}
	var err error
	switch format {
	case YAML:
		err = g.readYAML(b, inlineColumns(d))
	case JSON:
		err = g.readJSON(b, inlineColumns(d))
	case CSV:
		err = g.readCSV(b, ',')
	case TSV:
		err = g.readCSV(b, '\t')
	default:
		return nil, fmt.Errorf("dataset format %q is not supported; use yaml, csv, tsv or json", string(format))
	}
	if err != nil {
		return nil, err
	}
	if err := g.square(); err != nil {
		return nil, err
	}
	if inlined {
		g.unplace()
	}
	return g, nil
}

// inlineColumns returns the names of a columns="a,b" attribute.
func inlineColumns(d *noma.Directive) []string {
	var out []string
	for _, s := range strings.Split(d.AttrText("columns"), ",") {
		if s = noma.TrimSpace(s); s != "" {
			out = append(out, s)
		}
	}
	return out
}

// maxPadding bounds the empty cells that fill short rows. One line of a million commas makes a million
// columns; the rows below it must not have as many cells each.
const maxPadding = 1 << 20

// bounded returns an error when rows of a width would have far more cells than the source has.
func bounded(rows, wide, cells int) error {
	if rows > 0 && wide > (cells+maxPadding)/rows {
		return fmt.Errorf("the rows are too unequal: %d rows of %d columns would be filled from %d cells", rows, wide, cells)
	}
	return nil
}

// square names columns that have no name, fills short rows and gives every column a type.
func (g *Grid) square() error {
	wide, cells := len(g.Columns), 0
	for _, r := range g.Rows {
		wide = max(wide, len(r))
		cells += len(r)
	}
	if err := bounded(len(g.Rows), wide, cells); err != nil {
		return err
	}
	for len(g.Columns) < wide {
		g.Columns = append(g.Columns, fmt.Sprintf("Column %d", len(g.Columns)+1))
	}
	for len(g.Types) < len(g.Columns) {
		g.Types = append(g.Types, "")
	}
	for i, r := range g.Rows {
		if n := len(g.Columns) - len(r); n > 0 {
			g.Rows[i] = append(r, make([]Cell, n)...)
		}
	}
	return nil
}

// places returns the columns by name, the first of each name.
func (g *Grid) places() map[string]int {
	at := make(map[string]int, len(g.Columns))
	for i, name := range g.Columns {
		if _, again := at[name]; !again {
			at[name] = i
		}
	}
	return at
}

// unplace makes a grid of text from another file read-only.
func (g *Grid) unplace() {
	g.editor = nil
	for _, r := range g.Rows {
		for i := range r {
			r[i].Span = source.Span{}
		}
	}
}

// Column returns the place of the first column with the name.
func (g *Grid) Column(name string) (int, bool) {
	i := slices.Index(g.Columns, name)
	return i, i >= 0
}

// Place returns where a row stands: its lines without the last line end, or in JSON its value. ok is false when rows cannot
// be edited where they stand.
func (g *Grid) Place(row int) (at source.Span, ok bool) {
	if g.editor == nil {
		return source.Span{}, false
	}
	return g.editor.place(row)
}

var errNotHere = fmt.Errorf("the dataset's rows are not in this file")

func (g *Grid) check(row, rows, column int) error {
	if g.editor == nil {
		return errNotHere
	}
	if err := inRange("dataset row", row, rows); err != nil {
		return err
	}
	return inRange("dataset column", column, len(g.Columns))
}

func singleLine(what string, values ...string) error {
	for _, v := range values {
		if strings.ContainsAny(v, "\r\n") {
			return fmt.Errorf("%s must be a single line", what)
		}
	}
	return nil
}

// SetCell changes one value. Rows and columns count from 0, rows without the header.
func (g *Grid) SetCell(row, column int, value string) ([]source.Edit, error) {
	if err := g.check(row, len(g.Rows), column); err != nil {
		return nil, err
	}
	if err := singleLine("dataset cell value", value); err != nil {
		return nil, err
	}
	return g.editor.setCell(g, row, column, value)
}

// InsertRow adds a row before the given one, or at the end. Missing cells are filled with null or "".
func (g *Grid) InsertRow(row int, cells []string) ([]source.Edit, error) {
	if err := g.check(row, len(g.Rows)+1, 0); err != nil {
		return nil, err
	}
	if len(cells) > len(g.Columns) {
		return nil, fmt.Errorf("the row has %s, and the dataset has %s", count(len(cells), "cell"), count(len(g.Columns), "column"))
	}
	if err := singleLine("dataset cell value", cells...); err != nil {
		return nil, err
	}
	return g.editor.insertRow(g, row, cells)
}

// DeleteRow removes a row.
func (g *Grid) DeleteRow(row int) ([]source.Edit, error) {
	if err := g.check(row, len(g.Rows), 0); err != nil {
		return nil, err
	}
	return g.editor.deleteRow(g, row)
}

// maxColumns is how many columns a dataset may get one by one: each is written through all rows.
const maxColumns = 1000

// InsertColumn adds a column before the given one, or at the end; cells are its values by row.
func (g *Grid) InsertColumn(column int, header string, cells []string) ([]source.Edit, error) {
	if g.editor == nil {
		return nil, errNotHere
	}
	switch {
	case column < 0 || column > len(g.Columns):
		return nil, inRange("dataset column", column, len(g.Columns)+1)
	case len(g.Columns) >= maxColumns:
		return nil, fmt.Errorf("the dataset has %d columns, and no more than %d can be made one by one; write its body anew", len(g.Columns), maxColumns)
	case noma.TrimSpace(header) == "":
		return nil, fmt.Errorf("dataset column header must not be empty")
	case slices.Contains(g.Columns, header):
		return nil, fmt.Errorf("dataset column %q already exists", header)
	case len(cells) > len(g.Rows):
		return nil, fmt.Errorf("the column has %s, and the dataset has %s", count(len(cells), "cell"), count(len(g.Rows), "row"))
	}
	if err := singleLine("dataset column header", header); err != nil {
		return nil, err
	}
	if err := singleLine("dataset cell value", cells...); err != nil {
		return nil, err
	}
	return g.editor.insertColumn(g, column, header, cells)
}

// DeleteColumn removes a column; the last one has to stay.
func (g *Grid) DeleteColumn(column int) ([]source.Edit, error) {
	if g.editor == nil {
		return nil, errNotHere
	}
	if err := inRange("dataset column", column, len(g.Columns)); err != nil {
		return nil, err
	}
	if len(g.Columns) == 1 {
		return nil, fmt.Errorf("cannot delete the last dataset column")
	}
	return g.editor.deleteColumn(g, column)
}

// cellAt returns the given text for a row, "" when there is none.
func cellAt(cells []string, i int) string {
	if i < len(cells) {
		return cells[i]
	}
	return ""
}
