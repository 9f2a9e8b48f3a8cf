package dataset

import (
	"slices"
	"strings"

	"github.com/nomadocx/nomadocx/noma"
	"github.com/nomadocx/nomadocx/noma/source"
)

// body is the text of a directive by lines, with the way back to the source.
type body struct {
	text   noma.Text
	lines  []bodyLine
	before int // where the line before the first one ends
	after  int // where the line after the last one starts, -1 when the text ends with the body
}

// bodyLine is one line without its end. off is its place in the body's text, start in the source.
type bodyLine struct {
	text       string
	off, start int
}

func newBody(d *noma.Directive) *body {
	b := new(body)
	b.read(d)
	return b
}

// read is newBody into b, whose memory is used again.
func (b *body) read(d *noma.Directive) {
	*b = body{text: d.RawBody, lines: b.lines[:0], before: d.Opener.End, after: -1}
	if !d.Closer.Empty() {
		b.after = d.Closer.Start
	}
	if !d.RawBody.Placed() {
		return
	}
	off := 0
	b.lines = slices.Grow(b.lines, 1+strings.Count(d.RawBody.S, "\n"))
	for s := range strings.SplitSeq(d.RawBody.S, "\n") {
		b.lines = append(b.lines, bodyLine{s, off, d.RawBody.Offset(off)})
		off += len(s) + 1
	}
}

// span returns the source span of a part of a line.
func (l bodyLine) span(from, to int) source.Span {
	return source.Span{Start: l.start + from, End: l.start + to}
}

// indent returns the white space the line starts with.
func (l bodyLine) indent() string { return indentOf(l.text) }

func indentOf(s string) string { return s[:len(s)-len(strings.TrimLeft(s, " \t"))] }

// place returns where lines stand, without the last line end.
func (b *body) place(first, last int) source.Span {
	return source.Span{Start: b.lines[first].start, End: b.lines[last].start + len(b.lines[last].text)}
}

func (l bodyLine) blank() bool { return noma.TrimSpace(l.text) == "" }

// replace returns the edit that gives a line another text, as small as one stretch can be.
func (b *body) replace(i int, text string) source.Edit {
	l := b.lines[i]
	return shrink(source.Edit{Span: l.span(0, len(l.text)), New: text}, l.text)
}

// insertBefore puts a line before line i.
func (b *body) insertBefore(i int, text, eol string) source.Edit {
	at := b.lines[i].start
	return source.Edit{Span: source.Span{Start: at, End: at}, New: text + eol}
}

// insertAfter puts a line after line i.
func (b *body) insertAfter(i int, text, eol string) source.Edit {
	at := b.lines[i].start + len(b.lines[i].text)
	return source.Edit{Span: source.Span{Start: at, End: at}, New: eol + text}
}

// delete removes line i.
func (b *body) delete(i int) source.Edit { return b.deleteLines(i, i) }

// deleteLines removes lines from first to last with their line ends, or with the one before them when
// the text ends there.
func (b *body) deleteLines(first, last int) source.Edit {
	s := source.Span{Start: b.lines[first].start, End: b.after}
	if last+1 < len(b.lines) {
		s.End = b.lines[last+1].start
	}
	if s.End < 0 {
		s.End = b.lines[last].start + len(b.lines[last].text)
		s.Start = b.before
		if first > 0 {
			s.Start = b.lines[first-1].start + len(b.lines[first-1].text)
		}
	}
	return source.Edit{Span: s}
}

// replaceText replaces a stretch of the body, which may span lines. New text has LF for line ends.
func (b *body) replaceText(from, to int, text, eol string) source.Edit {
	if eol != "\n" {
		text = strings.ReplaceAll(text, "\n", eol)
	}
	return source.Edit{Span: b.text.Span(from, to), New: text}
}

// shrink takes the bytes that stay off both ends of an edit. old is the text of its span.
func shrink(e source.Edit, old string) source.Edit {
	n := 0
	for n < len(old) && n < len(e.New) && old[n] == e.New[n] {
		n++
	}
	m := 0
	for m < len(old)-n && m < len(e.New)-n && old[len(old)-1-m] == e.New[len(e.New)-1-m] {
		m++
	}
	return source.Edit{Span: source.Span{Start: e.Span.Start + n, End: e.Span.End - m}, New: e.New[n : len(e.New)-m]}
}
