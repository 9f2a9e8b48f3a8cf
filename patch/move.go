package patch

import (
	"github.com/nomadocx/nomadocx/noma"
)

// move is move_block. The position counts in the document without the block, so it is two stages:
// the block is taken out, the rest is parsed, and the block goes in.
func (r *runner) move(o *Op) error {
	out := newStage(r.doc, r.eol, r.opts)
	if o.BaseHash != "" {
		if err := out.checkHash(o); err != nil {
			return err
		}
	}
	n, ok := out.find(o.ID)
	if !ok {
		return notFound(o.ID)
	}
	d, ok := n.(*noma.Directive)
	if !ok {
		return bad("block %q is not a directive block", o.ID)
	}
	parent, ok := out.find(o.Parent)
	if !ok {
		return refuse(ParentMissing, "parent %q not found", o.Parent)
	}
	for p := parent; p != nil; p = p.At().Parent {
		if p == noma.Node(d) {
			return bad("cannot move %q into itself or its descendants", o.ID)
		}
	}
	var lines []string
	for line := d.Line; line <= d.EndLine; line++ {
		lines = append(lines, out.line(line))
	}
	if err := out.takeOut(d); err != nil {
		return err
	}
	rest, err := r.parse(out)
	if err != nil {
		return err
	}

	in := newStage(rest, r.eol, r.opts)
	if parent, ok = in.find(o.Parent); !ok {
		return refuse(ParentMissing, "parent %q not found", o.Parent)
	}
	kids := parent.Kids()
	position := len(kids)
	if o.Position != nil {
		position = max(0, min(*o.Position, len(kids)))
	}
	e, err := in.place(parent, kids, position, normalise(lines, d.Fence, max(2, within(parent)+1)))
	if err != nil {
		return err
	}
	if _, err := in.commit(e); err != nil {
		return err
	}
	doc, err := r.parse(in)
	if err != nil {
		return err
	}
	r.result.Stages += 2
	r.result.Changed = append(r.result.Changed, doc.File.Text != r.doc.File.Text)
	r.doc, r.result.Document, r.result.Text = doc, doc, doc.File.Text
	return nil
}

// takeOut removes a block as delete_block does; a blank line does not become the first of the file.
func (st *stage) takeOut(d *noma.Directive) error {
	e := &effect{parent: d.Parent, index: d.Index, gone: true}
	if err := st.remove(e, d.Line, d.EndLine); err != nil {
		return err
	}
	if next := d.EndLine + 1; d.Line == 1 && next < st.f.Lines() && st.line(next) == "" {
		e.deleted = append(e.deleted, lineRange{next, next})
	}
	_, err := st.commit(e)
	return err
}
