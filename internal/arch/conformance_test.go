package arch

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestConformanceNamesTests: what docs/conformance.md says holds a sentence is there, and no case of golden/sentences is
// left unnamed.
func TestConformanceNamesTests(t *testing.T) {
	const root = "../../"
	page := readFile(t, root+"docs/conformance.md")
	names := func(pattern string) [][]string { return regexp.MustCompile(pattern).FindAllStringSubmatch(page, -1) }
	exists := func(pattern string) bool {
		at, err := filepath.Glob(root + pattern)
		return err == nil && len(at) > 0
	}
	tests := map[string]string{} // the text of a package's tests
	named := 0
	for _, m := range names("`([a-z/]+)\\.(Test[A-Za-z0-9]+)`") {
		named++
		if _, read := tests[m[1]]; !read {
			files, err := filepath.Glob(root + m[1] + "/*_test.go")
			if err != nil {
				t.Fatal(err)
			}
			for _, f := range files {
				tests[m[1]] += readFile(t, f)
			}
		}
		if !strings.Contains(tests[m[1]], "func "+m[2]+"(") {
			t.Errorf("there is no test %s.%s", m[1], m[2])
		}
	}
	for _, m := range names("`((?:valid|invalid|patch|patch-error)/[a-z_-]+)`") {
		named++
		if !exists("golden/conformance/"+m[1]) && !exists("golden/conformance/*/"+m[1]) {
			t.Errorf("there is no fixture %s", m[1])
		}
	}
	for _, m := range names("`((?:sentences|roundtrip|parse)/[a-z0-9.-]+)`") {
		named++
		if !exists("golden/" + m[1] + ".txtar") {
			t.Errorf("there is no case %s", m[1])
		}
	}
	for _, m := range names("scripts? ((?:`[a-z-]+`(?:, )?)+)") {
		for _, name := range strings.Split(strings.Trim(m[1], "`, "), "`, `") {
			named++
			if !exists("cmd/nomadocx/testdata/script/" + name + ".txtar") {
				t.Errorf("there is no script %s", name)
			}
		}
	}
	rows := readFile(t, root+"arm/tamper_test.go")
	for _, m := range names(`tamper rows? ((?:"[^"]+"(?:, )?)+)`) {
		for _, name := range strings.Split(strings.Trim(m[1], `", `), `", "`) {
			named++
			if !strings.Contains(rows, `"`+strings.TrimRight(name, "… ")) {
				t.Errorf("there is no tamper row %q", name)
			}
		}
	}
	if named < 300 {
		t.Errorf("the page names %d tests and fixtures", named)
	}
	cases, err := filepath.Glob(root + "golden/sentences/*.txtar")
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range cases {
		if name := "sentences/" + strings.TrimSuffix(filepath.Base(f), ".txtar"); !strings.Contains(page, "`"+name+"`") {
			t.Errorf("the page does not name %s", name)
		}
	}
}

func readFile(t *testing.T, name string) string {
	t.Helper()
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}
