package html

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/nomadocx/nomadocx/noma"
)

// TestCommonMark counts the examples of the CommonMark specification, as the parser that ingest uses brings them along, that a page
// shows as CommonMark has them. docs/language.md has the counts and says why the others differ.
func TestCommonMark(t *testing.T) {
	dir, err := exec.Command("go", "list", "-m", "-f", "{{.Dir}}", "github.com/yuin/goldmark").Output()
	if err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(filepath.Join(strings.TrimSpace(string(dir)), "_test", "spec.json"))
	if err != nil {
		t.Fatal(err)
	}
	var examples []struct {
		Markdown, HTML, Section string
		Example                 int
	}
	if err := json.Unmarshal(data, &examples); err != nil {
		t.Fatal(err)
	}
	docs, err := os.ReadFile("../../docs/language.md")
	if err != nil {
		t.Fatal(err)
	}
	all, same := map[string]int{}, map[string]int{}
	for _, x := range examples {
		all[x.Section]++
		if got, want := bare(pageOf(t, x.Markdown)), bare(x.HTML); got == want {
			same[x.Section]++
		} else {
			t.Logf("%s, example %d: %q\n\tis   %s\n\tnot  %s", x.Section, x.Example, x.Markdown, got, want)
		}
	}
	for _, section := range []string{"Backslash escapes", "Code spans", "Emphasis and strong emphasis", "Links", "Images", "List items", "Lists"} {
		if row := fmt.Sprintf("| %s | %d of %d |", section, same[section], all[section]); !strings.Contains(string(docs), row) {
			t.Errorf("docs/language.md has no row that begins with %s", row)
		}
	}
}

func pageOf(t *testing.T, text string) string {
	d, err := noma.ParseText("", text)
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if err := Render(&b, d, Options{Fragment: true}); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

var (
	attributes = regexp.MustCompile(`<([a-z0-9]+)( [^>]*?)?( /)?>`)
	between    = regexp.MustCompile(`\s*(</?(p|ul|ol|li|blockquote|h[1-6]|pre|hr|section|main)>)\s*`)
)

// bare returns a page without attributes, the elements of sections, white space between blocks and the line end of the last line of code.
func bare(page string) string {
	page = attributes.ReplaceAllStringFunc(page, func(tag string) string {
		m := attributes.FindStringSubmatch(tag)
		for _, name := range []string{"href", "start", "src"} {
			if alt := regexp.MustCompile(` alt="[^"]*"`).FindString(m[2]); name == "src" && alt != "" {
				return "<" + m[1] + regexp.MustCompile(` src="[^"]*"`).FindString(m[2]) + alt + ">"
			}
			if v := regexp.MustCompile(` ` + name + `="[^"]*"`).FindString(m[2]); v != "" && m[1] != "ol" {
				return "<" + m[1] + v + ">"
			}
		}
		return "<" + m[1] + ">"
	})
	page = strings.NewReplacer("<section>", "", "</section>", "", "<main>", "", "</main>", "", "&#39;", "'", "&#34;", `"`, "&quot;", `"`,
		"<strong><em>", "<em><strong>", "</em></strong>", "</strong></em>", "\n</code></pre>", "</code></pre>").Replace(page)
	return strings.TrimSpace(between.ReplaceAllString(page, "$1"))
}
