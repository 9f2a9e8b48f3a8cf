package app

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/nomadocx/nomadocx/noma/sources"
)

// TestSourceFiles: files of sources lie in the folder of the document, are named .bib or .json and have a bounded size; what
// cannot be read is reported by check and keeps no document from being rendered.
func TestSourceFiles(t *testing.T) {
	dir := t.TempDir()
	inside := filepath.Join(dir, "report")
	if err := os.Mkdir(inside, 0o700); err != nil {
		t.Fatal(err)
	}
	write := func(name, text string) {
		if err := os.WriteFile(filepath.Join(inside, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write("refs.bib", "@book{tide, title = {Tides}}")
	write("../outside.bib", "@book{tide, title = {Tides}}")
	write("refs.txt", "@book{tide, title = {Tides}}")
	write("large.bib", "@book{tide, title = {"+strings.Repeat("x", sources.MaxFile)+"}}")
	if err := os.Symlink("../outside.bib", filepath.Join(inside, "link.bib")); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ names, problem string }{
		{"refs.bib", ""},
		{"[refs.bib, refs.bib]", ""},
		{"../outside.bib", "outside the folder"},
		{filepath.Join(dir, "outside.bib"), "outside the folder"},
		{"link.bib", "outside the folder"},
		{"refs.txt", "neither BibTeX"},
		{"none.bib", "cannot be read: no such file"},
		{"large.bib", "larger than 20 MB"},
		{".", "neither BibTeX"},
	} {
		write("in.noma", "---\nbibliography: "+c.names+"\n---\nSee [@tide].\n")
		s, err := Load(t.Context(), filepath.Join(inside, "in.noma"), LoadOptions{})
		if err != nil {
			t.Fatal(err)
		}
		var said []string
		for _, p := range s.Doc.Library.Problems {
			said = append(said, p.Message)
		}
		if known := s.Doc.Citable("tide"); known != (c.problem == "") || !strings.Contains(strings.Join(said, ""), c.problem) || c.problem == "" && len(said) > 0 {
			t.Errorf("%s: known %v, problems %q", c.names, known, said)
		}
		if other, err := s.WithText("---\nbibliography: refs.bib\n---\nSee [@tide].\n"); err != nil || !other.Doc.Citable("tide") {
			t.Errorf("%s: another text does not know the source: %v", c.names, err)
		}
	}
}
