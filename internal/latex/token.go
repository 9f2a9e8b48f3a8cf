package latex

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// tokenKind tells tokens apart.
type tokenKind uint8

const (
	tokEnd     tokenKind = iota
	tokChar              // any other character
	tokCommand           // \name or \c; text is the name without the backslash
	tokOpen              // {
	tokClose             // }
	tokSub               // _
	tokSup               // ^
	tokCell              // &
)

type token struct {
	kind tokenKind
	text string
	at   int
}

// Error is why a formula was not understood.
type Error struct {
	At     int // byte offset in the source, of the formula's own text
	Reason string
}

func (e *Error) Error() string { return fmt.Sprintf("%s at character %d", e.Reason, e.At+1) }

// maxTokens bounds a formula, macros expanded.
const maxTokens = 100_000

// tokens cuts a formula. White space separates and is gone, but for `\ ` and in texts, which are cut
// from the source itself.
func tokens(src string) ([]token, error) {
	if !utf8.ValidString(src) {
		return nil, &Error{0, "the formula is not UTF-8"}
	}
	var out []token
	for i := 0; i < len(src); {
		at := i
		c := src[i]
		switch {
		case c == ' ' || c == '\t' || c == '\n' || c == '\r':
			i++
			continue
		case c == '%': // a comment, to the end of the line
			if n := strings.IndexByte(src[i:], '\n'); n >= 0 {
				i += n + 1
			} else {
				i = len(src)
			}
			continue
		case c == '\\':
			name := commandName(src[i+1:])
			if name == "" {
				return nil, &Error{at, "a backslash without a name"}
			}
			i += 1 + len(name)
			if strings.TrimSpace(name) == "" {
				name = " "
			}
			out = append(out, token{tokCommand, name, at})
		default:
			_, n := utf8.DecodeRuneInString(src[i:])
			kind := tokChar
			switch c {
			case '{':
				kind = tokOpen
			case '}':
				kind = tokClose
			case '_':
				kind = tokSub
			case '^':
				kind = tokSup
			case '&':
				kind = tokCell
			}
			out = append(out, token{kind, src[i : i+n], at})
			i += n
		}
		if len(out) > maxTokens {
			return nil, &Error{at, "the formula is too long"}
		}
	}
	return append(out, token{tokEnd, "", len(src)}), nil
}

// commandName returns the name behind a backslash: letters, or one other character.
func commandName(s string) string {
	n := 0
	for n < len(s) && (s[n] >= 'a' && s[n] <= 'z' || s[n] >= 'A' && s[n] <= 'Z') {
		n++
	}
	if n == 0 && s != "" {
		_, n = utf8.DecodeRuneInString(s)
	}
	return s[:n]
}
