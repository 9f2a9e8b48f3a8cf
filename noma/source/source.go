// Package source holds the bytes of a document, spans into them and edits on them.
//
// The bytes are the document: a tree only says where in them a thing stands, and every change the
// program makes to a document is a list of [Edit] values applied by [Apply].
package source

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"path/filepath"
	"sort"
	"strings"
	"sync"
)

// Span is a half-open range of byte offsets into a source text.
type Span struct{ Start, End int }

// Len returns the number of bytes in the span.
func (s Span) Len() int { return s.End - s.Start }

// Empty reports whether the span covers no byte.
func (s Span) Empty() bool { return s.End <= s.Start }

// Of returns the text the span covers.
func (s Span) Of(text string) string { return text[s.Start:s.End] }

// Contains reports whether o lies within s (equal ends count).
func (s Span) Contains(o Span) bool { return s.Start <= o.Start && o.End <= s.End }

// Position is a place as people count it: both numbers start at 1, Column counts runes.
type Position struct{ Line, Column int }

// File is one immutable source text. Offsets count the original bytes: a byte order mark,
// carriage returns and a missing final newline are all kept.
type File struct {
	Name string
	Text string
	// starts[i] is the offset of the first byte of line i+1; lines end at LF, CRLF or a lone CR.
	starts []int

	hashed sync.Once
	hash   string
}

// NewFile indexes the lines of a text. Name is used in messages only, where it has slashes on every
// system.
func NewFile(name, text string) *File {
	starts := make([]int, 1, 1+len(text)/32)
	for i := 0; i < len(text); {
		j := strings.IndexByte(text[i:], '\n')
		k := i + j
		if j < 0 {
			k = len(text)
		}
		// A lone CR is a line end too; search for it only where one can be.
		if seg := text[i:k]; strings.IndexByte(seg, '\r') >= 0 {
			for p := 0; p < len(seg); p++ {
				if seg[p] == '\r' && (i+p+1 >= len(text) || text[i+p+1] != '\n') {
					starts = append(starts, i+p+1)
				}
			}
		}
		if j < 0 {
			break
		}
		starts = append(starts, k+1)
		i = k + 1
	}
	return &File{Name: filepath.ToSlash(name), Text: text, starts: starts}
}

// Hash returns the SHA-256 of the text, in lower-case hex. It is made once: a long report is asked for it in several places.
func (f *File) Hash() string {
	f.hashed.Do(func() { f.hash = Hash(f.Text) })
	return f.hash
}

// Hash returns the SHA-256 of a text, in lower-case hex.
func Hash(text string) string {
	h := sha256.New()
	for piece := make([]byte, 32<<10); text != ""; { // piecewise: a long report is not copied as a whole
		n := copy(piece, text)
		h.Write(piece[:n])
		text = text[n:]
	}
	return hex.EncodeToString(h.Sum(nil))
}

// IsHash reports whether a text is a hash as [Hash] writes it.
func IsHash(s string) bool {
	return len(s) == hex.EncodedLen(sha256.Size) && strings.Trim(s, "0123456789abcdef") == ""
}

// Lines returns the number of lines, counting the empty one that a final line end leaves.
func (f *File) Lines() int { return len(f.starts) }

// LineSpan returns the text of a line (from 1) without its terminator.
func (f *File) LineSpan(line int) Span {
	start, end := f.starts[line-1], len(f.Text)
	if line < len(f.starts) {
		end = f.starts[line]
		if end > start && f.Text[end-1] == '\n' {
			end--
		}
		if end > start && f.Text[end-1] == '\r' {
			end--
		}
	}
	return Span{start, end}
}

// NextLine returns the offset at which the line after the given one starts, or the end of the text.
func (f *File) NextLine(line int) int {
	if line < len(f.starts) {
		return f.starts[line]
	}
	return len(f.Text)
}

// Line returns the number of the line that holds the offset.
func (f *File) Line(off int) int {
	return sort.Search(len(f.starts), func(i int) bool { return f.starts[i] > off })
}

// Position returns the line and column of an offset.
func (f *File) Position(off int) Position {
	line := f.Line(off)
	return Position{line, 1 + len([]rune(f.Text[f.starts[line-1]:off]))}
}

// EOL returns the line ending new lines get: that of the first line, LF when there is none.
func (f *File) EOL() string {
	if i := strings.IndexAny(f.Text, "\r\n"); i >= 0 && f.Text[i] == '\r' {
		if i+1 < len(f.Text) && f.Text[i+1] == '\n' {
			return "\r\n"
		}
		return "\r"
	}
	return "\n"
}

// Edit replaces the bytes of Span by New. An empty span inserts.
type Edit struct {
	Span Span
	New  string
}

// OverlapError says that two edits of one list touch the same bytes.
type OverlapError struct{ A, B Edit }

func (e *OverlapError) Error() string {
	return fmt.Sprintf("edits overlap at bytes %d-%d and %d-%d", e.A.Span.Start, e.A.Span.End, e.B.Span.Start, e.B.Span.End)
}

// Apply makes all edits at once; spans refer to the text before any of them. Insertions at one
// place keep their order in the list. Overlapping edits are refused with an [OverlapError].
func Apply(text string, edits []Edit) (string, error) {
	if len(edits) == 0 {
		return text, nil
	}
	sorted := append([]Edit(nil), edits...)
	sort.SliceStable(sorted, func(i, j int) bool {
		a, b := sorted[i].Span, sorted[j].Span
		if a.Start != b.Start {
			return a.Start < b.Start
		}
		return a.End < b.End
	})
	size := len(text)
	for i, e := range sorted {
		if e.Span.Start < 0 || e.Span.End < e.Span.Start || e.Span.End > len(text) {
			return "", fmt.Errorf("edit %d-%d is outside the text of %d bytes", e.Span.Start, e.Span.End, len(text))
		}
		if i > 0 && e.Span.Start < sorted[i-1].Span.End {
			return "", &OverlapError{sorted[i-1], e}
		}
		size += len(e.New) - e.Span.Len()
	}
	var b strings.Builder
	b.Grow(size)
	at := 0
	for _, e := range sorted {
		b.WriteString(text[at:e.Span.Start])
		b.WriteString(e.New)
		at = e.Span.End
	}
	b.WriteString(text[at:])
	return b.String(), nil
}
