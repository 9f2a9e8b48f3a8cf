package reviewsync

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/nomadocx/nomadocx/internal/office/wml"
	"github.com/nomadocx/nomadocx/layout"
)

// How alike two elements are that have no mark in common and do not read the same.

// Score returns the share of words two paragraphs have in common, or of cells two tables have in common.
func (s *story) Score(i, j int) int {
	s.look.Now()
	it, g := &s.items[i], &s.got[j]
	if (it.para == nil) != (g.para == nil) {
		return 0
	}
	if s.Equal(i, j) {
		return 1000
	}
	if s.base.new(it.para) && !onlyFormatting(it.para, g.para) && !s.otherValues(i, g.para) {
		return 0 // the reviewer never saw it
	}
	if g.picture != nil && it.key == g.key {
		return 900 // it was replaced, unless the one that was sent is beside it
	}
	if s.hollow[i] && !isHeading(g.para.Style) {
		return 0 // the paragraph that has its words is another one
	}
	if it.para != nil && it.para.Part == layout.PartGenerated && isHeading(g.para.Style) && it.para.Style != g.para.Style {
		return 0 // an entry of the contents becomes no heading: one was typed
	}
	if it.para != nil && it.para.Style == g.para.Style && grown(it.para, g.para) {
		return 950 // words that came from another paragraph do not make it that paragraph
	}
	if it.words == nil {
		it.words = map[string]int{}
		layout.EachPara(it.block, func(p *layout.Para) { countWords(it.words, p.Runs()) })
		if it.para != nil {
			it.text = shown(it.para)
		}
	}
	if g.words == nil {
		g.words = map[string]int{}
		for p := range wml.Paragraphs(g.block) {
			countWords(g.words, p.Runs)
		}
		if g.para != nil {
			g.text = text(g.para.Runs)
		}
	}
	common, total := overlap(it.words, g.words)
	score := 900 * 2 * common / max(total, 1)
	if it.para == nil {
		return max(score, 50) // tables are few: order alone is evidence
	}
	if total == 0 {
		return 0
	}
	if common == 0 && it.para.Part != layout.PartCode {
		score = 9 * alikeEnds(it.text, g.text) / max(len(it.text), len(g.text), 1) // a word typed into others makes one word of all of them
	}
	if at := s.Anchored(j); score < 200 && at >= 0 && at != i {
		return 0 // its bookmark says what it is, and it reads like that
	}
	if it.para.Style != "" && it.para.Style == g.para.Style {
		score += 60
		if score > 60 || it.para.Part != layout.PartCode {
			return score
		}
	}
	if score < 200 {
		// A paragraph typed over as a whole keeps its place, its list and its frame.
		look := it.para.Style == g.para.Style || !s.styles && !isHeading(it.para.Style) && !isHeading(g.para.Style)
		switch framed := (it.para.Frame != nil) == g.para.Framed || !s.frames; {
		case look && framed && it.para.List == g.para.List:
			return score/2 + 20
		case look && framed && it.para.List != wml.NoList && g.para.List != wml.NoList:
			return score/2 + 10 // with another marker
		}
		return 0
	}
	if (it.para.List == wml.NoList) != (g.para.List == wml.NoList) {
		score-- // of two that are as alike, it is the one that is an item too, or none
	}
	return score
}

// otherValues reports whether an item is the metadata line of a block that was sent, which has other values now, and a returned paragraph
// has its style.
func (s *story) otherValues(i int, r *wml.Paragraph) bool {
	p := s.items[i].para
	if p.Part != layout.PartMeta || r.Style != p.Style {
		return false
	}
	for i--; i >= 0; i-- {
		if b := s.items[i].para; b != nil && b.Node == p.Node {
			return b.Part == layout.PartLabel && !s.base.new(b)
		} else if n, _ := blockNode(s.items[i].block); !within(n, p.Node) {
			break
		}
	}
	return false
}

// onlyFormatting reports whether a returned paragraph has the characters of a line of code, and formatting that code
// has none of. Once its characters are in the source the two still differ, and the hash of what was sent is of neither.
func onlyFormatting(p *layout.Para, r *wml.Paragraph) bool {
	return p.Part == layout.PartCode && codeText(r) == p.Segs[0].Slot.Value
}

// grown reports whether a returned paragraph is a line of code with text put in before or behind it.
func grown(p *layout.Para, r *wml.Paragraph) bool {
	if p.Part != layout.PartCode {
		return false
	}
	was, now := strings.TrimSpace(p.Segs[0].Slot.Value), strings.TrimSpace(codeText(r))
	return was != "" && (strings.HasPrefix(now, was) || strings.HasSuffix(now, was))
}

// countWords adds the words and equations of a paragraph, whatever runs they are cut into.
func countWords(m map[string]int, runs []wml.Run) {
	var b strings.Builder
	for i := range runs {
		if runs[i].Kind == wml.Math {
			m["$"+layout.Equation(&runs[i])]++
		}
		b.WriteString(layout.Characters(&runs[i]))
	}
	eachWord(b.String(), func(word string) { m[word]++ })
}

// eachWord calls f for the words of a text: without the punctuation around them, and each letter of a script that
// writes no blanks between words.
func eachWord(text string, f func(word string)) {
	from := -1
	end := func(at int) {
		if from >= 0 {
			word := text[from:at]
			if bare := strings.TrimFunc(word, unicode.IsPunct); bare != "" {
				word = bare
			}
			f(word)
			from = -1
		}
	}
	for i, r := range text {
		switch {
		case r <= ' ' || r == 0xa0:
			end(i)
		case unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Thai, unicode.Lao, unicode.Khmer):
			end(i)
			f(text[i : i+utf8.RuneLen(r)])
		case from < 0:
			from = i
		}
	}
	end(len(text))
}

func overlap(a, b map[string]int) (common, total int) {
	for w, n := range a {
		total += n
		common += min(n, b[w])
	}
	for _, n := range b {
		total += n
	}
	return common, total
}

// wording is a text with its words.
type wording struct {
	text  string
	words map[string]int
}

func (t *wording) count() map[string]int {
	if t.words == nil {
		t.words = map[string]int{}
		countWords(t.words, []wml.Run{{Text: t.text}})
	}
	return t.words
}

// likeness says how much two texts have in common, of 1000: words, or how they begin and end.
func likeness(a, b *wording) int {
	if a.text == b.text {
		return 1000
	}
	longer := max(len(a.text), len(b.text))
	common, total := overlap(a.count(), b.count())
	return min(999, max(1000*alikeEnds(a.text, b.text)/longer, 2000*common/max(total, 1)))
}

// alikeEnds returns how many bytes two texts begin and end alike with.
func alikeEnds(a, b string) int {
	n := commonPrefix(a, b)
	return n + commonSuffix(a[n:], b[n:])
}

// Likenesses returns how much the texts of two lists have in common, by their numbers: 1000 when they are the same.
func Likenesses(a, b []string) func(i, j int) int {
	counted := func(texts []string) []wording {
		out := make([]wording, len(texts))
		for i := range texts {
			out[i].text = texts[i]
		}
		return out
	}
	x, y := counted(a), counted(b)
	return func(i, j int) int { return likeness(&x[i], &y[j]) }
}
