package site

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/nomadocx/nomadocx/layout"
	"github.com/nomadocx/nomadocx/render/html"
)

// maxRecent is the number of recently updated pages the index names.
const maxRecent = 8

// index returns the first page of the site.
func (s *builder) index() []byte {
	m := s.book.Manifest
	var b strings.Builder
	b.WriteString("<!DOCTYPE html>\n<html lang=\"" + layout.DocumentLanguage(s.pages[0].doc.Meta) + "\">\n<head>\n<meta charset=\"utf-8\">\n")
	if s.opts.Strict {
		b.WriteString(html.StrictPolicy)
	}
	b.WriteString("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<meta name=\"generator\" content=\"nomadocx\">\n<title>" + esc(s.title()) + "</title>\n")
	if m.Description != "" {
		b.WriteString(`<meta name="description" content="` + esc(m.Description) + "\">\n")
	}
	b.WriteString("<link rel=\"stylesheet\" href=\"_assets/theme.css\">\n<link rel=\"stylesheet\" href=\"_assets/site.css\">\n")
	if s.opts.CSS != "" {
		b.WriteString("<style>\n" + strings.ReplaceAll(s.opts.CSS, "</", `<\/`) + "\n</style>\n")
	}
	b.WriteString("</head>\n<body>\n" + s.before(-1) + "<main class=\"noma-document\">\n<header class=\"noma-cover\">\n<h1>" + esc(s.title()) + "</h1>\n")
	if m.Author != "" {
		b.WriteString("<p class=\"noma-byline\">" + esc(m.Author) + "</p>\n")
	}
	if m.Description != "" {
		b.WriteString("<p class=\"noma-standfirst\">" + esc(m.Description) + "</p>\n")
	}
	b.WriteString("</header>\n<h2>Pages</h2>\n<ol class=\"space-cards\">\n")
	for _, p := range s.pages {
		b.WriteString(`<li><a href="` + p.slug + `.html">` + esc(p.title) + "</a>" + state(p))
		if p.description != "" {
			b.WriteString("<p>" + esc(p.description) + "</p>")
		}
		b.WriteString("</li>\n")
	}
	b.WriteString("</ol>\n")
	if recent := s.recent(); len(recent) > 0 {
		b.WriteString("<h2>Recently updated</h2>\n<ul class=\"space-recent\">\n")
		for _, i := range recent {
			p := s.pages[i]
			b.WriteString(`<li><a href="` + p.slug + `.html">` + esc(p.title) + "</a> <span class=\"space-owner\">" + esc(p.updated) + "</span></li>\n")
		}
		b.WriteString("</ul>\n")
	}
	if len(s.tags) > 0 {
		b.WriteString("<h2>Tags</h2>\n<dl class=\"space-tag-list\">\n")
		for _, t := range s.tags {
			b.WriteString(`<div><dt id="tag-` + esc(key(t.name)) + `"><span class="space-tag">` + esc(t.name) + "</span></dt>\n")
			for _, i := range t.pages {
				b.WriteString(`<dd><a href="` + s.pages[i].slug + `.html">` + esc(s.pages[i].title) + "</a></dd>\n")
			}
			b.WriteString("</div>\n")
		}
		b.WriteString("</dl>\n")
	}
	b.WriteString("</main>\n</div>\n<aside class=\"space-inspector\" aria-label=\"About this site\">\n" +
		metadata([][2]string{{"Author", m.Author}, {"Pages", strconv.Itoa(len(s.pages))}, {"Tags", strconv.Itoa(len(s.tags))}, {"Latest change", s.latest()}}) +
		"</aside>\n</div>\n" + s.scripts("") + "</body>\n</html>\n")
	return []byte(b.String())
}

// recent returns the pages with a date, the latest first.
func (s *builder) recent() []int {
	var out []int
	for i, p := range s.pages {
		if p.updated != "" {
			out = append(out, i)
		}
	}
	slices.SortStableFunc(out, func(a, b int) int { return cmp.Compare(s.pages[b].updated, s.pages[a].updated) })
	return out[:min(len(out), maxRecent)]
}

func (s *builder) latest() string {
	if r := s.recent(); len(r) > 0 {
		return s.pages[r[0]].updated
	}
	return ""
}
