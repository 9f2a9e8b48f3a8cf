package wml

// Numbering: word/numbering.xml (ECMA-376 §17.9). An abstract definition says how a list looks;
// each numbering instance is one list that counts for itself.

// ListLevel is the formatting of one level of a list; lengths in twips.
type ListLevel struct {
	Format  string // bullet, decimal, lowerLetter, lowerRoman
	Text    string // "•", or "%1." for the number of level 1
	Style   string // the paragraph style that has the level's numbers, "" for none
	Suffix  string // what stands before the text: "" for a tab, nothing
	Left    int
	Hanging int
	Run     RunProps
}

// AbstractList writes a w:abstractNum. nsid ties instances of one definition together across
// copying and pasting; it must differ between definitions.
func (b *Builder) AbstractList(id int, nsid uint32, levels []ListLevel) {
	b.Markup("<w:abstractNum")
	b.AttrInt("w:abstractNumId", id)
	b.Markup(">")
	b.Val("w:nsid", LongHex(nsid))
	if levels[0].Style != "" {
		b.Markup(`<w:multiLevelType w:val="multilevel"/>`)
	} else {
		b.Markup(`<w:multiLevelType w:val="hybridMultilevel"/>`)
	}
	for i := range levels {
		l := &levels[i]
		b.Markup("<w:lvl")
		b.AttrInt("w:ilvl", i)
		b.Markup(`><w:start w:val="1"/>`)
		b.Val("w:numFmt", l.Format)
		if l.Style != "" {
			b.Val("w:pStyle", l.Style)
		}
		if l.Suffix != "" {
			b.Val("w:suff", l.Suffix)
		}
		b.Val("w:lvlText", l.Text)
		b.Markup(`<w:lvlJc w:val="left"/><w:pPr>`)
		b.indent(&Indent{Left: l.Left, FirstLine: -l.Hanging, Set: true})
		b.Markup("</w:pPr>")
		if l.Run != (RunProps{}) {
			b.Markup("<w:rPr>")
			b.runProps(&l.Run)
			b.Markup("</w:rPr>")
		}
		b.Markup("</w:lvl>")
	}
	b.Markup("</w:abstractNum>")
}

// ListInstance writes a w:num. Its numbers of a level begin at start; when that is below 0, they go on with those of every other
// list of the same definition.
func (b *Builder) ListInstance(id, abstract, level, start int) {
	b.Markup("<w:num")
	b.AttrInt("w:numId", id)
	b.Markup(">")
	b.valInt("w:abstractNumId", abstract)
	if start >= 0 {
		b.Markup("<w:lvlOverride")
		b.AttrInt("w:ilvl", level)
		b.Markup(">")
		b.valInt("w:startOverride", start)
		b.Markup("</w:lvlOverride>")
	}
	b.Markup("</w:num>")
	b.roomy()
}
