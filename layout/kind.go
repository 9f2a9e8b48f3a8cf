package layout

import (
	"strings"

	"github.com/nomadocx/nomadocx/internal/office/wml"
)

// Kind says how a field's value is shown. Every kind has a show and a read, and read(show(v)) is v.
type Kind uint8

const (
	Plain    Kind = iota // text with inline markup
	Ref                  // an id, or an address: a link when it leads somewhere
	URL                  // an address
	DOI                  // a digital object identifier: a link to doi.org
	Quantity             // a number with its unit
	Flag                 // present or not: "true"
)

// show returns what a field of the kind shows for a value.
func (b *builder) show(k Kind, value string) []wml.Run {
	switch k {
	case Ref:
		if name := b.names.Of(value); name != "" {
			return []wml.Run{{Text: clean(value), Link: &wml.Link{Anchor: name}}}
		}
		if external(value) {
			return []wml.Run{{Text: clean(value), Link: &wml.Link{URL: value}}}
		}
	case URL:
		if external(value) {
			return []wml.Run{{Text: clean(value), Link: &wml.Link{URL: value}}}
		}
	case DOI:
		if doiTarget := doiAddress(value); doiTarget != "" {
			return []wml.Run{{Text: clean(value), Link: &wml.Link{URL: doiTarget}}}
		}
	}
	return b.inline(value)
}

// Shows returns the content a field of the kind shows for a value.
func (n *Names) Shows(k Kind, value string) []Glyph {
	b := &builder{names: n, arena: &arena{}}
	return Glyphs(b.show(k, value), wml.All)
}

// markup reports whether a value of the kind is read back with its inline markup. The others are
// links made by us: what counts is their text.
func (k Kind) markup() bool { return k == Plain || k == Quantity }

// quantity returns a number with its unit behind it: nothing is added when the number already ends with
// the unit, no space before a percent or degree sign (contract §5.1).
func quantity(number, unit string) string {
	return number + unitSuffix(number, unit)
}

func unitSuffix(number, unit string) string {
	switch {
	case unit == "" || number == "" || strings.HasSuffix(number, unit):
		return ""
	case strings.HasPrefix(unit, "%"), strings.HasPrefix(unit, "°"):
		return unit
	}
	return " " + unit
}

// ReadQuantity splits what a reviewer left into number and unit. The unit is gone when the text no
// longer ends with it.
func ReadQuantity(shown, unit string) (number string, unitGone bool) {
	if unit == "" {
		return shown, false
	}
	if n, ok := strings.CutSuffix(shown, " "+unit); ok && unitSuffix(n, unit) == " "+unit {
		return n, false
	}
	if n, ok := strings.CutSuffix(shown, unit); ok {
		if unitSuffix(n, unit) == unit {
			return n, false
		}
		return shown, false // "12kg": the unit is part of the number as it stands
	}
	return shown, true
}

// external reports whether a link target is an address Word may open.
func external(target string) bool {
	for _, scheme := range []string{"http://", "https://", "mailto:", "tel:"} {
		if len(target) > len(scheme) && strings.EqualFold(target[:len(scheme)], scheme) {
			return wml.ValidTarget(target)
		}
	}
	return false
}

func doiAddress(v string) string {
	v = strings.TrimSpace(v)
	if v == "" || strings.ContainsAny(v, " \t\n") {
		return ""
	}
	if external(v) {
		return v
	}
	return "https://doi.org/" + strings.TrimPrefix(v, "doi:")
}
