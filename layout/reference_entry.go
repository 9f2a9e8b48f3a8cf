package layout

import (
	"cmp"
	"regexp"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/nomadocx/nomadocx/noma"
	"github.com/nomadocx/nomadocx/noma/sources"
)

// entry is what the list of references says of a source. What comes from a block can have inline markup.
type entry struct {
	author, name, title        string
	container, publisher, date string
	volume, issue, pages       string
	note, accessed, url, doi   string
	within, edition, genre     string // of entries of files: before the container, behind the title
	markup                     bool
	whole                      bool   // it is no part of another work
	short, year, sortKey       string // what marks show
}

// EntryPart is a part of an entry of the list.
type EntryPart struct {
	Text   string
	Markup bool // it has inline markup
	Italic bool
	Kind   Kind
	Name   bool // what the source is called
}

func entryOfBlock(doc *noma.Document, b *noma.Directive) entry {
	first := func(keys ...string) string { v, _ := b.First(keys...); return v }
	e := entry{markup: true, author: first("author", "authors"), container: first("container", "journal", "booktitle"), publisher: first("publisher"),
		volume: first("volume"), issue: first("issue"), pages: first("pages"), date: first("date", "year"), accessed: b.AttrText("accessed"),
		url: first("url", "href"), doi: b.AttrText("doi")}
	var key string
	if e.name, key = b.First("source", "title", "doi", "url", "id"); e.name == "" {
		e.name = "Untitled source"
	}
	if key != "title" {
		e.title = b.AttrText("title")
	}
	if b.HasBody {
		e.note = strings.TrimSpace(noma.WithoutNoteMarks(b.Body))
	}
	plain := func(s string) string { return noma.TrimSpace(clean(noma.PlainText(noma.ParseInline(s)))) }
	names := authors(plain(e.author))
	e.sortKey, e.year = sortable(plain(e.author)), yearOf(doc, e.date)
	if e.short = sources.ShortAuthors(names, false, namesIn(doc)); e.short == "" {
		e.short = shortTitle(plain(e.name))
		e.sortKey = sortable(plain(e.name))
	}
	return e
}

func entryOfFile(doc *noma.Document, s *sources.Source) entry {
	words := namesIn(doc)
	e := entry{author: s.AuthorList(words), name: s.Title, container: s.Container, publisher: s.Publisher, volume: s.Volume, issue: s.Issue,
		pages: s.Pages, date: s.Date, note: s.Note, accessed: s.Accessed, url: s.URL, doi: s.DOI, year: yearOf(doc, s.Date),
		within: s.Within(words), edition: editionShown(doc, s.Edition), genre: s.Genre, whole: s.Whole()}
	if e.name == "" {
		e.name = s.Key
	}
	if e.doi != "" && sources.DOI(e.url) == e.doi {
		e.url = "" // the same address
	}
	names := make([]string, len(s.Authors))
	for i, n := range s.Authors {
		names[i] = n.Short()
	}
	e.sortKey = sortable(s.AuthorList(words))
	if e.short = sources.ShortAuthors(names, s.OtherAuthors, words); e.short == "" {
		e.short = shortTitle(e.name)
		e.sortKey = sortable(e.name)
	}
	return e
}

// namesIn returns what stands between and behind names in the language of a document.
func namesIn(doc *noma.Document) sources.Words {
	e := sources.English
	return sources.Words{And: WordOf(doc, e.And), Editor: WordOf(doc, e.Editor), Editors: WordOf(doc, e.Editors)}
}

func yearOf(doc *noma.Document, date string) string {
	if y := sources.Year(date); y != "" {
		return y
	}
	return WordOf(doc, "n.d.")
}

var andMore = regexp.MustCompile(`\s*;\s*|\s+and\s+|\s*&\s*`)

// authors returns the family names of "Smith, A.; B. Jones and World Bank". A name without a comma or initials is taken as a whole.
func authors(s string) (out []string) {
	for _, n := range andMore.Split(s, -1) {
		family, _, person := strings.Cut(n, ",")
		if words := strings.Fields(n); !person && len(words) > 1 && strings.HasSuffix(words[0], ".") {
			family = words[len(words)-1]
		}
		if family = noma.TrimSpace(family); family != "" {
			out = append(out, family)
		}
	}
	return out
}

// shortTitle returns the beginning of a title, for marks of sources without an author.
func shortTitle(s string) string {
	words := strings.Fields(s)
	out := ""
	for i, w := range words {
		if i > 0 && (i == 5 || len(out)+len(w) > 40) {
			return out + " …"
		}
		out = strings.TrimSpace(out + " " + w)
	}
	return out
}

// entryWriter collects the pieces of an entry.
type entryWriter struct {
	out    []EntryPart
	markup bool
}

// add writes what stands between the parts. Behind a mark that ends a sentence there is no full stop.
func (w *entryWriter) add(s string) {
	if len(w.out) > 0 && ended(w.out[len(w.out)-1].Text) {
		s = strings.TrimPrefix(s, ".")
	}
	if s != "" {
		w.out = append(w.out, EntryPart{Text: s})
	}
}

// part writes a part of the entry, if there is one, with what stands before it.
func (w *entryWriter) part(before, s, after string, p EntryPart) {
	if s == "" {
		return
	}
	w.add(before)
	p.Text, p.Markup = s, w.markup && p.Kind == Plain
	w.out = append(w.out, p)
	w.add(after)
}

// ended reports whether a text ends with a mark that ends a sentence.
func ended(s string) bool {
	s = strings.TrimRight(s, "*_\"'”’")
	return s != "" && strings.ContainsAny(s[len(s)-1:], ".?!") || strings.HasSuffix(s, "…")
}

// Entry returns the pieces of the entry of a source: author, title, where it appeared, date, remark, addresses. Those of files are
// sentences.
func (r *References) Entry(x *Reference, accessed string) []EntryPart {
	w := entryWriter{markup: x.markup}
	file := x.File != nil
	date := x.shownDate(r.AuthorDate)
	if r.AuthorDate && x.author != "" {
		w.part("", x.author, " (", EntryPart{})
		w.part("", date, ")", EntryPart{})
		w.add(". ")
		date = ""
	} else {
		w.part("", x.author, ". ", EntryPart{})
	}
	w.part("", x.name, "", EntryPart{Name: true, Italic: x.whole})
	if r.AuthorDate && file {
		w.part(" (", date, ")", EntryPart{})
		date = ""
	}
	w.part(". ", x.title, "", EntryPart{})
	w.part(", ", x.edition, "", EntryPart{})
	w.part(". ", x.genre, "", EntryPart{})
	w.part(". ", x.within, "", EntryPart{})
	before := ". "
	if x.within != "" {
		before = " "
	}
	w.part(before, x.container, "", EntryPart{Italic: true})
	w.numbers(r.doc, &x.entry, file)
	w.part(". ", x.publisher, "", EntryPart{})
	w.part(" (", date, ")", EntryPart{})
	if file {
		w.part(". ", x.note, "", EntryPart{})
		w.add(".")
	} else {
		w.part(" - ", x.note, "", EntryPart{})
	}
	if x.accessed != "" {
		w.add(accessed + x.accessed)
		if file {
			w.add(".")
		}
	}
	w.part(" ", x.url, "", EntryPart{Kind: URL})
	w.part(" DOI: ", x.doi, "", EntryPart{Kind: DOI})
	return w.out
}

// shownDate returns the date as the list shows it, with the letter that tells sources of one author and year apart.
func (x *Reference) shownDate(authorDate bool) string {
	switch {
	case !authorDate:
		return x.date
	case x.date == "":
		return x.year + x.letter
	case x.letter == "":
		return x.date
	case x.File != nil && strings.HasPrefix(x.date, x.year+"-"): // 2021-03
		return x.year + x.letter
	}
	return strings.Replace(x.date, x.year, x.year+x.letter, 1)
}

// numbers writes volume, issue and pages: behind a container in its sentence, else in one of their own.
func (w *entryWriter) numbers(doc *noma.Document, x *entry, file bool) {
	words := [...]string{"vol.", "no.", "pp."}
	if file && !strings.ContainsAny(x.pages, "-–—,; ") {
		words[2] = "p."
	}
	sep := ". "
	if x.container != "" || x.genre != "" {
		sep = ", "
	}
	for i, value := range [...]string{x.volume, x.issue, x.pages} {
		if value == "" {
			continue
		}
		word := WordOf(doc, words[i])
		if first, size := utf8.DecodeRuneInString(word); file && sep == ". " {
			word = string(unicode.ToUpper(first)) + word[size:]
		}
		w.part(sep+word+" ", value, "", EntryPart{})
		sep = ", "
	}
}

// editionShown returns the edition of a source as a list of references has it, "2nd ed." in English; words are shown as they are.
func editionShown(d *noma.Document, s string) string {
	n, err := strconv.Atoi(s)
	if err != nil {
		if s != "" && (d.Audience.Older || DocumentLanguage(d.Meta) == "en") {
			s += " ed."
		}
		return s
	}
	form := WordOf(d, "# ed.")
	if form != "# ed." {
		return strings.Replace(form, "#", s, 1)
	}
	ending := "th"
	if n%100 < 11 || n%100 > 13 {
		ending = cmp.Or([...]string{1: "st", 2: "nd", 3: "rd", 9: ""}[n%10], "th")
	}
	return s + ending + " ed."
}
