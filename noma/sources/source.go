package sources

import (
	"slices"
	"strings"
)

// MaxFile is the largest file of sources that is read, in bytes.
const MaxFile = 20 << 20

// maxSources is how many sources a document may have in files.
const maxSources = 100_000

// Name is who wrote or edited a source: a person, or with Literal an organisation.
type Name struct{ Family, Given, Suffix, Literal string }

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
	if n.Suffix != "" {
		b.WriteString(", " + n.Suffix)
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
	Edition         string // "2", or words
	Genre           string // what it is, such as a thesis
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

// Words are what stands between and behind names in the language of a document.
type Words struct{ And, Editor, Editors string }

// English are the words of documents in English.
var English = Words{"and", "ed.", "eds"}

// AuthorList returns all authors as a list of references has them.
func (s *Source) AuthorList(w Words) string {
	if s.editorsAsAuthor {
		return editors(s.Authors, s.OtherAuthors, w)
	}
	return joined(sorted(s.Authors), s.OtherAuthors, w)
}

func sorted(list []Name) []string {
	names := make([]string, len(list))
	for i, n := range list {
		names[i] = n.sorted()
	}
	return names
}

func editors(list []Name, more bool, w Words) string {
	switch out := joined(sorted(list), more, w); {
	case out == "":
		return ""
	case len(list) == 1 && !more:
		return out + " (" + w.Editor + ")"
	default:
		return out + " (" + w.Editors + ")"
	}
}

// Whole reports whether a source is a work of its own, whose title is italic in a list: a book, a thesis, a report.
func (s *Source) Whole() bool {
	return s.Container == "" && slices.Contains(strings.Fields("book proceedings collection manual thesis phdthesis mastersthesis techreport report"), strings.ToLower(s.Type))
}

// Within returns what stands before the work that a source is a chapter of, with its editors; "" for an article of a journal.
func (s *Source) Within(w Words) string {
	if s.Container == "" || !slices.Contains(strings.Fields("incollection inbook inproceedings conference chapter paper-conference"), strings.ToLower(s.Type)) {
		return ""
	}
	if e := editors(s.Editors, false, w); e != "" && !s.editorsAsAuthor {
		return "In: " + e + ","
	}
	return "In:"
}

// joined makes one text of names: "A, B and C", with more: "A, B et al.".
func joined(names []string, more bool, w Words) string {
	switch n := len(names); {
	case n == 0:
		return ""
	case more:
		return strings.Join(names, ", ") + " et al."
	case n == 1:
		return names[0]
	default:
		return strings.Join(names[:n-1], ", ") + " " + w.And + " " + names[n-1]
	}
}

// ShortAuthors returns what a mark calls the authors: one or two names, else the first "et al.".
func ShortAuthors(names []string, more bool, w Words) string {
	if len(names) > 2 || more && len(names) > 0 {
		return names[0] + " et al."
	}
	return joined(names, false, w)
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
