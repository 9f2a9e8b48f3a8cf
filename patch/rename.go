package patch

import (
	"slices"
	"sort"
	"strings"
	"unicode"

	"github.com/nomadocx/nomadocx/noma"
	"github.com/nomadocx/nomadocx/noma/source"
)

// referenceKeys are the attributes that rename_id retargets: those of the Protocol (§3.3), and all others that name a block,
// since check would call them broken references afterwards (differences.md A6).
var referenceKeys = [...]string{"for", "parent", "dataset", "block", "ref", "target", "reply_to", "replyTo", "reply", "superseded_by", "supersedes"}

// renameID gives a block another id and retargets what refers to the old one: attributes, and
// wikilinks in running text with or without a label. Code, math, aliases and prose stay.
func (st *stage) renameID(o *Op) (*effect, error) {
	target, ok := st.find(o.From)
	if !ok {
		return nil, st.notFound(o.From)
	}
	if st.taken(o.To) {
		return nil, refuse(IDConflict, "target id %q already exists", o.To)
	}
	if err := goodID(o.To); err != nil {
		return nil, err
	}
	if st.isNote(o.From) && !noma.IsNoteID(o.To) {
		return nil, bad("%q cannot be the id of a note: its mark [^%s] could not be read", o.To, o.To)
	}
	if st.pendingMention(o.From) {
		return nil, errDepends
	}
	e := &effect{self: target, ids: []string{o.From, o.To}}
	var leaving []*noma.Section
	for _, n := range st.referrers(target, o.From) {
		switch n := n.(type) {
		case *noma.Directive:
			edits, err := st.renameAttrs(o, n, n == target)
			if err != nil {
				return nil, err
			}
			e.changes = append(e.changes, edits...)
		case *noma.Section:
			edit, left, err := st.renameHeading(o, n, n == target)
			if err != nil {
				return nil, err
			}
			if left {
				leaving = append(leaving, n)
				if n != target {
					e.notes = append(e.notes, frozen(n))
				}
			}
			e.changes = append(e.changes, edit...)
			e.seal = true // titles and ids of headings make the automatic ids
		default:
			for text := range noma.Texts(n) {
				e.changes = append(e.changes, st.renameLinks(o, n, text)...)
			}
			if t, ok := n.(*noma.Table); ok && n == target {
				edit, err := st.renameTable(o, t)
				if err != nil {
					return nil, err
				}
				e.changes = append(e.changes, edit)
			}
		}
	}
	return e, st.release(e, leaving...)
}

// referrers returns the nodes that refer to an id and the node that has it, in document order.
func (st *stage) referrers(target noma.Node, id string) []noma.Node {
	if st.refs == nil {
		st.refs = References(st.doc)
	}
	list := st.refs[id]
	i := sort.Search(len(list), func(i int) bool { return list[i].At().Line >= target.At().Line })
	if slices.Contains(list, target) {
		return list
	}
	return slices.Insert(slices.Clone(list), i, target)
}

// References lists for every id the nodes that refer to it, in document order.
func References(doc *noma.Document) map[string][]noma.Node {
	refs := map[string][]noma.Node{}
	add := func(id string, n noma.Node) {
		if list := refs[id]; len(list) == 0 || list[len(list)-1] != n {
			refs[id] = append(list, n)
		}
	}
	links := func(n noma.Node, text string) {
		for _, l := range doc.CiteLinks(text) {
			add(l.Target, n)
		}
		if !strings.Contains(text, "[[") && !strings.Contains(text, "[^") {
			return
		}
		for _, l := range append(noma.WikiLinks(text), noma.NoteMarks(text)...) {
			add(l.Target, n)
		}
	}
	for n := range noma.Walk(doc) {
		switch n := n.(type) {
		case *noma.Directive:
			for _, a := range n.Attrs {
				if isReference(a.Key) && a.Value.Kind == noma.String {
					add(a.Value.Raw, n)
				}
			}
		default:
			for text := range noma.Texts(n) {
				links(n, text.S)
			}
		}
	}
	return refs
}

// maxFresh is how much pending text is searched for references before a new parse is cheaper.
const maxFresh = 1 << 20

// pendingMention reports whether pending text may refer to an id. Most ids are words.
func (st *stage) pendingMention(id string) bool {
	if strings.IndexFunc(id, func(r rune) bool { return !inPlainID(r) }) < 0 {
		return st.words[id]
	}
	return st.fresh.Len() > maxFresh || strings.Contains(st.fresh.String(), id)
}

func inPlainID(r rune) bool { return r == '-' || r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r) }

// renameLinks retargets the wikilinks of a text.
func (st *stage) renameLinks(o *Op, n noma.Node, text noma.Text) []source.Edit {
	var edits []source.Edit
	for _, l := range append(noma.WikiLinks(text.S), st.doc.CiteLinks(text.S)...) {
		if l.Target == o.From && !isVerbatim(n) {
			edits = append(edits, source.Edit{Span: text.Span(l.Span.Start, l.Span.End), New: o.To})
		}
	}
	for _, m := range noma.NoteMarks(text.S) {
		if m.Target == o.From && !isVerbatim(n) && st.isNote(o.From) {
			edits = append(edits, source.Edit{Span: text.Span(m.Span.Start, m.Span.End), New: o.To})
		}
	}
	slices.SortFunc(edits, func(a, b source.Edit) int { return a.Span.Start - b.Span.Start })
	return edits
}

// isNote reports whether an id is that of a footnote or endnote, which marks in sentences can name.
func (st *stage) isNote(id string) bool {
	n, _ := st.find(id)
	d, ok := n.(*noma.Directive)
	return ok && d.Is(noma.Note)
}

// isVerbatim reports whether a node is in the body of a directive that holds another language.
func isVerbatim(n noma.Node) bool {
	for n = n.At().Parent; n != nil; n = n.At().Parent {
		if d, ok := n.(*noma.Directive); ok && d.Is(noma.Raw|noma.Program) && !d.Is(noma.Data) && d.Name != "table" {
			return true
		}
	}
	return false
}

// renameAttrs retargets a directive's references, and its id when it is the target. References keep
// their quotes; a bare one gets some.
func (st *stage) renameAttrs(o *Op, d *noma.Directive, target bool) ([]source.Edit, error) {
	if target && d.Marked() {
		return []source.Edit{{Span: d.Attrs[0].ValueSpan, New: o.To}}, nil
	}
	var edits []source.Edit
	for _, a := range d.Attrs {
		if !isReference(a.Key) || a.Value.Kind != noma.String || a.Value.Raw != o.From || a.ValueSpan.Empty() {
			continue
		}
		span, prefer := a.ValueSpan, byte('"')
		if a.Quote != 0 {
			span, prefer = source.Span{Start: span.Start - 1, End: span.End + 1}, a.Quote
		}
		text, err := quoted(o.To, prefer)
		if err != nil {
			return nil, bad("%q cannot be an id: %v", o.To, err)
		}
		edits = append(edits, shrink(source.Edit{Span: span, New: text}, st.f.Text))
	}
	if !target {
		return edits, nil
	}
	// Both changes are on one line: retarget first, then set the id in what comes of it.
	l := &local{}
	text, err := source.Apply(d.Opener.Of(st.f.Text), shift(edits, -d.Opener.Start))
	if err != nil {
		return nil, err
	}
	if err := l.parse(text); err != nil {
		return nil, bad("the opening line of %q cannot be read by itself", o.From)
	}
	edit, err := SetAttribute(l.file, l.node, "id", o.To)
	if err != nil {
		return nil, err
	}
	before := l.node
	if text, err = source.Apply(l.text, []source.Edit{edit}); err != nil {
		return nil, err
	}
	if l.parse(text) != nil || l.node.ID != o.To || !sameExcept(before, l.node, attribute{"id", o.To}) {
		return nil, bad("%q cannot be the id of a block", o.To)
	}
	return []source.Edit{shrink(source.Edit{Span: d.Opener, New: text}, st.f.Text)}, nil
}

// renameTable gives a pipe table its new id, in the line of its caption.
func (st *stage) renameTable(o *Op, t *noma.Table) (source.Edit, error) {
	i := len(t.Caption.Attrs) - 1
	for t.Caption.Attrs[i].Key != "id" {
		i--
	}
	text, err := attrText("id", o.To)
	if err != nil {
		return source.Edit{}, err
	}
	if v := noma.ParseAttrs("{"+text+"}", 0); len(v) != 1 || v[0].Value.Kind != noma.String || v[0].Value.Raw != o.To || strings.ContainsAny(o.To, "{}") {
		return source.Edit{}, bad("%q cannot be the id of a table", o.To)
	}
	return shrink(source.Edit{Span: t.Caption.Attrs[i].Span, New: text}, st.f.Text), nil
}

func isReference(key string) bool {
	for _, r := range referenceKeys {
		if r == key {
			return true
		}
	}
	return false
}

// renameHeading retargets the wikilinks of a title and gives the target its new id. Another section
// whose automatic id would follow from its changed title keeps the id it has; left says that a
// section's id is not automatic any more.
func (st *stage) renameHeading(o *Op, s *noma.Section, target bool) (edits []source.Edit, left bool, err error) {
	links := st.renameLinks(o, s, s.Title)
	if len(links) == 0 && !target {
		return nil, false, nil
	}
	title, err := source.Apply(s.Title.S, shift(links, -s.Title.Offset(0)))
	if err != nil {
		return nil, false, err
	}
	id, want := "", s.ID
	switch {
	case target:
		id, want = o.To, o.To
	case !s.ExplicitID && noma.TitleSlug(title) != s.ID:
		id = s.ID
	}
	edit, err := headingEdit(st.f, s, title, id, want, "")
	if err != nil {
		return nil, false, bad("%q cannot be the id of a section", o.To)
	}
	return []source.Edit{edit}, id != "" && !s.ExplicitID && !flatHeading(s), nil
}
