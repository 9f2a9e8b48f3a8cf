package layout

import (
	"strings"
	"testing"

	"github.com/nomadocx/nomadocx/noma"
	"github.com/nomadocx/nomadocx/noma/source"
)

// TestWordTable: each word has one in each language.
func TestWordTable(t *testing.T) {
	seen := map[string]bool{}
	columns := 0
	for line := range strings.Lines(wordTable) {
		words := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		if columns == 0 {
			columns = len(words)
		}
		if len(words) != columns || seen[words[0]] {
			t.Errorf("%q has %d columns of %d, or is there twice", line, len(words), columns)
		}
		seen[words[0]] = true
		for _, w := range words {
			if w == "" || strings.TrimSpace(w) != w {
				t.Errorf("a word of %q is empty or has blanks around it", line)
			}
		}
	}
}

// TestWordOf: the words are those of the language, whatever its country, and English where that is not known.
func TestWordOf(t *testing.T) {
	for lang, want := range map[string]string{"de": "Tabelle", "de-AT": "Tabelle", "pt_BR": "Tabela", "no": "Tabell", "nb-NO": "Tabell", "en-GB": "Table", "ja": "Table", "": "Table"} {
		d, _, _ := noma.Parse(source.NewFile("x.noma", "---\nlang: "+lang+"\n---\n"), noma.Options{})
		if got := WordOf(d, "Table"); got != want {
			t.Errorf("%s: %q, want %q", lang, got, want)
		}
		if d.Audience.Older = true; WordOf(d, "Table") != "Table" {
			t.Errorf("%s: an older file has no English word", lang)
		}
	}
}
