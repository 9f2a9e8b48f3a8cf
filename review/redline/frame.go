package redline

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/nomadocx/nomadocx/internal/office/opc"
	"github.com/nomadocx/nomadocx/internal/office/revise"
)

// frame brings the newer package into the frame of the older one.
type frame struct {
	r        *rules
	old, new *side

	bookmarks map[string]string // the ids in the older text by name
	marks     ids               // of bookmarks
	shapes    ids               // of drawings
	remarks   ids               // of comments
	drawn     map[string]bool   // the names of shapes of VML
	controls  map[string]bool   // ids of controls of the older text
	bound     map[string]bool   // names of form fields whose values were brought in
	revisions map[int]bool      // ids of revisions of both texts
	moves     map[string]bool   // the names of moves in them
	notes     map[string]string // ids of the newer file to new ones, by element and id
	comments  map[string]string // likewise; those that both have are [dropped] and the id of the older file
	nums      map[string]string // numId of the newer file to that of the older one, or a new one
	files     *importer

	sameNotes   map[string]bool     // by element and id: the notes that both have, as they are written, and no other one is
	threads     map[string]string   // the last paragraphs of comments that both have: ids of the newer file to those of the older one
	newNotes    map[string]string   // the parts with notes of the newer package, by element
	noteBlocks  map[string][]*block // of the notes of both, by element and id, when they say their steps
	newComments string              // likewise
}

// ids are the ids of one kind of thing that are in use.
type ids struct {
	last  int
	taken map[int]bool // the great ones: those behind which there is little room
}

// manyIDs is an id that no editor comes to by counting; the greatest one is 1<<31 - 1.
const manyIDs = 1 << 30

// take notes an id that is in use.
func (u *ids) take(id string) {
	n := number(id)
	if n < manyIDs {
		u.last = max(u.last, n)
		return
	}
	if u.taken == nil {
		u.taken = map[int]bool{}
	}
	u.taken[n] = true
}

// next returns an id that is not in use.
func (u *ids) next() string {
	for u.last++; u.taken[u.last]; u.last++ {
	}
	return strconv.Itoa(u.last)
}

// scan calls a function for every start tag of a text.
func scan(text string, f func(x *opc.Scanner)) error {
	x := opc.NewScanner(text, names)
	for x.Next() {
		if x.Opened() {
			f(x)
		}
	}
	return x.Err()
}

// survey notes which ids the older text uses.
func (f *frame) survey(x *opc.Scanner) {
	f.revised(x)
	switch x.Local() {
	case "bookmarkStart":
		name, _ := x.Value("name")
		id, _ := x.Value("id")
		f.bookmarks[name] = id
		f.marks.take(id)
	case "docPr":
		id, _ := x.Value("id")
		f.shapes.take(id)
	default:
		if x.Space() == other && drawn[x.Local()] {
			if id, ok := x.Value("id"); ok {
				f.drawn[id] = true
			}
		}
	case "id":
		if val, ok := x.Value("val"); ok && x.Space() == word {
			f.controls[val] = true
		}
	}
}

// revised notes the id of a revision that is there already.
func (f *frame) revised(x *opc.Scanner) {
	if x.Space() == word && revise.IsRevision(x.Local()) {
		id, _ := x.Value("id")
		f.revisions[number(id)] = true
		if name, ok := x.Value("name"); ok {
			f.moves[name] = true
		}
	}
}

// reframe returns a text of the newer package with the ids of the older one. rels are those of its part.
func (f *frame) reframe(text string, rels map[string]string) (string, error) {
	return f.edits(rels).all(text)
}

// edits returns what gives blocks of a part of the newer package the ids of the older one, in their order.
func (f *frame) edits(rels map[string]string) *edits {
	e := &edits{frame: f, rels: rels, open: map[string]string{}, renamed: map[string]string{}, sameRels: true, sameNums: true}
	for id, to := range rels {
		e.sameRels = e.sameRels && id == to
	}
	for num, to := range f.nums {
		e.sameNums = e.sameNums && num == to
	}
	return e
}

// all edits a text with one root.
func (e *edits) all(text string) (string, error) {
	e.text, e.done = text, 0
	e.b = strings.Builder{}
	e.b.Grow(len(text))
	err := scan(text, e.tag)
	e.b.WriteString(text[e.done:])
	return e.b.String(), err
}

// block edits a block, which may be several elements.
func (e *edits) block(raw string) (string, error) {
	const open, end = "<all>", "</all>"
	text, err := e.all(open + raw + end)
	return text[len(open) : len(text)-len(end)], err
}

// plain reports whether a block that the older text has, too, says the same there: it needs no other ids where it stays.
func (e *edits) plain(raw string, f *facts) bool {
	return len(f.ends) == 0 && (e.sameNums || len(f.lists) == 0) && (e.sameRels || !strings.Contains(raw, " r:")) &&
		!slices.ContainsFunc(f.notes, func(key string) bool { return !e.sameNotes[key] }) &&
		!slices.ContainsFunc(f.comments, func(id string) bool { return !e.hasComment(id) })
}

// hasComment reports whether a comment of the newer file is in the older one.
func (f *frame) hasComment(id string) bool {
	to, ok := f.comments[id]
	return !ok || strings.HasPrefix(to, dropped)
}

// edits are a text with other ids while it is made.
type edits struct {
	*frame
	text    string
	rels    map[string]string
	open    map[string]string // ids of bookmarks
	renamed map[string]string // shapes of VML
	b       strings.Builder
	done    int

	sameRels, sameNums bool // ids of relationships and lists stay what they are
}

// put gives an attribute of the current tag another value.
func (e *edits) put(x *opc.Scanner, name, value string) {
	from, to := x.Span()
	tag := e.text[from:to]
	i := strings.Index(tag, " "+name+"=")
	if at := from + i + len(name) + 3; i >= 0 && at >= e.done {
		e.b.WriteString(e.text[e.done:at])
		e.b.WriteString(value)
		e.done = at + len(attribute(tag, name))
	}
}

// tag rewrites a start tag.
func (e *edits) tag(x *opc.Scanner) {
	local := x.Local()
	if x.Space() == word {
		e.word(x, local)
	}
	if local == "docPr" {
		e.put(x, "id", e.shapes.next())
	}
	from, to := x.Span()
	tag := e.text[from:to]
	if strings.HasPrefix(tag, "<v:") || strings.HasPrefix(tag, "<o:OLE") {
		e.drawing(x, tag)
	}
	if !strings.Contains(tag, " r:") {
		return
	}
	for i := range x.Attrs() {
		a := x.Attr(i)
		if id, ok := e.rels[a.Value]; ok && id != a.Value && attribute(tag, "r:"+a.Local) == a.Value {
			e.put(x, "r:"+a.Local, id)
		}
	}
}

// drawing gives a shape of VML a name that the older text does not have, and those that refer to it.
func (e *edits) drawing(x *opc.Scanner, tag string) {
	if id := attribute(tag, "id"); e.drawn[id] {
		name := id
		for n := 1; e.drawn[name]; n++ {
			name = id + "_" + strconv.Itoa(n)
		}
		e.drawn[name], e.renamed[id] = true, name
	}
	names := []string{"id", "type", "ShapeID"}
	slices.SortFunc(names, func(a, b string) int { return strings.Index(tag, " "+a+"=") - strings.Index(tag, " "+b+"=") })
	for _, name := range names {
		value := attribute(tag, name)
		if to := e.renamed[strings.TrimPrefix(value, "#")]; to != "" {
			e.put(x, name, value[:len(value)-len(strings.TrimPrefix(value, "#"))]+to)
		}
	}
}

// word rewrites the ids of an element of WordprocessingML.
func (e *edits) word(x *opc.Scanner, local string) {
	id, _ := x.Value("id")
	switch local {
	case "bookmarkStart":
		name, _ := x.Value("name")
		if same, have := e.bookmarks[name]; have {
			e.open[id] = dropped + same
		} else {
			e.open[id] = e.marks.next()
		}
		e.put(x, "w:id", e.open[id])
	case "bookmarkEnd":
		e.put(x, "w:id", cmp.Or(e.open[id], dropped))
	case "footnoteReference", "endnoteReference", "footnote", "endnote":
		if to, ok := e.notes[strings.TrimSuffix(local, "Reference")+id]; ok {
			e.put(x, "w:id", to)
		}
	case "commentRangeStart", "commentRangeEnd", "commentReference":
		e.put(x, "w:id", cmp.Or(e.comments[id], dropped))
	case "numId":
		val, _ := x.Value("val")
		if to, ok := e.nums[val]; ok && to != val {
			e.put(x, "w:val", to)
		}
	case "id":
		if val, _ := x.Value("val"); e.controls[val] {
			e.put(x, "w:val", e.freeControl(val))
		}
	}
}

// freeControl returns an id of a control that is not in use.
func (f *frame) freeControl(id string) string {
	for n := number(id); ; {
		n = (n + 1) & (1<<31 - 1)
		if s := strconv.Itoa(n); n > 0 && !f.controls[s] {
			f.controls[s] = true
			return s
		}
	}
}
