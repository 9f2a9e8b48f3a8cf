package dataset

import (
	"fmt"
	"slices"
	"strings"

	"github.com/nomadocx/nomadocx/noma"
	"github.com/nomadocx/nomadocx/noma/source"
)

// TableGrid is the table in the body of a ::table directive. Texts are as stored: markup and `\|`
// included, and cells have no Value: they are text. Rows keep the number of cells they are written
// with; Width is that of the widest.
type TableGrid struct {
	HasHeader bool
	Header    []Cell
	Rows      [][]Cell
	// Align are the alignments of the columns by the directive's align attribute, Width of them.
	Align []noma.Align
	Width int
	// EOL is the line end that edits write, LF unless the caller sets the file's own.
	EOL string

	body   *body
	header int // line of the header, -1 for none
	rule   int // line of the separator row behind the first one, -1 for none
	ruled  []noma.Align
	rows   []int  // lines of the rows
	merge  string // the attribute; see Merges

	cells  []Cell     // of all rows
	places []pipeCell // of the cells of the line being read
}

// Table reads the body of a ::table directive: every line that is not blank is a row, and the first
// one the header when the directive says so, or when a `| --- |` row follows it, as in other notations. That row is
// none of the table: it says the alignments where the directive does not.
func Table(d *noma.Directive) (*TableGrid, error) {
	t := new(TableGrid)
	if err := t.Read(d); err != nil {
		return nil, err
	}
	return t, nil
}

// Read reads into t what [Table] returns. It uses the memory of the table that was read before again.
func (t *TableGrid) Read(d *noma.Directive) error {
	if t.body == nil {
		t.body = new(body)
	}
	*t = TableGrid{EOL: "\n", body: t.body, header: -1, rule: -1, HasHeader: d.AttrText("header") == "true", merge: d.AttrText("merge"),
		Rows: t.Rows[:0], rows: t.rows[:0], cells: t.cells[:0], places: t.places[:0], Align: t.Align[:0]}
	t.body.read(d)
	// All cells lie in one block of memory: a report has more of them than of anything else.
	cells := slices.Grow(t.cells, strings.Count(d.RawBody.S, "|"))
	t.Rows, t.rows = slices.Grow(t.Rows, len(t.body.lines)), slices.Grow(t.rows, len(t.body.lines))
	for i, l := range t.body.lines {
		if l.blank() {
			continue
		}
		if !strings.Contains(l.text, "|") {
			return fmt.Errorf("table row %q has no | between cells", noma.TrimSpace(l.text))
		}
		if t.rule < 0 && len(t.rows)+min(1, t.header+1) == 1 {
			if align, ok := noma.SeparatorRow(l.text); ok {
				if t.rule, t.ruled = i, align; t.header < 0 {
					t.HasHeader, t.Header, t.header = true, t.Rows[0], t.rows[0]
					t.Rows, t.rows = t.Rows[:0], t.rows[:0]
				}
				continue
			}
		}
		t.places = splitPipes(t.places[:0], l.text)
		from := len(cells)
		for _, c := range t.places {
			text := l.text[c.from:c.to]
			cells = append(cells, Cell{Text: text, Raw: text, Span: l.span(c.from, c.to)})
		}
		row := cells[from:len(cells):len(cells)]
		t.Width = max(t.Width, len(row))
		if t.HasHeader && t.header < 0 {
			t.Header, t.header = row, i
			continue
		}
		t.Rows = append(t.Rows, row)
		t.rows = append(t.rows, i)
	}
	t.cells = cells
	t.Align = alignments(t.Align, d.AttrText("align"), t.Width)
	if d.AttrText("align") == "" {
		copy(t.Align, t.ruled)
	}
	return bounded(len(t.Rows), t.Width, len(cells))
}

// alignments reads the codes of an align attribute into room: l, c, r or words for them, anything else
// is none.
func alignments(room []noma.Align, codes string, n int) []noma.Align {
	out := slices.Grow(room, n)[:n]
	clear(out)
	words := strings.FieldsFunc(codes, func(r rune) bool { return r == ',' || noma.IsSpace(r) })
	for i := range min(n, len(words)) {
		switch strings.ToLower(words[i]) {
		case "l", "left":
			out[i] = "left"
		case "c", "center":
			out[i] = "center"
		case "r", "right":
			out[i] = "right"
		}
	}
	return out
}

// Column returns the place of the one column with the header text.
func (t *TableGrid) Column(name string) (int, error) {
	if !t.HasHeader {
		return 0, fmt.Errorf("table column labels require header=true")
	}
	return columnOnce("table", t.texts(t.Header, 0), name)
}

func (t *TableGrid) checkRow(row, rows int) error { return inRange("table row", row, rows) }

func (t *TableGrid) checkColumn(column, columns int) error {
	return inRange("table column", column, columns)
}

// texts returns the cells of a line, at least n of them.
func (t *TableGrid) texts(row []Cell, n int) []string {
	var out []string
	for _, c := range row {
		out = append(out, c.Text)
	}
	for len(out) < n {
		out = append(out, "")
	}
	return out
}

// spell writes a row and reads it back: a value that would not come back as it is, such as one with a
// single back-tick before a pipe, is refused.
func (t *TableGrid) spell(indent string, cells []string) (string, error) {
	if err := singleLine("table cell value", cells...); err != nil {
		return "", err
	}
	line := pipeRow(indent, cells)
	back := splitPipes(nil, line)
	if len(back) != len(cells) {
		return "", fmt.Errorf("table cells with unbalanced back-ticks cannot be written: %s", line)
	}
	return line, nil
}

func (t *TableGrid) rewrite(line int, cells []string) (source.Edit, error) {
	text, err := t.spell(t.body.lines[line].indent(), cells)
	if err != nil {
		return source.Edit{}, err
	}
	return t.body.replace(line, text), nil
}

// SetCell changes one cell of the body. Rows and columns count from 0, rows without the header.
func (t *TableGrid) SetCell(row, column int, value string) ([]source.Edit, error) {
	if err := t.checkRow(row, len(t.Rows)); err != nil {
		return nil, err
	}
	if err := t.checkColumn(column, t.Width); err != nil {
		return nil, err
	}
	e, err := t.recell(t.rows[row], t.texts(t.Rows[row], t.Width), column, value)
	return []source.Edit{e}, err
}

// recell changes one cell of a line, which keeps its blanks where it has that cell between pipes, and is written anew
// where not.
func (t *TableGrid) recell(line int, cells []string, column int, value string) (source.Edit, error) {
	cells[column] = value
	text := t.body.lines[line].text
	places := splitPipes(nil, text)
	// A row without pipes around it gets them, as the protocol's fixtures have it.
	if !strings.HasPrefix(strings.TrimSpace(text), "|") || column >= len(places) || places[column].from == places[column].to {
		return t.rewrite(line, cells)
	}
	if _, err := t.spell("", cells); err != nil {
		return source.Edit{}, err
	}
	at := places[column]
	var b strings.Builder
	b.WriteString(text[:at.from])
	writePiped(&b, value)
	b.WriteString(text[at.to:])
	if len(splitPipes(nil, b.String())) != len(places) {
		return t.rewrite(line, cells)
	}
	return t.body.replace(line, b.String()), nil
}

// SetHeader changes one cell of the header.
func (t *TableGrid) SetHeader(column int, value string) ([]source.Edit, error) {
	if !t.HasHeader {
		return nil, fmt.Errorf("table header cell update requires header=true")
	}
	if t.header < 0 {
		return nil, fmt.Errorf("the table has no rows")
	}
	if err := t.checkColumn(column, t.Width); err != nil {
		return nil, err
	}
	e, err := t.recell(t.header, t.texts(t.Header, t.Width), column, value)
	return []source.Edit{e}, err
}

// InsertRow adds a row before the given one, or at the end. Missing cells are empty.
func (t *TableGrid) InsertRow(row int, cells []string) ([]source.Edit, error) {
	if err := t.checkRow(row, len(t.Rows)+1); err != nil {
		return nil, err
	}
	if t.Width > 0 && len(cells) > t.Width {
		return nil, fmt.Errorf("the row has %s, and the table has %s", count(len(cells), "cell"), count(t.Width, "column"))
	}
	cells = slices.Clone(cells)
	for len(cells) < max(1, t.Width) {
		cells = append(cells, "")
	}
	if row < len(t.rows) {
		at := t.rows[row]
		text, err := t.spell(t.body.lines[at].indent(), cells)
		return []source.Edit{t.body.insertBefore(at, text, t.EOL)}, err
	}
	at := max(t.header, t.rule)
	if row > 0 {
		at = t.rows[row-1]
	}
	if at < 0 { // no line to stand after
		text, err := t.spell("", cells)
		span := source.Span{Start: t.body.before, End: t.body.before}
		return []source.Edit{{Span: span, New: t.EOL + text}}, err
	}
	text, err := t.spell(t.body.lines[at].indent(), cells)
	return []source.Edit{t.body.insertAfter(at, text, t.EOL)}, err
}

// DeleteRow removes a row of the body.
func (t *TableGrid) DeleteRow(row int) ([]source.Edit, error) {
	if err := t.checkRow(row, len(t.Rows)); err != nil {
		return nil, err
	}
	return []source.Edit{t.body.delete(t.rows[row])}, nil
}

// InsertColumn adds a column before the given one, or at the end. All rows are written anew; cells
// are the values by row. header is nil for none, which a table with a header takes as empty.
func (t *TableGrid) InsertColumn(column int, header *string, cells []string) ([]source.Edit, error) {
	if err := t.checkColumn(column, t.Width+1); err != nil {
		return nil, err
	}
	if header != nil && !t.HasHeader {
		return nil, fmt.Errorf("table column header requires header=true")
	}
	if len(cells) > len(t.Rows) {
		return nil, fmt.Errorf("the column has %s, and the table has %s", count(len(cells), "cell"), count(len(t.Rows), "row"))
	}
	name := ""
	if header != nil {
		name = *header
	}
	return t.rewriteAll(func(row []Cell, i int) []string {
		value := name
		if i >= 0 {
			value = cellAt(cells, i)
		}
		return slices.Insert(t.texts(row, t.Width), column, value)
	})
}

// DeleteColumn removes a column. All rows are written anew; the last column has to stay.
func (t *TableGrid) DeleteColumn(column int) ([]source.Edit, error) {
	if err := t.checkColumn(column, t.Width); err != nil {
		return nil, err
	}
	if t.Width < 2 {
		return nil, fmt.Errorf("cannot delete the last table column")
	}
	return t.rewriteAll(func(row []Cell, i int) []string {
		cells := t.texts(row, t.Width)
		return slices.Delete(cells, column, column+1)
	})
}

// rewriteAll writes the header (index -1) and every row with the cells that f gives.
func (t *TableGrid) rewriteAll(f func(row []Cell, i int) []string) ([]source.Edit, error) {
	var edits []source.Edit
	if t.header >= 0 {
		e, err := t.rewrite(t.header, f(t.Header, -1))
		if err != nil {
			return nil, err
		}
		edits = append(edits, e)
	}
	if t.rule >= 0 {
		var dashes []string
		for range f(t.Header, -1) {
			dashes = append(dashes, "---")
		}
		if strings.Contains(t.body.lines[t.rule].text, ":") { // which column had which alignment is in the row alone
			return nil, fmt.Errorf("the table has a separator row with alignments; say them in the align attribute and remove that row first")
		}
		e, err := t.rewrite(t.rule, dashes)
		if err != nil {
			return nil, err
		}
		edits = append(edits, e)
	}
	for i, line := range t.rows {
		e, err := t.rewrite(line, f(t.Rows[i], i))
		if err != nil {
			return nil, err
		}
		edits = append(edits, e)
	}
	return edits, nil
}

// Place returns where a row stands: its line without the line end.
func (t *TableGrid) Place(row int) source.Span { return t.body.place(t.rows[row], t.rows[row]) }
