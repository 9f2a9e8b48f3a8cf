package wml

// Section is a page layout (w:sectPr, ECMA-376 §17.6.17); lengths in twips.
type Section struct {
	Header, Footer           string // relationship ids, "" for none
	Width, Height            int
	Landscape                bool
	Top, Right, Bottom, Left int
}

// headerDistance is how far headers and footers stand from the edge of the page.
const headerDistance = 720

// Section appends a w:sectPr with its children in the order of CT_SectPr.
func (b *Builder) Section(s *Section) {
	b.Markup("<w:sectPr>")
	if s.Header != "" {
		b.Markup(`<w:headerReference w:type="default"`)
		b.Attr("r:id", s.Header)
		b.Markup("/>")
	}
	if s.Footer != "" {
		b.Markup(`<w:footerReference w:type="default"`)
		b.Attr("r:id", s.Footer)
		b.Markup("/>")
	}
	b.Markup("<w:pgSz")
	b.AttrInt("w:w", clamp(s.Width, 1, 31680))
	b.AttrInt("w:h", clamp(s.Height, 1, 31680))
	if s.Landscape {
		b.Markup(` w:orient="landscape"`)
	}
	b.Markup("/><w:pgMar")
	b.AttrInt("w:top", clamp(s.Top, 0, 31680))
	b.AttrInt("w:right", clamp(s.Right, 0, 31680))
	b.AttrInt("w:bottom", clamp(s.Bottom, 0, 31680))
	b.AttrInt("w:left", clamp(s.Left, 0, 31680))
	b.AttrInt("w:header", min(headerDistance, s.Top))
	b.AttrInt("w:footer", min(headerDistance, s.Bottom))
	b.Markup(` w:gutter="0"/><w:cols w:space="720"/></w:sectPr>`)
}
