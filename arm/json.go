package arm

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
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
	text  string  // of a string: its characters; of a number: its canonical form
	items []Value // of an array; of an object: its members in canonical order
}

// Limits bound what is read. A zero field stands for its default.
type Limits struct {
	Bytes     int // of a document; default 16 MiB
	Depth     int // of arrays and objects; default 64
	Values    int // in a document; default 700,000
	Turns     int // in a ledger; default 10,000
	Artifacts int // in a turn; default 1,000
}

func (l Limits) withDefaults() Limits {
	for _, d := range []struct {
		to *int
		by int
	}{{&l.Bytes, 16 << 20}, {&l.Depth, 64}, {&l.Values, 700_000}, {&l.Turns, 10_000}, {&l.Artifacts, 1000}} {
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
	return fmt.Sprintf("byte %d: %s", e.Offset, e.Message)
}

// Parse reads one JSON value by the rules of arm-notes §1, which are narrower than RFC 8259: what two
// readers could understand differently is refused. Errors are *[ReadError].
func Parse(data []byte, lim Limits) (Value, error) {
	lim = lim.withDefaults()
	if len(data) > lim.Bytes {
		return Value{}, &ReadError{LimitExceeded, lim.Bytes, fmt.Sprintf("the document is larger than %d bytes", lim.Bytes)}
	}
	p := &parser{s: string(data), lim: lim}
	if strings.HasPrefix(p.s, "\ufeff") {
		p.fail(JSONInvalid, "the text begins with a byte order mark; save it without one")
	}
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

// next returns the byte at the place that is read, 0 at the end of the text or after an error.
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
