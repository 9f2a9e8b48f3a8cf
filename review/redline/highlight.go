package redline

import (
	"slices"
	"strings"

	"github.com/beevik/etree"

	"github.com/nomadocx/nomadocx/internal/office/opc"
	"github.com/nomadocx/nomadocx/internal/office/revise"
)

// Highlight returns the package with its tracked changes as formatting: what was inserted is highlighted, what was deleted is red and
// struck through. Nothing in it is tracked any more; changes of formatting are made.
func Highlight(p *opc.Package) (*opc.Edit, error) {
	s, err := open(p)
	if err != nil {
		return nil, err
	}
	out := p.Edit()
	for _, name := range append(s.stories(), s.asides()...) {
		text, err := s.part(name)
		if err != nil {
			return nil, err
		}
		shown, err := highlighted(text)
		if err != nil {
			return nil, partError(name, err)
		}
		if shown != text {
			out.Set(name, "", opc.UTF8(shown))
		}
	}
	return out, nil
}

// highlighted is [Highlight] for a part.
func highlighted(text string) (string, error) {
	p, err := revise.Split(text)
	if err != nil {
		return "", err
	}
	var b strings.Builder
	done := 0
	for i := range p.Stories {
		for _, x := range p.Stories[i].Blocks {
			if !x.Revised {
				continue
			}
			e, err := parse("<all>" + text[x.From:x.To] + "</all>")
			if err != nil {
				return "", err
			}
			show(e, "")
			b.WriteString(text[done:x.From])
			for c := range e.ChildElementsSeq() {
				put(&b, c, false)
			}
			done = x.To
		}
	}
	b.WriteString(text[done:])
	return b.String(), nil
}

// show makes formatting of the revisions in an element. fate is ins or del for what is in one.
func show(e *etree.Element, fate string) {
	for _, c := range e.ChildElements() {
		switch {
		case is(c, "ins"), is(c, "moveTo"), is(c, "del"), is(c, "moveFrom"):
			inside := "ins"
			if c.Tag == "del" || c.Tag == "moveFrom" || fate == "del" {
				inside = "del"
			}
			show(c, inside)
			at := c.Index()
			for _, x := range c.ChildElements() {
				e.InsertChildAt(at, x)
				at++
			}
			e.RemoveChild(c)
		case c.Space == "w" && revise.IsRevision(c.Tag):
			e.RemoveChild(c)
		case is(c, "r") && fate != "":
			paint(c, fate)
			show(c, "")
		default:
			show(c, fate)
		}
	}
}

// paint gives a run the look of what came or went.
func paint(run *etree.Element, fate string) {
	for _, c := range run.ChildElements() {
		switch {
		case is(c, "delText"):
			c.Tag = "t"
		case is(c, "delInstrText"):
			c.Tag = "instrText"
		}
	}
	rpr := child(run, "rPr")
	if rpr == nil {
		rpr = &etree.Element{Space: "w", Tag: "rPr"}
		run.InsertChildAt(0, rpr)
	}
	if fate == "ins" {
		property(rpr, "highlight", "yellow")
		return
	}
	property(rpr, "strike", "")
	property(rpr, "color", "C00000")
}

// order is that of the properties of a run, as far as it is needed here (§17.3.2.28).
var order = []string{"rStyle", "rFonts", "b", "bCs", "i", "iCs", "caps", "smallCaps", "strike", "dstrike", "outline", "shadow", "emboss", "imprint", "noProof",
	"snapToGrid", "vanish", "webHidden", "color", "spacing", "w", "kern", "position", "sz", "szCs", "highlight"}

// property sets a property of a run.
func property(rpr *etree.Element, tag, val string) {
	if was := child(rpr, tag); was != nil {
		rpr.RemoveChild(was)
	}
	p := &etree.Element{Space: "w", Tag: tag}
	if val != "" {
		p.Attr = []etree.Attr{{Space: "w", Key: "val", Value: val}}
	}
	before := order[:slices.Index(order, tag)]
	at := 0
	for _, c := range rpr.ChildElements() {
		if slices.Contains(before, c.Tag) {
			at = c.Index() + 1
		}
	}
	rpr.InsertChildAt(at, p)
}
