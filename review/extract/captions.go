package extract

import (
	"strings"
	"sync"

	"github.com/nomadocx/nomadocx/layout"
)

// captionWord begins a caption of a kind.
type captionWord struct{ words, kind string }

// captionWords returns what captions begin with in any language; a computed plot or table counts as the kind it resembles.
var captionWords = sync.OnceValue(func() []captionWord {
	out := []captionWord{{"computed plot", "plot"}, {"computed table", "table"}}
	for _, english := range [...]string{"Figure", "Table", "Plot"} {
		for _, w := range layout.WordsFor(english) {
			out = append(out, captionWord{w, strings.ToLower(english)})
		}
	}
	return out
})

// caption lists the paragraph if it is a numbered caption.
func (p *part) caption(q *para) {
	if q.Style != layout.StyleCaption || q.blank {
		return
	}
	kind, title := splitCaption(p.reviewText(q.Paragraph))
	if title == "" {
		return
	}
	p.review.note(q.Paragraph, Captions, len(p.review.Captions))
	p.review.Captions = append(p.review.Captions, Caption{NativeID: p.number(Captions), Anchors: q.names,
		HasRevisions: revised(q.Paragraph), Kind: kind, Title: title, At: q.at})
}

// splitCaption reads "Figure 12: title"; without this form both results are "".
func splitCaption(s string) (kind, title string) {
	for _, c := range captionWords() {
		if len(s) < len(c.words) || !strings.EqualFold(s[:len(c.words)], c.words) {
			continue
		}
		rest := strings.TrimLeftFunc(s[len(c.words):], isSpace)
		number := strings.TrimLeft(rest, "0123456789")
		if len(number) == len(rest) || len(rest) == len(s)-len(c.words) {
			continue // no number, or none apart from the word
		}
		title, ok := strings.CutPrefix(strings.TrimLeftFunc(number, isSpace), ":")
		if !ok {
			return "", ""
		}
		return c.kind, trim(title)
	}
	return "", ""
}
