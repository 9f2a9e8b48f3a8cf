package wml

// Section is a page layout (w:sectPr, ECMA-376 §17.6.17); lengths in twips.
type Section struct {
	Edges                    []PageEdge // headers and footers, headers first
	Width, Height            int
	Landscape                bool
	Top, Right, Bottom, Left int
	// HeaderGap and FooterGap are how far header and footer stand from the edge of the page, 0 for
	// half an inch.
	HeaderGap, FooterGap int
	Gutter               int // room for the binding
	Columns, ColumnGap   int // text columns of equal width, 0 or 1 for one
	ColumnLine           bool
	FirstPage            bool   // the first page has a header and a footer of its own
	Numbers              string // how pages are numbered (ST_NumberFormat), "" for decimal
	Start                int    // the number of the first page, 0 to go on counting
}

// PageEdge is a reference to a header or footer part (§17.10.5, §17.10.2).
type PageEdge struct {
	Footer bool
	Type   string // default, first, even
	ID     string // relationship id
}

// headerDistance is how far headers and footers stand from the edge of the page.
const headerDistance = 720

// Section appends a w:sectPr with its children in the order of CT_SectPr.
func (b *Builder) Section(s *Section) {
	b.Markup("<w:sectPr>")
	for _, e := range s.Edges {
		if e.Footer {
			b.Markup("<w:footerReference")
		} else {
			b.Markup("<w:headerReference")
		}
		b.Attr("w:type", e.Type)
		b.Attr("r:id", e.ID)
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
	b.AttrInt("w:header", edgeGap(s.HeaderGap, s.Top))
	b.AttrInt("w:footer", edgeGap(s.FooterGap, s.Bottom))
	b.AttrInt("w:gutter", clamp(s.Gutter, 0, 31680))
	b.Markup("/>")
	if s.Numbers != "" || s.Start > 0 {
		b.Markup("<w:pgNumType")
		if s.Numbers != "" {
			b.Attr("w:fmt", s.Numbers)
		}
		if s.Start > 0 {
			b.AttrInt("w:start", s.Start)
		}
		b.Markup("/>")
	}
	if s.Columns > 1 {
		b.Markup("<w:cols")
		b.AttrInt("w:num", clamp(s.Columns, 2, 45))
		if s.ColumnLine {
			b.Markup(` w:sep="1"`)
		}
		b.AttrInt("w:space", clamp(s.ColumnGap, 0, 31680))
		b.Markup("/>")
	} else {
		b.Markup(`<w:cols w:space="720"/>`)
	}
	if s.FirstPage {
		b.Markup("<w:titlePg/>")
	}
	b.Markup("</w:sectPr>")
}

// edgeGap returns the distance of a header or footer from the edge of the page; it stays in the margin
// unless it is asked for.
func edgeGap(asked, margin int) int {
	if asked > 0 {
		return min(asked, 31680)
	}
	return min(headerDistance, margin)
}
