package nomatext

import "github.com/nomadocx/nomadocx/noma"

// attrs prints an attribute block, nothing when there is no attribute.
func (p *printer) attrs(attrs []noma.Attr) {
	if len(attrs) == 0 {
		return
	}
	sep := "{"
	for _, a := range noma.Effective(attrs) {
		p.add(sep, a.Key)
		sep = " "
		switch {
		case a.Value.Kind == noma.Bool && a.Value.Bool: // a flag
		case a.Value.Kind == noma.String:
			p.add("=", noma.QuoteValue(a.Value.Raw))
		default:
			p.add("=", a.Value.Text())
		}
	}
	p.add("}")
}
