package controls

import (
	"testing"

	"pgregory.net/rapid"

	_ "github.com/nomadocx/nomadocx/internal/testkit/seed"
)

// An id comes back from the xpath of its binding, whatever quotation marks it has.
func TestBindingsKeepIDs(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		id := rapid.StringMatching(`[a-z'"\]\[ ,(){}äö/:-]{1,12}`).Draw(t, "id")
		element := rapid.SampledFrom([]string{"control", "task"}).Draw(t, "element")
		gotElement, gotID, ok := bound(binding(element, id).XPath)
		if !ok || gotElement != element || gotID != id {
			t.Fatalf("%s: %q %q %v", binding(element, id).XPath, gotElement, gotID, ok)
		}
	})
}

func FuzzBound(f *testing.F) {
	f.Add(`/noma:controls[1]/noma:control[@id='a'][1]/noma:value[1]`)
	f.Add(`/x:task[@id=concat('a',"'",'b')]`)
	f.Add(`/task[@id=concat(concat(concat(`)
	f.Fuzz(func(t *testing.T, xpath string) {
		if element, id, ok := bound(xpath); ok && (id == "" || element != "control" && element != "task") {
			t.Fatalf("%q: %q %q", xpath, element, id)
		}
	})
}
