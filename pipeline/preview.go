package pipeline

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"net"
	"net/http"
	"net/url"
	"os"
	"path"
	"path/filepath"
	"strings"
	"sync"

	"github.com/nomadocx/nomadocx/book"
	"github.com/nomadocx/nomadocx/render/html"
)

// Preview shows a document, a book or a folder of them in a browser of this machine, as an
// [http.Handler]. Pages are made when they are asked for, from the files as they are then, and reload
// when Changed is called.
//
//	/                     the document, the first page of the book, or the list of a folder
//	/view/PATH            a document of a folder; /view/PATH.yml/… the site of a book in it
//	/_live                the events that make pages reload
//
// It answers only requests that name this machine as their host, so that no page of the web can read
// it by a name of its own (DNS rebinding). Pages are sandboxed into an origin without a name: a script
// in one document, which an author may write, cannot read the others.
type Preview struct {
	Path    string // a .noma file, a manifest, or a folder
	Load    LoadOptions
	Options RenderOptions // as for HTML

	mu      sync.Mutex
	watched map[chan struct{}]bool // one for each page that waits for a change
	sites   map[string][]SiteFile  // by manifest, until something changes
}

const liveScript = `<script>new EventSource("/_live").addEventListener("change", () => location.reload());</script>` + "\n"

// maxListed bounds the list of a folder.
const maxListed = 2000

// Changed makes all open pages load again.
func (p *Preview) Changed() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.sites = nil
	for c := range p.watched {
		select {
		case c <- struct{}{}:
		default: // it has not got around to the last change
		}
	}
}

func (p *Preview) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	h := w.Header()
	h.Set("Cache-Control", "no-store")
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("X-Frame-Options", "DENY")
	h.Set("Referrer-Policy", "no-referrer")
	h.Set("Content-Security-Policy", "sandbox allow-scripts allow-forms allow-modals allow-popups allow-downloads")
	switch {
	case !thisMachine(r.Host):
		http.Error(w, "this is a preview for this machine only", http.StatusForbidden)
	case r.Method != http.MethodGet && r.Method != http.MethodHead:
		h.Set("Allow", "GET, HEAD")
		http.Error(w, "only GET", http.StatusMethodNotAllowed)
	case r.URL.Path == "/_live":
		p.live(w, r)
	default:
		kind, data, err := p.find(r.Context(), strings.TrimPrefix(r.URL.Path, "/"))
		var to *moved
		switch {
		case errors.As(err, &to):
			http.Redirect(w, r, to.address, http.StatusFound)
		case errors.Is(err, fs.ErrNotExist):
			http.Error(w, "there is no such page", http.StatusNotFound)
		case err != nil:
			// The page says what is wrong and loads again when that has been mended.
			h.Set("Content-Type", "text/html; charset=utf-8")
			w.WriteHeader(http.StatusInternalServerError)
			fmt.Fprintf(w, "<!DOCTYPE html><title>Error</title><pre>%s</pre>\n%s", html.Escape(err.Error()), liveScript)
		default:
			h.Set("Content-Type", kind)
			_, _ = w.Write(data) // who asked may have gone
		}
	}
}

// thisMachine reports whether a host is a name of this machine.
func thisMachine(host string) bool {
	name, _, err := net.SplitHostPort(host)
	if err != nil {
		name = host
	}
	ip := net.ParseIP(strings.Trim(name, "[]"))
	return strings.EqualFold(name, "localhost") || ip != nil && ip.IsLoopback()
}

// live keeps the connection and says when something changed.
func (p *Preview) live(w http.ResponseWriter, r *http.Request) {
	flush, ok := w.(http.Flusher)
	if !ok {
		http.Error(w, "no streaming", http.StatusInternalServerError)
		return
	}
	c := make(chan struct{}, 1)
	p.mu.Lock()
	if p.watched == nil {
		p.watched = map[chan struct{}]bool{}
	}
	p.watched[c] = true
	p.mu.Unlock()
	defer func() { p.mu.Lock(); delete(p.watched, c); p.mu.Unlock() }()
	w.Header().Set("Content-Type", "text/event-stream")
	// A sandboxed page is of another origin, even to its own server. It learns that something changed,
	// never what.
	w.Header().Set("Access-Control-Allow-Origin", "*")
	fmt.Fprint(w, ": waiting\n\n")
	flush.Flush()
	for {
		select {
		case <-r.Context().Done():
			return
		case <-c:
			fmt.Fprint(w, "event: change\ndata: now\n\n")
			flush.Flush()
		}
	}
}

// moved says that a page has another address.
type moved struct{ address string }

func (m *moved) Error() string { return "moved to " + m.address }

// find makes the page with an address.
func (p *Preview) find(ctx context.Context, address string) (kind string, data []byte, err error) {
	info, err := os.Stat(p.Path)
	if err != nil {
		return "", nil, cause(err)
	}
	switch {
	case !info.IsDir() && book.IsManifest(p.Path):
		return p.siteFile(ctx, p.Path, address)
	case !info.IsDir():
		if address != "" {
			return "", nil, fs.ErrNotExist
		}
		return p.document(ctx, p.Path)
	case address == "":
		return p.list()
	}
	name, ok := strings.CutPrefix(address, "view/")
	if !ok {
		return "", nil, fs.ErrNotExist
	}
	// The first segment that is a manifest ends the path of the file; the rest is a page of its site.
	rest := ""
	for i, segments := 0, strings.Split(name, "/"); i < len(segments); i++ {
		if book.IsManifest(segments[i]) {
			name, rest = path.Join(segments[:i+1]...), path.Join(segments[i+1:]...)
			if len(segments) == i+1 {
				return "", nil, &moved{"/view/" + (&url.URL{Path: name}).EscapedPath() + "/"}
			}
			break
		}
	}
	local := filepath.FromSlash(name)
	if !filepath.IsLocal(local) || hiddenPath(name) || !book.IsManifest(name) && path.Ext(name) != ".noma" {
		return "", nil, fs.ErrNotExist
	}
	root, err := os.OpenRoot(p.Path)
	if err != nil {
		return "", nil, cause(err)
	}
	defer root.Close()
	if _, err := root.Stat(local); err != nil { // also when a link leads out of the folder
		return "", nil, fs.ErrNotExist
	}
	if file := filepath.Join(p.Path, local); !book.IsManifest(name) {
		return p.document(ctx, file)
	} else {
		return p.siteFile(ctx, file, rest)
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
func (p *Preview) document(ctx context.Context, file string) (string, []byte, error) {
	s, err := Load(ctx, file, p.Load)
	if err != nil {
		return "", nil, err
	}
	o := s.htmlOptions(p.Options)
	defer drawing(ctx, p.Options, &o)()
	p.enliven(&o)
	var out bytes.Buffer
	err = html.Render(&out, s.Doc, o)
	return htmlType, out.Bytes(), err
}

// enliven makes a page reload by itself. A strict page has no scripts, not even ours.
func (p *Preview) enliven(o *html.Options) {
	o.Fragment = false
	if !o.Strict {
		o.After += liveScript
	}
}

// siteTypes are the media types of the files of a site.
var siteTypes = map[string]string{".html": htmlType, ".css": "text/css; charset=utf-8", ".js": "text/javascript; charset=utf-8", ".json": "application/json"}

// siteFile is a file of the site of a book. The site is made once and kept until something changes.
func (p *Preview) siteFile(ctx context.Context, manifest, name string) (string, []byte, error) {
	p.mu.Lock()
	files, ok := p.sites[manifest]
	p.mu.Unlock()
	if !ok {
		s, err := Load(ctx, manifest, p.Load)
		if err != nil {
			return "", nil, err
		}
		if files, err = BuildSite(ctx, s, p.Options, p.enliven); err != nil {
			return "", nil, err
		}
		p.mu.Lock()
		if p.sites == nil {
			p.sites = map[string][]SiteFile{}
		}
		p.sites[manifest] = files
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

// list is the page of a folder: its documents and books.
func (p *Preview) list() (string, []byte, error) {
	var names []string
	err := filepath.WalkDir(p.Path, func(file string, d fs.DirEntry, err error) error {
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
			names = append(names, filepath.ToSlash(rel))
		}
		return nil
	})
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
		fmt.Fprintf(&b, "<li><a href=\"/view/%s\">%s</a></li>\n", html.Escape((&url.URL{Path: n}).EscapedPath()), html.Escape(n))
	}
	b.WriteString("</ul>\n</main>\n" + liveScript + "</body>\n</html>\n")
	return htmlType, b.Bytes(), nil
}
