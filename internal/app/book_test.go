package app_test

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/nomadocx/nomadocx/internal/app"
	"github.com/nomadocx/nomadocx/internal/testkit/docgen"
	"github.com/nomadocx/nomadocx/noma/diag"
)

// library writes files to a new folder.
func library(t testing.TB, files ...string) string {
	t.Helper()
	dir := t.TempDir()
	for i := 0; i+1 < len(files); i += 2 {
		path := filepath.Join(dir, files[i])
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(files[i+1]), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func loadBook(t testing.TB, dir string) *app.Source {
	t.Helper()
	s, err := app.Load(context.Background(), filepath.Join(dir, "book.yml"), app.LoadOptions{})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func renderedBook(t testing.TB, s *app.Source, target app.Target) string {
	t.Helper()
	var b bytes.Buffer
	if err := app.Render(context.Background(), &b, s, app.RenderOptions{Target: target}); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

const dot = `<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"><rect width="8" height="8"/></svg>`

// TestChapterFolders: a chapter names its files from its own folder, whatever is rendered.
func TestChapterFolders(t *testing.T) {
	dir := library(t,
		"book.yml", "title: B\nchapters: [one/a.noma, two/b.noma]\n",
		"one/a.noma", "# One\n\n::dataset{id=\"d1\" src=\"rows.csv\"}\n::\n\n::figure{src=\"img/p.svg\" alt=\"first\"}\n::\n",
		"two/b.noma", "# Two\n\n::dataset{id=\"d2\" src=\"rows.csv\"}\n::\n\n::dataset{id=\"d3\" src=\"../one/rows.csv\"}\n::\n\n::figure{src=\"img/p.svg\" alt=\"second\"}\n::\n",
		"one/rows.csv", "a,b\n1,first\n", "two/rows.csv", "a,b\n2,second\n",
		"one/img/p.svg", dot, "two/img/p.svg", strings.Replace(dot, "<rect", "<rect fill=\"red\"", 1))
	s := loadBook(t, dir)
	before := renderedBook(t, s, app.JSON)
	for _, want := range []string{`"body": "a,b\n1,first\n"`, `"body": "a,b\n2,second\n"`, `"src": "img/p.svg"`, "path escapes the document directory"} {
		if !strings.Contains(before, want) {
			t.Errorf("the tree does not have %s", want)
		}
	}
	if n := strings.Count(renderedBook(t, s, app.HTML), "<img src=\"data:image/svg+xml;base64,"); n != 2 {
		t.Errorf("the page has %d of two pictures", n)
	}
	if n := strings.Count(renderedBook(t, s, app.Word), "word/media/image"); n < 4 {
		t.Errorf("the Word file has %d mentions of pictures", n)
	}
	if renderedBook(t, s, app.JSON) != before {
		t.Error("rendering a page changed the tree")
	}
}

// TestBookAsSource: the normalised source of a book is one document with the book's ids.
func TestBookAsSource(t *testing.T) {
	dir := library(t, "book.yml", "title: A Book\nauthor: Ann\nchapters: [a.noma, b.noma]\n",
		"a.noma", "---\ntitle: A\n---\n# A\n\n## Risks\n\ntext\n", "b.noma", "---\ntitle: B\nx: 1\n---\n# B\n\n## Risks\n")
	s := loadBook(t, dir)
	text := renderedBook(t, s, app.Noma)
	if want := "---\ntitle: A Book\nauthor: Ann\n---\n\n# A"; !strings.HasPrefix(text, want) || strings.Count(text, "---") != 2 {
		t.Errorf("the source is\n%s", text)
	}
	again, err := app.FromText("-", text)
	if err != nil {
		t.Fatal(err)
	}
	ids := func(s *app.Source) string {
		var b bytes.Buffer
		if err := app.WriteIDs(&b, s); err != nil {
			t.Fatal(err)
		}
		got, _, _ := strings.Cut(b.String(), `"records"`)
		return got
	}
	if ids(again) != ids(s) {
		t.Errorf("its ids are %s\nwant %s", ids(again), ids(s))
	}
}

// TestTrustedPublishing: the manifest makes every page strict.
func TestTrustedPublishing(t *testing.T) {
	chapter := "# A\n\n::script{trusted}\nalert(1)\n::\n"
	free := renderedBook(t, loadBook(t, library(t, "book.yml", "chapters: [a.noma]\n", "a.noma", chapter)), app.HTML)
	safe := renderedBook(t, loadBook(t, library(t, "book.yml", "chapters: [a.noma]\ntrusted_publishing: true\n", "a.noma", chapter)), app.HTML)
	if !strings.Contains(free, "<script") || strings.Contains(safe, "<script") {
		t.Error("trusted_publishing does not decide whether scripts run")
	}
}

// TestCheckNamesChapters: a finding is of use when it names the file to open.
func TestCheckNamesChapters(t *testing.T) {
	dir := library(t, "book.yml", "chapters: [a.noma, sub/b.noma]\ncolour: red\n",
		"a.noma", "# A\n\n[[b]] [[sub]] [[risks]]\n\n## Risks\n", "sub/b.noma", "# A\n\n[[gone]]\n")
	var got []string
	for _, d := range check(t, loadBook(t, dir), app.CheckOptions{}) {
		got = append(got, strings.ReplaceAll(app.FormatDiagnostic(d, "-"), dir+string(filepath.Separator), ""))
	}
	want := []string{
		`WARNING [unknown-manifest-key] book.yml:2:1: A manifest has no key "colour"; it is ignored (known: title, author, description, chapters, outputs, trusted_publishing).`,
		`ERROR [duplicate-id] sub/b.noma:1:1: Duplicate block ID "a".`,
		`ERROR [broken-reference] a.noma:3:1: Reference to unknown block ID "sub".`,
		`ERROR [broken-reference] sub/b.noma:3:1: Reference to unknown block ID "gone".`,
	}
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("findings are\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	for _, d := range check(t, loadBook(t, dir), app.CheckOptions{IgnoreRules: []string{"unknown-manifest-key"}}) {
		if strings.HasPrefix(d.Code, "unknown") {
			t.Errorf("after ignoring it: %v", d)
		}
	}
}

// bigBook returns a book of 100 chapters with 50 sections each.
func bigBook(b testing.TB) string {
	manifest := "title: Big\nchapters:\n"
	var files []string
	for i := range 100 {
		name := fmt.Sprintf("c/%03d.noma", i)
		manifest += "- " + name + "\n"
		text := strings.Replace(docgen.Report(50), "# Benchmark report", fmt.Sprintf("# Chapter %d", i), 1)
		for _, key := range []string{`id="`, `for="`, `target="`, `dataset="`} {
			text = strings.ReplaceAll(text, key, fmt.Sprintf(`%sc%d-`, key, i)) // ids of directives are not scoped
		}
		files = append(files, name, text)
	}
	return library(b, append(files, "book.yml", manifest)...)
}

func BenchmarkBook(b *testing.B) {
	dir := bigBook(b)
	manifest := filepath.Join(dir, "book.yml")
	s := loadBook(b, dir)
	b.Run("load", func(b *testing.B) {
		for b.Loop() {
			loadBook(b, dir)
		}
	})
	b.Run("check", func(b *testing.B) {
		for b.Loop() {
			if _, err := app.Check(context.Background(), s, app.CheckOptions{}); err != nil {
				b.Fatal(err)
			}
		}
	})
	for _, target := range []app.Target{app.JSON, app.Noma, app.HTML, app.Word} {
		b.Run(string(target), func(b *testing.B) {
			for b.Loop() {
				renderedBook(b, s, target)
			}
		})
	}
	for _, n := range []int{1, 100} {
		var ops []string
		for i := range n {
			ops = append(ops, fmt.Sprintf(`{"op":"update_heading","id":"chapter-%d/c%d-sec-1","title":"New"}`, i, i))
		}
		tx := operations(b, "["+strings.Join(ops, ",")+"]")
		b.Run(fmt.Sprintf("patch-%d", n), func(b *testing.B) {
			for b.Loop() {
				if _, err := app.PatchBook(context.Background(), manifest, tx, false, app.PatchOptions{}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func check(t *testing.T, s *app.Source, o app.CheckOptions) diag.List {
	t.Helper()
	found, err := app.Check(t.Context(), s, o)
	if err != nil {
		t.Error(err)
	}
	return found
}
