package pdf

import (
	"bytes"
	"errors"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/nomadocx/nomadocx/internal/testkit/slow"
)

// TestNoNetwork tries every way out that HTML, CSS and scripts have to a listener of this program.
func TestNoNetwork(t *testing.T) {
	slow.Test(t, "a browser")
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	var hits atomic.Int32
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			hits.Add(1)
			c.Close()
		}
	}()
	// The listener counts: otherwise zero would mean nothing.
	c, err := net.Dial("tcp", l.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := c.Read(make([]byte, 1)); !errors.Is(err, io.EOF) {
		t.Fatal(err)
	}
	c.Close()
	u := "http://" + l.Addr().String()
	html := strings.ReplaceAll(`<!-- <head> --><link rel="stylesheet" href="U/1"><link rel="preload" as="image" href="U/2"><link rel="prefetch" href="U/3">
		<link rel="icon" href="U/4"><link rel="preconnect" href="U"><link rel="manifest" href="U/5"><base href="U/6/">
		<meta http-equiv="refresh" content="0;url=U/7"><style>@import "U/8";@font-face{font-family:f;src:url(U/9)}p{font-family:f;background:url(U/10)}li{list-style-image:url(U/11)}</style>
		<body background="U/12"><p>text</p><li>x</li><img src="U/13" srcset="U/14 2x"><iframe src="U/15"></iframe><iframe srcdoc="<img src='U/16'>"></iframe>
		<object data="U/17"></object><embed src="U/18"><video src="U/19" poster="U/20" autoplay></video><audio src="U/21" autoplay></audio>
		<picture><source srcset="U/22"><img src="U/23"></picture><svg><image href="U/24"/><use href="U/25#a"/></svg><input type="image" src="U/26">
		<script src="U/27"></script><script>fetch("U/28");new WebSocket("ws://"+"U/29".slice(7));navigator.sendBeacon("U/30");new Image().src="U/31";
		location="U/32";open("U/33");new RTCPeerConnection({iceServers:[{urls:"stun:"+"U".slice(7)}]}).createDataChannel("x")</script>
		<img src="x" onerror="fetch('U/34')"><form action="U/35"><button autofocus onfocus="this.form.submit()">b</button></form><a href="U/36" ping="U/37">link</a>`, "U", u)
	file := pdfOf(t, html, Options{})
	if got := text(t, file); !strings.Contains(got, "text") {
		t.Errorf("the document itself is missing from\n%s", got)
	}
	// The tab is still there; give what it may have started its chance with another document.
	pdfOf(t, "next", Options{})
	if n := hits.Load() - 1; n != 0 {
		t.Errorf("%d connections of the document reached the listener", n)
	}
}

func TestNoLocalFiles(t *testing.T) {
	slow.Test(t, "a browser")
	dir := t.TempDir()
	if err := os.Chmod(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	secret := filepath.Join(dir, "secret.html")
	if err := os.WriteFile(secret, []byte("TOPSECRET"), 0o644); err != nil {
		t.Fatal(err)
	}
	u := "file://" + secret
	got := text(t, pdfOf(t, strings.ReplaceAll(`<p>visible</p><iframe src="U"></iframe><object data="U">no</object><embed src="U">
		<meta http-equiv="refresh" content="0;url=U"><link rel="import" href="U"><script>fetch("U").then(r=>r.text()).then(t=>document.body.append(t))</script>`, "U", u), Options{}))
	if strings.Contains(got, "TOPSECRET") || !strings.Contains(got, "visible") {
		t.Errorf("text of the file:\n%s", got)
	}
}

func TestHostileNames(t *testing.T) {
	slow.Test(t, "a browser")
	got := text(t, pdfOf(t, `<img name="fonts"><form name="querySelectorAll"></form><img name="images"><p id="body">fine</p>`, Options{}))
	if !strings.Contains(got, "fine") {
		t.Errorf("text %q", got)
	}
}

// TestGoingElsewhere: a document that sends the browser elsewhere is printed itself, or it alone fails.
func TestGoingElsewhere(t *testing.T) {
	slow.Test(t, "a browser")
	for _, u := range []string{"http://127.0.0.1:9/", "https://example.org/", "file:///etc/passwd", "data:text/html,gone", "/x", "about:version"} {
		// The pages keep the printer busy until the browser has gone, if it goes.
		html := `<meta http-equiv="refresh" content="0;url=` + u + `"><p>I stay</p>` + strings.Repeat("<p>and more</p>", 300)
		var out bytes.Buffer
		err := shared.Print(t.Context(), []byte(html), &out, Options{})
		if strings.HasPrefix(u, "about:") {
			continue // going there asks for nothing that could be refused; such a document may fail
		}
		if err != nil {
			t.Errorf("%s: %v", u, err)
		} else if got := text(t, out.Bytes()); !strings.Contains(got, "I stay") {
			t.Errorf("%s: the text begins %.60q", u, got)
		}
	}
	pdfOf(t, "the next document", Options{})
}

// TestRedirects: a listener that sends everybody on to another one is not even asked, whatever in a trusted
// block leads to it.
func TestRedirects(t *testing.T) {
	slow.Test(t, "a browser")
	var asked, reached atomic.Int32
	target := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { reached.Add(1) }))
	defer target.Close()
	canary := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		asked.Add(1)
		http.Redirect(w, r, target.URL, http.StatusTemporaryRedirect)
	}))
	defer canary.Close()
	// The canary counts, and leads on.
	r, err := http.Get(canary.URL)
	if err != nil {
		t.Fatal(err)
	}
	r.Body.Close()
	if asked.Load() != 1 || reached.Load() != 1 {
		t.Fatalf("the canary was asked %d times and led on %d times", asked.Load(), reached.Load())
	}
	for name, way := range map[string]string{
		"refresh":   `<meta http-equiv="refresh" content="0; url=U/">`,
		"preload":   `<link rel="preload" href="U/" as="font" crossorigin><link rel="modulepreload" href="U/"><link rel="dns-prefetch" href="U/"><link rel="prerender" href="U/">`,
		"iframe":    `<iframe src="U/"></iframe><iframe srcdoc="<meta http-equiv=refresh content='0;url=U/'>"></iframe><frameset><frame src="U/"></frameset>`,
		"import":    `<style>@import "U/"; @import url(U/) print; @import url(U/) layer(a) supports(display: grid);</style>`,
		"font":      `<style>@font-face { font-family: f; src: url(U/) format("woff2"), url(U/x.ttf) } p { font-family: f }</style>`,
		"style":     `<p style="background: url(U/); border-image: url(U/) 1; cursor: url(U/), auto; mask: url(U/#m); filter: url(U/#f); content: url(U/); list-style: url(U/); shape-outside: url(U/)">x</p>`,
		"page":      `<style>@page { @top-left { content: url(U/) } background: url(U/) }</style>`,
		"svg":       `<svg><image href="U/"/><use href="U/#a"/><feImage href="U/"/><foreignObject><img src="U/"></foreignObject><a href="U/"><text>x</text></a></svg>`,
		"data":      `<iframe src="data:text/html,<img src=U/>"></iframe><img src="data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg'%3E%3Cimage href='U/'/%3E%3C/svg%3E">`,
		"script":    `<script>location = "U/"; fetch("U/")</script><script type="module">import "U/"</script><script>for (;;) {}</script>`,
		"speculate": `<script type="speculationrules">{"prerender": [{"urls": ["U/"]}], "prefetch": [{"urls": ["U/"]}]}</script>`,
	} {
		var out bytes.Buffer
		if err := shared.Print(t.Context(), []byte("<p>I stay</p>"+strings.ReplaceAll(way, "U/", canary.URL+"/")), &out, Options{Timeout: time.Minute}); err != nil {
			t.Errorf("%s: %v", name, err)
		} else if got := text(t, out.Bytes()); !strings.Contains(got, "I stay") {
			t.Errorf("%s: the text is %.80q", name, got)
		}
	}
	pdfOf(t, "the next document", Options{})
	if a, r := asked.Load()-1, reached.Load()-1; a != 0 || r != 0 {
		t.Errorf("the canary was asked %d times, the listener behind it %d times", a, r)
	}
}

// TestTooLarge: a picture of a gigabyte is refused before it is copied, one that the browser takes is printed
// or refused in time, and the next document is printed.
func TestTooLarge(t *testing.T) {
	slow.Test(t, "a browser")
	if err := shared.Print(t.Context(), make([]byte, 1<<30), io.Discard, Options{}); !errors.Is(err, ErrTooLarge) {
		t.Errorf("error %v, want ErrTooLarge", err)
	}
	// Escaped, it is six times as long.
	if err := shared.Print(t.Context(), make([]byte, 20_000_000), io.Discard, Options{}); !errors.Is(err, ErrTooLarge) {
		t.Errorf("error %v, want ErrTooLarge", err)
	}
	picture := `<p>I stay</p><img src="data:image/png;base64,` + strings.Repeat("QUJD", 8<<20) + `">`
	if got := text(t, pdfOf(t, picture, Options{})); !strings.Contains(got, "I stay") {
		t.Errorf("text %.80q", got)
	}
	pdfOf(t, "the next document", Options{})
}
