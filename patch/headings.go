package patch

import (
	"slices"
	"strconv"
	"strings"

	"github.com/nomadocx/nomadocx/noma"
	"github.com/nomadocx/nomadocx/noma/source"
)

// updateHeading changes a section's title and nothing of its identity: when the new title would give
// another automatic id, the present one is written into the heading, and when references name the old
// title, the id that it would give becomes an alias.
func (st *stage) updateHeading(o *Op) (*effect, error) {
	s, err := st.heading(o.ID)
	if err != nil {
		return nil, err
	}
	title := noma.TrimSpace(o.Title)
	if title == "" || strings.ContainsAny(o.Title, "\r\n") {
		return nil, bad("a heading must be a single line of text")
	}
	if err := st.clean(s.Line, s.Line); err != nil {
		return nil, err
	}
	e := &effect{}
	slug := noma.TitleSlug(title)
	needsID := !s.ExplicitID && slug != s.ID
	if !needsID && !s.ExplicitID && slug != noma.TitleSlug(s.Title.S) {
		// The new slug is by chance the id that the old one got as a suffix (A 2, a-2): the automatic
		// ids of all other headings are dealt anew.
		if !st.empty() {
			return nil, errDepends
		}
		e.seal = true
		if needsID, err = st.freeze(e, map[*noma.Section]string{s: slug}, nil); err != nil {
			return nil, err
		}
	}
	if needsID && !noma.SaysID(s.ID) {
		if _, taken := st.doc.Block(slug); taken || len(References(st.doc)[s.ID]) > 0 || st.namedByTitle(s) {
			return nil, bad("the id %q is a number, which no attribute of a heading can say; give the heading another id first", s.ID)
		}
		needsID = false
	}
	if needsID && !flatHeading(s) {
		if err := st.release(e, s); err != nil {
			return nil, err
		}
	}
	id := ""
	if needsID {
		id = s.ID
	}
	alias := st.oldTitle(s)
	change, err := headingEdit(st.f, s, title, id, s.ID, alias)
	if err != nil && !needsID && !s.ExplicitID {
		// A title that ends in braces would be read as attributes; behind an id it is safe.
		change, err = headingEdit(st.f, s, title, s.ID, s.ID, alias)
	}
	if err != nil {
		return nil, err
	}
	e.changes = append([]source.Edit{change}, e.changes...)
	return e, nil
}

// namedByTitle reports whether references name a section by its title, as in [[Old title]].
func (st *stage) namedByTitle(s *noma.Section) bool {
	if st.titled == nil {
		st.titled = map[noma.Node]bool{}
		if strings.Contains(st.f.Text, "[[") {
			for target := range References(st.doc) {
				if _, byID := st.doc.Block(target); byID {
					continue
				}
				if n, ok := st.doc.Titled(strings.TrimPrefix(target, "#")); ok {
					st.titled[n] = true
				}
			}
		}
	}
	return st.titled[s]
}

// oldTitle returns the alias that keeps references to the title of a section leading to it: "" when there are none, when its id does,
// and when another block has it.
func (st *stage) oldTitle(s *noma.Section) string {
	if !st.namedByTitle(s) {
		return ""
	}
	alias := noma.Slugify(noma.PlainText(noma.ParseInline(noma.WithoutNotes(s.Title.S))))
	if _, taken := st.doc.Block(alias); taken {
		return ""
	}
	return alias
}

// headingEdit writes a heading's title, and its id and one more alias when they are given; want is the id it must have in
// the end. The line is read back: it must be a heading with that title and that id.
func headingEdit(f *source.File, s *noma.Section, title, id, want, alias string) (source.Edit, error) {
	line := s.Heading.Of(f.Text)
	at := s.Title.All()
	at.Start, at.End = at.Start-s.Heading.Start, at.End-s.Heading.Start
	open, end := s.AttrSpan.Start-s.Heading.Start, s.AttrSpan.End-s.Heading.Start
	attrs := line[at.End:]
	if id != "" || alias != "" {
		gap, inner, rest := " ", "", line[end:]
		if end > open {
			gap = line[at.End:open]
			inner = noma.TrimSpace(line[open+1 : end-1])
		}
		if alias != "" {
			alias = strings.Join(append(slices.Clone(s.Aliases[:s.OwnAliases]), alias), ",")
		}
		for _, a := range [][2]string{{"id", id}, {"aliases", alias}} {
			if a[1] == "" {
				continue
			}
			text, err := attrText(a[0], a[1])
			if err != nil {
				return source.Edit{}, err
			}
			inner = withAttr(inner, a[0], text)
		}
		attrs = gap + "{" + inner + "}" + rest
	}
	text := line[:at.Start] + title + attrs
	doc, _, err := noma.Parse(source.NewFile("", text), noma.Options{})
	if err == nil && len(doc.Children) == 1 {
		if h, ok := doc.Children[0].(*noma.Section); ok && h.Level == s.Level && h.Title.S == title &&
			(h.ID == want || id == "" && !h.ExplicitID) {
			return shrink(source.Edit{Span: s.Heading, New: text}, f.Text), nil
		}
	}
	return source.Edit{}, bad("the heading cannot be written as %q", text)
}

// withAttr sets an attribute in the text of an attribute block.
func withAttr(inner, key, text string) string {
	attrs := noma.ParseAttrs("{"+inner+"}", -1)
	for i := len(attrs) - 1; i >= 0; i-- {
		if a := attrs[i]; a.Key == key {
			return inner[:a.Span.Start] + text + inner[a.Span.End:]
		}
	}
	if inner == "" {
		return text
	}
	return inner + " " + text
}

// autoIDs are the headings whose ids are made from their titles, in document order; they share one
// pool of ids, in which a later heading of the same title gets a number (contract ast.md §5.2).
type autoIDs struct {
	sections []*noma.Section
	slugs    []string
	numbered map[string]bool // slugs of headings that got a number
}

func (st *stage) autoIDs() *autoIDs {
	if st.autos != nil {
		return st.autos
	}
	a := &autoIDs{numbered: map[string]bool{}}
	var walk func(kids []noma.Node)
	walk = func(kids []noma.Node) {
		for _, k := range kids {
			s, ok := k.(*noma.Section)
			if !ok {
				continue
			}
			if !s.ExplicitID {
				slug := noma.TitleSlug(s.Title.S)
				a.sections, a.slugs = append(a.sections, s), append(a.slugs, slug)
				if slug != s.ID {
					a.numbered[slug] = true
				}
			}
			walk(s.Children)
		}
	}
	walk(st.doc.Children)
	st.autos = a
	return a
}

// release lets headings leave the pool without changing the ids of others: what the effect gets is
// the edits that write their ids into those headings. Without them the second of two headings of one
// title would take over the id of the first (differences.md B7).
func (st *stage) release(e *effect, leaving ...*noma.Section) error {
	a := st.autoIDs()
	gone := map[*noma.Section]bool{}
	risk := false
	for _, s := range leaving {
		gone[s] = true
		base := s.ID
		if i := strings.LastIndexByte(s.ID, '-'); i >= 0 && strings.Trim(s.ID[i+1:], "0123456789") == "" {
			base = s.ID[:i]
		}
		risk = risk || a.numbered[s.ID] || a.numbered[base]
	}
	if !risk {
		return nil
	}
	if !st.empty() {
		return errDepends
	}
	_, err := st.freeze(e, nil, gone)
	e.seal = e.seal || len(e.changes) > 0
	return err
}

// numbered returns the id of a later heading of one title.
func numbered(slug string, n int) string { return slug + "-" + strconv.Itoa(n) }

// freeze deals the automatic ids anew, with other slugs for some headings and without others, and fixes
// those that would change. own reports that a heading with a new slug would not get its old id.
func (st *stage) freeze(e *effect, slugs map[*noma.Section]string, gone map[*noma.Section]bool) (own bool, err error) {
	a := st.autoIDs()
	used, next := map[string]bool{}, map[string]int{}
	for i, s := range a.sections {
		if gone[s] {
			continue
		}
		slug, renamed := slugs[s]
		if !renamed {
			slug = a.slugs[i]
		}
		id := slug
		for n := max(2, next[slug]); used[id]; n++ {
			id = numbered(slug, n)
			next[slug] = n + 1
		}
		switch {
		case id == s.ID:
			used[id] = true
		case renamed:
			own = true
		default:
			edit, err := headingEdit(st.f, s, s.Title.S, s.ID, s.ID, "")
			if s.ID == "" || err != nil {
				return own, bad("the heading in line %d would lose its id %q and has no place to write it; give it another title first", s.Line, s.ID)
			}
			e.changes = append(e.changes, edit)
			e.notes = append(e.notes, frozen(s))
		}
	}
	return own, nil
}
