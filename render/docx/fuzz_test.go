package docx

import (
	"testing"

	"github.com/nomadocx/nomadocx/noma"
	"github.com/nomadocx/nomadocx/noma/source"
)

// FuzzRender: whatever the source says, the package is sound.
func FuzzRender(f *testing.F) {
	for _, text := range fixtures(f) {
		f.Add(text)
	}
	for _, s := range snippets {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if len(text) > 1<<14 {
			return
		}
		if _, _, err := noma.Parse(source.NewFile("fuzz.noma", text), noma.Options{}); err != nil {
			return // refused: there is nothing to render
		}
		if problem := unsound(t, text); problem != "" {
			t.Error(problem)
		}
	})
}
