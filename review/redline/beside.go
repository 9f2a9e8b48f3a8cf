package redline

import (
	"slices"
	"strings"

	"github.com/beevik/etree"

	"github.com/nomadocx/nomadocx/internal/office/opc"
)

// beside are the properties of paragraphs and tables that the renderer makes of what stands beside them: spaces, the lines between panels,
// what stays on one page, and the title and the columns of a table. Between two versions that it made, nobody has changed them. Of borders
// some are, and of fills by theme the colour, see [themed].
var beside = map[string][]string{"pPr": {"keepNext", "spacing"}, "pBdr": {"top", "right"}, "tblPr": {"tblCaption", "tblDescription"}}

// besides reports whether an element, in a parent, says only what stands beside the paragraph or table.
func besides(parent, local string) bool { return slices.Contains(beside[parent], local) }

// themed reports whether an element is a fill by theme: its own colour is for programs without themes.
func themed(x *opc.Scanner) bool {
	_, ok := x.Value("themeFill")
	return ok && x.Local() == "shd"
}

// standing returns a block that is as it was, as it stands among its neighbours in the newer version.
func (r *rules) standing(x, now *block) *block {
	if !r.rendered || x.raw == now.raw || propertiesOf(x.raw) == propertiesOf(now.raw) {
		return x
	}
	was, errWas := parse("<all>" + x.raw + "</all>")
	is, errIs := parse("<all>" + now.raw + "</all>")
	if errWas != nil || errIs != nil {
		return x
	}
	a, b := described(was, nil), described(is, nil)
	if len(a) != len(b) {
		return x
	}
	for n := range a {
		adopt(a[n], b[n])
	}
	y := *x
	y.raw = inside(markup(was))
	return &y
}

// propertiesOf returns the properties of the paragraphs and tables of markup.
func propertiesOf(raw string) string {
	var b strings.Builder
	for _, tag := range [...]string{"pPr>", "tblPr>"} {
		for rest := raw; ; {
			_, inner, found := strings.Cut(rest, "<w:"+tag)
			if !found {
				break
			}
			inner, rest, _ = strings.Cut(inner, "</w:"+tag)
			b.WriteString(inner + "\n")
		}
	}
	return b.String()
}

// described returns the paragraphs and tables in an element.
func described(e *etree.Element, out []*etree.Element) []*etree.Element {
	for c := range e.ChildElementsSeq() {
		if is(c, "p") || is(c, "tbl") {
			out = append(out, c)
		}
		out = described(c, out)
	}
	return out
}

// adopt gives a paragraph or table those properties of another one, which reads the same, that are [beside], or in which something is.
func adopt(x, now *etree.Element) {
	tag := x.Tag + "Pr"
	was, is := child(x, tag), child(now, tag)
	if is == nil && was == nil {
		return
	}
	made := etree.NewElement("w:" + tag)
	if is != nil {
		for c := range is.ChildElementsSeq() {
			from := c
			if !besides(tag, c.Tag) && beside[c.Tag] == nil && !(tag == "pPr" && c.Tag == "shd") {
				from = child(was, c.Tag)
			}
			if from != nil {
				made.AddChild(from.Copy())
			}
		}
	}
	at := 0
	if was != nil {
		at = was.Index()
		x.RemoveChild(was)
	}
	x.InsertChildAt(at, made)
}
