package layout

import (
	"strconv"
	"strings"

	"github.com/nomadocx/nomadocx/noma"
)

// Numbers of headings. In Word they come from a multilevel list that the heading styles belong to, so that no file holds them as
// text; what a reference and a list of contents shows is counted here, as Word counts.

// NumberKey is the key of the frontmatter that numbers the headings.
const NumberKey = "number_sections"

// SectionNumbers are the numbers of the headings of a document. The zero value numbers nothing.
type SectionNumbers struct {
	// Top is the level that counts as the first, 0 when headings have no numbers.
	Top  int
	of   map[*noma.Section]string
	doc  *noma.Document
	word string // before a number in a reference, with a blank
}

// NumberSections counts the headings of a document, if its frontmatter wants numbers. The highest level that a heading has counts as
// the first, but for the first heading when it is the title that the frontmatter gives. One that stands on the cover is no heading in Word.
func NumberSections(d *noma.Document) SectionNumbers {
	if on, _ := d.Meta.Get(NumberKey).(bool); !on {
		return SectionNumbers{doc: d}
	}
	title := TitleSection(d)
	if title != nil && !IsTitle(d, title) {
		title = nil
	}
	n := SectionNumbers{Top: partLevel(d, title), of: map[*noma.Section]string{}, doc: d, word: WordOf(d, sectionWord) + " "}
	var count [7]int
	var onCover *noma.Section
	if hasCover(d) {
		onCover = titleHeading(d)
	}
	for x := range d.WalkShown() {
		s, ok := x.(*noma.Section)
		if !ok || s == onCover {
			continue
		}
		if level := min(max(s.Level, 1), 6); level >= n.Top && numbered(s) {
			n.of[s] = next(&count, n.Top, level)
		}
	}
	return n
}

// next counts one heading more. A level that was left out counts as begun, and a heading ends those of lower levels.
func next(count *[7]int, top, level int) string {
	for l := top; l < level; l++ {
		count[l] = max(count[l], 1)
	}
	count[level]++
	clear(count[level+1:])
	var b strings.Builder
	for l := top; l <= level; l++ {
		if l > top {
			b.WriteByte('.')
		}
		b.WriteString(strconv.Itoa(count[l]))
	}
	return b.String()
}

// UnnumberedKey says at a heading that it has no number, and none of those below it.
const UnnumberedKey = "unnumbered"

// numbered reports whether a heading stands in the body, where it counts, and does not say otherwise.
func numbered(s *noma.Section) bool {
	if seen(s) != noma.Node(s) {
		return false
	}
	for p := noma.Node(s); p != nil; p = p.At().Parent {
		switch p := p.(type) {
		case *noma.Directive:
			if p.Name == "change_request" {
				return false
			}
		case *noma.Section:
			if a, ok := noma.FindAttr(p.Attrs, UnnumberedKey); ok && a.Value.Text() != "false" {
				return false
			}
		}
	}
	return true
}

// Of returns the number of a heading, "" when it has none.
func (n SectionNumbers) Of(s *noma.Section) string { return n.of[s] }

// Before returns the number of a heading with a blank behind it, "" when it has none.
func (n SectionNumbers) Before(s *noma.Section) string {
	if no := n.of[s]; no != "" {
		return no + " "
	}
	return ""
}

// Title returns what a reference to a section shows: "section 3.2", or the words of a heading without a number.
func (n SectionNumbers) Title(s *noma.Section) string {
	if no := n.of[s]; no != "" {
		return n.word + no
	}
	if n.doc == nil {
		return SectionTitle(s)
	}
	return PlainLine(n.doc, s.Title.S)
}

// sectionWord and equationWord stand before the number of a section and of an equation in a reference.
const sectionWord, equationWord = "section", "equation"

// OnlyNumber is the label of a reference that shows the number of a section or an equation without a word: [[id|#]].
const OnlyNumber = "#"

// counted returns what a reference to the block with a bookmark is made of: a word, and a number that a REF field with these switches
// shows; all empty when it shows no number by itself.
func (n *Names) counted(bookmark string) (word, number, switches string) {
	if n == nil {
		return "", "", ""
	}
	bookmark = PlainBookmark(bookmark)
	if no := n.equations[bookmark]; no != "" {
		return WordOf(n.doc, equationWord) + " ", no, ""
	}
	if n.sections.Top > 0 {
		if s, _ := n.blocks[n.names[bookmark]].node.(*noma.Section); n.sections.Of(s) != "" {
			return n.sections.word, n.sections.Of(s), `\r `
		}
	}
	return "", "", ""
}

// WordBefore returns the word before the number that a reference to the block with a bookmark shows, "" for none.
func (n *Names) WordBefore(bookmark string) string {
	word, _, _ := n.counted(bookmark)
	return word
}

// wordBefore returns how long the word is at the end of a text that a reference to the block behind it shows by itself, 0 when it does
// not stand there.
func (n *Names) wordBefore(text, behind []Glyph) int {
	if len(behind) == 0 {
		return 0
	}
	name, _ := strings.CutPrefix(behind[0].Object, "REF ")
	word, _, _ := n.counted(name)
	at := len(text) - len(word)
	if word == "" || at < 0 || at > 0 && wordRune(text[at-1]) {
		return 0
	}
	for i, r := range word {
		if text[at+i] != (Glyph{Rune: r}) {
			return 0
		}
	}
	return len(word)
}

// Counted reports whether references to the block with a bookmark show the number of a section or an equation.
func (n *Names) Counted(bookmark string) bool {
	_, number, _ := n.counted(bookmark)
	return number != ""
}

// NumberedSection reports whether the bookmark is that of a section with a number.
func (n *Names) NumberedSection(bookmark string) bool {
	_, _, switches := n.counted(bookmark)
	return switches != ""
}
