package noma

import "strings"

// QuoteValue writes an attribute value so that it reads back as the same text. The attribute grammar
// has no escapes (contract differences.md B3), hence three forms: double quotes; single quotes around
// double ones; bare when both are in the value, which is possible for every such value that came from
// a source, since only a bare value can hold both. What even that cannot say (white space next to
// both quotes, from a program) gets its double quotes replaced by single ones, and a line end by a
// space.
func QuoteValue(s string) string {
	if strings.ContainsAny(s, "\r\n") {
		s = oneLine.Replace(s)
	}
	switch {
	case !strings.Contains(s, `"`):
		return `"` + s + `"`
	case !strings.Contains(s, `'`):
		return `'` + s + `'`
	case s[0] != '"' && s[0] != '\'' && !strings.ContainsFunc(s, IsSpace):
		return s
	}
	return `"` + strings.ReplaceAll(s, `"`, `'`) + `"`
}

var oneLine = strings.NewReplacer("\r\n", " ", "\n", " ", "\r", " ")
