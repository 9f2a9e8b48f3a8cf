package arch

import (
	"encoding/json"
	"errors"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestImportsGoDown holds the module against the layer table.
func TestImportsGoDown(t *testing.T) {
	noticeChanges(t)
	out, err := exec.Command("go", "list", "-e", "-json=ImportPath,Imports", Module+"/...").Output()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	var packages []Package
	dec := json.NewDecoder(strings.NewReader(string(out)))
	for {
		var p Package
		if err := dec.Decode(&p); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			t.Fatal(err)
		}
		packages = append(packages, p)
	}
	if len(packages) < 5 {
		t.Fatalf("go list names only %d packages", len(packages))
	}
	for _, w := range Check(packages) {
		t.Error(w)
	}
}

// noticeChanges examines every source file, so that go test knows what this test depends on and does
// not answer from its cache when an import changed.
func noticeChanges(t *testing.T) {
	t.Helper()
	err := filepath.WalkDir("../..", func(path string, d fs.DirEntry, err error) error {
		if err == nil && filepath.Ext(path) == ".go" {
			_, err = os.Stat(path)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

// TestEveryFenceHolds shows for each rule an import that it must refuse.
func TestEveryFenceHolds(t *testing.T) {
	for _, c := range []struct{ from, to, says string }{
		{"noma", Module + "/layout", "layer"},
		{"patch", Module + "/internal/office/wml", "layer"},
		{"layout", Module + "/controls", "layer"},
		{"noma", Module + "/noma/dataset", "layer"},
		{"surprise", "fmt", "not in the layer table"},
		{"golden", Module + "/noma", "stand alone"},
		{"internal/app", Module + "/golden", "only tests"},
		{"internal/app", Module + "/internal/testkit/docgen", "only tests"},
		{"render/html", Module + "/review/extract", "meet in layout"},
		{"review/extract", Module + "/render/docx", "meet in layout"},
		{"review/extract", Module + "/noma", "no source"},
		{"layout", "github.com/beevik/etree", "XML ends"},
		{"review/extract", "encoding/xml", "XML ends"},
		{"render/html", "github.com/chromedp/chromedp", "browser"},
		{"internal/app", "github.com/spf13/cobra", "front end"},
		{"cmd/nomadocx", Module + "/noma/drift", "verbs of internal/app"},
		{"serve/mcp", Module + "/noma", "verbs of internal/app"},
		{"norma/agent", Module + "/controls", "verbs of internal/app"},
		{"noma", "log", "return errors"},
		{"internal/office/opc", "C", "static"},
	} {
		got := strings.Join(Check([]Package{{Module + "/" + c.from, []string{c.to}}}), "; ")
		if !strings.Contains(got, c.says) {
			t.Errorf("%s importing %s gives %q, want it to say %q", c.from, c.to, got, c.says)
		}
	}
	for _, ok := range []struct{ from, to string }{
		{"layout", Module + "/noma"}, {"controls", Module + "/layout"}, {"noma/diag", Module + "/noma/source"},
		{"noma/dataset", Module + "/noma"}, {"internal/office/wml", "github.com/beevik/etree"}, {"pdf", "github.com/chromedp/cdproto/page"},
		{"cmd/nomadocx", "github.com/spf13/cobra"}, {"cmd/nomadocx", Module + "/internal/app"},
		{"cmd/nomadocx", Module + "/arm"}, {"serve/mcp", Module + "/patch"}, {"norma/agent", Module + "/norma/contract"},
	} {
		if got := Check([]Package{{Module + "/" + ok.from, []string{ok.to}}}); got != nil {
			t.Errorf("%s importing %s is refused: %v", ok.from, ok.to, got)
		}
	}
}
