package pdf

import (
	"bytes"
	"errors"
	"io"
	"net"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
)

// TestNoNetwork tries every way out that HTML, CSS and scripts have to a listener of ours.
func TestNoNetwork(t *testing.T) {
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
	file := printed(t, html, Options{})
	if got := text(t, file); !strings.Contains(got, "text") {
		t.Errorf("the document itself is missing from\n%s", got)
	}
	// The tab is still there; give what it may have started its chance with another document.
	printed(t, "next", Options{})
	if n := hits.Load() - 1; n != 0 {
		t.Errorf("%d connections of the document reached the listener", n)
	}
}

func TestNoLocalFiles(t *testing.T) {
	dir := t.TempDir()
	if err := os.Chmod(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	secret := filepath.Join(dir, "secret.html")
	if err := os.WriteFile(secret, []byte("TOPSECRET"), 0o644); err != nil {
		t.Fatal(err)
	}
	u := "file://" + secret
	got := text(t, printed(t, strings.ReplaceAll(`<p>visible</p><iframe src="U"></iframe><object data="U">no</object><embed src="U">
		<meta http-equiv="refresh" content="0;url=U"><link rel="import" href="U"><script>fetch("U").then(r=>r.text()).then(t=>document.body.append(t))</script>`, "U", u), Options{}))
	if strings.Contains(got, "TOPSECRET") || !strings.Contains(got, "visible") {
		t.Errorf("text of the file:\n%s", got)
	}
}

func TestHostileNames(t *testing.T) {
	got := text(t, printed(t, `<img name="fonts"><form name="querySelectorAll"></form><img name="images"><p id="body">fine</p>`, Options{}))
	if !strings.Contains(got, "fine") {
		t.Errorf("text %q", got)
	}
}

// TestGoingElsewhere: a document that sends the browser elsewhere is printed itself, or it alone fails.
func TestGoingElsewhere(t *testing.T) {
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
	printed(t, "the next document", Options{})
}
