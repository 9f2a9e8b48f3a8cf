package reviewsync_test

import (
	"fmt"
	"slices"
	"strings"

	"github.com/beevik/etree"

	"github.com/nomadocx/nomadocx/internal/office/wml"
	"github.com/nomadocx/nomadocx/layout"
)

// What people do to the paragraphs in list items.
var innerGestures = []gesture{
	{"paragraph in an item", (*hand).typeInner},
	{"paragraph in an item", (*hand).typeInner},
	{"paragraph of an item deleted", (*hand).deleteInner},
	{"number removed", (*hand).unnumber},
	{"number given", (*hand).number},
	{"indentation removed", (*hand).unindent},
	{"level", (*hand).nest},
	{"marker", (*hand).mark},
	{"item", (*hand).typeItem},
	{"item deleted", (*hand).deletePlainItem},
	{"item deleted with the block below", (*hand).deleteWithBlock},
	{"item deleted with the block below", (*hand).deleteWithBlock},
	{"item moved behind the block below", (*hand).moveBehindBlock},
}

// inner returns a paragraph in an item, nil for none.
func (h *hand) inner() *etree.Element {
	var all []*etree.Element
	for _, e := range below(h.body(), "ind") {
		if p := e.Parent().Parent(); inItem(p) && p.FindElement("w:pPr/w:pStyle") == nil {
			all = append(all, p)
		}
	}
	return h.pick(all)
}

// inItem reports whether an element of the body is a paragraph of a block in an item.
func inItem(p *etree.Element) bool {
	e, left, right := p.FindElement("w:pPr/w:ind"), 0, 0
	if p.Tag != "p" || e == nil || p.FindElement("w:pPr/w:numPr") != nil {
		return false
	}
	fmt.Sscan(e.SelectAttrValue("w:left", ""), &left)
	fmt.Sscan(e.SelectAttrValue("w:right", ""), &right)
	_, ok := layout.IndentedLevel(left, right, p.FindElement("w:pPr/w:pBdr") != nil)
	return ok
}

// indentTo returns how far the text of items of a level is indented where a paragraph stands.
func indentTo(p *etree.Element, level int) string {
	if properties(p).SelectElement("w:pBdr") != nil {
		return fmt.Sprint(layout.PanelItemIndent(level))
	}
	return fmt.Sprint(layout.ItemIndent(level))
}

func indentedBy(left string) *etree.Element {
	return fragment(`<w:ind w:left="` + left + `"/>`)
}

// typeInner adds a paragraph behind an item or a paragraph of one.
func (h *hand) typeInner() string {
	p := h.item()
	if h.one(2) {
		p = h.inner()
	}
	if p == nil {
		return ""
	}
	left := indentTo(p, h.c.Intn(2))
	x := newParagraph(h.phrase(), nil)
	for _, name := range []string{"w:pBdr", "w:shd"} { // it has the look of the one above
		if e := properties(p).SelectElement(name); e != nil {
			properties(x).AddChild(e.Copy())
		}
	}
	properties(x).AddChild(indentedBy(left))
	insertAfter(p, x)
	return textOf(x) + " (" + left + ") behind " + textOf(p)
}

func (h *hand) deleteInner() string {
	p := h.inner()
	if p == nil || len(below(p, "hyperlink")) > 0 {
		return ""
	}
	p.Parent().RemoveChild(p)
	return textOf(p)
}

// deletePlainItem deletes an item that has no link: the address of that would be in the file still.
func (h *hand) deletePlainItem() string {
	p := h.item()
	if p == nil || len(below(p, "hyperlink")) > 0 {
		return ""
	}
	p.Parent().RemoveChild(p)
	return textOf(p)
}

// withBlock returns an item without a link and the block of it that stands right below, nil for none.
func (h *hand) withBlock() (item, block *etree.Element) {
	p := h.item()
	if p == nil || len(below(p, "hyperlink")) > 0 {
		return nil, nil
	}
	kids := p.Parent().ChildElements()
	i := slices.Index(kids, p) + 1
	if i >= len(kids) || !inItem(kids[i]) || len(below(kids[i], "hyperlink")) > 0 {
		return nil, nil
	}
	return p, kids[i]
}

func (h *hand) deleteWithBlock() string {
	p, block := h.withBlock()
	if p == nil {
		return ""
	}
	p.Parent().RemoveChild(p)
	block.Parent().RemoveChild(block)
	return textOf(p) + " and " + textOf(block)
}

func (h *hand) moveBehindBlock() string {
	p, block := h.withBlock()
	if p == nil {
		return ""
	}
	p.Parent().RemoveChild(p)
	insertAfter(block, p)
	return textOf(p) + " behind " + textOf(block)
}

func init() {
	acts["unnumber $"] = func(d *desk, s []string, _ []int) error {
		p, _, err := d.find(s[0], 0)
		if err == nil {
			unnumber(p)
		}
		return err
	}
}

func (h *hand) unnumber() string {
	p := h.item()
	if p == nil {
		return ""
	}
	unnumber(p)
	return textOf(p)
}

// unnumber takes the number of an item away, as the backspace key does: its indentation stays.
func unnumber(p *etree.Element) {
	props := properties(p)
	num := props.SelectElement("w:numPr")
	level := 0
	if e := num.SelectElement("w:ilvl"); e != nil {
		fmt.Sscan(e.SelectAttrValue("w:val", "0"), &level)
	}
	at := num.Index()
	props.RemoveChild(num)
	for _, e := range props.SelectElements("w:ind") {
		props.RemoveChild(e)
	}
	props.InsertChildAt(at, indentedBy(indentTo(p, level)))
}

// number makes a paragraph of an item an item like another one.
func (h *hand) number() string {
	p, like := h.inner(), h.item()
	if p == nil || like == nil {
		return ""
	}
	props := properties(p)
	at := props.SelectElement("w:ind").Index()
	props.RemoveChild(props.SelectElement("w:ind"))
	props.InsertChildAt(at, like.FindElement("w:pPr/w:numPr").Copy())
	return textOf(p) + " as " + textOf(like)
}

func (h *hand) unindent() string {
	p := h.inner()
	if p == nil {
		return ""
	}
	properties(p).RemoveChild(properties(p).SelectElement("w:ind"))
	return textOf(p)
}

// listedBlocks returns the lists of a file with what stands in their items: its level, or that it is in an item.
func listedBlocks(d *wml.Document) string {
	var b strings.Builder
	for _, st := range d.Stories {
		items := false
		for _, block := range st.Blocks {
			_, table := block.(*wml.Table)
			for p := range wml.Paragraphs(block) {
				text := strings.TrimSpace(layout.PlainText(layout.Glyphs(p.Runs, wml.Current)))
				_, inner := layout.IndentedLevel(p.Indent, p.RightIndent, p.Framed)
				switch {
				case text == "":
				case p.List != wml.NoList:
					items = true
					fmt.Fprintf(&b, "%v %s\n", p.List == wml.Number, text)
				case inner && items: // before the first item it is in none, and behind a paragraph in none
					fmt.Fprintf(&b, "in %s\n", text)
				default:
					items = items && table
					fmt.Fprintf(&b, "%s\n", text)
				}
			}
		}
	}
	return b.String()
}
