package noma

import (
	"slices"
	"strconv"
	"strings"
)

// Lists. An item is inside the item above it when its marker stands two columns or more to the right of that one's: CommonMark
// wants it below the text of that item, which is a column more for most numbers. What else is inside an item is in listblocks.go.

// MaxLevel is the level of the innermost items: Word has nine.
const MaxLevel = 8

// list parses a list, and the lists below it that begin with an indented item.
func (p *parser) list(line, end int) (next int) {
	for next = line; ; {
		w := itemWalk{whole: next >= p.plainTo}
		first, l := next, p.itemsOf(next, end, &w)
		if w.apart && !w.loose {
			p.plainTo = l.Items[len(l.Items)-1].EndLine + 1
			l = p.itemsOf(first, end, &itemWalk{})
		}
		next = l.Items[len(l.Items)-1].EndLine + 1
		l.Ordered = l.Items[0].Ordered
		p.place(&l.Base, first, next-1)
		p.nodes = append(p.nodes, l)
		below := next
		for below < end && isBlank(p.line(below)) {
			below++
		}
		if below == end {
			return next
		}
		s := p.line(below)
		if _, ok := readMarker(s); !ok || Column(s) == 0 {
			return next
		}
		next = below
	}
}

// itemsOf parses a run of items. At the margin all of them are of one kind.
func (p *parser) itemsOf(line, end int, w *itemWalk) *List {
	items := len(p.listed)
	var mark byte
	var ordered [MaxLevel + 1]bool
	open := 0
	for next := line; next < end; {
		s := p.line(next)
		read, ok := readMarker(s)
		if !ok || next == line && read.content == 0 {
			break
		}
		level := w.columns.Enter(Column(s))
		if level == 0 {
			m := listMark(s[:read.content])
			if next > line && m != mark {
				break
			}
			mark = m
		}
		it := p.items.make()
		it.Level, it.Ordered, it.Number = level, read.ordered, read.number
		it.First = level >= open || ordered[level] != it.Ordered
		ordered[level] = it.Ordered
		below, more := p.itemBlocks(it, p.itemText(it, next, end, read.content, w), end, w)
		open = w.columns.open
		p.place(&it.Base, next, below-1)
		p.listed = append(p.listed, it)
		if next = more; more == 0 {
			break
		}
	}
	l := &List{Items: slices.Clone(p.listed[items:])}
	p.listed = p.listed[:items]
	return l
}

// EscapeBox returns the text of an item that is written so that it begins with no check box. A backslash before the first bracket
// begins a formula where another escaped bracket ends one.
func EscapeBox(text string) string {
	if box, _ := CutBox(text); box == NoBox {
		return text
	}
	escaped := `\` + text
	if read := ParseInline(escaped); len(read) > 0 && read[0].Kind == InlineMath {
		return text[:2] + `\` + text[2:]
	}
	return escaped
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

// marker is what the marker of an item says.
type marker struct {
	ordered bool
	number  int
	content int // where the text of the item begins in its line
}

// readMarker reads the marker of a line, with the white space before it.
func readMarker(s string) (m marker, ok bool) {
	rest := strings.TrimLeft(s, " \t")
	if m.content, ok = bulletItem(rest); !ok {
		m.content, ok = orderedItem(rest)
		m.ordered = ok
		digits, _, _ := strings.Cut(rest[:m.content], ".")
		digits, _, _ = strings.Cut(digits, ")")
		if n, err := strconv.ParseInt(digits, 10, 32); err == nil {
			m.number = int(n)
		}
	}
	m.content += len(s) - len(rest)
	return m, ok
}

// Column returns the column of the first character of a line that is no white space: tabs end at multiples of four (CommonMark §2.2).
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

// listMark returns the character that items at the margin have in common: another one begins another list, but for - and *.
func listMark(marker string) byte {
	marker = TrimSpace(marker)
	if c := marker[len(marker)-1]; c != '*' {
		return c
	}
	return '-'
}

// Columns returns the levels of items from the columns of their markers.
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

// Leave closes the items inside the open one of a level.
func (c *Columns) Leave(level int) { c.open = min(c.open, level+1) }

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
	return indentation(m.indent[it.Level]) + marker
}

// Indent returns what the lines below the marker of the last item of a level begin with.
func (m *Markers) Indent(level int) string { return indentation(m.indent[level+1]) }

// AppendBelow appends what is written in an item below its text: the further lines of that, or a block. Lines that are not empty
// are indented.
func (m *Markers) AppendBelow(dst []byte, level int, text string) []byte {
	indent := m.Indent(level)
	for line := range strings.SplitSeq(text, "\n") {
		if dst = append(dst, '\n'); line != "" {
			dst = append(append(dst, indent...), line...)
		}
	}
	return dst
}
