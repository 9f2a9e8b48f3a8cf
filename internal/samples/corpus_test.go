package main

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/nomadocx/nomadocx/internal/app"
)

// TestCorpus: a corpus made here passes, and one that expects something else does not.
func TestCorpus(t *testing.T) {
	dir := t.TempDir()
	write := func(name string, data []byte) string {
		t.Helper()
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, data, 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	for name, text := range map[string]string{"a": "# One\n\nA red fox.\n", "b": "# One\n\nA brown fox.\n"} {
		s, err := app.Load(context.Background(), write(name+".noma", []byte(text)), app.LoadOptions{})
		if err != nil {
			t.Fatal(err)
		}
		var b bytes.Buffer
		if err := app.Render(context.Background(), &b, s, app.RenderOptions{Target: app.Word}); err != nil {
			t.Fatal(err)
		}
		write("files/"+name+".docx", b.Bytes())
	}
	r, err := app.Redline(context.Background(), filepath.Join(dir, "files", "a.docx"), filepath.Join(dir, "files", "b.docx"), app.RedlineOptions{})
	if err != nil {
		t.Fatal(err)
	}
	write("files/r.docx", r.Data)
	for _, c := range []struct{ decided, pair, want string }{
		{"r.docx\tb.docx\ta.docx\nr.docx\t\ta.docx\n", "one\ta.docx\tb.docx\t1\n", "3 files decided, 0 wrong; 1 redlines, 0 wrong, 0 with more changes than expected\n"},
		{"r.docx\ta.docx\ta.docx\n", "one\ta.docx\tb.docx\t0\n", "2 files decided, 1 wrong; 1 redlines, 0 wrong, 1 with more changes than expected\n"},
		{"r.docx\tb.docx\n", "one\ta.docx\tgone.docx\t1\n", "0 files decided, 1 wrong; 1 redlines, 1 wrong, 0 with more changes than expected\n"},
	} {
		write("accept-reject.tsv", []byte("file\taccepted\trejected\n"+c.decided))
		write("redline-pairs.tsv", []byte("name\tbefore\tafter\trevisions\n"+c.pair))
		var out bytes.Buffer
		ok := throughCorpus(&out, dir)
		if !strings.HasSuffix(out.String(), c.want) || ok != (out.String() == c.want) {
			t.Errorf("%v: %s", ok, out.String())
		}
	}
}
