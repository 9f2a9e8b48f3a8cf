package dataset

import (
	"slices"
	"strings"

	"github.com/nomadocx/nomadocx/noma"
)

// Columns is a table of which many columns and cells change, without all lines being read and written each time. What it
// does is what the operations of [TableGrid] do; it reports false, and changes nothing, where that is not certain.
type Columns struct {
	lines  []columnLine
	list   [][]string // the cells of a column, by line
	after  string     // the text behind the last line
	header bool       // the first line is one
	first  int        // the line of the first row; a line between it and the header is a separator row
	words  int        // how many cells of the second line say that it is no separator row
}

type columnLine struct{ gap, indent string } // gap: the text between this line and the one before

// Columns returns the columns of a table in a text, nil when a line is not as operations on columns write it.
func (t *TableGrid) Columns(text string) *Columns {
	c := &Columns{header: t.header >= 0, list: make([][]string, t.Width)}
	end := 0
	add := func(line int, cells []string) bool {
		l := t.body.lines[line]
		place := t.body.place(line, line)
		if len(cells) != t.Width || place.Start < end || pipeRow(l.indent(), cells) != l.text || place.Of(text) != l.text {
			return false
		}
		c.lines = append(c.lines, columnLine{text[end:place.Start], l.indent()})
		for i, cell := range cells {
			if !plain(cell) {
				return false
			}
			c.list[i] = append(c.list[i], cell)
		}
		end = place.End
		return true
	}
	if c.header && !add(t.header, t.texts(t.Header, 0)) || t.rule >= 0 && !add(t.rule, slices.Repeat([]string{"---"}, t.Width)) {
		return nil
	}
	c.first = len(c.lines)
	for i, line := range t.rows {
		if !add(line, t.texts(t.Rows[i], 0)) {
			return nil
		}
	}
	c.after = text[end:]
	for _, cells := range c.list {
		c.words += c.word(cells)
	}
	if len(c.lines) == 0 || t.HasHeader != c.header || c.rule() == (c.words > 0) && len(c.lines) > 1 {
		return nil
	}
	return c
}

// rule reports whether the second line is a separator row.
func (c *Columns) rule() bool { return c.first == 2 }

// word returns 1 for a column by whose cell the second line is no separator row, else 0.
func (c *Columns) word(cells []string) int {
	if len(cells) > 1 {
		if _, ok := noma.SeparatorRow("| " + cells[1] + " |"); !ok {
			return 1
		}
	}
	return 0
}

// recounts changes the number of words, unless the second line would become a separator row or would not be one any more.
func (c *Columns) recounts(by int) bool {
	if len(c.lines) > 1 && (c.words+by > 0) == c.rule() {
		return false
	}
	c.words += by
	return true
}

// plain reports whether a value is read as it is, whatever the cells beside it are.
func plain(value string) bool {
	if strings.ContainsAny(value, "\r\n") {
		return false
	}
	for i := 0; i < len(value); i++ {
		if value[i] == '`' {
			_, end, ok := noma.CodeSpan(value, i)
			if !ok {
				return false
			}
			i = end - 1
		}
	}
	row := pipeRow("", []string{value})
	cells := splitPipes(nil, row)
	return len(cells) == 1 && row[cells[0].from:cells[0].to] == value
}

// At returns the place of the one column with the header text.
func (c *Columns) At(name string) (int, bool) {
	if !c.header {
		return 0, false
	}
	texts := make([]string, len(c.list))
	for i, cells := range c.list {
		texts[i] = cells[0]
	}
	at, err := columnOnce("table", texts, name)
	return at, err == nil
}

// Insert does what [TableGrid.InsertColumn] does.
func (c *Columns) Insert(column int, header *string, cells []string) bool {
	if column < 0 || column > len(c.list) || header != nil && !c.header || len(cells) > len(c.lines)-c.first {
		return false
	}
	fresh := make([]string, len(c.lines))
	copy(fresh[c.first:], cells)
	if header != nil {
		fresh[0] = *header
	}
	if c.rule() {
		fresh[1] = "---"
	}
	for _, value := range fresh {
		if !plain(value) {
			return false
		}
	}
	if !c.recounts(c.word(fresh)) {
		return false
	}
	c.list = slices.Insert(c.list, column, fresh)
	return true
}

// Delete does what [TableGrid.DeleteColumn] does.
func (c *Columns) Delete(column int) bool {
	if column < 0 || column >= len(c.list) || len(c.list) < 2 || !c.recounts(-c.word(c.list[column])) {
		return false
	}
	c.list = slices.Delete(c.list, column, column+1)
	return true
}

// Set does what [TableGrid.SetCell] does, and [TableGrid.SetHeader] for row -1.
func (c *Columns) Set(row, column int, value string) (changed, ok bool) {
	line := c.first + row
	if row == -1 {
		line = 0
	}
	if row < -1 || row == -1 && !c.header || line >= len(c.lines) || column < 0 || column >= len(c.list) || !plain(value) {
		return false, false
	}
	cells := slices.Clone(c.list[column])
	cells[line] = value
	if !c.recounts(c.word(cells) - c.word(c.list[column])) {
		return false, false
	}
	changed = c.list[column][line] != value
	c.list[column] = cells
	return changed, true
}

// Text returns the whole text.
func (c *Columns) Text() string {
	var b strings.Builder
	row := make([]string, len(c.list))
	for i, l := range c.lines {
		for j, cells := range c.list {
			row[j] = cells[i]
		}
		b.WriteString(l.gap)
		b.WriteString(pipeRow(l.indent, row))
	}
	b.WriteString(c.after)
	return b.String()
}

// Same reports whether a table that was read has the same cells.
func (c *Columns) Same(t *TableGrid) bool {
	if t.Width != len(c.list) || (t.header >= 0) != c.header || (t.rule >= 0) != c.rule() || len(t.Rows) != len(c.lines)-c.first {
		return false
	}
	same := func(row []Cell, line int) bool {
		if len(row) != len(c.list) {
			return false
		}
		for i, cell := range row {
			if cell.Text != c.list[i][line] {
				return false
			}
		}
		return true
	}
	if c.header && !same(t.Header, 0) {
		return false
	}
	for i, row := range t.Rows {
		if !same(row, c.first+i) {
			return false
		}
	}
	return true
}
