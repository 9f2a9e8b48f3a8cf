package arm

import (
	"crypto/sha256"
	"encoding/hex"
	"strings"
	"unicode/utf8"
)

// Canonical returns the value in the one form that is hashed and signed (RFC 8785).
func (v Value) Canonical() []byte { return appendCanonical(nil, &v) }

// hash returns "sha256:" and the hexadecimal SHA-256 of the canonical form.
func (v Value) hash() string { h, _ := hashInto(&v, nil); return h }

// hashInto hashes with a buffer that is reused: give the second result to the next call.
func hashInto(v *Value, buf []byte) (string, []byte) {
	buf = appendCanonical(buf[:0], v)
	return hashText(buf), buf
}

func hashText(b []byte) string {
	sum := sha256.Sum256(b)
	out := make([]byte, 0, 7+64)
	return string(hex.AppendEncode(append(out, "sha256:"...), sum[:]))
}

func appendCanonical(b []byte, v *Value) []byte {
	switch v.kind {
	case Null:
		return append(b, "null"...)
	case False:
		return append(b, "false"...)
	case True:
		return append(b, "true"...)
	case Number:
		return append(b, v.text...)
	case String:
		return appendString(b, v.text)
	}
	brackets := "[]"
	if v.kind == Object {
		brackets = "{}"
	}
	b = append(b, brackets[0])
	for i := range v.items {
		if i > 0 {
			b = append(b, ',')
		}
		m := &v.items[i]
		if v.kind == Object {
			b = append(appendString(b, m.name), ':')
		}
		b = appendCanonical(b, m)
	}
	return append(b, brackets[1])
}

// appendString escapes what RFC 8785 §3.2.2.2 says and nothing else.
func appendString(b []byte, s string) []byte {
	b = append(b, '"')
	from := 0
	for i := 0; i < len(s); i++ {
		c := s[i]
		if c >= ' ' && c != '"' && c != '\\' {
			continue
		}
		b = append(b, s[from:i]...)
		from = i + 1
		if j := strings.IndexByte("\b\t\n\f\r\"\\", c); j >= 0 {
			b = append(b, '\\', "btnfr\"\\"[j])
		} else {
			b = append(b, '\\', 'u', '0', '0', "0123456789abcdef"[c>>4], "0123456789abcdef"[c&15])
		}
	}
	return append(append(b, s[from:]...), '"')
}

// compareUTF16 orders strings by their UTF-16 code units, as RFC 8785 §3.2.3 sorts members. It
// differs from the order of bytes only where characters beyond U+FFFF meet those from U+E000 on.
func compareUTF16(a, b string) int {
	i := 0
	for i < len(a) && i < len(b) && a[i] == b[i] {
		i++
	}
	if i == len(a) || i == len(b) {
		return len(a) - len(b)
	}
	if a[i] < utf8.RuneSelf || b[i] < utf8.RuneSelf {
		return int(a[i]) - int(b[i])
	}
	for i > 0 && !utf8.RuneStart(a[i]) {
		i--
	}
	x, _ := utf8.DecodeRuneInString(a[i:])
	y, _ := utf8.DecodeRuneInString(b[i:])
	if x > 0xffff != (y > 0xffff) {
		// The first unit of a pair lies between U+D800 and U+DBFF.
		if x > 0xffff && y >= 0xe000 || y > 0xffff && x < 0xd800 {
			return -1
		}
		return 1
	}
	return int(x) - int(y)
}
