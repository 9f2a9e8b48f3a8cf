package patch

import (
	"github.com/nomadocx/nomadocx/noma"
	"github.com/nomadocx/nomadocx/source"
)

// stage is one parse of the text and the operations that have been resolved against it.
//
// An operation joins the stage only when that gives what it would give on the text after the pending
// ones; if not, resolving it returns errDepends and the stage is left as it was. What is accounted:
//
//   - lines that are edited, deleted, or have something inserted before them (marks);
//   - ids that have come or gone or now mean another block (ids);
//   - children that have come or gone (kids), or are not known any more (dirty).
//
// Reading any of these where it changed is a dependency. Writing where an earlier operation has only
// read is none: the earlier one came first.
type stage struct {
	doc  *noma.Document
	f    *source.File
	eol  string
	opts Options

	marks    []mark // by line; the entry after the last line is for what is appended
	ids      map[string]bool
	kids     map[noma.Node][]noma.Node
	dirty    map[noma.Node]bool
	appended map[noma.Node]int // where the last child of a parent was put

	deleted  []lineRange
	inserted []insertion
	keys     map[int]string // of the insertions, by line
	gaps     map[int]gap    // around the insertions, by line
	changes  []source.Edit  // within lines
	openers  map[*noma.Directive]*local
	bodies   map[*noma.Directive]*local
	locals   []*local

	counts map[string]int // how many blocks have an id, made when first asked for
	autos  *autoIDs

	changed []bool
	// sealed says that nothing may join the stage any more.
	sealed bool
}

// gap says whether what is inserted somewhere starts and ends with a blank line.
type gap struct{ above, below bool }

// mark says what happens to a line.
type mark uint8

const (
	edited mark = 1 << iota
	deleted
	insertedBefore
)

func newStage(doc *noma.Document, eol string, opts Options) *stage {
	st := &stage{
		doc: doc, f: doc.File, eol: eol, opts: opts,
		marks: make([]mark, doc.File.Lines()+2),
		ids:   map[string]bool{}, kids: map[noma.Node][]noma.Node{}, dirty: map[noma.Node]bool{},
		appended: map[noma.Node]int{}, keys: map[int]string{}, gaps: map[int]gap{},
		openers: map[*noma.Directive]*local{}, bodies: map[*noma.Directive]*local{},
	}
	return st
}

func (st *stage) empty() bool { return len(st.changed) == 0 }

// effect is what one operation does to the stage.
type effect struct {
	deleted  []lineRange
	inserted []insertion
	changes  []source.Edit
	ids      []string

	// A child comes into or goes from a parent's list at an index; replaced when both.
	parent     noma.Node
	index      int
	come, gone bool
	appends    bool

	dirty noma.Node
	seal  bool

	local *local // the block with its new text, of an operation on one block; see local.go
	loose bool   // what was one block is not any more
}

// add resolves one operation and makes it part of the stage.
func (st *stage) add(o *Op) error {
	for _, id := range o.mentions() {
		if st.ids[id] {
			return errDepends
		}
	}
	e, err := st.resolve(o)
	if err != nil {
		return err
	}
	changed, err := st.commit(e)
	if err != nil {
		return err
	}
	st.changed = append(st.changed, changed)
	st.sealed = st.sealed || e.seal || len(st.changed) == 1 && fragile(st.doc)
	return nil
}

// resolve finds out what an operation does, without doing it.
func (st *stage) resolve(o *Op) (*effect, error) {
	if o.Key == "id" && (o.Op == "update_attribute" || o.Op == "remove_attribute") {
		return nil, refuse(IDAttributeProtected, "use rename_id to change a block's id")
	}
	if o.BaseHash != "" && o.Op != "replace_child" && o.Op != "delete_child" {
		if err := st.checkHash(o); err != nil {
			return nil, err
		}
	}
	switch o.Op {
	case "replace_block":
		return st.replaceBlock(o)
	case "replace_body":
		return st.replaceBody(o)
	case "add_block":
		return st.addBlock(o)
	case "delete_block":
		return st.deleteBlock(o)
	case "update_attribute", "remove_attribute":
		return st.setAttribute(o)
	case "update_heading":
		return st.updateHeading(o)
	case "rename_id":
		return st.renameID(o)
	case "add_comment", "add_footnote", "add_endnote", "add_change_request":
		return st.annotate(o)
	case "resolve_comment":
		return st.resolveComment(o)
	case "replace_child":
		return st.replaceChild(o)
	case "insert_child":
		return st.insertChild(o)
	case "delete_child":
		return st.deleteChild(o)
	}
	return st.editGrid(o)
}

// commit adds an effect, or returns errDepends and changes nothing.
func (st *stage) commit(e *effect) (changed bool, err error) {
	for _, d := range e.deleted {
		if err := st.clean(d.first, d.last); err != nil {
			return false, err
		}
	}
	for _, i := range e.inserted {
		if st.marks[i.at]&insertedBefore != 0 && (i.key == "" || st.keys[i.at] != i.key) {
			return false, errDepends
		}
	}
	for _, c := range e.changes {
		if err := st.clean(st.f.Line(c.Span.Start), st.f.Line(c.Span.End)); err != nil {
			return false, err
		}
	}
	if e.local != nil {
		before := ""
		if e.local.at >= 0 {
			before = st.locals[e.local.at].text
		} else {
			before = st.span(e.local).Of(st.f.Text)
		}
		if err := st.commitLocal(e.local); err != nil {
			return false, err
		}
		changed = before != e.local.text
	}
	for _, d := range e.deleted {
		for line := d.first; line <= d.last; line++ {
			st.marks[line] |= deleted
		}
		st.deleted = append(st.deleted, d)
	}
	for _, i := range e.inserted {
		st.marks[i.at] |= insertedBefore
		if _, more := st.keys[i.at]; !more {
			st.gaps[i.at] = gap{above: i.lines[0] == ""}
		}
		st.gaps[i.at] = gap{st.gaps[i.at].above, i.lines[len(i.lines)-1] == ""}
		st.keys[i.at] = i.key
		st.inserted = append(st.inserted, i)
	}
	st.mark(e.changes)
	st.changes = append(st.changes, e.changes...)
	changed = changed || changes(e.changes, st.f.Text)
	for _, id := range e.ids {
		st.ids[id] = true
	}
	if e.come || e.gone {
		st.updateKids(e)
	}
	if e.dirty != nil {
		st.dirty[e.dirty] = true
	}
	return changed || len(e.deleted) > 0 || len(e.inserted) > 0, nil
}

func (st *stage) updateKids(e *effect) {
	list, changed := st.kids[e.parent]
	if !changed {
		list = append([]noma.Node(nil), e.parent.Kids()...)
	}
	switch {
	case e.come && e.gone:
		list[e.index] = nil
	case e.come:
		list = append(list, nil)
		copy(list[e.index+1:], list[e.index:])
		list[e.index] = nil
	default:
		list = append(list[:e.index], list[e.index+1:]...)
	}
	st.kids[e.parent] = list
	if e.appends {
		st.appended[e.parent] = e.inserted[0].at
	} else if e.come && e.index == len(list)-1 {
		delete(st.appended, e.parent)
	}
}

// children are a node's children as they are after the pending operations; what is new is nil.
func (st *stage) children(n noma.Node) ([]noma.Node, error) {
	if st.dirty[n] {
		return nil, errDepends
	}
	if list, changed := st.kids[n]; changed {
		return list, nil
	}
	return n.Kids(), nil
}

// indexOf is the place of a node among its parent's children.
func (st *stage) indexOf(n noma.Node) (int, error) {
	list, err := st.children(n.At().Parent)
	if err != nil {
		return 0, err
	}
	if i := n.At().Index; i < len(list) && list[i] == n {
		return i, nil
	}
	for i, k := range list {
		if k == n {
			return i, nil
		}
	}
	return 0, errDepends
}

// find is the first node with a canonical id.
func (st *stage) find(id string) (noma.Node, bool) {
	if id == "" {
		return nil, false
	}
	return st.doc.ByID(id)
}

// count is the number of blocks with an id.
func (st *stage) count(id string) int {
	if st.counts == nil {
		st.counts = map[string]int{}
		for n := range noma.Walk(st.doc) {
			if id := n.At().ID; id != "" && !flatHeading(n) {
				st.counts[id]++
			}
		}
	}
	return st.counts[id]
}

// clean is an error unless the lines from first to last are untouched and nothing is inserted
// between them.
func (st *stage) clean(first, last int) error {
	for line := first; line <= last; line++ {
		m := st.marks[line]
		if m&(edited|deleted) != 0 || m&insertedBefore != 0 && line > first {
			return errDepends
		}
	}
	return nil
}

// untouched is an error unless a node is as it was parsed, with nothing inside or, in a section, after
// its last line: that would be its new last line.
func (st *stage) untouched(n noma.Node) error {
	if _, ok := n.(*noma.Directive); ok {
		return st.clean(n.At().Line, n.At().EndLine)
	}
	end := st.reach(n)
	if err := st.clean(n.At().Line, end); err != nil {
		return err
	}
	if st.marks[end+1]&insertedBefore != 0 {
		return errDepends
	}
	for k := range st.kids {
		for ; k != nil; k = k.At().Parent {
			if k == n {
				return errDepends // what was put after a section that went may be part of this one
			}
		}
	}
	return nil
}

// reach is the last line before which nothing can be inserted without being part of the node: the
// empty line that a final line end leaves counts for a section that goes on to the end of the file.
func (st *stage) reach(n noma.Node) int {
	if end := n.At().EndLine; end+1 < st.f.Lines() || end == st.f.Lines() {
		return end
	}
	return st.f.Lines()
}

// before is the line that precedes a line once the pending deletions are made, 0 for none. Its text may
// be about to change, but edits within lines leave no blank line and fill none; one that does seals
// the stage.
func (st *stage) before(line int) (int, error) {
	for ; line > 1; line-- {
		if st.marks[line]&insertedBefore != 0 {
			return 0, errDepends
		}
		if st.marks[line-1]&deleted == 0 {
			return line - 1, nil
		}
	}
	if st.marks[1]&insertedBefore != 0 {
		return 0, errDepends
	}
	return 0, nil
}

// after is the line that follows a line once the pending deletions are made, 0 for none.
func (st *stage) after(line int) (int, error) {
	for line++; ; line++ {
		if st.marks[line]&insertedBefore != 0 {
			return 0, errDepends
		}
		if line > st.f.Lines() {
			return 0, nil
		}
		if st.marks[line]&deleted == 0 {
			return line, nil
		}
	}
}

// line is the text of a line without its end.
func (st *stage) line(n int) string { return st.f.LineSpan(n).Of(st.f.Text) }

// edits are the pending changes as bytes. Where two edits start at one byte their order counts: what
// is inserted before a line precedes changes in the line, what is appended to the file follows them.
func (st *stage) edits() []source.Edit {
	var first, last []source.Edit
	for _, r := range regions(st.deleted, st.inserted) {
		e := r.edit(st.f, st.eol)
		if r.first > st.f.Lines() {
			last = append(last, e)
		} else {
			first = append(first, e)
		}
	}
	first = append(first, st.changes...)
	for _, l := range st.locals {
		first = append(first, l.edits...)
	}
	return append(first, last...)
}

// fragile reports whether a text has blocks without an end. What is put after one of these becomes
// part of it, so no two operations share a stage.
func fragile(doc *noma.Document) bool {
	for n := range noma.Walk(doc) {
		switch n := n.(type) {
		case *noma.Directive:
			if n.Closer.Empty() {
				return true
			}
		case *noma.Code:
			if n.Closer.Empty() {
				return true
			}
		}
	}
	return false
}
