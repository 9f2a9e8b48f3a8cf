package sources

import (
	"strings"
)

// MaxFile is the largest file of sources that is read, in bytes.
const MaxFile = 20 << 20

// maxSources is how many sources a document may have in files.
const maxSources = 100_000

// Name is who wrote or edited a source: a person, or with Literal an organisation.
type Name struct{ Family, Given, Literal string }

// Short returns what a mark in the text calls them.
func (n Name) Short() string {
	if n.Literal != "" {
		return n.Literal
	}
	if n.Family == "" {
		return n.Given
	}
	return n.Family
}

// sorted returns the name as lists of references have it: "Smith, A.".
func (n Name) sorted() string {
	if n.Literal != "" || n.Family == "" || n.Given == "" {
		return n.Short()
	}
	var b strings.Builder
	for word := range strings.FieldsSeq(strings.ReplaceAll(n.Given, "-", " ")) {
		for _, r := range word {
			b.WriteString(" " + string(r) + ".")
			break
		}
	}
	return n.Family + "," + b.String()
}

// Source is one entry of a file.
type Source struct {
	Key, Type       string
	Authors         []Name
	Editors         []Name
	Title           string
	Container       string // the journal, book or site it is part of
	Publisher       string
	Volume, Issue   string
	Pages           string
	Date            string // as it is shown
	URL, DOI        string
	Accessed        string
	Note            string
	File            string // in which it stands, as the document names it
	Line            int
	OtherAuthors    bool // there are more than those named
	editorsAsAuthor bool
}

// Problem says what is wrong with a file, or with a line of it.
type Problem struct {
	File    string
	Line    int // 0: the file as a whole
	Message string
}

// Library is what the files of a document say. The zero value is empty, and so is nil.
type Library struct {
	Files    []string // as the document names them
	List     []*Source
	Problems []Problem
	// Repeated are entries whose key an earlier one has.
	Repeated []*Source

	byKey map[string]*Source
}

// Source returns the entry with a key, nil for none.
func (l *Library) Source(key string) *Source {
	if l == nil {
		return nil
	}
	return l.byKey[key]
}

// Fail notes that a file cannot be read.
func (l *Library) Fail(file, message string) {
	l.Files = append(l.Files, file)
	l.Problems = append(l.Problems, Problem{File: file, Message: message})
}

// Add reads a file into the library: CSL-JSON when its name says so, BibTeX otherwise.
func (l *Library) Add(file string, data []byte) {
	l.Files = append(l.Files, file)
	read, name := readBibTeX, strings.ToLower(file)
	if strings.HasSuffix(name, ".json") {
		read = readJSON
	}
	list, problems := read(string(data), maxSources-len(l.List))
	for i := range problems {
		problems[i].File = file
	}
	l.Problems = append(l.Problems, problems...)
	if l.byKey == nil {
		l.byKey = make(map[string]*Source, len(list))
	}
	for _, s := range list {
		s.File = file
		if len(s.Authors) == 0 && len(s.Editors) > 0 {
			s.Authors, s.editorsAsAuthor = s.Editors, true
		}
		if l.byKey[s.Key] != nil {
			l.Repeated = append(l.Repeated, s)
			continue
		}
		l.byKey[s.Key] = s
		l.List = append(l.List, s)
	}
}

// maxProblems is how many problems of a file are reported.
const maxProblems = 50

// AuthorList returns all authors as a list of references has them.
func (s *Source) AuthorList() string {
	names := make([]string, len(s.Authors))
	for i, n := range s.Authors {
		names[i] = n.sorted()
	}
	out := joined(names, s.OtherAuthors)
	if s.editorsAsAuthor && out != "" {
		if len(names) == 1 {
			return out + " (ed.)"
		}
		return out + " (eds)"
	}
	return out
}

// joined makes one text of names: "A, B and C", with more: "A, B et al.".
func joined(names []string, more bool) string {
	switch n := len(names); {
	case n == 0:
		return ""
	case more:
		return strings.Join(names, ", ") + " et al."
	case n == 1:
		return names[0]
	default:
		return strings.Join(names[:n-1], ", ") + " and " + names[n-1]
	}
}

// ShortAuthors returns what a mark calls the authors: one or two names, else the first "et al.".
func ShortAuthors(names []string, more bool) string {
	if len(names) > 2 || more && len(names) > 0 {
		return names[0] + " et al."
	}
	return joined(names, false)
}

// Year returns the year of a date, "" without one: its first four digits that stand alone.
func Year(date string) string {
	for i := 0; i < len(date); i++ {
		j := i
		for j < len(date) && date[j] >= '0' && date[j] <= '9' {
			j++
		}
		if j-i == 4 {
			return date[i:j]
		}
		i = max(i, j-1)
	}
	return ""
}
