//go:build !js

package app

import (
	"bytes"
	"context"
	"errors"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/nomadocx/nomadocx/internal/docfile"
	"github.com/nomadocx/nomadocx/internal/files"
	"github.com/nomadocx/nomadocx/noma/book"
	"github.com/nomadocx/nomadocx/render/html"
	"github.com/nomadocx/nomadocx/render/site"
	"github.com/nomadocx/nomadocx/render/workbench"
)

// errNoBook says that a site was asked for of something that is no book.
var errNoBook = errors.New("a site requires a book manifest (.yml)")

// SiteFile is a file of a site, its path relative to the folder of the site and with slashes.
type SiteFile struct {
	Path string
	Data []byte
}

// BuildSite makes the files of a site of a book in memory. index is as in [site.Options]. page changes the options of
// each page before it is rendered; nil changes nothing.
func BuildSite(ctx context.Context, s *Source, o RenderOptions, index string, page func(*html.Options)) ([]SiteFile, error) {
	return buildSite(ctx, s, o, index, nil, page)
}

// siteWorkbench is the path of the workbench in a site.
const siteWorkbench = "workbench.html"

// buildSite is BuildSite with a workbench, if it is not nil, unless the book has a page of that name.
func buildSite(ctx context.Context, s *Source, o RenderOptions, index string, desk []byte, page func(*html.Options)) ([]SiteFile, error) {
	if s.Book == nil {
		return nil, errNoBook
	}
	// What a page and a site have in common is decided in one place.
	common := s.htmlOptions(o)
	defer drawing(ctx, o, &common)()
	var files []SiteFile
	err := site.Build(s.Book, site.Options{Theme: common.Theme, CSS: common.CSS, Strict: common.Strict, NoUnsafe: common.NoUnsafe,
		Resources: s.pictureOf, Index: index, Workbench: desk != nil,
		Page: func(p *html.Options) {
			own := *p
			*p = common
			p.Title, p.Stylesheet, p.Book, p.Head, p.Before, p.After = own.Title, own.Stylesheet, own.Book, own.Head, own.Before, own.After
			p.Link, p.Resources, p.MathStylesheet, p.Fragment = own.Link, own.Resources, own.MathStylesheet, false
			if page != nil {
				page(p)
			}
		}},
		func(path string, data []byte) error {
			files = append(files, SiteFile{path, data})
			return ctx.Err()
		})
	if desk != nil && !slices.ContainsFunc(files, func(f SiteFile) bool { return f.Path == siteWorkbench }) {
		files = append(files, SiteFile{siteWorkbench, desk})
	}
	return files, err
}

// pictureOf reads a picture a chapter names, from the chapter's folder.
func (s *Source) pictureOf(c *book.Part, src string) ([]byte, string, error) {
	mime := pictureTypes[strings.ToLower(path.Ext(src))]
	if mime == "" || strings.Contains(src, "://") {
		return nil, "", errors.New("not a picture file")
	}
	data, err := Resources{Dir: filepath.Dir(c.Abs), External: s.Resources.External}.Read(src)
	return data, mime, err
}

// RenderSite writes the site of a book into a folder and returns the number of its pages. Files that
// are the same already are left alone. Those of pages that are no longer in the book go, all others in
// the folder stay (sitefiles.go). Everything is made before the first file is written.
func RenderSite(ctx context.Context, dir string, s *Source, o RenderOptions) (pages int, err error) {
	if err := s.faults(ctx, o); err != nil {
		return 0, err
	}
	var desk []byte
	if !o.Strict && s.Book != nil && !s.Book.Manifest.Trusted { // strict pages have no scripts
		desk, _ = workbench.Page(false) // a program that was built without it makes sites without it
	}
	files, err := buildSite(ctx, s, o, "", desk, nil)
	if err != nil {
		return 0, err
	}
	if files[len(files)-1].Path == siteWorkbench {
		pages-- // it is none of the book
	}
	old, now := readSiteList(dir), listOf(files)
	// Until all is done the list has the files of both, so that a build that is killed leaves none behind
	// that the next does not know.
	if err := writeList(dir, old.with(now)); err != nil {
		return 0, err
	}
	// Outputs keep their files open until they are committed, so a large site is written in parts.
	const together = 100
	for len(files) > 0 {
		part := files[:min(len(files), together)]
		files = files[len(part):]
		n, err := writeFiles(dir, part)
		if pages += n; err != nil {
			return pages, err
		}
	}
	if err := removeStale(dir, old, now); err != nil {
		return pages, err
	}
	return pages, writeList(dir, now)
}

func writeList(dir string, l siteList) error {
	f, err := l.file()
	if err == nil {
		_, err = writeFiles(dir, []SiteFile{f})
	}
	return err
}

func writeFiles(dir string, files []SiteFile) (pages int, err error) {
	var out docfile.Outputs
	defer out.Discard()
	for _, f := range files {
		if path.Ext(f.Path) == ".html" {
			pages++
		}
		name := filepath.Join(dir, filepath.FromSlash(f.Path))
		if same(name, f.Data) {
			continue
		}
		w, err := out.Create(name)
		if err != nil {
			return 0, err
		}
		if _, err := w.Write(f.Data); err != nil {
			return 0, docfile.CannotWrite(name, err)
		}
	}
	return pages, out.Commit()
}

// same reports whether a file holds these bytes already.
func same(name string, data []byte) bool {
	old, err := readRegular(name, maxResource, files.Stat, files.OpenFile)
	return err == nil && bytes.Equal(old, data)
}
