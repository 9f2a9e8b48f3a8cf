package reviewsync

import (
	"github.com/nomadocx/nomadocx/internal/office/wml"
	"github.com/nomadocx/nomadocx/layout"
	"github.com/nomadocx/nomadocx/noma"
)

// Sentences that depend on what was changed.

// moved says where a heading went.
func moved(from, to string) string {
	was, now := levelOf(from), levelOf(to)
	how := "up from level " + string(rune('0'+was)) + " to " + string(rune('0'+now)) + "; sections below it of a deeper level now belong to it"
	if now > was {
		how = "down from level " + string(rune('0'+was)) + " to " + string(rune('0'+now)) + "; it is now part of the section before it"
	}
	return how
}

// formatted says what became of words that are the same as before.
func formatted(was, now []layout.Glyph) sentence {
	if pictures, ok := onlyPictures(was, now); ok {
		return pictures
	}
	n := min(len(was), len(now))
	for i := range n {
		if a, b := was[i].Link, now[i].Link; a != b {
			switch {
			case b == "":
				return sayLinkRemoved
			case a == "":
				return sayLinkMade.with(shorten(b))
			}
			return sayLinkLeads.with(shorten(b))
		}
	}
	for i := range n {
		if a, b := was[i].Style, now[i].Style; a != b {
			for _, s := range formattings {
				switch {
				case b&s.style != 0 && a&s.style == 0:
					return sayWordsMade.with(s.done)
				case b&s.style == 0 && a&s.style != 0:
					return sayWordsNoLonger.with(s.name)
				}
			}
		}
	}
	return sayFormatting
}

// formattings are the words for the properties of runs: what was done to words, and what they are no longer.
var formattings = [...]struct {
	style      wml.Style
	done, name string
}{
	{wml.Bold, "made bold", "bold"}, {wml.Italic, "made italic", "italic"}, {wml.Code, "made code", "code"},
	{wml.Strike, "struck out", "struck out"}, {wml.Underline, "underlined", "underlined"},
	{wml.Superscript, "made superscript", "superscript"}, {wml.Subscript, "made subscript", "subscript"},
	{wml.Highlight, "highlighted", "highlighted"}, {wml.SmallCaps, "set in small capitals", "in small capitals"},
}

// titleKeys are the keys of the frontmatter that the lines of the title block are made from, by their styles.
var titleKeys = map[string]string{layout.StyleTitle: "title", layout.StyleSubtitle: "subtitle", layout.StyleAuthor: "author", layout.StyleDate: "date"}

// madeFrom returns the sentence for an edit of a generated line that is no entry of a list of references: what it is made from.
func madeFrom(p *layout.Para) sentence {
	if _, ofDocument := p.Node.(*noma.Document); ofDocument && p.Segs[0].Slot != nil { // a line of the cover
		return sayTitleLine.with(p.Segs[0].Slot.Name)
	}
	if key := titleKeys[p.Style]; key != "" {
		return sayTitleLine.with(key)
	}
	if d, ok := p.Node.(*noma.Directive); ok {
		if d.Is(noma.Contents) {
			return sayContents
		}
		if d.Name != "" && !d.Is(noma.Comment) {
			return sayFromBlock.with(d.Name)
		}
	}
	return sayGenerated
}
