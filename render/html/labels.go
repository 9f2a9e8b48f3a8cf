package html

import (
	"strings"

	"github.com/nomadocx/nomadocx/layout"
	"github.com/nomadocx/nomadocx/noma"
)

// fieldValue returns the value a field of the table shows: the first key that is set, a line of the
// body, the body, the id, a constant, in this order.
func fieldValue(d *noma.Directive, f layout.Field) string {
	for _, k := range f.Keys {
		a, ok := d.Attr(k)
		if !ok || f.StringOnly && a.Value.Kind != noma.String {
			continue
		}
		v := layout.Spelling(a)
		if strings.TrimSpace(v) == "" || f.Kind == layout.Flag && (v == "false" || v == "no" || v == "0") {
			continue
		}
		if f.Kind == layout.Flag {
			return "yes"
		}
		return v
	}
	for _, k := range f.Body {
		if v := bodyLine(d, k); v != "" {
			return v
		}
	}
	if f.Text && d.HasBody && strings.TrimSpace(d.Body) != "" {
		return strings.TrimSpace(d.Body)
	}
	if f.ID && d.ID != "" {
		return d.ID
	}
	return f.Or
}

// bodyLine returns the value of the first `key: value` line of a directive's body.
func bodyLine(d *noma.Directive, key string) string {
	for line := range strings.SplitSeq(d.RawBody.S, "\n") {
		k, v, ok := strings.Cut(line, ":")
		if v = strings.TrimSpace(v); ok && v != "" && strings.EqualFold(strings.TrimLeft(k, " \t"), key) {
			return v
		}
	}
	return ""
}

// frameOf picks the colours of a block, nil when it has none.
func frameOf(rule layout.FrameRule, d *noma.Directive) *layout.Frame {
	if rule.Key != "" {
		if f, ok := rule.Cases[strings.ToLower(strings.TrimSpace(d.AttrText(rule.Key)))]; ok {
			return f
		}
	}
	return rule.Else
}

// asCode reports whether a block's body is lines of code, and in which language.
func asCode(s *layout.Spec, d *noma.Directive) (lang string, ok bool) {
	lang, _ = d.First("lang", "language", "format")
	switch s.Code {
	case layout.AlwaysCode:
		return lang, true
	case layout.CodeIfLang:
		return lang, lang != ""
	}
	return "", false
}

// unitOf returns the unit as it is set behind a number: nothing when the number ends with it already, no
// space before a percent or degree sign (contract docx-package.md §5.1).
func unitOf(number, unit string) string {
	switch {
	case unit == "" || number == "" || strings.HasSuffix(number, unit):
		return ""
	case strings.HasPrefix(unit, "%"), strings.HasPrefix(unit, "°"):
		return unit
	}
	return "\u00a0" + unit
}

// stringAttr returns an attribute that counts only as text: a title that is a number or a flag is none.
func stringAttr(d *noma.Directive, keys ...string) string {
	return fieldValue(d, layout.Field{Keys: keys, StringOnly: true})
}
