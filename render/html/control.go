package html

import (
	"regexp"
	"strings"

	"github.com/nomadocx/nomadocx/layout"
	"github.com/nomadocx/nomadocx/noma"
)

// StrictNotice stands once in a strict page that has controls.
const StrictNotice = "interactive controls disabled in strict mode"

// control writes a labelled input with the control's default value.
func (r *renderer) control(d *noma.Directive) {
	kind := strings.ToLower(strings.TrimSpace(d.AttrText("type")))
	if kind == "" {
		kind = "text"
	}
	r.strictNotice()
	at := r.liveControl(d)
	r.openBlock("div", d, nil, "noma-control-"+className(kind))
	// An output counts as a control, of which a label has one (HTML 4.10.4); so it stands beside the label.
	r.raw(`<div class="noma-control-line"><label class="noma-control-label"><span class="noma-control-name">`)
	r.inline(r.controlLabel(d))
	r.raw("</span> ")
	value := d.AttrText("default")
	beside := func() { r.printed(d, kind, value) }
	if !r.opts.Paper {
		beside = r.field(d, kind, value, at)
	}
	r.raw("</label>")
	beside()
	r.raw("</div>\n")
	r.meta(d, controlMeta)
	r.actionBody(d)
	r.raw("</div>\n")
}

// field writes the input of a control, and returns what writes that which stands beside its label.
func (r *renderer) field(d *noma.Directive, kind, value, at string) func() {
	switch kind {
	case "select":
		r.raw("<select")
		r.inputState(at)
		r.raw(">")
		r.options(d.AttrText("options"), value)
		r.raw("</select>")
	case "toggle", "checkbox":
		r.raw(`<input type="checkbox" role="switch"`)
		if truthy(value) {
			r.raw(" checked")
		}
		r.inputState(at)
		r.raw(">")
	case "slider", "range":
		r.input(d, "range", value, at)
		return func() {
			r.raw(` <output class="noma-control-value">`)
			r.text(value + unitOf(value, d.AttrText("unit")))
			r.raw("</output>")
		}
	case "number":
		r.input(d, "number", value, at)
		return func() { r.unit(value, d) }
	case "date":
		r.input(d, "date", value, at)
	default:
		r.input(d, "text", value, at)
		return func() { r.unit(value, d) }
	}
	return func() {}
}

// printed writes what a control holds as text.
func (r *renderer) printed(d *noma.Directive, kind, value string) {
	unit := ""
	switch kind {
	case "select":
		for _, c := range choices(d.AttrText("options"), value) {
			if c.value == value {
				value = c.label
				break
			}
		}
	case "toggle", "checkbox":
		if value = "☐"; truthy(d.AttrText("default")) {
			value = "☒"
		}
	case "date":
		value, _, _ = strings.Cut(value, "T")
		value = layout.DayInWords(r.doc, value)
	default:
		unit = unitOf(value, d.AttrText("unit"))
	}
	r.raw(` <span class="noma-control-value">`)
	r.text(value + unit)
	r.raw("</span>")
}

var controlMeta = []layout.Field{
	{Label: "type", Keys: []string{"type"}}, {Label: "default", Keys: []string{"default"}},
	{Label: "min", Keys: []string{"min"}}, {Label: "max", Keys: []string{"max"}}, {Label: "step", Keys: []string{"step"}},
}

// controlLabel is the label of a control.
func (r *renderer) controlLabel(d *noma.Directive) string {
	if r.client {
		return actionLabel(d, "")
	}
	return actionLabel(d, "Control")
}

var (
	// floatingPoint is a number as HTML writes it (2.3.4.3), dateString a day (2.3.5.2).
	floatingPoint = regexp.MustCompile(`^-?(\d+(\.\d+)?|\.\d+)([eE][-+]?\d+)?$`)
	dateString    = regexp.MustCompile(`^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$`)
)

// input writes an input element with its range. What is no value for its type browsers drop, and so do
// we; it still stands in the metadata.
func (r *renderer) input(d *noma.Directive, kind, value, at string) {
	r.raw(`<input type="` + kind + `"`)
	switch kind {
	case "range", "number":
		for _, k := range []string{"min", "max", "step"} {
			if v := strings.TrimSpace(d.AttrText(k)); floatingPoint.MatchString(v) && (k != "step" || strings.Trim(v, "0.") != "" && v[0] != '-') {
				r.attr(k, v)
			}
		}
		if value = strings.TrimSpace(strings.TrimPrefix(value, "+")); !floatingPoint.MatchString(value) {
			value = ""
		}
	case "date":
		if value, _, _ = strings.Cut(value, "T"); !dateString.MatchString(value) {
			value = ""
		}
	default:
		value = strings.Join(strings.FieldsFunc(value, func(c rune) bool { return c == '\n' || c == '\r' }), " ")
	}
	r.attrIf("value", value)
	r.inputState(at)
	r.raw(">")
}

// inputState switches an input off in a strict page; elsewhere it names the input for the runtime.
func (r *renderer) inputState(at string) {
	if r.opts.Strict {
		r.raw(" disabled")
	}
	r.attrIf("data-noma-control", at)
}

func (r *renderer) unit(value string, d *noma.Directive) {
	if u := strings.TrimSpace(unitOf(value, d.AttrText("unit"))); u != "" {
		r.raw(` <span class="noma-control-unit">`)
		r.text(strings.Trim(u, "\u00a0"))
		r.raw("</span>")
	}
}

// choice is one of the values of a select.
type choice struct{ value, label string }

// choices returns those of "value=Label,value". A default that is not among them comes first.
func choices(list, chosen string) (all []choice) {
	found := chosen == ""
	for item := range strings.SplitSeq(list, ",") {
		item = strings.TrimSpace(item)
		if item == "" {
			continue
		}
		value, label, ok := strings.Cut(item, "=")
		if value = strings.TrimSpace(value); !ok {
			label = value
		}
		all = append(all, choice{value, strings.TrimSpace(label)})
		found = found || value == chosen
	}
	if !found {
		all = append([]choice{{chosen, chosen}}, all...)
	}
	return all
}

// options writes the choices of a select.
func (r *renderer) options(list, chosen string) {
	for _, c := range choices(list, chosen) {
		r.raw("<option")
		r.attr("value", c.value)
		if c.value == chosen && chosen != "" {
			r.raw(" selected")
		}
		r.raw(">")
		if c.label == "" {
			c.label = "–" // an option must say something
		}
		r.text(c.label)
		r.raw("</option>")
	}
}

// truthy reports whether a default switches a toggle on.
func truthy(v string) bool {
	switch strings.ToLower(strings.TrimSpace(v)) {
	case "1", "true", "yes", "on", "checked":
		return true
	}
	return false
}

// strictNotice says once that the controls of a strict page do nothing.
func (r *renderer) strictNotice() {
	if r.opts.Strict && !r.noticeDone {
		r.noticeDone = true
		r.raw(`<p class="noma-notice noma-notice-controls" role="note">` + StrictNotice + "</p>\n")
	}
}
