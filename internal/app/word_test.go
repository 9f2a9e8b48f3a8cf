package app

import (
	"bytes"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/nomadocx/nomadocx/golden"
	"github.com/nomadocx/nomadocx/internal/office/opc"
	"github.com/nomadocx/nomadocx/internal/office/wml"
	"github.com/nomadocx/nomadocx/internal/proc"
	"github.com/nomadocx/nomadocx/internal/testkit/slow"
	"github.com/nomadocx/nomadocx/internal/testkit/wordtest"
	"github.com/nomadocx/nomadocx/layout"
)

// TestQuietWithTemplates: files made with a reference document, returned untouched or saved by
// LibreOffice, change nothing and say nothing.
func TestQuietWithTemplates(t *testing.T) {
	slow.Test(t, "other programs or processes")
	office, err := exec.LookPath("soffice")
	if err != nil {
		t.Fatal("LibreOffice is not on PATH: install the package libreoffice-writer (or run make setup)")
	}
	sources := append(golden.Documents(t, "../.."), "../../examples/quarterly-report.noma")
	for _, template := range []string{"german.dotx", "libreoffice.docx"} {
		dir := t.TempDir()
		args := []string{"--headless", "-env:UserInstallation=file://" + filepath.Join(dir, "profile"),
			"--convert-to", "docx:MS Word 2007 XML", "--outdir", filepath.Join(dir, "saved")}
		sent := map[string]string{}
		for _, path := range sources {
			name := filepath.Base(filepath.Dir(path)) + ".docx"
			file := filepath.Join(dir, name)
			sent[name] = path
			s, err := Load(t.Context(), path, LoadOptions{})
			if err != nil {
				t.Fatal(err)
			}
			var out bytes.Buffer
			o := RenderOptions{Target: Word, Word: WordOptions{ReferenceDoc: "../../render/docx/testdata/templates/" + template}}
			if err := Render(t.Context(), &out, s, o); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(file, out.Bytes(), 0o600); err != nil {
				t.Fatal(err)
			}
			args = append(args, file)
		}
		if log, err := exec.CommandContext(t.Context(), office, args...).CombinedOutput(); err != nil {
			t.Fatalf("soffice: %v\n%s", err, log)
		}
		for name, path := range sent {
			quiet(t, template+" sent "+name, path, filepath.Join(dir, name))
			quiet(t, template+" saved "+name, path, filepath.Join(dir, "saved", name))
		}
	}
}

func quiet(t *testing.T, what, path, returned string) {
	t.Helper()
	s, err := Load(t.Context(), path, LoadOptions{})
	if err != nil {
		t.Fatal(err)
	}
	r, err := SyncReview(t.Context(), s, returned, nil)
	if err != nil {
		t.Errorf("%s: %v", what, err)
		return
	}
	if r.Text != s.File.Text {
		t.Errorf("%s: the source changed", what)
	}
	for line := range strings.Lines(string(r.Report)) {
		// Notes that LibreOffice mixes up by itself are reported, with this code.
		if strings.Contains(line, `"code":`) && !strings.Contains(line, "damaged-by-editor") {
			t.Errorf("%s: %s", what, strings.TrimSpace(line))
		}
	}
}

// TestTemplateHeaderEdited: words typed into a header of the template have no place in the source, and
// that is said.
func TestTemplateHeaderEdited(t *testing.T) {
	s, err := FromText("a.noma", "# A\n\nText.\n")
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	o := RenderOptions{Target: Word, Word: WordOptions{ReferenceDoc: "../../render/docx/testdata/templates/libreoffice.docx"}}
	if err := Render(t.Context(), &out, s, o); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name     string
		edit     func(part, text string) string
		reported bool
	}{
		{"untouched", func(_, text string) string { return text }, false},
		{"edited", func(part, text string) string {
			if strings.HasPrefix(part, "word/header") {
				return strings.Replace(text, "Harbour Board", "Harbour Office", 1)
			}
			return text
		}, true},
	} {
		r, err := SyncReview(t.Context(), s, "-", bytes.NewReader(rezipped(t, out.Bytes(), c.edit)))
		if err != nil {
			t.Fatal(err)
		}
		if got := strings.Contains(string(r.Report), "no-place"); got != c.reported {
			t.Errorf("%s: reported %v\n%s", c.name, got, r.Report)
		}
	}
}

// TestChartEdited: a chart comes back quietly, and numbers edited in it are reported.
func TestChartEdited(t *testing.T) {
	s, err := FromText("a.noma", "# A\n\n::plot{id=\"p\" title=\"Depth\" type=bar data=\"3,1,2\" xlabels=\"N,S,W\"}\n::\n")
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	if err := Render(t.Context(), &out, s, RenderOptions{Target: Word}); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name, old, new string
		reported       bool
	}{
		{"untouched", "", "", false},
		{"another spelling", "<c:v>3</c:v>", "<c:v>3.0</c:v>", false},
		{"another look", "gapWidth val=\"60\"", "gapWidth val=\"150\"", false},
		{"a number", "<c:v>3</c:v>", "<c:v>4</c:v>", true},
		{"a name", "<c:v>S</c:v>", "<c:v>South</c:v>", true},
	} {
		back := rezipped(t, out.Bytes(), func(part, text string) string {
			if strings.HasPrefix(part, "word/charts/chart") {
				if c.old != "" && !strings.Contains(text, c.old) {
					t.Fatalf("%s: the chart has no %s", c.name, c.old)
				}
				return strings.Replace(text, c.old, c.new, 1)
			}
			return text
		})
		r, err := SyncReview(t.Context(), s, "-", bytes.NewReader(back))
		if err != nil {
			t.Fatal(err)
		}
		if got := r.Text != s.File.Text; got != c.reported {
			t.Errorf("%s: the source changed: %v", c.name, got)
		}
		if got := strings.Contains(string(r.Report), "chart were edited"); got != c.reported {
			t.Errorf("%s: reported %v\n%s", c.name, got, r.Report)
		}
	}
}

// TestTitleBlock: what the frontmatter asks for is shown, comes back quietly, and an edit of it is reported.
func TestTitleBlock(t *testing.T) {
	text := "---\ntitle: Depths\nsubtitle: of the harbour\nauthor: [Ann, Bo]\ndate: 2026-03-01\ndocx:\n  title-block: true\n  toc: true\n---\n\n# One {id=\"one\"}\n\nText.\n"
	s, err := FromText("a.noma", text)
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	if err := Render(t.Context(), &out, s, RenderOptions{Target: Word, Title: "Another"}); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		old, new string
		reported bool
	}{{"", "", false}, {">of the harbour<", ">of the port<", true}, {">Ann, Bo<", ">Ann<", true}} {
		back := rezipped(t, out.Bytes(), func(part, text string) string {
			if part != "word/document.xml" {
				return text
			}
			for _, want := range []string{">Depths<", ">of the harbour<", ">Ann, Bo<", ">1 March 2026<", ">Contents<", "PAGEREF"} {
				if !strings.Contains(text, want) {
					t.Errorf("the document does not show %s", want)
				}
			}
			return strings.Replace(text, c.old, c.new, 1)
		})
		r, err := SyncReview(t.Context(), s, "-", bytes.NewReader(back))
		if err != nil {
			t.Fatal(err)
		}
		if r.Text != text {
			t.Errorf("%q: the source became %q", c.new, r.Text)
		}
		if got := strings.Contains(string(r.Report), `"code"`); got != c.reported {
			t.Errorf("%q: reported %v\n%s", c.new, got, r.Report)
		}
	}
}

// TestLayoutPass: the contents show the pages LibreOffice found, and Word need not ask.
func TestLayoutPass(t *testing.T) {
	slow.Test(t, "other programs or processes")
	s, err := FromText("a.noma", "# One {id=\"one\"}\n\n::toc\n::\n\n::pagebreak\n::\n\n::pagebreak\n::\n\n## Two {id=\"two\"}\n\nText.\n")
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	if err := Render(t.Context(), &out, s, RenderOptions{Target: Word, Word: WordOptions{LayoutPass: true}}); err != nil {
		t.Fatal(err)
	}
	p, err := opc.Read(bytes.NewReader(out.Bytes()), int64(out.Len()), opc.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	d, err := wml.Read(p, wml.Options{})
	if err != nil {
		t.Fatal(err)
	}
	pages := pageReferences(d)
	if one, two := pages[layout.AnchorName("one")], pages[layout.AnchorName("two")]; one != "1" || two != "3" {
		t.Errorf("the contents show %v", pages)
	}
	if settings, err := p.Text("word/settings.xml"); err != nil || strings.Contains(settings, "updateFields") {
		t.Errorf("Word asks to update the fields: %v", err)
	}
	r, err := SyncReview(t.Context(), s, "-", bytes.NewReader(out.Bytes()))
	if err != nil || r.Text != s.File.Text || strings.Contains(string(r.Report), `"code"`) {
		t.Errorf("the file is not quiet: %v\n%s", err, r.Report)
	}
}

// TestFindOffice: LibreOffice is found where it is installed, and the message says how to do that.
func TestFindOffice(t *testing.T) {
	for system, c := range map[string]struct{ at, install string }{
		"linux":   {"soffice", "libreoffice-writer"},
		"windows": {`C:\Program Files\LibreOffice\program\soffice.com`, "winget install"},
		"darwin":  {"/Users/ann/Applications/LibreOffice.app/Contents/MacOS/soffice", "brew install"},
	} {
		s := proc.System{OS: system,
			Getenv: func(name string) string {
				return map[string]string{"ProgramFiles": `C:\Program Files`, "HOME": "/Users/ann"}[name]
			},
			LookPath: func(name string) (string, error) {
				if name != c.at {
					return "", exec.ErrNotFound
				}
				return name, nil
			}}
		if got, err := findOffice(s); got != c.at || err != nil {
			t.Errorf("%s: %s, %v", system, got, err)
		}
		c.at = "elsewhere"
		if _, err := findOffice(s); !errors.Is(err, ErrNoOffice) || !strings.Contains(err.Error(), c.install) {
			t.Errorf("%s: %v", system, err)
		}
	}
}

func TestLayoutPassNeedsOffice(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	t.Setenv("NOMADOCX_SOFFICE", "")
	s, err := FromText("a.noma", "# One\n\n::toc\n::\n")
	if err != nil {
		t.Fatal(err)
	}
	o := RenderOptions{Target: Word, Word: WordOptions{LayoutPass: true}}
	if err := Render(t.Context(), io.Discard, s, o); !errors.Is(err, ErrNoOffice) {
		t.Errorf("the error is %v", err)
	}
	t.Setenv("NOMADOCX_SOFFICE", "/bin/false")
	if err := Render(t.Context(), io.Discard, s, o); err == nil || !strings.Contains(err.Error(), "layout pass") {
		t.Errorf("the error is %v", err)
	}
}

// TestWordTemplate: the template that is offered is one we can use.
func TestWordTemplate(t *testing.T) {
	var file bytes.Buffer
	if err := WordTemplate(t.Context(), &file, ""); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "house.docx")
	if err := os.WriteFile(path, file.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	s, err := FromText("a.noma", "# A\n\n1. x\n")
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	if err := Render(t.Context(), &out, s, RenderOptions{Target: Word, Word: WordOptions{ReferenceDoc: path}}); err != nil {
		t.Fatal(err)
	}
}

// wordFile returns the content of a Word file.
func wordFile(t *testing.T, file string) *wml.Document {
	t.Helper()
	d, err := readWord(t.Context(), file, nil)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// rezipped returns a package with the text of its parts edited.
func rezipped(t testing.TB, file []byte, edit func(part, text string) string) []byte {
	t.Helper()
	out, err := wordtest.Rewrite(file, func(part, text string) (string, error) { return edit(part, text), nil })
	if err != nil {
		t.Fatal(err)
	}
	return out
}
