package reviewsync

import (
	"slices"
	"strconv"
	"strings"

	"github.com/nomadocx/nomadocx/internal/office/wml"
	"github.com/nomadocx/nomadocx/layout"
	"github.com/nomadocx/nomadocx/noma"
)

// Formatting of words that the source cannot write. It is no content (a fingerprint does not count them), so
// that the edits beside them are applied; it is reported, since it was meant. Only what a run says beyond
// its styles counts: editors repeat in runs what the styles say.

// wordFormatting is formatting that words were given: how it is reported, and what to do instead.
type wordFormatting struct{ name, instead string }

// formattedWords are words of a paragraph with such formatting.
type formattedWords struct {
	p     *wml.Paragraph
	kind  wordFormatting
	words string
	in    *annotationPara // the comment or note it is in, nil for the text
}

// mostOf is the number of paragraphs from which on formatting of more than half of them is that of the file:
// the reviewer has marked everything, or the editor writes its own formatting on every run.
const mostOf = 8

// report reports the words that were given formatting, one finding for each kind in a paragraph, and one for
// a kind that nearly the whole file has.
func (s *formatting) report() {
	if s.base.foreign {
		return // another program has formatting of its own
	}
	var all []formattedWords
	paragraphs := 0
	template := layout.PropertyWords(s.returned.Properties, layout.TemplateProperty)
	for _, st := range s.returned.Stories {
		for _, b := range st.Blocks {
			from, worded := len(all), 0
			for p := range wml.Paragraphs(b) {
				if s.copies[p] || st.Kind != wml.MainStory && s.ofTemplate(template, p) {
					continue
				}
				if len(p.Runs) > 0 {
					paragraphs++
				}
				if slices.ContainsFunc(p.Runs, func(r wml.Run) bool { return r.Kind == wml.Text && r.Style&wml.Code == 0 && r.Link == nil }) {
					worded++ // code has a size of its own
				}
				all = s.formattingOf(p, all)
			}
			if _, table := b.(*wml.Table); table {
				all = append(all[:from], withoutTableSize(all[from:], worded)...)
			}
		}
	}
	for i := range s.annotations {
		if r := &s.annotations[i]; len(r.p.Runs) > 0 {
			paragraphs++
			all = s.annotationFormatting(r, all)
		}
	}
	all = s.withoutShading(all)
	count, reported := map[wordFormatting]int{}, map[wordFormatting]bool{}
	for _, x := range all {
		count[x.kind]++
	}
	for _, x := range all {
		switch {
		case paragraphs < mostOf || 2*count[x.kind] <= paragraphs:
			f := s.refuse(sayFormattingUnwritten.with(x.kind.name, x.kind.instead), s.owner.Get(x.p), x.words, x.words+" ("+x.kind.name+")")
			if x.in != nil {
				f.inComment, f.inNote, f.endnote = x.in.comment, x.in.note, x.in.end
			} else {
				f.at(x.p)
			}
		case !reported[x.kind]:
			reported[x.kind] = true
			s.refuse(sayFormattingOfMost.with(x.kind.name), nil, "", x.kind.name)
		}
	}
}

// shadedWords is the number of texts highlighted as a whole from which on that is what a program makes of shading; of programs that are not
// known to keep formatting any one is.
const shadedWords = 3

// withoutShading leaves out texts that are highlighted as a whole, in colours that are none of Word's highlighting (ECMA-376 §17.18.40).
func (s *formatting) withoutShading(all []formattedWords) []formattedWords {
	shaded := func(x formattedWords) bool {
		colour, ok := strings.CutPrefix(x.kind.name, "highlighted in ")
		return ok && len(colour) == 6 && strings.Trim(colour, "0123456789ABCDEF") == "" && !slices.ContainsFunc(x.p.Runs, func(r wml.Run) bool {
			return r.Kind == wml.Text && r.Link == nil && r.Style&wml.Code == 0 && strings.TrimSpace(r.Text) != "" && (r.Look == nil || r.Look.Highlight != colour)
		})
	}
	words := habit{say: sayShadedWords}
	for _, x := range all {
		if shaded(x) {
			words.add(s.owner.Get(x.p), x.words, x.kind.name)
		}
	}
	if words.n == 0 || words.n < shadedWords && s.returned.keepsFormatting() {
		return all
	}
	s.habit(words, s.returned.program())
	return slices.DeleteFunc(all, shaded)
}

// ofTemplate reports whether a paragraph of a header or footer is that of the template, as it was: its formatting is no edit.
func (s *formatting) ofTemplate(template []string, p *wml.Paragraph) bool {
	if len(template) == 0 || s.planned.Get(p) != nil {
		return false
	}
	key := layout.HeaderFooterKey(p.Runs)
	return key == "" || slices.Contains(template, key)
}

// withoutTableSize leaves out the size that most of a table's paragraphs have: that of its style, which
// programs without table styles (all that go by OpenDocument) write on every word.
func withoutTableSize(list []formattedWords, paragraphs int) []formattedWords {
	count := map[wordFormatting]int{}
	for _, x := range list {
		count[x.kind]++
	}
	return slices.DeleteFunc(list, func(x formattedWords) bool {
		return x.kind.instead == sizesInstead && 2*count[x.kind] > paragraphs
	})
}

// formattingOf adds the formatting of a paragraph's words to a list.
func (s *formatting) formattingOf(p *wml.Paragraph, list []formattedWords) []formattedWords {
	from := len(list)
	add := func(kind wordFormatting, words string) {
		for i := from; i < len(list); i++ {
			if list[i].kind == kind {
				list[i].words += words
				return
			}
		}
		list = append(list, formattedWords{p: p, kind: kind, words: words})
	}
	for i := range p.Runs {
		// Editors draw links, and what was a field, like links.
		r := &p.Runs[i]
		if r.Kind == wml.Text && r.Link != nil && r.Ins == nil && r.Del == nil && r.Style&wml.SmallCaps != 0 && !s.capitals(p) {
			add(wordFormatting{"set in small capitals", "the words of a link have none"}, r.Text)
		}
		if r.Kind != wml.Text || r.Link != nil || r.Ins != nil || r.Del != nil || r.Look == nil {
			continue
		}
		s.ownFormatting(p, r, add)
	}
	s.ofFixedWords(p, add)
	out := list[:from]
	for _, x := range list[from:] {
		if x.words = noma.OneLine(x.words); x.words != "" {
			out = append(out, x)
		}
	}
	return out
}

// ofFixedWords reports what the source can write elsewhere and not in the words of a line that are no value. Where a value got it, too, the
// edit is brought in there.
func (s *formatting) ofFixedWords(p *wml.Paragraph, add func(wordFormatting, string)) {
	planned := s.planned.Get(p)
	if planned == nil || planned.Line == nil || !slices.ContainsFunc(p.Runs, func(r wml.Run) bool { return r.Kind == wml.Text && r.Style != 0 }) {
		return
	}
	all, sent := layout.Glyphs(p.Runs, wml.Original), layout.Glyphs(planned.Runs(), wml.Original)
	fixed := planned.Line.Fixed(all)
	for _, f := range formattings {
		with := func(g []layout.Glyph) []layout.Glyph {
			return slices.DeleteFunc(slices.Clone(g), func(g layout.Glyph) bool { return g.Style&f.style == 0 })
		}
		if words := with(fixed); len(words) > 0 && len(with(all))-len(words) <= len(with(sent)) {
			add(wordFormatting{f.done, fixedInstead}, layout.PlainText(words))
		}
	}
}

const (
	fixedInstead = "they are generated from the block"
	fontsInstead = "fonts are those of the template"
	sizesInstead = "sizes are those of the template"
)

// ownFormatting reports colours, fonts, sizes, and letters that are shown otherwise than they were typed.
func (s *formatting) ownFormatting(p *wml.Paragraph, r *wml.Run, add func(wordFormatting, string)) {
	l := r.Look
	if l.Color != "" && s.coloured(p, l) {
		add(wordFormatting{"coloured " + l.Color, "use bold or italic"}, r.Text)
	}
	if l.Highlight != "" {
		instead := "in the source they are highlighted in yellow"
		if r.Style&wml.Highlight == 0 {
			instead = "use ==words==, which are highlighted in yellow"
		}
		add(wordFormatting{"highlighted in " + l.Highlight, instead}, r.Text)
	}
	switch l.Letters {
	case "":
	case "hidden":
		add(wordFormatting{"hidden", "delete them in the source, if that was meant"}, r.Text)
	default:
		add(wordFormatting{"set in " + l.Letters, "type them so"}, r.Text)
	}
	// For symbols and for scripts a font lacks, editors choose another one by themselves.
	latin := strings.ContainsFunc(r.Text, func(c rune) bool { return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9' })
	if l.Font != "" && latin {
		add(wordFormatting{"set in the font " + l.Font, fontsInstead}, r.Text)
	}
	if l.Size != 0 {
		add(wordFormatting{"set in a size of " + strconv.FormatFloat(float64(l.Size)/2, 'f', -1, 64) + " points", sizesInstead}, r.Text)
	}
}

// capitals reports whether a paragraph was sent with links in small capitals: entries of contents have the formatting of their headings.
func (s *formatting) capitals(p *wml.Paragraph) bool {
	planned := s.planned.Get(p)
	return planned != nil && slices.ContainsFunc(planned.Runs(), func(r wml.Run) bool { return r.Link != nil && r.Style&wml.SmallCaps != 0 })
}

// black is the colour of text that has none of its own: programs without that write it out.
const black = "000000"

// coloured reports whether a colour is none the paragraph was sent with. Generated lines have colours of
// their own, which follow what the author writes.
func (s *formatting) coloured(p *wml.Paragraph, look *wml.Look) bool {
	planned := s.planned.Get(p)
	if planned == nil {
		return look.Color != black
	}
	if s.base.moved && planned.Part != layout.PartText && planned.Part != layout.PartHeading {
		return false
	}
	own := func(run wml.Run) bool { return run.Look != nil && run.Look.Color != "" }
	if look.Color == black && !slices.ContainsFunc(planned.Runs(), own) {
		return false
	}
	return !slices.ContainsFunc(planned.Runs(), func(run wml.Run) bool { return run.Look != nil && s.sent(run.Look.Color, look) })
}
