package wml

import (
	"strings"
	"unicode/utf8"

	"github.com/beevik/etree"
	"github.com/nomadocx/nomadocx/internal/latex"
)

// struck is the mark of a negated symbol; it is written behind it, as text.
const struck = "\u0338"

// nothing stands where there is nothing: Word shows an empty argument as a box, and LibreOffice drops
// an empty cell and mixes up those behind it.
const nothing = "\u200B"

// text writes symbols and spaces from the head of nodes as one run, and returns how many.
func (w *mathWriter) text(e *etree.Element, nodes []*latex.Node) int {
	var s strings.Builder
	style := latex.Plain
	n := 0
	for ; n < len(nodes); n++ {
		text, v, ok := characters(nodes[n])
		if !ok || n > 0 && v != style {
			break
		}
		style = v
		s.WriteString(text)
	}
	if n == 0 { // a symbol that is a large operator
		mathRun(e, nodes[0].Text, latex.Plain)
		return 1
	}
	mathRun(e, s.String(), style)
	return n
}

// characters returns what a node adds to a run of text, and in which style the run must be.
func characters(n *latex.Node) (string, latex.Variant, bool) {
	switch {
	case n.Kind == latex.Space:
		return spaceCharacters[n.Text], latex.Plain, true
	case n.Kind == latex.Accent && n.Text == struck:
		if one := n.Kids[0].Single(); one != nil && one.Kind == latex.Symbol {
			s, v, ok := characters(one)
			return s + struck, v, ok
		}
		return "", 0, false
	case n.Kind != latex.Symbol || n.Class == latex.Big || n.Text == "&":
		return "", 0, false
	}
	switch n.Variant {
	case latex.Double, latex.Script1, latex.Fraktur:
		// As the characters Unicode has for them: LibreOffice drops m:scr.
		return strings.Map(func(r rune) rune {
			r, _ = latex.Letter(r, n.Variant)
			return r
		}, n.Text), latex.Plain, true
	case latex.Italic:
		return n.Text, latex.Plain, true
	}
	return n.Text, n.Variant, true
}

// mathRun writes text in a style (§22.1.2.87). Plain letters are italic by themselves.
func mathRun(e *etree.Element, text string, v latex.Variant) {
	if text == "" {
		return
	}
	if n := insideKeyword(text); n > 0 && v != latex.Upright {
		mathRun(e, text[:n], v)
		mathRun(e, text[n:], v)
		return
	}
	r := e.CreateElement("m:r")
	if v == latex.Upright && officeKeyword(text) {
		r.CreateElement("m:rPr").CreateElement("m:nor")
	} else if v != latex.Plain {
		pr := r.CreateElement("m:rPr")
		switch v {
		case latex.Sans:
			property(pr, "m:scr", "sans-serif")
		case latex.Mono:
			property(pr, "m:scr", "monospace")
		}
		property(pr, "m:sty", map[latex.Variant]string{latex.Bold: "b", latex.BoldItalic: "bi"}[v]+map[bool]string{true: "", false: "p"}[v == latex.Bold || v == latex.BoldItalic])
	}
	t := r.CreateElement("m:t")
	t.CreateAttr("xml:space", "preserve")
	t.SetText(validText(text))
}

// wordFonts are the fonts of words in an alphabet that is a font.
var wordFonts = map[latex.Variant]string{latex.Mono: "Courier New", latex.Sans: "Arial"}

// words is text that is no mathematics (§22.1.2.74); its formatting is that of ordinary text.
func words(e *etree.Element, n *latex.Node) {
	r := e.CreateElement("m:r")
	r.CreateElement("m:rPr").CreateElement("m:nor")
	pr := r.CreateElement("w:rPr")
	fonts := pr.CreateElement("w:rFonts")
	font, own := wordFonts[n.Variant]
	if !own {
		font = "Cambria Math"
	}
	fonts.CreateAttr("w:ascii", font)
	fonts.CreateAttr("w:hAnsi", font)
	switch n.Variant {
	case latex.Bold:
		pr.CreateElement("w:b")
	case latex.Italic:
		pr.CreateElement("w:i")
	}
	t := r.CreateElement("m:t")
	t.CreateAttr("xml:space", "preserve")
	t.SetText(validText(n.Text))
}

// validText drops what XML cannot hold.
func validText(s string) string {
	return strings.Map(func(r rune) rune {
		if r < ' ' && r != '\t' && r != '\n' || r == 0xFFFE || r == 0xFFFF {
			return -1
		}
		return r
	}, s)
}

// script writes a node with something below or above it.
func (w *mathWriter) script(e *etree.Element, n *latex.Node) {
	if n.Limits {
		w.limits(e, n, func(base *etree.Element) { w.row(base, n.Kids[0]) })
		return
	}
	name := "m:sSubSup"
	switch {
	case n.Sup == nil:
		name = "m:sSub"
	case n.Sub == nil:
		name = "m:sSup"
	}
	s := e.CreateElement(name)
	base := s.CreateElement("m:e")
	if n.Kids[0].Empty() {
		mathRun(base, nothing, latex.Plain)
	} else {
		w.row(base, n.Kids[0])
	}
	if n.Sub != nil {
		w.argument(s, "m:sub", n.Sub)
	}
	if n.Sup != nil {
		w.argument(s, "m:sup", n.Sup)
	}
}

// limits writes what stands right below and above a base.
func (w *mathWriter) limits(e *etree.Element, n *latex.Node, base func(*etree.Element)) {
	if n.Sup != nil {
		upp := e.CreateElement("m:limUpp")
		e = upp.CreateElement("m:e")
		defer w.argument(upp, "m:lim", n.Sup)
	}
	if n.Sub != nil {
		low := e.CreateElement("m:limLow")
		e = low.CreateElement("m:e")
		defer w.argument(low, "m:lim", n.Sub)
	}
	base(e)
}

// function writes a named function with its operand (§22.1.2.39); without one its name alone.
func (w *mathWriter) function(e *etree.Element, n *latex.Node, operand []*latex.Node) {
	into := e
	if len(operand) > 0 {
		f := e.CreateElement("m:func")
		into = f.CreateElement("m:fName")
		defer func() { w.inner(f.CreateElement("m:e"), operand) }()
	}
	w.node(into, n)
}

// nary writes a large operator with its operand (§22.1.2.70). Without an operand it is a symbol with
// scripts: Word shows an empty operand as a box.
func (w *mathWriter) nary(e *etree.Element, n *latex.Node, operand []*latex.Node) {
	sign := large(n)
	if len(operand) == 0 {
		if n.Kind == latex.Script {
			w.script(e, n)
		} else {
			mathRun(e, sign.Text, latex.Plain)
		}
		return
	}
	x := e.CreateElement("m:nary")
	pr := x.CreateElement("m:naryPr")
	property(pr, "m:chr", sign.Text)
	place := "subSup"
	if n.Limits && (w.display || strings.Contains(integrals, sign.Text)) {
		place = "undOvr"
	}
	property(pr, "m:limLoc", place)
	if n.Sub.Empty() {
		property(pr, "m:subHide", "1")
	}
	if n.Sup.Empty() {
		property(pr, "m:supHide", "1")
	}
	w.argument(x, "m:sub", n.Sub)
	w.argument(x, "m:sup", n.Sup)
	w.inner(x.CreateElement("m:e"), operand)
}

// inner writes an operand.
func (w *mathWriter) inner(e *etree.Element, operand []*latex.Node) {
	w.depth++
	w.items(e, operand)
	w.depth--
}

// Operators without end (\sum\sum\sum …) do not nest without end, and nobody reads far for an operand.
const maxOperands, maxOperand = 20, 200

// operand returns how many nodes behind an operator are its operand.
func (w *mathWriter) operand(nodes []*latex.Node, sum bool) int {
	if w.depth >= maxOperands {
		return 0
	}
	if n := operandOf(nodes[:min(len(nodes), maxOperand)], sum); n < maxOperand {
		return n
	}
	return 0
}

const integrals = "∫∬∭⨌∮∯∰"

// operator returns the name or symbol that scripts of a node belong to.
func operator(n *latex.Node) *latex.Node {
	for n.Kind == latex.Script || n.Kind == latex.Row && len(n.Kids) == 1 {
		n = n.Kids[0]
	}
	return n
}

// large returns the large operator a node is, nil when it is none.
func large(n *latex.Node) *latex.Node {
	if n.Kind == latex.Script {
		n = n.Kids[0].Single()
	}
	if n != nil && n.Kind == latex.Symbol && n.Class == latex.Big {
		return n
	}
	return nil
}

// operandOf returns how many of the nodes behind an operator belong to it: those of a sum reach to the
// next relation, sum or closing delimiter, those of a function are one thing or a pair of brackets.
func operandOf(nodes []*latex.Node, sum bool) int {
	open, n := 0, 0
	for ; n < len(nodes); n++ {
		one := nodes[n]
		if one.Kind == latex.Script {
			one = operator(one)
		}
		c := latex.Ord
		if one.Kind == latex.Symbol {
			c = one.Class
		}
		switch {
		case c == latex.Open:
			open++
			continue
		case closes(one):
			if open == 0 {
				return n
			}
			if open--; open == 0 && !sum {
				return n + 1
			}
			continue
		case open > 0:
			continue
		case c == latex.Rel, c == latex.Punct, c == latex.Bin && (!sum || n > 0 && strings.Contains("+−±∓", one.Text)), c == latex.Bin && n == 0 && !strings.Contains("+−±∓", one.Text):
			return n
		case one.Kind == latex.Symbol && utf8.RuneCountInString(one.Text) == 1 && one.Text == "|" && n > 0:
			return n
		}
		if !sum {
			switch {
			case one.Kind == latex.Space || one.Kind == latex.Words:
				return n
			case one.Kind == latex.Name: // log det A: the operand is a function with its own
				continue
			}
			n++
			for upright(one) && n < len(nodes) && upright(nodes[n]) { // a word, letter by letter
				n++
			}
			return n
		}
	}
	if open > 0 { // a bracket that is never closed: take nothing
		return 0
	}
	return n
}

func upright(n *latex.Node) bool { return n.Kind == latex.Symbol && n.Variant == latex.Upright }
