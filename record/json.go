package record

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Kind is the kind of a JSON value.
type Kind uint8

const (
	Null Kind = iota
	False
	True
	Number
	String
	Array
	Object
)

// Value is one JSON value as it was read or made. Hashes are made of Values, never of Go structs, so
// that members this program does not know are covered by them (arm-notes §1.6). Treat a Value as
// immutable: parts of it are shared.
type Value struct {
	kind  Kind
	name  string  // of the member this is the value of
	text  string  // of a string: its characters; of a number: its canonical spelling
	items []Value // of an array; of an object: its members in canonical order
}

// Limits bound what is read. A zero field stands for its default.
type Limits struct {
	Bytes     int // of a document; default 16 MiB
	Depth     int // of arrays and objects; default 64
	Values    int // in a document; default 2,000,000
	Turns     int // in a ledger; default 10,000
	Artifacts int // in a turn; default 1,000
}

func (l Limits) withDefaults() Limits {
	for _, d := range []struct {
		to *int
		by int
	}{{&l.Bytes, 16 << 20}, {&l.Depth, 64}, {&l.Values, 2_000_000}, {&l.Turns, 10_000}, {&l.Artifacts, 1000}} {
		if *d.to <= 0 {
			*d.to = d.by
		}
	}
	return l
}

// ReadError says why a text is not accepted as JSON.
type ReadError struct {
	Code    Code
	Offset  int // in bytes
	Message string
}

func (e *ReadError) Error() string {
	return fmt.Sprintf("[%s] byte %d: %s", e.Code, e.Offset, e.Message)
}

// Parse reads one JSON value by the rules of arm-notes §1, which are narrower than RFC 8259: what two
// readers could understand differently is refused. Errors are *[ReadError].
func Parse(data []byte, lim Limits) (Value, error) {
	lim = lim.withDefaults()
	if len(data) > lim.Bytes {
		return Value{}, &ReadError{LimitExceeded, lim.Bytes, fmt.Sprintf("the document is larger than %d bytes", lim.Bytes)}
	}
	p := &parser{s: string(data), lim: lim}
	p.space()
	v := p.value(0)
	p.space()
	if p.err == nil && p.at < len(p.s) {
		p.fail(JSONInvalid, "there is something behind the value")
	}
	if p.err != nil {
		return Value{}, p.err
	}
	return v, nil
}

// parser reads one text. After an error it stands still, so that callers need not look.
type parser struct {
	s     string
	at    int
	lim   Limits
	count int
	stack []Value // items of the arrays and objects being read
	slab  []Value // where finished ones go
	err   error
}

func (p *parser) fail(code Code, message string) {
	if p.err == nil {
		p.err = &ReadError{code, p.at, message}
	}
}

func (p *parser) space() {
	for p.at < len(p.s) {
		switch p.s[p.at] {
		case ' ', '\t', '\n', '\r':
			p.at++
		default:
			return
		}
	}
}

// next is the byte at hand, 0 at the end of the text or after an error.
func (p *parser) next() byte {
	if p.err != nil || p.at >= len(p.s) {
		return 0
	}
	return p.s[p.at]
}

func (p *parser) value(depth int) Value {
	if p.count++; p.count > p.lim.Values {
		p.fail(LimitExceeded, fmt.Sprintf("there are more than %d values", p.lim.Values))
		return Value{}
	}
	switch c := p.next(); {
	case c == '{' || c == '[':
		if depth == p.lim.Depth {
			p.fail(LimitExceeded, fmt.Sprintf("values are nested more than %d deep", p.lim.Depth))
			return Value{}
		}
		if c == '{' {
			return p.object(depth + 1)
		}
		return p.array(depth + 1)
	case c == '"':
		return Value{kind: String, text: p.text()}
	case c == '-' || c >= '0' && c <= '9':
		return Value{kind: Number, text: p.number()}
	}
	for word, kind := range words {
		if p.err == nil && strings.HasPrefix(p.s[p.at:], word) {
			p.at += len(word)
			return Value{kind: kind}
		}
	}
	p.fail(JSONInvalid, "there is no value here")
	return Value{}
}

var words = map[string]Kind{"null": Null, "true": True, "false": False}

func (p *parser) array(depth int) Value {
	p.at++
	base := len(p.stack)
	p.space()
	if p.next() == ']' {
		p.at++
		return Value{kind: Array}
	}
	for {
		p.space()
		v := p.value(depth)
		if p.err != nil {
			return Value{}
		}
		p.stack = append(p.stack, v)
		if p.more(']') {
			continue
		}
		return Value{kind: Array, items: p.keep(base)}
	}
}

func (p *parser) object(depth int) Value {
	p.at++
	base := len(p.stack)
	p.space()
	if p.next() == '}' {
		p.at++
		return Value{kind: Object}
	}
	sorted := true
	for {
		p.space()
		if p.next() != '"' {
			p.fail(JSONInvalid, "a member has no name")
			return Value{}
		}
		name := p.text()
		p.space()
		if p.next() != ':' {
			p.fail(JSONInvalid, "a colon is missing")
			return Value{}
		}
		p.at++
		p.space()
		v := p.value(depth)
		if p.err != nil {
			return Value{}
		}
		v.name = name
		if n := len(p.stack); n > base && compareUTF16(p.stack[n-1].name, name) >= 0 {
			sorted = false
		}
		p.stack = append(p.stack, v)
		if p.more('}') {
			continue
		}
		members := p.keep(base)
		if !sorted && p.err == nil {
			slices.SortFunc(members, byName)
			for i := 1; i < len(members); i++ {
				if members[i].name == members[i-1].name {
					p.fail(JSONDuplicateMember, "an object has the member "+strconv.Quote(clip(members[i].name))+" twice")
				}
			}
		}
		return Value{kind: Object, items: members}
	}
}

// more goes past a comma and is true, or past the end of an array or object.
func (p *parser) more(end byte) bool {
	p.space()
	switch p.next() {
	case ',':
		p.at++
		return true
	case end:
		p.at++
	default:
		p.fail(JSONInvalid, "a comma or the end of a list is missing")
	}
	return false
}

// keep moves the finished items from the stack to their place.
func (p *parser) keep(base int) []Value {
	n := len(p.stack) - base
	if n > len(p.slab) {
		p.slab = make([]Value, max(n, 1024))
	}
	out := p.slab[:n:n]
	p.slab = p.slab[n:]
	copy(out, p.stack[base:])
	p.stack = p.stack[:base]
	return out
}

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
