package controls_test

import (
	"fmt"
	"testing"

	"github.com/nomadocx/nomadocx/controls"
	"github.com/nomadocx/nomadocx/internal/office/wml"
)

func TestControlOfEveryType(t *testing.T) {
	for _, c := range []struct {
		source string
		kind   wml.ControlKind
		text   string
	}{
		{`::control{id="a" default=5}`, wml.PlainText, "5"},
		{`::control{id="a" type="number"}`, wml.PlainText, " "},
		{`::control{id="a" type="Slider" default=0.5}`, wml.PlainText, "0.5"},
		{`::control{id="a" type="checkbox" default="yes"}`, wml.CheckBox, "☒"},
		{`::control{id="a" type="toggle"}`, wml.CheckBox, "☐"},
		{`::control{id="a" type="date" default="2026-05-01"}`, wml.Date, "2026-05-01"},
		{`::control{id="a" type="select" options="x=Low,y" default="y"}`, wml.DropDown, "y"},
		{`::control{id="a" type="select" options="x=Low,y"}`, wml.DropDown, "Low"},
		{`::control{id="a" type="select" options="x=Low" default="z"}`, wml.DropDown, "z"},
		{`::control{id="a" type="select"}`, wml.PlainText, " "},
		{"::control{id=\"a\"}\ndefault: from the body", wml.PlainText, "from the body"},
		{`::todo{id="a" done}`, wml.CheckBox, "☒"},
		{`::agent_task{id="a" status="complete"}`, wml.CheckBox, "☒"},
		{`::agent_task{id="a" status="open"}`, wml.CheckBox, "☐"},
	} {
		n := first(t, c.source+"\n::\n")
		got, ok := controls.Of(n)
		if !ok || got.Kind != c.kind || got.Text != c.text {
			t.Errorf("%s: kind %d %q, want %d %q", c.source, got.Kind, got.Text, c.kind, c.text)
		}
		if got, _ := controls.Of(n); got.Text != c.text {
			t.Errorf("%s: shown value %q", c.source, got.Text)
		}
	}
	if _, ok := controls.Of(first(t, "::claim{id=\"a\"}\n::\n")); ok {
		t.Error("a claim has no content control")
	}
}

// Names and numbers that readers of both implementations rely on.
func TestControlIdentity(t *testing.T) {
	field, _ := controls.Of(first(t, "::control{id=\"ct1\" label=\"**Rate** of c\"}\n::\n"))
	if d, _ := controls.Of(first(t, "::control{id=\"d\" type=\"date\" default=\"2026-02-30\"}\n::\n")); d.FullDate != "" || d.Text != "2026-02-30" {
		t.Errorf("a day there is not: %+v", d)
	}
	if field.Tag != "noma-control:ct1" || field.Alias != "Control: Rate of c" || field.ID != 805039297 {
		t.Errorf("%+v", field)
	}
	if want := "/noma:controls[1]/noma:control[@id='ct1'][1]/noma:value[1]"; field.Binding.XPath != want {
		t.Errorf("xpath %s", field.Binding.XPath)
	}
	task, _ := controls.Of(first(t, "::agent_task{id=\"at1\"}\n::\n"))
	if task.Tag != "noma-task:at1" || task.Alias != "Agent task status" || task.ID != 1672569575 {
		t.Errorf("%+v", task)
	}
	if want := "/noma:controls[1]/noma:task[@id='at1'][1]/noma:value[1]"; task.Binding.XPath != want {
		t.Errorf("xpath %s", task.Binding.XPath)
	}
	todo, _ := controls.Of(first(t, "Text.\n\n::todo\n::\n"))
	if todo.Tag != "noma-task:3" || todo.Alias != "Todo status" || todo.Binding != nil || todo.ID <= 0 {
		t.Errorf("%+v", todo)
	}
}

func TestDateControl(t *testing.T) {
	c, _ := controls.Of(first(t, "::control{id=\"d\" type=\"date\" default=\"2026-05-01T10:00\" format=\"dd.MM.yyyy\" locale=\"de-DE\"}\n::\n"))
	if c.FullDate != "2026-05-01T00:00:00Z" || c.DateFormat != "dd.MM.yyyy" || c.Language != "de-DE" {
		t.Errorf("%+v", c)
	}
	c, _ = controls.Of(first(t, "::control{id=\"d\" type=\"date\" default=\"next May\"}\n::\n"))
	if c.FullDate != "" || c.Text != "next May" || c.DateFormat != "yyyy-MM-dd" || c.Language != "en-US" {
		t.Errorf("%+v", c)
	}
}

func TestLabels(t *testing.T) {
	for _, c := range []struct{ source, want string }{
		{`::control{Label="A" label="B"}`, "A"},
		{`::control{label="B"}`, "B"},
		{"::control\nlabel: C", "C"},
		{"::control\nWhole *body*", "Whole *body*"},
		{"::control\ndefault: 5", "Control"},
		{"::control", "Control"},
	} {
		if got := controls.Label(first(t, c.source+"\n::\n")); got != c.want {
			t.Errorf("%q: %q, want %q", c.source, got, c.want)
		}
	}
}

func TestLocks(t *testing.T) {
	for _, c := range []struct{ attrs, want string }{
		{``, ""}, {`lock`, "sdtLocked"}, {`lock="Control"`, "sdtLocked"}, {`lock="sdt locked"`, "sdtLocked"}, {`locked`, "sdtLocked"},
		{`lock="content"`, "contentLocked"}, {`content_control_lock="value"`, "contentLocked"}, {`lock_content`, "contentLocked"},
		{`sdt_lock="field-and-content"`, "sdtContentLocked"}, {`locked content_locked`, "sdtContentLocked"}, {`lock="all"`, "sdtContentLocked"},
		{`lock="unlocked"`, "unlocked"}, {`lock="none" locked`, ""}, {`lock=false locked`, ""}, {`lock="odd" locked`, "sdtLocked"}, {`locked=false`, ""},
	} {
		for _, name := range []string{"control", "todo"} {
			got, _ := controls.Of(first(t, fmt.Sprintf("::%s{id=\"x\" %s}\n::\n", name, c.attrs)))
			if got.Lock != c.want {
				t.Errorf("%s{%s}: %q, want %q", name, c.attrs, got.Lock, c.want)
			}
		}
	}
}
