package html

import (
	"io"
	"strings"
	"unicode/utf8"
)

// writer collects output and hands it on in large chunks. The first error is kept and ends the
// writing; the walk goes on to its end, which is cheap.
type writer struct {
	to  io.Writer
	buf []byte
	err error

	flushed int // bytes that have left buf
}

const flushAt = 64 << 10

// raw appends markup as it is.
func (w *writer) raw(s string) {
	w.buf = append(w.buf, s...)
	if len(w.buf) >= flushAt {
		w.flush()
	}
}

func (w *writer) flush() {
	if w.err == nil && len(w.buf) > 0 {
		_, w.err = w.to.Write(w.buf)
	}
	w.flushed += len(w.buf)
	w.buf = w.buf[:0]
}

// written returns how many bytes have been appended.
func (w *writer) written() int { return w.flushed + len(w.buf) }

func (w *writer) close() error {
	w.flush()
	return w.err
}

// text appends text with everything escaped that means something in content or in an attribute
// value in double quotes.
func (w *writer) text(s string) {
	w.buf = appendText(w.buf, s)
	if len(w.buf) >= flushAt {
		w.flush()
	}
}

// attr appends ` name="value"`.
func (w *writer) attr(name, value string) {
	w.raw(" " + name + `="`)
	w.text(value)
	w.raw(`"`)
}

// attrIf appends an attribute unless its value is empty.
func (w *writer) attrIf(name, value string) {
	if value != "" {
		w.attr(name, value)
	}
}

// Escape returns a text as it stands in content or in an attribute value in double quotes.
func Escape(s string) string { return string(appendText(nil, s)) }

func appendText(dst []byte, s string) []byte {
	s = clean(s)
	from := 0
	for i := 0; i < len(s); i++ {
		var e string
		switch c := s[i]; {
		case c == '&':
			e = "&amp;"
		case c == '<':
			e = "&lt;"
		case c == '>':
			e = "&gt;"
		case c == '"':
			e = "&#34;"
		default:
			continue
		}
		dst = append(append(dst, s[from:i]...), e...)
		from = i + 1
	}
	return append(dst, s[from:]...)
}

// clean returns a text as HTML can hold it: valid UTF-8 without control characters (13.2.3.5, parse error
// "control-character-in-input-stream").
func clean(s string) string {
	if !utf8.ValidString(s) {
		s = strings.ToValidUTF8(s, "\uFFFD")
	}
	for i := 0; i < len(s); i++ {
		if s[i] < 0x20 && s[i] != '\t' && s[i] != '\n' || s[i] == 0x7f {
			return strings.Map(func(c rune) rune {
				switch {
				case c == '\r':
					return '\n'
				case c < 0x20 && c != '\t' && c != '\n', c == 0x7f:
					return utf8.RuneError
				}
				return c
			}, s)
		}
	}
	return s
}

// className makes a class name of a directive name or of a value: "finance::position" is
// "finance-position". What no class name should hold becomes a hyphen.
func className(s string) string {
	ok := func(c byte) bool {
		return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '-'
	}
	var b strings.Builder
	for i := 0; i < len(s) && b.Len() < 64; i++ {
		switch {
		case ok(s[i]):
			b.WriteByte(s[i])
		case b.Len() > 0 && b.String()[b.Len()-1] != '-':
			b.WriteByte('-')
		}
	}
	return strings.Trim(b.String(), "-")
}
