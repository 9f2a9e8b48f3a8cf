package controls

import (
	"slices"
	"strings"

	"github.com/nomadocx/nomadocx/layout"
	"github.com/nomadocx/nomadocx/noma"
	"github.com/nomadocx/nomadocx/noma/compute"
	"github.com/nomadocx/nomadocx/patch"
)

// Options of [Ops].
type Options struct {
	// Sent is the form data at export, from [Expected] of the source that was sent. With it a value
	// that came back as it was sent never undoes what the author changed since, and a field that
	// both changed is a conflict. Nil: whatever differs from the source is taken over.
	Sent *Data
}

// Result of [Ops].
type Result struct {
	Ops       []patch.Op // all form fields, then all tasks, each in document order
	Report    Report
	Conflicts []Conflict
	Refused   []Refusal
}

// Conflict is a field or task that the author and a reviewer changed to different values. Nothing is
// done about it. States of tasks are "true" and "false".
type Conflict struct{ ID, Sent, Now, Returned string }

// Refusal is a returned value that no source could show. Nothing is done about it.
type Refusal struct{ ID, Returned, Reason string }

// Ops turns form data into operations on the source (contract sync.md). A field that shows what an
// untouched one would show changes nothing.
func Ops(d *noma.Document, data Data, opts Options) *Result {
	r := &Result{Report: Report{Changes: []Change{}, Unmatched: []Value{}, TaskChanges: []TaskChange{}, UnmatchedTasks: []Task{}}}
	fields, tasks := survey(d)
	values, states := map[string]Value{}, map[string]Task{}
	for _, v := range data.Controls {
		if n := fields.find(d, v.ID); n != nil {
			values[n.ID] = v // the last entry of an id counts
		} else if !untouched(v.ID, fields, func(n *noma.Directive) bool { return alike(v.Value, Untouched(n)) }) {
			r.Report.Unmatched = append(r.Report.Unmatched, v)
		}
	}
	for _, t := range data.Tasks {
		if n := tasks.find(d, t.ID); n != nil {
			states[n.ID] = t
		} else if !untouched(t.ID, tasks, func(n *noma.Directive) bool { return t.Checked == layout.Done(n) }) {
			r.Report.UnmatchedTasks = append(r.Report.UnmatchedTasks, t)
		}
	}
	sent := sentData(opts.Sent)
	for _, n := range fields.order {
		if v, ok := values[n.ID]; ok {
			if day := Untouched(n); compute.ControlType(n) == "date" && v.Value == layout.DayInWords(d, day) {
				v.Value = day // in words, as clients are shown it
			}
			r.field(n, v, sent)
		}
	}
	for _, n := range tasks.order {
		if t, ok := states[n.ID]; ok {
			r.task(n, t, sent)
		}
	}
	return r
}

// untouched reports whether a field or task without an id shows what the block in the line shows that its id names.
func untouched(id string, in blocks, same func(*noma.Directive) bool) bool {
	return slices.ContainsFunc(in.nameless, func(n *noma.Directive) bool { return tagID(n) == id && same(n) })
}

// field compares one form field with what came back.
func (r *Result) field(n *noma.Directive, v Value, sent sentValues) {
	kind := compute.ControlType(n)
	value := convert(kind, v.Value)
	now := Untouched(n)
	if alike(v.Value, now) || alike(text(value), now) {
		return
	}
	// The same value may be written in another type: 5 and "5", a flag and "true".
	if a, ok := n.Attr("default"); ok && a.Value.Text() == text(value) {
		return
	}
	if was, known := sent.controls[v.ID]; known {
		if alike(v.Value, was) {
			return // the reviewer left it alone
		}
		if !alike(now, was) {
			r.Conflicts = append(r.Conflicts, Conflict{n.ID, was, now, v.Value})
			return
		}
	}
	if kind == "select" && text(value) == "" {
		// An emptied list has no source: without a default the field shows its first entry.
		r.Refused = append(r.Refused, Refusal{n.ID, v.Value, "a select cannot be empty"})
		return
	}
	r.Ops = append(r.Ops, patch.Op{Op: "update_attribute", ID: n.ID, Key: "default", Value: value})
	r.Report.Changes = append(r.Report.Changes, Change{n.ID, v.Value, value})
}

// task compares one task with its returned state. A task that has a status keeps telling its state
// there; otherwise done= does.
func (r *Result) task(n *noma.Directive, t Task, sent sentValues) {
	checked, done := t.Checked, layout.Done(n)
	if done == checked {
		return
	}
	if was, known := sent.tasks[t.ID]; known && was == checked {
		return // only the author changed it; two states leave no room for a conflict
	}
	var attrs Attrs
	status, hasStatus := n.Attr("status")
	switch {
	case checked && hasStatus:
		attrs = Attrs{{"status", "done"}}
	case checked:
		attrs = Attrs{{"done", true}}
	default:
		switch strings.ToLower(n.AttrText("done")) {
		case "true", "yes":
			attrs = append(attrs, Attr{"done", false})
		}
		switch strings.ToLower(noma.TrimSpace(status.Value.Text())) {
		case "done", "complete", "completed":
			attrs = append(attrs, Attr{"status", "open"})
		}
	}
	for _, a := range attrs {
		r.Ops = append(r.Ops, patch.Op{Op: "update_attribute", ID: n.ID, Key: a.Key, Value: a.Value})
	}
	r.Report.TaskChanges = append(r.Report.TaskChanges, TaskChange{n.ID, checked, attrs})
}

// Untouched returns the value a form field returns when nobody fills it in.
func Untouched(n *noma.Directive) string {
	c := formField(n)
	v := visible(&c, n.ID)
	if isToggle(compute.ControlType(n)) {
		if b, ok := boolean(v.Value); ok {
			return text(b)
		}
	}
	return v.Value
}

// Expected returns the form data of a document that comes back as it was sent.
func Expected(d *noma.Document) Data {
	var data Data
	fields, tasks := survey(d)
	for _, n := range fields.order {
		kind, label := compute.ControlType(n), noma.PlainText(noma.ParseInline(Label(n)))
		data.Controls = append(data.Controls, Value{ID: n.ID, Type: &kind, Label: &label, Value: Untouched(n)})
	}
	for _, n := range tasks.order {
		data.Tasks = append(data.Tasks, Task{n.ID, layout.Done(n)})
	}
	data.fill()
	return data
}

// blocks are the form fields or tasks that have an id of their own.
type blocks struct {
	order    []*noma.Directive
	byID     map[string]*noma.Directive
	nameless []*noma.Directive // those without an id
}

// survey collects the form fields and tasks an operation can reach: a block whose id another block
// had first cannot be addressed.
func survey(d *noma.Document) (fields, tasks blocks) {
	fields.byID, tasks.byID = map[string]*noma.Directive{}, map[string]*noma.Directive{}
	for n := range noma.Walk(d) {
		b, ok := n.(*noma.Directive)
		if !ok {
			continue
		}
		if b.ID == "" {
			switch {
			case IsControl(b):
				fields.nameless = append(fields.nameless, b)
			case IsTask(b):
				tasks.nameless = append(tasks.nameless, b)
			}
			continue
		}
		if first, _ := d.ByID(b.ID); first != n {
			continue
		}
		switch {
		case IsControl(b):
			fields.order, fields.byID[b.ID] = append(fields.order, b), b
		case IsTask(b):
			tasks.order, tasks.byID[b.ID] = append(tasks.order, b), b
		}
	}
	return fields, tasks
}

// find returns the block with an id or, after a renaming, with that alias.
func (b blocks) find(d *noma.Document, id string) *noma.Directive {
	if n := b.byID[id]; n != nil {
		return n
	}
	if n, ok := d.Block(id); ok {
		return b.byID[n.At().ID]
	}
	return nil
}

// sentValues are the values at export by id.
type sentValues struct {
	controls map[string]string
	tasks    map[string]bool
}

func sentData(d *Data) sentValues {
	s := sentValues{map[string]string{}, map[string]bool{}}
	if d == nil {
		return s
	}
	for _, v := range d.Controls {
		s.controls[v.ID] = v.Value
	}
	for _, t := range d.Tasks {
		s.tasks[t.ID] = t.Checked
	}
	return s
}
