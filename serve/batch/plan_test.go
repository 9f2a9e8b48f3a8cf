//go:build unix

package batch

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/nomadocx/nomadocx/internal/app"
	_ "github.com/nomadocx/nomadocx/internal/testkit/seed"
	"github.com/nomadocx/nomadocx/serve/jobs"
	"pgregory.net/rapid"
)

// TestMatches compares the matching of segments with a regular expression that says the same.
func TestMatches(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		segment := rapid.SampledFrom([]string{"a", "b", "ab", "a.noma"})
		pattern := rapid.SliceOfN(rapid.OneOf(segment, rapid.SampledFrom([]string{"**", "*", "a*", "*.noma", "?"})), 1, 6).Draw(t, "pattern")
		name := rapid.SliceOfN(segment, 1, 6).Draw(t, "name")
		expression := "^"
		for _, p := range pattern {
			if p == "**" {
				expression += "(?:[^/]+/)*"
				continue
			}
			p = regexp.QuoteMeta(p)
			p = strings.ReplaceAll(strings.ReplaceAll(p, `\*`, "[^/]*"), `\?`, "[^/]")
			expression += p + "/"
		}
		want := regexp.MustCompile(expression + "$").MatchString(strings.Join(name, "/") + "/")
		if got := matches(pattern, name); got != want {
			t.Fatalf("matches(%q, %q) = %v", pattern, name, got)
		}
	})
}

// tree makes files, and returns their folder.
func tree(t *testing.T, names ...string) string {
	t.Helper()
	dir := t.TempDir()
	for _, name := range names {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte("# "+name+"\n"), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// TestPlanRender says which documents patterns name, and where their results go.
func TestPlanRender(t *testing.T) {
	dir := tree(t, "r/a.noma", "r/q1/b.noma", "r/q1/c[1].noma", "r/q1/deep/d.noma", "r/notes.md", "r/.git/e.noma", "out/f.noma", "r/a.yml")
	t.Chdir(dir)
	for _, c := range []struct {
		patterns []string
		want     string // results, or what the error says
	}{
		{[]string{"r/**/*.noma"}, "a.pdf q1/b.pdf q1/c[1].pdf q1/deep/d.pdf"},
		{[]string{"r"}, "a.pdf q1/b.pdf q1/c[1].pdf q1/deep/d.pdf"},
		{[]string{"r/"}, "a.pdf q1/b.pdf q1/c[1].pdf q1/deep/d.pdf"},
		{[]string{"r/*.noma", "r/*.noma"}, "a.pdf"},
		{[]string{"r/*/*.noma"}, "q1/b.pdf q1/c[1].pdf"},
		{[]string{"**/d.noma"}, "r/q1/deep/d.pdf"},
		{[]string{"r/q1/b.noma", "r/q1/deep/d.noma"}, "b.pdf deep/d.pdf"},
		{[]string{"r/q1/c[1].noma"}, "c[1].pdf"},
		{[]string{"r/a.yml"}, "a.pdf"},
		{[]string{"r/a.*"}, "would both become"},
		{[]string{"r/*.txt"}, "nothing matches r/*.txt"},
		{[]string{"r/x.noma"}, "no such file"},
		{[]string{"r/[x.noma"}, "bracket"},
		{[]string{"**/**/**/**/**/x"}, "more than 4 **"},
		{[]string{"-"}, "not standard input"},
	} {
		p, err := PlanRender(c.patterns, []app.Target{"pdf"}, "out", jobs.Request{}, Limits{})
		got := fmt.Sprint(err)
		if err == nil {
			var names []string
			for _, j := range p.Jobs {
				below, err := filepath.Rel(filepath.Join(dir, "out"), j.Output)
				if err != nil || j.Request.Out != j.Output || !filepath.IsAbs(j.Request.Source) {
					t.Errorf("%q: %+v, %v", c.patterns, j, err)
				}
				names = append(names, below)
			}
			slices.Sort(names)
			got = strings.Join(names, " ")
		}
		if err == nil && got != c.want || err != nil && !strings.Contains(got, c.want) {
			t.Errorf("%q: %s, want %s", c.patterns, got, c.want)
		}
	}
	if _, err := PlanRender([]string{"r"}, []app.Target{"noma"}, "r", jobs.Request{}, Limits{}); err == nil || !strings.Contains(err.Error(), "its own result") {
		t.Errorf("a source may be overwritten: %v", err)
	}
	if _, err := PlanRender([]string{"r"}, []app.Target{"site"}, "out", jobs.Request{}, Limits{}); err == nil {
		t.Error("a site is planned")
	}
}

// TestSourceOf pairs returned files by what they say, then by what people call them.
func TestSourceOf(t *testing.T) {
	dir := tree(t, "a/report.noma", "a/q3-report.noma", "a/twin.noma", "b/twin.noma", "b/plan (old).noma")
	var list []found
	for _, name := range []string{"a/report.noma", "a/q3-report.noma", "a/twin.noma", "b/twin.noma", "b/plan (old).noma"} {
		list = append(list, found{filepath.Join(dir, name), name})
	}
	d := newDirectory(append(list, list[0])) // a source that is named twice is no twin
	sum, err := jobs.HashFile(list[1].path)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ file, sent, want string }{
		{"anything.docx", sum, "a/q3-report.noma"},
		{"report.docx", sum, "a/q3-report.noma"}, // what it says counts more than its name
		{"report.docx", "", "a/report.noma"},
		{"Report (Ann) v2.docx", "", "a/report.noma"},
		{"report-final_FINAL.docx", "0123", "a/report.noma"},
		{"q3-report.docx", "", "a/q3-report.noma"},
		{"q3-report-ann.docx", "", "a/q3-report.noma"},
		{"plan (old).docx", "", "b/plan (old).noma"},
		{"twin.docx", "", ""},
		{"other.docx", "", ""},
		{".docx", "", ""},
	} {
		got, why := d.sourceOf(c.file, c.sent)
		if got != "" {
			got, err = filepath.Rel(dir, got)
			if err != nil {
				t.Fatal(err)
			}
		}
		if got != c.want || got == "" && why == "" {
			t.Errorf("%s belongs to %q (%s), want %q", c.file, got, why, c.want)
		}
	}
}
