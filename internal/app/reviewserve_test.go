package app

import (
	"encoding/json"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/nomadocx/nomadocx/internal/testkit/slow"
	"github.com/nomadocx/nomadocx/internal/testkit/webtest"
	"github.com/nomadocx/nomadocx/patch/transcript"
)

func (x *table) server(files ...string) *ReviewServer {
	r := x.review()
	return &ReviewServer{Path: x.path, Files: files, Review: r, Inplace: true, Keep: PatchFileOptions{Transcript: r.Remembered, LockTimeout: time.Second,
		Attribution: Attribution{Actor: transcript.Actor{Kind: "human", Name: "Nia"}, ToolVersion: "1.0.0", Now: time.Now, Random: rand.NewChaCha8([32]byte{})}}}
}

func (x *table) text() string {
	x.t.Helper()
	text, err := os.ReadFile(x.path)
	if err != nil {
		x.t.Fatal(err)
	}
	return string(text)
}

// TestReviewServerGuard: without the key, from another name, or from another page nobody is answered, and nothing is written.
func TestReviewServerGuard(t *testing.T) {
	x := newTable(t, decidedSource)
	ann := x.back("Ann", "at nine", "at ten")
	v := x.server(ann)
	server := httptest.NewServer(v)
	defer server.Close()
	host := strings.TrimPrefix(server.URL, "http://")
	decisions, err := json.Marshal(x.decide([]string{ann}, map[string]string{"ten": "accept"}))
	if err != nil {
		t.Fatal(err)
	}
	own := map[string]string{"Origin": server.URL, "Sec-Fetch-Site": "same-origin", "Content-Type": "application/json"}
	with := func(changes ...string) map[string]string {
		out := map[string]string{}
		for k, v := range own {
			out[k] = v
		}
		for i := 0; i < len(changes); i += 2 {
			out[changes[i]] = changes[i+1]
		}
		return out
	}
	for _, c := range []struct {
		name, method, path, host string
		header                   map[string]string
		want                     int
	}{
		{"the page", "GET", v.Root(), host, nil, 200},
		{"no key", "GET", "/", host, nil, 403},
		{"another key", "POST", "/" + strings.Repeat("A", 26) + "/decisions", host, own, 403},
		{"a name that leads here", "GET", v.Root(), "evil.example", nil, 403},
		{"a frame of another page", "GET", v.Root(), host, map[string]string{"Sec-Fetch-Dest": "iframe", "Sec-Fetch-Mode": "navigate"}, 403},
		{"a script of another page", "GET", v.Root(), host, map[string]string{"Origin": "https://evil.example"}, 403},
		{"decisions of another page", "POST", v.Root() + "decisions", host, with("Origin", "https://evil.example", "Sec-Fetch-Site", "cross-site"), 403},
		{"decisions of a page without a name", "POST", v.Root() + "decisions", host, with("Origin", "null"), 403},
		{"decisions as a form", "POST", v.Root() + "decisions", host, with("Content-Type", "text/plain"), 403},
		{"another method", "DELETE", v.Root(), host, nil, 405},
		{"no decisions", "POST", v.Root() + "decisions", host, with("X", "y"), 409},
	} {
		r, err := http.NewRequestWithContext(t.Context(), c.method, server.URL+c.path, strings.NewReader("{}"))
		if err != nil {
			t.Fatal(err)
		}
		r.Host = c.host
		for k, v := range c.header {
			r.Header.Set(k, v)
		}
		got, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		_ = got.Body.Close()
		if got.StatusCode != c.want {
			t.Errorf("%s: %d, not %d", c.name, got.StatusCode, c.want)
		}
	}
	if x.text() != decidedSource {
		t.Fatalf("the source was changed:\n%s", x.text())
	}
	v.Inplace = false
	if r := httptest.NewRecorder(); true {
		q := httptest.NewRequestWithContext(t.Context(), "POST", "http://"+host+v.Root()+"decisions", strings.NewReader(string(decisions)))
		for k, v := range own {
			q.Header.Set(k, v)
		}
		if v.ServeHTTP(r, q); r.Code != 403 || x.text() != decidedSource {
			t.Errorf("without --inplace decisions are carried out: %d", r.Code)
		}
	}
}

// TestReviewServer decides in two windows: the first one's decisions are carried out, the second one is refused, as the source has changed,
// and finds what it decided, as far as it is still there.
func TestReviewServer(t *testing.T) {
	slow.Test(t, "a browser")
	x := newTable(t, decidedSource)
	ann := x.back("Ann", "at nine", "at ten", "two euros", "three euros", "six members", "seven members")
	v := x.server(ann)
	server := httptest.NewServer(v)
	defer server.Close()
	b := webtest.New(t)
	first, second := b.Open(server.URL+v.Root()), b.Open(server.URL+v.Root())
	for _, p := range []*webtest.Page{first, second} {
		p.Wait(`document.querySelectorAll(".card").length`, "3")
	}
	second.Keys("l")
	second.Keys("l")
	second.Keys("a") // six → seven
	first.Keys("a")
	first.Keys("r")
	first.Keys("s")
	first.Wait(`document.querySelector("dialog[open] p")?.textContent.includes("was written: 1 edits are in the source")`, "true")
	want := strings.Replace(decidedSource, "nine", "ten", 1)
	if got := x.text(); got != want {
		t.Fatalf("the source is\n%s", got)
	}
	first.Keys("\r")
	first.Wait(`document.querySelectorAll(".card:not(.closed)").length + " of " + document.querySelectorAll(".card").length`, "1 of 2")

	second.Keys("s")
	second.Wait(`document.querySelector("dialog[open] p")?.textContent.includes("nothing was written")`, "true")
	if got := x.text(); got != want {
		t.Fatalf("the second window has changed the source:\n%s", got)
	}
	second.Keys("\r")
	second.Wait(`document.querySelectorAll(".card").length + " " + document.querySelector(".count")?.textContent`, "2 1 of 1 decided")
	second.Keys("s")
	second.Wait(`document.querySelector("dialog[open] p")?.textContent.includes("was written")`, "true")
	if got := x.text(); got != strings.Replace(want, "six", "seven", 1) {
		t.Errorf("decided again, the source is\n%s", got)
	}
	for _, p := range []*webtest.Page{first, second} {
		for _, e := range p.Errors() {
			if !strings.Contains(e, "409") { // the answer that says that the source has changed
				t.Error(e)
			}
		}
	}
}

// TestReviewServerRefuses: decisions that cannot be carried out are not called saved, and what is decided while others are carried out stays.
func TestReviewServerRefuses(t *testing.T) {
	slow.Test(t, "a browser")
	x := newTable(t, decidedSource)
	ann := x.back("Ann", "at nine", "at ten", "two euros", "three euros", "six members", "seven members")
	v := x.server(ann)
	server := httptest.NewServer(v)
	defer server.Close()
	p := webtest.New(t).Open(server.URL + v.Root())
	p.Wait(`document.querySelectorAll(".card").length`, "3")
	p.Keys("a")
	if err := os.Rename(x.path, x.path+"~"); err != nil {
		t.Fatal(err)
	}
	p.Keys("s")
	p.Wait(`document.querySelector("dialog[open] p")?.textContent.includes("no such file")`, "true")
	p.Keys("\r")
	p.Wait(`document.querySelector(".count").textContent`, "1 of 3 decided · not saved")
	if err := os.Rename(x.path+"~", x.path); err != nil {
		t.Fatal(err)
	}
	p.Eval(`(() => {
		const press = key => document.activeElement.dispatchEvent(new KeyboardEvent("keydown", {key, bubbles: true, cancelable: true}));
		press("s");
		press("a");
	})()`)
	p.Wait(`document.querySelector("dialog[open] p")?.textContent.includes("was written: 1 edits are in the source")`, "true")
	if got, want := x.text(), strings.Replace(decidedSource, "nine", "ten", 1); got != want {
		t.Fatalf("the source is\n%s", got)
	}
	p.Keys("\r")
	p.Wait(`document.querySelectorAll(".card").length + " " + document.querySelector(".count")?.textContent`, "2 1 of 2 decided")
}
