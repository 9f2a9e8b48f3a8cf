package reviewsync_test

import (
	"bytes"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/nomadocx/nomadocx/controls"
	"github.com/nomadocx/nomadocx/golden"
	"github.com/nomadocx/nomadocx/internal/testkit/docgen"
	"github.com/nomadocx/nomadocx/internal/testkit/slow"
	"github.com/nomadocx/nomadocx/layout"
	"github.com/nomadocx/nomadocx/noma"
	"github.com/nomadocx/nomadocx/noma/source"
	"github.com/nomadocx/nomadocx/render/docx"
	reviewsync "github.com/nomadocx/nomadocx/review/sync"
)

// Quiet through a real editor: a person opens the file in LibreOffice, reads it and saves it. The
// editor writes every part anew, with its own styles, ids, fields and marks; none of that is an edit.
func TestQuietThroughLibreOffice(t *testing.T) {
	slow.Test(t, "an office")
	files := append(golden.Documents(t, "../.."), "../../examples/quarterly-report.noma")

	sent := map[string][]byte{}
	sources := map[string]string{}
	for _, file := range files {
		name := strings.TrimSuffix(filepath.Base(file), ".noma")
		if name == "input" {
			name = filepath.Base(filepath.Dir(file))
		}
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		var b bytes.Buffer
		if err := docx.Render(&b, planIn(t, filepath.Dir(file), string(text)), docx.Options{}); err != nil {
			t.Fatalf("%s: %v", file, err)
		}
		sent[name], sources[name] = b.Bytes(), file
	}
	back := savedByOffice(t, sent)
	for name, file := range sources {
		t.Run(name, func(t *testing.T) { quietAfterEditor(t, file, back[name]) })
	}
}

func quietAfterEditor(t *testing.T, file string, returned []byte) {
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	quietPlan(t, planIn(t, filepath.Dir(file), string(text)), returned)
}

func quietPlan(t *testing.T, plan *layout.Plan, returned []byte) {
	t.Helper()
	src := plan.Doc.File.Text
	d := read(t, returned)
	if !strings.HasPrefix(d.Producer, "LibreOffice") {
		t.Fatalf("the returned file was written by %q: the editor did not save it", d.Producer)
	}
	res, err := reviewsync.Reconcile(plan, d, reviewsync.Options{})
	if err != nil {
		t.Fatalf("reconcile: %v", err)
	}
	for _, f := range res.Findings {
		// What an editor mixes up by itself is reported, so that nobody wonders; it is never applied.
		if f.Code != reviewsync.CodeDamaged || f.Done() {
			t.Errorf("%s %s %q (line %d): %q → %q: %s", f.Outcome, f.Code, f.BlockID, f.Line, f.Was, f.Now, f.Message)
		}
	}
	if len(res.Ops) > 0 {
		t.Errorf("%d operations: %+v", len(res.Ops), res.Ops)
	}
	if res.Text != src {
		t.Error("the source changed")
	}
	if t.Failed() {
		t.Log(src)
	}
}

// office is how many generated documents go through the editor: 100 is the full run.
var office = flag.Int("laws.office", 12, "how many generated documents LibreOffice opens and saves")

// found are texts of people in which LibreOffice changed something that nobody did.
var found = map[string]string{
	"place in another document": "See [its own `opts` and **more** documents](https://example.org/registry#fetch-options), then [a `plain` address](https://example.org/x) and [its **own** words](#l).\n\n" +
		"- [`ignore` directives](https://example.org/mod#ignore) are [obeyed *as well*](https://example.org/mod#files)\n\n# L {id=\"l\"}\n",
	"hyphens at which no line ends": "Add\u00a0auto\u2011completion \u2011 for **dynamic\u2011import** calls.\n\n# The co\u2011op {id=\"l\"}\n\n| a\u2011b | c |\n|---|---|\n| d\u2011e | f-g |\n\n::header\nco\u2011op\n::\n\n::claim{id=\"c\" owner=\"An\u2011na\"}\nA co\u2011op.\n::\n",
}

// TestQuietThroughLibreOfficeGenerated: the same for documents nobody would write.
func TestQuietThroughLibreOfficeGenerated(t *testing.T) {
	slow.Test(t, "an office")
	sent, sources := map[string][]byte{}, map[string]string{}
	for seed := range *office {
		name := fmt.Sprint("seed-", seed)
		sources[name] = docgen.Document(seeded{rand.New(rand.NewPCG(uint64(seed), 71))}, 8)
		sent[name] = render(t, sources[name])
	}
	for name, src := range found {
		name = strings.ReplaceAll(name, " ", "-")
		sources[name], sent[name] = src, render(t, src)
	}
	back := savedByOffice(t, sent)
	for name := range sources {
		t.Run(name, func(t *testing.T) { quietPlan(t, planOf(t, sources[name]), back[name]) })
	}
}

// planIn is planOf for a document that names files in its folder.
func planIn(t *testing.T, dir, src string) *layout.Plan {
	t.Helper()
	d, _, err := noma.Parse(source.NewFile("", src), noma.Options{})
	if err != nil {
		t.Fatal(err)
	}
	inFolder := func(name string) ([]byte, error) { return os.ReadFile(filepath.Join(dir, filepath.FromSlash(name))) }
	bringRows(t, d, inFolder)
	return layout.Build(d, layout.Options{Image: inFolder, Control: controls.Of})
}

// bringRows gives datasets in other files their rows, as the pipeline does: a table that is shown.
func bringRows(t *testing.T, d *noma.Document, read func(string) ([]byte, error)) {
	t.Helper()
	for n := range noma.Walk(d) {
		x, ok := n.(*noma.Directive)
		if !ok || x.Name != "dataset" || x.AttrText("src") == "" || strings.TrimSpace(x.Body) != "" {
			continue
		}
		rows, err := read(x.AttrText("src"))
		if err != nil {
			t.Fatal(err)
		}
		x.HasBody, x.Body = true, string(rows)
		nowhere := source.Span{Start: x.AttrSpan.End, End: x.AttrSpan.End}
		format := noma.Value{Kind: noma.String, Raw: strings.TrimPrefix(filepath.Ext(x.AttrText("src")), ".")}
		x.Attrs = append(x.Attrs, noma.Attr{Key: "format", Value: format, Span: nowhere, ValueSpan: nowhere})
	}
}

// savedByOffice opens and saves all files in one run: starting the office takes longer than a file.
func savedByOffice(t *testing.T, files map[string][]byte) map[string][]byte {
	t.Helper()
	office, err := exec.LookPath("soffice")
	if err != nil {
		t.Fatal("LibreOffice is not on PATH: install the package libreoffice-writer (or run make setup)")
	}
	dir := t.TempDir()
	out := filepath.Join(dir, "saved")
	// A profile of its own: an office that runs already would take the files and answer nothing.
	args := []string{"--headless", "-env:UserInstallation=file://" + filepath.Join(dir, "profile"),
		"--convert-to", "docx:MS Word 2007 XML", "--outdir", out}
	for name, data := range files {
		file := filepath.Join(dir, name+".docx")
		if err := os.WriteFile(file, data, 0o600); err != nil {
			t.Fatal(err)
		}
		args = append(args, file)
	}
	if log, err := exec.CommandContext(t.Context(), office, args...).CombinedOutput(); err != nil {
		t.Fatalf("soffice: %v\n%s", err, log)
	}
	back := map[string][]byte{}
	for name := range files {
		data, err := os.ReadFile(filepath.Join(out, name+".docx"))
		if err != nil {
			t.Fatalf("the office did not save it: %v", err)
		}
		back[name] = data
	}
	return back
}
