package layout

import (
	"slices"
	"strconv"
	"strings"

	"github.com/nomadocx/nomadocx/internal/office/wml"
	"github.com/nomadocx/nomadocx/noma"
)

// Notes whose text stands at their mark, ^[text]. To the text around it such a note is an object, as an equation is: what it says is part
// of the glyph that stands for it, so that an edit of the note is one of the sentence, and moves, copies and deletions are too.

// inPlace is what the mark of such a note begins with; no id has it.
const inPlace = "^"

// Parts of what a note says, in its glyph: around objects, and around the formatting of the characters that follow.
const objectSign, formattingSign = "\x01", "\x02"

// placed returns the glyph of a note ^[text] with a content.
func placed(said []Glyph) Glyph {
	return Glyph{Rune: objectRune, Object: noteObject + MarkInPlace(said)}
}

// MarkInPlace returns the mark of a note ^[text] with a content, from which [InPlace] reads it again; see [wml.NoteRef].
func MarkInPlace(said []Glyph) string {
	var b strings.Builder
	b.WriteString(inPlace)
	var style wml.Style
	link := ""
	for _, g := range said {
		switch {
		case g.Object != "":
			b.WriteString(objectSign + g.Object + objectSign + g.Link + objectSign)
			continue
		case g.Style != style || g.Link != link:
			style, link = g.Style, g.Link
			b.WriteString(formattingSign + strconv.Itoa(int(style)) + " " + link + formattingSign)
		}
		b.WriteRune(g.Rune)
	}
	return b.String()
}

// InPlace returns what a note ^[text] says. ok is false for other glyphs.
func InPlace(g Glyph) (said []Glyph, ok bool) {
	s, ok := strings.CutPrefix(g.Object, noteObject+inPlace)
	var style wml.Style
	link := ""
	for ok && s != "" {
		switch s[:1] {
		case objectSign:
			parts := strings.SplitN(s, objectSign, 4)
			said = append(said, Glyph{Rune: objectRune, Object: parts[1], Link: parts[2]})
			s = parts[3]
		case formattingSign:
			look, rest, _ := strings.Cut(s[1:], formattingSign)
			number, to, _ := strings.Cut(look, " ")
			n, _ := strconv.Atoi(number)
			style, link, s = wml.Style(n), to, rest
		default:
			end := strings.IndexAny(s, objectSign+formattingSign)
			if end < 0 {
				end = len(s)
			}
			for _, r := range s[:end] {
				said = append(said, Glyph{Rune: r, Style: style, Link: link})
			}
			s = s[end:]
		}
	}
	return said, ok
}

// withoutFormulas returns a mark for fingerprints, in which it does not count which equation an equation is.
func withoutFormulas(mark string) string {
	for at := 0; ; {
		n := strings.Index(mark[at:], objectSign+equationObject)
		if n < 0 {
			return mark
		}
		at += n + len(objectSign+equationObject)
		mark = mark[:at] + mark[at+strings.Index(mark[at:], objectSign):]
	}
}

// isInPlace reports whether a run is the mark of such a note.
func isInPlace(r wml.Run) bool {
	return r.Kind == wml.NoteMark && r.Note() != nil && strings.HasPrefix(r.Note().Mark, inPlace)
}

// markInPlace returns the mark of a note ^[text] in the source, nil for other notes and for one that would show nothing.
func markInPlace(names *Names, n *noma.Inline) *wml.NoteRef {
	if !n.InPlace() {
		return nil
	}
	w := runWriter{noNotes: true}
	w.nodes(names, n.Children, 0, nil)
	text := w.finish()
	said := Glyphs(text, wml.All)
	if len(said) == 0 {
		return nil
	}
	return &wml.NoteRef{Mark: MarkInPlace(said), Text: text}
}

// note writes the mark of a note; where there can be none it is text.
func (w *runWriter) note(names *Names, n *noma.Inline, style wml.Style, link *wml.Link) {
	note := names.MarkedNote(n.Target)
	switch {
	case n.InPlace():
		if mark := markInPlace(names, n); mark != nil && w.inPlace {
			w.add(wml.Run{Kind: wml.NoteMark, Object: mark})
			return
		}
		w.text("^[", style, link)
		w.nodes(names, n.Children, style, link)
		w.text("]", style, link)
	case note != nil && !w.noNotes && (note.InText || w.spelling):
		w.add(note.mark())
	default:
		w.text(n.Text, style, link)
	}
}

// note writes a note ^[text] with a content.
func (p *printer) note(said []Glyph) {
	m := p.manner
	m.in = noteOf(said)
	p.b.WriteString("^[" + p.names.printed(said, p.inCell, m) + "]")
}

// noteOf returns the setting for the text of a note: by whether its brackets outside code and links come in pairs.
func noteOf(said []Glyph) setting {
	var b strings.Builder
	for _, g := range said {
		if g.Style&wml.Code == 0 && g.Link == "" {
			b.WriteRune(g.Rune)
		}
	}
	if paired(b.String()) {
		return pairedNote
	}
	return unpairedNote
}

// paired reports whether the brackets of a text come in pairs.
func paired(s string) bool {
	depth := 0
	for _, r := range s {
		switch r {
		case '[':
			depth++
		case ']':
			depth--
		}
		if depth < 0 {
			return false
		}
	}
	return depth == 0
}

// inside returns a manner for the text that is rewritten: in a note, with the setting of the note.
func (w *rewriter) inside(m manner) manner {
	if w.p.InNote {
		m.in = noteOf(w.now)
	}
	return m
}

// noteText returns the markup of a note with another content; what did not change stays as it is in was.
func (w *rewriter) noteText(was string, said []Glyph) string {
	p := OnePara(was)
	p.InCell, p.InNote = w.p.InCell, true
	if text, ok := w.names.Rewrite(p, [][]Glyph{said}); ok {
		return text
	}
	m := w.manner
	m.in = noteOf(said)
	return w.names.printed(said, w.p.InCell, m)
}

// notesInPlace adds the notes ^[text] of a paragraph to b.inPlace[n]; n counts the paragraphs that are [Counted].
func (b *builder) notesInPlace(p *Para, n int) {
	if !slices.ContainsFunc(p.Segs, func(s Seg) bool { return slices.ContainsFunc(s.Runs, isInPlace) }) {
		return
	}
	runs := p.Runs()
	starts := RunStarts(runs, wml.Original)
	for i := range runs {
		if r := &runs[i]; isInPlace(*r) {
			text := &Para{Style: StyleFootnote, Node: p.Node, Part: PartNote, Segs: []Seg{{Runs: r.Note().Text}}}
			note := &Note{Node: &noma.Directive{Name: "footnote"}, Target: p.Node, InText: true, InPlace: true, Placed: true, Blocks: []Block{text}}
			note.Index = starts[i]
			b.inPlace[n] = append(b.inPlace[n], note)
		}
	}
}

// number sets the ids of the references to notes ^[text] in a paragraph: those of the notes, in order.
func (p *Para) number(notes []*Note) {
	for i := range p.Segs {
		for k := range p.Segs[i].Runs {
			if r := &p.Segs[i].Runs[k]; len(notes) > 0 && isInPlace(*r) {
				r.Note().ID, notes = strconv.Itoa(notes[0].Index+1), notes[1:]
			}
		}
	}
}
