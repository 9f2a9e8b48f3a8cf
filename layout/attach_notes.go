package layout

import (
	"github.com/nomadocx/nomadocx/noma"
)

// notes makes the footnotes and endnotes. Numbers follow the order in which the references stand
// in the document, not the order of the source: Word numbers by position, and LibreOffice hands
// the n-th text to the n-th reference whatever the ids say.
func (b *builder) notes() {
	for _, d := range b.attached {
		if d.Name != "footnote" && d.Name != "endnote" || Withdrawn(d) {
			continue
		}
		n := &Note{Node: d, End: d.Name == "endnote", Target: b.names.Target(d)}
		if n.Target == nil && seen(d) != noma.Node(d) {
			continue // it has no place in the body
		}
		host := noma.Node(d)
		if n.Target != nil {
			host = n.Target
			b.carryName(b.hang(host), d)
		}
		n.Blocks = b.noteBody(n)
		if places(d, n.Target) {
			b.noting = append(b.noting, n)
			continue
		}
		b.hang(host).notes = append(b.hang(host).notes, n)
	}
	b.inOrder(b.doc, b.numberNotes)
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
	e.content(d, flow{width: 8000, story: part})
	return out
}
