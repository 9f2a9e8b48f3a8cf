package pipeline

import (
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/nomadocx/nomadocx/wml"
)

// A Word file of ours is read by the rules of the reference implementation, and files of its are read by
// us: what those rules rest on must be the same. docs/docx.md lists the departures, with the reason.

// departures are the ways in which our files differ on purpose, as changes of a line: the reference's
// line and ours become the same. The names are those of docs/docx.md.
var departures = []struct {
	name  string
	apply func(string) string
}{
	{"captions are numbered", func(s string) string {
		return regexp.MustCompile(`(Figure|Table|Plot) [0-9]+`).ReplaceAllString(s, "$1")
	}},
	{"captions name the block in lists too", func(s string) string {
		return regexp.MustCompile(`^NomaToc  Plot: pl[23]\t`).ReplaceAllString(s, "NomaToc  Plot: Plot\t")
	}},
	{"an address is shown once", func(s string) string {
		return strings.ReplaceAll(s, "images/missing.png (images/missing.png)", "images/missing.png")
	}},
	{"sources show their address", func(s string) string { return strings.ReplaceAll(s, "https://c.example", "URL") }},
	{"emoji stay", func(s string) string { return strings.ReplaceAll(s, "🎉", "") }},
	{"the bookmark of a header stands in its text", func(s string) string {
		if s == " #n_hd_a6225611 " || s == " #n_ft_25166bfb " {
			return ""
		}
		return regexp.MustCompile(`^ #n_(hd|ft)_[0-9a-f]{8} (.)`).ReplaceAllString(s, "  $2")
	}},
}

// TestWordFilesFollowTheContract compares what readers depend on (contract docx-package.md, opening
// paragraph), paragraph by paragraph, with files the reference implementation wrote.
func TestWordFilesFollowTheContract(t *testing.T) {
	files, err := filepath.Glob("../golden/contract/*/document.docx")
	if err != nil || len(files) == 0 {
		t.Fatalf("no documents (%v)", err)
	}
	for _, file := range files {
		dir := filepath.Dir(file)
		ours, _ := written(t, filepath.Join(dir, "input.noma"), t.TempDir())
		want, got := outline(t, file), outline(t, ours)
		for _, l := range without(want, got) {
			t.Errorf("%s: the reference has %s", filepath.Base(dir), l)
		}
		for _, l := range without(got, want) {
			t.Errorf("%s: we have %s", filepath.Base(dir), l)
		}
	}
}

// without are the lines of a that are not in b, counting how often each stands there.
func without(a, b []string) []string {
	left := map[string]int{}
	for _, l := range b {
		left[l]++
	}
	var out []string
	for _, l := range a {
		if left[l]--; left[l] < 0 {
			out = append(out, l)
		}
	}
	return out
}

// outline says of each paragraph what a reader of the contract looks at: style, list, bookmarks, text
// and form fields.
func outline(t *testing.T, file string) []string {
	t.Helper()
	d := wordFile(t, file)
	var out []string
	for _, s := range d.Stories {
		for p := range wml.Paragraphs(s.Blocks...) {
			var l []string
			for _, pt := range p.Points {
				if pt.Kind == wml.BookmarkStart {
					l = append(l, "#"+pt.Name)
				}
			}
			for i := range p.Runs {
				if c := p.Runs[i].Control(); c != nil {
					l = append(l, "["+c.Tag+" "+c.Alias+"]")
				}
			}
			slices.Sort(l)
			text := strings.TrimSpace(p.Text(wml.Original))
			if text == "" && len(l) == 0 {
				continue
			}
			line := p.Style + " " + strings.Join(l, " ") + " " + text
			for i := range departures {
				line = departures[i].apply(line)
			}
			if line != "" {
				out = append(out, line)
			}
		}
	}
	return out
}
