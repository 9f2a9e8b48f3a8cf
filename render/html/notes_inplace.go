package html

import (
	"strconv"

	"github.com/nomadocx/nomadocx/layout"
	"github.com/nomadocx/nomadocx/noma"
)

// Notes ^[text] stand behind the block whose sentence they are in, with links both ways, and have the numbers that they have in Word.

// notesInPlace is where the writing of notes ^[text] is.
type notesInPlace struct {
	sentence textKey         // the text that is being written, of which node and part count
	counted  map[textKey]int // the notes that have been written of each text
	waiting  []noteWaiting   // notes of the block that is being written
}

// noteWaiting is a note whose mark has been written.
type noteWaiting struct {
	number string
	said   []noma.Inline
}

// sentenceOf returns the text that a note stands in: notes of one node and part are counted together.
func sentenceOf(n *layout.Note) textKey {
	k := textKey{node: n.Target, part: layout.PartText}
	switch n.Target.(type) {
	case *noma.Section:
		k.part = layout.PartHeading
	case *noma.Table, *noma.Directive:
		k.part = layout.PartCell
	}
	return k
}

// inSentence says which text is written until the function it returns is called.
func (r *renderer) inSentence(k textKey) (end func()) {
	was := r.sentence
	r.sentence = textKey{node: k.node, part: k.part}
	return func() { r.sentence = was }
}

// noteInPlace writes the mark of a note ^[text]; where Word has no notes it is text.
func (r *renderer) noteInPlace(n *noma.Inline, depth int) {
	if r.inLink {
		return // lists of headings have no marks
	}
	numbers := r.inPlace[r.sentence]
	at := r.counted[r.sentence]
	if at >= len(numbers) {
		r.chars("^[")
		r.inlines(n.Children, depth+1)
		r.chars("]")
		return
	}
	if r.counted == nil {
		r.counted = map[textKey]int{}
	}
	r.counted[r.sentence]++
	number := strconv.Itoa(numbers[at])
	r.waiting = append(r.waiting, noteWaiting{number, n.Children})
	r.object(func() {
		r.noteMark(func() { r.attr("id", r.free("note", number+"-mark")) }, func() {
			r.raw(`<a class="noma-ref"`)
			r.attr("href", "#"+fragment(r.free("note", number)))
			r.raw(">" + number + "</a>")
		})
	})
}

// writeNotes writes the notes whose marks stand in the block before.
func (r *renderer) writeNotes() {
	waiting := r.waiting
	r.waiting = nil
	for _, n := range waiting {
		r.raw(`<aside class="noma-block noma-footnote noma-note-text"`)
		r.attr("id", r.free("note", n.number))
		r.raw(">\n" + `<span class="noma-note-label">` + r.noteWord("Footnote") + `<span class="noma-note-number">` + n.number + `</span> <a class="noma-ref noma-note-back"`)
		r.attr("href", "#"+fragment(r.free("note", n.number+"-mark")))
		r.raw(` aria-label="back to the text">↩</a></span>` + "\n<p>")
		r.inlines(n.said, 0)
		r.raw("</p>\n</aside>\n")
	}
}
