package reviewsync

import (
	"fmt"
	"strings"

	"github.com/nomadocx/nomadocx/internal/office/wml"
	"github.com/nomadocx/nomadocx/layout"
	"github.com/nomadocx/nomadocx/noma"
	"github.com/nomadocx/nomadocx/noma/source"
	"github.com/nomadocx/nomadocx/patch"
)

// Headings. A title is changed by update_heading; the outline is not: no operation of the protocol
// makes a section, or moves one to another level, as that decides anew what its neighbours belong
// to. Such edits are made last, in the text that the operations gave: a number sign more or less, or
// a line where a placeholder stands. They become one replace_source. An edit that would change an id is refused.

// outline is one edit of the outline.
type outline struct {
	f     *finding
	id    string // the section whose level changes
	level int
	token string // or the paragraph that becomes a heading
	line  string // … and that heading
	moves string // or the section that comes there
	text  bool   // the heading of the section becomes a paragraph
}

// inheritsStyle reports whether a paragraph has its style from the one before it, whose end is proposed to go:
// LibreOffice writes what was one paragraph then, and nobody has changed it.
func (in *normalized) inheritsStyle(r *wml.Paragraph) bool {
	if !strings.HasPrefix(in.Producer, "LibreOffice") {
		return false
	}
	for _, st := range in.Stories {
		var before *wml.Paragraph
		for p := range wml.Paragraphs(st.Blocks...) {
			if p == r {
				return before != nil && before.MarkDel != nil && before.Style == r.Style
			}
			before = p
		}
	}
	return false
}

// retitle writes a section's title.
func (s *paragraphs) retitle(sec *noma.Section, p *layout.Para, r *wml.Paragraph, title string, by ruling) {
	if sec.ID == "" {
		s.refuse(sayHeadingNoID, sec, shown(p), text(r.Runs)).at(r)
		return
	}
	f := s.apply(sayHeadingEdited, sec, shown(p), text(r.Runs)).by(by)
	f.change = &Change{Action: "update_heading", ID: sec.ID}
	f.at(r)
	s.op(f, patch.Op{Op: "update_heading", ID: sec.ID, Title: title})
}

// relevel handles a heading whose level was changed, and a paragraph that became a heading.
func (s *paragraphs) relevel(p *layout.Para, r *wml.Paragraph) {
	if p.Style == r.Style || s.returned.flat || p.Part != layout.PartHeading && !isHeading(r.Style) {
		return
	}
	if p.Part != layout.PartHeading && p.Part != layout.PartText || r.Revised() || s.returned.inheritsStyle(r) {
		return
	}
	refuse := func(x sentence) { s.refuse(x, p.Node, p.Style, r.Style).at(r) }
	sec, _ := p.Node.(*noma.Section)
	judged, by := nobody, ruling{}
	if sec != nil {
		judged, by = s.overrule(s.base.level(sec.ID, p.Style, r.Style))
	}
	switch {
	case s.base.moved && judged == author:
	case s.base.moved && judged != reviewer:
		s.find(Conflict, sayLevelNoBase, p.Node, p.Style, r.Style).at(r)
	case !isHeading(r.Style):
		if reason := s.dissolve(sec, p, r, by); !reason.none() {
			refuse(reason)
		}
	case p.Part == layout.PartText:
		s.promote(p, r, by)
	case sec == nil || sec.ID == "" || s.names.Node(sec.ID) != noma.Node(sec):
		refuse(sayLevelNoID)
	default:
		f := s.apply(sayLevelChanged.with(moved(p.Style, r.Style)), sec, p.Style, r.Style).by(by).at(r)
		f.change = &Change{Action: "update_heading", ID: sec.ID, Key: "level"}
		s.outlines = append(s.outlines, outline{f: f, id: sec.ID, level: levelOf(r.Style)})
	}
}

func isHeading(style string) bool {
	return len(style) == 8 && style[:7] == "Heading" && style[7] >= '1' && style[7] <= '6'
}

func levelOf(style string) int { return int(style[7] - '0') }

// promote makes a paragraph the heading of a new section.
func (s *paragraphs) promote(p *layout.Para, r *wml.Paragraph, by ruling) {
	para, ok := p.Node.(*noma.Paragraph)
	if ok {
		switch para.Parent.(type) {
		case *noma.Document, *noma.Section:
		default:
			ok = false
		}
	}
	line, writable := s.headingLine(r)
	if !ok || !writable {
		s.prose(p, r, by) // its words are applied all the same
		if len(layout.Glyphs(r.Runs, wml.Original)) == 0 {
			return
		}
		s.refuse(sayNoSectionHere, p.Node, shown(p), text(r.Runs)+" ("+r.Style+")").at(r)
		return
	}
	f := s.apply(sayParagraphPromoted, p.Node, shown(p), text(r.Runs)).by(by).at(r)
	token := s.placeholder(f, line)
	s.edit(f, para, source.Edit{Span: para.Content.All(), New: token})
	f.change = &Change{Action: "insert_heading"}
}

// newHeading puts a heading where it was typed.
func (s *insertions) newHeading(before, after layout.Block, r *wml.Paragraph, seq int) {
	now := text(r.Runs)
	parent, index, ok := s.gap(before, after, r.Framed)
	switch parent.(type) {
	case *noma.Document, *noma.Section:
	default:
		ok = false
	}
	if !ok {
		s.refuse(sayHeadingNoSections, s.owner.Get(r), "", now).at(r)
		return
	}
	line, ok := s.headingLine(r)
	if !ok {
		s.refuse(s.unwritable(r.Runs), s.owner.Get(r), "", said(r.Runs)).at(r)
		return
	}
	f := s.apply(sayHeadingAdded, parent, "", now).at(r)
	s.addChild(f, parent, index, seq, s.placeholder(f, line))
	f.change = &Change{Action: "insert_heading"}
	s.owner.Set(r, parent)
}

// headingLine returns a returned heading as a line of source. It gets an id when the one made from its
// title is taken: the others keep theirs. It reports false for a title that the source cannot express.
func (s *core) headingLine(r *wml.Paragraph) (string, bool) {
	gl := layout.Glyphs(r.Runs, wml.Original)
	title := s.names.Markup(gl, false)
	if len(gl) == 0 || !s.names.Spells(title, gl) {
		return "", false
	}
	title, ok := asTitle(title)
	if !ok {
		return "", false
	}
	line := strings.Repeat("#", levelOf(r.Style)) + " " + title
	slug := noma.TitleSlug(title)
	if s.taken[slug] {
		line += fmt.Sprintf(" {id=%q}", s.newID(slug, "2", ""))
	}
	s.taken[slug] = true
	return line, true
}

// placeholder notes a heading to come and returns the paragraph that keeps its place.
func (c *changes) placeholder(f *finding, line string) string {
	token := fmt.Sprintf("\ue000heading %d\ue000", len(c.outlines))
	for strings.Contains(c.doc.File.Text, token) {
		token += "\ue000"
	}
	c.outlines = append(c.outlines, outline{f: f, token: token, line: line})
	return token
}

// reoutline makes the edits of the outline that still count. A failed one is refused, and ok is false:
// the others have to be made anew without it.
func (s *schedule) reoutline(text string) (now string, ok bool) {
	if now, ok = s.relocate(text); !ok {
		s.failOutlines()
		return text, false
	}
	text = now
	levels, lines := map[string]outline{}, map[string]outline{}
	for _, o := range s.outlines {
		switch {
		case !s.applied(o.f), o.moves != "":
		case o.token == "":
			levels[o.id] = o
		default:
			lines[o.token] = o
		}
	}
	if len(levels)+len(lines) == 0 {
		return text, true
	}
	d, _, err := noma.Parse(source.NewFile("", text), noma.Options{})
	if err != nil {
		return text, true
	}
	var edits []source.Edit
	ids := map[string]bool{}
	for n := range noma.Walk(d) {
		switch n := n.(type) {
		case *noma.Section:
			ids[n.ID] = true
			if o, ok := levels[n.ID]; ok && o.text {
				edit, writable := toText(d.File, n)
				if !writable {
					break // the heading is left over, which fails them
				}
				edits = append(edits, edit)
				delete(levels, n.ID)
				delete(ids, n.ID)
			} else if ok {
				at := n.Heading.Start + strings.IndexByte(n.Heading.Of(text), '#')
				edits = append(edits, source.Edit{Span: source.Span{Start: at, End: at + n.Level}, New: strings.Repeat("#", o.level)})
				delete(levels, n.ID)
			}
		case *noma.Paragraph:
			if o, ok := lines[n.Content.S]; ok {
				edits = append(edits, source.Edit{Span: n.Content.All(), New: o.line})
				delete(lines, n.Content.S)
			}
		}
	}
	now, err = source.Apply(text, edits)
	if err == nil && len(levels)+len(lines) == 0 {
		if d, _, err = noma.Parse(source.NewFile("", now), noma.Options{}); err == nil {
			for n := range noma.Walk(d) {
				if sec, ok := n.(*noma.Section); ok {
					delete(ids, sec.ID)
				}
			}
			if len(ids) == 0 {
				return now, true
			}
		}
	}
	s.failOutlines()
	return text, false
}

// failOutlines refuses all edits of the outline that were to be applied.
func (s *schedule) failOutlines() {
	for _, o := range s.outlines {
		if s.applied(o.f) {
			s.fail(o.f, sayOutlineIDs)
		}
	}
}
