package app

import (
	"bytes"
	"encoding/json"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/nomadocx/nomadocx/golden"
	"github.com/nomadocx/nomadocx/internal/office/wml"
	"github.com/nomadocx/nomadocx/internal/testkit/slow"
	"github.com/nomadocx/nomadocx/layout"
)

// Two programs that know nothing of us open what we write: pandoc must find every comment, tracked
// change, note, equation, table and heading, LibreOffice must compute the numbers that stand there.

// writtenSources returns the documents that are tried: those of golden/documents, the examples, and the
// documents render/docx has its golden files of.
func writtenSources(t *testing.T) []string {
	t.Helper()
	all := golden.Documents(t, "../..")
	for _, pattern := range []string{"../../examples/*.noma", "../../docs/gallery/*.noma", "../../render/docx/testdata/*.noma"} {
		found, err := filepath.Glob(pattern)
		if err != nil || len(found) == 0 {
			t.Fatalf("%s: no documents (%v)", pattern, err)
		}
		all = append(all, found...)
	}
	return all
}

// written renders a document into a folder and gives the file and the plan it was made of.
func written(t *testing.T, path, dir string) (file string, plan *layout.Plan) {
	t.Helper()
	s, err := Load(t.Context(), path, LoadOptions{})
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	if err := Render(t.Context(), &out, s, RenderOptions{Target: Word}); err != nil {
		t.Fatal(err)
	}
	name := strings.NewReplacer("../../", "", "/", "-", ".noma", ".docx").Replace(path)
	file = filepath.Join(dir, name)
	if err := os.WriteFile(file, out.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	return file, layout.Build(s.Doc, s.layoutOptions(""))
}

func TestPandocFindsEverything(t *testing.T) {
	slow.Test(t, "other programs or processes")
	if _, err := exec.LookPath("pandoc"); err != nil {
		t.Fatal("pandoc is not on PATH: install it (or run make setup)")
	}
	total := map[string]int{}
	for _, path := range writtenSources(t) {
		file, plan := written(t, path, t.TempDir())
		out, err := exec.CommandContext(t.Context(), "pandoc", "--track-changes=all", "-f", "docx", "-t", "json", file).Output()
		if err != nil {
			t.Errorf("%s: pandoc: %v", path, err)
			continue
		}
		var tree any
		if err := json.Unmarshal(out, &tree); err != nil {
			t.Fatal(err)
		}
		got, want := map[string]int{}, plannedCounts(plan)
		pandocCounts(tree, got)
		for _, kind := range slices.Sorted(maps.Keys(want)) {
			total[kind] += want[kind]
			if got[kind] != want[kind] {
				t.Errorf("%s: pandoc finds %d of %d: %s", path, got[kind], want[kind], kind)
			}
		}
	}
	for _, kind := range []string{"comment", "insertion", "deletion", "note", "equation", "table", "heading"} {
		if total[kind] == 0 {
			t.Errorf("no document has a %s: the test says nothing", kind)
		}
	}
}

// pandocCounts counts the elements of a pandoc tree (package pandoc-types, Text.Pandoc.Definition).
func pandocCounts(x any, counts map[string]int) {
	switch x := x.(type) {
	case []any:
		for _, v := range x {
			pandocCounts(v, counts)
		}
	case map[string]any:
		kind, _ := x["t"].(string)
		switch kind {
		case "Header":
			counts["heading"]++
		case "Math":
			counts["equation"]++
		case "Table":
			counts["table"]++
		case "Note":
			counts["note"]++
		case "Span":
			for _, class := range classes(x["c"]) {
				switch class {
				case "comment-start":
					counts["comment"]++
				case "insertion", "deletion":
					counts[class]++
				}
			}
		}
		for _, v := range x {
			pandocCounts(v, counts)
		}
	}
}

// classes returns those of a Span: its content is [[id, [class …], …], inlines].
func classes(span any) []string {
	parts, _ := span.([]any)
	if len(parts) == 0 {
		return nil
	}
	attr, _ := parts[0].([]any)
	if len(attr) < 2 {
		return nil
	}
	list, _ := attr[1].([]any)
	var out []string
	for _, c := range list {
		if s, ok := c.(string); ok {
			out = append(out, s)
		}
	}
	return out
}

// plannedCounts returns what the plan of a document says pandoc should find. Headers and footers pandoc
// does not read.
func plannedCounts(p *layout.Plan) map[string]int {
	n := map[string]int{"comment": len(p.Comments), "note": len(p.Footnotes) + len(p.Endnotes)}
	revisions := map[string]bool{}
	var each func(b layout.Block)
	each = func(b layout.Block) {
		switch b := b.(type) {
		case *layout.Grid:
			n["table"]++
		case *layout.Columns:
			n["table"]++
			for _, row := range b.Rows {
				for _, cell := range row {
					for _, x := range cell {
						each(x)
					}
				}
			}
			return
		}
		layout.EachPara(b, func(q *layout.Para) {
			if strings.HasPrefix(q.Style, "Heading") {
				n["heading"]++
			}
			for _, r := range q.Runs() {
				if r.Kind == wml.Math {
					n["equation"]++
				}
				if r.Ins != nil && !revisions[r.Ins.ID] {
					revisions[r.Ins.ID] = true
					n["insertion"]++
				}
				if r.Del != nil && !revisions[r.Del.ID] {
					revisions[r.Del.ID] = true
					n["deletion"]++
				}
			}
		})
	}
	for b := range p.Body() {
		each(b)
	}
	for _, c := range p.Comments {
		for _, b := range c.Blocks {
			each(b)
		}
	}
	for _, notes := range [][]*layout.Note{p.Footnotes, p.Endnotes} {
		for _, x := range notes {
			for _, b := range x.Blocks {
				each(b)
			}
		}
	}
	return n
}

// TestOfficeComputesTheSameNumbers: LibreOffice opens every document and saves it, and what its fields
// show then, computed anew, is what we wrote: the numbers of captions and the references to them.
func TestOfficeComputesTheSameNumbers(t *testing.T) {
	slow.Test(t, "other programs or processes")
	office, err := exec.LookPath("soffice")
	if err != nil {
		t.Fatal("LibreOffice is not on PATH: install the package libreoffice-writer (or run make setup)")
	}
	dir := t.TempDir()
	args := []string{"--headless", "-env:UserInstallation=file://" + filepath.Join(dir, "profile"),
		"--convert-to", "docx:MS Word 2007 XML", "--outdir", filepath.Join(dir, "saved")}
	var files []string
	for _, path := range append(writtenSources(t), "testdata/numbers.noma") {
		file, _ := written(t, path, dir)
		files = append(files, file)
	}
	if log, err := exec.CommandContext(t.Context(), office, append(args, files...)...).CombinedOutput(); err != nil {
		t.Fatalf("soffice: %v\n%s", err, log)
	}
	compared := 0
	for _, file := range files {
		want := numbersOf(t, file)
		got := numbersOf(t, filepath.Join(dir, "saved", filepath.Base(file)))
		if strings.Join(got, "\n") != strings.Join(want, "\n") {
			t.Errorf("%s: we wrote\n%s\nLibreOffice computes\n%s", filepath.Base(file), strings.Join(want, "\n"), strings.Join(got, "\n"))
		}
		compared += len(want)
	}
	if compared < 20 {
		t.Errorf("only %d numbers were compared", compared)
	}
}

// numbersOf returns the results of the SEQ and REF fields of a file's body, in order.
func numbersOf(t *testing.T, file string) []string {
	t.Helper()
	d := wordFile(t, file)
	var out []string
	for p := range wml.Paragraphs(d.Stories[0].Blocks...) {
		for i := range p.Runs {
			f := p.Runs[i].Field()
			if p.Runs[i].Kind != wml.Field || f == nil {
				continue
			}
			if words := strings.Fields(f.Instr); len(words) > 1 && (words[0] == "SEQ" || words[0] == "REF") {
				out = append(out, words[0]+" "+words[1]+" = "+p.Runs[i].Text)
			}
		}
	}
	return out
}
