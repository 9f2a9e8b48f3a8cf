// Package site makes a web site of a book: one page a chapter and what readers need to find their way
// (Format spec, "--to site").
//
//	err := site.Build(b, site.Options{}, func(path string, data []byte) error { … })
//
// A site is files only. Every address in it is relative, so that it can be opened from disk, and
// nothing is fetched from anywhere. It holds
//
//	index.html                    title, pages with their state, recent ones, tags
//	<slug>.html                   a chapter; a slug may have folders
//	_assets/theme.css, site.css   the styles all pages share
//	_assets/site.js               search, copy link, print
//	_assets/search-index.json     what the search reads, and programs
//	_assets/search-index.js       the same for pages on disk, which may not fetch but may load a script
//
// Pages themselves come from package render/html; this package adds sidebar, search box, breadcrumbs,
// and the inspector with contents, metadata, related pages and backlinks. A strict site (trusted
// publishing) has no script at all: no search box and no buttons, everything else works.
//
// Where to find what: slug.go where a page lies; links.go references between pages, backlinks, related
// pages; search.go the index; frame.go the markup around a page; index.go the first page.
package site
