package arm

import (
	"strings"
	"unicode/utf8"
)

// text reads a string; the quotation mark is at hand.
func (p *parser) text() string {
	p.at++
	from, ascii := p.at, true
	for p.at < len(p.s) {
		switch c := p.s[p.at]; {
		case c == '"':
			s := p.s[from:p.at]
			if !ascii && !p.utf8(s, from) {
				return ""
			}
			p.at++
			return s
		case c == '\\':
			if !ascii && !p.utf8(p.s[from:p.at], from) {
				return ""
			}
			return p.escaped(from)
		case c < ' ':
			p.fail(JSONInvalid, "a string holds a control character that is not escaped")
			return ""
		case c >= utf8.RuneSelf:
			ascii = false
		}
		p.at++
	}
	p.fail(JSONInvalid, "the text ends inside a string")
	return ""
}

// utf8 checks raw characters. A surrogate written as three bytes has an error of its own.
func (p *parser) utf8(s string, offset int) bool {
	if utf8.ValidString(s) {
		return true
	}
	for i := 0; i < len(s); {
		r, n := utf8.DecodeRuneInString(s[i:])
		if r == utf8.RuneError && n == 1 {
			p.at = offset + i
			if s[i] == 0xed && i+2 < len(s) && s[i+1] >= 0xa0 && s[i+1] <= 0xbf && s[i+2]&0xc0 == 0x80 {
				p.fail(JSONLoneSurrogate, "half of a surrogate pair")
			} else {
				p.fail(JSONInvalid, "the text is not UTF-8")
			}
			return false
		}
		i += n
	}
	return true
}

// escaped reads the rest of a string from its first escape on; what is before it begins at from.
func (p *parser) escaped(from int) string {
	b := []byte(p.s[from:p.at])
	for p.at < len(p.s) {
		c := p.s[p.at]
		switch {
		case c == '"':
			p.at++
			return string(b)
		case c < ' ':
			p.fail(JSONInvalid, "a string holds a control character that is not escaped")
			return ""
		case c != '\\':
			start := p.at
			for p.at < len(p.s) && p.s[p.at] != '"' && p.s[p.at] != '\\' && p.s[p.at] >= ' ' {
				p.at++
			}
			end := p.at
			if !p.utf8(p.s[start:end], start) {
				return ""
			}
			b = append(b, p.s[start:end]...)
			continue
		}
		p.at++
		switch c := p.next(); c {
		case '"', '\\', '/':
			b = append(b, c)
		case 'b':
			b = append(b, '\b')
		case 'f':
			b = append(b, '\f')
		case 'n':
			b = append(b, '\n')
		case 'r':
			b = append(b, '\r')
		case 't':
			b = append(b, '\t')
		case 'u':
			r, ok := p.unicode()
			if !ok {
				return ""
			}
			b = utf8.AppendRune(b, r)
			continue
		default:
			p.fail(JSONInvalid, "an escape that JSON does not have")
			return ""
		}
		p.at++
	}
	p.fail(JSONInvalid, "the text ends inside a string")
	return ""
}

// unicode reads \uXXXX, or two of them that make one character; the u is at hand.
func (p *parser) unicode() (rune, bool) {
	hex := func() (rune, bool) {
		p.at++
		if p.at+4 > len(p.s) {
			p.fail(JSONInvalid, "the text ends inside an escape")
			return 0, false
		}
		var r rune
		for _, c := range []byte(p.s[p.at : p.at+4]) {
			d := strings.IndexByte("0123456789abcdef", c|0x20)
			if d < 0 || c < '0' {
				p.fail(JSONInvalid, "an escape has a character that is no hexadecimal digit")
				return 0, false
			}
			r = r<<4 | rune(d)
		}
		p.at += 4
		return r, true
	}
	r, ok := hex()
	if !ok || r < 0xd800 || r > 0xdfff {
		return r, ok
	}
	if r < 0xdc00 && strings.HasPrefix(p.s[p.at:], `\u`) {
		p.at++
		low, ok := hex()
		if !ok {
			return 0, false
		}
		if low >= 0xdc00 && low <= 0xdfff {
			return 0x10000 + (r-0xd800)<<10 + (low - 0xdc00), true
		}
	}
	p.fail(JSONLoneSurrogate, "half of a surrogate pair")
	return 0, false
}

func clip(s string) string {
	if len(s) > 60 {
		return s[:60] + "…"
	}
	return s
}
