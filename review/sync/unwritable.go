package reviewsync

import (
	"slices"
	"strings"

	"github.com/nomadocx/nomadocx/internal/office/wml"
	"github.com/nomadocx/nomadocx/layout"
	"github.com/nomadocx/nomadocx/noma"
)

// Why a text cannot be written in the source: what in it is in the way, by name.

// saidLinked returns the text of runs as a report quotes it, and behind it where its links lead, but for those that were sent with it.
func saidLinked(runs []wml.Run, sent ...wml.Run) string {
	out, known := said(runs), map[string]bool{}
	for i := range sent {
		known[layout.LinkKey(sent[i].Link)] = true
	}
	for i := range runs {
		if l := runs[i].Link; l != nil && l.URL != "" && !strings.Contains(out, l.URL) && !known[layout.LinkKey(l)] {
			out += " (" + l.URL + ")"
		}
	}
	return out
}

// said returns the text of runs as a report quotes it: with the words of what is no text, and without the number of a caption, which Word
// counts.
func said(runs []wml.Run) string { return reads(runs, false) }

// reads is said, with the numbers of captions where they are wanted.
func reads(runs []wml.Run, numbers bool) string {
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
		case !numbers && r.Kind == wml.Field && strings.HasPrefix(strings.TrimSpace(r.Field().Instr), "SEQ"):
		case isObject(r):
			b.WriteString(r.Text)
		}
	}
	return strings.TrimSpace(b.String())
}

func isObject(r *wml.Run) bool {
	return r.Kind == wml.Field || r.Kind == wml.Input || r.Kind == wml.Picture
}

// described returns what a picture says of itself.
func described(im *wml.Image) string {
	return strings.TrimSpace(noma.OneLine(im.Alt) + "\n" + im.Says())
}

// unwritable says why the content of runs cannot be written.
func (s *core) unwritable(runs []wml.Run) sentence {
	for i := range runs {
		r := &runs[i]
		if !wml.Original.Shows(r) {
			continue
		}
		switch r.Kind {
		case wml.Picture:
			if !inSentence(r) {
				return sayPicturePut
			}
		case wml.Input:
			return sayFormPut
		case wml.Field:
			if _, ok := s.names.Cite(r.Field()); ok {
				continue
			}
			words := strings.Fields(r.Field().Instr)
			if len(words) > 1 && strings.EqualFold(words[0], "REF") && s.names.ID(strings.Trim(words[1], `"`)) != "" {
				continue
			}
			name := "A field"
			if len(words) > 0 {
				name = "A field (" + strings.ToUpper(words[0]) + ")"
			}
			return sayFieldPut.with(name)
		}
	}
	return s.unwritableMarks(layout.Glyphs(runs, wml.Original))
}

// markup are the characters that can be read as markup.
const markupCharacters = "*_`[]$\\|#<>:{}~!()&"

// unwritableMarks names the characters that stand in the way.
func (s *core) unwritableMarks(g []layout.Glyph) sentence {
	reads := func(g []layout.Glyph) bool { return s.names.Spells(s.names.Markup(g, false), g) }
	if reads(g) {
		for line := range strings.SplitSeq(s.names.Markup(g, false), "\n") {
			if startsBlock(line) {
				first, _, _ := strings.Cut(strings.TrimSpace(line), " ")
				return sayLineBegins.with(shortened(first))
			}
		}
		return sayTextLines
	}
	if without := withoutEdges(g); len(without) < len(g) && reads(without) {
		return sayLineBlanks
	}
	if slices.ContainsFunc(g, func(x layout.Glyph) bool {
		name, inside := strings.CutPrefix(x.Link, "#")
		return inside && s.names.ID(name) == ""
	}) {
		return sayLinkNowhere
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
	if len(there) == 0 {
		return sayFormattingMeet
	}
	return sayMarks.with(strings.Join(there, ", "))
}

// withoutEdges returns text without the white space around its line breaks.
func withoutEdges(g []layout.Glyph) []layout.Glyph {
	var out []layout.Glyph
	for _, x := range g {
		if !isBlank(x) || len(out) == 0 || !isBreak(out[len(out)-1]) {
			out = append(out, x)
		}
	}
	return withoutTrailing(out)
}

// withoutTrailing returns text without the white space before its line breaks.
func withoutTrailing(g []layout.Glyph) (out []layout.Glyph) {
	for _, x := range g {
		for isBreak(x) && len(out) > 0 && isBlank(out[len(out)-1]) {
			out = out[:len(out)-1]
		}
		out = append(out, x)
	}
	return out
}

// withoutLeading returns text without the white space that it begins with, no-break spaces too.
func withoutLeading(g []layout.Glyph) []layout.Glyph {
	for len(g) > 0 && g[0].Object == "" && noma.IsSpace(g[0].Rune) && !isBreak(g[0]) {
		g = g[1:]
	}
	return g
}

func isBlank(g layout.Glyph) bool { return g.Object == "" && isSpace(g.Rune) && !isBreak(g) }

// shortened returns the beginning of a word, for a message.
func shortened(word string) string {
	if r := []rune(word); len(r) > 12 {
		return string(r[:12]) + "…"
	}
	return word
}
