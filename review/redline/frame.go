package redline

import (
	"cmp"
	"strconv"
	"strings"

	"github.com/nomadocx/nomadocx/internal/office/opc"
	"github.com/nomadocx/nomadocx/internal/office/revise"
)

// frame brings the newer package into the frame of the older one.
type frame struct {
	r        *rules
	old, new *side

	bookmarks map[string]bool   // the names of the older text
	lastMark  int               // the greatest id of a bookmark
	lastShape int               // of a drawing
	controls  map[string]bool   // ids of controls of the older text
	revisions map[int]bool      // ids of revisions of both texts
	notes     map[string]string // ids of the newer file to new ones, by element and id
	comments  map[string]string // likewise; those that both have begin with [dropped]
	nums      map[string]string // numId of the newer file to that of the older one, or a new one
	files     *importer

	newNotes    map[string]string // the parts with notes of the newer package, by element
	newComments string            // likewise
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

// survey reads which ids the older text uses.
func (f *frame) survey(text string) error {
	return scan(text, func(x *opc.Scanner) {
		f.revised(x)
		switch x.Local() {
		case "bookmarkStart":
			name, _ := x.Value("name")
			id, _ := x.Value("id")
			f.bookmarks[name] = true
			f.lastMark = max(f.lastMark, number(id))
		case "docPr":
			id, _ := x.Value("id")
			f.lastShape = max(f.lastShape, number(id))
		case "id":
			if val, ok := x.Value("val"); ok && x.Space() == word {
				f.controls[val] = true
			}
		}
	})
}

// revised notes the id of a revision that is there already.
func (f *frame) revised(x *opc.Scanner) {
	if x.Space() == word && revise.IsRevision(x.Local()) {
		id, _ := x.Value("id")
		f.revisions[number(id)] = true
	}
}

// reframe returns a text of the newer package with the ids of the older one. rels are those of its part.
func (f *frame) reframe(text string, rels map[string]string) (string, error) {
	e := &edits{frame: f, text: text, rels: rels, open: map[string]string{}}
	e.b.Grow(len(text))
	err := scan(text, e.tag)
	e.b.WriteString(text[e.done:])
	return e.b.String(), err
}

// edits are a text with other ids while it is made.
type edits struct {
	*frame
	text string
	rels map[string]string
	open map[string]string // ids of bookmarks
	b    strings.Builder
	done int
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
		e.lastShape++
		e.put(x, "id", strconv.Itoa(e.lastShape))
	}
	from, to := x.Span()
	tag := e.text[from:to]
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

// word rewrites the ids of an element of WordprocessingML.
func (e *edits) word(x *opc.Scanner, local string) {
	id, _ := x.Value("id")
	switch local {
	case "bookmarkStart":
		if name, _ := x.Value("name"); e.bookmarks[name] {
			e.open[id] = dropped + id
		} else {
			e.lastMark++
			e.open[id] = strconv.Itoa(e.lastMark)
		}
		e.put(x, "w:id", e.open[id])
	case "bookmarkEnd":
		e.put(x, "w:id", cmp.Or(e.open[id], dropped+id))
	case "footnoteReference", "endnoteReference", "footnote", "endnote":
		if to, ok := e.notes[strings.TrimSuffix(local, "Reference")+id]; ok {
			e.put(x, "w:id", to)
		}
	case "commentRangeStart", "commentRangeEnd", "commentReference":
		e.put(x, "w:id", cmp.Or(e.comments[id], dropped+id))
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
