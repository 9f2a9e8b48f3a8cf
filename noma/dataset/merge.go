package dataset

import (
	"cmp"
	"errors"
	"fmt"
	"math/bits"
	"slices"
	"strconv"
	"strings"

	"github.com/nomadocx/nomadocx/noma"
)

// Merged cells of a ::table: its attribute merge is a list of ranges, "B1:C1 A2:A4", as in a spreadsheet.

// Range is a rectangle of cells. Rows and columns count from 0; the header row is row 0 where there is one.
type Range struct{ Top, Left, Bottom, Right int }

// String returns the range as the source has it, such as B1:C1.
func (r Range) String() string {
	return CellName(r.Top, r.Left) + ":" + CellName(r.Bottom, r.Right)
}

// holds reports whether a cell is in the range.
func (r Range) holds(row, col int) bool {
	return row >= r.Top && row <= r.Bottom && col >= r.Left && col <= r.Right
}

// Covers reports whether a cell is in the range and not its first one, whose text the merged cell shows.
func (r Range) Covers(row, col int) bool {
	return r.holds(row, col) && (row != r.Top || col != r.Left)
}

// Covering returns the range of a list that covers a cell, ok is false when there is none.
func Covering(list []Range, row, col int) (r Range, ok bool) {
	if i := slices.IndexFunc(list, func(r Range) bool { return r.Covers(row, col) }); i >= 0 {
		return list[i], true
	}
	return Range{}, false
}

// InsertRow returns the range after a row was put in before the given one. A range grows that has rows on both sides of it.
func (r Range) InsertRow(at int) Range { r.Top, r.Bottom = inserted(r.Top, r.Bottom, at); return r }

// InsertColumn returns the range after a column was put in before the given one.
func (r Range) InsertColumn(at int) Range {
	r.Left, r.Right = inserted(r.Left, r.Right, at)
	return r
}

// DeleteRow returns the range without a row. ok is false when one cell or none is left.
func (r Range) DeleteRow(at int) (_ Range, ok bool) {
	r.Top, r.Bottom = deleted(r.Top, r.Bottom, at)
	return r, r.several()
}

// DeleteColumn returns the range without a column. ok is false when one cell or none is left.
func (r Range) DeleteColumn(at int) (_ Range, ok bool) {
	r.Left, r.Right = deleted(r.Left, r.Right, at)
	return r, r.several()
}

func (r Range) several() bool {
	return r.Top <= r.Bottom && r.Left <= r.Right && (r.Top < r.Bottom || r.Left < r.Right)
}

func inserted(from, to, at int) (int, int) {
	if at <= from {
		from++
	}
	if at <= to {
		to++
	}
	return from, to
}

func deleted(from, to, at int) (int, int) {
	if at < from {
		from--
	}
	if at <= to {
		to--
	}
	return from, to
}

// ChangeRanges returns what becomes of ranges; change reports false for one that goes.
func ChangeRanges(list []Range, change func(Range) (Range, bool)) (out []Range) {
	for _, r := range list {
		if now, ok := change(r); ok {
			out = append(out, now)
		}
	}
	return out
}

// Shape returns what a row shows of the range as a cell: the columns it spans, and whether it begins a cell of several rows or
// continues the one above.
func (r Range) Shape(row int) (columns int, begins, continues bool) {
	return r.Right - r.Left + 1, row == r.Top && r.Bottom > row, row > r.Top
}

// SortRanges orders ranges by their first rows, then columns.
func SortRanges(list []Range) {
	slices.SortFunc(list, func(a, b Range) int { return cmp.Or(a.Top-b.Top, a.Left-b.Left, a.Bottom-b.Bottom, a.Right-b.Right) })
}

// FormatRanges returns the value of the attribute merge for ranges.
func FormatRanges(list []Range) string {
	out := make([]string, len(list))
	for i, r := range list {
		out[i] = r.String()
	}
	return strings.Join(out, " ")
}

// CellName returns the name of a cell, such as B1 for row 0 and column 1.
func CellName(row, col int) string {
	name := ""
	for n := col + 1; n > 0; n = (n - 1) / 26 {
		name = string(rune('A'+(n-1)%26)) + name
	}
	return name + strconv.Itoa(row+1)
}

// What a name of a cell can say: no table has more columns or rows.
const maxLetters, maxDigits = 3, 8

func parseCell(s string) (row, col int, ok bool) {
	n := 0
	for n < len(s) && n <= maxLetters && s[n]|0x20 >= 'a' && s[n]|0x20 <= 'z' {
		col = col*26 + int(s[n]|0x20-'a') + 1
		n++
	}
	digits := s[n:]
	if n == 0 || n > maxLetters || digits == "" || len(digits) > maxDigits || strings.Trim(digits, "0123456789") != "" {
		return 0, 0, false
	}
	row, err := strconv.Atoi(digits)
	return row - 1, col - 1, err == nil && row > 0
}

// parseRange reads a range such as B1:C1. It fails for everything else, for ranges of one cell, and for those that do not go
// from their first cell to their last one.
func parseRange(s string) (Range, error) {
	from, to, found := strings.Cut(s, ":")
	var r Range
	var first, last bool
	r.Top, r.Left, first = parseCell(from)
	r.Bottom, r.Right, last = parseCell(to)
	switch {
	case !found || !first || !last:
		return Range{}, errors.New("is no range; write the first and the last cell, such as B1:C1")
	case r.Top > r.Bottom || r.Left > r.Right:
		return Range{}, errors.New("does not go from its first cell to its last; write the cell at the top left first")
	case !r.several():
		return Range{}, errors.New("is one cell; name two cells or more")
	}
	return r, nil
}

func mergeFields(value string) []string {
	return strings.FieldsFunc(value, func(r rune) bool { return r == ',' || noma.IsSpace(r) })
}

// ShiftMerge returns the value of an attribute merge after a change of rows or columns; change reports false for a range that
// goes. What is no range, and ranges that stay, keep their form.
func ShiftMerge(value string, change func(Range) (Range, bool)) string {
	var out []string
	same := true
	for _, s := range mergeFields(value) {
		if r, err := parseRange(s); err == nil {
			now, ok := change(r)
			if same = same && ok && now == r; !ok {
				continue
			} else if now != r {
				s = now.String()
			}
		}
		out = append(out, s)
	}
	if same {
		return value
	}
	return strings.Join(out, " ")
}

// MergeFault says why a range of an attribute merge does not hold, and what to do.
type MergeFault struct{ Range, Reason string }

// maxMergedColumns is how many columns a table with merged cells may have; it is what Word opens.
const maxMergedColumns = 63

// Merges returns the merged cells of the table by its attribute merge, in order, and what is wrong with the other ranges. A range
// that is outside of the table, reaches from the header row into the body, shares a cell with one before it, or covers a cell with
// text, does not hold: its cells stay as they are. Every cell is examined once, however many ranges there are.
func (t *TableGrid) Merges() (list []Range, faults []MergeFault) {
	if t.merge == "" {
		return nil, nil
	}
	if t.Width > maxMergedColumns {
		return nil, []MergeFault{{t.merge, fmt.Sprintf("is about a table of %d columns; cells can be merged in tables of up to %d", t.Width, maxMergedColumns)}}
	}
	rows := t.all()
	taken := make([]uint64, len(rows)) // the columns of each row that are in a range
	for _, s := range mergeFields(t.merge) {
		r, err := parseRange(s)
		if err == nil {
			err = t.check(r, rows, taken)
		}
		if err != nil {
			faults = append(faults, MergeFault{s, err.Error()})
			continue
		}
		list = append(list, r)
	}
	SortRanges(list)
	return list, faults
}

// all returns all rows, the header row first.
func (t *TableGrid) all() [][]Cell {
	if t.header >= 0 {
		return append([][]Cell{t.Header}, t.Rows...)
	}
	return t.Rows
}

// Text returns the text of a cell; rows count from the header row. It is "" for a cell that is not there.
func (t *TableGrid) Text(row, column int) string {
	cells := t.Header
	if t.header >= 0 {
		row--
	}
	if row >= len(t.Rows) {
		return ""
	} else if row >= 0 {
		cells = t.Rows[row]
	}
	if column < len(cells) {
		return cells[column].Text
	}
	return ""
}

// check takes the cells of a range, whether it holds or not.
func (t *TableGrid) check(r Range, rows [][]Cell, taken []uint64) error {
	if r.Bottom >= len(rows) || r.Right >= t.Width {
		if len(rows) == 0 || t.Width == 0 {
			return errors.New("is in a table without cells")
		}
		return fmt.Errorf("is outside of the table, whose last cell is %s; the header row is row 1", CellName(len(rows)-1, t.Width-1))
	}
	if t.header >= 0 && r.Top == 0 && r.Bottom > 0 {
		return errors.New("reaches from the header row into the rows below; merge the header row, row 1, and the others apart")
	}
	mask := (uint64(1)<<(r.Right-r.Left+1) - 1) << r.Left
	var full error
	for i := r.Top; i <= r.Bottom; i++ {
		if twice := taken[i] & mask; twice != 0 {
			return fmt.Errorf("shares cell %s with a range before it; let every cell be in one range", CellName(i, bits.TrailingZeros64(twice)))
		}
		taken[i] |= mask
		for j := r.Left; full == nil && j <= r.Right && j < len(rows[i]); j++ {
			if r.Covers(i, j) && rows[i][j].Text != "" {
				full = fmt.Errorf("covers cell %s, whose text would not be shown; move the text into %s, or let the range end before it",
					CellName(i, j), CellName(r.Top, r.Left))
			}
		}
	}
	return full
}

// Merged are the ranges of a table by their cells.
type Merged map[[2]int]Range

// MergedCells returns the cells of ranges that share none.
func MergedCells(list []Range) Merged {
	m := Merged{}
	for _, r := range list {
		for i := r.Top; i <= r.Bottom; i++ {
			for j := r.Left; j <= r.Right; j++ {
				m[[2]int{i, j}] = r
			}
		}
	}
	return m
}

// Covered reports whether a cell is in a range and not its first one.
func (m Merged) Covered(row, col int) bool {
	return m[[2]int{row, col}].Covers(row, col)
}
