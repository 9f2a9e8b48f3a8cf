package arm

import (
	"slices"
	"strconv"
)

// Making and reading Values.

func text(s string) Value { return Value{kind: String, text: s} }

func whole(n int) Value { return Value{kind: Number, text: strconv.Itoa(n)} }

func boolean(b bool) Value {
	if b {
		return Value{kind: True}
	}
	return Value{kind: False}
}

func list(items ...Value) Value { return Value{kind: Array, items: items} }

// as returns the value as a member.
func (v Value) as(name string) Value { v.name = name; return v }

// object makes an object of members that were named with as.
func object(members ...Value) Value {
	slices.SortFunc(members, byName)
	return Value{kind: Object, items: members}
}

func byName(a, b Value) int { return compareUTF16(a.name, b.name) }

// Kind returns the kind of the value.
func (v *Value) Kind() Kind { return v.kind }

// Get returns a member of an object, nil when it is absent.
func (v *Value) Get(name string) *Value {
	if v == nil || v.kind != Object {
		return nil
	}
	for i := range v.items {
		if v.items[i].name == name {
			return &v.items[i]
		}
	}
	return nil
}

// Text returns a string member, "" when it is absent or no string.
func (v *Value) Text(name string) string {
	if m := v.Get(name); m != nil && m.kind == String {
		return m.text
	}
	return ""
}

// Items returns the items of an array member, nil when it is absent or no array.
func (v *Value) Items(name string) []Value {
	if m := v.Get(name); m != nil && m.kind == Array {
		return m.items
	}
	return nil
}

// int returns an integer member, 0 when it is none.
func (v *Value) int(name string) int {
	m := v.Get(name)
	if m == nil || m.kind != Number {
		return 0
	}
	n, err := strconv.Atoi(m.text)
	if err != nil {
		return 0
	}
	return n
}

// without returns the object less some members.
func (v Value) without(names ...string) Value {
	items := make([]Value, 0, len(v.items))
	for _, m := range v.items {
		if !slices.Contains(names, m.name) {
			items = append(items, m)
		}
	}
	v.items = items
	return v
}

// with returns the object with members added or replaced.
func (v Value) with(members ...Value) Value {
	names := make([]string, len(members))
	for i := range members {
		names[i] = members[i].name
	}
	v = v.without(names...)
	v.items = append(v.items, members...)
	slices.SortFunc(v.items, byName)
	return v
}
