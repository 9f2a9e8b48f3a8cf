package api_test

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"mime/multipart"
	"net"
	"net/http"
	"net/http/httptest"
	"net/textproto"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/nomadocx/nomadocx/internal/testkit/slow"
	"github.com/nomadocx/nomadocx/internal/testkit/webtest"
	"github.com/nomadocx/nomadocx/internal/testkit/wordtest"
	"github.com/nomadocx/nomadocx/serve/api"
	"github.com/nomadocx/nomadocx/serve/jobs"
)

// TestMain is the child as well: the test program starts itself.
func TestMain(m *testing.M) {
	if os.Getenv("API_TEST") != "child" {
		os.Exit(m.Run())
	}
	var p jobs.Performer
	err := jobs.Serve(context.Background(), os.Stdin, os.Stdout, func(ctx context.Context, r jobs.Request) jobs.Reply {
		// The title, which the client chooses, asks for misfortune.
		switch r.Title {
		case "hang":
			select {}
		case "crash":
			panic("a fault in the renderer")
		case "slow":
			time.Sleep(300 * time.Millisecond)
		}
		return p.Perform(ctx, r)
	})
	p.Close()
	if err != nil {
		os.Exit(1)
	}
	os.Exit(0)
}

// service starts a service whose children are this program.
func service(t *testing.T, o api.Options) (*httptest.Server, *api.Server) {
	t.Helper()
	runner := jobs.NewRunner(jobs.Config{Command: []string{os.Args[0]}, Env: []string{"API_TEST=child"}, Children: max(o.Jobs, 1)})
	if o.Temp == "" {
		o.Temp = t.TempDir()
	}
	o.Version = "1.2.3"
	s, err := api.New(runner, o)
	if err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(s)
	t.Cleanup(func() {
		server.Close()
		runner.Close()
		if left, err := os.ReadDir(o.Temp); err != nil || len(left) > 0 {
			t.Errorf("%d folders of requests are left (%v)", len(left), err)
		}
	})
	return server, s
}

type part struct{ name, file, text string }

// form returns a body of multipart/form-data and its type.
func form(t *testing.T, parts ...part) (io.Reader, string) {
	t.Helper()
	var b bytes.Buffer
	w := multipart.NewWriter(&b)
	for _, p := range parts {
		h := textproto.MIMEHeader{}
		h.Set("Content-Disposition", fmt.Sprintf(`form-data; name=%q; filename=%q`, p.name, p.file))
		to, err := w.CreatePart(h)
		if err != nil {
			t.Fatal(err)
		}
		io.WriteString(to, p.text)
	}
	w.Close()
	return &b, w.FormDataContentType()
}

func post(t *testing.T, url, contentType string, body io.Reader) (*http.Response, string) {
	t.Helper()
	r, err := http.Post(url, contentType, body)
	if err != nil {
		t.Fatal(err)
	}
	return r, text(t, r)
}

func text(t *testing.T, r *http.Response) string {
	t.Helper()
	defer r.Body.Close()
	data, err := io.ReadAll(r.Body)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

const quay = "# Quay {id=\"quay\"}\n\n::claim{id=\"a\"}\nFour ships lie here.\n::\n"

func TestRender(t *testing.T) {
	slow.Test(t, "processes")
	server, _ := service(t, api.Options{})
	for to, starts := range map[string]string{"pdf": "%PDF-", "docx": "PK\x03\x04", "html": "<!doctype html>", "json": "{", "md": "<a id=", "noma": "# Quay", "llm": "#", "": "<!doctype html>"} {
		r, body := post(t, server.URL+"/v1/render?to="+to, "text/plain", strings.NewReader(quay))
		if r.StatusCode != 200 || !strings.HasPrefix(strings.ToLower(body), strings.ToLower(starts)) {
			t.Errorf("%s: %d %.60q", to, r.StatusCode, body)
		}
		if strings.Contains(body, "nomadocx-api-") {
			t.Errorf("%s tells where the document lay", to)
		}
		if r.Header.Get("X-Content-Type-Options") != "nosniff" || !strings.Contains(r.Header.Get("Content-Security-Policy"), "sandbox") {
			t.Errorf("%s: %v", to, r.Header)
		}
	}
}

// TestFilesOfADocument are those that came with it.
func TestFilesOfADocument(t *testing.T) {
	server, _ := service(t, api.Options{})
	source := part{"source", "x.noma", "# Quay\n\n::dataset{id=\"d\" src=\"data/tides.csv\"}\n::\n"}
	body, kind := form(t, source, part{"file", "data/tides.csv", "hour,height\n1,2\n"})
	if r, got := post(t, server.URL+"/v1/render?to=json", kind, body); r.StatusCode != 200 || !strings.Contains(got, "hour,height") {
		t.Errorf("%d %s", r.StatusCode, got)
	}
	for _, name := range []string{"../x", "/etc/passwd", "a/../../x", "", ".", "document.noma", "./document.noma", "a\\b", "c:x", strings.Repeat("d/", 9) + "x", strings.Repeat("x", 201)} {
		body, kind := form(t, source, part{"file", name, "x"})
		if r, got := post(t, server.URL+"/v1/render", kind, body); r.StatusCode != 400 {
			t.Errorf("%q: %d %s", name, r.StatusCode, got)
		}
	}
}

func TestReview(t *testing.T) {
	server, _ := service(t, api.Options{})
	_, word := post(t, server.URL+"/v1/render?to=docx", "text/plain", strings.NewReader(quay))
	body, kind := form(t, part{"source", "x", quay}, part{"returned", "x.docx", string(wordtest.Replace(t, []byte(word), wordtest.Main, "Four", "Five"))})
	r, got := post(t, server.URL+"/v1/review", kind, body)
	var answer struct {
		Changed      bool
		Source, Diff string
		Ops          []map[string]any
		Report       struct{ Findings []any }
	}
	if err := json.Unmarshal([]byte(got), &answer); err != nil || r.StatusCode != 200 {
		t.Fatal(r.StatusCode, got, err)
	}
	if !answer.Changed || answer.Source != strings.Replace(quay, "Four", "Five", 1) || !strings.Contains(answer.Diff, "+Five") ||
		len(answer.Ops) != 1 || answer.Ops[0]["id"] != "a" || len(answer.Report.Findings) != 1 {
		t.Errorf("%+v", answer)
	}

	// Nothing was edited: nothing changes.
	body, kind = form(t, part{"source", "x", quay}, part{"returned", "x.docx", word})
	if _, got := post(t, server.URL+"/v1/review", kind, body); !strings.HasPrefix(got, `{"changed":false,`) || !strings.Contains(got, `"ops":[]`) {
		t.Error(got)
	}

	// The file of another document is refused, unless it is asked for all the same.
	const other = "# Weather\n\nClouds come from the west and leave before noon.\n"
	for path, want := range map[string]string{
		"/v1/review":            `"detail":"returned.docx was not made from document.noma: its nomadocx manifest names another source`,
		"/v1/review?force=true": `"outcome":"conflict"`,
	} {
		body, kind = form(t, part{"source", "x", other}, part{"returned", "x.docx", word})
		r, got := post(t, server.URL+path, kind, body)
		if !strings.Contains(got, want) || (r.StatusCode == 422) != strings.Contains(got, `"code":"wrong-file"`) || strings.Contains(got, "nomadocx-api-") {
			t.Errorf("%s: %d %s", path, r.StatusCode, got)
		}
	}
}

// TestRefusals: each has its status, a problem document, and says what is wrong.
func TestRefusals(t *testing.T) {
	slow.Test(t, "processes")
	server, _ := service(t, api.Options{MaxRequest: 100_000, MaxResult: 40_000, Deadline: time.Second})
	review := func(parts ...part) (io.Reader, string) { return form(t, parts...) }
	source, word := part{"source", "x", "# x\n"}, part{"returned", "y", "junk"}
	multi := func(b io.Reader, kind string) [2]any { return [2]any{b, kind} }
	plain := func(s string) [2]any { return [2]any{strings.NewReader(s), "text/plain"} }
	for _, c := range []struct {
		path   string
		send   [2]any
		status int
		says   string
	}{
		{"/v1/render?to=odt", plain("x"), 400, "is no target"},
		{"/v1/render?too=pdf", plain("x"), 400, "parameters are"},
		{"/v1/render?to=pdf&to=html", plain("x"), 400, "parameters are"},
		{"/v1/render", plain("# Caf\xe9\n"), 422, "document.noma is not UTF-8 text: byte 0xe9 in line 1"},
		{"/v1/render", plain(strings.Repeat("x\n", 60_000)), 413, "larger than the service takes"},
		{"/v1/render", plain(strings.Repeat("- x\n", 20_000)), 422, "the result is larger"},
		{"/v1/render?title=hang", plain("x"), 504, "not done in 1s"},
		{"/v1/render?title=crash", plain("x"), 500, "process that handled the document died"},
		{"/v1/render", [2]any{strings.NewReader("x"), "image/png"}, 415, "text/plain"},
		{"/v1/render", [2]any{strings.NewReader("x"), "multipart/form-data"}, 400, "boundary"},
		{"/v1/render", [2]any{strings.NewReader("x"), "multipart/form-data; boundary=b"}, 400, "no part called source"},
		{"/v1/render", multi(review(source, word)), 400, "belongs to /v1/review"},
		{"/v1/render", multi(review(source, source)), 400, "two sources"},
		{"/v1/render", multi(review(part{"what", "x", ""})), 400, `no part "what"`},
		{"/v1/render", multi(review()), 400, ""},
		{"/v1/review", plain("x"), 400, "source and returned"},
		{"/v1/review", multi(review(source)), 400, "source and returned"},
		{"/v1/review", multi(review(source, word, word)), 400, "two returned"},
		{"/v1/review", multi(review(source, word)), 422, "not a .docx"},
		{"/v1/rendr", plain("x"), 404, "nothing at this address"},
		{"/healthz", plain("x"), 405, "takes GET or HEAD"},
	} {
		r, body := post(t, server.URL+c.path, c.send[1].(string), c.send[0].(io.Reader))
		var p struct {
			Status int
			Detail string
		}
		if err := json.Unmarshal([]byte(body), &p); err != nil || r.StatusCode != c.status || p.Status != c.status ||
			!strings.Contains(p.Detail, c.says) || r.Header.Get("Content-Type") != "application/problem+json" {
			t.Errorf("%s: %d %s (%v), want %d %q", c.path, r.StatusCode, body, err, c.status, c.says)
		}
	}
	if r, body := post(t, server.URL+"/v1/render", "text/plain", strings.NewReader(quay)); r.StatusCode != 200 {
		t.Errorf("after all that a good document gets %d: %s", r.StatusCode, body)
	}
	if r, err := http.Get(server.URL + "/v1/render"); err != nil || r.StatusCode != 405 {
		t.Errorf("GET: %v, %v", r.StatusCode, err)
	}
}

func TestToken(t *testing.T) {
	const token = "a token of good length"
	server, s := service(t, api.Options{Token: token})
	ask := func(path, auth string) int {
		r, err := http.NewRequest("GET", server.URL+path, nil)
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set("Authorization", auth)
		answer, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		answer.Body.Close()
		return answer.StatusCode
	}
	for auth, want := range map[string]int{"": 401, "Bearer": 401, "Bearer x": 401, token: 401, "Bearer " + token: 200, "Bearer " + token + "x": 401} {
		if got := ask("/metrics", auth); got != want {
			t.Errorf("%q: %d, want %d", auth, got, want)
		}
	}
	if ask("/healthz", "") != 200 {
		t.Error("the health of the service is a secret")
	}
	if _, err := api.New(nil, api.Options{Token: "short"}); err == nil {
		t.Error("a short token is accepted")
	}
	if err := s.ListenAndServe(canceled(), "0.0.0.0:0", nil); err != nil {
		t.Errorf("with a token: %v", err)
	}
	_, open := service(t, api.Options{})
	for address, ok := range map[string]bool{"127.0.0.1:0": true, "localhost:0": true, "[::1]:0": true, "0.0.0.0:0": false, ":0": false, "10.0.0.1:0": false, "8080": false} {
		if err := open.ListenAndServe(canceled(), address, nil); (err == nil) != ok && !strings.Contains(fmt.Sprint(err), "cannot assign") {
			t.Errorf("%s without a token: %v", address, err)
		}
	}
}

func canceled() context.Context {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	return ctx
}

// TestForeignPages cannot make a browser use a service without a token.
func TestForeignPages(t *testing.T) {
	slow.Test(t, "processes")
	server, _ := service(t, api.Options{})
	for _, c := range []struct {
		name, host string
		header     http.Header
		want       int
	}{
		{"a program", "", nil, 200},
		{"the address bar", "", http.Header{"Sec-Fetch-Site": {"none"}}, 200},
		{"this machine", "localhost", nil, 200},
		{"another name", "example.org", nil, 403},
		{"a page", "", http.Header{"Origin": {"https://example.org"}}, 403},
		{"a page of nowhere", "", http.Header{"Origin": {"null"}}, 403},
		{"a page of the service, which has none", "", http.Header{"Origin": {server.URL}}, 403},
		{"two origins", "", http.Header{"Origin": {"", "https://example.org"}}, 403},
		{"a link", "", http.Header{"Sec-Fetch-Site": {"cross-site"}}, 403},
		{"a page on another port", "", http.Header{"Sec-Fetch-Site": {"same-site"}}, 403},
	} {
		for _, address := range []string{"POST /v1/render", "GET /", "GET /metrics", "GET /healthz", "GET /openapi.json"} {
			method, path, _ := strings.Cut(address, " ")
			r, err := http.NewRequest(method, server.URL+path, strings.NewReader(quay))
			if err != nil {
				t.Fatal(err)
			}
			if c.header != nil {
				r.Header = c.header.Clone()
			}
			r.Header.Set("Content-Type", "text/plain")
			r.Host = c.host
			answer, err := http.DefaultClient.Do(r)
			if err != nil {
				t.Fatal(err)
			}
			answer.Body.Close()
			if answer.StatusCode != c.want {
				t.Errorf("%s, %s: %d, want %d", c.name, address, answer.StatusCode, c.want)
			}
		}
	}
	if got := webtest.New(t).Neighbour(server.URL+"/", server.URL+"/metrics", server.URL+"/healthz", server.URL+"/openapi.json", server.URL+"/v1/render?to=llm", server.URL+"/nothing"); got != "" {
		t.Errorf("a page of another site got %q", got)
	}
	if got := get(t, server.URL+"/metrics"); strings.Contains(got, `route="/v1/render",code="200"} 4`) || !strings.Contains(got, `route="/v1/render",code="200"} 3`) {
		t.Errorf("documents of pages were rendered:\n%s", got)
	}
}

// TestSlowBodies: clients that send next to nothing keep nobody else waiting, and are ended.
func TestSlowBodies(t *testing.T) {
	slow.Test(t, "processes")
	address := listening(t, api.Options{Jobs: 2, Queue: 4, Grace: time.Second})
	var slow []net.Conn
	for range 40 {
		c, err := net.Dial("tcp", address)
		if err != nil {
			t.Fatal(err)
		}
		defer c.Close()
		if _, err := io.WriteString(c, "POST /v1/render HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5000\r\n\r\n#"); err != nil {
			t.Fatal(err)
		}
		slow = append(slow, c)
	}
	for range 20 {
		if r, body := post(t, "http://"+address+"/v1/render", "text/plain", strings.NewReader(quay)); r.StatusCode != 200 {
			t.Fatalf("beside slow clients a document gets %d: %s", r.StatusCode, body)
		}
	}
	for _, c := range slow {
		c.SetReadDeadline(time.Now().Add(time.Minute))
		r, err := http.ReadResponse(bufio.NewReader(c), nil)
		if err != nil || r.StatusCode != http.StatusRequestTimeout {
			t.Fatalf("a slow client gets %v, %v", r, err)
		}
	}
}

// TestStored: all requests together store no more than those that may wait can have.
func TestStored(t *testing.T) {
	slow.Test(t, "processes")
	address := listening(t, api.Options{Jobs: 1, Queue: 1, MaxRequest: 1 << 20})
	send := func(bytes int) net.Conn {
		t.Helper()
		c, err := net.Dial("tcp", address)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { c.Close() })
		// Who is refused is hung up on.
		_, _ = io.WriteString(c, "POST /v1/render HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1048576\r\n\r\n"+strings.Repeat("x", bytes))
		return c
	}
	answer := make(chan int, 3)
	for range 3 {
		c := send(1 << 20 * 9 / 10)
		go func() {
			if r, err := http.ReadResponse(bufio.NewReader(c), nil); err == nil {
				answer <- r.StatusCode
			}
		}()
	}
	if got := <-answer; got != http.StatusServiceUnavailable {
		t.Errorf("the first that is answered gets %d", got)
	}
}

// TestCrowd: what can wait waits, what cannot is asked to come back.
func TestCrowd(t *testing.T) {
	slow.Test(t, "processes")
	server, _ := service(t, api.Options{Jobs: 2, Queue: 3, Patience: time.Minute})
	var done, refused atomic.Int64
	var all sync.WaitGroup
	for range 20 {
		all.Go(func() {
			r, err := http.Post(server.URL+"/v1/render?title=slow", "text/plain", strings.NewReader(quay))
			if err != nil {
				t.Error(err)
				return
			}
			r.Body.Close()
			switch {
			case r.StatusCode == 200:
				done.Add(1)
			case r.StatusCode == 503 && r.Header.Get("Retry-After") != "":
				refused.Add(1)
			default:
				t.Errorf("status %d", r.StatusCode)
			}
		})
	}
	all.Wait()
	if done.Load() < 5 || refused.Load() < 5 {
		t.Errorf("%d done, %d refused", done.Load(), refused.Load())
	}
	// A request is counted once its answer is out, so the last one may not be yet.
	var metrics string
	for range 100 {
		if metrics = get(t, server.URL+"/metrics"); strings.Contains(metrics, "count{route=\"/v1/render\"} 20\n") {
			break
		}
		time.Sleep(20 * time.Millisecond)
	}
	for _, line := range []string{
		fmt.Sprintf(`nomadocx_requests_total{route="/v1/render",code="200"} %d`, done.Load()),
		fmt.Sprintf(`nomadocx_failures_total{reason="queue_full"} %d`, refused.Load()),
		"nomadocx_jobs_running 0", "nomadocx_jobs_waiting 0", `nomadocx_request_seconds_count{route="/v1/render"} 20`,
	} {
		if !strings.Contains(metrics, line+"\n") {
			t.Errorf("the metrics do not say %s:\n%s", line, metrics)
		}
	}
}

func get(t *testing.T, url string) string {
	t.Helper()
	r, err := http.Get(url)
	if err != nil {
		t.Fatal(err)
	}
	return text(t, r)
}

// TestShutdown finishes what was begun.
func TestShutdown(t *testing.T) {
	_, s := service(t, api.Options{})
	ctx, cancel := context.WithCancel(t.Context())
	address, ended := make(chan net.Addr, 1), make(chan error, 1)
	go func() { ended <- s.ListenAndServe(ctx, "127.0.0.1:0", func(a net.Addr) { address <- a }) }()
	url := "http://" + (<-address).String()
	time.AfterFunc(100*time.Millisecond, cancel)
	if r, body := post(t, url+"/v1/render?title=slow", "text/plain", strings.NewReader(quay)); r.StatusCode != 200 || !strings.Contains(body, "Four ships") {
		t.Errorf("%d %.100s", r.StatusCode, body)
	}
	if err := <-ended; err != nil {
		t.Error(err)
	}
	if _, err := http.Get(url + "/healthz"); err == nil {
		t.Error("the service still answers")
	}
}

// TestContainment sends what tries to reach out: nothing arrives at the canary, nothing of this
// machine is in the results, and the next document is done.
func TestContainment(t *testing.T) {
	slow.Test(t, "processes")
	var reached atomic.Int64
	canary := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { reached.Add(1) }))
	defer canary.Close()
	secret := filepath.Join(t.TempDir(), "secret.csv")
	if err := os.WriteFile(secret, []byte("word\nmarzipan\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	server, _ := service(t, api.Options{Deadline: 60 * time.Second})
	hostile := strings.NewReplacer("CANARY", canary.URL, "SECRET", secret).Replace(`---
unsafe: true
trusted: true
---

# Quay

![x](CANARY/picture.png) ![y](file://SECRET) ![z](http://169.254.169.254/latest/meta-data/)

::figure{id="f1" src="CANARY/figure.png"}
::

::figure{id="f2" src="file://SECRET"}
::

::figure{id="f3" src="../../../../../../../../SECRET"}
::

::dataset{id="d1" src="SECRET"}
::

::dataset{id="d2" src="../../../../../../../..SECRET"}
::

::dataset{id="d3" src="returned.docx"}
::

::html{unsafe=true}
<iframe src="file://SECRET"></iframe><iframe src="CANARY/frame"></iframe>
<link rel="stylesheet" href="CANARY/style.css"><link rel="prefetch" href="CANARY/prefetch">
<img src="CANARY/img.png" onerror="fetch('CANARY/onerror')"><object data="CANARY/object"></object>
<style>@import url(CANARY/import.css); body { background: url(CANARY/background.png) }</style>
<meta http-equiv="refresh" content="0; url=CANARY/refresh">
::

::script{unsafe=true}
fetch('CANARY/fetch'); new WebSocket('CANARY'.replace('http', 'ws')); location = 'CANARY/location'; for (;;) {}
::

::svg{unsafe=true}
<svg xmlns="http://www.w3.org/2000/svg"><image href="CANARY/svg.png"/><script>for(;;){}</script></svg>
::
`)
	big := "# Big\n\n::html{unsafe=true}\n<img src=\"data:image/png;base64," + strings.Repeat("QUJD", 2<<20) + "\">\n::\n"
	for _, to := range []string{"html", "pdf", "docx", "json", "md"} {
		r, body := post(t, server.URL+"/v1/render?to="+to, "text/plain", strings.NewReader(hostile))
		if r.StatusCode != 200 {
			t.Errorf("%s: %d %.200s", to, r.StatusCode, body)
		}
		if strings.Contains(body, "marzipan") {
			t.Errorf("%s holds a file of this machine", to)
		}
		if to == "html" && (strings.Contains(body, "<iframe") || strings.Contains(body, "for (;;)")) {
			t.Error("the page is not strict")
		}
		if r, body := post(t, server.URL+"/v1/render?to="+to, "text/plain", strings.NewReader(big)); r.StatusCode != 200 {
			t.Errorf("%s with a picture of 8 MB: %d %.200s", to, r.StatusCode, body)
		}
		if r, _ := post(t, server.URL+"/v1/render?to="+to, "text/plain", strings.NewReader(quay)); r.StatusCode != 200 {
			t.Errorf("the document after it: %d", r.StatusCode)
		}
	}
	if n := reached.Load(); n != 0 {
		t.Errorf("%d requests left", n)
	}
}
