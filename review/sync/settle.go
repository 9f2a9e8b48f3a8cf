package reviewsync

import (
	"errors"
	"maps"
	"slices"
	"sort"
	"strings"

	"github.com/nomadocx/nomadocx/noma"
	"github.com/nomadocx/nomadocx/noma/source"
	"github.com/nomadocx/nomadocx/patch"
)

// Which operations go in, and in which order: those the source refuses are taken out with all that rests on them.

// step is one operation with the findings that rest on it.
type step struct {
	op    patch.Op
	finds []*finding
	along []*finding // what is made by it too, and does not rest on it
}

// schedule is which operations are made of changes, in which order, and which are refused.
type schedule struct {
	*changes
	refusals
	protocol10 bool
	pasted     []pasted
	parts      []*operation // what was one list and is several blocks

	text string
	ops  []patch.Op
	made [][]*finding // the findings behind each operation
}

// schedule returns what becomes of the changes: the operations in their order, the text that they make, and what cannot be made. The
// changes stay as they are. protocol10 keeps to version 1.0 of the Protocol.
func (c *changes) schedule(protocol10 bool) (*schedule, error) {
	s := &schedule{changes: c, refusals: maps.Clone(c.refusals), protocol10: protocol10, pasted: c.pasted()}
	return s, s.settle()
}

// steps returns all operations, in an order in which each is right when its turn comes: units first,
// outer ones before those inside them, since they keep what they do not edit; then changes of blocks
// with an id; then insertions and deletions from the end of the document to its start; then sections that come or move; then
// what is added next to blocks; then the levels of headings. Edits of sections without an id, which no operation reaches, come apart.
func (s *schedule) steps() (steps []step, loose []source.Edit) {
	s.parts = nil
	steps, loose = s.unitSteps()
	steps, saved := s.later(append(steps, s.of(onBlock)...))
	steps = append(steps, s.structuralSteps()...)
	steps = append(steps, saved...)
	steps = append(steps, s.sectionSteps()...)
	steps = append(steps, s.of(beside)...)
	steps = append(steps, s.of(leveling)...)
	for i, x := range steps {
		s.look.Now()
		for _, f := range x.finds {
			steps[i].finds = append(steps[i].finds[:len(steps[i].finds):len(steps[i].finds)], f.partners...)
		}
	}
	return s.whole(steps), loose
}

// of returns the operations of a phase.
func (s *schedule) of(turn phase) (steps []step) {
	for _, x := range s.operations {
		if x.phase == turn {
			steps = append(steps, step{op: x.op, finds: []*finding{x.f}})
		}
	}
	return steps
}

// unitSteps returns the operations on what has no id, and the edits of sections without one.
func (s *schedule) unitSteps() (steps []step, loose []source.Edit) {
	units := slices.Clone(s.order)
	sort.SliceStable(units, func(i, j int) bool {
		a, b := units[i].node.At().Span, units[j].node.At().Span
		return a.Start < b.Start || a.Start == b.Start && a.End > b.End
	})
	for _, u := range units {
		if len(u.edits) == 0 {
			continue
		}
		if _, ok := u.node.(*noma.Section); ok {
			if s.protocol10 {
				for _, f := range u.finds {
					s.fail(f, sayProtocolSection)
				}
				continue
			}
			if _, err := source.Apply(s.doc.File.Text, u.edits); err == nil {
				loose = append(loose, u.edits...)
				continue
			}
			for _, f := range u.finds {
				s.fail(f, sayEditsOverlap)
			}
			continue
		}
		op, ok := s.unitOp(u)
		s.parts = append(s.parts, s.further(u, &op)...)
		if !ok {
			for _, f := range u.finds {
				s.fail(f, sayEditsOverlap)
			}
			continue
		}
		steps = append(steps, step{op: op, finds: u.finds})
	}
	return steps, loose
}

// whole leaves out the steps that hold an edit which was refused elsewhere, and refuses what else
// rests on them: an operation is made as a whole or not at all.
func (s *schedule) whole(steps []step) []step {
	refused := func(f *finding) bool { return !s.applied(f) }
	for n := -1; n != len(steps); {
		n = len(steps)
		steps = slices.DeleteFunc(steps, func(x step) bool {
			if !slices.ContainsFunc(x.finds, refused) {
				return false
			}
			for _, f := range x.finds {
				if !refused(f) {
					s.fail(f, sayRestsOnOther)
				}
			}
			return true
		})
	}
	return steps
}

// ofTwo refuses the edits whose operations name an id that two blocks have, and reports whether there were any.
func (s *schedule) ofTwo(steps []step) bool {
	found := false
	for _, x := range steps {
		if !s.doc.Shared(x.op.ID) {
			continue
		}
		for _, f := range x.finds {
			found = true
			s.fail(f, sayTwoBlocks.with(x.op.ID))
		}
	}
	return found
}

// settle applies the operations and takes out those that the source refuses, with all that rests on
// them, until the others go through: one edit that cannot be made never stops the rest.
func (s *schedule) settle() error {
	if s.protocol10 {
		s.outline10()
	}
	for {
		steps, loose := s.steps()
		if s.halfPasted() || s.movedAndEdited() {
			continue
		}
		if s.protocol10 && s.beyond10(steps) {
			continue // without them, and what rests on them
		}
		if s.ofTwo(steps) {
			continue
		}
		text, refused, err := s.try(steps, loose)
		if err != nil {
			return err
		}
		if refused != nil {
			s.takeBack(steps, refused)
			continue
		}
		if text, ok := s.dissolveIn(text); ok {
			s.text = text
			for _, x := range steps {
				s.ops, s.made = append(s.ops, x.op), append(s.made, slices.Concat(x.finds, x.along))
			}
			s.ops, s.made = s.beyond(text, s.ops, s.made)
			return nil
		}
	}
}

// halfPasted refuses what is cut and cannot be pasted, and what is pasted and cannot be cut, and reports whether there was any.
func (s *schedule) halfPasted() (found bool) {
	for _, x := range s.pasted {
		if s.applied(x.cut) && !s.applied(x.paste) {
			s.fail(x.cut, sayCutAndPasted)
			found = true
		} else if _, stays := s.refusals[x.cut]; stays && s.applied(x.paste) {
			s.fail(x.paste, sayCutAndPasted)
			found = true
		}
	}
	return found
}

// movedAndEdited refuses the moves of blocks that other edits change or take out as well, as they would bring the old text to the new
// place, and reports whether there were any.
func (s *schedule) movedAndEdited() (found bool) {
	moves := func(x *operation) bool {
		return x.node != nil && x.f.change != nil && x.f.change.Action == "move_child" && s.applied(x.f)
	}
	if !slices.ContainsFunc(s.operations, moves) {
		return false
	}
	changing := map[noma.Node][]*finding{}
	for _, u := range s.order {
		if len(u.edits) > 0 {
			changing[u.node] = slices.Clone(u.finds)
		}
	}
	for _, x := range s.operations {
		if x.node != nil {
			changing[x.node] = append(changing[x.node], x.f)
		}
	}
	for _, x := range s.operations {
		if moves(x) && slices.ContainsFunc(changing[x.node], func(f *finding) bool { return f != x.f && s.applied(f) }) {
			s.fail(x.f, sayMovedAndEdited)
			found = true
		}
	}
	return found
}

// concluded returns a finding with its outcome. What would be made if all edits were accepted is not refused.
func (s *schedule) concluded(f *finding) *finding {
	why, refused := s.refusals[f]
	_, before := s.changes.refusals[f]
	switch {
	case f.Outcome == Rejected:
		return f
	case refused && !before && s.some && f.Outcome == Applied:
		end := *f
		end.leave(leftBelow + why.text)
		return &end
	}
	return s.refusals.concluded(f)
}

// try returns the text that operations and edits make, or the operation that is refused.
func (s *schedule) try(steps []step, loose []source.Edit) (text string, refused *patch.Error, err error) {
	doc, file := s.doc, s.doc.File
	if len(loose) > 0 {
		if text, err = source.Apply(file.Text, loose); err != nil {
			return "", nil, err
		}
		file = source.NewFile(file.Name, text)
	}
	if len(steps) == 0 {
		return file.Text, nil, nil
	}
	parse := noma.Options{Look: s.look}
	if len(loose) > 0 || !asWritten(doc) {
		if doc, _, err = noma.Parse(file, parse); err != nil {
			return "", nil, err
		}
	}
	var ops []patch.Op
	for _, x := range steps {
		ops = append(ops, x.op)
	}
	done, err := patch.ApplyTo(doc, ops, patch.Options{Parse: parse})
	if err == nil {
		err = frozenBy(ops, done.Notes)
	}
	if errors.As(err, &refused) && refused.OpIndex >= 0 && refused.OpIndex < len(steps) {
		return "", refused, nil
	}
	if err != nil {
		return "", nil, err
	}
	return done.Text, nil, nil
}

// freezes is the error code of a move that would write ids into headings, which the author has not asked for.
const freezes patch.Code = "freezes"

// frozenBy refuses the first section whose move wrote out ids.
func frozenBy(ops []patch.Op, notes []patch.Note) error {
	for _, n := range notes {
		if n.Code == patch.IDFrozen && ops[n.OpIndex].Op == "move_section" {
			return &patch.Error{Code: freezes, Message: n.Message, OpIndex: n.OpIndex}
		}
	}
	return nil
}

// takeBack refuses what rests on an operation that is refused.
func (s *schedule) takeBack(steps []step, refused *patch.Error) {
	at := steps[refused.OpIndex]
	why := sayNotAllowed.with(refused.Message)
	if refused.Code == freezes {
		why = sayOutlineIDs
	}
	for _, f := range at.finds {
		s.fail(f, why)
	}
	for _, x := range steps { // half of the edits of a table would show a table nobody has seen
		if ofTable(at.op) && ofTable(x.op) && x.op.ID == at.op.ID {
			for _, f := range x.finds {
				s.fail(f, sayShapeNotAllowed.with(refused.Message))
			}
		}
	}
}

// beyond adds an operation for what the operations do not make of the text: headings that become paragraphs, and edits in sections
// without an id.
func (s *schedule) beyond(text string, ops []patch.Op, made [][]*finding) ([]patch.Op, [][]*finding) {
	done := map[*finding]bool{}
	for _, fs := range made {
		for _, f := range fs {
			done[f] = true
		}
	}
	left := func(f *finding) bool { return s.applied(f) && !done[f] }
	var finds []*finding
	for _, f := range s.findings {
		if left(f) {
			finds = append(finds, f)
		}
	}
	known := map[*finding]bool{}
	for _, f := range finds {
		known[f] = true
	}
	for _, o := range s.dissolves {
		if !left(o.f) {
			continue
		}
		for _, f := range o.f.partners { // of a decision, whose findings are those of the requests
			if !known[f] {
				known[f], finds = true, append(finds, f)
			}
		}
	}
	if len(finds) == 0 {
		return ops, made
	}
	was := s.doc.File.Text
	if done, err := patch.Apply(s.doc.File, ops, patch.Options{Parse: noma.Options{Look: s.look}}); err != nil {
		ops, made = nil, nil
	} else {
		was = done.Text
	}
	op, changed := patch.Replacing(was, text)
	if !changed {
		return ops, made
	}
	return append(ops, op), append(made, finds)
}

// longOp is how many bytes an operation brings along that stands with the first of its findings alone: the report of a
// list of which every item was edited would be as long as the list for each of them.
const longOp = 4 << 10

// opsOf returns the operations that stand with each finding.
func opsOf(ops []patch.Op, made [][]*finding) map[*finding][]patch.Op {
	of := map[*finding][]patch.Op{}
	for i, finds := range made {
		for k, f := range finds {
			if k == 0 || len(ops[i].Content) <= longOp {
				of[f] = append(of[f], ops[i])
			}
		}
	}
	return of
}

// asWritten reports whether a tree holds nothing but what its source says: datasets may have been brought
// in from their files.
func asWritten(doc *noma.Document) bool {
	for n := range noma.Walk(doc) {
		if d, ok := n.(*noma.Directive); ok && d.Is(noma.Data) {
			if _, file := d.Attr("src"); file {
				return false
			}
		}
	}
	return true
}

// ofTable reports whether an operation edits the cells, rows or columns of a table.
func ofTable(op patch.Op) bool {
	return strings.Contains(op.Op, "_table_") || strings.Contains(op.Op, "_dataset_")
}
