package wml

import "strings"

// Paragraphs: w:p and w:pPr (ECMA-376 §17.3.1). The same properties serve paragraphs and styles.

// Edge is one line of a border (CT_Border); Size is in eighths of a point, Space in points.
type Edge struct {
	Style string // "single"; "" for none
	Size  int
	Space int
	Color string // RRGGBB
}

// Borders are the borders of a paragraph (CT_PBdr).
type Borders struct{ Top, Left, Bottom, Right Edge }

// Spacing is the space around and in a paragraph (CT_Spacing), in twips. A value is only written
// when its Set bit is there, because 0 is a real value that overrides a style.
type Spacing struct {
	Before, After, Line int
	Set                 SpacingSet
	Exact               bool // Line is an exact height; otherwise 240ths of a line
}

// SpacingSet says which values of a Spacing are given.
type SpacingSet uint8

const (
	SetBefore SpacingSet = 1 << iota
	SetAfter
	SetLine
)

// Indent is the indentation of a paragraph (CT_Ind), in twips. Set tells that it is given.
type Indent struct {
	Left, Right int
	FirstLine   int // negative for a hanging indent
	Set         bool
}

// TabStop is a tab stop (CT_TabStop) at a position in twips.
type TabStop struct {
	Align, Leader string
	Pos           int
}

// ParaProps are the properties of a paragraph.
type ParaProps struct {
	Style           string
	KeepNext        bool
	LeaveNext       bool // does not keep with the next paragraph, whatever the style says
	KeepLines       bool
	PageBreakBefore bool
	WidowControl    bool // written when true; Word's default is on, other editors' off
	NumID, Level    int  // NumID 0: no numbering
	Unnumbered      bool // and none of its style
	Borders         *Borders
	Fill            string // shading, RRGGBB
	FillApart       bool   // not quite the Fill, for programs that join paragraphs with the same one; themes have that
	Tabs            []TabStop
	Bidi            bool // right to left
	Spacing         Spacing
	Indent          Indent
	Contextual      bool   // no space between paragraphs of the same style
	Align           string // left, center, right, both
	Outline         int    // outline level 1…9, 0 for body text
	MarkSize        int    // size of the paragraph mark in half-points, 0 for the style's
	Section         *Section
	// MarkIns and MarkDel are the tracked change of the paragraph mark (§17.13.5.15, .20).
	MarkIns, MarkDel *Revision
}

func (p *ParaProps) empty() bool {
	return p.Style == "" && !p.KeepNext && !p.LeaveNext && !p.KeepLines && !p.PageBreakBefore && !p.WidowControl && p.NumID == 0 &&
		!p.Unnumbered && p.Borders == nil && p.Fill == "" && len(p.Tabs) == 0 && !p.Bidi && p.Spacing.Set == 0 && !p.Indent.Set &&
		!p.Contextual && p.Align == "" && p.Outline == 0 && p.MarkSize == 0 && p.Section == nil && p.MarkIns == nil && p.MarkDel == nil
}

// StartParagraph begins a paragraph. id is its w14:paraId, 0 for none: only comments need one
// ([MS-DOCX] §2.5.5), and an id that is not needed would only be one more thing to keep unique.
func (b *Builder) StartParagraph(p *ParaProps, id uint32) {
	if id == 0 {
		b.buf = append(b.buf, "<w:p>"...)
	} else {
		b.buf = append(b.buf, `<w:p w14:paraId="`...)
		b.hex(id)
		b.buf = append(b.buf, `">`...)
	}
	if p == nil || p.empty() {
		return
	}
	b.buf = append(b.buf, "<w:pPr>"...)
	b.paraProps(p)
	b.buf = append(b.buf, "</w:pPr>"...)
}

// EndParagraph ends it.
func (b *Builder) EndParagraph() {
	b.buf = append(b.buf, "</w:p>"...)
	b.roomy()
}

// hex appends eight upper-case hexadecimal digits (ST_LongHexNumber).
func (b *Builder) hex(n uint32) {
	const digits = "0123456789ABCDEF"
	for shift := 28; shift >= 0; shift -= 4 {
		b.buf = append(b.buf, digits[n>>shift&15])
	}
}

// LongHex returns a number as eight upper-case hexadecimal digits.
func LongHex(n uint32) string {
	var b Builder
	b.hex(n)
	return string(b.buf)
}

// paraProps appends the children of a w:pPr, in the order of CT_PPrBase.
func (b *Builder) paraProps(p *ParaProps) {
	if p.Style != "" {
		b.Val("w:pStyle", p.Style)
	}
	if p.KeepNext {
		b.Markup("<w:keepNext/>")
	} else if p.LeaveNext {
		b.Markup(`<w:keepNext w:val="0"/>`)
	}
	if p.KeepLines {
		b.Markup("<w:keepLines/>")
	}
	if p.PageBreakBefore {
		b.Markup("<w:pageBreakBefore/>")
	}
	if p.WidowControl {
		b.Markup("<w:widowControl/>")
	}
	if p.Unnumbered {
		b.Markup(`<w:numPr><w:ilvl w:val="0"/><w:numId w:val="0"/></w:numPr>`)
	}
	if p.NumID > 0 {
		b.Markup(`<w:numPr><w:ilvl w:val="`)
		b.int(p.Level)
		b.Markup(`"/><w:numId w:val="`)
		b.int(p.NumID)
		b.Markup(`"/></w:numPr>`)
	}
	if p.Borders != nil {
		b.Markup("<w:pBdr>")
		b.edge("w:top", &p.Borders.Top)
		b.edge("w:left", &p.Borders.Left)
		b.edge("w:bottom", &p.Borders.Bottom)
		b.edge("w:right", &p.Borders.Right)
		b.Markup("</w:pBdr>")
	}
	if p.Fill != "" {
		b.shade(p.Fill, p.FillApart)
	}
	if len(p.Tabs) > 0 {
		b.Markup("<w:tabs>")
		for _, t := range p.Tabs {
			b.Markup("<w:tab")
			b.Attr("w:val", t.Align)
			if t.Leader != "" {
				b.Attr("w:leader", t.Leader)
			}
			b.AttrInt("w:pos", clamp(t.Pos, -31680, 31680))
			b.Markup("/>")
		}
		b.Markup("</w:tabs>")
	}
	if p.Bidi {
		b.Markup("<w:bidi/>")
	}
	b.spacing(&p.Spacing)
	b.indent(&p.Indent)
	if p.Contextual {
		b.Markup("<w:contextualSpacing/>")
	}
	if p.Align != "" {
		b.Val("w:jc", p.Align)
	}
	if p.Outline > 0 {
		b.valInt("w:outlineLvl", p.Outline-1)
	}
	if p.MarkSize > 0 || p.MarkIns != nil || p.MarkDel != nil {
		b.Markup("<w:rPr>")
		b.change("<w:ins", p.MarkIns)
		b.change("<w:del", p.MarkDel)
		if p.MarkSize > 0 {
			b.valInt("w:sz", p.MarkSize)
		}
		b.Markup("</w:rPr>")
	}
	if p.Section != nil {
		b.Section(p.Section)
	}
}

// edge appends one line of a border; borders have all of w:val, w:sz, w:space and w:color.
func (b *Builder) edge(element string, e *Edge) {
	if e.Style == "" {
		return
	}
	b.Markup("<")
	b.Markup(element)
	b.Attr("w:val", e.Style)
	b.AttrInt("w:sz", e.Size)
	b.AttrInt("w:space", clamp(e.Space, 0, 31))
	b.color(e.Color, "w:color", "w:themeColor", "w:themeTint", "w:themeShade")
	b.Markup("/>")
}

// shade appends w:shd; w:val is required (CT_Shd), which writers like to forget. With apart it is not quite the fill for programs without
// themes.
func (b *Builder) shade(fill string, apart bool) {
	const digits = "0123456789ABCDEF"
	c := b.Palette.of(fill)
	if n := len(c.RGB) - 1; apart && n >= 0 {
		if i := strings.IndexByte(digits, c.RGB[n]); i >= 0 {
			c.RGB = c.RGB[:n] + digits[i^1:][:1]
		}
	}
	b.Markup(`<w:shd w:val="clear" w:color="auto"`)
	b.themed(c, "w:fill", "w:themeFill", "w:themeFillTint", "w:themeFillShade")
	b.Markup("/>")
}

func (b *Builder) spacing(s *Spacing) {
	if s.Set == 0 {
		return
	}
	b.Markup("<w:spacing")
	if s.Set&SetBefore != 0 {
		b.AttrInt("w:before", s.Before)
	}
	if s.Set&SetAfter != 0 {
		b.AttrInt("w:after", s.After)
	}
	if s.Set&SetLine != 0 {
		b.AttrInt("w:line", s.Line)
		if s.Exact {
			b.Markup(` w:lineRule="exact"`)
		} else {
			b.Markup(` w:lineRule="auto"`)
		}
	}
	b.Markup("/>")
}

func (b *Builder) indent(in *Indent) {
	if !in.Set {
		return
	}
	b.Markup("<w:ind")
	b.AttrInt("w:left", in.Left)
	if in.Right != 0 {
		b.AttrInt("w:right", in.Right)
	}
	switch {
	case in.FirstLine < 0:
		b.AttrInt("w:hanging", -in.FirstLine)
	case in.FirstLine > 0:
		b.AttrInt("w:firstLine", in.FirstLine)
	}
	b.Markup("/>")
}

func clamp(n, low, high int) int { return min(max(n, low), high) }

// StartBookmark begins a bookmark (§17.13.6.2) and returns its id for EndBookmark.
func (b *Builder) StartBookmark(name string) int {
	id := b.IDs.bookmark()
	b.Markup("<w:bookmarkStart")
	b.AttrInt("w:id", id)
	b.Attr("w:name", name)
	b.Markup("/>")
	return id
}

// EndBookmark ends the bookmark with the id.
func (b *Builder) EndBookmark(id int) { b.mark("<w:bookmarkEnd", id) }

// StartCommentRange begins the words a comment is about (§17.13.4.4).
func (b *Builder) StartCommentRange(id int) { b.mark("<w:commentRangeStart", id) }

// EndCommentRange ends them.
func (b *Builder) EndCommentRange(id int) { b.mark("<w:commentRangeEnd", id) }

func (b *Builder) mark(open string, id int) {
	b.Markup(open)
	b.AttrInt("w:id", id)
	b.Markup("/>")
}
