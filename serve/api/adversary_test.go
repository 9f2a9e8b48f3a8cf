package api_test

import (
	"archive/zip"
	"bufio"
	"bytes"
	"compress/flate"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/nomadocx/nomadocx/internal/testkit/slow"
	"github.com/nomadocx/nomadocx/serve/api"
)

// listening starts a service the way the command does, with its limits on headers and its deadlines.
func listening(t *testing.T, o api.Options) (address string) {
	t.Helper()
	_, s := service(t, o)
	ctx, cancel := context.WithCancel(t.Context())
	bound, ended := make(chan net.Addr, 1), make(chan error, 1)
	go func() { ended <- s.ListenAndServe(ctx, "127.0.0.1:0", func(a net.Addr) { bound <- a }) }()
	t.Cleanup(func() {
		cancel()
		if err := <-ended; err != nil {
			t.Error(err)
		}
	})
	return (<-bound).String()
}

// speak sends bytes as they are and reads the status of the answer, 0 for none. A client that has no more to
// say closes its half of the connection.
func speak(t *testing.T, address, bytes string, finished bool) int {
	t.Helper()
	c, err := net.Dial("tcp", address)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	// Shorter than the minute a client has for its request: who is refused need not send it first.
	c.SetDeadline(time.Now().Add(40 * time.Second))
	io.WriteString(c, bytes) // the service may have hung up in the middle of it
	if finished {
		c.(*net.TCPConn).CloseWrite()
	}
	r, err := http.ReadResponse(bufio.NewReader(c), nil)
	if err != nil {
		return 0
	}
	defer r.Body.Close()
	io.Copy(io.Discard, r.Body)
	return r.StatusCode
}

// TestRawRequests sends what no library would.
func TestRawRequests(t *testing.T) {
	slow.Test(t, "processes")
	const token = "a token of good length"
	temp := t.TempDir()
	address := listening(t, api.Options{Temp: temp, Token: token, MaxRequest: 100_000})
	const head = "Host: x\r\nAuthorization: Bearer " + token + "\r\n"
	for _, c := range []struct {
		name, send string
		finished   bool
		status     int
	}{
		{"HTTP/1.0", "GET / HTTP/1.0\r\n" + head + "\r\n", false, 200},
		{"HTTP/1.0 with a source", "POST /v1/render HTTP/1.0\r\n" + head + "Content-Length: 2\r\n\r\nhi", false, 200},
		{"no version", "GET /\r\n\r\n", true, 400},
		{"HTTP/3.0", "GET / HTTP/3.0\r\n" + head + "\r\n", true, 505},
		{"chunks", "POST /v1/render HTTP/1.1\r\n" + head + "Transfer-Encoding: chunked\r\n\r\n2\r\nhi\r\n0\r\n\r\n", false, 200},
		{"chunks that are none", "POST /v1/render HTTP/1.1\r\n" + head + "Transfer-Encoding: chunked\r\n\r\nzebra\r\nhi\r\n", false, 400},
		{"a chunk of 2^64", "POST /v1/render HTTP/1.1\r\n" + head + "Transfer-Encoding: chunked\r\n\r\n10000000000000000\r\nhi\r\n", false, 400},
		{"another transfer", "POST /v1/render HTTP/1.1\r\n" + head + "Transfer-Encoding: gzip\r\n\r\nhi", true, 501},
		{"two lengths", "POST /v1/render HTTP/1.1\r\n" + head + "Content-Length: 2\r\nContent-Length: 3\r\n\r\nhi", true, 400},
		{"a length below zero", "POST /v1/render HTTP/1.1\r\n" + head + "Content-Length: -1\r\n\r\nhi", true, 400},
		{"a length never sent", "POST /v1/render HTTP/1.1\r\n" + head + "Content-Length: 90000\r\n\r\nhi", true, 400},
		{"10 GB announced", "POST /v1/render HTTP/1.1\r\n" + head + "Content-Length: 10000000000\r\n\r\n", false, 413},
		{"10 GB announced, no token", "POST /v1/render HTTP/1.1\r\nHost: x\r\nContent-Length: 10000000000\r\n\r\n", false, 401},
		{"asks before it sends", "POST /v1/render HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\n", false, 401},
		{"large headers", "GET / HTTP/1.1\r\n" + head + "X: " + strings.Repeat("x", 80<<10) + "\r\n\r\n", false, 431},
		{"many headers", "GET / HTTP/1.1\r\n" + head + strings.Repeat("X: x\r\n", 20<<10) + "\r\n", false, 431},
		{"a header over two lines", "GET / HTTP/1.1\r\n" + head + "X : x\r\n\r\n", true, 400},
		{"no host", "GET / HTTP/1.1\r\n\r\n", true, 400},
		{"a part of the result", "POST /v1/render HTTP/1.1\r\n" + head + "Range: bytes=5-9\r\nContent-Length: 2\r\n\r\nhi", false, 200},
		{"no part of the result", "POST /v1/render HTTP/1.1\r\n" + head + "Range: bytes=99999-\r\nContent-Length: 2\r\n\r\nhi", false, 200},
		{"a condition", "POST /v1/render HTTP/1.1\r\n" + head + "If-Match: \"x\"\r\nIf-None-Match: *\r\nContent-Length: 2\r\n\r\nhi", false, 200},
		{"a proxy's request", "GET http://169.254.169.254/latest HTTP/1.1\r\n" + head + "\r\n", false, 404},
		{"a tunnel", "CONNECT 169.254.169.254:80 HTTP/1.1\r\n" + head + "\r\n", true, 405},
		{"a path upwards", "GET /v1/%2e%2e/%2e%2e/etc/passwd HTTP/1.1\r\n" + head + "\r\n", false, 404},
		{"a query that is none", "POST /v1/render?to=%zz HTTP/1.1\r\n" + head + "Content-Length: 2\r\n\r\nhi", false, 400},
		{"a type of two lines", "POST /v1/render HTTP/1.1\r\n" + head + "Content-Type: text/plain;\r\nContent-Length: 2\r\n\r\nhi", false, 200},
		{"a type that is none", "POST /v1/render HTTP/1.1\r\n" + head + "Content-Type: /;=\r\nContent-Length: 2\r\n\r\nhi", false, 415},
	} {
		if got := speak(t, address, c.send, c.finished); got != c.status {
			t.Errorf("%s: status %d, want %d", c.name, got, c.status)
		}
	}
}

// TestNothingLeaks: clients that hang up, trickle or flood leave no goroutine and no file, and are nobody's
// failure but their own.
func TestNothingLeaks(t *testing.T) {
	temp := t.TempDir()
	address := listening(t, api.Options{Temp: temp, Jobs: 2, Queue: 60, Deadline: 20 * time.Second})
	url := "http://" + address
	one := func(when string) {
		t.Helper()
		if r, body := post(t, url+"/v1/render", "text/plain", strings.NewReader(quay)); r.StatusCode != 200 {
			t.Fatalf("%s a good document gets %d: %s", when, r.StatusCode, body)
		}
	}
	one("at first")
	http.DefaultClient.CloseIdleConnections()
	before := runtime.NumGoroutine()
	var all sync.WaitGroup
	hangUp := func(send string, after time.Duration) {
		all.Go(func() {
			c, err := net.Dial("tcp", address)
			if err != nil {
				t.Error(err)
				return
			}
			c.(*net.TCPConn).SetLinger(0) // the connection is reset, not closed
			io.WriteString(c, send)
			time.Sleep(after)
			c.Close()
		})
	}
	for i := range 12 {
		after := time.Duration(i) * 20 * time.Millisecond
		hangUp("POST /v1/render HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5000\r\n\r\n# x\n", after)
		hangUp("POST /v1/render?title=slow HTTP/1.1\r\nHost: localhost\r\nContent-Length: 4\r\n\r\n# x\n", after)
		hangUp("POST /v1/review HTTP/1.1\r\nHost: localhost\r\nContent-Type: multipart/form-data; boundary=b\r\nTransfer-Encoding: chunked\r\n\r\n40\r\n--b\r\nContent-Disposition: form-data; name=source\r\n\r\n# x", after)
		hangUp("GET / HTT", after)
	}
	all.Wait()
	settled := func() (folders, goroutines int) {
		entries, err := os.ReadDir(temp)
		if err != nil {
			t.Fatal(err)
		}
		return len(entries), runtime.NumGoroutine()
	}
	var folders, goroutines int
	for range 400 {
		http.DefaultClient.CloseIdleConnections()
		if folders, goroutines = settled(); folders == 0 && goroutines <= before+4 {
			break
		}
		time.Sleep(50 * time.Millisecond)
	}
	if folders > 0 || goroutines > before+4 {
		t.Errorf("%d folders and %d goroutines are left, where there were %d", folders, goroutines, before)
	}
	one("at last")
	metrics := get(t, url+"/metrics")
	if strings.Contains(metrics, `reason="internal"`) || !strings.Contains(metrics, `reason="client_gone"`) {
		t.Errorf("clients that went away are counted as something else:\n%s", metrics)
	}
}

// TestBombs sends Word files that are small on the way and large when opened.
func TestBombs(t *testing.T) {
	slow.Test(t, "processes")
	server, _ := service(t, api.Options{Deadline: 60 * time.Second})
	bomb := func(parts map[string]int64) string {
		var b bytes.Buffer
		z := zip.NewWriter(&b)
		z.RegisterCompressor(zip.Deflate, func(w io.Writer) (io.WriteCloser, error) { return flate.NewWriter(w, flate.BestSpeed) })
		for _, name := range []string{"[Content_Types].xml", "_rels/.rels", "word/document.xml"} {
			to, err := z.Create(name)
			if err != nil {
				t.Fatal(err)
			}
			io.CopyN(to, spaces{}, parts[name])
		}
		if err := z.Close(); err != nil {
			t.Fatal(err)
		}
		return b.String()
	}
	many := func() string {
		var b bytes.Buffer
		z := zip.NewWriter(&b)
		for i := range 70_000 {
			z.Create(fmt.Sprintf("word/%d.xml", i))
		}
		z.Close()
		return b.String()
	}
	for name, file := range map[string]string{
		"a large part": bomb(map[string]int64{"word/document.xml": 600 << 20}),
		"large types":  bomb(map[string]int64{"[Content_Types].xml": 100 << 20}),
		"many parts":   many(),
	} {
		body, kind := form(t, part{"source", "x", quay}, part{"returned", "x.docx", file})
		if r, got := post(t, server.URL+"/v1/review", kind, body); r.StatusCode != 422 {
			t.Errorf("%s (%d bytes): %d %s", name, len(file), r.StatusCode, got)
		}
	}
	if r, _ := post(t, server.URL+"/v1/render", "text/plain", strings.NewReader(quay)); r.StatusCode != 200 {
		t.Errorf("after all that a good document gets %d", r.StatusCode)
	}
}

// spaces is a text without end.
type spaces struct{}

func (spaces) Read(b []byte) (int, error) {
	for i := range b {
		b[i] = ' '
	}
	return len(b), nil
}
