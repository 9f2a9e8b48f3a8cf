package noma

import (
	"sort"
	"strings"

	"github.com/nomadocx/nomadocx/noma/source"
)

// Text is a chunk of content as the tree shows it, with a map back to the bytes of the source.
// The two differ where lines are joined: CRLF reads as LF, and a quote's `> ` is not content.
type Text struct {
	S string
	// LinePrefix is what a new line of this text starts with in the source ("> " in a quote).
	LinePrefix string
	// src is where S starts in the source; placed tells 0 from nowhere.
	src    int
	placed bool
	// breaks are the places after the start where the map is not contiguous, by rising offset.
	breaks []piece
}

// piece says that the content from off on stands in the source from src on.
type piece struct{ off, src int }

// NewText returns content that stands in the source at one stretch.
func NewText(s string, src int) Text { return Text{S: s, src: src, placed: true} }

// LinesText returns content of several source lines, joined by LF; spans are the content of each line.
func LinesText(text string, lines []source.Span, prefix string) Text {
	if len(lines) == 0 {
		return Text{LinePrefix: prefix}
	}
	first, last := lines[0], lines[len(lines)-1]
	whole := text[first.Start:last.End]
	t := Text{LinePrefix: prefix, src: first.Start, placed: true}
	length := len(lines) - 1
	for _, l := range lines {
		length += l.Len()
	}
	if length == len(whole) && strings.IndexByte(whole, '\r') < 0 { // nothing but line feeds between them
		t.S = whole
		return t
	}
	var b strings.Builder
	b.Grow(length)
	t.breaks = make([]piece, 0, len(lines)-1)
	for i, l := range lines {
		if i > 0 {
			b.WriteByte('\n')
			t.breaks = append(t.breaks, piece{b.Len(), l.Start})
		}
		b.WriteString(l.Of(text))
	}
	t.S = b.String()
	return t
}

// Offset returns the source offset of the byte at off; off may be len(S).
func (t Text) Offset(off int) int {
	i := t.breaksTo(off)
	if i == 0 {
		return t.src + off
	}
	b := t.breaks[i-1]
	return b.src + off - b.off
}

// breaksTo returns the number of breaks at or before off.
func (t Text) breaksTo(off int) int {
	return sort.Search(len(t.breaks), func(i int) bool { return t.breaks[i].off > off })
}

// Span returns the source span of S[a:b]. The line feed between two lines spans everything up to the
// content of the next one, so that deleting it joins the lines.
func (t Text) Span(a, b int) source.Span {
	start := t.Offset(a)
	if b == a {
		return source.Span{Start: start, End: start}
	}
	if t.S[b-1] == '\n' {
		return source.Span{Start: start, End: t.Offset(b)}
	}
	return source.Span{Start: start, End: t.Offset(b-1) + 1}
}

// All returns the source span of the whole text.
func (t Text) All() source.Span { return t.Span(0, len(t.S)) }

// Placed reports whether the text stands in the source at all.
func (t Text) Placed() bool { return t.placed }

// Slice returns the part S[a:b] as a text of its own.
func (t Text) Slice(a, b int) Text {
	out := Text{S: t.S[a:b], LinePrefix: t.LinePrefix, placed: t.placed}
	if !t.placed {
		return out
	}
	out.src = t.Offset(a)
	// Whoever cuts a long text into its lines must not examine all breaks each time.
	for _, p := range t.breaks[t.breaksTo(a):t.breaksTo(b)] {
		out.breaks = append(out.breaks, piece{p.off - a, p.src})
	}
	return out
}
