package controls_test

import (
	"encoding/json"
	"testing"

	"github.com/nomadocx/nomadocx/controls"
	"github.com/nomadocx/nomadocx/internal/office/wml"
)

func pointer[T any](v T) *T { return &v }

// asJSON returns compact JSON without HTML escapes.
func asJSON(t failer, v any) string {
	out, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(out)
}

func bindingTo(element, id string) *wml.Binding {
	return &wml.Binding{XPath: "/noma:controls[1]/noma:" + element + "[@id='" + id + "'][1]/noma:value[1]"}
}

func TestDecode(t *testing.T) {
	bound := func(id, kind, value string) wml.BoundValue { return wml.BoundValue{ID: id, Type: &kind, Value: value} }
	for _, c := range []struct {
		name     string
		bound    []wml.BoundValue
		controls []*wml.Control
		want     string
	}{
		{"nothing", nil, nil, `{"controls":[],"tasks":[]}`},
		{"custom XML alone keeps duplicates", []wml.BoundValue{bound("a", "text", "1"), bound("a", "text", "2")}, nil,
			`{"controls":[{"id":"a","type":"text","value":"1"},{"id":"a","type":"text","value":"2"}],"tasks":[]}`},
		{"an empty type is none, an empty label is one", []wml.BoundValue{{ID: "a", Type: pointer(""), Label: pointer("")}}, nil,
			`{"controls":[{"id":"a","label":"","value":""}],"tasks":[]}`},
		{"what is shown wins", []wml.BoundValue{bound("a", "number", "5")}, []*wml.Control{{Tag: "noma-control:a", Alias: "Control: Rate", Text: "7"}},
			`{"controls":[{"id":"a","type":"number","label":"Rate","value":"7"}],"tasks":[]}`},
		{"without custom XML", nil, []*wml.Control{{Tag: "noma-control:a", Text: " x "}},
			`{"controls":[{"id":"a","type":"text","value":" x "}],"tasks":[]}`},
		{"the last of an id wins", nil, []*wml.Control{{Tag: "noma-control:a", Text: "1"}, {Tag: "noma-control:b", Text: "2"}, {Tag: "noma-control:a", Text: "3"}},
			`{"controls":[{"id":"a","type":"text","value":"3"},{"id":"b","type":"text","value":"2"}],"tasks":[]}`},
		{"check box", nil, []*wml.Control{{Tag: "noma-control:a", HasCheckBox: true, Checked: pointer(true), Text: "☒"}},
			`{"controls":[{"id":"a","type":"toggle","value":"true"}],"tasks":[]}`},
		{"glyph of a check box", []wml.BoundValue{bound("a", "checkbox", "false")}, []*wml.Control{{Tag: "noma-control:a", Text: " ☑ "}},
			`{"controls":[{"id":"a","type":"checkbox","value":"true"}],"tasks":[]}`},
		{"a date by its date", nil, []*wml.Control{{Tag: "noma-control:a", Kind: wml.Date, FullDate: "2026-05-01T00:00:00Z", Text: "1 May"}},
			`{"controls":[{"id":"a","type":"date","value":"2026-05-01"}],"tasks":[]}`},
		{"a date by its text", nil, []*wml.Control{{Tag: "noma-control:a", Kind: wml.Date, FullDate: "20260501", Text: "1 May"}},
			`{"controls":[{"id":"a","type":"date","value":"1 May"}],"tasks":[]}`},
		{"a select by its text", nil, []*wml.Control{{Tag: "noma-control:a", Kind: wml.DropDown, Text: " High ", Items: []wml.Item{{Value: "l", Label: "Low"}, {Value: "h", Label: "High"}}}},
			`{"controls":[{"id":"a","type":"select","value":"h"}],"tasks":[]}`},
		{"a select with something typed", nil, []*wml.Control{{Tag: "noma-control:a", Kind: wml.DropDown, Text: "Odd", Items: []wml.Item{{Value: "l", Label: "Low"}}}},
			`{"controls":[{"id":"a","type":"select","value":"Odd"}],"tasks":[]}`},
		{"an editor that drops tags", []wml.BoundValue{bound("a", "text", "old")}, []*wml.Control{{Binding: bindingTo("control", "a"), Text: "new"}, {Binding: bindingTo("task", "t"), HasCheckBox: true, Checked: pointer(true)}},
			`{"controls":[{"id":"a","type":"text","value":"new"}],"tasks":[{"id":"t","checked":true}]}`},
		{"controls of others", nil, []*wml.Control{{Tag: "theirs", Text: "x"}, {Tag: "noma-control:", Text: "x"}, {Text: "x", Binding: &wml.Binding{XPath: "/a/b[@id='x']"}}}, `{"controls":[],"tasks":[]}`},
		{"tasks", nil, []*wml.Control{{Tag: "noma-task:a", HasCheckBox: true, Checked: pointer(false)}, {Tag: "noma-task:b", Text: "☒"}, {Tag: "noma-task:c", Text: "?"}, {Tag: "noma-task:a", Text: "yes"}},
			`{"controls":[],"tasks":[{"id":"a","checked":true},{"id":"b","checked":true}]}`},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := asJSON(t, controls.Decode(&wml.Document{Bound: c.bound, Controls: c.controls})); got != c.want {
				t.Errorf("got  %s\nwant %s", got, c.want)
			}
		})
	}
}

// Word holds 64 characters of a tag; the rest of a long id is in the binding.
func TestLongIDs(t *testing.T) {
	id := "a-very-long-identifier-that-somebody-chose-for-a-field-of-a-form-in-a-report"
	tag := ("noma-control:" + id)[:64]
	got := controls.Decode(&wml.Document{Controls: []*wml.Control{{Tag: tag, Binding: bindingTo("control", id), Text: "x"}}})
	if len(got.Controls) != 1 || got.Controls[0].ID != id {
		t.Errorf("%+v", got)
	}
}

func TestDecodeData(t *testing.T) {
	d, err := controls.DecodeData([]byte(`{"controls":[{"id":"a","value":"1","extra":true}]}`))
	if err != nil || asJSON(t, d) != `{"controls":[{"id":"a","value":"1"}],"tasks":[]}` {
		t.Errorf("%v %s", err, asJSON(t, d))
	}
	for _, in := range []string{"", "[]", `{"controls":[{}]}`, `{"tasks":[{"checked":true}]}`, `{"tasks":[{"id":"a","checked":"yes"}]}`} {
		if _, err := controls.DecodeData([]byte(in)); err == nil {
			t.Errorf("%q was accepted", in)
		}
	}
}

func FuzzDecodeData(f *testing.F) {
	f.Add([]byte(`{"controls":[{"id":"a","type":"number","label":"","value":"1"}],"tasks":[{"id":"b","checked":true}]}`))
	f.Fuzz(func(t *testing.T, in []byte) {
		d, err := controls.DecodeData(in)
		if err != nil {
			return
		}
		again, err := controls.DecodeData([]byte(asJSON(t, d)))
		if err != nil || asJSON(t, again) != asJSON(t, d) {
			t.Fatalf("%v %s", err, asJSON(t, d))
		}
		controls.Ops(parse(t, "::control{id=\"a\" type=\"number\"}\n::\n"), d, controls.Options{})
	})
}
