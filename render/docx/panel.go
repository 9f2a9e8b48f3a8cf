package docx

import (
	"github.com/nomadocx/nomadocx/internal/office/wml"
	"github.com/nomadocx/nomadocx/layout"
)

// panel is the run of framed paragraphs being written. Word and LibreOffice draw neighbours with
// equal borders and indents as one box, LibreOffice those with equal fills; the box of one directive must not run into the next, so
// panels that follow each other directly differ in a hair of their right border and in the fill of programs without themes.
type panel struct {
	frame layout.Frame // of the block before: that of the panel, or of one in it
	odd   bool
	open  bool
	shape shape // of the paragraph before
	goes  bool  // the box before is a part of the panel too
	inset bool  // the box has space above its first line
	hair  bool  // its right border is a hair wider: LibreOffice joins an item with a paragraph that begins where its marker does
}

// shape is what decides whether two paragraphs of a panel are joined into one box: their indents, fills and lines.
type shape struct {
	indent int
	fill   string
	rule   bool
}

// framed gives a paragraph the formatting of its panel: the coloured border on the left and the fill
// belong to the contract; the three other borders have the colour of the fill and make the padding.
func (s *story) framed(p *layout.Para, next layout.Block) {
	f, own := p.Frame, shapeOf(p)
	table := frameOf(s.before) != nil
	first := !s.panel.open || !isFrame(f, &s.panel.frame) || startsPanel(p)
	alone := !first && (s.panel.shape != own || table) // it begins a box of its own in its panel
	switch fill := s.panel.frame.Fill; {
	case first:
		s.panel = panel{odd: s.panel.open && s.palette.Same(fill, f.Fill) && !s.panel.odd, inset: true}
	case alone: // LibreOffice cuts the left border where one above begins
		s.panel.goes, s.panel.inset = true, table || fill != f.Fill || s.panel.shape.rule
		s.panel.hair = !s.panel.hair
	}
	s.panel.frame, s.panel.open, s.panel.shape = *f, true, own
	s.boxed(p)
	n, _ := next.(*layout.Para)
	ends := n == nil || !isFrame(n.Frame, f) || startsPanel(n)
	switch {
	case next == nil && s.depth > 0:
		s.spacing(wml.SetAfter, 0, 0) // the cell has padding of its own
	case isFrame(frameOf(next), f):
		s.spacing(wml.SetAfter, 0, 0)
	case ends:
		s.spacing(wml.SetAfter, 0, panelEnd)
		s.props.LeaveNext = p.Style == layout.StyleMetricValue // it keeps with more about the metric
	case shapeOf(n) != own:
		// The two will not be joined: their paddings meet, and nothing white may lie between.
		s.spacing(wml.SetAfter, 0, 0)
	case p.Part == layout.PartCode || p.Style == layout.StyleDirective:
		// The style's own spacing.
	default:
		s.spacing(wml.SetAfter, 0, panelGap)
	}
	if alone && p.Style != "" {
		s.props.Spacing.Set |= wml.SetBefore
	}
	if p.Style == layout.StyleCaption && isPicture(s.before) && (n == nil || n.Node != p.Node) {
		s.props.LeaveNext = true
	}
	switch s.before.(type) {
	case *layout.Grid, *layout.Columns:
		if startsPanel(p) && spaceless(p) || !startsPanel(p) && !s.panel.goes { // the style of labels has space before them
			s.props.Spacing.Before = tableEnd
			s.props.Spacing.Set |= wml.SetBefore
		}
	}
	if s.card && s.before == nil {
		s.props.Spacing.Set |= wml.SetBefore // the fill of the cell begins at its top
	}
	if n != nil && n.Part == layout.PartMeta && s.props.Spacing.After != panelEnd {
		s.props.KeepNext = !keepsNext[p.Style] // the properties of a block do not open a page
	}
	if n != nil && p.Part == layout.PartMeta && n.Part == layout.PartCode && n.Node == p.Node {
		s.props.KeepNext = true // nor does what a program printed, without what it is
	}
	if n != nil && n.Follows {
		s.props.KeepNext = !keepsNext[p.Style]
	}
	if len(p.Segs) == 0 && len(p.Notes) == 0 {
		s.flatten()
	}
}

// boxed gives a paragraph of a panel its borders, fill and indents.
func (s *story) boxed(p *layout.Para) {
	f, further := p.Frame, p.Frame.Indent()
	pad := wml.Edge{Style: "single", Size: 4, Space: 5, Color: f.Fill}
	top, right, bottom := pad, pad, pad
	if !s.panel.inset {
		top = wml.Edge{}
	}
	right.Space = rightSpace + (p.RightIndent()-panelIndent)/20
	if s.props.FillApart = s.panel.odd; s.panel.odd {
		right.Size = 6
	}
	if s.panel.hair {
		right.Size++
	}
	if p.Rule {
		bottom = ruleEdge
	}
	left := wml.Edge{Style: "single", Size: 12, Space: min(panelSpace+shift(p)/20, mostSpace), Color: f.Border}
	if s.card {
		left = wml.Edge{} // the cell has a bar
	}
	s.borders = wml.Borders{Top: top, Left: left, Bottom: bottom, Right: right}
	s.props.Borders = &s.borders
	s.props.Fill = f.Fill
	switch {
	case p.List != wml.NoList:
		left := layout.PanelItemIndent(p.Level) + further
		s.indent(left, panelIndent+further, panelIndent+shift(p)-left)
	case p.Inner > 0:
		s.indent(p.InnerIndent(), p.RightIndent(), 0)
	case p.Hangs:
		s.indent(panelIndent+further+entryHanging, panelIndent+further, -entryHanging)
	default:
		s.indent(panelIndent+further+p.Indent, panelIndent+further, 0)
	}
	if p.Middle > 0 {
		s.tab[1].Pos -= panelIndent + further
	}
}

// shift returns how far the lines of a framed paragraph begin from where those of its panel do, in twips: its border stands as far from
// them, so that the left side of the panel is straight. The markers of the innermost items stand below each other for that.
func shift(p *layout.Para) int {
	switch {
	case p.List != wml.NoList:
		return min(layout.PanelItemIndent(p.Level)-layout.PanelItemIndent(0)+p.Frame.Indent(), panelRoom)
	case p.Inner > 0:
		return p.InnerIndent() - panelIndent
	}
	return p.Indent + p.Frame.Indent()
}

// isFrame reports whether a frame is that of a panel, or of one inside it.
func isFrame(f, panel *layout.Frame) bool { return f != nil && f.Border == panel.Border }

// frameOf returns the frame of a table that is a part of a panel, nil for others.
func frameOf(b layout.Block) *layout.Frame {
	switch b := b.(type) {
	case *layout.Grid:
		return b.Frame
	case *layout.Columns:
		return b.Frame
	}
	return nil
}

// startsPanel reports whether a framed paragraph is the first of a panel that is in no other.
func startsPanel(p *layout.Para) bool {
	if p.Frame.Depth > 0 {
		return p.Outermost
	}
	return p.Part == layout.PartLabel || p.Opens
}

// shapeOf returns the shape of a framed paragraph.
func shapeOf(p *layout.Para) shape {
	out := shape{p.Indent + p.Frame.Indent(), p.Frame.Fill, p.Rule}
	switch {
	case p.List != wml.NoList:
		out.indent = -1 - p.Level - p.Frame.Indent()
	case p.Inner > 0:
		out.indent = p.InnerIndent()
	}
	return out
}
