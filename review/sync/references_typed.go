package reviewsync

import (
	"regexp"
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
		for i := 0; i < len(p.Runs); i++ {
			c := p.Runs[i].Field()
			if c == nil || !strings.Contains(c.Instr, typedMark) {
				if c != nil && strings.HasPrefix(c.Instr, "REF ") {
					in.numberedOtherwise(p, i)
				}
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
	if !showsNumber(words[2:]) {
		r.Kind, r.Object, r.Link = wml.Text, nil, &wml.Link{Anchor: words[1]}
	}
}

// showsNumber reports whether a REF field with these switches shows the number of a heading, not its words.
func showsNumber(switches []string) bool {
	return slices.ContainsFunc(switches, func(w string) bool { return len(w) == 2 && strings.Contains(`\r\w\n`, strings.ToLower(w)) })
}

// sectionNumber is what a reference to a section with a number shows.
var sectionNumber = regexp.MustCompile(`^[0-9.]+$`)

// numberedOtherwise makes the reference at a place what the source has for it: one whose headings have numbers shows these behind a word,
// any other the words of the heading. In a redline a reference may be as it is in a version with other settings.
func (in *normalized) numberedOtherwise(p *wml.Paragraph, i int) {
	r := &p.Runs[i]
	words := strings.Fields(r.Field().Instr)
	if len(words) < 2 || r.Kind != wml.Field || r.Field().Part || in.plan.Names.Shown(words[1]) == "" {
		return
	}
	numbered, shows := in.plan.Names.NumberedSection(words[1]), showsNumber(words[2:])
	if numbered == shows || shows != sectionNumber.MatchString(r.Text) || in.base.moved && in.wasSent(p.Runs) {
		return
	}
	if before := p.Runs[:i]; shows && i > 0 && before[i-1].Kind == wml.Text {
		for _, word := range layout.WordsFor("section") {
			before[i-1].Text = strings.TrimSuffix(before[i-1].Text, word+" ")
		}
	} else if word := in.plan.Names.WordBefore(words[1]); !shows && (i == 0 || !strings.HasSuffix(before[i-1].Text, word)) {
		p.Runs = slices.Insert(p.Runs, i, wml.Run{Text: word, Style: r.Style, Ins: r.Ins, Del: r.Del})
		for k := range p.Points {
			if p.Points[k].At > i {
				p.Points[k].At++
			}
		}
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
