package redline

import (
	"strings"

	"github.com/beevik/etree"

	"github.com/nomadocx/nomadocx/internal/office/opc"
)

// parse reads the markup of one element. Its prefixes need not be declared.
func parse(markup string) (*etree.Element, error) {
	x := opc.NewScanner(markup, opc.Names{})
	var root, at *etree.Element
	done := 0
	for x.Next() {
		from, to := x.Span()
		if from > done && at != nil {
			if text := opc.Between(markup[done:from]); text != "" {
				at.AddChild(etree.NewText(text))
			}
		}
		done = to
		if !x.Opened() {
			at = at.Parent()
			continue
		}
		e := tagElement(markup[from:to])
		if at == nil {
			root = e
		} else {
			at.AddChild(e)
		}
		at = e
	}
	return root, x.Err()
}

// tagElement returns the element of a start tag, which is well-formed.
func tagElement(tag string) *etree.Element {
	end := 1
	for tag[end] > ' ' && tag[end] != '/' && tag[end] != '>' {
		end++
	}
	e := &etree.Element{}
	e.Space, e.Tag = qualified(tag[1:end])
	rest := tag[end:]
	if n := strings.Count(rest, "="); n > 0 {
		e.Attr = make([]etree.Attr, 0, n)
	}
	for {
		name, value, ok := strings.Cut(rest, "=")
		if !ok {
			return e
		}
		value = strings.TrimLeft(value, " \t\r\n")
		n := 1 + strings.IndexByte(value[1:], value[0])
		a := etree.Attr{Value: opc.Between(value[1:n])}
		a.Space, a.Key = qualified(strings.TrimSpace(name))
		e.Attr = append(e.Attr, a)
		rest = value[n+1:]
	}
}

// qualified returns the prefix of a name and what follows it.
func qualified(name string) (space, local string) {
	if space, local, ok := strings.Cut(name, ":"); ok {
		return space, local
	}
	return "", name
}

// is reports whether an element is one of WordprocessingML with a name.
func is(e *etree.Element, tag string) bool { return e != nil && e.Space == "w" && e.Tag == tag }

// child returns the first child with a name, nil without one.
func child(e *etree.Element, tag string) *etree.Element {
	if e == nil {
		return nil
	}
	for c := range e.ChildElementsSeq() {
		if is(c, tag) {
			return c
		}
	}
	return nil
}

// attr returns an attribute of WordprocessingML, "" when it is not there.
func attr(e *etree.Element, key string) string {
	for i := range e.Attr {
		if e.Attr[i].Space == "w" && e.Attr[i].Key == key {
			return e.Attr[i].Value
		}
	}
	return ""
}

// dropped begins the ids of marks of the newer file that the older one has too.
const dropped = "x"

// marks are the elements that stand between others and show nothing.
var marks = map[string]bool{"bookmarkStart": true, "bookmarkEnd": true, "commentRangeStart": true, "commentRangeEnd": true, "permStart": true, "permEnd": true,
	"moveFromRangeStart": true, "moveFromRangeEnd": true, "moveToRangeStart": true, "moveToRangeEnd": true,
	"customXmlInsRangeStart": true, "customXmlInsRangeEnd": true, "customXmlDelRangeStart": true, "customXmlDelRangeEnd": true,
	"proofErr": true}

// isMark reports whether an element shows nothing where it stands.
func isMark(e *etree.Element) bool { return e.Space == "w" && marks[e.Tag] }

// isDropped reports whether a mark is not to be written: the older file has it.
func isDropped(e *etree.Element) bool {
	return e != nil && e.Space == "w" && (marks[e.Tag] || e.Tag == "commentReference") && strings.HasPrefix(attr(e, "id"), dropped)
}

// markup returns an element as text.
func markup(e *etree.Element) string {
	var b strings.Builder
	b.Grow(128) // most are not longer
	put(&b, e, false)
	return b.String()
}

// put writes an element; what is deleted says so of its text.
func put(b *strings.Builder, e *etree.Element, deleted bool) {
	if isDropped(e) {
		return
	}
	name := e.FullTag()
	if deleted && e.Space == "w" {
		switch e.Tag {
		case "t":
			name = "w:delText"
		case "instrText":
			name = "w:delInstrText"
		}
	}
	openTag(b, e, name, len(e.Child) == 0)
	if len(e.Child) == 0 {
		return
	}
	for _, c := range e.Child {
		switch c := c.(type) {
		case *etree.Element:
			put(b, c, deleted)
		case *etree.CharData:
			escape(b, c.Data)
		}
	}
	b.WriteString("</" + name + ">")
}

// openTag writes a start tag, or that of an empty element.
func openTag(b *strings.Builder, e *etree.Element, name string, empty bool) {
	b.WriteByte('<')
	b.WriteString(name)
	for i := range e.Attr {
		a := &e.Attr[i]
		if a.Key == stepKey || a.Key == lookKey {
			continue
		}
		b.WriteByte(' ')
		b.WriteString(a.FullKey())
		b.WriteString(`="`)
		escape(b, a.Value)
		b.WriteByte('"')
	}
	if empty {
		b.WriteByte('/')
	}
	b.WriteByte('>')
}

var escapes = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&quot;", "\t", "&#9;", "\n", "&#10;", "\r", "&#13;")

func escape(b *strings.Builder, s string) {
	if strings.ContainsAny(s, "&<>\"\t\n\r") {
		_, _ = escapes.WriteString(b, s)
		return
	}
	b.WriteString(s)
}
