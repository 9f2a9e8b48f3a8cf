package patch

import (
	"errors"
	"fmt"
	"maps"
	"slices"

	"github.com/nomadocx/nomadocx/noma"
	"github.com/nomadocx/nomadocx/noma/source"
)

// local is a block, or its opening line, that operations of a stage change without regard to the rest
// of the document. A second operation on it needs no parse of the document: its own text, as the
// first one left it, is parsed alone. This is what lets a table take fifty new cells in one stage.
type local struct {
	lineRange
	of    *noma.Directive // in the stage's document
	body  bool            // all of the block, not only its opening line
	text  string          // as the pending operations leave it
	node  *noma.Directive // of text; spans count from the start of text
	file  *source.File
	edits []source.Edit // against the stage's file
	at    int           // in stage.locals, -1 while nothing is pending
	many  pieces        // what is to become text, of many operations; see settled
}

// pieces are a block, or its opening line, in parts that operations change one by one, without a parse of the whole.
type pieces interface {
	text() string
	// same reports whether the text was read as what the parts say.
	same(l *local) bool
}

// errUnsure says that operations on parts may not have done what they do on the whole.
var errUnsure = errors.New("patch: what the parts say is not what the whole says")

// settled returns a block as the operations on its parts leave it, read once. It takes the place of the one before.
func (st *stage) settled(l *local) (*local, error) {
	if l.many == nil {
		return l, nil
	}
	text := l.many.text()
	next := &local{lineRange: l.lineRange, of: l.of, body: l.body, at: l.at}
	if next.parse(text) != nil || !l.many.same(next) ||
		l.body && (next.node.Unclosed() || !contained(splitLines(text), fences(l.of.Parent))) {
		return nil, errUnsure
	}
	whole := []source.Edit{{Span: st.span(l)}}
	st.unmark(whole)
	next.edits = []source.Edit{shrink(source.Edit{Span: st.span(l), New: text}, st.f.Text)}
	return next, st.commitLocal(next)
}

// inPieces makes a block one of parts. All of its lines count as edited from then on.
func (st *stage) inPieces(l *local, p pieces) {
	if l.many == nil {
		st.unmark(l.edits)
		st.mark([]source.Edit{{Span: st.span(l)}})
		l.edits, l.many = nil, p
	}
}

// openerOf returns the opening line of a directive, for operations on attributes.
func (st *stage) openerOf(d *noma.Directive) (*local, error) {
	if l := st.openers[d]; l != nil {
		return l, nil
	}
	return st.load(&local{lineRange: lineRange{d.Line, d.Line}, of: d, at: -1})
}

// bodyOf returns a whole directive, for operations on what is between its fences.
func (st *stage) bodyOf(d *noma.Directive) (*local, error) {
	if l := st.bodies[d]; l != nil {
		if st.openers[d] != nil {
			return nil, errDepends // the opening line says how to read the body
		}
		return l, nil
	}
	return st.load(&local{lineRange: lineRange{d.Line, d.EndLine}, of: d, body: true, at: -1})
}

// load takes a block from the document; nothing pending may have touched it.
func (st *stage) load(l *local) (*local, error) {
	if err := st.clean(l.first, l.last); err != nil {
		return nil, err
	}
	return l, l.parse(st.span(l).Of(st.f.Text))
}

func (st *stage) span(l *local) source.Span {
	return source.Span{Start: st.f.LineSpan(l.first).Start, End: st.f.LineSpan(l.last).End}
}

var errLoose = errors.New("patch: the text is not one block")

// parse reads the text of a block by itself. It has to be one directive and nothing else.
func (l *local) parse(text string) error {
	l.text, l.file, l.node = text, source.NewFile("", text), nil
	doc, _, err := noma.Parse(l.file, noma.Options{})
	if err == nil && len(doc.Children) == 1 {
		l.node, _ = doc.Children[0].(*noma.Directive)
	}
	if l.node == nil {
		return errLoose
	}
	return nil
}

// change returns the effect of edits on a block's own text.
func (st *stage) change(l *local, edits []source.Edit) (*effect, error) {
	text, err := source.Apply(l.text, edits)
	if err != nil {
		return nil, fmt.Errorf("patch: %w", err)
	}
	next := &local{lineRange: l.lineRange, of: l.of, body: l.body, at: l.at}
	e := &effect{local: next}
	loose := next.parse(text) != nil
	if l.body {
		if err := st.checkBodyIDs(l.node, next.node); err != nil {
			return nil, err
		}
		e.dirty = l.of
		e.ids = idsChanged(l.node, next.node)
		e.loose = loose || next.node.Unclosed() || !contained(splitLines(text), fences(l.of.Parent))
		e.seal = e.loose
	} else if loose {
		return nil, errLoose
	}
	if l.at < 0 {
		next.edits = shift(edits, st.span(l).Start)
	} else {
		next.edits = []source.Edit{shrink(source.Edit{Span: st.span(l), New: text}, st.f.Text)}
	}
	return e, nil
}

// checkBodyIDs refuses a new body, nil when it is no block of its own, with an id that is taken.
func (st *stage) checkBodyIDs(before, after *noma.Directive) error {
	if after == nil {
		return nil
	}
	was, is := idCounts(before), idCounts(after)
	for _, id := range slices.Sorted(maps.Keys(is)) {
		switch {
		case is[id] <= was[id]:
		case st.ids[id]:
			return errDepends
		case is[id] > 1 || st.count(id) > was[id]:
			return refuse(IDConflict, "id %q already exists", id)
		}
	}
	return nil
}

// idCounts says how many blocks have an id, within a directive and itself.
func idCounts(d *noma.Directive) map[string]int {
	count := map[string]int{}
	for n := range noma.Walk(d) {
		if id := n.At().ID; id != "" && !flatHeading(n) {
			count[id]++
		}
	}
	return count
}

// commitLocal makes the new text of a block pending in place of the one before.
func (st *stage) commitLocal(l *local) error {
	var old []source.Edit
	if l.at >= 0 {
		old = st.locals[l.at].edits
	}
	st.unmark(old)
	for _, e := range l.edits {
		if err := st.clean(st.f.Line(e.Span.Start), st.f.Line(e.Span.End)); err != nil {
			st.mark(old)
			return err
		}
	}
	st.mark(l.edits)
	st.note(l.text)
	if l.at < 0 {
		l.at = len(st.locals)
		st.locals = append(st.locals, nil)
	}
	st.locals[l.at] = l
	if l.body {
		st.bodies[l.of] = l
	} else {
		st.openers[l.of] = l
	}
	return nil
}

func (st *stage) mark(edits []source.Edit) {
	for _, e := range edits {
		for line := st.f.Line(e.Span.Start); line <= st.f.Line(e.Span.End); line++ {
			st.marks[line] |= edited
		}
	}
}

func (st *stage) unmark(edits []source.Edit) {
	for _, e := range edits {
		for line := st.f.Line(e.Span.Start); line <= st.f.Line(e.Span.End); line++ {
			st.marks[line] &^= edited
		}
	}
}

// changes reports whether edits change a byte of a text.
func changes(edits []source.Edit, text string) bool {
	return slices.ContainsFunc(edits, func(e source.Edit) bool { return e.New != e.Span.Of(text) })
}

func shift(edits []source.Edit, by int) []source.Edit {
	out := slices.Clone(edits)
	for i := range out {
		out[i].Span.Start += by
		out[i].Span.End += by
	}
	return out
}

// idsChanged returns the ids that only one of two versions of a block has within it. A version may be nil.
func idsChanged(before, after *noma.Directive) []string {
	was, is := idSet(before), idSet(after)
	var out []string
	for id := range was {
		if !is[id] {
			out = append(out, id)
		}
	}
	for id := range is {
		if !was[id] {
			out = append(out, id)
		}
	}
	slices.Sort(out)
	return out
}

func idSet(d *noma.Directive) map[string]bool {
	set := map[string]bool{}
	if d == nil {
		return set
	}
	for n := range noma.Walk(d) {
		if id := n.At().ID; id != "" {
			set[id] = true
		}
	}
	return set
}
