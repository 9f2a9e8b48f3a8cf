package app

import (
	"archive/zip"
	"bytes"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"golang.org/x/tools/txtar"

	"github.com/nomadocx/nomadocx/render/llm"
)

// TestSentences runs golden/sentences/*.txtar: each holds a few sentences of the Format specification, which the text at its
// top says in our words. See golden/README.md for what may stand in one.
func TestSentences(t *testing.T) {
	files, err := filepath.Glob("../../golden/sentences/*.txtar")
	if err != nil || len(files) < 60 {
		t.Fatalf("%d cases: %v", len(files), err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txtar"), func(t *testing.T) { sentences(t, file) })
	}
}

// sentences searches for the lines of each section in what is made of the document; those that begin with "! " must not be there.
func sentences(t *testing.T, file string) {
	a, err := txtar.ParseFile(file)
	if err != nil || len(a.Comment) == 0 {
		t.Fatalf("the case does not say what it shows (%v)", err)
	}
	folder := t.TempDir()
	input := ""
	for _, f := range a.Files {
		if ext := filepath.Ext(f.Name); ext != ".noma" && ext != ".yml" && ext != ".csv" && ext != ".json" && ext != ".svg" && ext != ".bib" {
			continue
		}
		path := filepath.Join(folder, f.Name)
		if input == "" {
			input = path
		}
		if err := os.WriteFile(path, f.Data, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	s, err := Load(t.Context(), input, LoadOptions{})
	if err != nil {
		t.Fatal(err)
	}
	looked := 0
	for _, f := range a.Files {
		if filepath.Ext(f.Name) != "" && !strings.HasPrefix(f.Name, "docx") {
			continue
		}
		got := made(t, s, f.Name)
		for want := range strings.Lines(string(f.Data)) {
			want = strings.TrimSuffix(want, "\n")
			no, absent := strings.CutPrefix(want, "! ")
			looked++
			if absent == strings.Contains(got, strings.ReplaceAll(no, "↵", "\n")) {
				t.Errorf("%s: %s", f.Name, want)
			}
		}
		if t.Failed() && testing.Verbose() {
			t.Logf("%s:\n%s", f.Name, got)
		}
	}
	if looked == 0 {
		t.Error("nothing is looked for")
	}
}

// made returns what a section reads into: a target with its options, "check", "ids", "paragraphs", or the part of the Word file
// behind "docx".
func made(t *testing.T, s *Source, section string) string {
	now := time.Date(2026, 5, 15, 0, 0, 0, 0, time.UTC)
	target, option, _ := strings.Cut(section, " ")
	var b bytes.Buffer
	write := func(target Target, o RenderOptions) string {
		o.Target = target
		if err := Render(t.Context(), &b, s, o); err != nil {
			t.Fatal(err)
		}
		return b.String()
	}
	switch target {
	case "check":
		found, err := Check(t.Context(), s, CheckOptions{Now: now})
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range found {
			b.WriteString(string(d.Severity) + " " + d.Code + " " + d.NodeID + ": " + d.Message + "\n")
		}
		return b.String()
	case "ids":
		if err := WriteIDs(&b, s); err != nil {
			t.Fatal(err)
		}
		return b.String()
	case "html":
		return write(HTML, RenderOptions{Strict: option == "strict", NoUnsafe: option == "no-unsafe", Fragment: option != "page"})
	case "llm":
		return write(LLM, RenderOptions{LLM: llm.Options{Now: now}})
	case "paragraphs":
		word := filepath.Join(t.TempDir(), "case.docx")
		if err := os.WriteFile(word, []byte(write(Word, RenderOptions{})), 0o600); err != nil {
			t.Fatal(err)
		}
		return outline(t, word)
	case "docx":
		if option == "" {
			option = "word/document.xml"
		}
		return partOf(t, write(Word, RenderOptions{}), option)
	}
	return write(Target(target), RenderOptions{})
}

// partOf returns one part of a package; "" when it has none of the name.
func partOf(t *testing.T, word, name string) string {
	z, err := zip.NewReader(strings.NewReader(word), int64(len(word)))
	if err != nil {
		t.Fatal(err)
	}
	f, err := z.Open(name)
	if err != nil {
		return ""
	}
	defer f.Close()
	data, err := io.ReadAll(f)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}
