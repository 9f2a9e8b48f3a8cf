package app

import (
	"bytes"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"golang.org/x/tools/txtar"

	"github.com/nomadocx/nomadocx/golden"
)

// TestParseCases runs golden/parse/*.txtar: each is a small text that shows one rule of the grammar, its tree
// and ids, what check says, and its normal form. With -update everything behind
// input.noma is written anew.
func TestParseCases(t *testing.T) {
	files, err := filepath.Glob("../../golden/parse/*.txtar")
	if err != nil || len(files) < 15 {
		t.Fatalf("%d cases: %v", len(files), err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txtar"), func(t *testing.T) { parseCase(t, file) })
	}
}

func parseCase(t *testing.T, file string) {
	a, err := txtar.ParseFile(file)
	if err != nil || len(a.Files) == 0 || a.Files[0].Name != "input.noma" || len(a.Comment) == 0 {
		t.Fatalf("%s says what it shows, and begins with input.noma (%v)", file, err)
	}
	text := strings.NewReplacer("␍\n", "\r\n", "␃\n", "").Replace(string(a.Files[0].Data))
	s, err := FromText("/docs/case.noma", text)
	if err != nil {
		t.Fatal(err)
	}
	a.Files = a.Files[:1]
	keep := func(name, text string) {
		a.Files = append(a.Files, txtar.File{Name: name, Data: []byte(strings.ReplaceAll(text, "\r\n", "␍\n"))})
	}
	rendered := func(target Target) string {
		var b bytes.Buffer
		if err := Render(t.Context(), &b, s, RenderOptions{Target: target}); err != nil {
			t.Fatal(err)
		}
		return b.String()
	}
	var ids bytes.Buffer
	if err := WriteIDs(&ids, s); err != nil {
		t.Fatal(err)
	}
	keep("ids.json", ids.String())
	said := ""
	found, err := Check(t.Context(), s, CheckOptions{Now: time.Date(2026, 5, 15, 0, 0, 0, 0, time.UTC)})
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range found {
		said += FormatDiagnostic(d, "case.noma") + "\n"
	}
	keep("check", said)
	keep("normal.noma", rendered(Noma))
	keep("tree.json", rendered(JSON))
	golden.Check(t, file, txtar.Format(a))
}
