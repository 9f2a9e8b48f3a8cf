package main

import (
	"bytes"
	"testing"

	"github.com/nomadocx/nomadocx/internal/app"
)

// The documents to start from have no mistake, and become Word files and pages.
func TestStarters(t *testing.T) {
	files, err := starters.ReadDir("starters")
	if err != nil || len(files) != len(starterKinds) {
		t.Fatalf("%d documents for %d kinds: %v", len(files), len(starterKinds), err)
	}
	for _, kind := range starterKinds {
		text, err := starters.ReadFile("starters/" + kind + ".noma")
		if err != nil {
			t.Fatal(err)
		}
		s, err := app.FromText(kind+".noma", string(text))
		if err != nil {
			t.Fatal(err)
		}
		if found, err := app.Check(t.Context(), s, app.CheckOptions{}); err != nil || len(found) > 0 {
			t.Errorf("%s: %v %v", kind, found, err)
		}
		for _, target := range []app.Target{app.Word, app.HTML} {
			var b bytes.Buffer
			if err := app.Render(t.Context(), &b, s, app.RenderOptions{Target: target}); err != nil || b.Len() == 0 {
				t.Errorf("%s to %s: %v", kind, target, err)
			}
		}
	}
}
