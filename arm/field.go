package arm

import (
	"strconv"
	"strings"
	"time"

	"github.com/nomadocx/nomadocx/noma/source"
)

// The field types of arm-notes §2. They are written out, not regular expressions: a ledger of ten
// thousand turns holds half a million fields.

func isID(s string) bool {
	if len(s) == 0 || len(s) > 200 || !alphanumeric(s[0]) {
		return false
	}
	for i := 1; i < len(s); i++ {
		if c := s[i]; !alphanumeric(c) && strings.IndexByte("._:/@+-", c) < 0 {
			return false
		}
	}
	return true
}

func alphanumeric(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9'
}

func isHash(s string) bool {
	digits, ok := strings.CutPrefix(s, "sha256:")
	return ok && source.IsHash(digits)
}

// timeLayout is the one form of a time; equal times are equal strings.
const timeLayout = "2006-01-02T15:04:05.000Z"

// Timestamp spells a time as records do: UTC, milliseconds.
func Timestamp(t time.Time) string { return t.UTC().Format(timeLayout) }

// IsTime reports whether a text is a time as records spell it, of a day that exists.
func IsTime(s string) bool {
	if len(s) != len(timeLayout) {
		return false
	}
	for i := 0; i < len(s); i++ {
		switch c, want := s[i], timeLayout[i]; want {
		case '-', ':', 'T', '.', 'Z':
			if c != want {
				return false
			}
		default:
			if c < '0' || c > '9' {
				return false
			}
		}
	}
	number := func(from, to int) int { n, _ := strconv.Atoi(s[from:to]); return n }
	year, month, day := number(0, 4), number(5, 7), number(8, 10)
	if month < 1 || month > 12 || day < 1 || number(11, 13) > 23 || number(14, 16) > 59 || number(17, 19) > 59 {
		return false
	}
	days := [...]int{31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31}[month-1]
	if month == 2 && year%4 == 0 && (year%100 != 0 || year%400 == 0) {
		days = 29
	}
	return day <= days
}

// isBase64 reports whether a text is unpadded base64url of exactly so many bytes, its unused last
// bits zero. The library's strict decoder skips line breaks, so the text is examined first.
func isBase64(s string, bytes int) bool {
	if len(s) != (bytes*8+5)/6 {
		return false
	}
	value := 0
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case c >= 'A' && c <= 'Z':
			value = int(c - 'A')
		case c >= 'a' && c <= 'z':
			value = int(c-'a') + 26
		case c >= '0' && c <= '9':
			value = int(c-'0') + 52
		case c == '-':
			value = 62
		case c == '_':
			value = 63
		default:
			return false
		}
	}
	unused := len(s)*6 - bytes*8
	return value&(1<<unused-1) == 0
}

func isSignature(s string) bool { return isBase64(s, 64) }
