package reviewsync

import (
	"strings"

	"github.com/nomadocx/nomadocx/layout"
	"github.com/nomadocx/nomadocx/wml"
)

// Looks the source has no mark for. They are no content (a fingerprint does not count them), so that the
// edits beside them come home; they are told, since they were meant.

var strangeLooks = [...]struct {
	style wml.Style
	name  string
}{
	{wml.Strike, "struck out"}, {wml.Underline, "underlined"}, {wml.Superscript, "raised"}, {wml.Subscript, "lowered"},
}

// looks reports the words that were given such a look, one finding for each look of a paragraph.
func (s *session) looks() {
	if s.base.foreign {
		return // another program has looks of its own
	}
	for _, st := range s.returned.Stories {
		for _, b := range st.Blocks {
			eachParagraph(b, func(p *wml.Paragraph) {
				if !s.copies[p] {
					s.looksOf(p)
				}
			})
		}
	}
}

func (s *session) looksOf(p *wml.Paragraph) {
	for _, look := range strangeLooks {
		var words strings.Builder
		for i := range p.Runs {
			// Editors draw links, and what was a field, like links.
			if r := &p.Runs[i]; r.Kind == wml.Text && r.Style&look.style != 0 && r.Link == nil && r.Ins == nil && r.Del == nil {
				words.WriteString(r.Text)
			}
		}
		said := oneLine(words.String())
		if said == "" || s.planned.Get(p) != nil && sentWith(s.planned.Get(p), look.style) {
			continue
		}
		s.refuse(CodeNoSpelling, s.owner.Get(p), "Words were "+look.name+", which the source has no mark for.", said, said+" ("+look.name+")").at(p)
	}
}

// sentWith reports whether a paragraph had a look when it was sent.
func sentWith(p *layout.Para, look wml.Style) bool {
	for i := range p.Segs {
		for k := range p.Segs[i].Runs {
			if p.Segs[i].Runs[k].Style&look != 0 {
				return true
			}
		}
	}
	return false
}
