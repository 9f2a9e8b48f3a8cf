package api

import (
	"io/fs"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// FuzzReceive stores forms of any bytes: nothing is written outside the folder of the request, and
// what is refused is the client's problem.
func FuzzReceive(f *testing.F) {
	const head = "--b\r\nContent-Disposition: form-data; name="
	f.Add("text/plain", "# Quay\n")
	f.Add("multipart/form-data; boundary=b", head+"source\r\n\r\n# Quay\r\n"+head+"file; filename=\"img/plan.png\"\r\n\r\nx\r\n--b--\r\n")
	f.Add("multipart/form-data; boundary=b", head+"source\r\n\r\n# Quay\r\n"+head+"file; filename=\"../../x\"\r\n\r\nx\r\n--b--\r\n")
	f.Add("multipart/form-data; boundary=b", head+"source\r\n\r\n"+head+"file; filename*=utf-8''%2e%2e%2fx\r\n\r\nx\r\n--b--\r\n")
	f.Add("multipart/form-data; boundary=b", head+"file; filename=\"a\"\r\n\r\nx\r\n"+head+"file; filename=\"a/b\"\r\n\r\nx\r\n--b--\r\n")
	f.Fuzz(func(t *testing.T, contentType, body string) {
		outer := t.TempDir()
		dir := filepath.Join(outer, "1", "2", "3", "request")
		if err := os.MkdirAll(dir, 0o700); err != nil {
			t.Fatal(err)
		}
		r := httptest.NewRequest("POST", "/v1/render", strings.NewReader(body))
		r.Header.Set("Content-Type", contentType)
		u, err := receive(r, dir)
		if err == nil {
			if _, err := os.Stat(u.source()); err != nil {
				t.Errorf("there is no source, and no error: %v", err)
			}
		}
		if err := filepath.WalkDir(outer, func(path string, d fs.DirEntry, err error) error {
			if err == nil && !d.IsDir() && !strings.HasPrefix(path, dir+string(filepath.Separator)) {
				t.Errorf("%s was written", path)
			}
			return err
		}); err != nil {
			t.Fatal(err)
		}
	})
}
