package patch

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strings"
)

// DecodeOps reads a request: one operation, an array of them, or {"ops": [...], "prevalidate": bool,
// "postvalidate": bool}. Every operation is checked for its shape; the first violation is an [*Error]
// with [InvalidContent], or [UnsupportedOp] for a name that is not in the catalogue. Fields that an
// operation does not have are ignored; those of the object around a list are not.
func DecodeOps(data []byte) (Transaction, error) {
	var tx Transaction
	data = bytes.TrimSpace(bytes.TrimPrefix(data, []byte("\uFEFF")))
	if !json.Valid(data) {
		var v any
		return tx, bad("the operations are not JSON: %v", json.Unmarshal(data, &v))
	}
	raw := []json.RawMessage{data}
	if data[0] == '{' {
		o, _ := decodeObject(data)
		list, wrapped := o.fields["ops"]
		if _, single := o.fields["op"]; wrapped && !single {
			for _, key := range o.keys { // a check that is misspelt must not count as made
				if !slices.Contains(transactionKeys, key) {
					return tx, bad("a list of operations has no field %q; it has %s", key, strings.Join(transactionKeys, ", "))
				}
			}
			for _, f := range []struct {
				name string
				flag *bool
			}{{"prevalidate", &tx.PreValidate}, {"postvalidate", &tx.PostValidate}} {
				if v, ok := o.fields[f.name]; ok && json.Unmarshal(v, f.flag) != nil {
					return tx, bad("%s must be true or false", f.name)
				}
			}
			raw, data = nil, list
		}
	}
	if data[0] == '[' {
		raw = nil // decoding must not write into the caller's bytes
		if err := json.Unmarshal(data, &raw); err != nil {
			return tx, bad("the operations are not JSON: %v", err)
		}
	} else if raw == nil {
		return tx, bad("ops must be a list of operations")
	}
	for i, r := range raw {
		op, err := decodeOp(r)
		if err != nil {
			return tx, at(err, i)
		}
		tx.Ops = append(tx.Ops, op)
	}
	return tx, nil
}

// object is a JSON object that remembers the order of its keys.
type object struct {
	keys   []string
	fields map[string]json.RawMessage
}

func decodeObject(data []byte) (object, error) {
	o := object{fields: map[string]json.RawMessage{}}
	dec := json.NewDecoder(bytes.NewReader(data))
	if t, err := dec.Token(); err != nil || t != json.Delim('{') {
		return o, bad("an operation must be an object")
	}
	for dec.More() {
		t, err := dec.Token()
		if err != nil {
			return o, bad("the operation is not JSON: %v", err)
		}
		key, _ := t.(string)
		var v json.RawMessage
		if err := dec.Decode(&v); err != nil {
			return o, bad("the operation is not JSON: %v", err)
		}
		if _, again := o.fields[key]; !again {
			o.keys = append(o.keys, key)
		}
		o.fields[key] = v
	}
	return o, nil
}

func decodeOp(data []byte) (Op, error) {
	var op Op
	o, err := decodeObject(data)
	if err != nil {
		return op, err
	}
	if v, ok := o.fields["op"]; ok {
		if json.Unmarshal(v, &op.Op) != nil {
			return op, refuse(UnsupportedOp, "unknown patch op %s", v)
		}
	}
	s := shapes[op.Op]
	if s == nil {
		return op, refuse(UnsupportedOp, "unknown patch op %q%s", op.Op, likeOp(op.Op))
	}
	for _, f := range s.fields {
		v, given := o.fields[f.name]
		null := given && string(v) == "null"
		switch {
		case given && null && f.kind == attrField: // removes the attribute (Protocol §3.1.4)
		case (!given || null) && !f.required:
		case !given || null || !op.set(f, v):
			return op, violation(op.Op, f, o)
		case f.name == "baseHash" && op.BaseHash == "":
			return op, hashShape("") // who sends a hash counts on it being compared
		}
	}
	return op, nil
}

// likeOp names the operation that a misspelt one is like.
func likeOp(name string) string {
	for _, s := range catalogue {
		if distance(name[:min(len(name), 40)], s.op) <= 2 {
			return "; did you mean " + quote(s.op) + "?"
		}
	}
	return ""
}

// violation explains a missing or mistyped field. The words are part of the contract
// (clarifications.md 32).
func violation(op string, f field, o object) error {
	hint := ""
	if _, given := o.fields[f.name]; !given {
		for _, m := range misnomers[f.name] {
			if slices.Contains(o.keys, m) {
				hint = fmt.Sprintf(" — found %q; did you mean %q?", m, f.name)
				break
			}
		}
	}
	if v, given := o.fields[f.name]; given {
		hint = fmt.Sprintf(": %s must be %s, not %s", f.name, kindWords[f.kind], shortJSON(v))
	}
	return bad("op %q requires %s %q%s (received fields: %s)", op, f.kind, f.name, hint, strings.Join(o.keys, ", "))
}

// kindWords say what a field must hold.
var kindWords = map[kind]string{
	stringField: "a string", numberField: "a whole number", columnField: "a whole number from 0 or a column's label",
	stringsField: "a list of strings", attrField: "a string, number, boolean or null",
}

// shortJSON returns a value as it was given, or what it is when it is long.
func shortJSON(v json.RawMessage) string {
	if len(v) <= 40 {
		return string(v)
	}
	switch v[0] {
	case '{':
		return "an object"
	case '[':
		return "that list"
	}
	return strings.ToValidUTF8(string(v[:40]), "") + "…"
}

// transactionKeys are the fields of the object around a list of operations.
var transactionKeys = []string{"ops", "prevalidate", "postvalidate", "expected_sha", "base_sha256"}

// set decodes a field's value into its place and reports whether it has the right kind.
func (o *Op) set(f field, data json.RawMessage) bool {
	switch p := o.place(f).(type) {
	case *string:
		return json.Unmarshal(data, p) == nil
	case **string:
		return json.Unmarshal(data, p) == nil
	case *[]string:
		var cells []*string
		if json.Unmarshal(data, &cells) != nil || slices.Contains(cells, nil) {
			return false
		}
		*p = make([]string, len(cells))
		for i, c := range cells {
			(*p)[i] = *c
		}
		return true
	case *int:
		return decodeInt(data, p)
	case **int:
		*p = new(int)
		return decodeInt(data, *p)
	case *Column:
		if f.kind == columnField && json.Unmarshal(data, &p.Name) == nil {
			p.ByName = true
			return true
		}
		return decodeInt(data, &p.Index)
	case *any:
		if f.kind == stringField {
			var s string
			if json.Unmarshal(data, &s) != nil {
				return false
			}
			*p = s
			return true
		}
		if json.Unmarshal(data, p) != nil {
			return false
		}
		switch (*p).(type) {
		case string, float64, bool:
			return true
		}
	}
	return false
}

// decodeInt takes whole numbers, also when they are written 1.0; what no index can be becomes one
// that is out of any range.
func decodeInt(data json.RawMessage, p *int) bool {
	var n float64
	if json.Unmarshal(data, &n) != nil || n != math.Trunc(n) {
		return false
	}
	*p = int(max(-1<<31, min(n, 1<<31-1)))
	return true
}

// MarshalJSON prints an operation with the fields its name calls for, empty optional ones left out.
func (o Op) MarshalJSON() ([]byte, error) {
	s := shapes[o.Op]
	if s == nil {
		return nil, fmt.Errorf("patch: unknown operation %q", o.Op)
	}
	var b bytes.Buffer
	b.WriteString(`{"op":`)
	if err := writeJSON(&b, o.Op); err != nil {
		return nil, err
	}
	for _, f := range s.fields {
		var v any
		switch p := o.place(f).(type) {
		case *string:
			if *p == "" && !f.required {
				continue
			}
			v = *p
		case **string:
			if *p == nil {
				continue
			}
			v = **p
		case *[]string:
			if v = *p; *p == nil {
				v = []string{}
			}
		case *int:
			v = *p
		case **int:
			if *p == nil {
				continue
			}
			v = **p
		case *Column:
			if v = p.Index; p.ByName {
				v = p.Name
			}
		case *any:
			v = *p
		}
		fmt.Fprintf(&b, ",%q:", f.name)
		if err := writeJSON(&b, v); err != nil {
			return nil, err
		}
	}
	b.WriteByte('}')
	return b.Bytes(), nil
}

// UnmarshalJSON reads one operation and checks its shape, as [DecodeOps] does.
func (o *Op) UnmarshalJSON(data []byte) error {
	op, err := decodeOp(data)
	if err != nil {
		return err
	}
	*o = op
	return nil
}

func writeJSON(b *bytes.Buffer, v any) error {
	e := json.NewEncoder(b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		return err
	}
	b.Truncate(b.Len() - 1) // the line feed
	return nil
}
