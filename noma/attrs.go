package noma

import (
	"strconv"
	"strings"

	"github.com/nomadocx/nomadocx/noma/source"
)

// ParseAttrs reads an attribute block. block starts with `{` and ends with `}`; base is the source
// offset of its first byte, so that the spans of the result are source spans.
//
// The grammar (contract ast.md §5.4) has no errors: what is not an attribute is skipped. A key may be
// followed directly by `=` and a quoted or bare value; a key alone is a flag. There are no escapes,
// so a value cannot hold the quote that surrounds it.
func ParseAttrs(block string, base int) []Attr {
	return appendAttrs(nil, block, base)
}

func appendAttrs(attrs []Attr, block string, base int) []Attr {
	end := len(block) - 1 // before the final brace
	end -= trailingSpace(block[:max(end, 0)])
	for i := 1; i < end; {
		keyEnd := nameEnd(block[:end], i)
		if keyEnd == i {
			i++
			continue
		}
		a := Attr{Key: block[i:keyEnd], Value: Value{Kind: Bool, Bool: true}}
		at, stop := keyEnd, keyEnd
		valueEnd := keyEnd
		if keyEnd < end && block[keyEnd] == '=' {
			at, valueEnd, a.Quote = attrValue(block[:end], keyEnd+1)
			switch {
			case a.Quote != 0:
				a.Value, stop = Coerce(block[at:valueEnd]), valueEnd+1
			case valueEnd > at:
				a.Value, stop = Coerce(block[at:valueEnd]), valueEnd
			default: // "key=" and nothing: a flag and a single equals sign
				at, valueEnd = keyEnd, keyEnd
			}
		}
		a.Span = source.Span{Start: base + i, End: base + stop}
		a.ValueSpan = source.Span{Start: base + at, End: base + valueEnd}
		attrs = append(attrs, a)
		i = stop
	}
	return attrs
}

// attrValue finds the value at i: quoted, or a run without white space. A quote that is never closed
// is part of a bare value.
func attrValue(s string, i int) (start, end int, quote byte) {
	if i < len(s) && (s[i] == '"' || s[i] == '\'') {
		if j := strings.IndexByte(s[i+1:], s[i]); j >= 0 {
			return i + 1, i + 1 + j, s[i]
		}
	}
	end = i
	for end < len(s) && leadingSpace(s[end:]) == 0 {
		end++
	}
	return i, end, 0
}

// ValueKind is the type of an attribute value after coercion.
type ValueKind uint8

const (
	String ValueKind = iota
	Number
	Bool
)

// Value is a coerced attribute value. Raw is the form in the source.
type Value struct {
	Kind ValueKind
	Raw  string
	Num  float64
	Bool bool
}

// Text returns the value as the AST prints it: 1.10 is "1.1", true is "true".
func (v Value) Text() string {
	switch v.Kind {
	case Number:
		return FormatNumber(v.Num)
	case Bool:
		return strconv.FormatBool(v.Bool)
	}
	return v.Raw
}

// Name returns the value as the name of a block: a whole number is as it is in the source, as the heading "0.28.2" has the id 0282.
func (v Value) Name() string {
	if v.Kind == Number && !strings.Contains(v.Raw, ".") {
		return v.Raw
	}
	return v.Text()
}

// Coerce gives the value of an attribute its type, quoted or not: true and false are booleans; an optional minus and
// digits, or digits, a point and digits, are a number; everything else is text.
func Coerce(raw string) Value {
	v := Value{Raw: raw}
	switch {
	case raw == "true" || raw == "false":
		v.Kind, v.Bool = Bool, raw == "true"
	case isDecimal(raw):
		v.Kind = Number
		v.Num, _ = strconv.ParseFloat(raw, 64) // out of range is infinity, as elsewhere
	}
	return v
}

func isDecimal(s string) bool {
	s = strings.TrimPrefix(s, "-")
	i := 0
	for i < len(s) && isDigit(s[i]) {
		i++
	}
	if i == 0 {
		return false
	}
	if i == len(s) {
		return true
	}
	j := i + 1
	for j < len(s) && isDigit(s[j]) {
		j++
	}
	return s[i] == '.' && j > i+1 && j == len(s)
}

// stringAttr returns the value of a key when it is still text after coercion: `id=123` names nothing.
func stringAttr(attrs []Attr, key string) string {
	for i := len(attrs) - 1; i >= 0; i-- {
		if attrs[i].Key == key {
			if attrs[i].Value.Kind == String {
				return attrs[i].Value.Raw
			}
			return ""
		}
	}
	return ""
}

// SaysID reports whether an attribute id can say an id: a number is none there, though it can be the id that a title gives.
func SaysID(id string) bool {
	attrs := ParseAttrs(`{id=`+QuoteValue(id)+`}`, 0)
	return id != "" && len(attrs) == 1 && attrs[0].Value.Kind == String
}

// splitNames splits a list of ids on commas and white space.
func splitNames(s string) []string {
	return strings.FieldsFunc(s, func(r rune) bool { return r == ',' || IsSpace(r) })
}

// aliasesIn returns the names in the attribute aliases (Protocol §2.2). One name may be a whole number: a heading that was "2013" is still
// called so.
func aliasesIn(attrs []Attr) []string {
	a, ok := FindAttr(attrs, "aliases")
	if !ok || a.Value.Kind == Bool {
		return nil
	}
	return splitNames(a.Value.Name())
}

// Effective returns the list without repeated keys: of a key that is given twice the last value counts,
// at the place of the first. The list itself is returned when no key is.
func Effective(attrs []Attr) []Attr {
	if !repeats(attrs) {
		return attrs
	}
	at := make(map[string]int, len(attrs))
	out := make([]Attr, 0, len(attrs))
	for _, a := range attrs {
		if i, known := at[a.Key]; known {
			out[i] = a
			continue
		}
		at[a.Key] = len(out)
		out = append(out, a)
	}
	return out
}

func repeats(attrs []Attr) bool {
	if len(attrs) > 16 {
		return true // let the map find out
	}
	for i := range attrs {
		for j := range attrs[:i] {
			if attrs[i].Key == attrs[j].Key {
				return true
			}
		}
	}
	return false
}
