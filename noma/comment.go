package noma

import (
	"strings"

	"github.com/nomadocx/nomadocx/noma/source"
)

// Comments, from a line that begins with `<!--` to the line that ends with the next `-->` (CommonMark §4.6, HTML blocks of kind 2). They
// are no blocks: nothing shows them, and they stay where they are when blocks around them change. As code does, they hide what is in them.

const commentOpen, commentClose = "<!--", "-->"

// comments are the comments of a text, by their first lines.
type comments struct {
	last map[int]int // their last lines
	end  int         // behind the last mark that was found to end a comment, -1 when there is none in the rest of the text
}

// findComment notes the comment that begins in a line, and returns the line behind it; the next line when none begins there. The line is
// outside of code.
func (p *parser) findComment(line int) (next int) {
	start := p.f.LineSpan(line).Start
	if !strings.HasPrefix(p.text[start:], commentOpen) {
		return line + 1
	}
	c, from := &p.comments, start+len(commentOpen)
	if c.end >= 0 && c.end < from+len(commentClose) {
		if c.end = strings.Index(p.text[from:], commentClose); c.end >= 0 {
			c.end += from + len(commentClose)
		}
	}
	last := p.f.Line(max(0, c.end))
	if c.end < 0 || !isBlank(p.text[c.end:p.f.LineSpan(last).End]) {
		p.unclosed = true
		return line + 1
	}
	if c.last == nil {
		c.last = map[int]int{}
	}
	c.last[line] = last
	p.hide(line, last+1)
	return last + 1
}

// comment reads the comment that begins in a line, and returns the line behind it.
func (p *parser) comment(line int) (next int) {
	last := p.comments.last[line]
	p.document.Comments = append(p.document.Comments, source.Span{Start: p.f.LineSpan(line).Start, End: p.f.LineSpan(last).End})
	return last + 1
}

// HiddenLines returns which lines of a text are in code or in comments, with those that begin and end them, and whether one is left open.
// What they hide begins and ends no block.
func HiddenLines(text string) (hidden []bool, open bool) {
	f := source.NewFile("", text)
	p := &parser{f: f, text: text, hidden: make([]bool, f.Lines())}
	p.findClosers(1)
	return p.hidden, p.unclosed
}

// hide notes that the lines in [from, end) are in code or in a comment, where somebody asks for that.
func (p *parser) hide(from, end int) {
	if p.hidden != nil {
		for line := from; line < end; line++ {
			p.hidden[line-1] = true
		}
	}
}
