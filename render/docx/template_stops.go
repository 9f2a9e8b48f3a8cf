package docx

import (
	"maps"
	"slices"
	"strconv"

	"github.com/beevik/etree"
)

// Tab stops (§17.3.1.37) of a template's headers and footers on pages of another width than its own.

// stretch moves the tab stops at the end and in the middle of the lines of a header or footer to those of lines that are longer by some
// twips. It reports whether there are any.
func (t *Template) stretch(root *etree.Element, more int) (some bool) {
	for _, p := range root.ChildElements() {
		if p.FullTag() != "w:p" || p.FindElement(".//r/tab") == nil {
			continue
		}
		stops := t.stops(p)
		for _, at := range slices.Sorted(maps.Keys(stops)) {
			if to, moves := t.stretched(at, value(stops[at]), more); moves {
				if some = true; to != at {
					moveStop(p, stops[at], to)
				}
			}
		}
	}
	return some
}

// stretched returns the place of a tab stop in lines that are longer by some twips, and whether it belongs to their end or middle.
func (t *Template) stretched(at int, kind string, more int) (to int, moves bool) {
	width := t.page.geometry.LineWidth()
	near := func(place int) bool { return max(at-place, place-at) <= width/10 }
	switch {
	case kind == "right" && near(width):
		return at + more, true
	case kind == "center" && near(width/2):
		return at + more/2, true
	}
	return at, false
}

// moveStop gives a paragraph a tab stop, which is its own or of its style, at another place.
func moveStop(p, stop *etree.Element, to int) {
	properties := childOf(p, "pPr")
	tabs := childOf(properties, "tabs")
	moved := stop.Copy()
	moved.CreateAttr("w:pos", strconv.Itoa(to))
	if stop.Parent() == tabs {
		tabs.RemoveChild(stop)
	}
	cleared := stop.Copy()
	cleared.CreateAttr("w:val", "clear")
	tabs.AddChild(cleared)
	tabs.AddChild(moved)
	inOrder(properties)
}

// childOf returns the child of an element, which is made in front of the others when there is none.
func childOf(e *etree.Element, tag string) *etree.Element {
	c := e.SelectElement(tag)
	if c == nil {
		c = etree.NewElement("w:" + tag)
		e.InsertChildAt(0, c)
	}
	return c
}

// stops returns the tab stops of a paragraph by their positions, in twips: its own, and those of its styles that it does not clear.
func (t *Template) stops(p *etree.Element) map[int]*etree.Element {
	stops := map[int]*etree.Element{}
	known := map[int]bool{} // those that are nearer to the paragraph win
	add := func(properties *etree.Element) {
		if properties == nil || properties.SelectElement("tabs") == nil {
			return
		}
		for _, tab := range properties.SelectElement("tabs").SelectElements("tab") {
			at, err := strconv.Atoi(tab.SelectAttrValue("w:pos", ""))
			if err != nil || known[at] {
				continue
			}
			if known[at] = true; value(tab) != "clear" {
				stops[at] = tab
			}
		}
	}
	properties := p.SelectElement("pPr")
	add(properties)
	id := "Normal"
	if properties != nil {
		if s := value(properties.SelectElement("pStyle")); s != "" {
			id = s
		}
	}
	for s := range styleChain(t.styles.Root(), id) {
		add(s.SelectElement("pPr"))
	}
	return stops
}
