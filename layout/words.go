package layout

import (
	_ "embed"
	"slices"
	"strings"
	"sync"
	"unicode"

	"github.com/nomadocx/nomadocx/internal/office/wml"
	"github.com/nomadocx/nomadocx/noma"
	"github.com/nomadocx/nomadocx/noma/compute"
)

// The words that stand in a document though nobody wrote them, as "Table" before the number of a caption, are in its language.

// wordTable has a line for each word, in English and then in the languages that its first line names.
//
//go:embed words.tsv
var wordTable string

// wordsByLanguage returns the words of each language, by those in English.
var wordsByLanguage = sync.OnceValue(func() map[string]map[string]string {
	out := map[string]map[string]string{}
	var languages []string
	for line := range strings.Lines(wordTable) {
		words := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		if languages == nil {
			for languages = words; len(out) < len(words)-1; {
				out[words[len(out)+1]] = map[string]string{}
			}
			continue
		}
		for i, w := range words[1:] {
			out[languages[i+1]][words[0]] = w
		}
	}
	return out
})

// DocumentLanguage returns the tag of the language of a document, "en" when it names none.
func DocumentLanguage(m noma.Map) string {
	for _, key := range [...]string{LanguageKey, "language", "locale"} {
		if s, ok := m.Get(key).(string); ok && strings.TrimSpace(s) != "" {
			if tag := LanguageTag(s); tag != "" {
				return tag
			}
			break
		}
	}
	return "en"
}

// WordOf returns a word of the program in the language of a document, itself when that is English or not known.
func WordOf(d *noma.Document, english string) string {
	if w := localWords(d)[english]; w != "" && !d.Audience.Older {
		return w
	}
	return english
}

// DecimalComma reports whether numbers that the program writes have a comma in the language of a document.
func DecimalComma(d *noma.Document) bool {
	_, region, _ := strings.Cut(DocumentLanguage(d.Meta), "-")
	return localWords(d) != nil && !slices.Contains([]string{"CH", "LI", "MX", "US", "PR", "GT", "HN", "NI", "PA", "PE", "SV", "DO"}, strings.ToUpper(region))
}

// Number returns a computed number in the language of a document.
func Number(d *noma.Document, v float64) string {
	s := compute.Format(v)
	if DecimalComma(d) && !d.Audience.Points {
		s = strings.Replace(s, ".", ",", 1)
	}
	return s
}

// WordsFor returns a word of the program in English and in the other languages that are known, each once.
func WordsFor(english string) []string {
	out := []string{english}
	for line := range strings.Lines(wordTable) {
		if words := strings.Split(strings.TrimSuffix(line, "\n"), "\t"); words[0] == english {
			slices.Sort(words)
			return slices.Compact(words)
		}
	}
	return out
}

// localWords returns the words in the language of a document, nil for English and languages that are not known.
func localWords(d *noma.Document) map[string]string {
	primary := primaryLanguage(DocumentLanguage(d.Meta))
	if primary == "en" {
		return nil
	}
	return wordsByLanguage()[primary]
}

// inEnglish reports whether more paragraphs of a file begin with a word of the program in English than in the language of the document.
// Words within sentences do not count.
func inEnglish(file *wml.Document, d *noma.Document) bool {
	words, more := localWords(d), 0
	if words == nil {
		return false
	}
	begins := func(text, word string) bool {
		rest, ok := strings.CutPrefix(text, word)
		return ok && (rest == "" || strings.ContainsAny(rest[:1], " :\u00a0"))
	}
	for _, st := range file.Stories {
		for p := range wml.Paragraphs(st.Blocks...) {
			text := p.Text(wml.Original)
			for english, word := range words {
				switch {
				case english == word || !unicode.IsUpper(rune(english[0])):
				case begins(text, english):
					more++
				case begins(text, word):
					more--
				}
			}
		}
	}
	return more > 0
}
