package controls

import (
	"math"
	"strconv"
	"strings"

	"github.com/nomadocx/nomadocx/noma"
)

// boolean reads the state of a check box from a word or a glyph (contract docx-data.md).
func boolean(s string) (value, ok bool) {
	switch strings.ToLower(noma.TrimSpace(s)) {
	case "1", "true", "yes", "on", "checked", "x", "[x]", "☑", "☒", "✓", "✔":
		return true, true
	case "0", "false", "no", "off", "unchecked", "[ ]", "☐", "□":
		return false, true
	}
	return false, false
}

func isToggle(kind string) bool { return kind == "checkbox" || kind == "toggle" }

func isNumeric(kind string) bool { return kind == "number" || kind == "slider" || kind == "range" }

// convert makes the returned text of a field the value to write, a string or a float64 (contract
// sync.md, "Value conversion").
func convert(kind, text string) any {
	text = oneLine(text)
	if text == emptyText {
		return "" // the blank an empty field shows
	}
	switch {
	case isToggle(kind):
		if b, ok := boolean(text); ok {
			return strconv.FormatBool(b)
		}
	case isNumeric(kind):
		if f, ok := number(text); ok {
			return f
		}
	}
	return text
}

var lineBreaks = strings.NewReplacer("\r\n", " ", "\r", " ", "\n", " ")

func oneLine(s string) string {
	if !strings.ContainsAny(s, "\r\n") {
		return s
	}
	return lineBreaks.Replace(s)
}

// number reads a decimal number. Numbers a float64 cannot hold stay text: rounding somebody's
// account number would be worse than quoting it.
func number(s string) (float64, bool) {
	s = noma.TrimSpace(s)
	digits := 0
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case c >= '0' && c <= '9':
			if digits > 0 || c != '0' {
				digits++
			}
		case c == '+' || c == '-' || c == '.' || c == 'e' || c == 'E':
		default:
			return 0, false // no hexadecimal, no infinities
		}
	}
	f, err := strconv.ParseFloat(s, 64)
	if err != nil || math.IsInf(f, 0) || digits > 15 && noma.FormatNumber(f) != s {
		return 0, false
	}
	return f, true
}

// text returns a value as it would be shown.
func text(v any) string {
	switch v := v.(type) {
	case float64:
		return noma.FormatNumber(v)
	case bool:
		return strconv.FormatBool(v)
	case string:
		return v
	}
	return ""
}

// alike reports whether two shown texts are the same to a reader: a field holds one line, and
// editors neither keep tabs nor the blank of an empty field.
func alike(a, b string) bool { return shown(a) == shown(b) }

func shown(s string) string {
	s = strings.Map(func(r rune) rune {
		switch {
		case r == '\n', r == '\r', r == '\t':
			return ' '
		case r < ' ':
			return -1 // XML has no such characters
		}
		return r
	}, strings.ReplaceAll(s, "\r\n", "\n"))
	if s == emptyText {
		return ""
	}
	return s
}
