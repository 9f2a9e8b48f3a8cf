package docx

import (
	"archive/zip"
	"bytes"
	"io"
	"os"
	"path/filepath"
	"sort"
	"strings"
	"testing"

	"github.com/nomadocx/nomadocx/controls"
	"github.com/nomadocx/nomadocx/layout"
	"github.com/nomadocx/nomadocx/noma"
	"github.com/nomadocx/nomadocx/noma/source"
)

// planOf lays out a source text as the program does.
func planOf(t testing.TB, text string) *layout.Plan { return planWith(t, text, layout.Options{}) }

func planWith(t testing.TB, text string, opts layout.Options) *layout.Plan {
	t.Helper()
	d, _, err := noma.Parse(source.NewFile("test.noma", text), noma.Options{})
	if err != nil {
		t.Fatal(err)
	}
	opts.Control = controls.Of
	return layout.Build(d, opts)
}

func rendered(t testing.TB, text string) []byte {
	t.Helper()
	var out bytes.Buffer
	if err := Render(&out, planOf(t, text), Options{}); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// parts returns the parts of a package by name.
func parts(t testing.TB, docx []byte) map[string][]byte {
	t.Helper()
	z, err := zip.NewReader(bytes.NewReader(docx), int64(len(docx)))
	if err != nil {
		t.Fatal(err)
	}
	out := map[string][]byte{}
	for _, f := range z.File {
		r, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		data, err := io.ReadAll(r)
		if err != nil {
			t.Fatal(err)
		}
		if _, twice := out[f.Name]; twice {
			t.Fatalf("%s stands twice in the package", f.Name)
		}
		out[f.Name] = data
	}
	return out
}

// breaks are the places where a part is broken into lines to be read in a golden file. Only the
// space between elements is touched, so the lines joined are the part again.
var breaks = []string{"<w:body>", "<w:p>", "<w:p ", "<w:tbl>", "<w:tr>", "<w:tc>", "<w:sectPr>", "<w:style ", "<w:docDefaults>", "<w:abstractNum ",
	"<w:lvl ", "<w:num ", "<w:comment ", "<w:footnote ", "<w:endnote ", "<w15:commentEx ", "<w:sdt>", "</w:tbl>", "<w:font ", "<w:compat>",
	"<noma:control ", "<noma:task ", "<noma:nameless ", "<Relationship ", "<Override ", "<Default ", "<property "}

func readable(part []byte) string {
	pairs := make([]string, 0, 2*len(breaks))
	for _, b := range breaks {
		pairs = append(pairs, b, "\n"+b)
	}
	return strings.NewReplacer(pairs...).Replace(string(part))
}

// exploded returns a package as one text: its XML parts by name, each after a line with the name.
func exploded(t testing.TB, docx []byte, only ...string) []byte {
	all := parts(t, docx)
	var names []string
	for name := range all {
		wanted := len(only) == 0
		for _, o := range only {
			wanted = wanted || o == name
		}
		if wanted && !strings.HasPrefix(name, "word/media/") {
			names = append(names, name)
		}
	}
	sort.Strings(names)
	var out bytes.Buffer
	for _, name := range names {
		out.WriteString("-- " + name + " --\n" + strings.TrimRight(readable(all[name]), "\n") + "\n")
	}
	return out.Bytes()
}

// fixtures returns the source texts in testdata, by name.
func fixtures(t testing.TB) map[string]string {
	t.Helper()
	files, err := filepath.Glob("testdata/*.noma")
	if err != nil || len(files) == 0 {
		t.Fatalf("no fixtures: %v", err)
	}
	out := map[string]string{}
	for _, f := range files {
		text, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		out[strings.TrimSuffix(filepath.Base(f), ".noma")] = string(text)
	}
	return out
}
