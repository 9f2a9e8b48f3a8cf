package arch

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestConformanceNamesTests: what docs/conformance.md says holds a sentence is there.
func TestConformanceNamesTests(t *testing.T) {
	const root = "../../"
	page, err := os.ReadFile(root + "docs/conformance.md")
	if err != nil {
		t.Fatal(err)
	}
	named := 0
	for _, m := range regexp.MustCompile("`([a-z/]+)\\.(Test[A-Za-z0-9]+)`").FindAllStringSubmatch(string(page), -1) {
		named++
		files, err := filepath.Glob(root + m[1] + "/*_test.go")
		if err != nil {
			t.Fatal(err)
		}
		found := false
		for _, f := range files {
			text, err := os.ReadFile(f)
			if err != nil {
				t.Fatal(err)
			}
			found = found || strings.Contains(string(text), "func "+m[2]+"(")
		}
		if !found {
			t.Errorf("there is no test %s.%s", m[1], m[2])
		}
	}
	for _, m := range regexp.MustCompile("`((?:valid|invalid|patch|patch-error)/[a-z_-]+)`").FindAllStringSubmatch(string(page), -1) {
		named++
		at, err := filepath.Glob(root + "golden/conformance/" + m[1])
		if more, _ := filepath.Glob(root + "golden/conformance/*/" + m[1]); err != nil || len(at)+len(more) == 0 {
			t.Errorf("there is no fixture %s", m[1])
		}
	}
	if named < 60 {
		t.Errorf("the page names %d tests and fixtures", named)
	}
}
