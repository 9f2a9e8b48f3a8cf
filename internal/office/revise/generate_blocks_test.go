package revise

import (
	"fmt"
	"strings"
)

// block is a generated block; a paragraph is kept in parts, as it may be joined with the next.
type block struct {
	text                // of other blocks
	paragraph           bool
	mark                bool // a bookmark
	properties, content text
	gone                [3]bool // the mark at its end, by side
	inner               []block // of a content control, whose tags are a change
	bare                int     // the side on which it has no tags, 0 for none
}

// paragraph returns a paragraph, of which the end may be a change.
func (g *generator) paragraph(depth int, plain bool) block {
	b := block{paragraph: true}
	for range g.n(3) {
		b.content = b.content.with(g.inline(depth))
	}
	var mark text
	if !plain {
		switch g.n(5) {
		case 0:
			mark, b.gone = text{"<w:ins" + g.by() + "/>", "", ""}, [3]bool{rejected: true}
		case 1:
			mark, b.gone = text{"<w:del" + g.by() + "/>", "", ""}, [3]bool{accepted: true}
		case 2:
			if g.office {
				break
			}
			mark, b.gone = text{"<w:ins" + g.by() + "/><w:del" + g.by() + "/>", "", ""}, [3]bool{accepted: true, rejected: true}
		}
	}
	b.properties = same(g.one("", `<w:pStyle w:val="Body"/>`))
	if g.n(4) == 0 {
		list := `<w:numPr><w:ilvl w:val="0"/><w:numId w:val="1"/>`
		b.properties = b.properties.with(text{list + "<w:ins" + g.by() + "/></w:numPr>", list + "</w:numPr>", ""})
	}
	if g.office && mark[tracked] != "" { // it mixes the mark up with changes beside it
		mark[tracked] = strings.Replace(mark[tracked], `w:author="`, `w:author="Prof `, 1)
	}
	rPr := wrapped("rPr", mark)
	if g.n(4) == 0 && !g.office {
		b.properties = text{b.properties[accepted], b.properties[accepted], `<w:jc w:val="center"/>`}
		change := fmt.Sprintf(`<w:pPrChange%s><w:pPr><w:jc w:val="center"/></w:pPr></w:pPrChange>`, g.by())
		b.properties = b.properties.with(rPr).with(text{change, "", ""})
	} else {
		b.properties = b.properties.with(rPr)
	}
	b.properties = wrapped("pPr", b.properties)
	return b
}

// blockControl returns paragraphs in a content control.
func (g *generator) blockControl() block {
	b := block{inner: g.list(0)}
	content := func(side int) string { return fold(b.inner, side) }
	b.text, b.bare = g.control(text{content(tracked), content(accepted), content(rejected)})
	return b
}

// blocks returns the blocks of an element.
func (g *generator) blocks(depth int) text {
	list := g.list(depth)
	return text{fold(list, tracked), fold(list, accepted), fold(list, rejected)}
}

// list returns blocks; the last is a paragraph that stays.
func (g *generator) list(depth int) (list []block) {
	for range g.n(4) {
		switch n := g.n(9); {
		case depth > 0 && n == 0:
			list = append(list, block{text: g.table(depth - 1)})
		case n == 1 && !g.office:
			id := g.next()
			list = append(list, block{mark: true, text: same(fmt.Sprintf(`<w:proofErr w:type="spellEnd"/><w:bookmarkStart w:id="%d" w:name="b"/><w:bookmarkEnd w:id="%d"/>`, id, id))})
		case depth > 0 && n == 2 && !g.office:
			list = append(list, g.blockControl())
		default:
			list = append(list, g.paragraph(depth, false))
		}
	}
	return append(list, g.paragraph(depth, true))
}

// fold writes blocks as one side sees them.
func fold(list []block, side int) string {
	var out strings.Builder
	carry, open := "", false
	var last block
	flush := func() {
		if open && solidText.MatchString(carry) {
			carry = "<w:p>" + last.properties[side] + carry + "</w:p>"
		}
		out.WriteString(carry)
		carry, open = "", false
	}
	var add func(b block)
	add = func(b block) {
		switch {
		case b.paragraph && b.gone[side]:
			carry, open, last = carry+b.content[side], true, b
		case b.paragraph:
			out.WriteString("<w:p>" + b.properties[side] + carry + b.content[side] + "</w:p>")
			carry, open = "", false
		case b.mark && open:
			carry += b.text[side]
		case b.bare > 0 && b.bare == side:
			for _, in := range b.inner {
				add(in)
			}
		default:
			flush()
			out.WriteString(b.text[side])
		}
	}
	for _, b := range list {
		add(b)
	}
	return out.String()
}

// table returns a table with changed rows, cells and properties.
func (g *generator) table(depth int) text {
	var rows text
	for range 1 + g.n(2) {
		row := g.row(depth)
		rows = rows.with(row)
	}
	tblPr := g.changed("tblPr", `<w:tblW w:w="1"/>`, `<w:tblW w:w="2"/>`)
	grid := text{fmt.Sprintf(`<w:tblGrid><w:gridCol w:w="2"/><w:tblGridChange w:id="%d"><w:tblGrid><w:gridCol w:w="1"/></w:tblGrid></w:tblGridChange></w:tblGrid>`, g.next()),
		`<w:tblGrid><w:gridCol w:w="2"/></w:tblGrid>`, `<w:tblGrid><w:gridCol w:w="1"/></w:tblGrid>`}
	t := tblPr.with(grid).with(rows).in("<w:tbl>", "</w:tbl>")
	for i := range t {
		if rows[i] == "" {
			t[i] = ""
		}
	}
	return t
}

func (g *generator) row(depth int) text {
	var cells text
	for range 1 + g.n(1) {
		cells = cells.with(g.cell(depth))
	}
	var trPr text
	gone := 0
	kind := g.n(4)
	if g.office {
		kind = 2
	}
	switch kind {
	case 0:
		trPr, gone = text{"<w:ins" + g.by() + "/>", "", ""}, rejected
	case 1:
		trPr, gone = text{"<w:del" + g.by() + "/>", "", ""}, accepted
	case 2:
		trPr = text{fmt.Sprintf(`<w:cantSplit/><w:trPrChange%s><w:trPr><w:tblHeader/></w:trPr></w:trPrChange>`, g.by()), "<w:cantSplit/>", "<w:tblHeader/>"}
	}
	t := wrapped("trPr", trPr).with(cells).in("<w:tr>", "</w:tr>")
	for i := range t {
		if cells[i] == "" || gone > 0 && i == gone {
			t[i] = ""
		}
	}
	return t
}

func (g *generator) cell(depth int) text {
	width := `<w:tcW w:w="1"/>`
	pr, gone := same(width), 0
	kind := g.n(7)
	if g.office {
		kind = 7
	}
	switch kind {
	case 0:
		pr, gone = text{width + "<w:cellIns" + g.by() + "/>", width, ""}, rejected
	case 1:
		pr, gone = text{width + "<w:cellDel" + g.by() + "/>", "", width}, accepted
	case 2:
		pr = text{width + `<w:vMerge w:val="restart"/><w:shd w:fill="FF0000"/><w:cellMerge w:vMerge="cont" w:vMergeOrig="rest"` + g.by() + "/>",
			width + `<w:vMerge w:val="continue"/><w:shd w:fill="FF0000"/>`, width + `<w:vMerge w:val="restart"/><w:shd w:fill="FF0000"/>`}
	case 3:
		pr = text{width + fmt.Sprintf(`<w:tcPrChange%s><w:tcPr><w:tcW w:w="9"/></w:tcPr></w:tcPrChange>`, g.by()), width, `<w:tcW w:w="9"/>`}
	}
	t := wrapped("tcPr", pr).with(g.blocks(depth)).in("<w:tc>", "</w:tc>")
	if gone > 0 {
		t[gone] = ""
	}
	return t
}

// document returns the main part of a document.
func (g *generator) document() text {
	section := `<w:pgSz w:w="10"/>`
	sect := text{section + fmt.Sprintf(`<w:sectPrChange%s><w:sectPr><w:pgSz w:w="20"/></w:sectPr></w:sectPrChange>`, g.by()), section, `<w:pgSz w:w="20"/>`}
	reference := `<w:headerReference w:type="default" r:id="rId9"/>`
	if g.office {
		reference = ""
	}
	sect = sect.in(`<w:sectPr>`+reference, "</w:sectPr>")
	const ooxml = "http://schemas.openxmlformats.org/"
	return g.blocks(2).with(sect).in(`<w:document xmlns:w="`+ooxml+`wordprocessingml/2006/main" xmlns:m="`+ooxml+`officeDocument/2006/math" xmlns:r="`+ooxml+
		`officeDocument/2006/relationships" xmlns:mc="`+ooxml+`markup-compatibility/2006"><w:body>`, "</w:body></w:document>")
}
