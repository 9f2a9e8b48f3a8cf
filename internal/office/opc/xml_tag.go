package opc

import "strings"

// Bytes that end a name or mean something in a tag.
const (
	classSpace = 1 << iota
	classNameEnd
	classDecode // in a value: needs decoding
	classColon
	classValue // in a value: may end it, needs decoding, or cannot stand there
)

var classes = func() (c [256]uint8) {
	for _, b := range " \t\r\n" {
		c[b] = classSpace | classNameEnd
	}
	for _, b := range "/>=<\"'" {
		c[b] |= classNameEnd
	}
	for _, b := range "&\t\r\n" {
		c[b] |= classDecode | classValue
	}
	for _, b := range "\"'<" {
		c[b] |= classValue
	}
	c[':'] = classColon
	return c
}()

func isSpace(b byte) bool { return classes[b]&classSpace != 0 }

// nameEnd returns where a name ends that begins at an offset, and how long its prefix is, -1 without one.
func nameEnd(s string, from int) (end, colon int) {
	i := from
	for i < len(s) && classes[s[i]]&(classNameEnd|classColon) == 0 {
		i++
	}
	if i == len(s) || s[i] != ':' {
		return i, -1
	}
	colon = i - from
	for i < len(s) && classes[s[i]]&classNameEnd == 0 {
		i++
	}
	return i, colon
}

// startTag reads a start tag; x.pos is behind its "<".
func (x *Scanner) startTag() bool {
	if x.depth == maxDepth {
		return x.fail("elements are nested more than 256 deep")
	}
	if x.depth == 0 && x.rooted {
		return x.fail("there is a second root element")
	}
	s := x.s
	i, colon := nameEnd(s, x.pos)
	name := s[x.pos:i]
	if len(name) <= colon+1 || colon == 0 {
		return x.fail("a tag has no name")
	}
	outer := len(x.bound)
	x.attrs = x.attrs[:0]
	empty := false
	for {
		for i < len(s) && isSpace(s[i]) {
			i++
		}
		if i >= len(s) {
			x.pos = i
			return x.fail("the text ends inside a tag")
		}
		if s[i] == '>' {
			i++
			break
		}
		if s[i] == '/' {
			if i+1 >= len(s) || s[i+1] != '>' {
				x.pos = i
				return x.fail("a tag does not end properly")
			}
			i += 2
			empty = true
			break
		}
		if i = x.attribute(i); i < 0 {
			return false
		}
	}
	x.pos = i
	if x.depth == len(x.open) {
		x.open = append(x.open, frame{})
	}
	x.open[x.depth] = frame{name: name, bound: outer}
	x.depth++
	if colon < 0 {
		x.space, x.local = x.Resolve(""), name
	} else {
		x.space, x.local = x.Resolve(name[:colon]), name[colon+1:]
	}
	x.opened, x.pending, x.rooted = true, empty, true
	return x.spend(elementCost + tagCost*(x.pos-x.tag))
}

// attribute reads one attribute at i and returns the offset behind it, negative after an error.
func (x *Scanner) attribute(i int) int {
	s, start := x.s, i
	i, colon := nameEnd(s, start)
	name := s[start:i]
	for i < len(s) && isSpace(s[i]) {
		i++
	}
	if name == "" || len(name) == colon+1 || i >= len(s) || s[i] != '=' {
		return x.badAttribute(start)
	}
	i++
	for i < len(s) && isSpace(s[i]) {
		i++
	}
	if i >= len(s) || s[i] != '"' && s[i] != '\'' {
		return x.badAttribute(start)
	}
	quote := s[i]
	i++
	from, seen := i, uint8(0)
	for ; i < len(s); i++ {
		class := classes[s[i]]
		if class&classValue == 0 {
			continue
		}
		if s[i] == quote {
			break
		}
		if s[i] == '<' {
			return x.badAttribute(start)
		}
		seen |= class
	}
	if i >= len(s) {
		return x.badAttribute(start)
	}
	a := attr{name: name, colon: colon, raw: s[from:i], plain: seen&classDecode == 0}
	i++
	if name[0] != 'x' || colon != len("xmlns") && name != "xmlns" || !strings.HasPrefix(name, "xmlns") {
		x.attrs = append(x.attrs, a)
		return i
	}
	if len(x.bound) == maxPrefixes {
		x.pos = start
		x.fail("more than 256 namespace prefixes are declared")
		return -1
	}
	b := binding{space: x.names.URI[a.value()]}
	if colon >= 0 {
		b.prefix = name[colon+1:]
	}
	x.bound = append(x.bound, b)
	x.lastKnown, x.prefixes = false, nil
	return i
}

func (x *Scanner) badAttribute(at int) int {
	x.pos = at
	x.fail("an attribute is not written properly")
	return -1
}
