package html

import (
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/nomadocx/nomadocx/layout"
	"github.com/nomadocx/nomadocx/noma"
)

// Comments, notes and change requests that say where in the text they stand are marked there. Package layout finds
// the places, as for Word; a page shows a text in its own way, so each is compared with what the plan shows before
// anything is marked in it.

// placement is what stands in the texts of the document.
type placement struct {
	texts  map[textKey]*layout.Annotated
	tables map[noma.Node][]*layout.Annotated // cells with changes of their row or column
	shown  map[*layout.Annotated]bool        // the page shows this text as the plan does; false: it does not
	probe  bool                              // this pass finds that out
	asides map[*noma.Directive]bool          // comments, notes and requests that the page has as blocks
	number map[*noma.Directive]string        // of what is marked: comments and change requests are counted together
	anchor map[*noma.Directive]string        // the id of the first element with the words
	block  map[*noma.Directive]string        // the id of a block that has none
}

// textKey is a text of a document: a part of a block, there a line, item, row or column, and for generated lines the
// value.
type textKey struct {
	node     noma.Node
	part     layout.PartKind
	row, col int
	value    string
}

func keyOf(x *layout.Annotated) textKey {
	k := textKey{node: x.Para.Node, part: x.Para.Part}
	switch k.part {
	case layout.PartText:
		k.row = x.Para.Index
	case layout.PartCell:
		k.row, k.col = x.Slot.Origin.Row, x.Slot.Origin.Col
	case layout.PartHeading:
	default:
		k.value = x.Slot.Value
	}
	return k
}

// place finds what stands in the texts, and which of them the page can mark: the document is written once into
// nothing for that.
func (r *renderer) place() {
	plan := layout.Build(r.doc, layout.Options{Sketch: true})
	r.inText, r.inPlace = map[string]*noma.Directive{}, map[textKey][]int{}
	for _, n := range slices.Concat(plan.Footnotes, plan.Endnotes) {
		if n.InPlace {
			k := sentenceOf(n)
			r.inPlace[k] = append(r.inPlace[k], n.Index+1)
		} else if n.InText {
			r.inText[n.Node.ID] = n.Node
			r.dropNoted(n.Node)
		}
	}
	p := &placement{texts: map[textKey]*layout.Annotated{}, tables: map[noma.Node][]*layout.Annotated{}, shown: map[*layout.Annotated]bool{},
		asides: map[*noma.Directive]bool{}, number: map[*noma.Directive]string{}, anchor: map[*noma.Directive]string{}, block: map[*noma.Directive]string{}}
	var all []*layout.Annotated
	for x := range plan.Annotated() {
		if k := keyOf(x); p.texts[k] == nil {
			p.texts[k] = x
			all = append(all, x)
		}
	}
	probe := &renderer{opts: r.opts, doc: r.doc, survey_: r.survey_, used: map[string]bool{}}
	probe.opts.Resources, probe.opts.Diagram, probe.opts.Undrawn = nil, nil, nil
	probe.placed, probe.to = p, io.Discard
	p.probe = true
	probe.document()
	p.probe = false
	count, notes := 0, 0
	for _, x := range all {
		if !p.shown[x] {
			continue
		}
		for _, d := range r.standingIn(x) {
			if p.number[d] != "" || !p.asides[d] {
				continue
			}
			n := &count
			if r.notes[d] != "" {
				r.dropNoted(d)
				n = &notes
			}
			*n++
			p.number[d] = strconv.Itoa(*n)
			p.anchor[d] = r.free(r.identified(p, d, *n), "words")
		}
		if slices.ContainsFunc(x.Changes, func(c layout.ChangeAt) bool { return c.Unit == layout.UnitRow || c.Unit == layout.UnitColumn }) {
			p.tables[x.Para.Node] = append(p.tables[x.Para.Node], x)
		}
	}
	for n := range noma.Walk(r.doc) {
		for _, d := range r.noted[n] {
			if p.asides[d] && r.linked[d] {
				notes++
				r.identified(p, d, notes)
			}
		}
	}
	r.renumber(plan)
	r.placed = p
}

// identified returns the id of a block in the page; the n-th of its kind without one gets one.
func (r *renderer) identified(p *placement, d *noma.Directive, n int) string {
	if d.ID != "" {
		return d.ID
	}
	p.block[d] = r.free(d.Name, strconv.Itoa(n))
	return p.block[d]
}

// dropNoted makes a note whose mark stands in the text have none at the end of the block as well.
func (r *renderer) dropNoted(d *noma.Directive) {
	for n, list := range r.noted {
		r.noted[n] = slices.DeleteFunc(list, func(other *noma.Directive) bool { return other == d })
	}
}

// standingIn lists what stands in a text, in order, as far as the page can show it there.
func (r *renderer) standingIn(x *layout.Annotated) (out []*noma.Directive) {
	type place struct {
		at int
		d  *noma.Directive
	}
	var all []place
	for _, of := range x.Ranges {
		all = append(all, place{of.Start, of.Comment.Node.(*noma.Directive)})
	}
	for _, m := range x.Points {
		if m.Kind == layout.NoteHere {
			all = append(all, place{m.At, m.Note.Node})
		} else {
			all = append(all, place{m.At, m.Comment.Node.(*noma.Directive)})
		}
	}
	for _, c := range x.Changes {
		whole := (c.Unit == layout.UnitParagraph || c.Unit == layout.UnitItem) && c.Inserts()
		if !whole || x.Para.Part == layout.PartText || x.Para.Part == layout.PartHeading {
			all = append(all, place{c.Start, c.Node})
		}
	}
	slices.SortStableFunc(all, func(a, z place) int { return a.at - z.at })
	for _, one := range all {
		out = append(out, one.d)
	}
	return out
}

// renumber gives notes the numbers they have in Word, where they are counted in the order of reading.
func (r *renderer) renumber(plan *layout.Plan) {
	for _, n := range slices.Concat(plan.Footnotes, plan.Endnotes) {
		if l := n.Node.AttrText("label"); l != "" && len([]rune(l)) <= 4 {
			continue
		}
		if n.End {
			r.notes[n.Node] = layout.Roman(n.Index + 1)
		} else {
			r.notes[n.Node] = strconv.Itoa(n.Index + 1)
		}
	}
}

// free returns an id that no block has.
func (r *renderer) free(id, suffix string) string {
	for id = AnchorID(strings.TrimPrefix(id+"-"+suffix, "-")); ; id += "-" {
		if _, taken := r.doc.Block(id); !taken {
			return id
		}
	}
}

// back returns the address of the words that a comment, note or change request is about, or of the mark of a note at its block; "" when
// they are not marked.
func (r *renderer) back(d *noma.Directive) string {
	switch {
	case r.placed != nil && r.placed.anchor[d] != "":
		return "#" + fragment(r.placed.anchor[d])
	case r.linked[d]:
		if mark := r.noteAnchor(d); mark != "" {
			return "#" + fragment(mark)
		}
	}
	return ""
}

// blockAnchor returns the id of a block in the page: its own, or one made for what is marked in the text or stands in a list of captions.
func (r *renderer) blockAnchor(n noma.Node) string {
	if id := n.At().ID; id != "" {
		return id
	}
	if d, ok := n.(*noma.Directive); ok && r.placed != nil && r.placed.block[d] != "" {
		return r.placed.block[d]
	}
	if c := r.captions[n]; c.number > 0 && r.listing {
		return "noma-" + strings.ToLower(c.kind) + "-" + strconv.Itoa(c.number)
	}
	return ""
}
