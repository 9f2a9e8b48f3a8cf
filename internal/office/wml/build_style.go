package wml

import "slices"

// Styles: word/styles.xml (ECMA-376 §17.7).

// StyleDef is one style. Name is what editors show; ids are made anew from names (blanks removed)
// by some of them, so the two must agree (built-in names are written as in §17.7.4.9, ids as Word
// spells them).
type StyleDef struct {
	Type          string // paragraph, character, table, numbering
	ID, Name      string
	BasedOn, Next string
	Default       bool
	Custom        bool // not one of Word's built-in styles
	Priority      int  // place in the list of styles, 0 to 99
	Hidden        bool // shown in the list only once used
	Quick         bool // offered in the gallery
	Para          ParaProps
	Run           RunProps
	Table         *TableStyle
}

// TableStyle is the table part of a table style; cell margins in twips.
type TableStyle struct {
	Top, Left, Bottom, Right, InsideH, InsideV Edge
	MarginTop, MarginLeft                      int    // and bottom, right
	HeaderBottom                               Edge   // below a header row
	HeaderFill                                 string // its shading, RRGGBB
}

// Defaults writes the document defaults: what a paragraph and a run have when no style says anything.
func (b *Builder) Defaults(p *ParaProps, r *RunProps) {
	b.Markup("<w:docDefaults><w:rPrDefault><w:rPr>")
	b.runProps(r)
	b.Markup("</w:rPr></w:rPrDefault><w:pPrDefault><w:pPr>")
	b.paraProps(p)
	b.Markup("</w:pPr></w:pPrDefault></w:docDefaults>")
}

// StyleDef writes one w:style with its children in the order of CT_Style.
func (b *Builder) StyleDef(s *StyleDef) {
	b.Markup("<w:style")
	b.Attr("w:type", s.Type)
	if s.Default {
		b.Markup(` w:default="1"`)
	}
	if s.Custom {
		b.Markup(` w:customStyle="1"`)
	}
	b.Attr("w:styleId", s.ID)
	b.Markup(">")
	b.Val("w:name", s.Name)
	if s.BasedOn != "" {
		b.Val("w:basedOn", s.BasedOn)
	}
	if s.Next != "" {
		b.Val("w:next", s.Next)
	}
	b.valInt("w:uiPriority", s.Priority)
	if s.Hidden {
		b.Markup("<w:semiHidden/><w:unhideWhenUsed/>")
	}
	if s.Quick {
		b.Markup("<w:qFormat/>")
	}
	if !s.Para.empty() {
		b.Markup("<w:pPr>")
		b.paraProps(&s.Para)
		b.Markup("</w:pPr>")
	}
	if s.Run != (RunProps{}) {
		b.Markup("<w:rPr>")
		b.runProps(&s.Run)
		b.Markup("</w:rPr>")
	}
	if s.Table != nil {
		b.tableStyle(s.Table)
	}
	b.Markup("</w:style>")
}

func (b *Builder) tableStyle(t *TableStyle) {
	b.Markup(`<w:tblPr><w:tblInd w:w="0" w:type="dxa"/>`)
	if edges := [...]*Edge{&t.Top, &t.Left, &t.Bottom, &t.Right, &t.InsideH, &t.InsideV}; anyEdge(edges[:]) {
		b.Markup("<w:tblBorders>")
		for i, element := range [...]string{"w:top", "w:left", "w:bottom", "w:right", "w:insideH", "w:insideV"} {
			b.edge(element, edges[i])
		}
		b.Markup("</w:tblBorders>")
	}
	b.Markup("<w:tblCellMar>")
	for _, side := range [...]struct {
		element string
		width   int
	}{{"<w:top", t.MarginTop}, {"<w:left", t.MarginLeft}, {"<w:bottom", t.MarginTop}, {"<w:right", t.MarginLeft}} {
		b.Markup(side.element)
		b.AttrInt("w:w", side.width)
		b.Markup(` w:type="dxa"/>`)
	}
	b.Markup("</w:tblCellMar></w:tblPr>")
	if t.HeaderBottom.Style == "" && t.HeaderFill == "" {
		return
	}
	b.Markup(`<w:tblStylePr w:type="firstRow"><w:tcPr>`)
	if t.HeaderBottom.Style != "" {
		b.Markup("<w:tcBorders>")
		b.edge("w:bottom", &t.HeaderBottom)
		b.Markup("</w:tcBorders>")
	}
	if t.HeaderFill != "" {
		b.shade(t.HeaderFill, false)
	}
	b.Markup("</w:tcPr></w:tblStylePr>")
}

func anyEdge(edges []*Edge) bool {
	return slices.ContainsFunc(edges, func(e *Edge) bool { return e.Style != "" })
}
