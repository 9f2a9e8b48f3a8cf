package noma

import (
	"strings"

	"github.com/nomadocx/nomadocx/noma/source"
)

// This file recognises single lines (contract ast.md §4). The recognisers are written by hand: they
// run for every line of every document and examine the first byte before anything else. All block
// markers stand in column 1, only tables may be indented.

// maxFence is the longest run of colons that opens a directive.
const maxFence = 64

type lineKind uint8

const (
	textLine lineKind = iota
	blankLine
	openLine  // ::name{…}
	closeLine // a run of colons
	headingLine
	fenceLine // ```lang
	tableLine // a row with a separator row below
	ruleLine
	quoteLine
	bulletLine
	orderedLine
	noteLine    // [^id]: the text of a footnote
	commentLine // the first of a comment
)

// classify returns what a line starts. Lines are numbered from 1; end is the line after the range,
// which a table header must not read across. Everything but textLine ends a paragraph.
func (p *parser) classify(line, end int) lineKind {
	s := p.line(line)
	if s == "" {
		return blankLine
	}
	c := s[0]
	if c|0x20 >= 'a' && c|0x20 <= 'z' { // most lines are prose
		return p.textOrTable(line, end)
	}
	switch c {
	case ':':
		if isCloser(s) > 0 {
			return closeLine
		}
		if _, ok := parseOpener(s); ok {
			return openLine
		}
		p.reportBrokenOpener(line)
	case '#':
		if _, ok := parseHeading(s); ok {
			return headingLine
		}
	case '`':
		if _, ok := codeFence(s); ok {
			return fenceLine
		}
	case '>':
		return quoteLine
	case '-', '*', '_':
		if isRule(s) {
			return ruleLine
		}
		if _, ok := bulletItem(s); ok {
			return bulletLine
		}
	case '[':
		if _, _, ok := noteText(s); ok && !p.tableHeader(line, end) {
			return noteLine
		}
	case '<':
		if p.comments.last[line] > 0 {
			return commentLine
		}
	case '|':
	default:
		if isDigit(c) {
			if _, ok := orderedItem(s); ok {
				return orderedLine
			}
		} else if isBlank(s) {
			return blankLine
		}
	}
	return p.textOrTable(line, end)
}

// textOrTable reports whether a line that starts nothing else starts a table.
func (p *parser) textOrTable(line, end int) lineKind {
	if p.tableHeader(line, end) {
		return tableLine
	}
	return textLine
}

// isCloser returns the number of colons when the line is nothing but two or more of them, else 0.
func isCloser(s string) int {
	n := 0
	for n < len(s) && s[n] == ':' {
		n++
	}
	if n < 2 || !isBlank(s[n:]) {
		return 0
	}
	return n
}

// opener is a directive's opening line; offsets are relative to the line. Without attributes
// attrs is empty and stands at the end of the name.
type opener struct {
	colons      int
	name, attrs source.Span
}

func parseOpener(s string) (opener, bool) {
	n := 0
	for n < len(s) && s[n] == ':' {
		n++
	}
	if n < 2 || n > maxFence {
		return opener{}, false
	}
	start := n + leadingSpace(s[n:])
	end := nameEnd(s, start)
	if end == start {
		return opener{}, false
	}
	for strings.HasPrefix(s[end:], "::") {
		next := nameEnd(s, end+2)
		if next == end+2 {
			return opener{}, false
		}
		end = next
	}
	o := opener{n, source.Span{Start: start, End: end}, source.Span{Start: end, End: end}}
	rest := trimSpan(s, source.Span{Start: end, End: len(s)})
	if rest.Empty() {
		return o, true
	}
	if s[rest.Start] != '{' || s[rest.End-1] != '}' {
		return opener{}, false
	}
	o.attrs = rest
	return o, true
}

// heading is a heading line; offsets are relative to the line.
type heading struct {
	level        int
	title, attrs source.Span
}

func parseHeading(s string) (heading, bool) {
	n := 0
	for n < len(s) && s[n] == '#' {
		n++
	}
	if n == 0 || n > 6 {
		return heading{}, false
	}
	rest, ok := afterSpace(s[n:])
	if !ok {
		return heading{}, false
	}
	h := heading{level: n}
	start, end := n+rest, len(s)-trailingSpace(s)
	if end <= start { // a title of one white space character
		h.title = source.Span{Start: start, End: len(s)}
		h.attrs = source.Span{Start: len(s), End: len(s)}
		return h, true
	}
	h.title, h.attrs = source.Span{Start: start, End: end}, source.Span{Start: end, End: end}
	if s[end-1] != '}' {
		return h, true
	}
	// At least one character of title stands before the attributes.
	if open := attrBlock(s, start+1, end); open > 0 {
		h.attrs = source.Span{Start: open, End: end}
		h.title.End = open - trailingSpace(s[start:open])
	}
	return h, true
}

// attrBlock finds the attributes that end at a closing brace, not before from. They start at the first brace after which no
// other closing brace comes, and have at least one character of content. It returns 0 for none.
func attrBlock(s string, from, end int) int {
	if i := strings.LastIndexByte(s[from-1:end-1], '}'); i >= 0 {
		from += i
	}
	i := strings.IndexByte(s[min(from, end):end], '{')
	if i < 0 || from+i+2 >= end {
		return 0
	}
	open := from + i
	if trailingBackslashes(s[:open])%2 == 1 || s[open-1] == ']' && isSpanClasses(s[open:end]) || s[open-1] == ')' && endsInPicture(s[:end]) {
		return 0 // the brace is text, or belongs to a span or a picture
	}
	return open
}

// captionWord begins the line below a pipe table that is its caption.
const captionWord = "Table:"

// tableCaption reads the line below a pipe table; title and attrs of the result are its text and its attributes.
func tableCaption(s string) (heading, bool) {
	start, end := leadingSpace(s), len(s)-trailingSpace(s)
	if !strings.HasPrefix(s[start:], captionWord) {
		return heading{}, false
	}
	start += len(captionWord)
	space := leadingSpace(s[start:end])
	if start += space; space == 0 || start >= end {
		return heading{}, false
	}
	h := heading{title: source.Span{Start: start, End: end}, attrs: source.Span{Start: end, End: end}}
	if s[end-1] == '}' {
		if open := attrBlock(s, start, end); open > 0 {
			h.attrs = source.Span{Start: open, End: end}
			h.title.End = open - trailingSpace(s[start:open])
		}
	}
	return h, true
}

// codeFence returns the language of a fence line: three back-ticks, word characters, white space. Four
// back-ticks, tildes, indented fences and info strings of other shapes are not fences.
func codeFence(s string) (lang string, ok bool) {
	if !strings.HasPrefix(s, "```") {
		return "", false
	}
	end := 3
	for end < len(s) && isWord(s[end]) {
		end++
	}
	return s[3:end], isBlank(s[end:])
}

// isRule recognises three or more of one of - * _.
func isRule(s string) bool {
	n := 1
	for n < len(s) && s[n] == s[0] {
		n++
	}
	return n >= 3 && isBlank(s[n:])
}

// bulletItem returns the offset of the content of an unordered item.
func bulletItem(s string) (content int, ok bool) {
	if s == "" || s[0] != '-' && s[0] != '*' {
		return 0, false
	}
	n, ok := afterSpace(s[1:])
	return 1 + n, ok
}

// orderedItem returns the offset of the content of an ordered item. The number itself means nothing.
func orderedItem(s string) (content int, ok bool) {
	n := 0
	for n < len(s) && isDigit(s[n]) {
		n++
	}
	if n == 0 || n == len(s) || s[n] != '.' && s[n] != ')' {
		return 0, false
	}
	rest, ok := afterSpace(s[n+1:])
	return n + 1 + rest, ok
}
