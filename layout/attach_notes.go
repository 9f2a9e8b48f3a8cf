package layout

import (
	"slices"
	"strconv"

	"github.com/nomadocx/nomadocx/noma"
)

// notes makes the footnotes and endnotes. Numbers follow the order in which the references stand
// in the document, not the order of the source: Word numbers by position, and LibreOffice hands
// the n-th text to the n-th reference whatever the ids say.
func (b *builder) notes() {
	for _, n := range b.marking {
		n.Blocks = b.noteBody(n)
	}
	for _, d := range b.attached {
		if d.Name != "footnote" && d.Name != "endnote" || Withdrawn(d) {
			continue
		}
		if !b.names.inText(d) {
			b.note(&Note{Node: d, End: d.Name == "endnote", Target: b.names.Target(d)})
		}
	}
	b.inOrder(b.doc, b.numberNotes)
}

// note puts a note on the block it is about, or on its own place. It reports whether the note stands there, at the end of a paragraph.
func (b *builder) note(n *Note) (atEnd bool) {
	if n.Target == nil && seen(n.Node) != noma.Node(n.Node) {
		return false // it has no place in the body
	}
	host := noma.Node(n.Node)
	if n.Target != nil {
		host = n.Target
		b.carryName(b.attachmentsOf(host), n.Node)
	}
	n.Blocks = b.noteBody(n)
	if places(n.Node, n.Target) {
		b.noting = append(b.noting, n)
		return false
	}
	b.attachmentsOf(host).notes = append(b.attachmentsOf(host).notes, n)
	return true
}

// markedNotes returns the notes that marks in the texts of a document name. Whether they stand where Word has notes is seen when the
// document is laid out.
func (b *builder) markedNotes() (out []*Note) {
	var marked map[string]bool
	for _, d := range b.attached {
		if !d.Is(noma.Note) || d.ID == "" || Withdrawn(d) || b.names.Node(d.ID) != noma.Node(d) {
			continue
		}
		if marked == nil {
			marked, b.names.notes = noma.MarkedNotes(b.doc), map[string]*Note{}
		}
		n := &Note{Node: d, End: d.Name == "endnote", InText: marked[d.ID], bookmark: b.names.ofBlock(d)}
		b.names.notes[d.ID] = n
		if n.InText {
			out = append(out, n)
		}
	}
	return out
}

// markNotes ties notes to the first of their marks; found are the nodes with these. A note with none where Word has notes stands where it
// would without. It reports whether there were such notes.
func (b *builder) markNotes(found map[string]noma.Node) (changed bool) {
	for _, n := range b.marking {
		if n.Target = found[n.Node.ID]; n.Target != nil {
			continue
		}
		n.InText, n.Target, changed = false, b.names.Target(n.Node), true
		if b.note(n) {
			b.number(n)
		}
	}
	b.marking = slices.DeleteFunc(b.marking, func(n *Note) bool { return !n.InText })
	return changed
}

// numberNotes numbers the notes that belong to a block.
func (b *builder) numberNotes(n noma.Node) {
	h := b.attachments[n]
	if h == nil {
		return
	}
	for _, note := range h.notes {
		b.number(note)
	}
}

// number gives a note the next number.
func (b *builder) number(n *Note) {
	if n.End {
		n.Index = len(b.plan.Endnotes)
		b.plan.Endnotes = append(b.plan.Endnotes, n)
	} else {
		n.Index = len(b.plan.Footnotes)
		b.plan.Footnotes = append(b.plan.Footnotes, n)
	}
}

func (b *builder) noteBody(n *Note) []Block {
	body := b.collect(n.Node, PartNote)
	style, label := StyleFootnote, "Footnote"
	if n.End {
		style, label = StyleEndnote, "Endnote"
	}
	if len(body) == 0 {
		body = []Block{&Para{Node: n.Node, Part: PartNote, Segs: literal(WordOf(b.doc, label))}}
	}
	for _, x := range body {
		if p, ok := x.(*Para); ok && p.Style == "" {
			p.Style = style
		}
	}
	return body
}

// collect lays out the content of a comment or note: a story of its own, paragraphs only.
func (b *builder) collect(d *noma.Directive, part PartKind) []Block {
	var out []Block
	if b.aside == nil {
		b.aside = &emitter{builder: b, page: b.firstPage}
	}
	e := b.aside
	e.yield = func(x Block) bool {
		if p, ok := x.(*Para); ok && p.Part == PartText {
			p.Part = part
		}
		out = append(out, x)
		return true
	}
	defer func(was, noPictures bool) { b.noNotes, b.noPictures = was, noPictures }(b.noNotes, b.noPictures)
	b.noNotes, b.noPictures = true, part == PartComment
	e.content(d, flow{width: 8000, story: part})
	return out
}

// Roman returns a number in lower-case roman numerals, the way Word numbers endnotes.
func Roman(n int) string {
	if n > 3999 {
		return strconv.Itoa(n)
	}
	out := ""
	for _, d := range []struct {
		value int
		sign  string
	}{{1000, "m"}, {900, "cm"}, {500, "d"}, {400, "cd"}, {100, "c"}, {90, "xc"}, {50, "l"}, {40, "xl"}, {10, "x"}, {9, "ix"}, {5, "v"}, {4, "iv"}, {1, "i"}} {
		for n >= d.value {
			out, n = out+d.sign, n-d.value
		}
	}
	return out
}
