package wml

// Tables: w:tbl (ECMA-376 §17.4).

// TableProps are the properties of a table. Widths are the grid columns in twips.
type TableProps struct {
	Style       string
	Widths      []int
	Title       string // w:tblCaption, the alternative text of the table
	Description string // w:tblDescription, a longer one
	Indent      int    // from the margin, in twips
	Bar         string // the colour of a bar at its left side, "" for none
	Margin      int    // at the left and right of the text in a cell, in twips; 0 for that of the style
	HeaderRow   bool   // the style's formatting of a first row
	FixedLayout bool
	Bidi        bool // the first column stands on the right
}

// StartTable begins a table with a fixed grid.
func (b *Builder) StartTable(p *TableProps) {
	width := 0
	for _, w := range p.Widths {
		width += w
	}
	b.Markup("<w:tbl><w:tblPr>")
	b.Val("w:tblStyle", p.Style)
	if p.Bidi {
		b.Markup("<w:bidiVisual/>")
	}
	b.Markup("<w:tblW")
	b.AttrInt("w:w", width)
	b.Markup(` w:type="dxa"/>`)
	if p.Indent != 0 {
		b.Markup("<w:tblInd")
		b.AttrInt("w:w", p.Indent)
		b.Markup(` w:type="dxa"/>`)
	}
	if p.Bar != "" {
		b.Markup("<w:tblBorders>")
		b.edge("w:left", &Edge{Style: "single", Size: 12, Color: p.Bar})
		b.Markup("</w:tblBorders>")
	}
	if p.FixedLayout {
		b.Markup(`<w:tblLayout w:type="fixed"/>`)
	}
	if p.Margin != 0 {
		b.Markup("<w:tblCellMar><w:left")
		b.AttrInt("w:w", p.Margin)
		b.Markup(` w:type="dxa"/><w:right`)
		b.AttrInt("w:w", p.Margin)
		b.Markup(` w:type="dxa"/></w:tblCellMar>`)
	}
	// w:val is the bit mask of the other attributes; readers of before 2010 know only that (§17.4.55).
	if p.HeaderRow {
		b.Markup(`<w:tblLook w:val="0620" w:firstRow="1" w:lastRow="0" w:firstColumn="0" w:lastColumn="0" w:noHBand="1" w:noVBand="1"/>`)
	} else {
		b.Markup(`<w:tblLook w:val="0600" w:firstRow="0" w:lastRow="0" w:firstColumn="0" w:lastColumn="0" w:noHBand="1" w:noVBand="1"/>`)
	}
	if p.Title != "" {
		b.Val("w:tblCaption", p.Title)
	}
	if p.Description != "" {
		b.Val("w:tblDescription", p.Description)
	}
	b.Markup("</w:tblPr><w:tblGrid>")
	for _, w := range p.Widths {
		b.Markup("<w:gridCol")
		b.AttrInt("w:w", w)
		b.Markup("/>")
	}
	b.Markup("</w:tblGrid>")
}

// EndTable ends it.
func (b *Builder) EndTable() { b.Markup("</w:tbl>"); b.roomy() }

// StartRow begins a row. A header row is repeated on every page; the others stay whole on one page.
// Not both: a header row that must not split makes LibreOffice 7.4 lose the rows below it when it is
// the last on a page. A row that is a tracked change says so.
func (b *Builder) StartRow(header bool, change *Revision) {
	if header {
		b.Markup("<w:tr><w:trPr><w:tblHeader/>")
	} else {
		b.Markup("<w:tr><w:trPr><w:cantSplit/>")
	}
	b.change(changeElement(change, "<w:ins", "<w:del"), change)
	b.Markup("</w:trPr>")
}

func changeElement(r *Revision, ins, del string) string {
	if r != nil && r.Kind == Delete {
		return del
	}
	return ins
}

// StartLooseRow begins a row that may break over pages: cells that hold whole blocks.
func (b *Builder) StartLooseRow() { b.Markup("<w:tr>") }

// EndRow ends it.
func (b *Builder) EndRow() { b.Markup("</w:tr>"); b.roomy() }

// CellMerge says how a cell is merged with others; the zero value is for a cell by itself. A cell that is several rows high
// is written in each of them: the first one begins it, the others continue it and are empty.
type CellMerge struct {
	Columns           int // how many columns it spans
	Begins, Continues bool
}

// StartCell begins a cell of a width in twips; fill is its shading or "". A cell that is a tracked change says so
// (§17.13.5.1, §17.13.5.3).
func (b *Builder) StartCell(width int, fill string, m CellMerge, change *Revision) {
	b.Markup("<w:tc><w:tcPr><w:tcW")
	b.AttrInt("w:w", width)
	b.Markup(` w:type="dxa"/>`)
	if m.Columns > 1 {
		b.Markup("<w:gridSpan")
		b.AttrInt("w:val", m.Columns)
		b.Markup("/>")
	}
	switch {
	case m.Begins:
		b.Markup(`<w:vMerge w:val="restart"/>`)
	case m.Continues:
		b.Markup("<w:vMerge/>")
	}
	if fill != "" {
		b.shade(fill, false)
	}
	b.change(changeElement(change, "<w:cellIns", "<w:cellDel"), change)
	b.Markup("</w:tcPr>")
}

// CardGap is the space between cards side by side, in twips.
const CardGap = 240

// StartCard begins a cell of a width in twips that is shaded as a whole, with a bar on top. White borders keep it apart from its neighbours
// on the left and the right, if it has such.
func (b *Builder) StartCard(width int, fill, bar string, left, right bool) {
	top, white := Edge{Style: "single", Size: 18, Color: bar}, Edge{Style: "single", Size: CardGap * 8 / 20, Color: "FFFFFF"}
	b.Markup("<w:tc><w:tcPr><w:tcW")
	b.AttrInt("w:w", width)
	b.Markup(` w:type="dxa"/>`)
	b.Markup("<w:tcBorders>")
	b.edge("w:top", &top)
	if left {
		b.edge("w:left", &white)
	}
	if right {
		b.edge("w:right", &white)
	}
	b.Markup("</w:tcBorders>")
	b.shade(fill, false)
	if !left { // the bar of its panel stands where the text around the cards begins
		b.Markup(`<w:tcMar><w:left w:w="0" w:type="dxa"/></w:tcMar>`)
	}
	b.Markup("</w:tcPr>")
}

// EndCell ends it. The caller has written a paragraph last: a cell must end with one (§17.4.65).
func (b *Builder) EndCell() { b.Markup("</w:tc>") }
