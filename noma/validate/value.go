package validate

import (
	"strings"
	"time"

	"github.com/nomadocx/nomadocx/noma"
)

// set reports whether one of the attributes has a value that is not blank.
func set(n *noma.Directive, keys ...string) bool {
	_, key := n.First(keys...)
	return key != ""
}

// stringAttr returns the value of an attribute that is text and not blank.
func stringAttr(n *noma.Directive, key string) (string, bool) {
	a, ok := n.Attr(key)
	if !ok || a.Value.Kind != noma.String || noma.TrimSpace(a.Value.Raw) == "" {
		return "", false
	}
	return noma.TrimSpace(a.Value.Raw), true
}

// number returns the value of an attribute that is a number.
func number(n *noma.Directive, key string) (float64, bool) {
	a, ok := n.Attr(key)
	return a.Value.Num, ok && a.Value.Kind == noma.Number
}

// badShare reports whether an attribute is there but is no number from 0 to 1.
func badShare(n *noma.Directive, key string) bool {
	_, given := n.Attr(key)
	v, ok := number(n, key)
	return given && !(ok && v >= 0 && v <= 1)
}

// blankBody reports whether there is nothing between the fences. A body that a loader put there
// (the file of a dataset) counts.
func blankBody(n *noma.Directive) bool {
	return noma.TrimSpace(n.RawBody.S) == "" && noma.TrimSpace(n.Body) == "" && len(n.Children) == 0
}

// isoDate reads a date, or a date and time with or without a zone.
func isoDate(s string) (time.Time, bool) { return noma.ISODate(s) }

// oneOf reports whether a value is one of the space-separated words.
func oneOf(s, list string) bool {
	return s != "" && !strings.ContainsRune(s, ' ') && strings.Contains(" "+list+" ", " "+s+" ")
}
