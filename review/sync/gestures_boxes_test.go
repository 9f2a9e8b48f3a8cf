package reviewsync_test

import (
	"slices"
	"strings"

	"github.com/beevik/etree"
)

// What people do to the check boxes of list items.
var boxGestures = slices.Concat(listGestures, []gesture{
	{"tick", (*hand).tick},
	{"tick", (*hand).tick},
	{"words behind a box", (*hand).typeBehindBox},
	{"box deleted", (*hand).deleteBox},
	{"box copied", (*hand).copyBox},
	{"brackets", (*hand).typeBrackets},
	{"split", (*hand).splitItem},
})

// box returns the control of the check box of an item, nil for none.
func (h *hand) box() *etree.Element {
	if e := h.pick(h.body().FindElements(".//w:numPr/../../w:sdt/w:sdtPr/w14:checkbox")); e != nil {
		return e.Parent().Parent()
	}
	return nil
}

func (h *hand) tick() string {
	e := h.box()
	if e == nil {
		return ""
	}
	what := h.c.Intn(4)
	return toggle(e, what != 0, what != 1)
}

// toggle gives a check box its other state: what the control says, its character, or both.
func toggle(e *etree.Element, state, character bool) string {
	if x := e.FindElement(".//w14:checked"); x != nil && state {
		x.CreateAttr("w14:val", map[string]string{"0": "1", "1": "0"}[x.SelectAttrValue("w14:val", "")])
	}
	if text := e.FindElement(".//w:t"); text != nil && character {
		if now := map[string]string{"\u2610": "\u2612", "\u2612": "\u2610"}[text.Text()]; now != "" {
			text.SetText(now)
		}
	}
	return textOf(e.Parent())
}

func (h *hand) typeBehindBox() string {
	e := h.box()
	if e == nil {
		return ""
	}
	r := etree.NewElement("w:r")
	t := r.CreateElement("w:t")
	t.CreateAttr("xml:space", "preserve")
	t.SetText(h.phrase() + " ")
	e.Parent().InsertChildAt(e.Index()+2, r)
	return t.Text() + " into " + textOf(e.Parent())
}

func (h *hand) deleteBox() string {
	e := h.box()
	if e == nil {
		return ""
	}
	p := e.Parent()
	p.RemoveChild(e)
	return textOf(p)
}

// copyBox gives an item a copy of another one's check box.
func (h *hand) copyBox() string {
	e, p := h.box(), h.item()
	if e == nil || p.SelectElement("w:sdt") != nil {
		return ""
	}
	p.InsertChildAt(p.SelectElement("w:pPr").Index()+1, e.Copy())
	return textOf(p)
}

// typeBrackets types what the source would read as a check box.
func (h *hand) typeBrackets() string {
	p := h.item()
	if p == nil {
		return ""
	}
	at := p.SelectElement("w:pPr").Index() + 1
	if box := p.SelectElement("w:sdt"); box != nil {
		at = box.Index() + 2
	}
	r := etree.NewElement("w:r")
	t := r.CreateElement("w:t")
	t.CreateAttr("xml:space", "preserve")
	t.SetText([...]string{"[ ] ", "[x] ", "[X] ", "[ ]"}[h.c.Intn(4)])
	p.InsertChildAt(at, r)
	return t.Text() + " into " + textOf(p)
}

// splitItem presses Enter in an item: the end of it becomes an item without a check box.
func (h *hand) splitItem() string {
	p := h.item()
	if p == nil {
		return ""
	}
	runs := p.SelectElements("w:r")
	if len(runs) < 2 || strings.TrimSpace(textOf(runs[len(runs)-1])) == "" {
		return ""
	}
	x := etree.NewElement("w:p")
	x.AddChild(p.SelectElement("w:pPr").Copy())
	for _, r := range runs[1+h.c.Intn(len(runs)-1):] {
		x.AddChild(r)
	}
	p.Parent().InsertChildAt(p.Index()+1, x)
	return textOf(x) + " off " + textOf(p)
}
