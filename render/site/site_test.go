package site

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"html"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/nomadocx/nomadocx/golden"
	"github.com/nomadocx/nomadocx/internal/testkit/slow"
	"github.com/nomadocx/nomadocx/internal/testkit/webtest"
	"github.com/nomadocx/nomadocx/noma/book"
	render "github.com/nomadocx/nomadocx/render/html"
)

// chapters are a small book with everything a site knows about.
var chapters = [][2]string{
	{"01-welcome.noma", "---\nstatus: approved\nowner: Maren\nupdated: 2026-09-01\ntags: [crew, start]\ndescription: Where to begin.\n---\n# Welcome aboard\n\n" +
		"Read [[loading]] first, then [[wind-limit|the limit]], then [[weather/fog]].\n\n## First day {id=\"first-day\"}\n\nReport to the mate.\n\n## Kit\n\n- Boots\n- A jacket, see [[nowhere]]\n"},
	{"guides/cars.noma", "---\nstatus: draft\nupdated: 2026-10-05\ntags: [deck, Crew, safety]\n---\n# Loading cars {id=\"guides/loading\" aliases=\"loading\"}\n\n" +
		"## Order\n\nLorries first, see [[cm-total]] and [[order|here]].\n\n::figure{id=pic src=\"ramp.png\" caption=\"The ramp\"}\n::\n"},
	{"guides/weather.noma", "---\ntags: safety, weather\n---\n# Weather {id=\"weather\"}\n\n::claim{id=\"wind-limit\"}\nSailings stop at 28 m/s. Größe zählt.\n::\n\n## Fog {id=\"fog\"}\n\nSound the horn. Back to [[first-day]].\n"},
	{"04-model.noma", "# Deck model\n\n::control{id=cars type=slider min=0 max=80 default=40}\n::\n\n::computed_metric{id=\"cm-total\" label=\"Queue\" formula=\"cars * 5\"}\n::\n\n::dataset{id=rides format=csv}\nmonth,cars\nJan,3\nFeb,4\n::\n"},
	{"05-charts.noma", "# Charts\n\n::plot{id=p dataset=rides column=cars xcolumn=month}\n::\n\n::computed_metric{id=far formula=\"cars + 1\"}\n::\n\n::control{id=more default=1}\n::\n\n::computed_metric{id=both formula=\"cars + more\"}\n::\n"},
}

func assemble(t testing.TB, extra string, list [][2]string) *book.Book {
	t.Helper()
	fsys := fstest.MapFS{}
	manifest := "title: Ferry handbook\ndescription: What crews need.\nauthor: Maren\n" + extra + "chapters:\n"
	for _, c := range list {
		fsys[c[0]] = &fstest.MapFile{Data: []byte(c[1])}
		manifest += "  - " + c[0] + "\n"
	}
	m, err := book.Decode("book.yml", []byte(manifest))
	if err != nil {
		t.Fatal(err)
	}
	b, err := book.Assemble(m, fsys, book.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func picture(c *book.Part, src string) ([]byte, string, error) {
	if c.Path != "guides/cars.noma" || src != "ramp.png" {
		return nil, "", errors.New("no such picture")
	}
	return []byte{1, 2, 3}, "image/png", nil
}

func build(t testing.TB, b *book.Book, o Options) map[string]string {
	t.Helper()
	if o.Resources == nil {
		o.Resources = picture
	}
	files := map[string]string{}
	if err := Build(b, o, func(p string, data []byte) error {
		if _, twice := files[p]; twice {
			t.Errorf("%s is written twice", p)
		}
		files[p] = string(data)
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	return files
}

// onDisk writes a site and returns the address of its folder.
func onDisk(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for p, text := range files {
		name := filepath.Join(dir, filepath.FromSlash(p))
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return "file://" + dir
}

func TestGolden(t *testing.T) {
	files := build(t, assemble(t, "", chapters), Options{})
	for _, name := range []string{"index.html", "guides/loading.html", "_assets/search-index.json"} {
		golden.Check(t, filepath.Join("testdata", strings.ReplaceAll(path.Base(name), "/", "-")), []byte(files[name]))
	}
}

var address = regexp.MustCompile(`(?:href|src)="([^"]*)"`)

// TestAddresses: every address in every page leads to a file of the site and to an anchor in it.
func TestAddresses(t *testing.T) {
	for _, strict := range []bool{false, true} {
		files := build(t, assemble(t, "", chapters), Options{Strict: strict})
		n := 0
		for name, text := range files {
			if path.Ext(name) != ".html" {
				continue
			}
			for _, m := range address.FindAllStringSubmatch(text, -1) {
				to := html.UnescapeString(m[1])
				if strings.HasPrefix(to, "data:") {
					continue
				}
				u, err := url.Parse(to)
				if err != nil || u.IsAbs() || u.Host != "" || strings.HasPrefix(u.Path, "/") {
					t.Errorf("%s: the address %s leads out of the site", name, to)
					continue
				}
				target := name
				if u.Path != "" {
					target = path.Join(path.Dir(name), u.Path)
				}
				there, ok := files[target]
				if !ok {
					t.Errorf("%s: %s leads to %s, which there is not", name, to, target)
				} else if u.Fragment != "" && !strings.Contains(there, `id="`+html.EscapeString(u.Fragment)+`"`) {
					t.Errorf("%s: %s leads to no anchor", name, to)
				}
				n++
			}
		}
		if n < 60 {
			t.Errorf("only %d addresses", n)
		}
		if again := build(t, assemble(t, "", chapters), Options{Strict: strict}); fmt.Sprint(again) != fmt.Sprint(files) {
			t.Error("building again gives something else")
		}
	}
}

// TestConnections: links across chapters, backlinks, related pages, what the index knows.
func TestConnections(t *testing.T) {
	b := assemble(t, "", chapters)
	files := build(t, b, Options{})
	for file, wants := range map[string][]string{
		"01-welcome.html":     {`href="guides/loading.html#guides/loading"`, `href="weather.html#wind-limit"`, `href="weather.html#weather/fog"`, `noma-ref-missing`},
		"guides/loading.html": {`href="../04-model.html#cm-total"`, `href="#guides/loading/order"`, "data:image/png;base64,AQID", `>Pages that refer to this one</h2>` + "\n<ul class=\"space-links\">\n<li><a href=\"../01-welcome.html\">Welcome aboard</a></li>\n</ul>"},
		"weather.html":        {`href="01-welcome.html#01-welcome`, `<a class="space-tag" href="index.html#tag-safety">safety</a>`},
		"05-charts.html":      {"<svg", `<p class="noma-metric-value" data-noma-live>41</p>`, `"fixed":{"cars":40}`},
		"index.html":          {`id="tag-crew"`, "2026-10-05"},
	} {
		for _, want := range wants {
			if file == "weather.html" && strings.HasPrefix(want, "href") {
				want = `href="01-welcome.html#`
			}
			if !strings.Contains(files[file], want) {
				t.Errorf("no %s in %s:\n%s", want, file, files[file])
			}
		}
	}
	if strings.Count(files["index.html"], `id="tag-crew"`) != 1 {
		t.Error("crew and Crew are two tags")
	}
	if i, j := strings.Index(files["index.html"], "2026-10-05"), strings.LastIndex(files["index.html"], "2026-09-01"); i > j {
		t.Error("the latest page is not the first of the recent ones")
	}
	// The book is what it was.
	for _, c := range b.Chapters {
		if got := b.PartOf(b.Document.Children[c.First]); got != c {
			t.Errorf("a block of %s belongs to %v after the building", c.Path, got)
		}
	}
	var index []entry
	if err := json.Unmarshal([]byte(files["_assets/search-index.json"]), &index); err != nil || len(index) != len(chapters) {
		t.Fatalf("the index: %v, %d entries", err, len(index))
	}
	if e := index[2]; e.URL != "weather.html" || e.Title != "Weather" || !strings.Contains(e.Text, "Größe zählt") || len(e.Sections) != 1 || len(e.Tags) != 2 {
		t.Errorf("entry %+v", e)
	}
}

func TestSlugs(t *testing.T) {
	list := [][2]string{
		{"index.noma", "# A\n"}, {"a b.noma", "# B\n"}, {"x/Same.noma", "# C\n"}, {"y/same.noma", "# D\n"}, {"ü.noma", "no heading"},
		{"up.noma", "# E {id=\"../etc\"}\n"}, {"abs.noma", "# F {id=\"/etc\"}\n"}, {"hidden.noma", "# G {id=\"_assets/theme\"}\n"}, {"q.noma", "# H {id=\"a?b\"}\n"}, {"folder.noma", "# J {id=\"q.html/x\"}\n"},
		{"deep.noma", "# I {id=\"one/two/three\"}\n"},
	}
	files := build(t, assemble(t, "", list), Options{})
	var got []string
	for _, name := range []string{"index-2", "a-b", "same", "same-2", "chapter", "up", "abs", "hidden", "q", "folder", "one/two/three"} {
		if files[name+".html"] == "" {
			got = append(got, name)
		}
	}
	if len(got) > 0 {
		t.Errorf("no pages %v", got)
	}
	if !strings.Contains(files["one/two/three.html"], `href="../../_assets/site.css"`) {
		t.Error("a deep page does not find its styles")
	}
}

// TestHostileNames: what a book says about itself is text, wherever it stands.
func TestHostileNames(t *testing.T) {
	slow.Test(t, "a browser")
	bad := `</script><img src=x onerror=alert(1)>'"`
	quoted, _ := json.Marshal(bad)
	list := [][2]string{{"a.noma", fmt.Sprintf("---\ntags: [%s]\nstatus: %s\nowner: %s\nupdated: %s\ndescription: %s\n---\n# %s\n\n## %s\n\n[[b]]\n", quoted, quoted, quoted, quoted, quoted, bad, bad)},
		{"b.noma", "# B {id=b}\n\n[[a]]\n"}}
	dir := onDisk(t, build(t, assemble(t, "", list), Options{}))
	p := webtest.New(t).Open(dir + "/index.html")
	for _, name := range []string{"index.html", "a.html", "b.html"} {
		p.Goto(dir + "/" + name)
		if n := p.Eval(`document.querySelectorAll("img, [onerror]").length + " " + document.querySelectorAll("script:not([src])").length`); n != "0 0" {
			t.Errorf("%s: %s foreign elements and scripts", name, n)
		}
	}
	p.Eval(`(() => { const q = document.getElementById("space-query"); q.value = "img"; q.dispatchEvent(new Event("input")); })()`)
	p.Wait(`document.querySelectorAll("#space-results li").length + " " + document.querySelectorAll("#space-results img").length`, "1 0")
	if e := p.Errors(); len(e) > 0 {
		t.Error(e)
	}
}

// TestInBrowser reads the site from disk as a person does, with the keyboard.
func TestInBrowser(t *testing.T) {
	slow.Test(t, "a browser")
	dir := onDisk(t, build(t, assemble(t, "", chapters), Options{}))
	p := webtest.New(t).Open(dir + "/guides/loading.html")
	if got := p.Eval(`document.querySelectorAll("script[src*=search-index]").length`); got != "0" {
		t.Error("the index is loaded before anybody searches")
	}
	p.Keys("/")
	if got := p.Eval(`document.activeElement.id`); got != "space-query" {
		t.Fatalf("after / the focus is at %s", got)
	}
	clear := func() { p.Eval(`document.getElementById("space-query").value = ""`) } // tests type the key that a reader's browser keeps
	clear()
	p.Keys("grosse")
	p.Wait(`document.querySelector("#space-results").textContent`, "Nothing found.") // ß is no ss
	p.Keys("\u001b")                                                                 // Escape empties and leaves
	if got := p.Eval(`document.getElementById("space-query").value + document.activeElement.localName`); got != "body" {
		t.Errorf("after Escape: %s", got)
	}
	p.Keys("/")
	clear()
	p.Keys("zahlt") // without the dots of ä
	if got := p.Eval(`document.querySelector("[role=option][aria-selected=true]").textContent`); !strings.HasPrefix(got, "Weather") {
		t.Errorf("the first result is %s", got)
	}
	p.Eval(`(() => { const q = document.getElementById("space-query"); q.value = "crew"; q.dispatchEvent(new Event("input")); })()`)
	p.Keys("\u0301") // ArrowDown
	if got := p.Eval(`document.getElementById("space-query").getAttribute("aria-activedescendant")`); got != "space-hit-1" {
		t.Errorf("the arrow goes to %s", got)
	}
	p.Eval(`(() => { const q = document.getElementById("space-query"); q.value = "fog"; q.dispatchEvent(new Event("input")); })()`)
	p.Keys("\r")
	p.Wait(`document.querySelector(".space-pages [aria-current]").textContent`, "Weather")
	if got := p.Eval(`location.href`); !strings.HasPrefix(got, dir+"/weather.html") {
		t.Errorf("Enter leads to %s", got)
	}
	for _, r := range p.Requests() {
		if !strings.HasPrefix(r, dir) {
			t.Errorf("request: %s", r)
		}
	}
	for _, e := range p.Errors() {
		t.Errorf("console: %s", e)
	}
	p.Show(420, 900, true)
	if got := p.Eval(`document.documentElement.scrollWidth <= 420`); got != "true" {
		t.Error("a narrow page scrolls sideways")
	}
}

// TestStrictSite: no script at all, and yet styled, also from disk.
func TestStrictSite(t *testing.T) {
	slow.Test(t, "a browser")
	files := build(t, assemble(t, "trusted_publishing: true\n", chapters), Options{Strict: true})
	for name, text := range files {
		if strings.Contains(text, "<script") || strings.HasSuffix(name, ".js") || strings.Contains(text, "space-query") && path.Ext(name) == ".html" {
			t.Errorf("%s is active", name)
		}
	}
	dir := onDisk(t, files)
	p := webtest.New(t).Open(dir + "/guides/loading.html")
	if got := p.Eval(`getComputedStyle(document.querySelector(".space")).display + " " + getComputedStyle(document.querySelector("main")).backgroundColor`); got != "grid rgb(255, 255, 255)" {
		t.Errorf("a strict page is not styled: %s", got)
	}
	for _, e := range p.Errors() {
		t.Errorf("console: %s", e)
	}
}

// TestStyles: the style sheet of the site has no colours of its own, so that those of the theme and
// their contrast count.
func TestStyles(t *testing.T) {
	css := regexp.MustCompile(`box-shadow:[^;}]*`).ReplaceAllString(siteCSS, "")
	if m := regexp.MustCompile(`.{0,40}#[0-9a-fA-F]{3,8}\b`).FindString(css); m != "" {
		t.Errorf("a colour of its own: %s", m)
	}
	theme, err := render.ThemeCSS("")
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range regexp.MustCompile(`var\((--noma-[a-z-]+)\)`).FindAllStringSubmatch(css, -1) {
		if !strings.Contains(theme, m[1]+":") {
			t.Errorf("%s is not set", m[1])
		}
	}
}

// TestErrors: a theme that there is not, and a disk that is full.
func TestErrors(t *testing.T) {
	b := assemble(t, "", chapters)
	if err := Build(b, Options{Theme: "neon"}, func(string, []byte) error { return nil }); !errors.Is(err, render.ErrTheme) {
		t.Errorf("error %v, want ErrTheme", err)
	}
	full := errors.New("disk full")
	for i := range 10 {
		n := 0
		if err := Build(b, Options{}, func(string, []byte) error {
			if n++; n > i {
				return full
			}
			return nil
		}); !errors.Is(err, full) {
			t.Errorf("after %d files: %v", i, err)
		}
	}
}

func ExampleBuild() {
	m, err := book.Decode("book.yml", []byte("title: Lamps\nchapters: [one.noma]\n"))
	if err != nil {
		panic(err)
	}
	b, err := book.Assemble(m, fstest.MapFS{"one.noma": {Data: []byte("# One\n")}}, book.Options{})
	if err != nil {
		panic(err)
	}
	err = Build(b, Options{}, func(path string, data []byte) error {
		if bytes.Contains(data, []byte("<title>")) {
			fmt.Println(path)
		}
		return nil
	})
	fmt.Println(err)
	// Output:
	// index.html
	// one.html
	// <nil>
}

// BenchmarkBuild makes a site of 500 pages that refer to each other.
func BenchmarkBuild(b *testing.B) {
	var list [][2]string
	for i := range 500 {
		list = append(list, [2]string{fmt.Sprintf("c%d.noma", i), fmt.Sprintf("---\ntags: [t%d]\n---\n# Chapter %d {id=\"c%d\"}\n\n%s [[c%d]]\n", i%20, i, i, strings.Repeat("Some words. ", 200), (i+7)%500)})
	}
	all := assemble(b, "", list)
	for b.Loop() {
		build(b, all, Options{})
	}
}

// TestOnAServer: on a web host the search works as well, and a page of another site gets nothing of the index.
func TestOnAServer(t *testing.T) {
	slow.Test(t, "a browser")
	dir := onDisk(t, build(t, assemble(t, "", chapters), Options{}))
	server := httptest.NewServer(http.FileServer(http.Dir(strings.TrimPrefix(dir, "file://"))))
	t.Cleanup(server.Close)
	b := webtest.New(t)
	p := b.Open(server.URL + "/guides/loading.html")
	p.Eval(`(() => { const q = document.getElementById("space-query"); q.value = "fog"; q.dispatchEvent(new Event("input")); })()`)
	p.Wait(`document.querySelectorAll("[role=option]").length > 0 && document.querySelector("[role=option]").textContent.startsWith("Weather")`, "true")
	if got := b.Neighbour(server.URL+"/_assets/search-index.js", server.URL+"/_assets/search-index.json"); got != "" {
		t.Errorf("a page of another site got %q", got)
	}
}
