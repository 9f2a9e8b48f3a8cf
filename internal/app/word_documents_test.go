package app

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/nomadocx/nomadocx/golden"
	"github.com/nomadocx/nomadocx/internal/office/wml"
)

// TestWordParagraphs: what readers of our Word files depend on, paragraph by paragraph, for whole documents:
// style, bookmarks, form fields and text. It stands in paragraphs.txt beside the document.
func TestWordParagraphs(t *testing.T) {
	for _, file := range golden.Own(t, "../..") {
		word, _ := written(t, file, t.TempDir())
		golden.Check(t, filepath.Join(filepath.Dir(file), "paragraphs.txt"), []byte(outline(t, word)))
	}
}

// outline returns a line for each paragraph.
func outline(t *testing.T, file string) string {
	t.Helper()
	var out strings.Builder
	for _, s := range wordFile(t, file).Stories {
		for p := range wml.Paragraphs(s.Blocks...) {
			words := []string{}
			for _, pt := range p.Points {
				if pt.Kind == wml.BookmarkStart {
					words = append(words, "#"+pt.Name)
				}
			}
			for i := range p.Runs {
				if c := p.Runs[i].Control(); c != nil {
					words = append(words, "["+c.Tag+" "+c.Alias+"]")
				}
			}
			slices.Sort(words)
			if text := strings.TrimSpace(p.Text(wml.Original)); text != "" {
				words = append(words, strings.ReplaceAll(text, "\n", "↵"))
			}
			if len(words) > 0 {
				out.WriteString(strings.TrimSpace(p.Style+" "+strings.Join(words, " ")) + "\n")
			}
		}
	}
	return out.String()
}
