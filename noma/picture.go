package noma

import (
	"net/url"
	"strings"

	"github.com/nomadocx/nomadocx/noma/source"
)

// Decorative is the attribute of a picture in a sentence that says nothing, and so has no description.
const Decorative = "decorative"

// picture reads ![description](address), with attributes in braces directly behind it. The description may be empty, and its markup is
// not shown; of its brackets and of the address the rules of links hold.
func (p *inlineScanner) picture(i int) (Inline, bool) {
	s := p.s
	j := p.labelEnd(i + 1)
	if !strings.HasPrefix(s[j:], "](") {
		return Inline{}, false
	}
	end, ok := p.targetEnd(j + 2)
	if !ok {
		return Inline{}, false
	}
	n := Inline{Kind: InlinePicture, Start: i, End: end + 1, Open: i + 2, Close: j, Target: s[j+2 : end]}
	if j > n.Open {
		n.Text = strings.ReplaceAll(PlainText(parseInline(s[:j], n.Open, context{label: true, cell: p.cell}, nil)), "\n", " ")
	}
	if n.Attrs = PictureBraces(s[n.End:]); n.Attrs != "" {
		n.End += len(n.Attrs)
	}
	return n, true
}

// PictureBraces returns the braces that s begins with, "" when they hold anything but attributes of a picture.
func PictureBraces(s string) string {
	if s == "" || s[0] != '{' {
		return ""
	}
	end := strings.IndexAny(s[1:], "{}\n") + 1
	if end == 0 || s[end] != '}' {
		return ""
	}
	braces := s[:end+1]
	at, valued := 1, false
	for _, a := range ParseAttrs(braces, 0) {
		if leadingSpace(braces[at:]) != a.Span.Start-at {
			return ""
		}
		at, valued = a.Span.End, valued || a.ValueSpan.Start > a.Span.Start+len(a.Key) || a.Key == Decorative
	}
	if !valued || at+leadingSpace(braces[at:]) != end {
		return ""
	}
	return braces
}

// endsInPicture reports whether the braces at the end of a text are those of a picture.
func endsInPicture(s string) bool {
	nodes := Pictures(s)
	return len(nodes) > 0 && nodes[len(nodes)-1].End == len(s)
}

// Attr returns the value of an attribute in the braces of a picture, "" for none; of one that is given twice the last counts.
func (n *Inline) Attr(key string) string {
	value := ""
	for _, a := range ParseAttrs(n.Attrs, 0) {
		if a.Key == key {
			value = a.Value.Raw
		}
	}
	return value
}

// IsDecorative reports whether a picture needs no description, and has none.
func (n *Inline) IsDecorative() bool {
	if n.Text != "" {
		return false
	}
	for _, a := range ParseAttrs(n.Attrs, 0) {
		if a.Key == Decorative && !(a.Value.Kind == Bool && !a.Value.Bool) {
			return true
		}
	}
	return false
}

// PictureFile returns the name of the file that a picture shows: its address with the escapes of paths resolved.
func (n *Inline) PictureFile() string {
	if strings.Contains(n.Target, "://") || strings.HasPrefix(n.Target, "data:") {
		return n.Target
	}
	if name, err := url.PathUnescape(n.Target); err == nil {
		return name
	}
	return n.Target
}

// TargetSpan returns where the address of a link or a picture stands in the text that was parsed.
func (n *Inline) TargetSpan() source.Span {
	return source.Span{Start: n.Close + 2, End: n.Close + 2 + len(n.Target)}
}

// Pictures lists the pictures of a text in order. Those in code spans and formulas do not count.
func Pictures(s string) []Inline {
	if !strings.Contains(s, "![") {
		return nil
	}
	return appendPictures(nil, ParseInline(s))
}

func appendPictures(out, nodes []Inline) []Inline {
	for i := range nodes {
		if nodes[i].Kind == InlinePicture {
			out = append(out, nodes[i])
		}
		out = appendPictures(out, nodes[i].Children)
	}
	return out
}

// WithPictureAttr returns the braces of a picture with an attribute set to a value that holds no blanks.
func WithPictureAttr(braces, key, value string) string {
	var last *Attr
	attrs := ParseAttrs(braces, 0)
	for i := range attrs {
		if attrs[i].Key == key {
			last = &attrs[i]
		}
	}
	switch {
	case last == nil && braces == "":
		return "{" + key + "=" + value + "}"
	case last == nil:
		return strings.TrimRight(braces[:len(braces)-1], " \t") + " " + key + "=" + value + "}"
	case last.ValueSpan.Empty():
		return braces[:last.Span.Start] + key + "=" + value + braces[last.Span.End:]
	}
	return braces[:last.ValueSpan.Start] + value + braces[last.ValueSpan.End:]
}
