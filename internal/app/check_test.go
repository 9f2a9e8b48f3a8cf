package app

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/nomadocx/nomadocx/noma/diag"
)

// TestFix: every repair is made in one go, and the document is free of what they were about.
func TestFix(t *testing.T) {
	const n = 500
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "# Port number %d\n\n::comment{id=\"c-%d\" target=\"port-nummber-%d\"}\nSee there.\n::\n\n", i, i, i)
	}
	s, err := FromText("ports.noma", b.String())
	if err != nil {
		t.Fatal(err)
	}
	found, err := Check(context.Background(), s, CheckOptions{})
	if err != nil {
		t.Fatal(err)
	}
	text, made, err := fixOnce(context.Background(), s, found)
	if err != nil || text != strings.ReplaceAll(b.String(), "nummber", "number") {
		t.Errorf("%v: the text is\n%.300s", err, text)
	}
	if made != n {
		t.Errorf("%d repairs, want %d", made, n)
	}
}

// TestFixLeavesOut: a repair that is refused, or whose block cannot be addressed, does not stop the rest.
func TestFixLeavesOut(t *testing.T) {
	const text = "::note{id=\"a\" for=\"x\"}\n::\n\n::note{id=\"b\" for=\"x\"}\n::\n\n::note{id=\"b\" for=\"x\"}\n::\n"
	s, err := FromText("notes.noma", text)
	if err != nil {
		t.Fatal(err)
	}
	set := func(id, key string) diag.Diagnostic {
		return diag.Diagnostic{NodeID: id, Fix: map[string]any{"op": "update_attribute", "id": id, "key": key, "value": "y"}}
	}
	var found diag.List
	for range maxRefused + 5 {
		found = append(found, set("a", "id")) // ids change by other operations
	}
	found = append(diag.List{set("a", "for"), set("b", "for"), set("nobody", "for")}, found...)
	got, made, err := fixOnce(context.Background(), s, found)
	if err != nil || made != 1 || got != strings.Replace(text, `"x"`, `"y"`, 1) {
		t.Errorf("%d repairs, %v:\n%s", made, err, got)
	}
	got, made, err = fixOnce(context.Background(), s, found[1:])
	if err != nil || made != 0 || got != text {
		t.Errorf("%d repairs, %v:\n%s", made, err, got)
	}
}
