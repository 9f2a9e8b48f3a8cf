package nomatext

import (
	"strings"

	"github.com/nomadocx/nomadocx/noma"
	"github.com/nomadocx/nomadocx/noma/source"
)

// attrs prints a directive's attribute block, nothing when there is no attribute.
func (p *printer) attrs(attrs []noma.Attr, span source.Span) {
	if len(attrs) == 0 {
		return
	}
	attrs = noma.Effective(attrs)
	for _, a := range attrs {
		if a.Value.Kind == noma.String && !quotable(a.Value.Raw) {
			if block := p.spelled(span, a.Value.Raw); block != "" {
				p.add(block)
				return
			}
		}
	}
	sep := "{"
	for _, a := range attrs {
		p.add(sep, a.Key)
		sep = " "
		switch {
		case a.Value.Kind == noma.Bool && a.Value.Bool: // a flag
		case a.Value.Kind == noma.String:
			p.add("=", noma.QuoteValue(a.Value.Raw))
		case a.Value.Kind == noma.Number && strings.ContainsAny(a.Value.Text(), "eI"):
			p.add("=", a.Value.Raw) // 1e+21 and Infinity would be text
		default:
			p.add("=", a.Value.Text())
		}
	}
	p.add("}")
}

// spelled returns the attribute block as the source has it, for the few values that only the source's own
// order and form of all values can say. It is "" when one of the values is not from the source.
func (p *printer) spelled(block source.Span, values ...string) string {
	if p.doc.File == nil || block.End > len(p.doc.File.Text) {
		return ""
	}
	text := block.Of(p.doc.File.Text)
	for _, v := range values {
		if !strings.Contains(text, v) {
			return ""
		}
	}
	return text
}

// quotable reports whether [noma.QuoteValue] can keep a value. It cannot when the value holds both
// quotes and begins with one, as `{k='it"s}` does: there the quote must find no partner in the block.
func quotable(s string) bool {
	if !strings.Contains(s, `"`) || !strings.Contains(s, `'`) {
		return true
	}
	back := noma.ParseAttrs("{k="+noma.QuoteValue(s)+"}", 0)
	return len(back) == 1 && back[0].Value.Raw == s
}

// isNumeral reports whether a value is read as a number or as true or false, in quotes or not.
func isNumeral(s string) bool {
	a := noma.ParseAttrs("{k="+noma.QuoteValue(s)+"}", 0)
	return len(a) == 1 && a[0].Value.Kind != noma.String
}
