package validate

import (
	"strings"
	"sync"

	"github.com/nomadocx/nomadocx/noma"
	"github.com/nomadocx/nomadocx/noma/diag"
)

// Marks of notes in sentences: each is one of a note, and each note has one.

var noteRules = []documentRule{
	{rule{"note-mark", diag.Warning}, func(c *checker, r reporter) {
		marked := noma.MarkedNotes(c.doc)
		near := sync.OnceValue(func() *spelling { return namesOf(c.doc, func(n noma.Node) bool { return noma.Is(n, noma.Note) }) })
		for n, t := range c.texts {
			if !t.has.all(noteMark) {
				continue
			}
			for _, m := range noma.NoteMarks(t.S) {
				b, ok := c.doc.Block(m.Target)
				switch mark := quote("[^" + m.Target + "]"); {
				case !ok && m.Span.Start == len("[^") && strings.HasPrefix(t.S[m.Span.End:], "]:"):
					r.bounded("", n, t.Text, 0, mark+" begins no footnote; write a blank behind the colon.")
				case !ok:
					hint, _ := near().didYouMean(m.Target)
					r.bounded("", n, t.Text, m.Span.Start-2, mark+" marks no footnote; write its text as a paragraph that begins with [^"+m.Target+"]:"+"."+hint)
				case !noma.Is(b, noma.Note):
					r.bounded("", n, t.Text, m.Span.Start-2, mark+" marks no footnote: the block with this id is none.")
				}
			}
		}
		for _, d := range c.blocks {
			if d.Marked() && !marked[d.ID] && !noVerify(d) {
				r.at(d, "No sentence has the mark [^"+d.ID+"] of this footnote.")
			}
		}
	}},
}

var noteMark = marksIn("[^]")
