package noma

import (
	"strings"

	"github.com/nomadocx/nomadocx/noma/source"
)

// isRow recognises a pipe row: a pipe at both ends, white space around them.
func isRow(s string) bool {
	s = TrimSpace(s)
	return len(s) >= 2 && s[0] == '|' && s[len(s)-1] == '|'
}

// IsRow reports whether a line is a pipe row, as [SplitRow] reads it.
func IsRow(line string) bool { return isRow(line) }

// SeparatorRow reads the `| --- | :-: |` row that divides the header from the rows of a table in other notations. In the
// body of a ::table it may have any number of cells.
func SeparatorRow(line string) ([]Align, bool) {
	if strings.Trim(line, "|:- \t\r") != "" || !strings.Contains(line, "---") {
		return nil, false
	}
	var out []Align
	for _, c := range SplitRow(line, 0) {
		dashes := strings.Trim(c.Text, ":")
		if dashes == "" || strings.Trim(dashes, "-") != "" {
			return nil, false
		}
		out = append(out, alignment(strings.HasPrefix(c.Text, ":"), strings.HasSuffix(c.Text, ":")))
	}
	return out, true
}

// tableHeader reports whether a table starts at the line: a row, then a separator row with as many
// cells. When the counts differ both lines are text (contract differences.md B1). As in GFM rows need no pipes at
// their ends, but in a table of one column.
func (p *parser) tableHeader(line, end int) bool {
	if line+1 >= end {
		return false
	}
	below := p.line(line + 1)
	if below == "" || strings.IndexByte("|-: \t", below[0]) < 0 { // most lines below are no separators
		return false
	}
	n := separatorCells(below, nil)
	if n == 0 || countCells(p.line(line)) != n {
		return false
	}
	if isRow(below) && isRow(p.line(line)) {
		return true
	}
	_, item := bulletItem(below)
	return n > 1 && !item
}

// tableRow reports whether a line below a header is a row: it has a pipe at both ends, or one that divides cells, and
// starts no other block. A separator row further down makes no table of the rows above it.
func (p *parser) tableRow(line, end int) bool {
	s := p.line(line)
	if isRow(s) || strings.IndexByte(s, '|') < 0 || countCells(s) < 2 {
		return isRow(s)
	}
	kind := p.classify(line, end)
	return kind == textLine || kind == tableLine
}

// separatorCells counts the cells of a separator row and appends their alignments to align; 0 means
// that the line is none. One dash makes a cell (GFM).
func separatorCells(s string, align *[]Align) int {
	s = TrimSpace(s)
	s = strings.TrimPrefix(s, "|")
	s = strings.TrimSuffix(s, "|")
	n := 0
	for more := true; more; n++ {
		var cell string
		cell, s, more = strings.Cut(s, "|")
		cell = TrimSpace(cell)
		dashes := strings.TrimPrefix(cell, ":")
		left := len(dashes) < len(cell)
		cell = strings.TrimSuffix(dashes, ":")
		right := len(cell) < len(dashes)
		if cell == "" || strings.Trim(cell, "-") != "" {
			return 0
		}
		if align != nil {
			*align = append(*align, alignment(left, right))
		}
	}
	return n
}

func alignment(left, right bool) Align {
	switch {
	case left && right:
		return "center"
	case left:
		return "left"
	case right:
		return "right"
	}
	return ""
}

// rowCells yields the cells of a row between its outer pipes, not trimmed, as offsets into s. Pipes
// in code spans do not divide, nor does `\|`, which stays as written.
func rowCells(s string, yield func(start, end int)) {
	at := trimSpan(s, source.Span{Start: 0, End: len(s)})
	if !at.Empty() && s[at.Start] == '|' {
		at.Start++
	}
	if !at.Empty() && s[at.End-1] == '|' { // even when escaped
		at.End--
	}
	first, start := at.Start, at.Start
	for i := range Pipes(at.Of(s)) {
		yield(start, first+i)
		start = first + i + 1
	}
	yield(start, at.End)
}

func countCells(s string) int {
	n := 0
	rowCells(s, func(int, int) { n++ })
	return n
}

// SplitRow cuts a pipe row into trimmed cells. base is the source offset of the row's first byte. The
// span of an empty cell is an empty one after the first white space character, if there is one.
func SplitRow(row string, base int) []Cell {
	return appendCells(nil, row, base)
}

func appendCells(cells []Cell, row string, base int) []Cell {
	rowCells(row, func(start, end int) {
		raw := row[start:end]
		lead := leadingSpace(raw)
		if lead == len(raw) {
			at := base + start + min(1, lead)
			cells = append(cells, Cell{Span: source.Span{Start: at, End: at}})
			return
		}
		s := source.Span{Start: start + lead, End: end - trailingSpace(raw)}
		cells = append(cells, Cell{Text: s.Of(row), Span: shift(s, base)})
	})
	return cells
}

// Rows are padded to the width of the header, so that n bytes can ask for n² cells: a very wide header
// above very many short rows. All tables of a text together may get freeCells cells and one more
// for each byte; a table that has used them up ends, and its further rows are text.
const freeCells = 1 << 20

// table parses header, separator and all rows below.
func (p *parser) table(line, end int) (next int) {
	n := &Table{Separator: p.f.LineSpan(line + 1)}
	n.Header = appendCells(nil, p.line(line), p.span(line).Start)
	separatorCells(p.line(line+1), &n.Align)
	width := len(n.Header)
	for next = line + 2; next < end && p.tableRow(next, end); next++ {
		span := p.span(next)
		cells := appendCells(make([]Cell, 0, width), span.Of(p.text), span.Start)
		if missing := width - len(cells); missing > 0 {
			if missing > p.padding {
				break
			}
			p.padding -= missing
		}
		at := trimSpan(p.text, span).End
		for len(cells) < width {
			cells = append(cells, Cell{Span: source.Span{Start: at, End: at}})
		}
		if len(cells) > width {
			p.reportLongRow(next, cells[width].Span)
		}
		n.Rows = append(n.Rows, cells[:width:width])
	}
	n.Grid = source.Span{Start: p.f.LineSpan(line).Start, End: p.f.LineSpan(next - 1).End}
	if next < end && p.indent == 0 && p.caption(n, next) {
		next++
	}
	p.place(&n.Base, line, next-1)
	p.nodes = append(p.nodes, n)
	return next
}

// caption reads a line as the caption of the table above it.
func (p *parser) caption(n *Table, line int) bool {
	span := p.f.LineSpan(line)
	text := span.Of(p.text)
	h, ok := tableCaption(text)
	if !ok {
		return false
	}
	c := &TableCaption{Line: span, Text: NewText(h.title.Of(text), span.Start+h.title.Start), AttrSpan: shift(h.attrs, span.Start)}
	c.Attrs = p.parseAttrs(c.AttrSpan)
	n.Caption, n.ID = c, stringAttr(c.Attrs, "id")
	n.addAliases(aliasesIn(c.Attrs))
	p.reportAttrs(line, c.AttrSpan, c.Attrs, n.ID)
	return true
}
