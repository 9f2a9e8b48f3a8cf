package arm

import (
	"strconv"
	"strings"
)

// A shape says which members an object has and what they are (arm-notes §3). Whatever has
// passed its shape can be read without further questions.

// shape checks the value of a member and reports what is wrong with it.
type shape func(c *checker, v *Value)

// member is a known member of an object; shapes list them in order of their names.
type member struct {
	name     string
	required bool
	shape    shape
}

// checker holds what is being checked against its shape.
type checker struct {
	report *Report
	turn   int // index of the turn, -1 outside the ledger
	turnID string
	path   []step
	bad    bool
}

// step is one step of a JSON Pointer.
type step struct {
	name  string
	index int // when name is ""
}

// fail reports a breach at the place being examined.
func (c *checker) fail(code Code, message string) {
	c.bad = true
	if len(c.report.Errors) >= maxFindings {
		return // before a path and a message are made for nothing
	}
	c.report.add(Finding{Code: code, TurnIndex: c.turn, TurnID: c.turnID, Path: pointer(c.path), Message: message})
}

var pointerEscapes = strings.NewReplacer("~", "~0", "/", "~1") // RFC 6901 §3

func pointer(path []step) string {
	var b strings.Builder
	for _, s := range path {
		b.WriteByte('/')
		if s.name == "" {
			b.WriteString(strconv.Itoa(s.index))
		} else {
			b.WriteString(pointerEscapes.Replace(s.name))
		}
	}
	return b.String()
}

func (c *checker) at(name string, v *Value, s shape) {
	c.path = append(c.path, step{name: name})
	s(c, v)
	c.path = c.path[:len(c.path)-1]
}

// members checks an object. Both lists are in order of names, so one walk finds everything.
func members(known ...member) shape {
	return func(c *checker, v *Value) {
		if v.kind != Object {
			c.fail(SchemaInvalid, "this is not an object")
			return
		}
		i := 0
		for k := range known {
			m := &known[k]
			for i < len(v.items) && v.items[i].name < m.name {
				c.unknown(&v.items[i], known)
				i++
			}
			switch {
			case i < len(v.items) && v.items[i].name == m.name:
				c.at(m.name, &v.items[i], m.shape)
				i++
			case m.required:
				c.fail(SchemaInvalid, "the member "+m.name+" is missing")
			}
		}
		for ; i < len(v.items); i++ {
			c.unknown(&v.items[i], known)
		}
	}
}

// unknown members are kept and covered by the hashes. But one that differs from a known member only
// by the case of letters would be that member to many decoders (arm-notes §1.6).
func (c *checker) unknown(v *Value, known []member) {
	c.path = append(c.path, step{name: v.name})
	defer func() { c.path = c.path[:len(c.path)-1] }()
	for k := range known {
		if strings.EqualFold(known[k].name, v.name) {
			c.fail(SchemaAmbiguousMember, "the member differs from "+known[k].name+" only by the case of letters")
			return
		}
	}
	if len(c.report.Warnings) >= maxFindings {
		return
	}
	c.report.warn(Finding{Code: WarnUnknownMember, TurnIndex: c.turn, TurnID: c.turnID, Path: pointer(c.path), Message: "a member this program does not know; the hashes cover it"})
}

// each checks the items of an array.
func each(s shape) shape {
	return func(c *checker, v *Value) {
		if v.kind != Array {
			c.fail(SchemaInvalid, "this is not an array")
			return
		}
		for i := range v.items {
			c.path = append(c.path, step{index: i})
			s(c, &v.items[i])
			c.path = c.path[:len(c.path)-1]
		}
	}
}

// matching returns a string that a predicate accepts.
func matching(is func(string) bool, what string) shape {
	return func(c *checker, v *Value) {
		if v.kind != String || !is(v.text) {
			c.fail(SchemaInvalid, "this is not "+what)
		}
	}
}

// exactly returns one string.
func exactly(s string) shape {
	return matching(func(t string) bool { return t == s }, strconv.Quote(s))
}

// orNull allows null as well.
func orNull(s shape) shape {
	return func(c *checker, v *Value) {
		if v.kind != Null {
			s(c, v)
		}
	}
}

var (
	anID        = matching(isID, "an id (letters, digits and ._:/@+- , at most 200)")
	aHash       = matching(isHash, "a hash (sha256: and 64 lower-case hexadecimal digits)")
	aTime       = matching(IsTime, "a time (2026-01-15T10:05:00.000Z)")
	aSignature  = matching(isSignature, "a signature (64 bytes as unpadded base64url)")
	anyText     = matching(func(string) bool { return true }, "a string")
	ids         = each(anID)
	anAlgorithm = exactly("Ed25519")
)

func aBoolean(c *checker, v *Value) {
	if v.kind != True && v.kind != False {
		c.fail(SchemaInvalid, "this is neither true nor false")
	}
}

func aVersion(c *checker, v *Value) {
	switch {
	case v.kind != Number:
		c.fail(SchemaInvalid, "this is not a number")
	case v.text != "2":
		c.fail(SchemaVersionUnsupported, "this program knows schemaVersion 2 only")
	}
}

func aCount(c *checker, v *Value) {
	if v.kind != Number || strings.ContainsAny(v.text, "-.e") || v.text == "0" {
		c.fail(SchemaInvalid, "this is not a number from 1")
	}
}

func anything(*checker, *Value) {}
