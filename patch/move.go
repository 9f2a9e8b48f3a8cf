package patch

import (
	"slices"

	"github.com/nomadocx/nomadocx/noma"
)

// moved is what move_block takes along, checked.
type moved struct {
	block  noma.Node // a directive or a pipe table
	parent noma.Node
	lines  []string // at the depth of the new place
}

// moving finds the block of a move_block and its new parent.
func (st *stage) moving(o *Op) (moved, error) {
	var m moved
	n, ok := st.find(o.ID)
	if !ok {
		return m, st.notFound(o.ID)
	}
	m.block = n
	d, isDirective := n.(*noma.Directive)
	if _, isTable := n.(*noma.Table); !isTable && !isDirective {
		return m, bad("block %q is not a directive block", o.ID)
	}
	var err error
	if m.parent, err = st.parent(o.Parent); err != nil {
		return m, err
	}
	for p := m.parent; p != nil; p = p.At().Parent {
		if p == m.block {
			return m, bad("cannot move %q into itself or its descendants", o.ID)
		}
	}
	if err := st.untouched(m.block); err != nil {
		return m, err
	}
	m.lines = st.source(m.block)
	if isDirective && !d.Unfenced() {
		m.lines = normalise(m.lines, d.Fence, max(2, within(m.parent)+1))
	}
	return m, nil
}

// move is move_block within one parse. That goes when the place the block comes from and the one it
// goes to have nothing to do with each other; else the operation depends on itself and takes
// [runner.moveInSteps].
func (st *stage) move(o *Op) (*effect, error) {
	m, err := st.moving(o)
	if err != nil {
		return nil, err
	}
	from, err := st.indexOf(m.block)
	if err != nil {
		return nil, err
	}
	out := &effect{parent: m.block.At().Parent}
	if err := st.takeOut(out, m.block); err != nil {
		return nil, err
	}
	kids, err := st.children(m.parent)
	if err != nil {
		return nil, err
	}
	if m.parent == m.block.At().Parent {
		kids.without = from // the position counts without the block
		if position(o, kids) == from {
			return nil, errDepends // only blank lines may change, if any
		}
	}
	e, err := st.place(m.parent, kids, position(o, kids), m.block, m.lines)
	if err != nil {
		return nil, err
	}
	for _, gap := range out.deleted {
		if at := e.inserted[0].at; at >= gap.first-1 && at <= gap.last+2 {
			return nil, errDepends
		}
	}
	e.from, e.fromIndex = m.block.At().Parent, from
	e.deleted, e.dirty = out.deleted, out.dirty
	e.ids = m.ids()
	e.seal = !m.settled()
	return e, nil
}

// moveInSteps takes a section or block out, parses the rest, and puts it in.
func (r *runner) moveInSteps(o *Op, first int) error {
	doc, err := r.result.Document()
	if err != nil {
		return err
	}
	if o.Op == "move_section" {
		return r.moveSection(o, doc, first)
	}
	out := newStage(doc, r.eol, r.opts)
	m, err := out.moving(o)
	if err != nil {
		return err
	}
	e := &effect{parent: m.block.At().Parent, index: m.block.At().Index, gone: true, ids: m.ids()}
	if err := out.takeOut(e, m.block); err != nil {
		return err
	}
	out.sealed = true
	if _, err := out.commit(e); err != nil {
		return err
	}
	_, rest, err := out.result()
	if err != nil {
		return err
	}

	in := newStage(rest, r.eol, r.opts)
	parent, err := in.parent(o.Parent)
	if err != nil {
		return err
	}
	kids := siblings{kidsOf(parent), -1}
	e, err = in.place(parent, kids, position(o, kids), m.block, m.lines)
	if err != nil {
		return err
	}
	e.ids = m.ids()
	in.sealed = !m.settled()
	if _, err := in.commit(e); err != nil {
		return err
	}
	text, after, err := in.result()
	if err != nil {
		return err
	}
	r.inSteps(doc, out, in, text, after)
	return nil
}

// inSteps notes the text that a move made of a document in two stages; after is its tree, nil when it was not parsed.
func (r *runner) inSteps(doc *noma.Document, out, in *stage, text string, after *noma.Document) {
	r.result.Stages++
	r.result.parses++
	r.result.Changed = append(r.result.Changed, text != doc.File.Text)
	r.result.Undo = slices.Concat(r.result.Undo, out.undone(), in.undone())
	r.result.Text, r.result.doc = text, after
}

// position returns where a move goes; out of range is the nearest end, as the Protocol is silent
// (differences.md A2).
func position(o *Op, kids siblings) int {
	if o.Position == nil {
		return kids.len()
	}
	return max(0, min(*o.Position, kids.len()))
}

func (m *moved) ids() []string {
	var out []string
	for n := range noma.Walk(m.block) {
		if id := n.At().ID; id != "" {
			out = append(out, id)
		}
	}
	return out
}

// settled reports whether the block is read at its new place as it was at the old one.
func (m *moved) settled() bool {
	d, ok := m.block.(*noma.Directive)
	return !(ok && d.Unclosed()) && contained(m.lines, fences(m.parent))
}

// takeOut removes a block as delete_block does; a blank line does not become the first of the file.
func (st *stage) takeOut(e *effect, n noma.Node) error {
	d := n.At()
	if err := st.remove(e, d.Line, d.EndLine); err != nil {
		return err
	}
	if next := d.EndLine + 1; d.Line == 1 && next < st.f.Lines() && st.line(next) == "" {
		e.deleted = append(e.deleted, lineRange{next, next})
	}
	return nil
}
