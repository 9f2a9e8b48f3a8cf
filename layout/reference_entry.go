package layout

import (
	"regexp"
	"strings"

	"github.com/nomadocx/nomadocx/noma"
	"github.com/nomadocx/nomadocx/noma/sources"
)

// entry is what the list of references says of a source. What comes from a block can have inline markup.
type entry struct {
	author, name, title        string
	container, publisher, date string
	volume, issue, pages       string
	note, accessed, url, doi   string
	markup                     bool
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

func entryOfBlock(b *noma.Directive) entry {
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
	e.sortKey, e.year = sortable(plain(e.author)), yearOf(e.date)
	if e.short = sources.ShortAuthors(names, false); e.short == "" {
		e.short = shortTitle(plain(e.name))
		e.sortKey = sortable(plain(e.name))
	}
	return e
}

func entryOfFile(s *sources.Source) entry {
	e := entry{author: s.AuthorList(), name: s.Title, container: s.Container, publisher: s.Publisher, volume: s.Volume, issue: s.Issue,
		pages: s.Pages, date: s.Date, note: s.Note, accessed: s.Accessed, url: s.URL, doi: s.DOI, year: yearOf(s.Date)}
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
	e.sortKey = sortable(s.AuthorList())
	if e.short = sources.ShortAuthors(names, s.OtherAuthors); e.short == "" {
		e.short = shortTitle(e.name)
		e.sortKey = sortable(e.name)
	}
	return e
}

func yearOf(date string) string {
	if y := sources.Year(date); y != "" {
		return y
	}
	return "n.d."
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

// Entry returns the parts of the entry of a source: author, title, where it appeared, date, comment, addresses.
func (r *References) Entry(x *Reference, accessed string) (out []EntryPart) {
	add := func(s string) { out = append(out, EntryPart{Text: s}) }
	shown := func(before, s, after string, p EntryPart) {
		if s == "" {
			return
		}
		if before != "" {
			add(before)
		}
		p.Text, p.Markup = s, x.markup && p.Kind == Plain
		out = append(out, p)
		if after != "" {
			add(after)
		}
	}
	date := x.date
	if r.AuthorDate {
		if date == "" {
			date = x.year
		}
		if x.letter != "" {
			date = strings.Replace(date, x.year, x.year+x.letter, 1)
		}
		if x.author != "" {
			shown("", x.author, " (", EntryPart{})
			shown("", date, "). ", EntryPart{})
		}
	} else {
		after := ". "
		if strings.HasSuffix(x.author, ".") { // an initial
			after = " "
		}
		shown("", x.author, after, EntryPart{})
	}
	shown("", x.name, "", EntryPart{Name: true})
	shown(". ", x.title, "", EntryPart{})
	shown(". ", x.container, "", EntryPart{Italic: true})
	sep := ". "
	if x.container != "" {
		sep = ", "
	}
	for _, p := range [...]struct{ word, value string }{{"vol. ", x.volume}, {"no. ", x.issue}, {"pp. ", x.pages}} {
		if p.value != "" {
			shown(sep+p.word, p.value, "", EntryPart{})
			sep = ", "
		}
	}
	shown(". ", x.publisher, "", EntryPart{})
	if !r.AuthorDate || x.author == "" {
		shown(" (", date, ")", EntryPart{})
	}
	shown(" - ", x.note, "", EntryPart{})
	if x.accessed != "" {
		add(accessed + x.accessed)
	}
	shown(" ", x.url, "", EntryPart{Kind: URL})
	shown(" DOI: ", x.doi, "", EntryPart{Kind: DOI})
	return out
}
