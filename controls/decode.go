package controls

import (
	"strconv"
	"strings"

	"github.com/nomadocx/nomadocx/internal/office/wml"
	"github.com/nomadocx/nomadocx/noma"
)

// Decode reads the form data of a document (contract docx-data.md). The custom XML part gives the
// list and its order; what a control shows gives the values, for not every editor writes a filled-in
// field back to the part it is bound to.
func Decode(d *wml.Document) Data {
	fields := make([]field, 0, len(d.Controls))
	for _, c := range d.Controls {
		if kind, id := identify(c); id != "" {
			fields = append(fields, field{kind, id, c})
		}
	}
	return decode(d, fields)
}

// field is a control of this program: kind is "control" or "task".
type field struct {
	kind, id string
	*wml.Control
}

func decode(d *wml.Document, fields []field) Data {
	data := Data{}
	for _, b := range d.Bound {
		v := Value{ID: b.ID, Label: b.Label, Value: b.Value}
		if b.Type != nil && *b.Type != "" {
			v.Type = b.Type
		}
		data.Controls = append(data.Controls, v)
	}
	at, taskAt := map[string]int{}, map[string]int{} // places of ids in the lists
	merging := false
	for _, f := range fields {
		if f.kind == "control" {
			if !merging {
				merging = true
				data.Controls = lastOfEach(data.Controls, at)
			}
			data.merge(at, visible(f.Control, f.id))
			continue
		}
		checked, ok := state(f.Control)
		if !ok {
			continue
		}
		i, known := taskAt[f.id]
		if !known {
			i = len(data.Tasks)
			taskAt[f.id] = i
			data.Tasks = append(data.Tasks, Task{ID: f.id})
		}
		data.Tasks[i].Checked = checked
	}
	data.fill()
	return data
}

// lastOfEach keeps one entry of every id, the last one, at the place of the first, and notes places.
func lastOfEach(in []Value, at map[string]int) []Value {
	var out []Value
	for _, v := range in {
		if i, known := at[v.ID]; known {
			out[i] = v
			continue
		}
		at[v.ID] = len(out)
		out = append(out, v)
	}
	return out
}

// merge lets a visible control replace the value of its entry; type and label it only supplies.
func (d *Data) merge(at map[string]int, v Value) {
	i, known := at[v.ID]
	if !known {
		at[v.ID] = len(d.Controls)
		d.Controls = append(d.Controls, v)
		return
	}
	have := &d.Controls[i]
	if have.Type == nil {
		have.Type = v.Type
	}
	if have.Label == nil {
		have.Label = v.Label
	}
	have.Value = v.Value
	if have.Type != nil && isToggle(*have.Type) {
		if b, ok := boolean(v.Value); ok {
			have.Value = strconv.FormatBool(b)
		}
	}
}

// tagLimit is the number of UTF-16 units Word allows in a tag; longer ids are cut off there.
const tagLimit = 64

// Named reports whether a control says that it is a form field or a task that nomadocx wrote.
func Named(c *wml.Control) bool { _, id := identify(c); return id != "" }

// identify says whether a control is a form field or task that nomadocx wrote, and whose. The tag tells; where
// an editor dropped it or it was cut, the binding does.
func identify(c *wml.Control) (kind, id string) {
	for _, t := range [...]struct{ prefix, kind string }{{controlTag, "control"}, {taskTag, "task"}} {
		if rest, ok := strings.CutPrefix(c.Tag, t.prefix); ok {
			kind, id = t.kind, rest
		}
	}
	if c.Binding == nil || id != "" && len(c.Tag) < tagLimit {
		return kind, id
	}
	if element, full, ok := bound(c.Binding.XPath); ok && (id == "" || strings.HasPrefix(full, id)) {
		return element, full
	}
	return kind, id
}

// visible returns what a control says about its field: the first kind that fits (contract docx-data.md).
func visible(c *wml.Control, id string) Value {
	v := Value{ID: id}
	kind := "text"
	switch {
	case c.HasCheckBox && c.Checked != nil:
		kind, v.Value = "toggle", strconv.FormatBool(*c.Checked)
	case c.Kind == wml.Date:
		kind, v.Value = "date", c.Text
		if date, ok := isoDate(c.FullDate); ok {
			v.Value = date
		}
	case c.Kind == wml.DropDown:
		kind, v.Value = "select", chosen(c)
	default:
		v.Value = c.Text
	}
	v.Type = &kind
	if c.Alias != "" {
		label := c.Alias
		const words = "control:"
		if len(label) >= len(words) && strings.EqualFold(label[:len(words)], words) {
			label = label[len(words):]
		}
		label = noma.TrimSpace(label)
		v.Label = &label
	}
	return v
}

// chosen returns the value behind the text of a drop-down.
func chosen(c *wml.Control) string {
	for _, text := range [...]string{c.Text, noma.TrimSpace(c.Text)} {
		for _, it := range c.Items {
			if it.Label == text || it.Value == text {
				return it.Value
			}
		}
	}
	return c.Text
}

// state returns whether the box of a task is ticked; false when that cannot be known.
func state(c *wml.Control) (checked, ok bool) {
	if c.HasCheckBox && c.Checked != nil {
		return *c.Checked, true
	}
	return boolean(c.Text)
}
