package patch

import (
	"cmp"
	"errors"
	"slices"
	"strings"

	"github.com/nomadocx/nomadocx/noma"
	"github.com/nomadocx/nomadocx/noma/source"
)

// sectionMove is what move_section does, checked.
type sectionMove struct {
	section *noma.Section
	parent  noma.Node
	level   int
	index   int // among the children of parent, without the section
}

// movingSection checks a move_section.
func (st *stage) movingSection(o *Op) (m sectionMove, err error) {
	if m.section, err = st.heading(o.ID); err != nil {
		return m, err
	}
	if flatPlace(m.section) {
		return m, bad("heading %q stands in a block and has no section", o.ID)
	}
	var kids siblings
	if m.parent, kids, err = st.outlineParent(o); err != nil {
		return m, err
	}
	for p := m.parent; p != nil; p = p.At().Parent {
		if p == noma.Node(m.section) {
			return m, bad("cannot move %q into itself or its descendants", o.ID)
		}
	}
	if m.level = o.level(); o.Level == nil {
		m.level = below(m.parent)
	}
	if err := goodLevel(m.level); err != nil {
		return m, err
	}
	for n := range noma.Walk(m.section) {
		if s, ok := n.(*noma.Section); ok && !flatPlace(s) && s.Level+m.level-m.section.Level > maxLevel {
			return m, bad("section %q in it would get level %d, and %d is the deepest", s.ID, s.Level+m.level-m.section.Level, maxLevel)
		}
	}
	if m.parent == m.section.Parent {
		kids.without = m.section.Index
	}
	if m.index = kids.len(); o.Position != nil {
		m.index = *o.Position
	}
	if m.index < 0 || m.index > kids.len() {
		return m, refuse(ParentMissing, "position %d is out of range: there are %d children", m.index, kids.len())
	}
	return m, nil
}

// stays reports whether the section is where it should be, as it should be.
func (m *sectionMove) stays() bool {
	return m.parent == m.section.Parent && m.index == m.section.Index && m.level == m.section.Level
}

// moveSection is move_section, always with a parse of its own: what belongs to what is only known then. An id made from
// a title that would change is written into its heading.
func (r *runner) moveSection(o *Op, doc *noma.Document, first int) error {
	m, err := newStage(doc, r.eol, r.opts).movingSection(o)
	if err != nil {
		return err
	}
	if m.stays() {
		r.result.Changed = append(r.result.Changed, false)
		return nil
	}
	out, in, after, err := r.takeAlong(o, doc, false)
	if errors.Is(err, errIdentity) {
		out, in, after, err = r.takeAlong(o, doc, true)
	}
	if err != nil {
		if errors.Is(err, errIdentity) {
			err = bad("the section cannot be moved: a block would get another id")
		}
		return err
	}
	for _, note := range slices.Concat(out.notes, in.notes) {
		note.OpIndex = first
		r.result.Notes = append(r.result.Notes, note)
	}
	r.inSteps(doc, out, in, after.File.Text, after)
	return nil
}

// errIdentity says that a block would get another id when a section is moved.
var errIdentity = errors.New("a block would get another id")

// takeAlong takes a section out and puts it in, in one stage each. With freeze, ids that depend on the order of headings are
// written out first.
func (r *runner) takeAlong(o *Op, doc *noma.Document, freeze bool) (out, in *stage, after *noma.Document, err error) {
	out = newStage(doc, r.eol, r.opts)
	m, err := out.movingSection(o)
	if err != nil {
		return nil, nil, nil, err
	}
	e := &effect{parent: m.section.Parent, index: m.section.Index, gone: true, silent: true}
	lines, err := out.sectionLines(e, m, freeze)
	if err != nil {
		return nil, nil, nil, err
	}
	out.cut(e, m.section)
	out.sealed = true
	if _, err := out.commit(e); err != nil {
		return nil, nil, nil, err
	}
	out.notes = e.notes
	_, rest, err := out.result()
	if err != nil {
		return nil, nil, nil, cmp.Or(identityError(err, freeze), err)
	}
	in = newStage(rest, r.eol, r.opts)
	parent, kids, err := in.outlineParent(o)
	if err != nil {
		return nil, nil, nil, errIdentity
	}
	g, err := parseFragment(strings.Join(lines, "\n"))
	if err == nil {
		err = g.section(m.level)
	}
	if err != nil {
		return nil, nil, nil, err
	}
	put, err := in.putSection(parent, kids, m.index, g)
	if err != nil {
		return nil, nil, nil, cmp.Or(identityError(err, freeze), err)
	}
	put.notes = nil // the aliases of the document are compared in the end
	in.sealed = true
	if _, err := in.commit(put); err != nil {
		return nil, nil, nil, err
	}
	if _, after, err = in.result(); err != nil {
		return nil, nil, nil, cmp.Or(identityError(err, freeze), err)
	}
	if !slices.Equal(blocksByID(doc), blocksByID(after)) {
		return nil, nil, nil, errIdentity
	}
	if was, is := rootOf(doc), rootOf(after); was != is && len(doc.RootAliases(r.opts.Parse.Filename, is)) > 0 {
		in.notes = append(in.notes, rootNote(is))
	}
	return out, in, after, nil
}

// identityError returns errIdentity for a refusal that written ids may avoid, else nil.
func identityError(err error, freeze bool) error {
	var refused *Error
	if !freeze && errors.As(err, &refused) {
		return errIdentity
	}
	return nil
}

// sectionLines returns the lines of a section that moves, with the levels it has there. With freeze they name the ids of all
// headings in it, and the effect writes those of others that depended on them.
func (st *stage) sectionLines(e *effect, m sectionMove, freeze bool) ([]string, error) {
	span := source.Span{Start: st.f.LineSpan(m.section.Line).Start, End: st.f.LineSpan(m.section.LastLine).End}
	var edits []source.Edit
	var autos []*noma.Section
	for n := range noma.Walk(m.section) {
		if id := n.At().ID; id != "" {
			e.ids = append(e.ids, id)
		}
		s, ok := n.(*noma.Section)
		if !ok || flatPlace(s) {
			continue
		}
		if level := s.Level + m.level - m.section.Level; level != s.Level {
			edits = append(edits, levelEdit(st.f.Text, s, level))
		}
		if s.ExplicitID || s.ID == "" || !freeze {
			continue
		}
		edit, err := headingEdit(st.f, s, s.Title.S, s.ID, s.ID, "")
		if err != nil {
			return nil, err
		}
		autos, edits = append(autos, s), append(edits, edit)
		e.notes = append(e.notes, frozen(s))
	}
	if err := st.release(e, autos...); err != nil {
		return nil, err
	}
	for i := range edits {
		edits[i].Span.Start -= span.Start
		edits[i].Span.End -= span.Start
	}
	text, err := source.Apply(span.Of(st.f.Text), edits)
	return splitLines(text), err
}

// cut removes a section with the blank lines behind it; at the end of the file, with those before it.
func (st *stage) cut(e *effect, s *noma.Section) {
	first, last := s.Line, s.LastLine
	end := st.f.Lines()
	final := st.line(end) == ""
	for last < end && noma.TrimSpace(st.line(last+1)) == "" && !(final && last+1 == end) {
		last++
	}
	if last == end || final && last+1 == end {
		for first > 1 && noma.TrimSpace(st.line(first-1)) == "" {
			first--
		}
	}
	e.deleted = append(e.deleted, lineRange{first, last})
}

// blocksByID lists the ids of a document with what has them, sorted.
func blocksByID(doc *noma.Document) []string {
	var out []string
	for n := range noma.Walk(doc) {
		id := n.At().ID
		if id == "" || flatHeading(n) {
			continue
		}
		switch n := n.(type) {
		case *noma.Section:
			id += "\x00" + n.Title.S
		default:
			id += "\x00" + noma.Type(n)
		}
		out = append(out, id)
	}
	slices.Sort(out)
	return out
}

// rootOf returns the id of the section that has the aliases of the document, "" for none.
func rootOf(doc *noma.Document) string {
	for _, n := range doc.Children {
		if s, ok := n.(*noma.Section); ok && s.Level == 1 {
			return s.ID
		}
	}
	return ""
}
