package noma

import (
	"strings"
	"unicode/utf8"

	"github.com/nomadocx/nomadocx/noma/source"
)

// White space in .noma is the set ECMAScript calls WhiteSpace and LineTerminator: all Unicode space
// separators and also the byte order mark. Go's unicode.IsSpace differs (it has U+0085 and lacks
// U+FEFF), so the grammar must not use it.

// OneLine returns a text without line ends and with single blanks, as [strings.Fields] divides it.
func OneLine(s string) string { return strings.Join(strings.Fields(s), " ") }

// IsSpace reports whether r is white space for the grammar.
func IsSpace(r rune) bool {
	switch {
	case r <= ' ':
		return r == ' ' || r >= '\t' && r <= '\r'
	case r < 0xa0:
		return false
	}
	return r == 0xa0 || r == 0x1680 || r >= 0x2000 && r <= 0x200a || r == 0x2028 || r == 0x2029 ||
		r == 0x202f || r == 0x205f || r == 0x3000 || r == 0xfeff
}

// leadingSpace returns the number of bytes of white space s starts with.
func leadingSpace(s string) int {
	i := 0
	for i < len(s) {
		if c := s[i]; c < utf8.RuneSelf {
			if c > ' ' || !IsSpace(rune(c)) {
				break
			}
			i++
			continue
		}
		r, n := utf8.DecodeRuneInString(s[i:])
		if !IsSpace(r) {
			break
		}
		i += n
	}
	return i
}

// trailingSpace returns the number of bytes of white space s ends with.
func trailingSpace(s string) int {
	i := len(s)
	for i > 0 {
		if c := s[i-1]; c < utf8.RuneSelf {
			if c > ' ' || !IsSpace(rune(c)) {
				break
			}
			i--
			continue
		}
		r, n := utf8.DecodeLastRuneInString(s[:i])
		if !IsSpace(r) {
			break
		}
		i -= n
	}
	return len(s) - i
}

// TrimSpace returns s without white space at its ends.
func TrimSpace(s string) string {
	s = s[leadingSpace(s):]
	return s[:len(s)-trailingSpace(s)]
}

// trimSpan returns the span without white space at its ends. What is blank becomes an empty span at the end.
func trimSpan(text string, s source.Span) source.Span {
	s.Start += leadingSpace(s.Of(text))
	s.End -= trailingSpace(s.Of(text))
	return s
}

// isBlank reports whether s is empty or white space only.
func isBlank(s string) bool { return leadingSpace(s) == len(s) }

// afterSpace splits s into white space (at least one character) and a rest that is not empty. When s
// is nothing but two or more white space characters the last one is the rest: the grammar asks for
// one or more characters after the marker, and white space is a character.
func afterSpace(s string) (rest int, ok bool) {
	n := leadingSpace(s)
	if n == 0 {
		return 0, false
	}
	if n < len(s) {
		return n, true
	}
	_, size := utf8.DecodeLastRuneInString(s)
	return n - size, n > size
}

// isWord reports whether c can stand in a name: an ASCII letter, digit or underscore.
func isWord(c byte) bool { return isNameStart(c) || c >= '0' && c <= '9' }

func isNameStart(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' || c == '_' }

func isDigit(c byte) bool { return c >= '0' && c <= '9' }

// nameEnd returns the offset after the name at i (a letter or underscore, then word characters and
// hyphens), or i when there is none.
func nameEnd(s string, i int) int {
	if i >= len(s) || !isNameStart(s[i]) {
		return i
	}
	for i++; i < len(s) && (isWord(s[i]) || s[i] == '-'); i++ {
	}
	return i
}
