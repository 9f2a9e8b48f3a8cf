package noma

import (
	"time"
	"unicode/utf16"
	"unicode/utf8"
)

// AppendQuoted appends a string as JSON does in ECMAScript: only quotes, backslashes and C0 controls
// are escaped; bytes that are not UTF-8 read as U+FFFD.
func AppendQuoted(dst []byte, s string) []byte {
	const hex = "0123456789abcdef"
	dst = append(dst, '"')
	from := 0
	for i := 0; i < len(s); {
		c := s[i]
		if c >= utf8.RuneSelf {
			r, n := utf8.DecodeRuneInString(s[i:])
			if r == utf8.RuneError && n == 1 {
				dst = append(append(dst, s[from:i]...), "\uFFFD"...)
				from = i + 1
			}
			i += n
			continue
		}
		if c >= ' ' && c != '"' && c != '\\' {
			i++
			continue
		}
		dst = append(dst, s[from:i]...)
		switch c {
		case '"', '\\':
			dst = append(dst, '\\', c)
		case '\b':
			dst = append(dst, '\\', 'b')
		case '\t':
			dst = append(dst, '\\', 't')
		case '\n':
			dst = append(dst, '\\', 'n')
		case '\f':
			dst = append(dst, '\\', 'f')
		case '\r':
			dst = append(dst, '\\', 'r')
		default:
			dst = append(dst, '\\', 'u', '0', '0', hex[c>>4], hex[c&15])
		}
		i++
		from = i
	}
	return append(append(dst, s[from:]...), '"')
}

// UTF16Len returns the length of a text in UTF-16 units. The text targets measure with it, as other
// implementations of the format do; a byte that is not UTF-8 counts one.
func UTF16Len(s string) int {
	ascii := 0
	for ascii < len(s) && s[ascii] < utf8.RuneSelf {
		ascii++
	}
	n := ascii
	for _, r := range s[ascii:] {
		n += utf16.RuneLen(r)
	}
	return n
}

// ISODate reads a date, or a date and time with or without a zone (then it is UTC). A day that does
// not exist is none.
func ISODate(s string) (time.Time, bool) {
	s = TrimSpace(s)
	for _, layout := range [...]string{
		"2006-01-02", time.RFC3339, "2006-01-02T15:04:05", "2006-01-02T15:04", "2006-01-02T15:04Z07:00",
	} {
		if t, err := time.Parse(layout, s); err == nil {
			return t, true
		}
	}
	return time.Time{}, false
}

// LimitWidths takes the padding of a table back to 3 a column when it would make the text many times
// larger. Padding repeats the width of a wide cell in every row, so that n bytes of table can ask for
// n² bytes of blanks. cells is the length of all cells together, blanks around them left out: a table
// that is padded already gets the same answer.
func LimitWidths(width []int, rows, cells int) {
	const (
		free   = 256 << 10 // bytes a table may always take
		factor = 64        // times the length of its cells
	)
	line := 0
	for _, w := range width {
		line += w
	}
	if size := line * rows; size > free && size/factor > cells {
		for i := range width {
			width[i] = 3
		}
	}
}

// ColumnWidths returns the widths, in UTF-16 units, to which the text targets pad the columns of a pipe
// table: that of the longest cell, at least 3. All rows are as long as the first.
func ColumnWidths(rows [][]string) []int {
	if len(rows) == 0 {
		return nil
	}
	width := make([]int, len(rows[0]))
	cells := 0
	for _, row := range rows {
		for i, c := range row {
			width[i] = max(width[i], UTF16Len(c), 3)
			cells += len(c) + 1
		}
	}
	LimitWidths(width, len(rows), cells)
	return width
}
