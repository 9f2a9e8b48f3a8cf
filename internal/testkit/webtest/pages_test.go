package webtest_test

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/nomadocx/nomadocx/golden"
	"github.com/nomadocx/nomadocx/internal/app"
	"github.com/nomadocx/nomadocx/internal/testkit/slow"
	"github.com/nomadocx/nomadocx/internal/testkit/webtest"
)

const root = "../../.."

// ValidatorVariable names the jar of the HTML validator of the W3C (npm vnu-jar); `make html` fetches it.
const ValidatorVariable = "NOMADOCX_VNU"

// sources returns all documents of the project that become pages.
func sources(t *testing.T) []string {
	t.Helper()
	all := golden.Documents(t, root)
	for _, p := range []string{"examples/*.noma", "render/html/testdata/*.noma", "cmd/nomadocx/starters/*.noma"} {
		found, err := filepath.Glob(filepath.Join(root, p))
		if err != nil || len(found) == 0 {
			t.Fatalf("%s: no files (%v)", p, err)
		}
		all = append(all, found...)
	}
	return all
}

// pages renders every document, as it is and strict, and a book of the samples as a site, into a
// folder, and returns the files. Escape hatches are left out: what stands in them is the author's.
func pages(t *testing.T, dir string) []string {
	t.Helper()
	var out []string
	write := func(name string, data []byte) {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, data, 0o644); err != nil {
			t.Fatal(err)
		}
		if filepath.Ext(path) == ".html" {
			out = append(out, path)
		}
	}
	for _, file := range sources(t) {
		s, err := app.Load(t.Context(), file, app.LoadOptions{})
		if err != nil {
			t.Fatal(err)
		}
		name := strings.NewReplacer(root+"/", "", "/", "-", ".noma", "").Replace(filepath.ToSlash(file))
		for variant, o := range map[string]app.RenderOptions{"": {NoUnsafe: true}, "-strict": {Strict: true}} {
			o.Target = app.HTML
			var page bytes.Buffer
			if err := app.Render(t.Context(), &page, s, o); err != nil {
				t.Fatal(err)
			}
			write(name+variant+".html", page.Bytes())
		}
	}
	book := "title: Samples\ndescription: All of them.\nauthor: Maren\nchapters:\n"
	for i, file := range sources(t) {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		name := fmt.Sprintf("d%02d.noma", i)
		write("book/"+name, text)
		book += "  - " + name + "\n"
	}
	write("book/samples.yml", []byte(book))
	s, err := app.Load(t.Context(), filepath.Join(dir, "book", "samples.yml"), app.LoadOptions{})
	if err != nil {
		t.Fatal(err)
	}
	for folder, o := range map[string]app.RenderOptions{"site": {NoUnsafe: true}, "strict-site": {Strict: true}} {
		o.Target = app.Site
		files, err := app.BuildSite(t.Context(), s, o, "", nil)
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range files {
			write(folder+"/"+f.Path, f.Data)
		}
	}
	return out
}

// TestPages: every page of every sample and example, alone and in a site, is valid HTML; in a browser it
// complains about nothing, asks for nothing but the files of its own site, and can be read in
// daylight and in the dark (WCAG AA).
func TestPages(t *testing.T) {
	slow.Test(t, "a browser")
	dir := t.TempDir()
	all := pages(t, dir)
	for _, path := range all {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		name, _ := filepath.Rel(dir, path)
		e, err := webtest.Read(string(text))
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		for _, found := range webtest.Conform(e) {
			t.Errorf("%s: %s", name, found)
		}
	}
	if jar := os.Getenv(ValidatorVariable); jar != "" {
		validate(t, jar, all)
	}
	p := webtest.New(t).Open("about:blank")
	for _, path := range all {
		name, _ := filepath.Rel(dir, path)
		asked, said := len(p.Requests()), len(p.Errors())
		for _, dark := range []bool{false, true} {
			p.Show(1280, 900, dark)
			if !dark {
				p.Goto("file://" + path)
			}
			if bad := p.Eval(webtest.Contrast); bad != "" {
				t.Errorf("%s, dark %v: too faint:\n%s", name, dark, bad)
			}
		}
		p.Show(360, 740, false)
		if got := p.Eval(`document.documentElement.scrollWidth`); got != "360" {
			t.Errorf("%s: on a telephone it is %s pixels wide", name, got)
		}
		for _, e := range p.Errors()[said:] {
			t.Errorf("%s: console: %s", name, e)
		}
		for _, r := range p.Requests()[asked:] {
			if !strings.HasPrefix(r, "file://"+dir+"/site/_assets/") && !strings.HasPrefix(r, "file://"+dir+"/strict-site/_assets/") {
				t.Errorf("%s: request: %s", name, r)
			}
		}
	}
}

// validate asks the validator about all pages at once.
func validate(t *testing.T, jar string, pages []string) {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), "java", append([]string{"-Xss4m", "-jar", jar, "--errors-only"}, pages...)...)
	if said, err := cmd.CombinedOutput(); err != nil || len(said) > 0 {
		t.Errorf("the validator (%v) says:\n%s", err, said)
	}
}

// TestContrastSees: the script finds what is too faint, also through grounds that shine through.
func TestContrastSees(t *testing.T) {
	slow.Test(t, "a browser")
	path := filepath.Join(t.TempDir(), "a.html")
	const page = `<!DOCTYPE html><body style="background:#000;color:#fff"><p>good</p><div style="background:#ffffff80"><p style="color:#888">faint</p></div><p style="color:#777;display:none">gone</p></body>`
	if err := os.WriteFile(path, []byte(page), 0o644); err != nil {
		t.Fatal(err)
	}
	got := webtest.New(t).Open("file://" + path).Eval(webtest.Contrast)
	if strings.Contains(got, "good") || strings.Contains(got, "gone") || !strings.Contains(got, "faint") {
		t.Errorf("too faint are: %q", got)
	}
}
