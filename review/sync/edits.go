package reviewsync

import (
	"slices"
	"strings"

	"github.com/nomadocx/nomadocx/noma"
	"github.com/nomadocx/nomadocx/noma/source"
	"github.com/nomadocx/nomadocx/patch"
)

// Edits become operations here. An edit of something with an id is an operation on that id. Every
// other edit belongs to a unit: the direct child of the nearest block with an id (or of the
// document) that holds it. All edits of one unit become one replace_child, guarded by its hash.

type unit struct {
	node    noma.Node
	parent  string
	index   int
	edits   []source.Edit
	finds   []*finding
	removed map[noma.Node]int   // list → items removed so far
	first   int                 // edits that come before others of their place
	seqs    map[source.Edit]int // of blocks that come, their places in the returned file
}

// operation is one operation on the source.
type operation struct {
	op    patch.Op
	f     *finding
	phase phase

	// Of one that moves the indexes of the children behind it:
	at     int       // source offset, to apply them from the end
	node   noma.Node // what goes, or is moved
	parent noma.Node // where something comes: before the index-th child it had
	index  int
	seq    int // the place in the returned file, which orders what comes to one place
}

// phase says when the turn of an operation comes.
type phase uint8

const (
	onBlock    phase = iota // on a block with an id, in place
	structural              // changes the indexes of other blocks
	sectional               // puts a section somewhere
	beside                  // adds a block next to one with an id
	leveling                // changes the level of a heading
)

func (c *changes) unit(n noma.Node) *unit {
	parent, index, node := patch.Address(n)
	u := c.units[node]
	if u == nil {
		u = &unit{node: node, parent: parent, index: index, removed: map[noma.Node]int{}}
		c.units[node] = u
		c.order = append(c.order, u)
	}
	return u
}

// edit adds source edits to the unit that holds n.
func (c *changes) edit(f *finding, n noma.Node, edits ...source.Edit) {
	u := c.unit(n)
	if !c.leaves(f) {
		u.edits = append(u.edits, edits...)
		if n := len(u.finds); n == 0 || u.finds[n-1] != f {
			u.finds = append(u.finds, f)
		}
	}
	f.unit = u
	if f.change == nil {
		f.change = &Change{Action: "update_child"}
	}
	if f.change.Action == "" {
		f.change.Action = "update_child"
	}
	f.change.place(u.parent, u.index, u.node)
}

// editBefore adds an edit that puts lines before n's own: words typed at the beginning of those stay theirs.
func (c *changes) editBefore(f *finding, n noma.Node, e source.Edit) {
	c.edit(f, n)
	if c.leaves(f) {
		return
	}
	u := c.unit(n)
	u.edits = slices.Insert(u.edits, u.first, e)
	u.first++
}

// comes adds an edit that puts a block at a place: before those of the first n edits that put another one there which stands behind it in
// the returned file.
func (u *unit) comes(e source.Edit, seq, n int) {
	if u.seqs == nil {
		u.seqs = map[source.Edit]int{}
	}
	u.seqs[e] = seq
	u.edits = slices.Insert(u.edits, u.placeFor(e.Span, seq, n), e)
}

// placeFor returns where among the edits of a unit such an edit comes.
func (u *unit) placeFor(at source.Span, seq, n int) int {
	for i, x := range u.edits[:n] {
		if other, ok := u.seqs[x]; ok && x.Span == at && other > seq {
			return i
		}
	}
	return n
}

// do adds an operation.
func (c *changes) do(x *operation) *operation {
	if !c.leaves(x.f) {
		c.operations = append(c.operations, x)
	}
	return x
}

// op adds an operation on a block with an id.
func (c *changes) op(f *finding, op patch.Op) { c.do(&operation{op: op, f: f}) }

// add adds an operation that makes a block next to one with an id.
func (c *changes) add(f *finding, op patch.Op) *operation {
	return c.do(&operation{phase: beside, op: op, f: f})
}

// hashOf guards an operation against a source that is not the one it was made for.
func (c *changes) hashOf(n noma.Node) string { return patch.BlockHash(c.doc.File, n)[:16] }

// attribute sets or (value nil) removes an attribute.
func (c *changes) attribute(f *finding, d *noma.Directive, key string, value any) {
	if d.ID == "" || c.byPlace(d) {
		f.change.ID = ""
		c.openerEdit(f, d, key, value)
		return
	}
	if value == nil {
		c.op(f, patch.Op{Op: "remove_attribute", ID: d.ID, Key: key})
		return
	}
	c.op(f, patch.Op{Op: "update_attribute", ID: d.ID, Key: key, Value: value})
}

// byPlace reports whether an operation on a block names its place, as another block has its id too.
func (c *changes) byPlace(n noma.Node) bool {
	_, section := n.(*noma.Section)
	return !section && c.doc.Shared(n.At().ID)
}

// takeOut takes a whole node out.
func (c *changes) takeOut(f *finding, n noma.Node) {
	parent, index, u := patch.Address(n)
	f.change = &Change{Action: "delete_child"}
	f.change.place(parent, index, n)
	if u != n {
		// Inside a block without id: cut its lines and one run of blank lines.
		file := c.doc.File
		start, end := n.At().Span.Start, file.NextLine(n.At().EndLine)
		for line := n.At().EndLine + 1; line <= file.Lines() && end < u.At().Span.End && strings.TrimSpace(file.LineSpan(line).Of(file.Text)) == ""; line++ {
			end = file.NextLine(line)
		}
		c.edit(f, n, source.Edit{Span: source.Span{Start: start, End: end}})
		f.change.Action = "delete_child"
		return
	}
	op := patch.Op{Op: "delete_child", Parent: parent, Index: index, BaseHash: c.hashOf(n)}
	if id := n.At().ID; id != "" && !c.byPlace(n) {
		op = patch.Op{Op: "delete_block", ID: id, BaseHash: c.hashOf(n)}
		f.change = &Change{Action: "delete_block", ID: id}
	}
	c.do(&operation{phase: structural, op: op, f: f, at: n.At().Span.Start, node: n})
}

// addChild inserts a node before the index-th child of parent. seq is its place in the returned file, which orders what comes
// to one place.
func (c *changes) addChild(f *finding, parent noma.Node, index, seq int, content string) {
	kids, at := parent.Kids(), placeOf(parent, index)
	_, isDoc := parent.(*noma.Document)
	f.change = &Change{Action: "insert_child"}
	f.change.place(parent.At().ID, index, nil)
	if isDoc || parent.At().ID != "" {
		i := index
		op := patch.Op{Op: "insert_child", Parent: parent.At().ID, Index: i, Content: content}
		c.do(&operation{phase: structural, op: op, f: f, at: at, parent: parent, index: i, seq: seq})
		return
	}
	eol := c.doc.File.EOL()
	content = strings.ReplaceAll(content, "\n", eol)
	var e source.Edit
	before := false
	switch {
	case index < len(kids):
		before = true
		e = source.Edit{Span: source.Span{Start: at, End: at}, New: content + eol + eol}
	case len(kids) > 0:
		end := kids[len(kids)-1].At().Span.End
		e = source.Edit{Span: source.Span{Start: end, End: end}, New: eol + eol + content}
	default:
		if s, ok := parent.(*noma.Section); ok { // below the line of its heading
			end := c.doc.File.LineSpan(s.Line).End
			e = source.Edit{Span: source.Span{Start: end, End: end}, New: eol + eol + content}
			break
		}
		d, ok := parent.(*noma.Directive)
		if !ok {
			return
		}
		e = source.Edit{Span: source.Span{Start: d.Opener.End, End: d.Opener.End}, New: eol + content}
		u := c.unit(parent)
		if i := slices.IndexFunc(u.edits, func(x source.Edit) bool { return x.Span == e.Span }); i >= 0 && i == u.placeFor(e.Span, seq, len(u.edits)) {
			e.New += eol // another one comes behind it
		} else if i >= 0 {
			e.New = eol + e.New
		}
	}
	c.edit(f, parent)
	switch u := c.unit(parent); {
	case c.leaves(f):
	case before:
		u.comes(e, seq, u.first)
		u.first++
	default:
		u.comes(e, seq, len(u.edits))
	}
	f.change.Action = "insert_child"
}

// unitOp returns the operation that makes all edits of a unit.
func (s *schedule) unitOp(u *unit) (patch.Op, bool) {
	text := s.doc.File.Text
	span := u.node.At().Span
	if d, ok := u.node.At().Parent.(*noma.Directive); ok && d.Unfenced() {
		span = d.RawBody.All() // behind its mark
	}
	// Deleting the last line of a unit reaches into the line end behind it.
	whole := span
	for _, e := range u.edits {
		whole.End = max(whole.End, e.Span.End)
	}
	now, err := applyWithin(text, whole, u.edits)
	if err != nil {
		return patch.Op{}, false
	}
	now = strings.TrimRight(now, "\r\n")
	hash := s.hashOf(u.node)
	if d, ok := u.node.(*noma.Directive); ok && d.ID != "" && !s.byPlace(d) {
		if body := d.RawBody; body.Placed() && (len(d.Children) == 0 || d.HasBody) && allWithin(u.edits, body.All()) {
			content, err := applyWithin(text, body.All(), u.edits)
			if err != nil {
				return patch.Op{}, false
			}
			return patch.Op{Op: "replace_body", ID: d.ID, Content: content, BaseHash: hash}, true
		}
		return patch.Op{Op: "replace_block", ID: d.ID, Content: now, BaseHash: hash}, true
	}
	if d, ok := u.node.At().Parent.(*noma.Directive); ok && d.ID != "" && !s.byPlace(d) && d.HasBody && len(d.Children) == 1 && d.RawBody.S == d.Body {
		return patch.Op{Op: "replace_body", ID: d.ID, Content: now}, true
	}
	i := u.index
	return patch.Op{Op: "replace_child", Parent: u.parent, Index: i, BaseHash: hash, Content: now}, true
}

func allWithin(edits []source.Edit, span source.Span) bool {
	return !slices.ContainsFunc(edits, func(e source.Edit) bool { return !span.Contains(e.Span) })
}

func applyWithin(text string, span source.Span, edits []source.Edit) (string, error) {
	local := make([]source.Edit, len(edits))
	for i, e := range edits {
		local[i] = source.Edit{Span: source.Span{Start: e.Span.Start - span.Start, End: e.Span.End - span.Start}, New: e.New}
	}
	return source.Apply(span.Of(text), local)
}
