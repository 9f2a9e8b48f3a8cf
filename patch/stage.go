package patch

import (
	"strings"

	"github.com/nomadocx/nomadocx/noma"
	"github.com/nomadocx/nomadocx/noma/source"
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

	marks []mark // by line; the entry after the last line is for what is appended
	ids   map[string]bool
	kids  map[noma.Node]*kids
	dirty map[noma.Node]bool

	deleted []lineRange
	firsts  map[int]int // of runs of deleted lines, by a line in them; see leap
	lasts   map[int]int
	firstAt map[int]*insertion // by line; the others follow
	lastAt  map[int]*insertion
	changes []source.Edit // within lines
	openers map[*noma.Directive]*local
	bodies  map[*noma.Directive]*local
	locals  []*local

	freshBlocks map[string]freshBlock // by id

	// Made when first asked for.
	counts  map[string]int // how many blocks have an id
	autos   *autoIDs
	aliases map[string]noma.Node
	refs    map[string][]noma.Node // what refers to an id, in document order
	titled  map[noma.Node]bool     // sections that references name by their titles
	tops    []*noma.Section        // the first two of level 1

	fresh strings.Builder // all text that pending operations bring along
	words map[string]bool // in it
	notes []Note          // with the place of the operation within the stage

	changed []bool
	// sealed says that nothing may join the stage any more.
	sealed bool
	// careful is set when operations on parts of a block went wrong: each is made on the whole.
	careful bool
	pieces  int // how many there were
	// replaced says that the stage replaces source, which may have begun with frontmatter.
	replaced bool
	// releveled says that headings got other levels, so that the children of sections are not known any more.
	releveled bool
}

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
		ids:   map[string]bool{}, kids: map[noma.Node]*kids{}, dirty: map[noma.Node]bool{},
		firstAt: map[int]*insertion{}, lastAt: map[int]*insertion{},
		firsts: map[int]int{}, lasts: map[int]int{}, freshBlocks: map[string]freshBlock{}, words: map[string]bool{},
		openers: map[*noma.Directive]*local{}, bodies: map[*noma.Directive]*local{},
	}
	return st
}

func (st *stage) empty() bool { return len(st.changed) == 0 }

// effect is what one operation does to the stage.
type effect struct {
	deleted  []lineRange
	inserted []*insertion
	changes  []source.Edit
	ids      []string

	// A child comes into or goes from a parent's list at an index; replaced when both.
	parent     noma.Node
	index      int
	come, gone bool
	child      *newcomer // what comes, when it is known
	// Of a block that moves: where it was; index counts without it.
	from      noma.Node
	fromIndex int

	dirty noma.Node
	seal  bool

	outline bool  // a heading gets another level
	ends    []int // of a section that comes: the places in their parents of the sections that it ends, innermost first

	notes  []Note
	silent bool      // the ids that come and go are no news
	self   noma.Node // of rename_id: the block whose id goes and comes

	local *local                              // the block with its new text, of an operation on one block; see local.go
	piece func() (changed bool, fresh string) // changes a part of a block, and says what came
	loose bool                                // what was one block is not any more
}

// add resolves one operation and makes it part of the stage.
func (st *stage) add(o *Op) error {
	fresh := st.editFresh(o)
	for _, id := range o.mentions() {
		if st.ids[id] && fresh == nil {
			return errDepends
		}
		if st.opts.Strict && id != "" {
			if err := st.unique(id); err != nil {
				return err
			}
		}
	}
	e, err := fresh, error(nil)
	if e == nil {
		e, err = st.resolve(o)
	}
	if err != nil {
		return err
	}
	changed, err := st.commit(e)
	if err != nil {
		return err
	}
	notes := e.notes
	if !e.silent {
		notes = append(notes, st.aliasNotes(e)...)
	}
	for _, note := range notes {
		note.OpIndex = len(st.changed)
		st.notes = append(st.notes, note)
	}
	st.changed = append(st.changed, changed)
	st.sealed = st.sealed || e.seal || len(st.changed) == 1 && fragile(st.doc)
	return nil
}

// resolve finds out what an operation does, without doing it.
func (st *stage) resolve(o *Op) (*effect, error) {
	if o.BaseHash != "" && o.Op != "replace_child" && o.Op != "delete_child" && o.Op != "replace_source" {
		if err := st.checkHash(o); err != nil {
			return nil, err
		}
	}
	if o.Key == "id" && (o.Op == "update_attribute" || o.Op == "remove_attribute") {
		return nil, refuse(IDAttributeProtected, "use rename_id to change a block's id")
	}
	if o.Annotation() != "" {
		return st.annotate(o)
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
	case "set_heading_level":
		return st.setHeadingLevel(o)
	case "insert_section":
		return st.insertSection(o)
	case "move_section":
		return nil, errDepends // on itself: see [runner.moveInSteps]
	case "rename_id":
		return st.renameID(o)
	case "resolve_comment":
		return st.resolveComment(o)
	case "move_block":
		return st.move(o)
	case "replace_child":
		return st.replaceChild(o)
	case "insert_child":
		return st.insertChild(o)
	case "delete_child":
		return st.deleteChild(o)
	case "replace_source":
		return st.replaceSource(o)
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
		last := st.lastAt[i.at]
		if last != nil && i.ahead == nil && last != i.follows && (i.key == "" || last.key != i.key) {
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
	if e.piece != nil {
		st.pieces++
		var fresh string
		changed, fresh = e.piece()
		st.note(fresh)
	}
	for _, d := range e.deleted {
		for line := d.first; line <= d.last; line++ {
			st.marks[line] |= deleted
		}
		st.deleted = append(st.deleted, d)
	}
	for _, i := range e.inserted {
		if st.marks[i.at]&deleted != 0 {
			clear(st.firsts)
			clear(st.lasts)
		}
		st.marks[i.at] |= insertedBefore
		st.join(i)
	}
	st.mark(e.changes)
	st.changes = append(st.changes, e.changes...)
	st.remember(e)
	changed = changed || changes(e.changes, st.f.Text)
	for _, id := range e.ids {
		st.ids[id] = true
	}
	if e.come || e.gone {
		st.updateKids(e)
	}
	st.noteFresh(e)
	if e.dirty != nil {
		st.dirty[e.dirty] = true
	}
	st.releveled = st.releveled || e.outline
	return changed || len(e.deleted) > 0 || len(e.inserted) > 0, nil
}

// join puts an insertion among those at its line.
func (st *stage) join(i *insertion) {
	if i.next = i.ahead; i.next != nil {
		i.prev = i.next.prev
		i.next.prev = i
	} else {
		i.prev = st.lastAt[i.at]
		st.lastAt[i.at] = i
	}
	if i.prev != nil {
		i.prev.next = i
	} else {
		st.firstAt[i.at] = i
	}
}

// put makes an effect the coming of a child that is known.
func (e *effect) put(i *insertion, first noma.Node) {
	e.inserted = []*insertion{i}
	e.child = &newcomer{put: i, first: first}
}

// remember keeps the text that an effect brings along, in whole lines, for operations that search for
// references. That of blocks on their own is kept when they are committed.
func (st *stage) remember(e *effect) {
	for _, i := range e.inserted {
		for _, l := range i.lines {
			st.note(l)
		}
	}
	for _, c := range e.changes {
		first := st.f.LineSpan(st.f.Line(c.Span.Start)).Start
		last := max(c.Span.End, st.f.LineSpan(st.f.Line(c.Span.End)).End)
		st.note(st.f.Text[first:c.Span.Start] + c.New + st.f.Text[c.Span.End:last])
	}
}

// note keeps a text, and the words that could be ids in it.
func (st *stage) note(text string) {
	st.fresh.WriteString(text)
	st.fresh.WriteByte('\n')
	for w := range strings.FieldsFuncSeq(text, func(r rune) bool { return !inPlainID(r) }) {
		st.words[w] = true
	}
}

func (st *stage) updateKids(e *effect) {
	if e.from != nil {
		st.ownKids(e.from).remove(e.fromIndex)
	}
	if e.child != nil && sectionOf(e.child) != nil {
		st.nest(e)
		return
	}
	list := st.ownKids(e.parent)
	index := min(e.index, list.n) // a block that moved may have been counted in
	switch {
	case e.come && e.gone:
		list.set(index, nil)
	case e.come && e.child != nil:
		list.insert(index, e.child)
	case e.come:
		list.insert(index, nil)
	default:
		list.remove(index)
	}
}

// ownKids returns a node's children in a list that may be changed.
func (st *stage) ownKids(n noma.Node) *kids {
	if st.kids[n] == nil {
		st.kids[n] = kidsOf(n).owned()
	}
	return st.kids[n]
}

// edits returns the pending changes as bytes. Where two edits start at one byte their order counts: what
// is inserted before a line precedes changes in the line, what is appended to the file follows them.
func (st *stage) edits() []source.Edit {
	var first, last []source.Edit
	var inserted []*insertion
	for _, i := range st.firstAt {
		for ; i != nil; i = i.next {
			inserted = append(inserted, i)
		}
	}
	for _, r := range regions(st.deleted, inserted) {
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
