package layout

import (
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// TestLawPropertiesHoldTheirWords: what is split is joined again, and no part is cut off by Word.
func TestLawPropertiesHoldTheirWords(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		words := rapid.SliceOf(rapid.StringMatching(`[0-9a-f]{1,8}`)).Draw(t, "words")
		properties := map[string]string{"x0": "not ours", "y": "not ours"}
		for _, p := range SplitProperty("x", strings.Join(words, " ")) {
			if len(p.Value) > maxProperty || p.Value == "" || properties[p.Name] != "" {
				t.Fatalf("the property %q has %d bytes", p.Name, len(p.Value))
			}
			properties[p.Name] = p.Value
		}
		if got := PropertyWords(properties, "x"); !slices.Equal(got, words) {
			t.Fatalf("%q became %q", words, got)
		}
	})
}

// TestOwnProperty: every property that says how a file was made is known, with its number; those of others are not.
func TestOwnProperty(t *testing.T) {
	for name, want := range map[string]bool{ManifestProperty: true, ChartsProperty: true, DiagramsProperty + "2": true, TemplateProperty + "13": true,
		ColorsProperty: true, "Noma": false, "NomaExporter": false, "title": false} {
		if OwnProperty(name) != want {
			t.Errorf("%s: %v", name, !want)
		}
	}
}
