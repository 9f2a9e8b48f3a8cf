package site

import (
	"bytes"
	_ "embed"
	"fmt"
	"strings"

	"github.com/nomadocx/nomadocx/layout"
	"github.com/nomadocx/nomadocx/noma"
	"github.com/nomadocx/nomadocx/noma/book"
	"github.com/nomadocx/nomadocx/render/html"
)

// Options of Build. The zero value is right for a site to be opened from disk.
type Options struct {
	Theme string // one of html.Themes
	CSS   string // more style rules, after the theme's
	// Strict makes a site on which nothing is active; NoUnsafe only closes the escape hatches.
	Strict, NoUnsafe bool
	// Resources reads a picture that a chapter names, as html.Options.Resources does.
	Resources func(c *book.Part, src string) (data []byte, mime string, err error)
	// Index is the path of a script with the search index, for pages that can neither fetch nor are files. Every page of
	// the web that knows its address can load it, so the path has to be a secret. Without it the search fetches
	// search-index.json, or on disk loads search-index.js, which says nothing to a page that is not on disk.
	Index string
	// Workbench says that there is a workbench.html, which the pages then lead to.
	Workbench bool
	// Page changes the options of a page before it is rendered, if set.
	Page func(*html.Options)
}

//go:embed site.css
var siteCSS string

//go:embed site.js
var siteJS string

// page is a chapter on its way to being a page.
type page struct {
	slug, title   string
	status, owner string
	updated       string // a date as text, which sorts by time
	tags          []string
	part          *book.Part
	doc           *noma.Document
	to, from      []int // pages it refers to, and that refer to it, in the order of the book
	related       []int
	sections      []section // headings below the title
	text          string    // of the search
	description   string
}

// section is an entry of "on this page".
type section struct {
	ID    string `json:"id"`
	Title string `json:"title"`
	level int
}

// builder is the state of one Build.
type builder struct {
	opts  Options
	book  *book.Book
	pages []*page
	owner map[noma.Node]int // the page of each block
	tags  []tag
}

// Build makes the files of a site and hands them to write, one after the other. Paths have slashes and
// are relative to the folder of the site. An error of write ends it.
func Build(b *book.Book, opts Options, write func(path string, data []byte) error) error {
	theme, err := html.ThemeCSS(opts.Theme)
	if err != nil {
		return err
	}
	s := &builder{opts: opts, book: b}
	// Chapters become documents of their own, which relinks their blocks; the book gets them back.
	defer b.Document.Reindex()
	s.survey()
	if err := write("_assets/theme.css", []byte(theme)); err != nil {
		return err
	}
	if err := write("_assets/site.css", []byte(siteCSS)); err != nil {
		return err
	}
	index, err := s.searchIndex()
	if err != nil {
		return err
	}
	if err := write("_assets/search-index.json", append(index, '\n')); err != nil {
		return err
	}
	if !opts.Strict {
		name, text := "_assets/search-index.js", fmt.Appendf(nil, "if (location.protocol === \"file:\") window.nomaPages = %s;\n", index)
		if opts.Index != "" {
			name, text = opts.Index, fmt.Appendf(nil, "window.nomaPages = %s;\n", index)
		}
		if err := write(name, text); err != nil {
			return err
		}
		if err := write("_assets/site.js", []byte(siteJS)); err != nil {
			return err
		}
	}
	if err := write("index.html", s.index()); err != nil {
		return err
	}
	formulas := false
	for i := range s.pages {
		data, err := s.render(i)
		if err != nil {
			return fmt.Errorf("%s: %w", s.pages[i].part.Name, err)
		}
		formulas = formulas || bytes.Contains(data, []byte(`<link rel="stylesheet" href="`+up(s.pages[i].slug)+mathCSS+`">`))
		if err := write(s.pages[i].slug+".html", data); err != nil {
			return err
		}
	}
	if formulas {
		return write(mathCSS, []byte(html.MathCSS()))
	}
	return nil
}

// mathCSS is the style sheet with the font of formulas, which only pages with formulas load.
const mathCSS = "_assets/math.css"

// survey finds out about all pages before the first is written.
func (s *builder) survey() {
	taken := unique{}
	numbers := layout.NumberSections(s.book.Document)
	s.owner = map[noma.Node]int{}
	for i, c := range s.book.Chapters {
		blocks := s.book.Document.Children[c.First:c.End]
		p := &page{part: c, slug: taken.take(slugOf(c, blocks))}
		p.doc = &noma.Document{File: c.File, Children: blocks}
		for _, n := range blocks {
			if f, ok := n.(*noma.Frontmatter); ok {
				p.doc.Meta = f.Data
			}
		}
		for n := range noma.Walk(p.doc) {
			s.owner[n] = i
		}
		p.describe(numbers)
		s.pages = append(s.pages, p)
	}
	for _, p := range s.pages {
		p.doc.Reindex()
	}
	s.connect()
	s.collectTags()
}

// describe reads what a chapter says about itself: frontmatter and headings.
func (p *page) describe(numbers layout.SectionNumbers) {
	m := p.doc.Meta
	p.status, p.owner = metaText(m, "status"), metaText(m, "owner")
	p.updated = strings.TrimSuffix(metaText(m, "updated"), "T00:00:00.000Z")
	p.description = metaText(m, "description")
	switch v := m.Get("tags").(type) {
	case []any:
		for _, x := range v {
			if t, ok := x.(string); ok && strings.TrimSpace(t) != "" {
				p.tags = append(p.tags, strings.TrimSpace(t))
			}
		}
	case string:
		for t := range strings.SplitSeq(v, ",") {
			if t = strings.TrimSpace(t); t != "" {
				p.tags = append(p.tags, t)
			}
		}
	}
	for n := range noma.Walk(p.doc) {
		h, ok := n.(*noma.Section)
		if !ok {
			continue
		}
		title := noma.PlainText(noma.ParseInline(noma.WithoutNotes(h.Title.S)))
		if p.title == "" && h.Level == 1 {
			p.title = title
		} else if h.ID != "" && h.Level <= 3 && strings.TrimSpace(title) != "" {
			p.sections = append(p.sections, section{h.ID, numbers.Before(h) + title, h.Level})
		}
	}
	if p.title == "" {
		p.title = metaText(m, "title")
	}
	if p.title == "" {
		p.title = p.slug
	}
	p.text = plainText(p.doc)
}

// metaText returns an entry of the frontmatter as text.
func metaText(m noma.Map, key string) string {
	switch v := m.Get(key).(type) {
	case string:
		return strings.TrimSpace(v)
	case float64:
		return noma.FormatNumber(v)
	}
	return ""
}

// render makes the page of a chapter.
func (s *builder) render(i int) ([]byte, error) {
	p := s.pages[i]
	root := up(p.slug)
	o := html.Options{
		Theme: s.opts.Theme, CSS: s.opts.CSS, Strict: s.opts.Strict, NoUnsafe: s.opts.NoUnsafe,
		Title: p.title + " · " + s.title(), Stylesheet: root + "_assets/theme.css", Book: s.book.Document,
		MathStylesheet: root + mathCSS,
		Head:           `<link rel="stylesheet" href="` + root + `_assets/site.css">` + "\n",
		Before:         s.before(i), After: s.after(i),
		Link: func(id string) (string, bool) {
			n, ok := s.book.Document.Block(id)
			if !ok {
				return "", false
			}
			at, ok := s.owner[n]
			if !ok {
				return "", false
			}
			return root + s.pages[at].slug + ".html#" + html.Fragment(n.At().ID), true
		},
	}
	if s.opts.Resources != nil {
		o.Resources = func(src string) ([]byte, string, error) { return s.opts.Resources(p.part, src) }
	}
	if s.opts.Page != nil {
		s.opts.Page(&o)
	}
	var out bytes.Buffer
	err := html.Render(&out, p.doc, o)
	return out.Bytes(), err
}

// title returns the name of the site.
func (s *builder) title() string {
	if t := strings.TrimSpace(s.book.Manifest.Title); t != "" {
		return t
	}
	return s.pages[0].title
}
