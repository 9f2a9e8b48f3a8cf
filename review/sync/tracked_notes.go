package reviewsync

import (
	"slices"

	"github.com/nomadocx/nomadocx/internal/office/wml"
	"github.com/nomadocx/nomadocx/layout"
	"github.com/nomadocx/nomadocx/noma"
)

// Tracked changes in the words of footnotes and endnotes: change requests on the note. Whole paragraphs of a note that
// are put in, taken out, split or joined with tracking are reported, and so is all that is proposed in a comment.

// tracksIn notes a returned note whose tracked changes can be change requests: it has an id, and only words are proposed.
func (s *notes) tracksIn(g *gotNote) {
	d := g.match.Node
	if d.ID == "" || s.names.Node(d.ID) != noma.Node(d) || g.match.Target == nil || g.mark.Ins != nil || g.mark.Del != nil || s.opts.data || s.opts.Protocol10 {
		return
	}
	var planned []*layout.Para
	for _, b := range g.match.Blocks {
		layout.EachPara(b, func(p *layout.Para) { planned = append(planned, p) })
	}
	if len(planned) != len(g.paras) || slices.ContainsFunc(g.paras, func(p *wml.Paragraph) bool {
		return p.MarkIns != nil || p.MarkDel != nil || p.FormatChange || p.Revised() && layout.Text(p.Runs, wml.Original) == ""
	}) {
		return
	}
	for i, p := range g.paras {
		s.owner.Set(p, d)
		s.planned.Set(p, planned[i])
	}
	g.tracked = true
}

// trackedNotes returns the notes whose tracked changes can be change requests.
func (s *core) trackedNotes() []*gotNote {
	var out []*gotNote
	for _, x := range s.returned.noted {
		for _, g := range x.returned {
			if g.tracked {
				out = append(out, g)
			}
		}
	}
	return out
}

// noteChanges reads the tracked changes in notes.
func (r *trackedReader) noteChanges() {
	for _, g := range r.trackedNotes() {
		had := len(r.out)
		for _, p := range g.paras {
			r.words(p)
			r.undone(p)
		}
		for _, c := range r.out[had:] {
			c.inNote = g
		}
	}
}

// requestable returns the block with an id that a change request about a node is about: the note it is in, else what
// [core.addressable] says.
func (s *core) requestable(n noma.Node) noma.Node {
	for x := n; x != nil; x = x.At().Parent {
		if d, ok := x.(*noma.Directive); ok && d.Is(noma.Note) && d.ID != "" && s.inNotes(d) {
			return d
		}
	}
	return s.addressable(n)
}

// inNotes reports whether a note is shown as one, and not as a block of the text.
func (s *core) inNotes(d *noma.Directive) bool {
	note := s.names.MarkedNote(d.ID)
	return s.names.Target(d) != nil || note != nil && note.InText
}

// seen puts a finding at the place of a change in the file.
func (c *tracked) seen(f *finding) {
	if c.inNote != nil {
		f.note(c.inNote.n, c.inNote.end)
		return
	}
	f.para = c.para
}

// noteBlocks returns the blocks of all notes of a plan.
func noteBlocks(p *layout.Plan) (out []layout.Block) {
	for _, n := range slices.Concat(p.Footnotes, p.Endnotes) {
		out = append(out, n.Blocks...)
	}
	return out
}

// annotationBlocks returns the blocks of all comments and notes of a plan.
func annotationBlocks(p *layout.Plan) (out []layout.Block) {
	for _, c := range p.Comments {
		out = append(out, c.Blocks...)
	}
	return append(out, noteBlocks(p)...)
}

// decidedNotes compares the notes with what they are with the accepted requests in their text.
func (k *desk) decidedNotes() {
	for _, n := range slices.Concat(k.plan.Footnotes, k.plan.Endnotes) {
		var decided []*finding
		for _, b := range n.Blocks {
			layout.EachPara(b, func(p *layout.Para) { decided = append(decided, k.decisions(p)...) })
		}
		if len(decided) == 0 {
			continue
		}
		paras := slices.Collect(wml.Paragraphs(k.resolved(n.Blocks)...))
		k.inNote[paras[0]] = decided
		k.notes.body(annotationEdit{d: n.Node, code: CodeNote, action: "update_" + noteName(n.End), was: blocksText(n.Blocks), now: textOf(paras, wml.Original),
			at: func(f *finding) *finding { return f.at(paras[0]) }}, n.Blocks, paras)
	}
}
