package app

import (
	"context"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/nomadocx/nomadocx/internal/testkit/slow"
	"github.com/nomadocx/nomadocx/internal/testkit/webtest"
)

// folder writes files and returns where they are.
func folder(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		file := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

var previewed = map[string]string{
	"one.noma":            "# One\n\n::control{id=a type=slider default=3 max=9}\n::\n\n::computed_metric{id=m formula=\"a * 2\"}\n::\n",
	"sub/two.noma":        "# Two\n\n::script\ndocument.title = \"ran\";\nfetch(\"one.noma\").then(r => r.text()).then(t => { document.title = \"read \" + t.length; }, () => { document.title = \"kept out\"; });\n::\n",
	"book.yml":            "title: Book\nchapters:\n  - one.noma\n  - sub/two.noma\n",
	"bad.noma":            "---\ntitle: [\n---\n# Bad\n",
	"notes.txt":           "secret",
	".git/hid.noma":       "# Hidden\n",
	"empty/x.txt":         "x",
	"node_modules/y.noma": "# Module\n",
}

func TestPreview(t *testing.T) {
	dir := folder(t, previewed)
	outside := folder(t, map[string]string{"out.noma": "# Outside\n"})
	if err := os.Symlink(filepath.Join(outside, "out.noma"), filepath.Join(dir, "link.noma")); err != nil {
		t.Fatal(err)
	}
	get := func(p *Preview, host, target, method string) (int, string, http.Header) {
		r := httptest.NewRequest(method, p.Root()+strings.TrimPrefix(target, "/"), nil)
		r.Host = host
		w := httptest.NewRecorder()
		p.ServeHTTP(w, r)
		return w.Code, w.Body.String(), w.Header()
	}
	for _, c := range []struct {
		name, path, target, host, method string
		code                             int
		want                             string
	}{
		{"a document", "one.noma", "/", "", "", 200, "<h1 id=\"one\""},
		{"reloads", "one.noma", "/", "", "", 200, "location.reload"},
		{"only one page", "one.noma", "/two", "", "", 404, ""},
		{"a book", "book.yml", "/", "", "", 200, "<h1>Book</h1>"},
		{"a chapter", "book.yml", "/one.html", "", "", 200, "location.reload"},
		{"styles", "book.yml", "/_assets/site.css", "", "", 200, ".space"},
		{"a folder", "", "/", "", "", 200, `/view/sub/two.noma"`},
		{"a document of a folder", "", "/view/sub/two.noma", "", "", 200, "<h1 id=\"two\""},
		{"a book of a folder", "", "/view/book.yml/", "", "", 200, "<h1>Book</h1>"},
		{"its chapter", "", "/view/book.yml/two.html", "", "", 200, "<h1 id=\"two\""},
		{"its root", "", "/view/book.yml", "", "", 302, ""},
		{"a mistake", "", "/view/bad.noma", "", "", 500, "bad.noma"},
		{"other files", "", "/view/notes.txt", "", "", 404, ""},
		{"hidden files", "", "/view/.git/hid.noma", "", "", 404, ""},
		{"modules", "", "/view/node_modules/y.noma", "", "", 404, ""},
		{"upwards", "", "/view/../../etc/passwd.noma", "", "", 404, ""},
		{"a link outwards", "", "/view/link.noma", "", "", 404, ""},
		{"nothing", "", "/view/none.noma", "", "", 404, ""},
		{"other machines", "one.noma", "/", "example.org", "", 403, ""},
		{"a name that points here", "one.noma", "/", "127.0.0.1.example.org:80", "", 403, ""},
		{"IPv6", "one.noma", "/", "[::1]:80", "", 200, "One"},
		{"writing", "one.noma", "/", "", "POST", 405, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			if c.host == "" {
				c.host = "127.0.0.1:8017"
			}
			if c.method == "" {
				c.method = "GET"
			}
			code, body, h := get(&Preview{Path: filepath.Join(dir, c.path)}, c.host, c.target, c.method)
			if code != c.code || !strings.Contains(body, c.want) {
				t.Errorf("%d, want %d and %q in\n%s", code, c.code, c.want, body)
			}
			if !strings.HasPrefix(h.Get("Content-Security-Policy"), "sandbox") || h.Get("X-Content-Type-Options") != "nosniff" {
				t.Errorf("headers %v", h)
			}
		})
	}
	code, body, _ := get(&Preview{Path: dir}, "localhost", "/", "GET")
	if code != 200 || strings.Contains(body, "hid.noma") || strings.Contains(body, "notes.txt") || strings.Contains(body, "y.noma") || strings.Contains(body, "link.noma") {
		t.Errorf("the list shows what it should not: %s", body)
	}
	if _, body, _ := get(&Preview{Path: filepath.Join(dir, "one.noma"), Options: RenderOptions{Strict: true}}, "localhost", "/", "GET"); strings.Contains(body, "<script") {
		t.Error("a strict page has a script")
	}
}

// TestPreviewInBrowser: pages load again after a change, keep what makes them live, and a script in one
// document does not read another.
func TestPreviewInBrowser(t *testing.T) {
	slow.Test(t, "other programs or processes")
	dir := folder(t, previewed)
	p := &Preview{Path: dir}
	server := httptest.NewServer(p)
	t.Cleanup(server.Close) // after the browser's: closing waits for the pages that listen
	b := webtest.New(t)
	page := b.Open(server.URL + p.Root() + "view/one.noma")
	if got := page.Eval(`(() => { const e = document.querySelector("input"); e.value = 5; e.dispatchEvent(new Event("input")); return document.querySelector("[data-noma-live]").textContent; })()`); got != "10" {
		t.Errorf("the page computes %s", got)
	}
	if err := os.WriteFile(filepath.Join(dir, "one.noma"), []byte("# Changed\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	waiting := func() bool { p.mu.Lock(); defer p.mu.Unlock(); return p.waiting > 0 }
	for end := time.Now().Add(time.Minute); !waiting(); time.Sleep(20 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatal("the page does not listen for changes")
		}
	}
	p.Changed()
	page.Wait(`document.querySelector("h1") && document.querySelector("h1").textContent`, "Changed")
	for _, e := range page.Errors() {
		t.Errorf("console: %s", e)
	}
	spy := b.Open(server.URL + p.Root() + "view/sub/two.noma")
	if got := spy.Eval(`(async () => { for (let i = 0; i < 500 && document.title === "ran"; i++) await new Promise(r => setTimeout(r, 20)); return document.title; })()`); got != "kept out" {
		t.Errorf("a script of another document: %s", got)
	}
	site := b.Open(server.URL + p.Root() + "view/book.yml/")
	site.Eval(`(() => { const q = document.getElementById("space-query"); q.value = "two"; q.dispatchEvent(new Event("input")); })()`)
	site.Wait(`document.querySelectorAll("[role=option]").length`, "1")
	for _, e := range site.Errors() {
		t.Errorf("console: %s", e)
	}
}

// TestNeighbours: a page on another host and port gets nothing from a preview, whether it guesses addresses or has seen
// one, and a document gets nothing of the book beside it.
func TestNeighbours(t *testing.T) {
	slow.Test(t, "other programs or processes")
	dir := folder(t, previewed)
	spy := "# Spy\n\n::script\nconst s = document.createElement(\"script\");\ns.src = \"book.yml/_assets/search-index.js\";\ns.onload = s.onerror = () => { document.title = \"got \" + window.nomaPages; };\ndocument.head.append(s);\n::\n"
	if err := os.WriteFile(filepath.Join(dir, "spy.noma"), []byte(spy), 0o644); err != nil {
		t.Fatal(err)
	}
	b := webtest.New(t)
	for _, what := range []string{"", "book.yml"} {
		p := &Preview{Path: filepath.Join(dir, what)}
		var mu sync.Mutex
		var answered []string
		server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			count := &statusOf{ResponseWriter: w, status: http.StatusOK}
			p.ServeHTTP(count, r)
			if count.status < 400 {
				mu.Lock()
				answered = append(answered, r.Method+" "+r.URL.Path)
				mu.Unlock()
			}
		}))
		t.Cleanup(server.Close)
		var guesses, seen []string
		for _, a := range []string{"", "_live", "_live?0", "_assets/search-index.js", "_assets/search-index.json", "one.html", "view/one.noma", "view/book.yml/", "view/book.yml/_assets/search-index.js", "view/book.yml/_assets/search-index.json"} {
			guesses = append(guesses, server.URL+"/"+a)
			if a != "_live?0" { // who knows the key may wait for a change
				seen = append(seen, server.URL+p.Root()+a)
			}
		}
		if got := b.Neighbour(guesses...); got != "" || len(answered) > 0 {
			t.Errorf("%q without the key: a page got %q, and was answered %q", what, got, answered)
		}
		if got := b.Neighbour(seen...); got != "" {
			t.Errorf("%q with the key: a page got %q", what, got)
		}
		if what == "" {
			own := b.Open(server.URL + p.Root() + "view/spy.noma")
			own.Wait("document.title", "got undefined")
		}
	}
}

type statusOf struct {
	http.ResponseWriter
	status int
}

func (s *statusOf) WriteHeader(status int) {
	s.status = status
	s.ResponseWriter.WriteHeader(status)
}

// TestLive: who waits hears of a change, who shows something older hears at once, and who has gone is forgotten.
func TestLive(t *testing.T) {
	p := &Preview{Path: "x"}
	server := httptest.NewServer(p)
	defer server.Close()
	waiting := func(n int) {
		t.Helper()
		for end := time.Now().Add(time.Minute); ; time.Sleep(10 * time.Millisecond) {
			p.mu.Lock()
			is := p.waiting
			p.mu.Unlock()
			if is == n {
				return
			}
			if time.Now().After(end) {
				t.Fatalf("%d pages wait, want %d", is, n)
			}
		}
	}
	ask := func(ctx context.Context) chan string {
		answer := make(chan string, 1)
		r, err := http.NewRequestWithContext(ctx, "GET", server.URL+p.Root()+"_live?0", nil)
		if err != nil {
			t.Fatal(err)
		}
		go func() {
			res, err := http.DefaultClient.Do(r)
			if err != nil {
				answer <- "none"
				return
			}
			res.Body.Close()
			answer <- res.Status
		}()
		return answer
	}
	ctx, leave := context.WithCancel(t.Context())
	gone := ask(ctx)
	waiting(1)
	leave()
	waiting(0)
	if got := <-gone; got != "none" {
		t.Errorf("who has gone is answered %s", got)
	}
	answer := ask(t.Context())
	waiting(1)
	p.Changed()
	p.Changed()
	for _, a := range []chan string{answer, ask(t.Context())} {
		if got := <-a; got != "204 No Content" {
			t.Errorf("after a change: %s", got)
		}
	}
	p.mu.Lock()
	p.version, p.waiting = 0, maxWaiting
	p.mu.Unlock()
	if got := <-ask(t.Context()); got != "none" {
		t.Errorf("one page too many is answered %s", got)
	}
}

// TestRenderSite: the files are there, what is the same stays untouched, a source is no book.
func TestRenderSite(t *testing.T) {
	dir := folder(t, previewed)
	s, err := Load(t.Context(), filepath.Join(dir, "book.yml"), LoadOptions{})
	if err != nil {
		t.Fatal(err)
	}
	out := filepath.Join(t.TempDir(), "site")
	for range 2 {
		n, err := RenderSite(t.Context(), out, s, RenderOptions{Target: Site})
		if err != nil || n != 3 {
			t.Fatalf("%d pages, %v; want 3", n, err)
		}
	}
	before, err := os.Stat(filepath.Join(out, "_assets", "theme.css"))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := RenderSite(t.Context(), out, s, RenderOptions{Target: Site}); err != nil {
		t.Fatal(err)
	}
	if after, _ := os.Stat(filepath.Join(out, "_assets", "theme.css")); !os.SameFile(before, after) {
		t.Error("a file that is the same was written again")
	}
	single, err := Load(t.Context(), filepath.Join(dir, "one.noma"), LoadOptions{})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := RenderSite(t.Context(), out, single, RenderOptions{}); err == nil {
		t.Error("a site of a single source")
	}
}

// TestSiteForgetsPages: what has left the book leaves the site; what is not the site's, was changed, or
// lies elsewhere stays, even when the list names it.
func TestSiteForgetsPages(t *testing.T) {
	dir := folder(t, map[string]string{"book.yml": "title: B\nchapters: [one.noma, two.noma, three.noma]\n", "one.noma": "# One\n",
		"two.noma": "# Two {id=\"deep/down/two\"}\n", "three.noma": "# Three\n\n$x$\n"})
	out := filepath.Join(t.TempDir(), "site")
	build := func() {
		t.Helper()
		s, err := Load(t.Context(), filepath.Join(dir, "book.yml"), LoadOptions{})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := RenderSite(t.Context(), out, s, RenderOptions{Target: Site}); err != nil {
			t.Fatal(err)
		}
	}
	there := func(name string) bool {
		_, err := os.Lstat(filepath.Join(out, filepath.FromSlash(name)))
		return err == nil
	}
	write := func(name, text string) {
		t.Helper()
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	build()
	for _, name := range []string{"deep/down/two.html", "three.html", "_assets/math.css"} {
		if !there(name) {
			t.Fatalf("no %s", name)
		}
	}
	mine, outside := filepath.Join(out, "deep", "mine.html"), filepath.Join(filepath.Dir(out), "outside.html")
	write(mine, "mine")
	write(outside, "outside")
	write(filepath.Join(out, "three.html"), "changed by hand")
	if err := os.Symlink(outside, filepath.Join(out, "link.html")); err != nil {
		t.Fatal(err)
	}
	// A list from elsewhere cannot reach out of the folder, nor through a link.
	list := readSiteList(out)
	list.Files["../outside.html"], list.Files["link.html"], list.Files[outside] = hashOf([]byte("outside")), hashOf([]byte("outside")), hashOf([]byte("outside"))
	f, err := list.file()
	if err != nil {
		t.Fatal(err)
	}
	write(filepath.Join(out, siteManifest), string(f.Data))
	write(filepath.Join(dir, "book.yml"), "title: B\nchapters: [one.noma]\n")
	build()
	for _, name := range []string{"deep/down/two.html", "deep/down", "_assets/math.css"} {
		if there(name) {
			t.Errorf("%s is still there", name)
		}
	}
	for _, name := range []string{"deep/mine.html", "three.html", "link.html", "../outside.html", "one.html", "index.html", siteManifest} {
		if !there(name) {
			t.Errorf("%s has gone", name)
		}
	}
	if l := readSiteList(out); l.Files["three.html"] != "" || l.Files["one.html"] == "" {
		t.Errorf("the list is %v", l)
	}
	// A list that is none removes nothing.
	write(filepath.Join(out, siteManifest), "{{")
	build()
	if l := readSiteList(out); len(l.Files) == 0 || !there("three.html") {
		t.Errorf("after a broken list: %v", l)
	}
}
