package layout

import (
	"strings"
	"testing"
)

func TestTableIsSound(t *testing.T) {
	if err := Check(Table()); err != nil {
		t.Fatal(err)
	}
}

// Every directive name of the format has a layout.
func TestEveryNameIsKnown(t *testing.T) {
	names := `hero grid card callout columns tabs tab accordion sidebar button page_setup header footer toc pagebreak doc_protection
		summary abstract note warning tip export_button control computed_metric computed_plot computed_table
		api endpoint parameter example changelog instruction query claim evidence counterevidence assumption risk hypothesis result
		limitation open_question decision adr state_change dataset plot metric figure code code_cell output table agent_task todo
		review comment change_request provenance confidence citation footnote endnote bibliography math html svg script
		memory memory_index diagram plotly section`
	for _, n := range strings.Fields(names) {
		if !Known(n) {
			t.Errorf("%s has no layout", n)
		}
	}
	if Known("finance::position") {
		t.Error("a namespaced name counts as known")
	}
}

// For each rule a table that breaks it.
func TestCheckRefuses(t *testing.T) {
	label := Label{Text: "X"}
	for want, table := range map[string][]Spec{
		"laid out twice":                {{Name: "a", Parts: []Part{label}}, {Name: "a", Parts: []Part{label}}},
		"two editable fields can write": {{Name: "a", Parts: []Part{Label{Text: "X", Title: title("title")}, Meta{text("t", "title")}}}},
		"rank the same attributes":      {{Name: "a", Parts: []Part{Label{Text: "X", Title: &Field{Keys: []string{"p", "q"}, Access: Echo}}, Meta{text("t", "q", "p")}}}},
		"has no label":                  {{Name: "a", Parts: []Part{label, Meta{{Keys: []string{"k"}}}}}},
		"occurs twice in one line":      {{Name: "a", Parts: []Part{label, Meta{text("t", "k"), text("t", "l")}}}},
		"in two lines that touch":       {{Name: "a", Parts: []Part{label, Meta{text("t", "k")}, Meta{text("t", "l")}}}},
		"no visible character":          {{Name: "a", Parts: []Part{Label{Text: " "}}}},
		"needs a title":                 {{Name: "a", Parts: []Part{Label{Text: "X", Bare: true}}}},
	} {
		if err := Check(table); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("want %q, got %v", want, err)
		}
	}
}
