package compute

import (
	"strings"

	"github.com/nomadocx/nomadocx/noma"
)

// Control returns the number a ::control stands for in a formula: its default. A toggle counts 1 or 0,
// a select without a default counts as its first option, since that is what a form shows. It is
// false when the default is missing or no number.
func Control(n *noma.Directive) (float64, bool) {
	kind := ControlType(n)
	if a, ok := n.Attr("default"); ok {
		return controlValue(kind, a.Value)
	}
	if kind == "select" {
		first, _, _ := strings.Cut(n.AttrText("options"), ",")
		first, _, _ = strings.Cut(first, "=")
		return parseNumber(first)
	}
	return 0, false
}

// ControlType returns the type of a control in lower case; without one it is "text".
func ControlType(n *noma.Directive) string {
	if t := strings.ToLower(strings.TrimSpace(n.AttrText("type"))); t != "" {
		return t
	}
	return "text"
}

func controlValue(kind string, v noma.Value) (float64, bool) {
	if v.Kind == noma.Number {
		return v.Num, true
	}
	if kind == "checkbox" || kind == "toggle" {
		switch strings.ToLower(strings.TrimSpace(v.Text())) {
		case "true", "yes", "on", "checked":
			return 1, true
		case "false", "no", "off", "unchecked":
			return 0, true
		}
	}
	if v.Kind == noma.Bool {
		return truth(v.Bool), true
	}
	return parseNumber(v.Raw)
}
