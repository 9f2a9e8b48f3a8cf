package layout

import (
	"slices"

	"github.com/nomadocx/nomadocx/noma"
)

// notes makes the footnotes and endnotes. Numbers follow the order in which the references stand
// in the document, not the order of the source: Word numbers by position, and LibreOffice hands
// the n-th text to the n-th reference whatever the ids say.
func (b *builder) notes() {
	marked := b.noteMarks()
	for _, d := range b.attached {
		if d.Name != "footnote" && d.Name != "endnote" || Withdrawn(d) {
			continue
		}
		n := &Note{Node: d, End: d.Name == "endnote", Target: b.names.Target(d)}
		if b.names.Node(d.ID) == noma.Node(d) && marked[d.ID] {
			n.Blocks = b.noteBody(n)
			b.marking = append(b.marking, n)
			continue
		}
		b.note(n)
	}
	b.inOrder(b.doc, b.numberNotes)
}

// note hangs a note on the block it is about, or on its own place.
func (b *builder) note(n *Note) {
	if n.Target == nil && seen(n.Node) != noma.Node(n.Node) {
		return // it has no place in the body
	}
	host := noma.Node(n.Node)
	if n.Target != nil {
		host = n.Target
		b.carryName(b.hang(host), n.Node)
	}
	n.Blocks = b.noteBody(n)
	if places(n.Node, n.Target) {
		b.noting = append(b.noting, n)
		return
	}
	b.hang(host).notes = append(b.hang(host).notes, n)
}

// noteMarks are the ids that marks in the texts of a document name. Whether they are notes is not looked at.
func (b *builder) noteMarks() map[string]bool {
	if !slices.ContainsFunc(b.attached, func(d *noma.Directive) bool { return d.Is(noma.Note) && d.ID != "" }) {
		return nil
	}
	return noma.MarkedNotes(b.doc)
}

// markNotes makes references of the marks in sentences. A note with none, or with several, stands where it would without; marks of it are
// text. It reports whether there were such notes, which changes the text.
func (b *builder) markNotes(found map[string][]noma.Node) (changed bool) {
	for _, n := range b.marking {
		at := found[n.Node.ID]
		if len(at) == 1 {
			n.Target = at[0]
			continue
		}
		n.InText, changed = false, true
		delete(b.names.marked, n.Node.ID)
		b.note(n)
	}
	b.marking = slices.DeleteFunc(b.marking, func(n *Note) bool { return !n.InText })
	return changed
}

// numberNotes numbers the notes that hang on a block.
func (b *builder) numberNotes(n noma.Node) {
	h := b.hung[n]
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
		body = []Block{&Para{Node: n.Node, Part: PartNote, Segs: literal(label)}}
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
	defer func(was bool) { b.noNotes = was }(b.noNotes)
	b.noNotes = true
	e.content(d, flow{width: 8000, story: part})
	return out
}
