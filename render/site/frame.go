package site

import (
	"strings"

	"github.com/nomadocx/nomadocx/render/html"
)

// The markup around a page. Everything that comes from the book goes through esc.

func esc(s string) string { return html.Escape(s) }

// before returns what stands before the document of a page: the way to skip it, the sidebar, breadcrumbs.
// at is the page, -1 for the index.
func (s *builder) before(at int) string {
	root := s.root(at)
	var b strings.Builder
	b.WriteString(`<a class="space-skip" href="#space-content">Skip to the content</a>` + "\n<div class=\"space\">\n")
	b.WriteString(`<header class="space-sidebar">` + "\n" + `<p class="space-name"><a href="` + root + `index.html">` + esc(s.title()) + "</a></p>\n")
	if d := s.book.Manifest.Description; d != "" {
		b.WriteString(`<p class="space-about">` + esc(d) + "</p>\n")
	}
	if !s.opts.Strict {
		b.WriteString(`<div class="space-search" role="search"><label for="space-query">Search</label>` +
			`<input id="space-query" type="text" placeholder="Press / to search" autocomplete="off" role="combobox" aria-expanded="false" aria-controls="space-results" data-root="` + root + `"` + s.secretIndex() + `>` +
			`<ul id="space-results" role="listbox" aria-label="Results" hidden></ul></div>` + "\n")
	}
	b.WriteString("<nav aria-label=\"Pages\"><ol class=\"space-pages\">\n")
	for i, p := range s.pages {
		b.WriteString(`<li><a href="` + root + p.slug + `.html"`)
		if i == at {
			b.WriteString(` aria-current="page"`)
		}
		b.WriteString(">" + esc(p.title) + "</a>" + state(p) + "</li>\n")
	}
	b.WriteString("</ol></nav>\n")
	if s.opts.Workbench {
		b.WriteString(`<p class="space-about"><a href="` + root + "workbench.html\">Workbench</a></p>\n")
	}
	b.WriteString("</header>\n<div class=\"space-main\" id=\"space-content\">\n")
	if at >= 0 {
		b.WriteString(s.breadcrumbs(at))
	}
	return b.String()
}

// secretIndex tells the search of a script of its own, if there is one.
func (s *builder) secretIndex() string {
	if s.opts.Index == "" {
		return ""
	}
	return ` data-index="` + esc(s.opts.Index) + `"`
}

// state returns what the sidebar says about a page: its status and who looks after it.
func state(p *page) string {
	out := ""
	if p.status != "" {
		out = `<span class="space-status">` + esc(p.status) + "</span>"
	}
	if p.owner != "" {
		out += `<span class="space-owner">` + esc(p.owner) + "</span>"
	}
	if out != "" {
		out = ` <small class="space-state">` + out + "</small>"
	}
	return out
}

// breadcrumbs lead from the site through the folders of a slug to the page.
func (s *builder) breadcrumbs(at int) string {
	p := s.pages[at]
	out := `<nav class="space-crumbs" aria-label="Breadcrumbs"><ol><li><a href="` + up(p.slug) + `index.html">` + esc(s.title()) + "</a></li>"
	folders := strings.Split(p.slug, "/")
	for _, f := range folders[:len(folders)-1] {
		out += "<li>" + esc(f) + "</li>"
	}
	return out + `<li aria-current="page">` + esc(p.title) + "</li></ol></nav>\n"
}

// root leads from a page to the root of the site.
func (s *builder) root(at int) string {
	if at < 0 {
		return ""
	}
	return up(s.pages[at].slug)
}

// after returns what stands after the document of a page: the neighbours, and the inspector.
func (s *builder) after(at int) string {
	p, root := s.pages[at], s.root(at)
	var b strings.Builder
	b.WriteString("<nav class=\"space-turn\" aria-label=\"Neighbours\">")
	if at > 0 {
		b.WriteString(`<a rel="prev" href="` + root + s.pages[at-1].slug + `.html">← ` + esc(s.pages[at-1].title) + "</a>")
	}
	if at+1 < len(s.pages) {
		b.WriteString(`<a rel="next" href="` + root + s.pages[at+1].slug + `.html">` + esc(s.pages[at+1].title) + " →</a>")
	}
	b.WriteString("</nav>\n</div>\n<aside class=\"space-inspector\" aria-label=\"About this page\">\n")
	if !s.opts.Strict {
		b.WriteString(`<p class="space-actions"><button type="button" data-space="copy">Copy link</button> <button type="button" data-space="print">Print</button></p>` + "\n")
	}
	if len(p.sections) > 0 {
		b.WriteString("<h2>On this page</h2>\n<ul class=\"space-toc\">\n")
		for _, h := range p.sections {
			class := ""
			if h.level > 2 {
				class = ` class="space-sub"`
			}
			b.WriteString("<li" + class + `><a href="#` + esc(html.Fragment(h.ID)) + `">` + esc(h.Title) + "</a></li>\n")
		}
		b.WriteString("</ul>\n")
	}
	b.WriteString(metadata([][2]string{{"Status", p.status}, {"Owner", p.owner}, {"Updated", p.updated}}))
	if len(p.tags) > 0 {
		b.WriteString("<h2>Tags</h2>\n<p class=\"space-tags\">")
		for _, t := range p.tags {
			b.WriteString(chip(root, t) + " ")
		}
		b.WriteString("</p>\n")
	}
	b.WriteString(s.links("Related pages", root, p.related))
	b.WriteString(s.links("Pages that refer to this one", root, p.from))
	b.WriteString("</aside>\n</div>\n" + s.scripts(root))
	return b.String()
}

// metadata returns a list of what is known.
func metadata(entries [][2]string) string {
	out := ""
	for _, e := range entries {
		if e[1] != "" {
			out += "<div><dt>" + e[0] + "</dt><dd>" + esc(e[1]) + "</dd></div>\n"
		}
	}
	if out == "" {
		return ""
	}
	return "<dl class=\"space-meta\">\n" + out + "</dl>\n"
}

// chip returns a tag; it leads to its pages in the index.
func chip(root, tag string) string {
	return `<a class="space-tag" href="` + root + `index.html#` + esc(html.Fragment("tag-"+key(tag))) + `">` + esc(tag) + "</a>"
}

// links returns a titled list of pages, nothing when there are none.
func (s *builder) links(title, root string, pages []int) string {
	if len(pages) == 0 {
		return ""
	}
	var b strings.Builder
	b.WriteString("<h2>" + title + "</h2>\n<ul class=\"space-links\">\n")
	for _, i := range pages {
		b.WriteString(`<li><a href="` + root + s.pages[i].slug + `.html">` + esc(s.pages[i].title) + "</a></li>\n")
	}
	b.WriteString("</ul>\n")
	return b.String()
}

func (s *builder) scripts(root string) string {
	if s.opts.Strict {
		return ""
	}
	return `<script src="` + root + `_assets/site.js"></script>` + "\n"
}
