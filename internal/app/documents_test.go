package app

import (
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// deskCall makes a request as the workbench does, with other headers where they are given.
func deskCall(p *Preview, method, target, body string, headers map[string]string) *httptest.ResponseRecorder {
	p.Root()
	r := httptest.NewRequest(method, "/"+p.deskKey+"/"+target, strings.NewReader(body))
	r.Host = "127.0.0.1:8017"
	for key, value := range map[string]string{"Sec-Fetch-Site": "same-origin", "Sec-Fetch-Dest": "empty", "Sec-Fetch-Mode": "cors"} {
		r.Header.Set(key, value)
	}
	if method == http.MethodPut {
		r.Header.Set("Origin", "http://127.0.0.1:8017")
	}
	for key, value := range headers {
		switch {
		case key == "Host":
			r.Host = value
		case value == "":
			r.Header.Del(key)
		default:
			r.Header.Set(key, value)
		}
	}
	w := httptest.NewRecorder()
	p.ServeHTTP(w, r)
	return w
}

// TestDocuments: who may ask, and for what.
func TestDocuments(t *testing.T) {
	dir := folder(t, previewed)
	outside := folder(t, map[string]string{"out.noma": "# Outside\n", "in/x.csv": "a\n"})
	for link, to := range map[string]string{"link.noma": "out.noma", "way": "in"} {
		if err := os.Symlink(filepath.Join(outside, to), filepath.Join(dir, link)); err != nil {
			t.Fatal(err)
		}
	}
	for name, text := range map[string]string{"plan.png": "png", "sub/data.csv": "a,b\n", ".hidden.csv": "x\n"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range []struct {
		name, path, method, target string
		headers                    map[string]string
		code                       int
		want                       string
	}{
		{"the list of a folder", "", "GET", "api/documents", nil, 200, `{"documents":[{"id":"bad.noma"},{"id":"one.noma"},{"id":"sub/two.noma"}]}`},
		{"the list of a document", "one.noma", "GET", "api/documents", nil, 200, `{"documents":[{"id":"one.noma"}]}`},
		{"the list of a book", "book.yml", "GET", "api/documents", nil, 200, `{"documents":[{"id":"one.noma"},{"id":"sub/two.noma"}]}`},
		{"a text", "", "GET", "api/documents/sub/two.noma", nil, 200, "# Two"},
		{"by a program", "", "GET", "api/documents/one.noma", map[string]string{"Sec-Fetch-Site": "", "Sec-Fetch-Dest": "", "Sec-Fetch-Mode": ""}, 200, "# One"},
		{"data beside", "", "GET", "api/documents/sub/two.noma?file=data.csv", nil, 200, "a,b"},
		{"another document", "one.noma", "GET", "api/documents/sub/two.noma", nil, 404, ""},
		{"upwards", "", "GET", "api/documents/..%2fout.noma", nil, 404, ""},
		{"a link outwards", "", "GET", "api/documents/link.noma", nil, 404, ""},
		{"a file upwards", "", "GET", "api/documents/sub/two.noma?file=../plan.png", nil, 404, ""},
		{"a file by a link outwards", "", "GET", "api/documents/one.noma?file=way/x.csv", nil, 404, ""},
		{"a file that is hidden", "", "GET", "api/documents/one.noma?file=.hidden.csv", nil, 404, ""},
		{"a file of another kind", "", "GET", "api/documents/one.noma?file=notes.txt", nil, 404, ""},
		{"a book", "", "GET", "api/documents/book.yml", nil, 404, ""},
		{"nothing", "", "GET", "api/", nil, 404, ""},
		{"another host", "", "GET", "api/documents", map[string]string{"Host": "example.org"}, 403, ""},
		{"another site", "", "GET", "api/documents", map[string]string{"Sec-Fetch-Site": "cross-site"}, 403, ""},
		{"another origin", "", "PUT", "api/documents/one.noma", map[string]string{"Origin": "http://example.org"}, 403, ""},
		{"a sandboxed page", "", "PUT", "api/documents/one.noma", map[string]string{"Origin": "null"}, 403, ""},
		{"as an image", "", "GET", "api/documents/one.noma?file=plan.png", map[string]string{"Sec-Fetch-Dest": "image", "Sec-Fetch-Mode": "no-cors"}, 403, ""},
		{"without a hash", "", "PUT", "api/documents/one.noma", nil, 428, ""},
		{"by another method", "", "DELETE", "api/documents/one.noma", nil, 405, ""},
		{"a page by another method", "", "PUT", "workbench.html", map[string]string{"Sec-Fetch-Dest": "document", "Sec-Fetch-Mode": "navigate"}, 405, ""},
		{"the page as a frame", "", "GET", "workbench.html", map[string]string{"Sec-Fetch-Dest": "iframe", "Sec-Fetch-Mode": "navigate"}, 403, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			w := deskCall(&Preview{Path: filepath.Join(dir, c.path)}, c.method, c.target, "x", c.headers)
			if w.Code != c.code || !strings.HasPrefix(w.Body.String(), c.want) {
				t.Errorf("%d: %s, want %d: %s", w.Code, w.Body, c.code, c.want)
			}
		})
	}
	p := &Preview{Path: dir}
	r := httptest.NewRequest("GET", "/"+strings.Repeat("A", 26)+"/api/documents", nil)
	r.Host = "127.0.0.1"
	w := httptest.NewRecorder()
	p.ServeHTTP(w, r)
	if w.Code != http.StatusForbidden {
		t.Errorf("with another key: %d", w.Code)
	}
}

// TestWriteDocument: the second save is refused and answered with the text of the first; nothing but text is written.
func TestWriteDocument(t *testing.T) {
	dir := folder(t, previewed)
	p := &Preview{Path: dir}
	file := filepath.Join(dir, "one.noma")
	first := deskCall(p, "GET", "api/documents/one.noma", "", nil).Header().Get("ETag")
	put := func(text, tag string) *httptest.ResponseRecorder {
		return deskCall(p, "PUT", "api/documents/one.noma", text, map[string]string{"If-Match": tag})
	}
	w := put("# Mine\n", first)
	if w.Code != http.StatusNoContent {
		t.Fatalf("%d: %s", w.Code, w.Body)
	}
	second := w.Header().Get("ETag")
	if w = put("# Theirs\n", first); w.Code != http.StatusPreconditionFailed || w.Body.String() != "# Mine\n" || w.Header().Get("ETag") != second {
		t.Errorf("the second save: %d %s %s", w.Code, w.Header().Get("ETag"), w.Body)
	}
	for _, bad := range []string{"\x00", "\xff\xfe", "PK\x03\x04"} {
		if w = put(bad, second); w.Code != http.StatusBadRequest {
			t.Errorf("%q: %d", bad, w.Code)
		}
	}
	if text, err := os.ReadFile(file); err != nil || string(text) != "# Mine\n" {
		t.Errorf("the file holds %q (%v)", text, err)
	}
	if w = put("# Theirs\n", second); w.Code != http.StatusNoContent {
		t.Errorf("%d: %s", w.Code, w.Body)
	}
}
