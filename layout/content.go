package layout

import (
	"iter"
	"strings"
	"unicode/utf8"

	"github.com/nomadocx/nomadocx/internal/office/wml"
)

// Content is what counts of a paragraph: the characters a reader sees, for each whether it is
// bold, italic or code and where its link goes, and the objects between them. Two paragraphs with
// equal content are the same to us, however an editor split their runs.

// Glyph is one character of content, or one object.
type Glyph struct {
	Rune  rune
	Style wml.Style // of wml.Content only; 0 on white space
	// Link is "" or the normal form of a link: "#bookmark" or an address.
	Link string
	// Object is "" for a character, else what stands here: "math " and the equation's LaTeX in the one
	// representation of wml.EquationText, "picture", what pictureObject says, "input", "SEQ Table", "REF bookmark", "cite [@key]",
	// "note " and the id of a note whose mark stands in the sentence, "note ^" and what a note ^[text] says. Rune is U+FFFC then.
	Object string
}

const objectRune = '\uFFFC'

// noBreakHyphen is the character that editors turn into an element.
const noBreakHyphen = "\u2011"

// styleOf returns what counts of a style. Links are drawn underlined, and no label holds a span of words in small capitals.
func styleOf(s wml.Style, link string) wml.Style {
	if link != "" && !strings.HasPrefix(link, linkText) {
		s &^= wml.Underline | wml.SmallCaps
	}
	return s & wml.Content
}

// Glyphs returns the content of runs. Deleted runs do not count in the current view, inserted ones not
// in the original. Outer white space is dropped.
func Glyphs(runs []wml.Run, v wml.View) []Glyph {
	out := AllGlyphs(runs, v)
	for len(out) > 0 && isBlank(out[len(out)-1].Rune) {
		out = out[:len(out)-1]
	}
	for len(out) > 0 && isBlank(out[0].Rune) {
		out = out[1:]
	}
	return out
}

// AllGlyphs returns the content of runs with its outer white space, for runs that stand inside a line.
func AllGlyphs(runs []wml.Run, v wml.View) []Glyph {
	room := 0
	for i := range runs {
		room += max(1, len(runs[i].Text))
	}
	out := make([]Glyph, 0, room)
	for g := range eachGlyph(runs, v) {
		out = append(out, g)
	}
	return out
}

// eachGlyph gives the content of runs with its outer white space.
func eachGlyph(runs []wml.Run, v wml.View) iter.Seq[Glyph] {
	return func(yield func(Glyph) bool) {
		for i := range runs {
			r := &runs[i]
			if !v.Shows(r) {
				continue
			}
			link := LinkKey(r.Link)
			style := styleOf(r.Style, link)
			switch r.Kind {
			case wml.Text, wml.Tab, wml.Break, wml.NoBreakHyphen:
				for _, c := range Characters(r) {
					g := Glyph{Rune: c, Style: style, Link: link}
					if isBlank(c) {
						g = Glyph{Rune: c}
					}
					if !yield(g) {
						return
					}
				}
			default:
				o := object(r)
				switch {
				case r.Kind == wml.Math:
					o = equationObject + Equation(r)
				case r.Kind == wml.Picture:
					o = pictureGlyph(r.Image())
				case o != "" && r.Kind == wml.NoteMark:
					o = noteObject + r.Note().Mark
				}
				if strings.HasPrefix(o, citeObject) {
					link = "" // its parts have links of their own
				}
				if o != "" && !yield(Glyph{Rune: objectRune, Object: o, Link: link}) {
					return
				}
			}
		}
	}
}

// sameContent reports whether runs have a content, as [Glyphs] makes it. It makes none: a paragraph of ten million characters
// is held once.
func sameContent(runs []wml.Run, want []Glyph) bool {
	at, end, differs := 0, 0, false // where it stands in the content, behind its last character, and whether white space since differs
	for g := range eachGlyph(runs, wml.All) {
		blank := isBlank(g.Rune)
		if blank && at == 0 {
			continue
		}
		differs = differs || at >= len(want) || want[at] != g
		if at++; !blank {
			if end = at; differs {
				return false
			}
		}
	}
	return end == len(want)
}

// RunStarts returns for every run how many of [Glyphs] stand before it, and behind the last one how many there are.
func RunStarts(runs []wml.Run, v wml.View) []int {
	out := make([]int, 0, len(runs)+1)
	n := 0              // of all glyphs
	start, end := -1, 0 // of those between the outer white space
	content := func(from, to int) {
		if start < 0 {
			start = from
		}
		end = to
	}
	for i := range runs {
		out = append(out, n)
		r := &runs[i]
		if !v.Shows(r) {
			continue
		}
		switch r.Kind {
		case wml.Text, wml.Tab, wml.Break, wml.NoBreakHyphen:
			text := Characters(r)
			if inner := strings.TrimLeftFunc(text, isBlank); inner != "" {
				from := n + utf8.RuneCountInString(text[:len(text)-len(inner)])
				content(from, from+utf8.RuneCountInString(strings.TrimRightFunc(inner, isBlank)))
			}
			n += utf8.RuneCountInString(text)
		default:
			if object(r) != "" {
				content(n, n+1)
				n++
			}
		}
	}
	out = append(out, n)
	start = max(start, 0)
	for i := range out {
		out[i] = min(max(out[i]-start, 0), end-start)
	}
	return out
}

// Characters returns those of a run that is text, as a source has them.
func Characters(r *wml.Run) string {
	if r.Kind == wml.NoBreakHyphen {
		return noBreakHyphen
	}
	return r.Text
}

func isBlank(r rune) bool { return r == ' ' || r == '\t' || r == '\n' || r == softRune }

// object names what a run is that is no text: "" for what is not content.
func object(r *wml.Run) string {
	switch r.Kind {
	case wml.Field:
		if r.Field().Part {
			return ""
		}
		return fieldObject(r)
	case wml.Math:
		// Which equation it is does not count in a fingerprint: a file says what was sent by
		// fingerprints, and they have to mean the same in every version.
		if r.Changed {
			return "math changed"
		}
		return "math"
	case wml.Picture:
		return hashedPicture(r.Image())
	case wml.Input:
		return ControlObject
	case wml.NoteMark:
		if r.Note() == nil || r.Note().Mark == "" {
			return "" // it stands at a place of the text that a selector names
		}
		if r.Changed {
			return "note changed " + withoutFormulas(r.Note().Mark)
		}
		return noteObject + withoutFormulas(r.Note().Mark)
	}
	return "" // what stands apart from the text, too
}

// ControlObject stands for a form field among the characters of a text.
const ControlObject = "input"

const equationObject, noteObject = "math ", "note "

// IsEquation reports whether a glyph stands for an equation.
func IsEquation(g Glyph) bool { return strings.HasPrefix(g.Object, equationObject) }

// IsNoteMark reports whether a glyph stands for the mark of a note.
func IsNoteMark(g Glyph) bool { return strings.HasPrefix(g.Object, noteObject) }

// Equation returns the LaTeX of an equation, of this program as Word shows it: the form in which equations are
// compared.
func Equation(r *wml.Run) string {
	if r.Ref() != "" {
		return r.Ref() // it was read from a file
	}
	return wml.EquationText(r.Text, r.Display)
}

// fieldObject names a field by what it is, never by its result: editors recalculate results.
func fieldObject(r *wml.Run) string {
	words := strings.Fields(r.Field().Instr)
	if len(words) == 0 {
		return "field"
	}
	code := strings.ToUpper(words[0])
	if s, ok := citeInstruction(r.Field().Instr); ok {
		return citeObject + s
	}
	if len(words) > 1 && (code == "REF" || code == "PAGEREF" || code == "SEQ") {
		return code + " " + PlainBookmark(strings.Trim(words[1], `"`))
	}
	return code
}

// PlainBookmark returns a bookmark name without the suffix editors give to copies.
func PlainBookmark(name string) string {
	if i := strings.Index(name, "_Copy_"); i > 0 {
		return name[:i]
	}
	return name
}

// PlainText returns the characters of glyphs, equations as $LaTeX$, notes at their place as ^[text]; other objects are left out.
func PlainText(g []Glyph) string {
	var b strings.Builder
	for _, x := range g {
		if x.Object == "" {
			b.WriteRune(x.Rune)
		} else if latex, ok := strings.CutPrefix(x.Object, equationObject); ok {
			b.WriteString("$" + latex + "$")
		} else if said, ok := InPlace(x); ok {
			b.WriteString("^[" + PlainText(said) + "]")
		}
	}
	return b.String()
}

// Text returns PlainText(Glyphs(runs, v)), without making the glyphs.
func Text(runs []wml.Run, v wml.View) string {
	var all string // the text so far; of one run it is no copy
	var b strings.Builder
	start, end := -1, 0 // where content starts and ends in the text, objects counted as content
	n := 0
	for i := range runs {
		r := &runs[i]
		if !v.Shows(r) {
			continue
		}
		switch r.Kind {
		case wml.Text, wml.Tab, wml.Break, wml.NoBreakHyphen:
			text := Characters(r)
			lead := len(text) - len(strings.TrimLeft(text, " \t\n"))
			if lead < len(text) {
				if start < 0 {
					start = n + lead
				}
				end = n + len(strings.TrimRight(text, " \t\n"))
			}
			switch {
			case n == 0:
				all = text
			case b.Len() == 0:
				b.WriteString(all)
				fallthrough
			default:
				b.WriteString(text)
			}
			n += len(text)
		default:
			if r.Kind == wml.Math || isInPlace(*r) {
				return PlainText(Glyphs(runs, v)) // equations and notes are shown as they are written
			}
			if object(r) != "" {
				if start < 0 {
					start = n
				}
				end = n
			}
		}
	}
	if b.Len() > 0 {
		all = b.String()
	}
	if start < 0 {
		return ""
	}
	return all[start:end]
}

// RunsOf returns glyphs as runs again, for hashing and printing.
func RunsOf(g []Glyph) []wml.Run {
	var out []wml.Run
	for i := 0; i < len(g); {
		if latex, ok := strings.CutPrefix(g[i].Object, equationObject); ok {
			out = append(out, wml.Run{Kind: wml.Math, Text: latex, Object: wml.Ref(latex)})
			i++
			continue
		}
		if mark, ok := strings.CutPrefix(g[i].Object, noteObject); ok {
			out = append(out, wml.Run{Kind: wml.NoteMark, Object: &wml.NoteRef{Mark: mark}})
			i++
			continue
		}
		if IsPicture(g[i]) {
			out = append(out, pictureRun(g[i].Object))
			i++
			continue
		}
		if o := g[i].Object; o != "" {
			r := wml.Run{Kind: wml.Field, Object: &wml.FieldCode{Instr: o}}
			if s, ok := strings.CutPrefix(o, citeObject); ok {
				r.Object = &wml.FieldCode{Instr: citeField + s}
			}
			switch o {
			case "picture":
				r = wml.Run{Kind: wml.Picture}
			case ControlObject:
				r = wml.Run{Kind: wml.Input}
			}
			out = append(out, r)
			i++
			continue
		}
		var b strings.Builder
		j := i
		for j < len(g) && g[j].Object == "" && g[j].Style == g[i].Style && g[j].Link == g[i].Link {
			b.WriteRune(g[j].Rune)
			j++
		}
		r := wml.Run{Text: b.String(), Style: g[i].Style}
		if name, ok := strings.CutPrefix(g[i].Link, "#"); ok {
			r.Link = &wml.Link{Anchor: name}
		} else if g[i].Link != "" {
			r.Link = &wml.Link{URL: g[i].Link}
		}
		out = append(out, r)
		i = j
	}
	return out
}
