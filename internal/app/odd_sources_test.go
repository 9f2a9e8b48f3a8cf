package app

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/nomadocx/nomadocx/internal/office/opc"
	"github.com/nomadocx/nomadocx/internal/testkit/slow"
)

var (
	bookmarkName = regexp.MustCompile(`<w:bookmarkStart [^>]*w:name="([^"]*)"`)
	answer       = regexp.MustCompile(`w15:paraId="([^"]*)" w15:paraIdParent="([^"]*)"`)
	target       = regexp.MustCompile(` Target="([^"]*)"`)
)

// TestOddSources: what nobody means to write is a Word file all the same: the same one every time, of
// well-formed parts, and quiet when it comes back, also in the dress of a reference document.
func TestOddSources(t *testing.T) {
	slow.Test(t, "many sources in all formats")
	files, err := filepath.Glob("testdata/odd/*.noma")
	if err != nil || len(files) < 30 {
		t.Fatalf("%d sources, %v", len(files), err)
	}
	for _, name := range files {
		t.Run(strings.TrimSuffix(filepath.Base(name), ".noma"), func(t *testing.T) {
			text, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			file := sentWord(t, string(text))
			if !bytes.Equal(file, sentWord(t, string(text))) {
				t.Error("rendering again gives other bytes")
			}
			bookmarks := map[string]bool{}
			rezipped(t, file, func(part, content string) string {
				for _, m := range bookmarkName.FindAllStringSubmatch(content, -1) {
					if bookmarks[m[1]] {
						t.Errorf("%s: a second bookmark %q, which Word drops", part, m[1])
					}
					bookmarks[m[1]] = true
				}
				answers := map[string]bool{}
				for _, m := range answer.FindAllStringSubmatch(content, -1) {
					answers[m[1]] = true
				}
				for _, m := range answer.FindAllStringSubmatch(content, -1) {
					if answers[m[2]] {
						t.Errorf("%s: an answer to an answer; threads of Word have one level", part)
					}
				}
				for _, grid := range strings.Split(content, "<w:tblGrid>")[1:] {
					grid, _, _ = strings.Cut(grid, "</w:tblGrid>")
					if n := strings.Count(grid, "<w:gridCol "); n > 63 {
						t.Errorf("%s: a table of %d columns, which Word does not open", part, n)
					}
				}
				for _, m := range target.FindAllStringSubmatch(content, -1) {
					if len(m[1]) > 2079 {
						t.Errorf("%s: an address of %d characters, which Word cuts", part, len(m[1]))
					}
				}
				if strings.HasSuffix(part, ".svg") && (strings.Contains(content, "<script") || strings.Contains(content, "file:")) {
					t.Errorf("%s is more than a drawing", part)
				}
				if ext := filepath.Ext(part); (ext == ".xml" || ext == ".rels") && !opc.WellFormed([]byte(content)) {
					t.Errorf("%s is not well-formed", part)
				}
				return content
			})
			dressed := wordWith(t, string(text), WordOptions{ReferenceDoc: "../../render/docx/testdata/templates/german.dotx"})
			for _, back := range [][]byte{file, dressed} {
				s, err := FromText("a.noma", string(text))
				if err != nil {
					t.Fatal(err)
				}
				got, err := SyncReview(t.Context(), s, "-", bytes.NewReader(back))
				if err != nil {
					t.Fatal(err)
				}
				if got.Text != string(text) || len(got.Findings) > 0 {
					t.Errorf("nobody edited it:\n%s", got.Report)
				}
			}
		})
	}
}

// TestWideTableOfAChapter: a table too wide for Word is shown by its own source, also when its chapter is
// not the first.
func TestWideTableOfAChapter(t *testing.T) {
	wide := strings.Repeat("| wide ", 64) + "|\n" + strings.Repeat("|---", 64) + "|\n" + strings.Repeat("| cell ", 64) + "|\n"
	dir := t.TempDir()
	for name, text := range map[string]string{"book.yml": "chapters: [a.noma, b.noma]\n",
		"a.noma": "# Before\n\n" + strings.Repeat("Other text.\n\n", 50), "b.noma": "# B\n\n" + wide} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	s, err := Load(t.Context(), filepath.Join(dir, "book.yml"), LoadOptions{})
	if err != nil {
		t.Fatal(err)
	}
	var file bytes.Buffer
	if err := Render(t.Context(), &file, s, RenderOptions{Target: Word}); err != nil {
		t.Fatal(err)
	}
	var code []string
	rezipped(t, file.Bytes(), func(part, content string) string {
		if part == "word/document.xml" {
			code = strings.Split(content, `<w:pStyle w:val="NomaCode"/>`)[1:]
		}
		return content
	})
	if len(code) != 2 || strings.Count(code[0], "wide") != 64 || strings.Count(code[1], "cell") != 64 {
		t.Errorf("the table is shown as %q", code)
	}
}
