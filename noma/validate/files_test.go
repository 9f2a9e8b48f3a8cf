package validate_test

import (
	"testing"

	"github.com/nomadocx/nomadocx/noma"
	"github.com/nomadocx/nomadocx/noma/source"
	"github.com/nomadocx/nomadocx/noma/validate"
)

// TestFilesOfABook: where a document is made of several files, a diagnostic names its own, and never
// takes its last line from another.
func TestFilesOfABook(t *testing.T) {
	d, _, err := noma.Parse(source.NewFile("a", "::note{id=\"x\"}\none\n\ntwo\n::\n\n::note{id=\"x\"}\n::\n"), noma.Options{})
	if err != nil {
		t.Fatal(err)
	}
	list := validate.Document(d, validate.Options{FileOf: func(n noma.Node) string {
		if n != nil && n.At().Line < 7 {
			return "one.noma"
		}
		return "two.noma"
	}})
	if len(list) != 1 {
		t.Fatalf("found %v", list)
	}
	if got, want := validate.Line(list[0], "book.yml"), `ERROR [duplicate-id] two.noma:7:1: Duplicate block ID "x".`; got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}
