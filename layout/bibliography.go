package layout

import (
	"github.com/nomadocx/nomadocx/internal/office/wml"
	"github.com/nomadocx/nomadocx/noma"
)

// bibliography adds the list of references of a ::bibliography block.
func (e *emitter) bibliography(d *noma.Directive, frame *Frame) {
	if len(e.names.refs.List) == 0 {
		e.out(&Para{Frame: frame, Node: d, Part: PartGenerated, Segs: literal("No citations found.")})
		return
	}
	e.references(d, frame, e.names.refs.Target(d))
}

// impliedReferences shows the list of references at the end of a document that has marks and no list, under a heading of the
// level that its parts have.
func (e *emitter) impliedReferences() {
	r := e.names.refs
	if !r.Marks || r.Listed || e.stopped {
		return
	}
	e.out(&Para{Style: HeadingStyle(r.HeadingLevel()), Node: e.doc, Part: PartGenerated, KeepNext: true,
		Unnumbered: e.names.sections.Top > 0, Segs: literal(WordOf(e.doc, ReferencesTitle))})
	e.references(e.doc, nil, true)
}

// HeadingLevel returns the level of the heading of a list of references at the end: that of the document's parts.
func (r *References) HeadingLevel() int { return partLevel(r.doc, TitleSection(r.doc)) }

// references shows the entries. Marks lead to those of one list only.
func (e *emitter) references(n noma.Node, f *Frame, target bool) {
	r := e.names.refs
	no := len(e.plan.Lists) + 1 // one more numbering instance, behind those of the lists
	for i, x := range r.List {
		var runs []wml.Run
		for _, p := range r.Entry(x, " "+WordOf(e.doc, "Accessed")+": ") {
			var add []wml.Run
			switch {
			case p.Kind != Plain:
				add = e.show(p.Kind, p.Text)
			case p.Markup:
				add = e.inline(p.Text)
			default:
				add = []wml.Run{{Text: clean(p.Text)}}
			}
			for _, run := range add {
				if p.Italic {
					run.Style |= wml.Italic
				}
				runs = append(runs, run)
			}
		}
		p := &Para{Frame: f, Node: n, Part: PartGenerated, Index: i, Segs: []Seg{{Runs: runs}}}
		if p.Hangs = r.AuthorDate; !p.Hangs {
			p.List, p.ListNo = wml.Number, no
		}
		if target && x.Cited {
			p.Targets = []string{x.Bookmark()}
		}
		e.out(p)
	}
}
