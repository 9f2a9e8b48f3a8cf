package redline

import (
	"strings"

	"github.com/beevik/etree"
)

// wrapper writes elements that are inserted or deleted, as few revisions as the format allows.
type wrapper struct {
	w    *writer
	b    *strings.Builder
	tag  string // ins, del, moveFrom or moveTo
	open bool
	step int      // see [writer.step]; of the open revision
	cols *columns // of the table that the row is of, nil when none came or went
}

func (p *wrapper) deleted() bool { return p.tag == "del" }

// rowTag is what becomes of rows, which cannot be moved.
func (p *wrapper) rowTag() string {
	switch p.tag {
	case "moveFrom":
		return "del"
	case "moveTo":
		return "ins"
	}
	return p.tag
}

// begin opens the revision.
func (p *wrapper) begin() {
	if p.open && p.step != p.w.step {
		p.end()
	}
	if !p.open {
		p.step = p.w.step
		p.b.WriteString("<w:" + p.tag + p.w.revision() + ">")
		p.open = true
	}
}

// end closes the revision.
func (p *wrapper) end() {
	if p.open {
		p.b.WriteString("</w:" + p.tag + ">")
		p.open = false
	}
}

// marks writes marks outside of the revision.
func (p *wrapper) marks(list []*etree.Element) {
	if len(list) > 0 {
		p.end()
		putAll(p.b, list)
	}
}

// changed writes atoms that all come or go. Marks between them do not cut the revision in two: those that begin something
// stand before it, the others behind it.
func (w *writer) changed(b *strings.Builder, list []change) {
	atoms := make([]*atom, len(list))
	for n, c := range list {
		atoms[n] = cmpAtom(c)
	}
	if list[0].op == gone {
		w.wrapped(b, "del", atoms)
		w.note("delete", textOf(list), "")
	} else {
		w.wrapped(b, "ins", atoms)
		w.note("insert", "", textOf(list))
	}
}

// wrapped writes atoms in a revision, see [writer.changed]. Where a comment begins or ends inside of it another one begins: its range stays
// what it is.
func (w *writer) wrapped(b *strings.Builder, tag string, list []*atom) {
	p := &wrapper{w: w, b: b, tag: tag}
	var before, behind []*etree.Element
	for n, a := range list {
		for _, m := range a.marks {
			switch of := ofComment(m); {
			case of && n > 0: // written where it stands
			case of, strings.HasSuffix(m.Tag, "Start"):
				before = append(before, m)
			default:
				behind = append(behind, m)
			}
		}
	}
	putAll(b, before)
	if p.deleted() {
		w.begins(before)
	}
	for n := 0; n < len(list); {
		a := list[n]
		if n > 0 {
			p.marks(a.commentMarks())
		}
		if a.run == nil {
			for _, e := range a.whole {
				p.element(e)
			}
			if a.box != nil {
				p.element(a.box)
			}
			n++
			continue
		}
		run := []*atom{a}
		for n++; n < len(list) && list[n].run == a.run && list[n].rpr == a.rpr && len(list[n].commentMarks()) == 0; n++ {
			run = append(run, list[n])
		}
		p.begin()
		b.WriteString("<w:r>")
		if a.rpr != nil {
			put(b, a.rpr, false)
		}
		content(b, run, p.deleted())
		b.WriteString("</w:r>")
	}
	p.end()
	putAll(b, behind)
}

// element writes an element of a paragraph.
func (p *wrapper) element(e *etree.Element) {
	if step := stepOf(e); step > 0 {
		p.w.as(step)
	}
	switch {
	case is(e, "r"), e.Space == "m":
		p.begin()
		put(p.b, e, p.deleted())
	case isMark(e):
		p.marks([]*etree.Element{e})
	case e.Space == "w" && boxes[e.Tag]:
		p.end()
		p.box(e)
	case p.deleted() && (is(e, "ins") || is(e, "moveTo")): // what others inserted is deleted in their insertion
		p.end()
		openTag(p.b, e, e.FullTag(), false)
		for c := range e.ChildElementsSeq() {
			p.element(c)
		}
		p.end()
		p.b.WriteString("</" + e.FullTag() + ">")
	case is(e, "ins"), is(e, "moveTo"), is(e, "del"), is(e, "moveFrom"):
		p.begin()
		put(p.b, e, false)
	default: // what cannot be part of a revision; the proof says what becomes of it
		p.end()
		put(p.b, e, false)
	}
}

// box writes a link or control with its content as revisions. A control is one as a whole, too.
func (p *wrapper) box(e *etree.Element) {
	ranged := is(e, "sdt") || is(e, "customXml")
	family, id := "customXmlInsRange", ""
	if p.deleted() {
		family = "customXmlDelRange"
	}
	if ranged {
		rev := p.w.revision()
		id = attribute("<x"+rev, "w:id")
		p.b.WriteString("<w:" + family + "Start" + rev + "/>")
	}
	openTag(p.b, e, e.FullTag(), false)
	putAll(p.b, properties(e))
	in := inner(e)
	if in != e {
		openTag(p.b, in, in.FullTag(), false)
	}
	if ranged {
		p.b.WriteString(`<w:` + family + `End w:id="` + id + `"/>`)
		rev := p.w.revision()
		id = attribute("<x"+rev, "w:id")
		defer func() { p.b.WriteString(`<w:` + family + `End w:id="` + id + `"/>`) }()
		defer p.close(e, in)
		defer p.b.WriteString("<w:" + family + "Start" + rev + "/>")
	} else {
		defer p.close(e, in)
	}
	for c := range in.ChildElementsSeq() {
		switch {
		case is(c, "sdtPr"), is(c, "sdtEndPr"), is(c, "smartTagPr"), is(c, "customXmlPr"):
		case is(c, "p"), is(c, "tbl"):
			p.block(c, false)
		default:
			p.element(c)
		}
	}
	p.end()
}

func (p *wrapper) close(e, in *etree.Element) {
	if in != e {
		p.b.WriteString("</" + in.FullTag() + ">")
	}
	p.b.WriteString("</" + e.FullTag() + ">")
}

// block writes a block that is inserted or deleted. The mark of a paragraph that is the last of a cell stays.
func (p *wrapper) block(e *etree.Element, last bool) {
	switch {
	case is(e, "p"):
		p.paragraph(e, last)
	case is(e, "tbl"):
		p.table(e)
	case is(e, "sdt"), is(e, "customXml"):
		p.box(e)
	default:
		p.marks([]*etree.Element{e})
	}
}

func (p *wrapper) paragraph(e *etree.Element, last bool) {
	b := p.b
	b.WriteString("<w:p>")
	ppr := child(e, "pPr")
	if ppr != nil || !last {
		mark := ""
		p.w.as(stepOf(e))
		if !last {
			mark = "<w:" + p.tag + p.w.revision() + "/>"
		}
		b.WriteString("<w:pPr>")
		putProperties(b, ppr, "rPr", "sectPr", "pPrChange")
		p.w.markProperties(b, mark, child(ppr, "rPr"))
		if s := child(ppr, "sectPr"); s != nil {
			put(b, s, false)
		}
		b.WriteString("</w:pPr>")
	}
	for c := range e.ChildElementsSeq() {
		if !is(c, "pPr") {
			p.element(c)
		}
	}
	p.end()
	b.WriteString("</w:p>")
}

// markChanges are the changes of a mark, in their order.
var markChanges = []string{"ins", "del", "moveFrom", "moveTo"}

// markProperties writes the properties of a paragraph's mark, with a revision of it.
func (w *writer) markProperties(b *strings.Builder, revision string, rpr *etree.Element) {
	if revision == "" && (rpr == nil || len(rpr.ChildElements()) == 0) {
		return
	}
	b.WriteString("<w:rPr>")
	for _, tag := range markChanges {
		if c := child(rpr, tag); c != nil {
			put(b, c, false)
		} else if strings.HasPrefix(revision, "<w:"+tag+" ") {
			b.WriteString(revision)
		}
	}
	putProperties(b, rpr, markChanges...)
	b.WriteString("</w:rPr>")
}

// table writes a table whose rows all come or go.
func (p *wrapper) table(e *etree.Element) {
	openTag(p.b, e, e.FullTag(), false)
	for c := range e.ChildElementsSeq() {
		if is(c, "tr") {
			p.row(c)
		} else {
			put(p.b, c, false)
		}
	}
	p.b.WriteString("</w:tbl>")
}

// row writes a row that comes or goes.
func (p *wrapper) row(tr *etree.Element) {
	b := p.b
	p.w.as(stepOf(tr))
	b.WriteString("<w:tr>")
	if ex := child(tr, "tblPrEx"); ex != nil {
		put(b, ex, false)
	}
	b.WriteString("<w:trPr>")
	pr := child(tr, "trPr")
	putProperties(b, pr, "ins", "del", "trPrChange")
	for _, tag := range [...]string{"ins", "del"} {
		if c := child(pr, tag); c != nil {
			put(b, c, false)
		} else if tag == p.rowTag() {
			p.w.tracked(b, tag)
		}
	}
	if c := child(pr, "trPrChange"); c != nil {
		put(b, c, false)
	}
	b.WriteString("</w:trPr>")
	if cols := p.cols; cols != nil {
		p.cols = nil // the tables in its cells have others
		p.columns(tr, cols)
		b.WriteString("</w:tr>")
		return
	}
	for c := range tr.ChildElementsSeq() {
		switch {
		case is(c, "tc"):
			p.cell(c, "")
		case is(c, "trPr"), is(c, "tblPrEx"):
		default:
			put(b, c, false)
		}
	}
	b.WriteString("</w:tr>")
}

// cell writes the content of a cell as revisions. A change of the cell itself is cellIns or cellDel, else "".
func (p *wrapper) cell(tc *etree.Element, change string) {
	p.b.WriteString("<w:tc>")
	switch pr := child(tc, "tcPr"); {
	case change != "":
		p.b.WriteString("<w:tcPr>")
		putProperties(p.b, pr, "tcPrChange")
		p.w.tracked(p.b, change)
		p.b.WriteString("</w:tcPr>")
	case pr != nil:
		put(p.b, pr, false)
	}
	var list []*etree.Element
	for c := range tc.ChildElementsSeq() {
		if !is(c, "tcPr") {
			list = append(list, c)
		}
	}
	for i, c := range list {
		p.block(c, i == len(list)-1)
	}
	p.b.WriteString("</w:tc>")
}
