package wml

import (
	"strings"

	"github.com/beevik/etree"
	"github.com/nomadocx/nomadocx/internal/latex"
)

// mathReader turns elements into a tree.
type mathReader struct {
	display  bool
	name     bool // inside m:fName
	original bool // without tracked changes
}

func kids(nodes []*latex.Node) *latex.Node { return &latex.Node{Kind: latex.Row, Kids: nodes} }

// row returns what an element holds.
func (m *mathReader) row(e *etree.Element) *latex.Node {
	if e == nil {
		return nil
	}
	var out []*latex.Node
	for _, c := range e.ChildElements() {
		out = append(out, m.nodes(c)...)
	}
	return kids(out)
}

// child returns the content of a named child, nil when that is missing or empty.
func (m *mathReader) child(e *etree.Element, name string) *latex.Node {
	n := m.row(e.SelectElement(name))
	if n.Empty() {
		return nil
	}
	return n
}

// base returns the content of m:e, never nil.
func (m *mathReader) base(e *etree.Element, name string) *latex.Node {
	if n := m.child(e, name); n != nil {
		return n
	}
	return kids(nil)
}

// setting returns a value of a structure's properties, or what it is without one.
func setting(e *etree.Element, properties, name, otherwise string) string {
	if pr := e.SelectElement(properties); pr != nil {
		if p := pr.SelectElement(name); p != nil {
			return p.SelectAttrValue("m:val", otherwise)
		}
	}
	return otherwise
}

// switched reads a switch of a structure's properties.
func switched(e *etree.Element, properties, name string) bool {
	if pr := e.SelectElement(properties); pr != nil {
		if p := pr.SelectElement(name); p != nil {
			v := p.SelectAttrValue("m:val", "1")
			return v == "1" || v == "on" || v == "true"
		}
	}
	return false
}

func one(n latex.Node) []*latex.Node { return []*latex.Node{&n} }

// nodes returns what an element stands for.
func (m *mathReader) nodes(e *etree.Element) []*latex.Node {
	gone := "del"
	if m.original {
		gone = "ins"
	}
	if a := e.SelectAttr(structureTracked); a != nil && a.Value == gone {
		return nil
	}
	switch e.Tag {
	case "ins", "moveTo":
		if m.original {
			return nil
		}
	case "del", "moveFrom":
		if !m.original {
			return nil
		}
	case "r":
		return m.text(e)
	case "f":
		return one(latex.Node{Kind: latex.Frac, Kids: []*latex.Node{m.base(e, "m:num"), m.base(e, "m:den")}, NoBar: setting(e, "m:fPr", "m:type", "bar") == "noBar"})
	case "sSub", "sSup", "sSubSup":
		return m.script(m.base(e, "m:e"), m.child(e, "m:sub"), m.child(e, "m:sup"), false, bare(e.SelectElement("m:e")))
	case "sPre":
		return append(m.script(kids(nil), m.child(e, "m:sub"), m.child(e, "m:sup"), false, false), m.base(e, "m:e").Kids...)
	case "limLow":
		return m.script(m.base(e, "m:e"), m.child(e, "m:lim"), nil, true, false)
	case "limUpp":
		return m.script(m.base(e, "m:e"), nil, m.child(e, "m:lim"), true, false)
	case "rad":
		n := latex.Node{Kind: latex.Root, Kids: []*latex.Node{m.base(e, "m:e")}}
		if degree := m.child(e, "m:deg"); degree != nil && !switched(e, "m:radPr", "m:degHide") {
			n.Kids = append(n.Kids, degree)
		}
		return one(n)
	case "d":
		return m.fence(e)
	case "nary":
		return m.nary(e)
	case "func":
		inner := *m
		inner.name = true
		return append(inner.base(e, "m:fName").Kids, m.base(e, "m:e").Kids...)
	case "acc":
		return one(m.accent(e))
	case "bar":
		n := latex.Node{Kind: latex.Brace, Text: "¯", Kids: []*latex.Node{m.base(e, "m:e")}}
		if setting(e, "m:barPr", "m:pos", "bot") == "bot" {
			n.Text, n.Below = "_", true
		}
		return one(n)
	case "groupChr":
		return one(latex.Node{Kind: latex.Brace, Text: setting(e, "m:groupChrPr", "m:chr", "⏟"), Below: setting(e, "m:groupChrPr", "m:pos", "bot") == "bot",
			Kids: []*latex.Node{m.base(e, "m:e")}})
	case "m":
		return one(m.matrix(e))
	case "eqArr":
		return one(m.equations(e))
	case "borderBox":
		return one(latex.Node{Kind: latex.Box, Kids: []*latex.Node{m.base(e, "m:e")}})
	case "phant":
		n := latex.Node{Kind: latex.Phantom, Text: "phantom", Kids: []*latex.Node{m.base(e, "m:e")}}
		switch {
		case setting(e, "m:phantPr", "m:show", "1") != "0":
			return m.base(e, "m:e").Kids // it is shown
		case switched(e, "m:phantPr", "m:zeroWid"):
			n.Text = "vphantom"
		case switched(e, "m:phantPr", "m:zeroAsc") && switched(e, "m:phantPr", "m:zeroDesc"):
			n.Text = "hphantom"
		}
		return one(n)
	}
	if strings.HasSuffix(e.Tag, "Pr") {
		return nil
	}
	return m.row(e).Kids // m:oMath, m:box and what we do not know
}

// script puts scripts on a base. Two limits around each other are those of one base; brackets that are
// plain characters have them on the closing one.
func (m *mathReader) script(base, sub, sup *latex.Node, limits, brackets bool) []*latex.Node {
	if sub == nil && sup == nil {
		return base.Kids
	}
	if n := len(base.Kids); brackets && n > 1 {
		last := m.script(kids(base.Kids[n-1:]), sub, sup, false, false)
		return append(base.Kids[:n-1:n-1], last...)
	}
	if in := base.Single(); limits && in.Kind == latex.Script && in.Limits && (in.Sub == nil && sub != nil || in.Sup == nil && sup != nil) {
		if sub != nil {
			in.Sub = sub
		} else {
			in.Sup = sup
		}
		return []*latex.Node{in}
	}
	if in := base.Single(); limits && in.Kind == latex.Name {
		in.Limits = true
	}
	return one(latex.Node{Kind: latex.Script, Kids: []*latex.Node{base}, Sub: sub, Sup: sup, Limits: limits})
}

// bare reports whether an element holds nothing but brackets that do not grow.
func bare(e *etree.Element) bool {
	if e == nil {
		return false
	}
	in := e.ChildElements()
	return len(in) == 1 && in[0].Tag == "d" && fixed(in[0])
}

// fixed reports whether brackets have the height of characters.
func fixed(e *etree.Element) bool { return setting(e, "m:dPr", "m:grow", "1") == "0" }

func (m *mathReader) fence(e *etree.Element) []*latex.Node {
	n := latex.Node{Kind: latex.Fence, Open: setting(e, "m:dPr", "m:begChr", "("), Close: setting(e, "m:dPr", "m:endChr", ")"), Text: setting(e, "m:dPr", "m:sepChr", "|")}
	if n.Open == "∥" { // pandoc's norm
		n.Open = "‖"
	}
	if n.Close == "∥" {
		n.Close = "‖"
	}
	for _, c := range e.SelectElements("m:e") {
		n.Kids = append(n.Kids, m.row(c))
	}
	if len(n.Kids) == 0 {
		n.Kids = []*latex.Node{kids(nil)}
	}
	if len(n.Kids) > 1 {
		return []*latex.Node{&n}
	}
	if open, shut := symbolsOf(n.Open, latex.Plain), symbolsOf(n.Close, latex.Plain); fixed(e) && len(open) == 1 && len(shut) == 1 {
		return append(append(open, n.Kids[0].Kids...), shut...)
	}
	n.Text = ""
	inner := n.Kids[0].Single()
	if inner.Kind == latex.Matrix && inner.Text == "array" && strings.Trim(inner.Align, "l") == "" && (n.Open == "{" && n.Close == "" || n.Open == "" && n.Close == "}") {
		inner.Text = "cases"
	}
	return []*latex.Node{&n}
}

func (m *mathReader) nary(e *etree.Element) []*latex.Node {
	sign := &latex.Node{Kind: latex.Symbol, Text: setting(e, "m:naryPr", "m:chr", "∫"), Class: latex.Big}
	operand := m.base(e, "m:e").Kids
	sub, sup := m.child(e, "m:sub"), m.child(e, "m:sup")
	if sub == nil && sup == nil {
		return append([]*latex.Node{sign}, operand...)
	}
	// In running text the scripts of a sum stand beside it in any case.
	integral, otherwise := strings.Contains(integrals, sign.Text), "undOvr"
	if integral {
		otherwise = "subSup"
	}
	limits := setting(e, "m:naryPr", "m:limLoc", otherwise) == "undOvr" || !m.display && !integral
	return append(m.script(kids([]*latex.Node{sign}), sub, sup, limits, false), operand...)
}

// combiningMarks are the marks that other programs write as characters of their own.
var combiningMarks = map[string]string{"^": "\u0302", "ˆ": "\u0302", "~": "\u0303", "˜": "\u0303", "ˇ": "\u030C", "´": "\u0301", "`": "\u0300", "˙": "\u0307",
	"‾": "\u0304", "¨": "\u0308", "˘": "\u0306", "˚": "\u030A", "ˉ": "\u0304", "→": "\u20D7", "←": "\u20D6", "↔": "\u20E1"}

// accent returns a mark over something. The long arrows are stretched over it.
func (m *mathReader) accent(e *etree.Element) latex.Node {
	mark := setting(e, "m:accPr", "m:chr", "\u0302")
	if combining := combiningMarks[mark]; combining != "" {
		mark = combining
	}
	n := latex.Node{Kind: latex.Accent, Text: mark, Kids: []*latex.Node{m.base(e, "m:e")}}
	for arrow, combining := range overArrows {
		if one := n.Kids[0].Single(); combining == mark && !(arrow == "→" && one.Kind == latex.Symbol) {
			n.Kind, n.Text = latex.Brace, arrow
		}
	}
	if mark == "\u0305" || mark == "¯" { // Word's overbar accent
		n.Kind, n.Text = latex.Brace, "¯"
	}
	return n
}

func (m *mathReader) matrix(e *etree.Element) latex.Node {
	n := latex.Node{Kind: latex.Matrix, Text: "matrix"}
	if pr := e.SelectElement("m:mPr"); pr != nil {
		for _, mc := range pr.FindElements("m:mcs/m:mc") {
			count := len(setting(mc, "m:mcPr", "m:count", "1"))
			if v := setting(mc, "m:mcPr", "m:count", "1"); count == 1 && v >= "1" && v <= "9" {
				count = int(v[0] - '0')
			} else {
				count = columnsOf(v)
			}
			n.Align += strings.Repeat(setting(mc, "m:mcPr", "m:mcJc", "center")[:1], count)
		}
	}
	for _, r := range e.SelectElements("m:mr") {
		var cells []*latex.Node
		for _, c := range r.SelectElements("m:e") {
			cells = append(cells, m.row(c))
		}
		n.Cells = append(n.Cells, cells)
	}
	if strings.Trim(n.Align, "c") != "" {
		n.Text = "array"
	}
	return n
}

// columnsOf returns a count of columns, bounded as Word's own tables of mathematics are.
func columnsOf(v string) int {
	n := 0
	for i := 0; i < len(v) && v[i] >= '0' && v[i] <= '9' && n < 64; i++ {
		n = 10*n + int(v[i]-'0')
	}
	return max(1, min(n, 64))
}

// equations returns lines below each other; & in their text sets cells apart.
func (m *mathReader) equations(e *etree.Element) latex.Node {
	n := latex.Node{Kind: latex.Matrix, Text: "gathered"}
	for _, line := range e.SelectElements("m:e") {
		var cells []*latex.Node
		var cell []*latex.Node
		for _, k := range m.row(line).Kids {
			if k.Kind == latex.Symbol && k.Text == "&" {
				cells, cell = append(cells, kids(cell)), nil
				n.Text = "aligned"
				continue
			}
			cell = append(cell, k)
		}
		n.Cells = append(n.Cells, append(cells, kids(cell)))
	}
	return n
}
