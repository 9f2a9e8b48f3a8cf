package dataset

import (
	"encoding/json"
	"strconv"
	"strings"

	"github.com/nomadocx/nomadocx/noma"
)

// literal is a new value for a typed format: nil, a bool, a number by its form, or a string.
type literal struct {
	kind literalKind
	text string // of a number or a string
	yes  bool
}

type literalKind uint8

const (
	textLiteral literalKind = iota
	nullLiteral
	boolLiteral
	numberLiteral
)

// Column types that matter for new cells; every other type is text.
const (
	untyped     = ""
	numberType  = "number"
	booleanType = "boolean"
	stringType  = "string"
)

// typed reads what a person typed into a cell as a value of the column's type. What does not fit the
// type stays text: nothing that was typed is lost. An untyped cell is a number or a boolean only when
// its form is one (differences.md B8: 1 is not true, 1.50 stays 1.50).
func typed(value, columnType string) literal {
	s := noma.TrimSpace(value)
	switch columnType {
	case numberType, "integer":
		if s == "" {
			return literal{kind: nullLiteral}
		}
		if n, ok := numberSpelling(s); ok {
			return literal{kind: numberLiteral, text: n}
		}
	case booleanType:
		switch strings.ToLower(s) {
		case "":
			return literal{kind: nullLiteral}
		case "true", "yes", "1":
			return literal{kind: boolLiteral, yes: true}
		case "false", "no", "0":
			return literal{kind: boolLiteral}
		}
	case untyped:
		switch {
		case s == "true" || s == "false":
			return literal{kind: boolLiteral, yes: s == "true"}
		case plainNumber(s):
			return literal{kind: numberLiteral, text: s}
		}
	}
	return literal{text: value}
}

// missing returns the value of a cell nobody gave: null in a column of numbers or booleans, else "".
func missing(columnType string) literal {
	if columnType == numberType || columnType == booleanType || columnType == "integer" {
		return literal{kind: nullLiteral}
	}
	return literal{}
}

// columnOf returns the type a column's values agree on, without those of one row. Nulls and empty strings say nothing.
func (g *Grid) columnOf(column, except int) string {
	if t := g.Types[column]; t != "" {
		return t
	}
	if g.Others != nil {
		return g.Others[column].agreed()
	}
	var k Kinds
	for i, r := range g.Rows {
		if i != except && column < len(r) {
			k.Count(r[column], 1)
		}
	}
	return k.agreed()
}

// Kinds counts what kinds of values a column has.
type Kinds struct{ booleans, numbers, texts int }

// Count adds a cell, n times.
func (k *Kinds) Count(c Cell, n int) {
	switch v := c.Value.(type) {
	case bool:
		k.booleans += n
	case float64:
		k.numbers += n
	case string:
		if v != "" {
			k.texts += n
		}
	}
}

func (k Kinds) agreed() string {
	switch {
	case k.numbers+k.texts == 0 && k.booleans > 0:
		return booleanType
	case k.booleans+k.texts == 0 && k.numbers > 0:
		return numberType
	case k.booleans+k.numbers == 0 && k.texts > 0:
		return stringType
	}
	return untyped
}

// newColumnType returns the type of a column by its first cells; blank ones say nothing.
func newColumnType(cells []string) string {
	numbers, booleans, some := true, true, false
	for _, c := range cells {
		c = noma.TrimSpace(c)
		if c == "" {
			continue
		}
		some = true
		numbers = numbers && plainNumber(c)
		switch strings.ToLower(c) {
		case "true", "false", "yes", "no":
		default:
			booleans = false
		}
	}
	switch {
	case some && numbers:
		return numberType
	case some && booleans:
		return booleanType
	}
	return stringType
}

// newCell returns a cell of a new column: blank cells are the empty string whatever the type.
func newCell(value, columnType string) literal {
	if noma.TrimSpace(value) == "" {
		return literal{}
	}
	return typed(value, columnType)
}

// plainNumber reports whether s is a number in the notation that JSON and YAML share.
func plainNumber(s string) bool {
	i := 0
	digits := func() bool {
		from := i
		for i < len(s) && s[i] >= '0' && s[i] <= '9' {
			i++
		}
		return i > from
	}
	if i < len(s) && s[i] == '-' {
		i++
	}
	zero := i < len(s) && s[i] == '0'
	from := i
	if !digits() || zero && i > from+1 {
		return false
	}
	if i < len(s) && s[i] == '.' {
		i++
		if !digits() {
			return false
		}
	}
	if i < len(s) && (s[i] == 'e' || s[i] == 'E') {
		i++
		if i < len(s) && (s[i] == '+' || s[i] == '-') {
			i++
		}
		if !digits() {
			return false
		}
	}
	return i == len(s)
}

// numberSpelling returns how a number that a person typed is written: as typed where JSON and YAML read
// that as a decimal number (1.50 stays), else the shortest decimal (007 is 7, 1e3 is 1000).
func numberSpelling(s string) (string, bool) {
	if plainNumber(s) && !strings.ContainsAny(s, "eE") {
		return s, true
	}
	if strings.ContainsAny(s, "_xXpPnN") { // what only Go reads as a number
		return "", false
	}
	n, err := strconv.ParseFloat(s, 64)
	if err != nil {
		return "", false
	}
	return noma.FormatNumber(n), true
}

// show returns the display text of a value (contract docx-package.md §5.2).
func show(v any) string {
	switch v := v.(type) {
	case nil:
		return ""
	case string:
		return v
	case bool:
		return strconv.FormatBool(v)
	case float64:
		return noma.FormatNumber(v)
	}
	var b strings.Builder
	writeJSON(&b, v)
	return b.String()
}

// writeJSON prints a value in compact JSON.
func writeJSON(b *strings.Builder, v any) {
	switch v := v.(type) {
	case nil:
		b.WriteString("null")
	case string:
		b.WriteString(jsonString(v))
	case []any:
		b.WriteByte('[')
		for i, e := range v {
			if i > 0 {
				b.WriteByte(',')
			}
			writeJSON(b, e)
		}
		b.WriteByte(']')
	case noma.Map:
		b.WriteByte('{')
		for i, e := range v {
			if i > 0 {
				b.WriteByte(',')
			}
			b.WriteString(jsonString(e.Key))
			b.WriteByte(':')
			writeJSON(b, e.Value)
		}
		b.WriteByte('}')
	default:
		b.WriteString(show(v))
	}
}

// jsonString spells a string as JSON without the HTML escapes of encoding/json.
func jsonString(s string) string {
	var b strings.Builder
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(s); err != nil {
		return `""` // a string always encodes
	}
	return strings.TrimSuffix(b.String(), "\n")
}

// json spells a new value in JSON.
func (l literal) json() string {
	switch l.kind {
	case nullLiteral:
		return "null"
	case boolLiteral:
		return strconv.FormatBool(l.yes)
	case numberLiteral:
		return l.text
	}
	return jsonString(l.text)
}
