package controls

import (
	"hash/crc32"
	"strconv"
	"strings"
	"time"

	"github.com/nomadocx/nomadocx/internal/office/wml"
	"github.com/nomadocx/nomadocx/layout"
	"github.com/nomadocx/nomadocx/noma"
	"github.com/nomadocx/nomadocx/noma/compute"
)

// Tags of content controls: a prefix and the id of the block.
const (
	controlTag = "noma-control:"
	taskTag    = "noma-task:"
)

// BoxChecked and BoxUnchecked are how check boxes appear.
const (
	BoxChecked   = "\u2612"
	BoxUnchecked = "\u2610"
)

// emptyText is what an empty field shows: without a character there is nothing to click on.
const emptyText = " "

// IsTask reports whether a directive is a task, which has a check box for its state.
func IsTask(n *noma.Directive) bool { return n.Is(noma.Task) }

// IsControl reports whether a directive is a form field.
func IsControl(n *noma.Directive) bool { return n.Is(noma.Control) }

// Of returns the content control a form field or task has in Word (contract docx-package.md §6); it is
// false for other directives. A block without an id has its line number in the tag and no binding:
// what is filled in there cannot find its way back.
func Of(n *noma.Directive) (wml.Control, bool) {
	switch {
	case IsTask(n):
		return taskBox(n), true
	case IsControl(n):
		return formField(n), true
	}
	return wml.Control{}, false
}

func taskBox(n *noma.Directive) wml.Control {
	alias := "Todo status"
	if n.Name == "agent_task" {
		alias = "Agent task status"
	}
	c := wml.Control{Tag: taskTag + tagID(n), Alias: alias, Lock: lock(n), ID: controlID("task-checkbox:", n)}
	if n.ID != "" {
		c.Binding = binding("task", n.ID)
	}
	check(&c, layout.Done(n))
	return c
}

func formField(n *noma.Directive) wml.Control {
	c := wml.Control{Tag: controlTag + tagID(n), Alias: "Control: " + noma.PlainText(noma.ParseInline(Label(n))),
		Lock: lock(n), ID: controlID("control:", n)}
	if n.ID != "" {
		c.Binding = binding("control", n.ID)
	}
	value := Default(n)
	switch compute.ControlType(n) {
	case "checkbox", "toggle":
		checked, _ := boolean(value)
		check(&c, checked)
		return c
	case "select":
		c.Kind = wml.DropDown
		c.Items, c.Text = choices(n, value)
		if len(c.Items) == 0 {
			c.Kind = wml.PlainText // a list to choose nothing from shows something that is not in it
		}
	case "date":
		c.Kind = wml.Date
		c.Text = value
		if date, ok := isoDate(value); ok {
			c.FullDate = date + "T00:00:00Z"
		}
		c.DateFormat, c.Language = "yyyy-MM-dd", "en-US"
		if f, _ := n.First("date_format", "format"); f != "" {
			c.DateFormat = f
		}
		if l, _ := n.First("locale"); l != "" {
			c.Language = l
		}
	default:
		c.Kind = wml.PlainText
		c.Text = value
	}
	if c.Text == "" {
		c.Text = emptyText
	}
	return c
}

func check(c *wml.Control, checked bool) {
	c.Kind, c.HasCheckBox, c.Checked, c.Text = wml.CheckBox, true, &checked, BoxUnchecked
	if checked {
		c.Text = BoxChecked
	}
}

// Label returns the label of a form field, with its markup: Label=, label=, a body line "label: …", the
// body, or "Control".
func Label(n *noma.Directive) string {
	if v, _, _ := compute.Field(n, "Label", "label"); v != "" {
		return v
	}
	if n.HasBody && !hasBodyField(n) {
		if t := noma.TrimSpace(n.RawBody.S); t != "" {
			return t
		}
	}
	return "Control"
}

// hasBodyField reports whether the body holds settings rather than a label.
func hasBodyField(n *noma.Directive) bool {
	for _, key := range [...]string{"default", "type", "min", "max", "step", "options"} {
		if _, ok := compute.BodyField(n, key); ok {
			return true
		}
	}
	return false
}

// Default returns the value a form field starts with: its attribute or a body line "default: …".
func Default(n *noma.Directive) string {
	if a, ok := n.Attr("default"); ok {
		return a.Value.Text()
	}
	v, _ := compute.BodyField(n, "default")
	return v
}

// choices returns the entries of a select, options="a=First,b", and the text of the chosen one. A
// default that is no option becomes the first entry, so that the field can show it.
func choices(n *noma.Directive, value string) (items []wml.Item, shown string) {
	for option := range strings.SplitSeq(n.AttrText("options"), ",") {
		v, label, named := strings.Cut(option, "=")
		v, label = noma.TrimSpace(v), noma.TrimSpace(label)
		if v == "" {
			continue
		}
		if !named || label == "" {
			label = v
		}
		items = append(items, wml.Item{Value: v, Label: label})
	}
	for _, it := range items {
		if it.Value == value {
			return items, it.Label
		}
	}
	if noma.TrimSpace(value) != "" {
		return append([]wml.Item{{Value: value, Label: value}}, items...), value
	}
	if len(items) > 0 {
		return items, items[0].Label
	}
	return nil, ""
}

// isoDate returns the date part of a value such as 2026-05-01 or 2026-05-01T10:00:00Z.
func isoDate(s string) (string, bool) {
	date, _, _ := strings.Cut(s, "T")
	_, err := time.Parse(time.DateOnly, date) // a day there is not, such as February 30, is no date of Word's
	return date, err == nil
}

// lock returns w:lock (ECMA-376 §17.5.2.23): what people may not do to the field. Words are taken in any
// form; flags do for the two plain cases.
func lock(n *noma.Directive) string {
	for _, key := range [...]string{"lock", "content_control_lock", "sdt_lock"} {
		a, ok := n.Attr(key)
		if !ok {
			continue
		}
		switch fold(a.Value.Text()) {
		case "control", "field", "container", "sdt", "sdtlocked", "true":
			return "sdtLocked"
		case "content", "value", "contentlocked":
			return "contentLocked"
		case "all", "both", "full", "sdtcontentlocked", "controlandcontent", "fieldandcontent":
			return "sdtContentLocked"
		case "unlocked":
			return "unlocked"
		case "none", "off", "false", "0", "no":
			return ""
		}
	}
	field := flagged(n, "locked", "lock_control", "control_locked")
	content := flagged(n, "lock_content", "content_locked")
	switch {
	case field && content:
		return "sdtContentLocked"
	case field:
		return "sdtLocked"
	case content:
		return "contentLocked"
	}
	return ""
}

func flagged(n *noma.Directive, keys ...string) bool {
	for _, k := range keys {
		switch strings.ToLower(n.AttrText(k)) {
		case "true", "yes", "1", "on":
			return true
		}
	}
	return false
}

// fold makes "Sdt_Locked", "sdt-locked" and "sdt locked" one word.
func fold(s string) string {
	return strings.Map(func(r rune) rune {
		if r == '_' || r == '-' || noma.IsSpace(r) {
			return -1
		}
		return r
	}, strings.ToLower(s))
}

// tagID returns the id in the tag, the line number for a block without one.
func tagID(n *noma.Directive) string {
	if n.ID != "" {
		return n.ID
	}
	return strconv.Itoa(n.Line)
}

// Unnamed reports whether a tag is that of a field or task without an id, which has the number of its line.
func Unnamed(tag string) bool {
	for _, prefix := range [...]string{controlTag, taskTag} {
		if line, ok := strings.CutPrefix(tag, prefix); ok {
			_, err := strconv.ParseUint(line, 10, 32)
			return err == nil
		}
	}
	return false
}

// controlID returns w:id. It must be the same on every export, so it is a checksum of what names the block.
func controlID(prefix string, n *noma.Directive) int32 {
	id := n.ID
	if id == "" {
		column := max(1, 1+n.NameSpan.Start-n.Fence-n.Opener.Start)
		id = n.Name + ":" + strconv.Itoa(n.Line) + ":" + strconv.Itoa(column)
	}
	if sum := int32(crc32.ChecksumIEEE([]byte(prefix+id)) & 0x7fffffff); sum != 0 {
		return sum
	}
	return 1
}
