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
	if c.end < 0 {
		return line + 1
	}
	last := p.f.Line(c.end)
	if !isBlank(p.text[c.end:p.f.LineSpan(last).End]) {
		return line + 1
	}
	if c.last == nil {
		c.last = map[int]int{}
	}
	c.last[line] = last
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
	p := &parser{f: source.NewFile("", text), text: text}
	hidden = make([]bool, p.f.Lines())
	code := false
	for line, next := 1, 0; line <= len(hidden); line = next {
		next = line + 1
		s := p.line(line)
		if _, fence := codeFence(s); fence {
			code, hidden[line-1] = !code, true
			continue
		}
		if code {
			hidden[line-1] = true
			continue
		}
		if strings.HasPrefix(s, commentOpen) {
			if next = p.findComment(line); p.comments.last[line] == 0 {
				open = true
				continue
			}
			for i := line; i < next; i++ {
				hidden[i-1] = true
			}
		}
	}
	return hidden, open || code
}
