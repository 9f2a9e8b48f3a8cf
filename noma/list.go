package noma

import (
	"strconv"
	"strings"

	"github.com/nomadocx/nomadocx/noma/source"
)

// Lists. An item is one line. It is inside the item above it when its marker stands two columns or more to the right of that one's:
// CommonMark wants it below the text of that item, which is a column more for most numbers.

// MaxLevel is the level of the innermost items: Word has nine.
const MaxLevel = 8

// list parses a run of items. At the margin all of them are of one kind.
func (p *parser) list(line, end int) (next int) {
	l := &List{}
	var columns Columns
	var mark byte
	var ordered [MaxLevel + 1]bool
	open := 0
	for next = line; next < end; next++ {
		s := p.line(next)
		it, content, ok := p.item(s)
		if !ok || next == line && content == 0 {
			break
		}
		it.Level = columns.Enter(Column(s))
		if it.Level == 0 {
			m := listMark(s[:content])
			if next > line && m != mark {
				break
			}
			mark = m
		}
		it.First = it.Level >= open || ordered[it.Level] != it.Ordered
		ordered[it.Level], open = it.Ordered, it.Level+1
		kept := p.items.make()
		*kept = it
		p.place(&kept.Base, next, next)
		start := kept.Span.Start + content
		kept.Marker = source.Span{Start: kept.Span.Start, End: start}
		box, n := CutBox(s[content:])
		kept.Box, kept.BoxSpan = box, source.Span{Start: start, End: start + n}
		kept.Content = NewText(s[content+n:], start+n)
		l.Items = append(l.Items, kept)
	}
	l.Ordered = l.Items[0].Ordered
	p.place(&l.Base, line, next-1)
	p.nodes = append(p.nodes, l)
	return next
}

// CutBox returns the check box that the text of an item begins with, and its length with the white space behind it. As in GFM text
// has to follow.
func CutBox(s string) (box Box, n int) {
	if len(s) < 5 || s[0] != '[' || s[2] != ']' {
		return NoBox, 0
	}
	switch s[1] {
	case ' ':
		box = OpenBox
	case 'x', 'X':
		box = DoneBox
	default:
		return NoBox, 0
	}
	n = len(s) - len(strings.TrimLeft(s[3:], " \t"))
	if n == 3 || TrimSpace(s[n:]) == "" {
		return NoBox, 0
	}
	return box, n
}

// item reads the marker of a line, with the white space before it.
func (p *parser) item(s string) (it ListItem, content int, ok bool) {
	rest := strings.TrimLeft(s, " \t")
	if content, ok = bulletItem(rest); !ok {
		content, ok = orderedItem(rest)
		it.Ordered = ok
		digits, _, _ := strings.Cut(rest[:content], ".")
		digits, _, _ = strings.Cut(digits, ")")
		if n, err := strconv.ParseInt(digits, 10, 32); err == nil {
			it.Number = int(n)
		}
	}
	return it, len(s) - len(rest) + content, ok
}

// Column is the column of the first character of a line that is no white space: tabs end at multiples of four (CommonMark §2.2).
func Column(s string) (column int) {
	for i := range len(s) {
		switch s[i] {
		case ' ':
			column++
		case '\t':
			column += 4 - column%4
		default:
			return column
		}
	}
	return column
}

// listMark is the character that items at the margin have in common: another one begins another list, but for - and *.
func listMark(marker string) byte {
	marker = TrimSpace(marker)
	if c := marker[len(marker)-1]; c != '*' {
		return c
	}
	return '-'
}

// Columns tells the levels of items from the columns of their markers.
type Columns struct {
	at   [MaxLevel + 1]int
	open int
}

// Enter returns the level of the next item of a list, whose marker stands in a column.
func (c *Columns) Enter(column int) (level int) {
	for level < c.open && column >= c.at[level]+2 {
		level++
	}
	level = min(level, MaxLevel)
	c.at[level], c.open = column, level+1
	return level
}

// Markers writes the markers of the items of a list, one after the other: bullets as hyphens, numbers as they count, items inside
// others below their text.
type Markers struct {
	number [MaxLevel + 1]int
	indent [MaxLevel + 2]int
}

// Next returns the marker of the next item, with the white space around it.
func (m *Markers) Next(it *ListItem) string {
	marker := "- "
	if it.Ordered {
		m.number[it.Level]++
		if it.First {
			m.number[it.Level] = it.Number
		}
		marker = strconv.Itoa(m.number[it.Level]) + ". "
	}
	m.indent[it.Level+1] = m.indent[it.Level] + len(marker)
	return strings.Repeat(" ", m.indent[it.Level]) + marker
}
