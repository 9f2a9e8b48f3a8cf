package nomatext

import (
	"strings"

	"github.com/nomadocx/nomadocx/noma"
)

// attrs prints an attribute block, nothing when there is no attribute. A key that is given twice is
// printed once, with its last value at its first place.
func (p *printer) attrs(attrs []noma.Attr) {
	if len(attrs) == 0 {
		return
	}
	last := make(map[string]int, len(attrs))
	for i, a := range attrs {
		last[a.Key] = i
	}
	sep := "{"
	for _, a := range attrs {
		i := last[a.Key]
		if i < 0 {
			continue
		}
		last[a.Key] = -1
		p.add(sep, a.Key)
		sep = " "
		switch v := attrs[i].Value; {
		case v.Kind == noma.Bool && v.Bool: // a flag
		case v.Kind == noma.String:
			p.add("=", quote(v.Raw))
		default:
			p.add("=", v.Text())
		}
	}
	p.add("}")
}

// quote writes a value so that it reads back as the same text. The attribute grammar has no escapes
// (contract differences.md B3), hence three forms: double quotes; single quotes around double ones;
// bare when both are in the value, which is possible for every such value that came from a source,
// since only a bare value can hold both. What even that cannot say (white space next to both
// quotes, from a program) gets its double quotes replaced by single ones, and a line end by a space.
func quote(s string) string {
	s = strings.NewReplacer("\r\n", " ", "\n", " ", "\r", " ").Replace(s)
	switch {
	case !strings.Contains(s, `"`):
		return `"` + s + `"`
	case !strings.Contains(s, `'`):
		return `'` + s + `'`
	case s[0] != '"' && s[0] != '\'' && !strings.ContainsFunc(s, noma.IsSpace):
		return s
	}
	return `"` + strings.ReplaceAll(s, `"`, `'`) + `"`
}
