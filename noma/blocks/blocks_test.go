package blocks_test

import (
	"testing"

	"github.com/nomadocx/nomadocx/layout"
	"github.com/nomadocx/nomadocx/noma"
	"github.com/nomadocx/nomadocx/noma/blocks"
	"github.com/nomadocx/nomadocx/noma/validate"
)

// TestTableIsComplete: the format's blocks are those that are laid out, and each attribute that is shown is in the table.
func TestTableIsComplete(t *testing.T) {
	for _, name := range layout.Directives() {
		b := blocks.Lookup(name)
		if b == nil {
			t.Errorf("%s is laid out, and is not in the table", name)
			continue
		}
		for _, key := range layout.Keys(name) {
			if _, ok := b.Attr(key); !ok {
				t.Errorf("%s shows %s=, which is not in the table", name, key)
			}
		}
	}
	for _, b := range blocks.All() {
		if !layout.Known(b.Name) {
			t.Errorf("%s is in the table, and is not laid out", b.Name)
		}
		seen := map[string]bool{}
		for _, a := range append(b.Attrs, blocks.Common...) {
			for _, name := range append([]string{a.Name}, a.Also...) {
				if seen[name] && name != "title" && name != "audience" && name != "lang" { // that of an instruction is any text, that of code the language of this
					t.Errorf("%s has %s= twice", b.Name, name)
				}
				seen[name] = true
			}
			if (a.Kind == blocks.Word) != (len(a.Values) > 0) || a.Default != "" && !a.Takes(a.Default) || a.Says == "" {
				t.Errorf("%s: %+v", b.Name, a)
			}
		}
	}
}

// TestExamples: each example is one block of its kind, without a mistake but those that a lone block has.
func TestExamples(t *testing.T) {
	alone := []string{"broken-reference", "claim-without-evidence", "computed-unknown-dependency", "memory-wikilink-non-memory-target", "missing-file"}
	for _, b := range blocks.All() {
		doc, err := noma.ParseText(b.Name, b.Example)
		if err != nil {
			t.Fatal(err)
		}
		found := false
		for n := range noma.Walk(doc) {
			d, ok := n.(*noma.Directive)
			found = found || ok && d.Name == b.Name
		}
		if list := validate.Document(doc, validate.Options{IgnoreRules: alone}); !found || len(list) > 0 {
			t.Errorf("%s: %s\n%v", b.Name, b.Example, list)
		}
	}
}
