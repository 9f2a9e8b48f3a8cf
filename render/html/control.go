package html

import (
	"strconv"
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
	r.raw(`<label class="noma-control-label"><span class="noma-control-name">`)
	r.inline(controlLabel(d))
	r.raw("</span> ")
	value := d.AttrText("default")
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
		r.raw(` <output class="noma-control-value">`)
		r.text(value + unitOf(value, d.AttrText("unit")))
		r.raw("</output>")
	case "number":
		r.input(d, "number", value, at)
		r.unit(value, d)
	case "date":
		r.input(d, "date", value, at)
	default:
		r.input(d, "text", value, at)
		r.unit(value, d)
	}
	r.raw("</label>\n")
	r.meta(d, controlMeta)
	r.actionBody(d)
	r.raw("</div>\n")
}

var controlMeta = []layout.Field{
	{Label: "type", Keys: []string{"type"}}, {Label: "default", Keys: []string{"default"}},
	{Label: "min", Keys: []string{"min"}}, {Label: "max", Keys: []string{"max"}}, {Label: "step", Keys: []string{"step"}},
}

// controlLabel is the label of a control.
func controlLabel(d *noma.Directive) string { return actionLabel(d, "Control") }

// input writes an input element with its range.
func (r *renderer) input(d *noma.Directive, kind, value, at string) {
	r.raw(`<input type="` + kind + `"`)
	if kind == "range" || kind == "number" {
		// Only numbers mean something here; browsers would take other text for no limit at all.
		for _, k := range []string{"min", "max", "step"} {
			if _, err := strconv.ParseFloat(d.AttrText(k), 64); err == nil {
				r.attr(k, d.AttrText(k))
			}
		}
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

// options writes the choices of a select from "value=Label,value". A default that is not among
// them comes first.
func (r *renderer) options(list, chosen string) {
	type choice struct{ value, label string }
	var all []choice
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
	for _, c := range all {
		r.raw("<option")
		r.attr("value", c.value)
		if c.value == chosen && chosen != "" {
			r.raw(" selected")
		}
		r.raw(">")
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
