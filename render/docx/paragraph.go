package docx

import (
	"strings"

	"github.com/nomadocx/nomadocx/internal/office/wml"
	"github.com/nomadocx/nomadocx/layout"
)

// Measures, in twips.
const (
	panelIndent   = layout.PanelIndent // text of a panel from the margins; the border stands in that gap
	panelSpace    = 7                  // points between the two
	rightSpace    = 8                  // points that the fill goes on at the right
	mostSpace     = 31                 // the most that Word knows (w:space, §17.3.4)
	panelRoom     = 20 * (mostSpace - panelSpace)
	listHanging   = 300 // the bullet of an item before its text
	numberOut     = 40  // its number begins that much further left: "10." and what stands behind it have room
	entryHanging  = 360 // the first line of a reference before the others
	headingIndent = 500 // of the words of a numbered heading
	headingStep   = 140 // more for each level
	quoteIndent   = 360
	codeIndent    = 100
	itemGap       = 60  // between list items
	panelGap      = 80  // between the paragraphs of a panel
	panelEnd      = 240 // behind a panel
	tableEnd      = 200 // behind a table
	pictureGap    = 160 // above a picture
	captionGap    = 80  // between a picture and its caption
	equationGap   = 120 // before an equation on a line of its own
	equationEnd   = 200 // behind it
	captionEnd    = 240 // behind a picture with its caption
	spacerHeight  = 200
	anchorHeight  = 20 // of an empty paragraph that only carries a bookmark
)

// properties fills s.props for a paragraph.
func (s *story) properties(p *layout.Para, next layout.Block) {
	s.props = wml.ParaProps{MarkIns: p.Ins, MarkDel: p.Del, Style: p.Style, KeepNext: (p.KeepNext || s.together && !s.head) && !keepsNext[p.Style], Align: alignment(p.Align)}
	s.props.Unnumbered = p.Unnumbered
	if (p.Style == layout.StyleTitle || p.Style == layout.StyleCoverTitle) && !s.plan.Settings.Headings[1] {
		s.props.Outline = 1 // else the first heading would be one below another, for those who hear them
	}
	if s.atEnd != nil {
		// Programs that take the tab below for an ordinary one need a stop.
		s.tab[0] = wml.TabStop{Align: "right", Pos: s.width}
		s.props.Tabs = s.tab[:1]
	}
	switch {
	case s.head:
		s.props.Style = layout.StyleTableHead
	case p.Style == "" && p.Part != layout.PartCell:
		s.props.Style = s.style
	}
	switch p.List {
	case wml.Bullet:
		if s.props.NumID, s.props.Level = s.bulletNumID(), p.Level; p.Box != wml.NoBox {
			s.props.NumID = s.boxNumID()
		}
	case wml.Number:
		s.props.NumID, s.props.Level = s.numberNumID(p.ListNo), p.Level
		s.lists = max(s.lists, p.ListNo)
	}
	switch {
	case p.Hangs:
		s.indent(entryHanging, 0, -entryHanging)
	case p.Indent > 0:
		s.indent(p.Indent, 0, 0)
	}
	if p.Inner > 0 {
		left, right := indentOf(p.Style)
		s.indent(layout.ItemIndent(p.Inner-1)+left, right, 0)
	}
	if p.Tab > 0 {
		s.tab[0] = wml.TabStop{Align: "right", Leader: "dot", Pos: p.Tab}
		s.props.Tabs = s.tab[:1]
	}
	if p.Middle > 0 {
		s.tab = [2]wml.TabStop{{Align: "center", Pos: p.Middle}, {Align: "right", Pos: 2 * p.Middle}}
		s.props.Tabs = s.tab[:]
	}
	if p.SectionEnd != nil && s.main && s.depth == 0 {
		s.section = s.sectionOf(p.SectionEnd)
		s.props.Section = &s.section
	}
	switch {
	case p.Frame != nil:
		s.framed(p, next)
	case p.Rule:
		s.panel = panel{}
		s.rule()
	default:
		s.panel = panel{}
		s.unframed(p, next)
	}
	if announces(p, next) {
		s.props.KeepNext = !keepsNext[p.Style]
	}
	// The paragraph that ends a page needs room on it, and would leave an empty page behind a full one.
	if endsPage(next) {
		s.props.Spacing.After = 0
		s.props.Spacing.Set |= wml.SetAfter
	}
	if endsPage(p) || endsPage(s.before) && p.Frame == nil && keepsNext[p.Style] { // Word leaves space out at the top of a page that began by itself only
		s.props.Spacing.Before = 0
		s.props.Spacing.Set |= wml.SetBefore
	}
}

// endsPage reports whether a block is an empty paragraph that ends a page.
func endsPage(b layout.Block) bool {
	p, ok := b.(*layout.Para)
	return ok && p.Part == layout.PartBreak && !p.Rule
}

// indentOf returns the indentation of a style, left and right.
func indentOf(style string) (left, right int) {
	switch style {
	case layout.StyleCode:
		return codeIndent, codeIndent
	case layout.StyleQuote:
		return quoteIndent, quoteIndent
	}
	return 0, 0
}

// keepsNext are the styles that keep with the next paragraph by themselves.
var keepsNext = map[string]bool{
	layout.StyleDirective: true, layout.StyleCaption: true, layout.StyleMetricValue: true,
	"Heading1": true, "Heading2": true, "Heading3": true, "Heading4": true, "Heading5": true, "Heading6": true,
}

// alignment returns what Word knows of an alignment, "" for anything else: it comes from attributes.
func alignment(a string) string {
	switch a {
	case "", "left", "center", "right":
		return a
	case "justify", "both":
		return "both"
	}
	return ""
}

// rule writes a thematic break: an empty paragraph with a line below it.
func (s *story) rule() {
	s.borders = wml.Borders{Bottom: ruleEdge}
	s.props.Borders = &s.borders
	s.spacing(wml.SetBefore|wml.SetAfter, 120, 240)
}

// ruleEdge is the line of a thematic break.
var ruleEdge = wml.Edge{Style: "single", Size: 6, Space: 1, Color: ruleColor}

// inList reports whether a block is an item or in one.
func inList(b layout.Block) bool {
	switch b := b.(type) {
	case *layout.Para:
		return b.Frame == nil && (b.List != wml.NoList || b.Inner > 0)
	case *layout.Grid:
		return b.Inner > 0
	}
	return false
}

// unframed sets the space of paragraphs outside panels.
func (s *story) unframed(p *layout.Para, next layout.Block) {
	switch {
	case (p.Part == layout.PartBreak || len(p.Segs) == 0) && len(p.Notes) == 0:
		s.flatten()
	case p.Part == layout.PartCell: // and the table style's spacing
		if s.gap > 0 {
			s.indent(0, s.gap, 0)
		}
		if t := s.opts.Template; t != nil && t.spaced {
			s.props.Spacing = cellSpacing
		}
	case p.Part == layout.PartPicture:
		s.spacing(wml.SetBefore|wml.SetAfter, pictureGap, captionGap)
	case p.Style == layout.StyleCaption && isPicture(s.before):
		after := captionEnd
		if n, ok := next.(*layout.Para); ok && n.Node == p.Node {
			after = captionGap // more about the picture follows
		} else {
			// Captions keep with the table below them. Here the picture is above, and a row of pictures
			// would be one part that no page holds.
			s.props.LeaveNext = true
		}
		s.spacing(wml.SetBefore|wml.SetAfter, captionGap, after)
	case p.Style == "" && displayed(p):
		s.spacing(wml.SetBefore|wml.SetAfter, equationGap, equationEnd)
	case p.List != wml.NoList || p.Inner > 0 && p.Style == "":
		s.afterTable(p)
		if inList(next) {
			s.props.Spacing.After = itemGap
			s.props.Spacing.Set |= wml.SetAfter
		}
	default:
		s.afterTable(p)
	}
}

// announces reports whether a paragraph is about what follows, which does not begin on another page.
func announces(p *layout.Para, next layout.Block) bool {
	n, ok := next.(*layout.Para)
	if ok && p.Part == layout.PartText && displayed(n) {
		return true
	}
	inner := ok && (p.List != wml.NoList || p.Inner > 0 && p.Style == "") && n.List != wml.NoList && n.Level > p.Level
	return inner || p.Part == layout.PartText && next != nil && leads(p)
}

// displayed reports whether a paragraph is an equation on a line of its own: a part of the sentence before it.
func displayed(p *layout.Para) bool {
	return p.Style == layout.StyleMath || p.Style == "" && len(p.Segs) == 1 && len(p.Segs[0].Runs) == 1 && p.Segs[0].Runs[0].Display
}

// leads reports whether a paragraph ends with a colon.
func leads(p *layout.Para) bool {
	for i := len(p.Segs) - 1; i >= 0; i-- {
		if runs := p.Segs[i].Runs; len(runs) > 0 {
			return strings.HasSuffix(runs[len(runs)-1].Text, ":")
		}
	}
	return false
}

func isPicture(b layout.Block) bool {
	p, ok := b.(*layout.Para)
	return ok && p.Part == layout.PartPicture
}

// afterTable keeps a paragraph away from the table above it. Tables have no space of their own.
func (s *story) afterTable(p *layout.Para) {
	switch s.before.(type) {
	case *layout.Grid, *layout.Columns:
		if spaceless(p) {
			s.spacing(wml.SetBefore, tableEnd, 0)
		}
	}
}

// spaceless reports whether the style of a paragraph has no space before it.
func spaceless(p *layout.Para) bool {
	switch p.Style {
	case "", layout.StyleMeta, layout.StyleSource, layout.StyleQuote, layout.StyleCode:
		return true
	}
	return false
}

// flatten makes an empty paragraph as good as invisible: it only carries a mark.
func (s *story) flatten() {
	s.props.Spacing = wml.Spacing{Line: anchorHeight, Exact: true, Set: wml.SetBefore | wml.SetAfter | wml.SetLine}
	s.props.MarkSize = 2
	switch s.before.(type) {
	case *layout.Grid, *layout.Columns:
		s.props.Spacing.Before = tableEnd
	}
}

func (s *story) spacing(set wml.SpacingSet, before, after int) {
	s.props.Spacing = wml.Spacing{Before: before, After: after, Set: set}
}

func (s *story) indent(left, right, first int) {
	s.props.Indent = wml.Indent{Left: left, Right: right, FirstLine: first, Set: true}
}
