package pdf

import (
	"bytes"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/nomadocx/nomadocx/internal/testkit/slow"
)

// sound fails the test unless qpdf finds nothing wrong with a file.
func sound(t *testing.T, file []byte) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "x.pdf")
	if err := os.WriteFile(path, file, 0o600); err != nil {
		t.Fatal(err)
	}
	if out, err := exec.Command("qpdf", "--check", path).CombinedOutput(); err != nil || bytes.Contains(out, []byte("WARNING")) {
		t.Errorf("qpdf --check (apt-get install qpdf): %v\n%s", err, out)
	}
}

func TestDescription(t *testing.T) {
	slow.Test(t, "a browser")
	file := pdfOf(t, `<title>T</title><meta name="author" content="Ida Ødegård, 山田"><meta name="description" content="About (all)
		of it"><meta name="keywords" content="a, b"><h1>One</h1><p>text</p><h2>Two</h2><table><tr><th>a</th></tr><tr><td>b</td></tr></table>`, Options{})
	for key, want := range map[string]string{"Title": "T", "Author": "Ida Ødegård, 山田", "Subject": "About (all) of it", "Keywords": "a, b", "Creator": "nomadocx", "Tagged": "yes"} {
		if got := info(t, file, key); got != want {
			t.Errorf("%s is %q, want %q", key, got, want)
		}
	}
	sound(t, file)
	structure := tool(t, file, "pdfinfo", "-struct-text")
	at := 0
	for _, want := range []string{"H1", "One", "P (block)", "text", "H2", "Two", "Table", "TH", "a", "TD", "b"} {
		i := strings.Index(structure[at:], want)
		if i < 0 {
			t.Fatalf("no %s in its place in\n%s", want, structure)
		}
		at += i
	}
	if meta := tool(t, file, "pdfinfo", "-meta"); !strings.Contains(meta, "Ida Ødegård, 山田") || !strings.Contains(meta, "About (all) of it") {
		t.Errorf("the metadata are\n%s", meta)
	}
	plain := pdfOf(t, "<p>nothing said</p>", Options{})
	if bytes.Count(plain, []byte("%%EOF")) != 1 {
		t.Error("a file without a description was appended to")
	}
	sound(t, plain)
}

// TestStructure: a figure with a caption is a group with one description, bold and italic words have a role that PDF 1.4 knows.
func TestStructure(t *testing.T) {
	slow.Test(t, "a browser")
	file := pdfOf(t, `<html lang="fr"><title>T &amp; U</title><figure><svg role="img" aria-label="Alt &lt;" width="9" height="9"><rect width="9" height="9"/></svg><figcaption>F</figcaption></figure><p><b>a</b> <em>b</em>`, Options{})
	sound(t, file)
	all := tool(t, file, "pdfinfo", "-struct-text")
	if strings.Count(all, "Figure") != 1 || !strings.Contains(all, "Caption") || strings.Contains(all, "Error") {
		t.Errorf("the structure is\n%s", all)
	}
	for _, want := range []string{"/RoleMap <</Strong /Span /Em /Span>>", "/Alt (Alt <)", "<rdf:li xml:lang=\"x-default\">T &amp; U</rdf:li>", "<dc:language><rdf:Bag><rdf:li>fr</rdf:li>"} {
		if !strings.Contains(string(file), want) {
			t.Errorf("no %s in the file", want)
		}
	}
}

// TestOtherFiles: what is not laid out as Chromium does it stays as it is, and nothing can be asked of it.
func TestOtherFiles(t *testing.T) {
	d := description{Author: "A"}
	for _, file := range []string{"", "trailer\n<<", "%PDF-1.4\ntrailer\n<</Size 3 /Root 1 0 R /Info 9 0 R>>\nstartxref\n5\n%%EOF\n", "1 0 obj\nx\nendobj\ntrailer\n<</Size 2\n/Root 1 0 R\n/Info 1 0 R>>\nstartxref\n4\n"} {
		if got, err := d.finish([]byte(file), Options{}); err != nil || string(got) != file {
			t.Errorf("%q became %q, %v", file, got, err)
		}
		if _, err := d.finish([]byte(file), Options{Archive: true}); !errors.Is(err, ErrConformance) {
			t.Errorf("%q as an archive: %v", file, err)
		}
	}
	if got := textString(strings.Repeat("x", 5000)); len(got) != len("<FEFF>")+4*maxInfo {
		t.Errorf("a long text has %d characters", len(got))
	}
}
