package validate

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/nomadocx/nomadocx/golden"
	"github.com/nomadocx/nomadocx/noma"
	"github.com/nomadocx/nomadocx/noma/source"
)

// observed is a day on which no citation of the documents is stale.
var observed = time.Date(2026, 5, 15, 0, 0, 0, 0, time.UTC)

// TestDocuments: what check prints about whole documents.
func TestDocuments(t *testing.T) {
	for _, file := range golden.Own(t, "../..") {
		dir := filepath.Dir(file)
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		name := filepath.Base(dir) + ".noma"
		d, _, err := noma.Parse(source.NewFile(name, string(text)), noma.Options{Filename: "/docs/" + name})
		if err != nil {
			t.Fatal(err)
		}
		golden.Check(t, filepath.Join(dir, "check.txt"), []byte(Format(Document(d, Options{Now: observed}), name)))
	}
}
