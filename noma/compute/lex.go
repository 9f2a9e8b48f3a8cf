package compute

import (
	"fmt"
	"strconv"
	"unicode/utf8"
)

type tokenKind uint8

const (
	tokenEnd tokenKind = iota
	tokenNumber
	tokenName
	tokenSign // an operator, a bracket or a comma
)

// token is one word of a formula. at is its byte offset.
type token struct {
	kind tokenKind
	text string
	num  float64
	at   int
}

// String returns the token as an error message shows it.
func (t token) String() string {
	if t.kind == tokenEnd {
		return "the end of the formula"
	}
	return strconv.Quote(short(t.text))
}

// short keeps a word of any length readable in a message. Words are ASCII.
func short(word string) string {
	const most = 60
	if len(word) > most {
		return word[:most] + "…"
	}
	return word
}

// FormulaError says why a text is not a formula.
type FormulaError struct {
	Offset int // byte offset into the formula
	Msg    string
}

func (e *FormulaError) Error() string { return e.Msg }

func fail(at int, format string, args ...any) error {
	return &FormulaError{at, fmt.Sprintf(format, args...)}
}

type lexer struct {
	s  string
	at int
}

// next reads one token. A hyphen belongs to the name before it, so that control ids such as
// growth-rate are one name; a subtraction needs a space: `growth - rate` (contract ast.md §10).
func (l *lexer) next() (token, error) {
	for l.at < len(l.s) && isSpace(l.s[l.at]) {
		l.at++
	}
	start := l.at
	if start == len(l.s) {
		return token{kind: tokenEnd, at: start}, nil
	}
	c := l.s[start]
	switch {
	case isDigit(c) || c == '.' && start+1 < len(l.s) && isDigit(l.s[start+1]):
		return l.number()
	case isLetter(c):
		for l.at < len(l.s) && (isLetter(l.s[l.at]) || isDigit(l.s[l.at]) || l.s[l.at] == '.' || l.s[l.at] == '-') {
			l.at++
		}
		return token{kind: tokenName, text: l.s[start:l.at], at: start}, nil
	}
	for _, sign := range [...]string{">=", "<=", "==", "!=", "+", "-", "*", "/", "^", "(", ")", ",", ">", "<"} {
		if len(l.s)-start >= len(sign) && l.s[start:start+len(sign)] == sign {
			l.at += len(sign)
			return token{kind: tokenSign, text: sign, at: start}, nil
		}
	}
	_, size := utf8.DecodeRuneInString(l.s[start:])
	return token{}, fail(start, "Unexpected character %q", l.s[start:start+size])
}

// number reads digits with an optional fraction and an optional exponent.
func (l *lexer) number() (token, error) {
	start := l.at
	l.digits()
	if l.at < len(l.s) && l.s[l.at] == '.' {
		l.at++
		l.digits()
	}
	if p := l.at; p < len(l.s) && (l.s[p] == 'e' || l.s[p] == 'E') {
		p++
		if p < len(l.s) && (l.s[p] == '+' || l.s[p] == '-') {
			p++
		}
		if p < len(l.s) && isDigit(l.s[p]) {
			l.at = p
			l.digits()
		}
	}
	text := l.s[start:l.at]
	v, err := strconv.ParseFloat(text, 64)
	if err != nil {
		return token{}, fail(start, "Number %s is out of range", short(text))
	}
	return token{kind: tokenNumber, text: text, num: v, at: start}, nil
}

func (l *lexer) digits() {
	for l.at < len(l.s) && isDigit(l.s[l.at]) {
		l.at++
	}
}

func isSpace(c byte) bool { return c == ' ' || c == '\t' || c == '\n' || c == '\r' }
func isDigit(c byte) bool { return '0' <= c && c <= '9' }
func isLetter(c byte) bool {
	return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || c == '_'
}
