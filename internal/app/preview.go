//go:build !js

package app

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"net/url"
	"path"
	"path/filepath"
	"strconv"
	"strings"
	"sync"

	"github.com/nomadocx/nomadocx/internal/docfile"
	"github.com/nomadocx/nomadocx/internal/files"
	"github.com/nomadocx/nomadocx/internal/httpguard"
	"github.com/nomadocx/nomadocx/noma/book"
	"github.com/nomadocx/nomadocx/render/html"
)

// Preview shows a document, a book or a folder of them in a browser of this machine, as an
// [http.Handler]. Pages are made when they are asked for, from the files as they are then, and reload
// when Changed is called.
//
//	ROOT                     the document, the first page of the book, or the list of a folder
//	ROOT/view/PATH           a document of a folder (also ROOT/d/PATH); ROOT/view/PATH.yml/… the site of a book in it
//	ROOT/_live?VERSION       answers when there is something newer than what a page shows
//
// ROOT is a key of this run ([Preview.Root]); only who knows it is answered (preview_guard.go). Pages are sandboxed into
// an origin without a name: a script in one document, which an author may write, cannot read the others.
type Preview struct {
	Path    string // a .noma file, a manifest, or a folder
	Load    LoadOptions
	Options RenderOptions // as for HTML

	once    sync.Once
	key     string
	deskKey string                 // of the workbench
	secret  string                 // of names that no page can guess
	page    func() ([]byte, error) // of the workbench

	mu      sync.Mutex
	version int                   // how often something has changed
	changed chan struct{}         // closed by the next change
	waiting int                   // pages that wait for it
	sites   map[string][]SiteFile // by manifest, until something changes
}

const (
	// maxListed bounds the list of a folder.
	maxListed = 2000
	// maxWaiting bounds the open pages that hear of changes.
	maxWaiting = 128
)

// Changed makes all open pages load again.
func (p *Preview) Changed() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.sites = nil
	p.version++
	if p.changed != nil {
		close(p.changed)
		p.changed = nil
	}
}

func (p *Preview) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	h := w.Header()
	h.Set("Cache-Control", "no-store")
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("X-Frame-Options", "DENY")
	h.Set("Referrer-Policy", "no-referrer")
	h.Set("Content-Security-Policy", "sandbox allow-scripts allow-forms allow-modals allow-popups allow-downloads")
	if address, ok := p.deskAddress(r); ok && httpguard.Local(r.Host) {
		p.serveDesk(w, r, address)
		return
	}
	if status, why := p.refusal(r); why != "" {
		if status == http.StatusMethodNotAllowed {
			h.Set("Allow", "GET, HEAD")
		}
		http.Error(w, why, status)
		return
	}
	address, _ := p.address(r)
	if address == liveAddress {
		p.live(w, r)
		return
	}
	if dest, _ := wanted(address); dest == "document" {
		h.Set("Cross-Origin-Resource-Policy", "same-origin") // our scripts and styles are for sandboxed pages, which are of no origin
	}
	now := p.edition()
	kind, data, err := p.find(r.Context(), address, now)
	var to *moved
	switch {
	case errors.As(err, &to):
		http.Redirect(w, r, to.address, http.StatusFound)
	case errors.Is(err, fs.ErrNotExist):
		http.Error(w, "there is no such page", http.StatusNotFound)
	case err != nil:
		// The page says what is wrong and loads again when that has been mended.
		h.Set("Content-Type", htmlType)
		w.WriteHeader(http.StatusInternalServerError)
		fmt.Fprintf(w, "<!DOCTYPE html><title>Error</title><pre>%s</pre>\n%s", html.Escape(err.Error()), now.live)
	default:
		h.Set("Content-Type", kind)
		_, _ = w.Write(data) // who asked may have gone
	}
}

// edition is what there is at one time.
type edition struct {
	version int
	live    string // the script that makes a page load again when there is something newer
}

// edition returns the present one. A sandboxed page may not read answers of its own server: that there is one is all it
// learns.
func (p *Preview) edition() edition {
	p.mu.Lock()
	defer p.mu.Unlock()
	return edition{p.version, fmt.Sprintf("<script>(function wait() { fetch(\"%s%s?%d\", {mode: \"no-cors\"}).then(() => location.reload(), () => setTimeout(wait, 2000)); })();</script>\n",
		p.Root(), liveAddress, p.version)}
}

// live answers when something has changed since a version. Without an answer the page asks again.
func (p *Preview) live(w http.ResponseWriter, r *http.Request) {
	p.mu.Lock()
	if r.URL.RawQuery != strconv.Itoa(p.version) {
		p.mu.Unlock()
		w.WriteHeader(http.StatusNoContent)
		return
	}
	if p.waiting == maxWaiting {
		p.mu.Unlock()
		panic(http.ErrAbortHandler) // an answer of any kind would mean a change
	}
	p.waiting++
	if p.changed == nil {
		p.changed = make(chan struct{})
	}
	changed := p.changed
	p.mu.Unlock()
	defer func() { p.mu.Lock(); p.waiting--; p.mu.Unlock() }()
	select {
	case <-r.Context().Done():
		panic(http.ErrAbortHandler)
	case <-changed:
		w.WriteHeader(http.StatusNoContent)
	}
}

// moved says that a page has another address.
type moved struct{ address string }

func (m *moved) Error() string { return "moved to " + m.address }

// find makes the page with an address.
func (p *Preview) find(ctx context.Context, address string, now edition) (kind string, data []byte, err error) {
	info, err := files.Stat(p.Path)
	if err != nil {
		return "", nil, docfile.Cause(err)
	}
	switch {
	case !info.IsDir() && book.IsManifest(p.Path):
		return p.siteFile(ctx, p.Path, address, now)
	case !info.IsDir():
		if address != "" {
			return "", nil, fs.ErrNotExist
		}
		return p.document(ctx, p.Path, now)
	case address == "":
		return p.list(now)
	}
	name, ok := strings.CutPrefix(address, "view/")
	if !ok {
		if name, ok = strings.CutPrefix(address, "d/"); !ok { // as the format calls it
			return "", nil, fs.ErrNotExist
		}
	}
	// The first segment that is a manifest ends the path of the file; the rest is a page of its site.
	rest := ""
	for i, segments := 0, strings.Split(name, "/"); i < len(segments); i++ {
		if book.IsManifest(segments[i]) {
			name, rest = path.Join(segments[:i+1]...), path.Join(segments[i+1:]...)
			if len(segments) == i+1 {
				return "", nil, &moved{p.Root() + "view/" + (&url.URL{Path: name}).EscapedPath() + "/"}
			}
			break
		}
	}
	local := filepath.FromSlash(name)
	if !filepath.IsLocal(local) || hiddenPath(filepath.ToSlash(local)) || !book.IsManifest(name) && path.Ext(name) != ".noma" {
		return "", nil, fs.ErrNotExist
	}
	root, err := files.OpenRoot(p.Path)
	if err != nil {
		return "", nil, docfile.Cause(err)
	}
	defer root.Close()
	if _, err := root.Stat(local); err != nil { // also when a link leads out of the folder
		return "", nil, fs.ErrNotExist
	}
	if file := filepath.Join(p.Path, local); !book.IsManifest(name) {
		return p.document(ctx, file, now)
	} else {
		return p.siteFile(ctx, file, rest, now)
	}
}

func hiddenPath(name string) bool {
	for segment := range strings.SplitSeq(name, "/") {
		if strings.HasPrefix(segment, ".") || segment == "node_modules" {
			return true
		}
	}
	return false
}

const htmlType = "text/html; charset=utf-8"

// document makes the page of one source.
func (p *Preview) document(ctx context.Context, file string, now edition) (string, []byte, error) {
	s, err := Load(ctx, file, p.Load)
	if err != nil {
		return "", nil, err
	}
	o := s.htmlOptions(p.Options)
	defer drawing(ctx, p.Options, &o)()
	enliven(&o, now)
	var out bytes.Buffer
	err = html.Render(&out, s.Doc, o)
	return htmlType, out.Bytes(), err
}

// enliven makes a page reload by itself. A strict page has no scripts, not even ours.
func enliven(o *html.Options, now edition) {
	o.Fragment = false
	if !o.Strict {
		o.After += now.live
	}
}

// siteTypes are the media types of the files of a site.
var siteTypes = map[string]string{".html": htmlType, ".css": "text/css; charset=utf-8", ".js": "text/javascript; charset=utf-8", ".json": "application/json"}

// siteFile returns a file of the site of a book. The site is made once and kept until something changes.
func (p *Preview) siteFile(ctx context.Context, manifest, name string, now edition) (string, []byte, error) {
	p.mu.Lock()
	files, ok := p.sites[manifest]
	p.mu.Unlock()
	if !ok {
		s, err := Load(ctx, manifest, p.Load)
		if err != nil {
			return "", nil, err
		}
		if files, err = BuildSite(ctx, s, p.Options, "_assets/search-"+p.secretFor(manifest)+".js", func(o *html.Options) { enliven(o, now) }); err != nil {
			return "", nil, err
		}
		p.mu.Lock()
		if p.sites == nil {
			p.sites = map[string][]SiteFile{}
		}
		if now.version == p.version { // else it may be old already
			p.sites[manifest] = files
		}
		p.mu.Unlock()
	}
	if name == "" {
		name = "index.html"
	}
	for _, f := range files {
		if f.Path == name {
			return siteTypes[path.Ext(name)], f.Data, nil
		}
	}
	return "", nil, fs.ErrNotExist
}

// names lists the documents and books of the folder.
func (p *Preview) names() ([]string, error) {
	root, err := files.OpenRoot(p.Path)
	if err != nil {
		return nil, docfile.Cause(err)
	}
	defer root.Close()
	var names []string
	err = filepath.WalkDir(p.Path, func(file string, d fs.DirEntry, err error) error {
		rel, e := filepath.Rel(p.Path, file)
		switch {
		case err != nil || e != nil:
			return nil // not ours to read
		case rel != "." && hiddenPath(filepath.Base(rel)):
			if d.IsDir() {
				return fs.SkipDir
			}
			return nil
		case len(names) == maxListed:
			return fs.SkipAll
		case !d.IsDir() && (path.Ext(rel) == ".noma" || book.IsManifest(rel)):
			if d.Type()&fs.ModeSymlink != 0 {
				if _, err := root.Stat(rel); err != nil { // a link that leads out of the folder, or nowhere
					return nil
				}
			}
			names = append(names, filepath.ToSlash(rel))
		}
		return nil
	})
	return names, err
}

// list returns the page of a folder: its documents and books.
func (p *Preview) list(now edition) (string, []byte, error) {
	names, err := p.names()
	if err != nil {
		return "", nil, err
	}
	css, err := html.ThemeCSS(p.Options.Theme)
	if err != nil {
		return "", nil, err
	}
	var b bytes.Buffer
	title := html.Escape(filepath.Base(absolute(p.Path)))
	fmt.Fprintf(&b, "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>%s</title>\n<style>\n%s</style>\n</head>\n<body>\n<main class=\"noma-document\">\n<h1>%s</h1>\n", title, css, title)
	if len(names) == 0 {
		b.WriteString("<p>There are no documents (.noma) and no books (.yml) in this folder.</p>\n")
	}
	b.WriteString("<ul class=\"noma-list\">\n")
	for _, n := range names {
		fmt.Fprintf(&b, "<li><a href=\"%sview/%s\">%s</a>", p.Root(), html.Escape((&url.URL{Path: n}).EscapedPath()), html.Escape(n))
		if desk, err := p.Desk(n); err == nil && !book.IsManifest(n) {
			fmt.Fprintf(&b, " <a class=\"noma-edit\" href=\"%s\" aria-label=\"Edit %s\">Edit</a>", html.Escape(desk), html.Escape(n))
		}
		b.WriteString("</li>\n")
	}
	b.WriteString("</ul>\n</main>\n" + now.live + "</body>\n</html>\n")
	return htmlType, b.Bytes(), nil
}
