package noma

import (
	"sort"
	"strings"

	"github.com/nomadocx/nomadocx/source"
)

// Text is a piece of content as the tree shows it, with a map back to the bytes of the source.
// The two differ where lines are joined: CRLF reads as LF, and a quote's `> ` is not content.
type Text struct {
	S string
	// LinePrefix is what a new line of this text starts with in the source ("> " in a quote).
	LinePrefix string
	// pieces are the places where the map is not contiguous, by rising offset; piece 0 starts at 0.
	pieces []piece
}

type piece struct{ off, src int }

// NewText is content that stands in the source at one stretch.
func NewText(s string, src int) Text { return Text{S: s, pieces: []piece{{0, src}}} }

// LinesText is content of several source lines, joined by LF; spans are the content of each line.
func LinesText(text string, lines []source.Span, prefix string) Text {
	if len(lines) == 0 {
		return Text{LinePrefix: prefix}
	}
	first, last := lines[0], lines[len(lines)-1]
	whole := text[first.Start:last.End]
	t := Text{LinePrefix: prefix}
	if prefix == "" && strings.IndexByte(whole, '\r') < 0 {
		t.S, t.pieces = whole, []piece{{0, first.Start}}
		return t
	}
	var b strings.Builder
	for i, l := range lines {
		if i > 0 {
			b.WriteByte('\n')
		}
		t.pieces = append(t.pieces, piece{b.Len(), l.Start})
		b.WriteString(l.Of(text))
	}
	t.S = b.String()
	return t
}

// Offset is the source offset of the byte at off; off may be len(S).
func (t Text) Offset(off int) int {
	if len(t.pieces) == 0 {
		return 0
	}
	i := sort.Search(len(t.pieces), func(i int) bool { return t.pieces[i].off > off }) - 1
	return t.pieces[i].src + off - t.pieces[i].off
}

// Span is the source span of S[a:b]. The line feed between two lines spans everything up to the
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

// All is the source span of the whole text.
func (t Text) All() source.Span { return t.Span(0, len(t.S)) }

// Placed reports whether the text stands in the source at all.
func (t Text) Placed() bool { return len(t.pieces) > 0 }
