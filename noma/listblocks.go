package noma

import (
	"strings"

	"github.com/nomadocx/nomadocx/noma/source"
)

// Blocks in list items (CommonMark §5.2). A line that is indented to the text of an item goes on with the text above it or begins a
// paragraph, code, a quote or a pipe table of that item; a blank line may come before it. In a list in which no item has such blocks
// items are single lines, as they were before there were any: a line below one is a paragraph, and a blank line between two items at the
// margin ends the list.

// maxColumn is more columns than a line has.
const maxColumn = int(^uint(0) >> 1)

// blanks is the text that [indentation] returns a part of when it is long enough.
const blanks = "                                                                "

// itemWalk knows the open items of a list: the columns of their markers and of their texts.
type itemWalk struct {
	columns Columns
	texts   [MaxLevel + 1]int
	loose   bool // an item has blocks below its text
	whole   bool // texts may go on in the next line, and items keep together over blank lines
	apart   bool // a text did go on, or items have a blank line between them
}

// owner returns the level of the innermost item whose text begins at a column or to the left of it, -1 for none.
func (w *itemWalk) owner(column int) int {
	level := w.columns.open - 1
	for level >= 0 && w.texts[level] > column {
		level--
	}
	return level
}

// TextColumn returns the column that the text of an item begins in, from its marker with the white space around it.
func TextColumn(marker string) (column int) {
	bare := len(TrimSpace(marker)) + len(marker) - len(strings.TrimLeft(marker, " \t"))
	end := 0
	for i := range len(marker) {
		if i == bare {
			end = column
		}
		if marker[i] == '\t' {
			column += 4 - column%4
		} else {
			column++
		}
	}
	if column > end+4 {
		return end + 1 // what follows would be indented code there
	}
	return column
}

// indented returns the content of a line of a block in an item: what is behind at most p.strip columns of white space. It is empty
// for a line that is indented less than p.indent columns.
func (p *parser) indented(s source.Span) source.Span {
	column := 0
	for i := s.Start; i < s.End; i++ {
		switch c := p.text[i]; {
		case column >= p.strip || c != ' ' && c != '\t':
			if column < p.indent {
				return source.Span{Start: s.End, End: s.End}
			}
			return source.Span{Start: i, End: s.End}
		case c == ' ':
			column++
		default:
			column += 4 - column%4
		}
	}
	return source.Span{Start: s.End, End: s.End}
}

// outside reports whether a line ends the block of an item that is read: it is not blank, and indented less than the block.
func (p *parser) outside(line int) bool {
	if p.indent == 0 {
		return false
	}
	s := p.f.LineSpan(line).Of(p.text)
	return Column(s) < p.indent && !isBlank(s)
}

// within sets how many columns the lines of the next block are indented at least, and how many columns of white space at most are no
// content of it. It is called with 0, 0 behind the block.
func (p *parser) within(indent, strip int) { p.indent, p.strip = indent, strip }

// goesOn reports whether a line goes on with the text above it, which is in an item.
func (p *parser) goesOn(line, end int) bool {
	if s := p.f.LineSpan(line); s.Empty() || p.text[s.Start] != ' ' && p.text[s.Start] != '\t' || p.line(line) == "" {
		return false
	}
	return p.inner(line, end) == textLine
}

// inner returns what a line in an item starts. What starts a block that no item can have is text.
func (p *parser) inner(line, end int) lineKind {
	switch kind := p.classify(line, end); kind {
	case blankLine, fenceLine, tableLine, quoteLine, bulletLine, orderedLine:
		return kind
	}
	return textLine
}

// itemText reads the text of an item from its line on and returns the line after it. content is where the text begins in its line.
func (p *parser) itemText(it *ListItem, line, end, content int, w *itemWalk) (next int) {
	first := p.f.LineSpan(line)
	start := first.Start + content
	it.Marker = source.Span{Start: first.Start, End: start}
	w.texts[it.Level] = TextColumn(it.Marker.Of(p.text))
	box, n := CutBox(p.text[start:first.End])
	it.Box, it.BoxSpan = box, source.Span{Start: start, End: start + n}
	p.within(w.texts[0], maxColumn)
	for next = line + 1; w.whole && next < end && p.goesOn(next, end); next++ {
		w.apart = true
	}
	first.Start = start + n
	p.spans = append(p.spans[:0], first)
	for line++; line < next; line++ {
		p.spans = append(p.spans, p.span(line))
	}
	it.Content = LinesText(p.text, p.spans, indentation(w.texts[it.Level]))
	p.within(0, 0)
	return next
}

// indentation returns blanks up to a column.
func indentation(column int) string {
	if column <= len(blanks) {
		return blanks[:column]
	}
	return strings.Repeat(" ", column)
}

// itemBlocks reads the blocks below the text of an item, from a line on. It returns the line after the last of them, and the line of
// the next item of the list, 0 for none.
func (p *parser) itemBlocks(it *ListItem, line, end int, w *itemWalk) (last, item int) {
	mark := len(p.nodes)
	for last = line; last < end; {
		p.look.Now()
		at := last
		for at < end && isBlank(p.line(at)) {
			at++
		}
		if at == end {
			break
		}
		s := p.line(at)
		column := Column(s)
		if _, ok := readMarker(s); ok {
			if at == last || column >= w.columns.at[0]+2 || w.whole {
				item = at
				w.apart = w.apart || at > last
			}
			break
		}
		level := -1
		if w.whole && (s[0] == ' ' || s[0] == '\t') {
			level = w.owner(column)
		}
		if level < 0 {
			break
		}
		last = p.itemBlock(at, end, column, level, w)
		w.columns.Leave(level)
		it.levels = append(it.levels, uint8(level))
	}
	if it.Children = p.take(mark); len(it.Children) > 0 {
		w.loose = true
	}
	return last, item
}

// itemBlock parses a block of the item of a level, whose first line begins in a column, and returns the line after it.
func (p *parser) itemBlock(line, end, column, level int, w *itemWalk) (next int) {
	defer p.within(0, 0)
	p.within(w.texts[level], maxColumn)
	switch p.inner(line, end) {
	case fenceLine:
		p.within(w.texts[level], column)
		return p.code(line, end)
	case tableLine:
		return p.table(line, end)
	case quoteLine:
		return p.quote(line, end)
	}
	p.within(w.texts[0], maxColumn)
	next = line + 1
	for next < end && p.goesOn(next, end) {
		next++
	}
	p.paragraph(line, next)
	return next
}
