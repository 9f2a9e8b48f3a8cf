package controls_test

import (
	"testing"

	"github.com/nomadocx/nomadocx/controls"
	"github.com/nomadocx/nomadocx/internal/office/wml"
	"github.com/nomadocx/nomadocx/noma"
	"github.com/nomadocx/nomadocx/noma/source"
	"github.com/nomadocx/nomadocx/patch"
)

// failer is what *testing.T and *rapid.T have in common here.
type failer interface {
	Fatal(args ...any)
	Fatalf(format string, args ...any)
}

func parse(t failer, text string) *noma.Document {
	d, _, err := noma.Parse(source.NewFile("test.noma", text), noma.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// first returns the first directive of a document.
func first(t failer, text string) *noma.Directive {
	for n := range noma.Walk(parse(t, text)) {
		if d, ok := n.(*noma.Directive); ok {
			return d
		}
	}
	t.Fatalf("no directive in %q", text)
	return nil
}

// sent returns the Word document of a source as far as form data goes: its controls, and the custom XML
// they are bound to.
func sent(t failer, text string) *wml.Document {
	out := &wml.Document{}
	for n := range noma.Walk(parse(t, text)) {
		d, ok := n.(*noma.Directive)
		if !ok {
			continue
		}
		c, ok := controls.Of(d)
		if !ok {
			continue
		}
		out.Controls = append(out.Controls, &c)
		if controls.IsControl(d) && d.ID != "" {
			kind, label := d.AttrText("type"), controls.Label(d)
			if kind == "" {
				kind = "text"
			}
			out.Bound = append(out.Bound, wml.BoundValue{ID: d.ID, Type: &kind, Label: &label, Value: controls.Default(d)})
		}
	}
	return out
}

// patched returns the source after form data came back.
func patched(t failer, text string, data controls.Data, opts controls.Options) (string, *controls.Result) {
	d := parse(t, text)
	r := controls.Ops(d, data, opts)
	out, err := patch.Apply(d.File, r.Ops, patch.Options{})
	if err != nil {
		t.Fatalf("%v\nsource: %s", err, text)
	}
	return out.Text, r
}

var _ failer = (*testing.T)(nil)
