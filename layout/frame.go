package layout

import "cmp"

// Frame marks the paragraphs of one directive: left border and shading. The border of a panel inside another one is that of the outermost,
// and Depth says how many panels are around it, up to [maxDepth].
type Frame struct {
	Border, Fill, Text string
	Depth              int
}

// nested returns the frame of a block in a flow, given the one it has outside of others.
func (f *flow) nested(own *Frame) *Frame {
	if f.frame == nil || own == nil {
		return cmp.Or(own, f.frame)
	}
	return &Frame{f.frame.Border, own.Fill, own.Text, min(f.frame.Depth+1, maxDepth)}
}

// maxDepth is how deep panels are indented in others: the outermost border stands at most 31 points before a line (w:space, §17.3.4).
const maxDepth = 2

// textWidth returns the width of a line of text in a flow.
func (f *flow) textWidth() int {
	if f.frame == nil {
		return f.width
	}
	return max(minInner, f.width-2*(PanelIndent+f.frame.Indent()))
}

// Indent returns how much further the text of a panel inside others is indented, on both sides, in twips.
func (f *Frame) Indent() int { return f.Depth * panelStep }

// opensPanel notes at a block that it is the first of a panel without a label.
func (e *emitter) opensPanel(b Block) {
	p, ok := b.(*Para)
	if !ok || p.Frame == nil {
		return
	}
	if e.panel.node != nil && p.Frame == e.panel.frame {
		p.Opens, p.Follows = true, Follows(e.doc, e.panel.node)
		e.panel = headlessBlock{}
	}
	if p.Outermost = e.opening && p.Frame.Depth > 0; p.Outermost && e.panel.node != nil && e.panel.frame.Depth == 0 {
		p.Follows = Follows(e.doc, e.panel.node)
		e.panel = headlessBlock{}
	}
	e.opening = false
}
