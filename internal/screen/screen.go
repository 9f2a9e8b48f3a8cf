// Package screen writes to terminals. A terminal obeys what it is shown: sequences in the texts, names and authors of a
// stranger's document could change what stands above them, or hide and turn around what follows. On a screen they are shown
// as JSON writes them (\u001b), so that JSON stays what it is; only what the program says itself is obeyed.
package screen

import (
	"bytes"
	"crypto/rand"
	"fmt"
	"io"
	"os"
	"sync"
	"unicode/utf8"

	"github.com/mattn/go-isatty"
)

// key stands before and behind what the program itself tells the terminal. No document knows it.
var key = []byte("\x1b" + rand.Text())

// Writer is a terminal.
type Writer struct {
	mu   sync.Mutex
	to   io.Writer
	dumb bool   // it shows sequences instead of obeying them
	own  bool   // between two keys
	rest []byte // the beginning of a character, a key or a line end
}

// New makes a screen of a writer that shows on a terminal.
func New(w io.Writer) *Writer { return &Writer{to: w} }

// Of returns a screen when the file is a terminal, and otherwise the file.
func Of(f *os.File) io.Writer {
	if isatty.IsCygwinTerminal(f.Fd()) { // a terminal of Git for Windows, which is a pipe
		return New(f)
	}
	if isatty.IsTerminal(f.Fd()) {
		return &Writer{to: f, dumb: !obeys(f)}
	}
	return f
}

// Is reports whether a writer is a screen.
func Is(w io.Writer) bool {
	_, ok := w.(*Writer)
	return ok
}

// Obeys reports whether a writer is a screen that obeys the sequences of Own.
func Obeys(w io.Writer) bool {
	s, ok := w.(*Writer)
	return ok && !s.dumb
}

// Own makes a sequence one that the screen w obeys, when it is written to it. For other writers it is left as it is.
func Own(w io.Writer, sequence string) string {
	if !Is(w) {
		return sequence
	}
	return string(key) + sequence + string(key)
}

// Write shows a text. It waits with the beginning of what is not yet complete; nothing that is complete waits.
func (s *Writer) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	text := p
	if len(s.rest) > 0 {
		text = append(s.rest, p...)
	}
	out := make([]byte, 0, len(text)+16)
	for len(text) > 0 {
		if k := min(len(key), len(text)); bytes.Equal(text[:k], key[:k]) {
			if k < len(key) {
				break // it may become one
			}
			s.own = !s.own
			text = text[k:]
			continue
		}
		if s.own {
			out, text = append(out, text[0]), text[1:]
			continue
		}
		if !utf8.FullRune(text) {
			break
		}
		r, size := utf8.DecodeRune(text)
		if r == '\r' && len(text) == 1 {
			break // a line end, perhaps
		}
		switch {
		case r == '\r' && text[1] == '\n':
			out = append(out, '\r')
		case r == utf8.RuneError && size == 1:
			out = fmt.Appendf(out, `\x%02x`, text[0])
		case obeyed(r):
			out = fmt.Appendf(out, `\u%04x`, r)
		default:
			out = append(out, text[:size]...)
		}
		text = text[size:]
	}
	s.rest = bytes.Clone(text)
	if _, err := s.to.Write(out); err != nil {
		return 0, err
	}
	return len(p), nil
}

// obeyed reports whether a character does something to a terminal: controls but for line feed and tab, and those that turn
// the direction of what follows (Unicode UAX #9, explicit formatting).
func obeyed(r rune) bool {
	switch {
	case r == '\n', r == '\t':
		return false
	case r < 0x20, r >= 0x7f && r <= 0x9f:
		return true
	}
	return r >= 0x202a && r <= 0x202e || r >= 0x2066 && r <= 0x2069
}
