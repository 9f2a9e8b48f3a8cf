package reviewsync

import (
	"slices"
	"strings"

	"github.com/nomadocx/nomadocx/internal/office/wml"
	"github.com/nomadocx/nomadocx/layout"
)

// Why a text cannot be written in the source: what in it is in the way, by name.

// said is the text of runs as a report quotes it: with the words of what is no text.
func said(runs []wml.Run) string {
	if !slices.ContainsFunc(runs, func(r wml.Run) bool { return isObject(&r) }) {
		return text(runs)
	}
	var b strings.Builder
	for i := range runs {
		r := &runs[i]
		if !wml.Original.Shows(r) {
			continue
		}
		switch {
		case r.Kind.IsText():
			b.WriteString(layout.Characters(r))
		case r.Kind == wml.Math:
			b.WriteString("$" + layout.Equation(r) + "$")
		case r.Image() != nil:
			if words := described(r.Image()); words != "" {
				b.WriteString("[" + words + "]")
			}
		case r.Kind == wml.Field && strings.HasPrefix(strings.TrimSpace(r.Field().Instr), "SEQ"):
			// the number of a caption, which Word counts
		case isObject(r):
			b.WriteString(r.Text)
		}
	}
	return strings.TrimSpace(b.String())
}

func isObject(r *wml.Run) bool {
	return r.Kind == wml.Field || r.Kind == wml.Input || r.Kind == wml.Picture
}

// described is what a picture says of itself.
func described(im *wml.Image) string {
	words := strings.TrimSpace(oneLine(im.Alt) + "\n" + im.Words)
	if len(im.Chart) > 0 {
		words = strings.TrimSpace(words + "\n" + wml.PartWords(string(im.Chart), true))
	}
	return words
}

// unspelled says why the content of runs cannot be written: the code and the sentence of a finding.
func (s *session) unspelled(runs []wml.Run) (Code, string) {
	for i := range runs {
		r := &runs[i]
		if !wml.Original.Shows(r) {
			continue
		}
		switch r.Kind {
		case wml.Picture:
			return CodePicture, "A picture was put here. A picture stands in a ::figure block of its own in .noma; save its file beside the source and add one."
		case wml.Input:
			return CodeNoSpelling, "A form field was put here. A form field is a ::control block of its own in .noma; add one to the source."
		case wml.Field:
			words := strings.Fields(r.Field().Instr)
			if len(words) > 1 && strings.EqualFold(words[0], "REF") && s.names.ID(strings.Trim(words[1], `"`)) != "" {
				continue
			}
			name := "A field"
			if len(words) > 0 {
				name = "A field (" + strings.ToUpper(words[0]) + ")"
			}
			return CodeNoSpelling, name + " was put here. The source has no fields: captions get their numbers, and references their words, when it is rendered; write the words in the source."
		}
	}
	return CodeNoSpelling, s.unspelledMarks(layout.Glyphs(runs, wml.Original))
}

// markup are the characters that can be read as markup.
const markupCharacters = "*_`[]$\\|#<>:{}~!()&"

// unspelledMarks names the characters that stand in the way.
func (s *session) unspelledMarks(g []layout.Glyph) string {
	reads := func(g []layout.Glyph) bool { return s.names.Spells(s.names.Markup(g, false), g) }
	if reads(g) {
		for line := range strings.SplitSeq(s.names.Markup(g, false), "\n") {
			if startsBlock(line) {
				first, _, _ := strings.Cut(strings.TrimSpace(line), " ")
				return "The text cannot be written in .noma: a line that begins with “" + shortened(first) + "” begins a block there. Rephrase it in the source."
			}
		}
		return "The text cannot be written in .noma where it stands: it has several lines. Rephrase it in the source."
	}
	if slices.ContainsFunc(g, func(x layout.Glyph) bool {
		name, inside := strings.CutPrefix(x.Link, "#")
		return inside && s.names.ID(name) == ""
	}) {
		return "A link leads to a place of the Word file that is no block of the source. Write the words in the source, with a link to a block."
	}
	var there []string
	for _, c := range markupCharacters {
		without := slices.DeleteFunc(slices.Clone(g), func(x layout.Glyph) bool { return x.Object == "" && x.Rune == c })
		if len(without) == len(g) {
			continue
		}
		if reads(without) {
			there = []string{"“" + string(c) + "”"}
			break
		}
		there = append(there, "“"+string(c)+"”")
	}
	switch {
	case len(there) == 0:
		return "The text cannot be written in .noma: bold, italic, code or links meet in a way it has no marks for. Change them in the source."
	case len(there) == 1:
		return "The text cannot be written in .noma: " + there[0] + " would be read as markup. Rephrase it in the source."
	}
	return "The text cannot be written in .noma: " + strings.Join(there, ", ") + " would be read as markup. Rephrase it in the source."
}

// shortened is the beginning of a word, for a message.
func shortened(word string) string {
	if r := []rune(word); len(r) > 12 {
		return string(r[:12]) + "…"
	}
	return word
}
