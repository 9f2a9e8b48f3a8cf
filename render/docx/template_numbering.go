package docx

import (
	"strconv"
	"strings"

	"github.com/beevik/etree"

	"github.com/nomadocx/nomadocx/internal/office/wml"
	"github.com/nomadocx/nomadocx/layout"
)

// The lists of a template stay as they are, for its numbered headings and its headers; ours are put
// beside them under numbers it does not use (ECMA-376 §17.9).

// readNumbers notes which numbers the template's lists have, and drops what makes no sense.
func (t *Template) readNumbers() {
	t.numbers = map[string]bool{}
	if t.numbering == nil {
		return
	}
	root := t.numbering.Root()
	abstract := map[string]bool{}
	nsids := map[string]bool{}
	for _, a := range root.SelectElements("abstractNum") {
		id := a.SelectAttrValue("w:abstractNumId", "")
		if number(id) < 0 || abstract[id] {
			root.RemoveChild(a)
			continue
		}
		abstract[id] = true
		t.lastAbstract = max(t.lastAbstract, number(id)+1)
		if n := a.SelectElement("nsid"); n != nil {
			nsids[n.SelectAttrValue("w:val", "")] = true
		}
	}
	for _, n := range root.SelectElements("num") {
		id := n.SelectAttrValue("w:numId", "")
		of := n.SelectElement("abstractNumId")
		if number(id) <= 0 || t.numbers[id] || of == nil || !abstract[of.SelectAttrValue("w:val", "")] {
			root.RemoveChild(n)
			continue
		}
		t.numbers[id] = true
		t.lastNumber = max(t.lastNumber, number(id))
	}
	for nsids[wml.LongHex(bulletNSID+t.nsid)] || nsids[wml.LongHex(numberNSID+t.nsid)] ||
		nsids[wml.LongHex(headingNSID+t.nsid)] {
		t.nsid += 2 // a template made from one of our documents
	}
}

// mergedNumbering returns the template's numbering with our lists.
func (r *renderer) mergedNumbering() *etree.Document {
	t := r.opts.Template
	d := t.numbering.Copy()
	root := d.Root()
	if r.plan.Settings.NumberedFrom > 0 {
		leaveHeadings(root)
	}
	at := len(root.Child)
	for _, c := range root.ChildElements() {
		if c.Tag == "num" || c.Tag == "numIdMacAtCleanup" {
			at = c.Index()
			break
		}
	}
	both := asElement(func(b *wml.Builder) {
		b.Palette = r.palette
		b.Markup("<w:both>")
		r.abstractLists(b)
		b.Markup("</w:both>")
	})
	for _, c := range both.ChildElements() {
		root.InsertChildAt(at, c)
		at++
	}
	end := len(root.Child)
	if mac := root.SelectElement("numIdMacAtCleanup"); mac != nil {
		end = mac.Index()
	}
	both = asElement(func(b *wml.Builder) {
		b.Markup("<w:both>")
		r.listInstances(b)
		b.Markup("</w:both>")
	})
	for _, c := range both.ChildElements() {
		root.InsertChildAt(end, c)
		end++
	}
	return d
}

// leaveHeadings takes the headings from the lists of a template, as they are in ours.
func leaveHeadings(root *etree.Element) {
	for _, s := range root.FindElements("//w:lvl/w:pStyle") {
		if strings.HasPrefix(s.SelectAttrValue("w:val", ""), "Heading") {
			s.Parent().RemoveChild(s)
		}
	}
}

// numberedStyles returns the sheet of a template with the headings in our list, when the document numbers them.
func (r *renderer) numberedStyles(d *etree.Document) *etree.Document {
	from := r.plan.Settings.NumberedFrom
	if from == 0 {
		return d
	}
	d = d.Copy()
	for level := 1; level <= 6; level++ {
		s := byID(d.Root(), layout.HeadingStyle(level))
		p := s.SelectElement("pPr")
		if p == nil {
			p = s.CreateElement("w:pPr")
		}
		for _, tag := range []string{"numPr", "ind"} {
			if e := p.SelectElement(tag); e != nil && (level >= from || tag == "numPr") {
				p.RemoveChild(e)
			}
		}
		if level >= from {
			n := p.CreateElement("w:numPr")
			n.CreateElement("w:ilvl").CreateAttr("w:val", strconv.Itoa(level-from))
			n.CreateElement("w:numId").CreateAttr("w:val", strconv.Itoa(r.headingNumID()))
		}
		inOrder(p)
		inOrder(s)
	}
	return d
}
