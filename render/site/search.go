package site

import (
	"encoding/json"
	"strings"

	"github.com/nomadocx/nomadocx/noma"
)

// maxText is how much of a page the search knows, in bytes. One index serves all pages, and whoever
// searches loads it whole.
const maxText = 20_000

// entry is a page in the index.
type entry struct {
	URL         string    `json:"url"` // from the root of the site
	Title       string    `json:"title"`
	Description string    `json:"description,omitempty"`
	Tags        []string  `json:"tags,omitempty"`
	Status      string    `json:"status,omitempty"`
	Owner       string    `json:"owner,omitempty"`
	Updated     string    `json:"updated,omitempty"`
	Sections    []section `json:"sections,omitempty"`
	Text        string    `json:"text"`
}

// searchIndex returns the index as JSON, a list in the order of the book. Marshal escapes what would end a
// script.
func (s *builder) searchIndex() ([]byte, error) {
	out := make([]entry, 0, len(s.pages))
	for _, p := range s.pages {
		out = append(out, entry{p.slug + ".html", p.title, p.description, p.tags, p.status, p.owner, p.updated, p.sections, p.text})
	}
	return json.Marshal(out)
}

// plainText returns what a page says, in one line.
func plainText(d *noma.Document) string {
	var b strings.Builder
	for t := range texts(d) {
		if b.Len() >= maxText {
			break
		}
		for _, w := range strings.Fields(noma.PlainText(noma.ParseInline(t))) {
			if b.Len() > 0 {
				b.WriteByte(' ')
			}
			b.WriteString(w)
		}
	}
	s := b.String()
	if len(s) > maxText {
		s = strings.ToValidUTF8(s[:maxText], "") // the cut may go through a character
	}
	return s
}
