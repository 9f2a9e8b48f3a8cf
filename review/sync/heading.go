package reviewsync

import (
	"fmt"
	"math"
	"strings"

	"github.com/nomadocx/nomadocx/internal/office/wml"
	"github.com/nomadocx/nomadocx/layout"
	"github.com/nomadocx/nomadocx/noma"
	"github.com/nomadocx/nomadocx/noma/source"
	"github.com/nomadocx/nomadocx/patch"
)

// Headings: their titles, their levels, and those that are new.

// inheritsStyle reports whether a paragraph has its style from the one before it, whose end is proposed to go:
// LibreOffice writes what was one paragraph then, and nobody has changed it.
func (in *normalized) inheritsStyle(r *wml.Paragraph) bool {
	if !in.byLibreOffice() {
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
		s.refuse(sayHeadingNoID, sec, said(p.Runs()), said(r.Runs)).at(r)
		return
	}
	f := s.apply(sayHeadingEdited, sec, said(p.Runs()), said(r.Runs)).by(by)
	f.change = &Change{Action: "update_heading", ID: sec.ID}
	f.at(r)
	s.op(f, patch.Op{Op: "update_heading", ID: sec.ID, Title: title})
}

// relevel handles a heading whose level was changed or that became a paragraph, and a paragraph that became a heading.
func (s *paragraphs) relevel(p *layout.Para, r *wml.Paragraph) {
	if !s.relevelled(p, r) {
		return
	}
	refuse := func(x sentence) { s.refuse(x, p.Node, p.Style, r.Style).at(r) }
	sec, _ := p.Node.(*noma.Section)
	judged, by := s.overrule(s.base.level(p, r.Style))
	if generated := p.Part == layout.PartGenerated; generated || r.Revised() {
		switch {
		case judged != reviewer:
		case generated:
			refuse(sayLevelGenerated)
		default:
			refuse(sayLevelRevised)
		}
		return
	}
	switch {
	case judged == author: // it came back as it was sent
	case judged == both:
		s.conflict(p.Node, p.Style, r.Style).at(r)
	case judged == nobody:
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
		level := levelOf(r.Style)
		s.do(&operation{phase: leveling, op: patch.Op{Op: "set_heading_level", ID: sec.ID, Level: &level}, f: f})
	}
}

// relevelled reports whether the level of a paragraph differs, and can be an edit: a heading, also a generated one, or a text that
// became one.
func (s *paragraphs) relevelled(p *layout.Para, r *wml.Paragraph) bool {
	generated := p.Part == layout.PartGenerated && (isHeading(p.Style) || isHeading(r.Style))
	return p.Style != r.Style && !s.returned.flat && (p.Part == layout.PartHeading || generated || p.Part == layout.PartText && isHeading(r.Style)) &&
		r.MarkIns == nil && r.MarkDel == nil && !r.FormatChange && !s.returned.inheritsStyle(r)
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
	op, writable := s.newSection(r)
	if !ok || !writable {
		s.prose(p, r, by) // its words are applied all the same
		if len(layout.Glyphs(r.Runs, wml.Original)) == 0 {
			return
		}
		s.refuse(sayNoSectionHere, p.Node, said(p.Runs()), said(r.Runs)+" ("+r.Style+")").at(r)
		return
	}
	f := s.apply(sayParagraphPromoted, p.Node, said(p.Runs()), said(r.Runs)).by(by).at(r)
	if parent := para.Parent; addressed(parent) {
		s.takeOut(f, para)
		s.addSection(f, parent, para.Index, math.MaxInt, op) // behind all that was typed before the paragraph
	} else {
		s.edit(f, para, source.Edit{Span: para.Content.All(), New: lineOf(op)})
	}
	f.change = &Change{Action: "insert_heading"}
}

// newHeading puts a heading where it was typed.
func (s *insertions) newHeading(before, after layout.Block, r *wml.Paragraph, seq int) {
	now := text(r.Runs)
	if s.becameTitle(r) {
		return
	}
	parent, index, ok := s.gap(before, after, r.Framed)
	switch parent.(type) {
	case *noma.Document, *noma.Section:
	default:
		ok = false
	}
	if !ok {
		s.refuse(sayHeadingNoSections, s.owner.Get(r), "", saidLinked(r.Runs)).at(r)
		return
	}
	op, ok := s.newSection(r)
	if !ok {
		s.refuse(s.unwritable(r.Runs), s.owner.Get(r), "", saidLinked(r.Runs)).at(r)
		return
	}
	f := s.apply(sayHeadingAdded, parent, "", now).at(r)
	if addressed(parent) {
		s.addSection(f, parent, index, seq, op)
	} else {
		s.addChild(f, parent, index, seq, lineOf(op))
	}
	f.change = &Change{Action: "insert_heading"}
	s.owner.Set(r, parent)
}

// becameTitle reports whether a returned heading has become the title on the cover by what was applied, in this sync or in an earlier one,
// and is no longer shown in its place.
func (s *core) becameTitle(r *wml.Paragraph) bool {
	cover := layout.CoverOf(s.doc)
	if cover == nil || cover.Heading == nil || !strings.EqualFold(layout.SectionTitle(cover.Heading), text(r.Runs)) {
		return false
	}
	if s.opts.first != nil {
		if before := layout.CoverOf(s.opts.first.Doc); before != nil && before.Heading == nil {
			return true
		}
	}
	marked := false
	eachPoint(r, func(name string) { marked = marked || s.names.ID(name) == cover.Heading.ID })
	return marked
}

// newSection returns the operation that makes a section of a returned heading; its place is not in it. It gets an id when the one made
// from its title is taken: the others keep theirs. ok is false for a title that the source cannot express.
func (s *core) newSection(r *wml.Paragraph) (op patch.Op, ok bool) {
	gl := layout.Glyphs(r.Runs, wml.Original)
	title := s.names.Markup(gl, false)
	if len(gl) == 0 || !s.names.Spells(title, gl) {
		return op, false
	}
	if title, ok = asTitle(title); !ok {
		return op, false
	}
	level := levelOf(r.Style)
	op = patch.Op{Op: "insert_section", Level: &level, Title: title}
	slug := noma.TitleSlug(title)
	if s.taken[slug] {
		op.ID = s.newID(slug, "2", "")
	}
	s.taken[slug] = true
	return op, true
}

// lineOf returns the heading of a new section as a line, for a place in a section without an id, which no operation reaches.
func lineOf(op patch.Op) string {
	line := strings.Repeat("#", *op.Level) + " " + op.Title
	if op.ID != "" {
		line += fmt.Sprintf(" {id=%q}", op.ID)
	}
	return line
}
