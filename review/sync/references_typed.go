package reviewsync

import (
	"slices"
	"strings"

	"github.com/nomadocx/nomadocx/internal/office/wml"
	"github.com/nomadocx/nomadocx/layout"
)

// References that a reviewer inserts. Word gives the caption or heading a bookmark of its own (_Ref and a number) and refers
// to that (ECMA-376 §17.16.5.51). In the source it is a reference to the block or section.

const typedMark = "_Ref"

// typedReferences makes references to bookmarks of Word, in captions and headings of this program, references to the blocks.
func (in *normalized) typedReferences() {
	var block map[string]string // our bookmark, by that of Word; made when the first reference is met
	for _, p := range in.marked {
		for i := range p.Runs {
			c := p.Runs[i].Field()
			if c == nil || !strings.Contains(c.Instr, typedMark) {
				continue
			}
			if block == nil {
				block = in.captionsOfWord()
			}
			words := strings.Fields(c.Instr)
			if len(words) < 2 || !strings.EqualFold(words[0], "REF") || block[words[1]] == "" {
				continue
			}
			words[1] = block[words[1]]
			p.Runs[i].Object = &wml.FieldCode{Instr: strings.Join(words, " ")}
			in.wordsOfHeading(&p.Runs[i], words)
		}
	}
}

// wordsOfHeading makes a link of a field that shows the words of a heading which has a number: references show the number there.
func (in *normalized) wordsOfHeading(r *wml.Run, words []string) {
	if in.plan.Settings.NumberedFrom == 0 || r.Kind != wml.Field || r.Text == "" || !in.plan.Names.NumberedSection(words[1]) {
		return
	}
	if !slices.ContainsFunc(words[2:], func(w string) bool { return len(w) == 2 && strings.Contains(`\r\w\n`, strings.ToLower(w)) }) {
		r.Kind, r.Object, r.Link = wml.Text, nil, &wml.Link{Anchor: words[1]}
	}
}

// captionsOfWord returns our bookmarks of captions and headings, by those that Word gave them.
func (in *normalized) captionsOfWord() map[string]string {
	block := map[string]string{}
	for p := range in.texts() {
		own, typed := "", ""
		for i := range p.Points {
			switch pt := &p.Points[i]; {
			case pt.Kind != wml.BookmarkStart:
			case strings.HasPrefix(pt.Name, typedMark):
				typed = pt.Name
			case own == "" && in.plan.Names.Shown(pt.Name) != "":
				own = layout.PlainBookmark(pt.Name)
			}
		}
		if own != "" && typed != "" {
			block[typed] = own
		}
	}
	return block
}
