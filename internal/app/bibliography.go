package app

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/nomadocx/nomadocx/noma"
	"github.com/nomadocx/nomadocx/noma/sources"
)

// maxSourceFiles is how many files of sources a document may name.
const maxSourceFiles = 20

// sourceFile is a file of sources that a document names, and the files it is one of.
type sourceFile struct {
	name string
	in   Resources
}

// bringIn reads what the document takes from files: rows of datasets, and sources.
func (s *Source) bringIn() {
	s.inlineDatasets()
	s.readSources()
}

// sourceFiles returns the files that the frontmatter, of a book that of each chapter, names under `bibliography`.
func (s *Source) sourceFiles() (list []sourceFile) {
	for _, n := range s.Doc.Children {
		front, ok := n.(*noma.Frontmatter)
		if !ok {
			continue
		}
		for _, name := range textsOf(front.Data.Get("bibliography")) {
			f := sourceFile{name, s.resourcesOf(front)}
			if !slices.ContainsFunc(list, func(x sourceFile) bool { return x.name == f.name && x.in.Dir == f.in.Dir }) {
				list = append(list, f)
			}
		}
	}
	return list
}

// textsOf returns a value of a frontmatter that may be a text or a list of texts.
func textsOf(v any) (out []string) {
	switch v := v.(type) {
	case string:
		if v = strings.TrimSpace(v); v != "" {
			out = append(out, v)
		}
	case []any:
		for _, x := range v {
			if name, ok := x.(string); ok && strings.TrimSpace(name) != "" {
				out = append(out, strings.TrimSpace(name))
			}
		}
	}
	return out
}

// readSources reads the files of sources, once for all texts of a document that name the same.
func (s *Source) readSources() {
	list := s.sourceFiles()
	if len(list) == 0 {
		return
	}
	if s.library == nil || !slices.Equal(s.library.Files, namesOfFiles(list)) {
		s.library = &sources.Library{}
		for i, f := range list {
			if i == maxSourceFiles {
				s.library.Fail(f.name, fmt.Sprintf("there are more than %d files; from here on they are not read", maxSourceFiles))
				break
			}
			f.read(s.library)
		}
	}
	s.Doc.Library = s.library
}

func namesOfFiles(list []sourceFile) (out []string) {
	for _, f := range list {
		out = append(out, f.name)
	}
	return out
}

func (f sourceFile) read(l *sources.Library) {
	lower := strings.ToLower(f.name)
	if !strings.HasSuffix(lower, ".bib") && !strings.HasSuffix(lower, ".json") {
		l.Fail(f.name, "it is neither BibTeX (.bib) nor CSL-JSON (.json)")
		return
	}
	data, err := f.in.within(f.name, sources.MaxFile)
	switch {
	case errors.Is(err, errEscapes):
		l.Fail(f.name, "it lies outside the folder of the document")
	case err != nil:
		l.Fail(f.name, "it cannot be read: "+oneLine(err))
	default:
		l.Add(f.name, data)
	}
}
