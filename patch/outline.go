package patch

import (
	"strings"

	"github.com/nomadocx/nomadocx/noma"
	"github.com/nomadocx/nomadocx/noma/source"
)

// The outline of a document follows from the levels of its headings: a heading belongs to the nearest one before it of a
// shallower level, and what stands behind it belongs to it. The operations in this file and in movesection.go
// change lines with headings; what belongs to what then follows.

// maxLevel is the deepest level of a heading.
const maxLevel = 6

// heading returns the section with an id.
func (st *stage) heading(id string) (*noma.Section, error) {
	n, ok := st.find(id)
	if !ok {
		return nil, st.notFound(id)
	}
	s, ok := n.(*noma.Section)
	if !ok {
		return nil, bad("block %q is not a section heading", id)
	}
	return s, nil
}

func goodLevel(level int) error {
	if level < 1 || level > maxLevel {
		return bad("a heading has a level from 1 to %d, not %d", maxLevel, level)
	}
	return nil
}

// setHeadingLevel changes the level of one heading and of no other one. Deeper sections that followed it belong to it, or
// to the section it belongs to itself.
func (st *stage) setHeadingLevel(o *Op) (*effect, error) {
	s, err := st.heading(o.ID)
	if err != nil {
		return nil, err
	}
	if err := goodLevel(o.level()); err != nil {
		return nil, err
	}
	if err := st.clean(s.Line, s.Line); err != nil {
		return nil, err
	}
	e := &effect{}
	if o.level() == s.Level {
		return e, nil
	}
	e.changes = []source.Edit{levelEdit(st.f.Text, s, o.level())}
	if e.outline = !flatPlace(s); e.outline {
		err = st.newRoot(e, s, o.level(), s.Line, s.ID)
	}
	return e, err
}

// levelEdit returns the edit that gives a heading a level.
func levelEdit(text string, s *noma.Section, level int) source.Edit {
	at := s.Heading.Start + strings.IndexByte(s.Heading.Of(text), '#')
	return shrink(source.Edit{Span: source.Span{Start: at, End: at + s.Level}, New: strings.Repeat("#", level)}, text)
}

// newRoot notes which section gets the aliases of the document when a heading has a level at a line from now on: the first
// one of level 1 has them. s is that heading, nil for a new one.
func (st *stage) newRoot(e *effect, s *noma.Section, level, line int, id string) error {
	root, next := st.firstTops()
	switch {
	case level == 1 && (root == nil || line < root.Line || s == nil && line == root.Line):
	case s != nil && s == root && level > 1 && next != nil:
		id = next.ID
	default:
		return nil
	}
	if len(st.doc.RootAliases(st.opts.Parse.Filename, id)) == 0 {
		return nil
	}
	if !st.empty() {
		return errDepends
	}
	e.seal = true
	e.notes = append(e.notes, rootNote(id))
	return nil
}

// firstTops returns the first two sections of level 1, as the document was parsed; nil for none.
func (st *stage) firstTops() (first, second *noma.Section) {
	if st.tops == nil {
		st.tops = make([]*noma.Section, 0, 2)
		for _, n := range st.doc.Children {
			if s, ok := n.(*noma.Section); ok && s.Level == 1 && len(st.tops) < 2 {
				st.tops = append(st.tops, s)
			}
		}
		st.tops = append(st.tops, nil, nil)[:2]
	}
	return st.tops[0], st.tops[1]
}

// insertSection puts a heading, with text below it, before a child of a section or of the document, or at its end.
func (st *stage) insertSection(o *Op) (*effect, error) {
	parent, kids, err := st.outlineParent(o)
	if err != nil {
		return nil, err
	}
	level := o.level()
	if o.Level == nil {
		level = below(parent)
	}
	g, err := st.newSection(o, level)
	if err != nil {
		return nil, err
	}
	index := kids.len()
	if o.Position != nil {
		index = *o.Position
	}
	return st.putSection(parent, kids, index, g)
}

// below returns the level of the sections of a parent.
func below(parent noma.Node) int {
	if s, ok := parent.(*noma.Section); ok {
		return s.Level + 1
	}
	return 1
}

// outlineParent returns the section or document that gets a section, and its children.
func (st *stage) outlineParent(o *Op) (noma.Node, siblings, error) {
	parent, kids, err := st.childParent(o)
	if err != nil {
		return nil, kids, err
	}
	if len(fences(parent)) > 0 {
		return nil, kids, refuse(ParentMissing, "parent %q is a block or stands in one; sections belong to sections and to the document", o.Parent)
	}
	return parent, kids, nil
}

// newSection returns the source of a new section. It has the id that is given, else the one made from its title; where that is
// taken, the heading says another one.
func (st *stage) newSection(o *Op, level int) (*fragment, error) {
	title := noma.TrimSpace(o.Title)
	if title == "" || strings.ContainsAny(o.Title, "\r\n") {
		return nil, bad("a heading must be a single line of text")
	}
	if err := goodLevel(level); err != nil {
		return nil, err
	}
	id := o.ID
	if id == "" {
		if slug := noma.TitleSlug(title); st.ids[slug] {
			return nil, errDepends
		} else if st.count(slug) > 0 {
			id = st.freeID(slug)
		}
	} else if err := goodID(id); err != nil {
		return nil, err
	}
	line, ok := headingLine(title, level, id)
	if !ok && id == "" { // a title that ends in braces would be read as attributes; before an id it is safe
		line, ok = headingLine(title, level, noma.TitleSlug(title))
	}
	if !ok {
		return nil, bad("the heading cannot be written as %q", line)
	}
	text := line
	if content := strings.Join(splitLines(o.Content), "\n"); noma.TrimSpace(content) != "" {
		text += "\n\n" + strings.TrimLeft(content, "\n")
	}
	g, err := parseFragment(text)
	if err != nil {
		return nil, err
	}
	return g, g.section(level)
}

// freeID returns a slug with the first number that makes an id of no block.
func (st *stage) freeID(slug string) string {
	for n := 2; ; n++ {
		if id := numbered(slug, n); st.count(id) == 0 && !st.ids[id] {
			return id
		}
	}
}

// headingLine returns the line of a heading, and false where it would not be read as that.
func headingLine(title string, level int, id string) (line string, ok bool) {
	line = strings.Repeat("#", level) + " " + title
	if id != "" {
		text, err := attrText("id", id)
		if err != nil {
			return line, false
		}
		line += " {" + text + "}"
	}
	doc := noma.Snippet(line)
	if len(doc.Children) != 1 {
		return line, false
	}
	s, ok := doc.Children[0].(*noma.Section)
	return line, ok && s.Level == level && s.Title.S == title && s.ExplicitID == (id != "") && (id == "" || s.ID == id)
}

// section refuses a fragment that is not one section with an end.
func (g *fragment) section(level int) error {
	for _, n := range g.doc.Children[1:] {
		if s, ok := n.(*noma.Section); ok {
			return bad("content has a heading of level %d; in a section of level %d headings are of level %d or deeper", s.Level, level, level+1)
		}
	}
	s := g.doc.Children[0].(*noma.Section)
	g.lines = g.lines[:s.LastLine]
	if fragile(g.doc) {
		return bad("section %q has a block or code without its closing line", s.Title.S)
	}
	return nil
}

// putSection puts a section before a child of a parent, or at its end.
func (st *stage) putSection(parent noma.Node, kids siblings, index int, g *fragment) (*effect, error) {
	s := g.doc.Children[0].(*noma.Section)
	if index < 0 || index > kids.len() {
		return nil, refuse(ParentMissing, "position %d is out of range: there are %d children", index, kids.len())
	}
	if index < kids.len() {
		if _, ok := kids.at(index).(*noma.Frontmatter); ok {
			return nil, bad("nothing goes before frontmatter")
		}
	}
	if index > 0 {
		prev := kids.at(index - 1)
		if prev == nil {
			return nil, errDepends
		}
		if t := sectionOf(prev); t != nil && t.Level < s.Level {
			return nil, bad("a heading of level %d would belong to section %q there, as it stands behind it; name that as the parent", s.Level, t.ID)
		}
	}
	if err := st.checkIDs(g, nil); err != nil {
		return nil, err
	}
	put, err := st.childPlace(parent, kids, index, g)
	if err != nil {
		return nil, err
	}
	e := &effect{parent: parent, index: index, come: true, ids: g.ids()}
	e.put(put, s)
	for p := parent; ; p = p.At().Parent {
		t, ok := p.(*noma.Section)
		if !ok || t.Level < s.Level {
			break
		}
		at, err := st.indexOf(p)
		if err != nil {
			return nil, err
		}
		e.ends = append(e.ends, at)
	}
	return e, st.newRoot(e, nil, s.Level, put.at, s.ID)
}

// sectionOf returns the section that a child is, also one that a pending operation puts in; nil for other children.
func sectionOf(n noma.Node) *noma.Section {
	if fresh, ok := n.(*newcomer); ok {
		n = fresh.first
	}
	s, _ := n.(*noma.Section)
	return s
}

// nest makes a new section a child. It takes along what stands behind it up to a section of its level or a shallower one,
// and ends the sections around it that are not shallower.
func (st *stage) nest(e *effect) {
	parent, index, level := e.parent, e.index, sectionOf(e.child).Level
	for _, at := range e.ends {
		for list := st.ownKids(parent); list.n > index; {
			list.remove(list.n - 1)
		}
		parent, index = parent.At().Parent, at+1
	}
	list := st.ownKids(parent)
	for list.n > index {
		n := list.at(index)
		if n == nil {
			st.dirty[parent] = true // it may be such a section
			return
		}
		if s := sectionOf(n); s != nil && s.Level <= level {
			break
		}
		list.remove(index)
	}
	list.insert(index, e.child)
}
