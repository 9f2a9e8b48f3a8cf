package pdf

import (
	"bytes"
	"fmt"
	"strconv"
)

// This file reads and writes the objects of PDF as text (ISO 32000-1 §7.2 and §7.3). Nothing in it calls itself, so that no nesting
// of a file costs more than its bytes.

// token returns the first token of a text and the text behind it; the token is empty at the end. Strings are one token, and so are
// names with their slash; << >> [ ] { } stand alone.
func token(b []byte) (tok, rest []byte) {
	for len(b) > 0 && (isSpace(b[0]) || b[0] == '%') {
		if b[0] != '%' {
			b = b[1:]
			continue
		}
		if i := bytes.IndexAny(b, "\r\n"); i >= 0 {
			b = b[i:]
		} else {
			b = nil
		}
	}
	if len(b) == 0 {
		return nil, nil
	}
	n := 1
	switch c := b[0]; {
	case c == '(':
		for depth := 1; n < len(b) && depth > 0; n++ {
			switch b[n] {
			case '\\':
				n++
			case '(':
				depth++
			case ')':
				depth--
			}
		}
		n = min(n, len(b))
	case (c == '<' || c == '>') && len(b) > 1 && b[1] == c:
		n = 2
	case c == '<':
		if n = bytes.IndexByte(b, '>') + 1; n == 0 {
			n = len(b)
		}
	case c != '/' && ends[c]:
	default:
		for n < len(b) && !ends[b[n]] {
			n++
		}
	}
	return b[:n], b[n:]
}

// ends has the characters that end a name, a number or an operator: white space and delimiters.
var ends = func() (out [256]bool) {
	for _, c := range []byte("\x00\t\n\f\r ()<>[]{}/%") {
		out[c] = true
	}
	return out
}()

func isSpace(c byte) bool { return c == ' ' || c >= '\t' && c <= '\r' && c != '\v' || c == 0 }

// value returns the first object of a text, such as a dictionary, a string or a reference, and the text behind it.
func value(b []byte) (val, rest []byte) {
	tok, rest := token(b)
	if len(tok) == 0 {
		return nil, nil
	}
	start := b[len(b)-len(rest)-len(tok):]
	switch {
	case tok[0] == '[' || string(tok) == "<<":
		for depth := 1; depth > 0 && len(tok) > 0; {
			tok, rest = token(rest)
			switch string(tok) {
			case "[", "<<":
				depth++
			case "]", ">>":
				depth--
			}
		}
	case allDigits(tok):
		if gen, after := token(rest); len(gen) > 0 && allDigits(gen) {
			if r, behind := token(after); string(r) == "R" {
				rest = behind
			}
		}
	}
	return start[:len(start)-len(rest)], rest
}

// items returns the objects of an array, without its brackets.
func items(array []byte) (out [][]byte) {
	rest, ok := bytes.CutPrefix(bytes.TrimSpace(array), []byte("["))
	for ok {
		var v []byte
		if v, rest = value(rest); len(v) == 0 || v[0] == ']' {
			break
		}
		out = append(out, v)
	}
	return out
}

// dict is a dictionary, its entries in the order of the file.
type dict []entry

type entry struct {
	key   string // without slash
	value []byte
}

// readDict returns the dictionary that a text begins with; false when there is none.
func readDict(b []byte) (dict, bool) {
	tok, rest := token(b)
	if string(tok) != "<<" {
		return nil, false
	}
	var d dict
	for {
		key, after := token(rest)
		if len(key) < 1 || key[0] != '/' {
			return d, string(key) == ">>"
		}
		var v []byte
		if v, rest = value(after); len(v) == 0 {
			return d, false
		}
		d = append(d, entry{string(key[1:]), v})
	}
}

// get returns the value of a key, nil when there is none.
func (d dict) get(key string) []byte {
	for _, e := range d {
		if e.key == key {
			return e.value
		}
	}
	return nil
}

// name returns the value of a key as a name without slash.
func (d dict) name(key string) string {
	if v := d.get(key); len(v) > 0 && v[0] == '/' {
		return string(v[1:])
	}
	return ""
}

// with returns the dictionary with another value of a key; an empty one takes the entry out.
func (d dict) with(key, value string) dict {
	out := make(dict, 0, len(d)+1)
	for _, e := range d {
		if e.key != key {
			out = append(out, e)
		}
	}
	if value != "" {
		out = append(out, entry{key, []byte(value)})
	}
	return out
}

func (d dict) bytes() []byte {
	out := []byte("<<")
	for i, e := range d {
		if i > 0 {
			out = append(out, '\n')
		}
		out = append(append(append(append(out, '/'), e.key...), ' '), e.value...)
	}
	return append(out, ">>"...)
}

// ref returns the object that a value refers to; false when it is something else.
func ref(v []byte) (int, bool) {
	n, rest := token(v)
	_, rest = token(rest)
	if r, _ := token(rest); string(r) != "R" {
		return 0, false
	}
	i, err := strconv.Atoi(string(n))
	return i, err == nil && i > 0
}

func refText(object int) string { return fmt.Sprintf("%d 0 R", object) }

// integer returns a value as a number; false when it is none.
func integer(v []byte) (int, bool) {
	i, err := strconv.Atoi(string(v))
	return i, err == nil
}
