package main

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/nomadocx/nomadocx/golden"
	"github.com/nomadocx/nomadocx/internal/app"
)

// folder makes samples of our own documents and cases, in the form of those of the other implementation.
func folder(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	write := func(name string, data []byte) {
		t.Helper()
		if err := os.MkdirAll(filepath.Dir(filepath.Join(dir, name)), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, name), data, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	untouched := []byte(`{"changes":[],"unmatched":[],"taskChanges":[],"unmatchedTasks":[]}`)
	for _, file := range golden.Own(t, "../..") {
		name := filepath.Base(filepath.Dir(file)) + "/"
		for _, beside := range []string{"input.noma", "render.json", "ids.json", "render.noma", "render.llm.txt", "render.md", "check.txt", "docx-data.json", "docx-review-data.json"} {
			data, err := os.ReadFile(filepath.Join(filepath.Dir(file), beside))
			if err != nil {
				t.Fatal(err)
			}
			write(name+beside, data)
			if name == "tariff/" && strings.HasPrefix(beside, "docx-") {
				write(name+"returned."+strings.TrimPrefix(strings.Replace(beside, "docx-data", "docx-docx-data", 1), "docx-"), data)
			}
			if name == "tariff/" && beside == "input.noma" {
				write(name+"expected.synced.noma", data)
				write(name+"expected.review-synced.noma", data)
			}
		}
		write(name+"noop-sync.report.json", untouched)
		_, word, err := loaded(filepath.Join(dir, name, "input.noma"))
		if err != nil {
			t.Fatal(err)
		}
		write(name+"document.docx", word)
		if name == "tariff/" {
			write(name+"returned.docx", word)
			write(name+"expected.sync.report.json", untouched)
			write(name+"expected.review-sync.report.json", untouched)
		}
	}
	write("parse-cases.json", parseSamples(t))
	write("patch-cases.json", patchSamples(t))
	return dir
}

func archive(t *testing.T, path string) map[string]string {
	t.Helper()
	a, err := txtar.ParseFile(path)
	if err != nil {
		t.Fatal(err)
	}
	out := map[string]string{}
	for _, f := range a.Files {
		out[f.Name] = string(f.Data)
	}
	return out
}

func cases(t *testing.T, list []map[string]any) []byte {
	t.Helper()
	out, err := json.Marshal(map[string]any{"cases": list})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func parseSamples(t *testing.T) []byte {
	var list []map[string]any
	for _, name := range []string{"tables", "lists-and-text", "quotes-and-rules"} {
		files := archive(t, "../../golden/parse/"+name+".txtar")
		var tree map[string]any
		if err := json.Unmarshal([]byte(files["tree.json"]), &tree); err != nil {
			t.Fatal(err)
		}
		tree["meta"] = map[string]any{}
		list = append(list, map[string]any{"name": name, "input": files["input.noma"], "ast": tree, "ids": json.RawMessage(files["ids.json"]),
			"renderedNoma": files["normal.noma"], "check": "✓ No issues found.\n(exit 0)\n"})
	}
	return cases(t, list)
}

func patchSamples(t *testing.T) []byte {
	a, err := txtar.ParseFile("../../patch/testdata/tables.txtar")
	if err != nil {
		t.Fatal(err)
	}
	var list []map[string]any
	in := ""
	for i, f := range a.Files {
		name, part, _ := strings.Cut(f.Name, "/")
		if part == "in" {
			in = string(f.Data)
		}
		if part != "ops" {
			continue
		}
		c := map[string]any{"name": name, "input": in, "patch": json.RawMessage(f.Data)}
		if result := string(a.Files[i+1].Data); strings.HasSuffix(a.Files[i+1].Name, "/error") {
			code, message, _ := strings.Cut(strings.TrimSpace(strings.TrimPrefix(result, "0 ")), ": ")
			c["error"] = map[string]string{"code": code, "message": message}
		} else {
			c["post"] = result
		}
		list = append(list, c)
	}
	return cases(t, list)
}

func TestOwnDocumentsAgree(t *testing.T) {
	var out bytes.Buffer
	if !compare(&out, folder(t), nil) {
		t.Error(out.String())
	}
	if !strings.Contains(out.String(), " 0 failed: ") || strings.Contains(out.String(), "   0 compared") {
		t.Error(out.String())
	}
}

// spoiled says for each check what makes it fail: a text in a file that becomes another.
var spoiled = map[string][3]string{
	"tree":                 {"plan/render.json", `"document"`, `"dokument"`},
	"ids":                  {"plan/ids.json", `"why"`, `"whom"`},
	"normal form":          {"plan/render.noma", "Ice", "Snow"},
	"text for models":      {"plan/render.llm.txt", "Ice", "Snow"},
	"Markdown":             {"plan/render.md", "Ice", "Snow"},
	"diagnostics":          {"plan/check.txt", "No issues", "Many issues"},
	"computed values":      {"calculator/render.llm.txt", "default: 276", "default: 277"},
	"schema of trees":      {"plan/render.json", `"document"`, `"dokument"`},
	"parsing":              {"parse-cases.json", "north", "south"},
	"patches":              {"patch-cases.json", "out of range", "in range"},
	"schema of operations": {"patch-cases.json", `"op":"delete_table_row"`, `"op":"turn"`},
	"Word paragraphs":      {"plan/input.noma", "Ice", "Snow"},
	"review data":          {"plan/docx-review-data.json", "Ice", "Snow"},
	"returned review data": {"tariff/returned.review-data.json", "Olav", "Ines"},
	"form data":            {"tariff/docx-data.json", "verdict", "sentence"},
	"returned form data":   {"tariff/returned.docx-data.json", "verdict", "sentence"},
	"form sync":            {"tariff/docx-data.json", `"3"`, `"4"`},
	"returned form sync":   {"tariff/expected.synced.noma", "default=3", "default=4"},
	"untouched Word files": {"plan/input.noma", "---\ntitle: A", "---\ntitle: [A"},
	"review sync":          {"tariff/expected.review-sync.report.json", `"changes":[]`, `"changes":[{"action":"add_comment"}]`},
}

// TestEveryCheckSees spoils one file for each check and wants it to fail; each agreed before.
func TestEveryCheckSees(t *testing.T) {
	dir := folder(t)
	for _, k := range checks {
		s, ok := spoiled[k.name]
		if !ok {
			t.Errorf("nothing is known that makes %q fail", k.name)
			continue
		}
		path := filepath.Join(dir, s[0])
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		other := strings.Replace(string(text), s[1], s[2], 1)
		if other == string(text) {
			t.Fatalf("%s has no %s", s[0], s[1])
		}
		for _, version := range []string{other, string(text)} {
			if err := os.WriteFile(path, []byte(version), 0o600); err != nil {
				t.Fatal(err)
			}
			if version == other && len(k.through(dir, nil).wrong) == 0 {
				t.Errorf("%s: %s for %s in %s is not seen", k.name, s[2], s[1], s[0])
			}
		}
	}
}

// TestDepartures: one explains a difference, and is reported when there is none.
func TestDepartures(t *testing.T) {
	dir := folder(t)
	k := checks[3]
	agrees := departure{k.name, "plan", "no reason", replaced("no such words", ""), nil}
	if wrong := k.through(dir, []departure{agrees}).wrong; len(wrong) != 1 || !strings.Contains(wrong[0], "is none") {
		t.Errorf("a departure that is none: %v", wrong)
	}
	path := filepath.Join(dir, "plan", "render.llm.txt")
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, bytes.ReplaceAll(text, []byte("Ice"), []byte("Snow")), 0o600); err != nil {
		t.Fatal(err)
	}
	explains := departure{k.name, "plan", "we call it ice", replaced("Snow", "Ice"), nil}
	if wrong := k.through(dir, []departure{explains}).wrong; len(wrong) != 0 {
		t.Errorf("a departure that explains the difference: %v", wrong)
	}
	var out bytes.Buffer
	if compare(&out, t.TempDir(), nil) || !strings.Contains(out.String(), "there is no */render.json") {
		t.Errorf("an empty folder: %s", out.String())
	}
}

// TestChanges are the departures that are more than words in the place of others.
func TestChanges(t *testing.T) {
	const blocks = "::a{1}\nx\n::\n\n::b{2}\n::\n\n# C\n"
	if got := swapped("::a{1}", "::b{2}")(blocks, ""); got != "::b{2}\n::\n\n::a{1}\nx\n::\n\n# C\n" {
		t.Errorf("swapped: %q", got)
	}
	if got := swapped("::b{2}", "::a{1}")(blocks, ""); got != blocks {
		t.Errorf("blocks in order: %q", got)
	}
	if got := carriageReturns("a\r\nb\n", ""); got != "a\r\nb\r\n" {
		t.Errorf("carriageReturns: %q", got)
	}
	text, err := os.ReadFile("../../golden/documents/loop/docx-review-data.json")
	if err != nil {
		t.Fatal(err)
	}
	s, err := app.Load(t.Context(), "../../golden/documents/loop/input.noma", app.LoadOptions{})
	if err != nil {
		t.Fatal(err)
	}
	got := withoutTasks(string(text), s.File.Text)
	if !json.Valid([]byte(got)) || !strings.Contains(string(text), `"scope": "boat"`) || strings.Contains(got, `"scope": "boat"`) {
		t.Errorf("withoutTasks: %s", got)
	}
}
