package wml

import (
	"strconv"
	"strings"

	"github.com/beevik/etree"
	"github.com/nomadocx/nomadocx/internal/latex"
)

// Equations (ECMA-376 §22.1). A formula is parsed as LaTeX and written in Word's structures; one that
// is not understood is written as a single run of text. math_read.go is the way back.

// math writes an equation. One that stands alone is a paragraph of its own to Word (m:oMathPara).
func (b *Builder) math(r *Run) {
	n, err := latex.Parse(r.Text)
	if err != nil || n.Empty() {
		b.linearMath(r)
		return
	}
	w := &mathWriter{display: r.Display || r.Limits}
	e := etree.NewElement("m:oMath")
	w.row(e, n)
	if r.Display {
		para := etree.NewElement("m:oMathPara")
		para.AddChild(e)
		e = para
	}
	doc := etree.NewDocumentWithRoot(e)
	doc.WriteSettings.CanonicalText = true
	out, err := doc.WriteToString()
	if err != nil {
		b.linearMath(r) // writing to memory does not fail
		return
	}
	b.Markup(out)
}

// linearMath writes an equation that shows its source.
func (b *Builder) linearMath(r *Run) {
	b.Markup(`<m:oMath><m:r><m:rPr><m:nor/></m:rPr><w:rPr><w:rFonts w:ascii="Cambria Math" w:hAnsi="Cambria Math"/></w:rPr><m:t xml:space="preserve">`)
	// Line ends and tabs are no characters of an equation's text.
	b.escaped(strings.Map(blankSpace, r.Text), entity)
	b.Markup("</m:t></m:r></m:oMath>")
}

func blankSpace(r rune) rune {
	if r == '\n' || r == '\t' || r == '\r' {
		return ' '
	}
	return r
}

// mathWriter turns a tree into elements.
type mathWriter struct {
	display bool
	depth   int // of operands in operands
}

// row writes the items of a node into an element.
func (w *mathWriter) row(e *etree.Element, n *latex.Node) {
	w.items(e, paired(w.bracketed(flat(n.Items()))))
}

// flat returns a row without groups that group nothing.
func flat(nodes []*latex.Node) []*latex.Node {
	plain := true
	for _, n := range nodes {
		plain = plain && n.Kind != latex.Row
	}
	if plain {
		return nodes
	}
	var out []*latex.Node
	for _, n := range nodes {
		if n.Kind == latex.Row {
			out = append(out, flat(n.Kids)...)
		} else {
			out = append(out, n)
		}
	}
	return out
}

func (w *mathWriter) items(e *etree.Element, nodes []*latex.Node) {
	for i := 0; i < len(nodes); {
		n := nodes[i]
		switch {
		case n.Kind == latex.Symbol && n.Text == "&":
			// As words: in the text of aligned equations the sign sets cells apart.
			words(e, &latex.Node{Kind: latex.Words, Text: n.Text})
			i++
		case n.Kind == latex.Symbol && n.Class != latex.Big || n.Kind == latex.Space || n.Kind == latex.Accent && n.Text == struck:
			i += w.text(e, nodes[i:])
		case operator(n).Kind == latex.Name:
			k := w.operand(nodes[i+1:], false)
			w.function(e, n, nodes[i+1:i+1+k])
			i += 1 + k
		case large(n) != nil:
			k := w.operand(nodes[i+1:], true)
			w.nary(e, n, nodes[i+1:i+1+k])
			i += 1 + k
		case n.Kind == latex.Script && n.Kids[0].Empty() && i+1 < len(nodes):
			pre := e.CreateElement("m:sPre")
			w.argument(pre, "m:sub", n.Sub)
			w.argument(pre, "m:sup", n.Sup)
			w.items(pre.CreateElement("m:e"), nodes[i+1:i+2])
			i += 2
		default:
			w.node(e, n)
			i++
		}
	}
}

// argument writes a node as an element of its own, an empty one when there is none.
func (w *mathWriter) argument(e *etree.Element, name string, n *latex.Node) {
	arg := e.CreateElement(name)
	if n != nil {
		w.row(arg, n)
	}
}

// property sets an element with a value in a structure's properties.
func property(e *etree.Element, name, value string) {
	e.CreateElement(name).CreateAttr("m:val", value)
}

func (w *mathWriter) node(e *etree.Element, n *latex.Node) {
	switch n.Kind {
	case latex.Row:
		w.row(e, n)
	case latex.Symbol, latex.Space:
		w.text(e, []*latex.Node{n})
	case latex.Name:
		mathRun(e, n.Text, latex.Upright)
	case latex.Words:
		words(e, n)
	case latex.Frac:
		f := e.CreateElement("m:f")
		if n.NoBar {
			property(f.CreateElement("m:fPr"), "m:type", "noBar")
		}
		w.argument(f, "m:num", n.Kids[0])
		w.argument(f, "m:den", n.Kids[1])
	case latex.Script:
		w.script(e, n)
	case latex.Root:
		rad := e.CreateElement("m:rad")
		var degree *latex.Node
		if len(n.Kids) > 1 {
			degree = n.Kids[1]
		} else {
			property(rad.CreateElement("m:radPr"), "m:degHide", "1")
		}
		w.argument(rad, "m:deg", degree)
		w.argument(rad, "m:e", n.Kids[0])
	case latex.Fence:
		w.fence(e, n)
	case latex.Accent:
		acc := e.CreateElement("m:acc")
		property(acc.CreateElement("m:accPr"), "m:chr", n.Text)
		w.argument(acc, "m:e", n.Kids[0])
	case latex.Brace:
		w.brace(e, n)
	case latex.Matrix:
		w.matrix(e, n)
	case latex.Box:
		w.argument(e.CreateElement("m:borderBox"), "m:e", n.Kids[0])
	case latex.Phantom:
		w.phantom(e, n)
	}
}

func (w *mathWriter) fence(e *etree.Element, n *latex.Node) {
	d := e.CreateElement("m:d")
	pr := d.CreateElement("m:dPr")
	property(pr, "m:begChr", n.Open)
	if n.Text != "" {
		property(pr, "m:sepChr", n.Text)
	}
	property(pr, "m:endChr", n.Close)
	if n.Size == latex.Small {
		property(pr, "m:grow", "0")
		w.depth++
		defer func() { w.depth-- }()
	}
	for _, k := range n.Kids {
		w.argument(d, "m:e", k)
	}
}

// brace writes a mark that stretches: a line (m:bar), an arrow above (an accent), or anything else.
func (w *mathWriter) brace(e *etree.Element, n *latex.Node) {
	pos := "top"
	if n.Below {
		pos = "bot"
	}
	switch {
	case n.Text == "¯" || n.Text == "_":
		bar := e.CreateElement("m:bar")
		property(bar.CreateElement("m:barPr"), "m:pos", pos)
		w.argument(bar, "m:e", n.Kids[0])
		return
	case overArrows[n.Text] != "" && !n.Below:
		acc := e.CreateElement("m:acc")
		property(acc.CreateElement("m:accPr"), "m:chr", overArrows[n.Text])
		w.argument(acc, "m:e", n.Kids[0])
		return
	}
	g := e.CreateElement("m:groupChr")
	pr := g.CreateElement("m:groupChrPr")
	property(pr, "m:chr", n.Text)
	property(pr, "m:pos", pos)
	if !n.Below {
		property(pr, "m:vertJc", "bot")
	}
	w.argument(g, "m:e", n.Kids[0])
}

// overArrows are the combining arrows for those that stretch over something. The one to the right is
// \vec's as well: Word's stretches over what it finds.
var overArrows = map[string]string{"→": "\u20D7", "←": "\u20D6", "↔": "\u20E1"}

// matrix writes a table of cells (m:m), or equations below each other (m:eqArr), whose cells are set
// apart by & in the text.
func (w *mathWriter) matrix(e *etree.Element, n *latex.Node) {
	switch n.Text {
	case "aligned", "gathered", "substack":
		arr := e.CreateElement("m:eqArr")
		for _, r := range n.Cells {
			line := arr.CreateElement("m:e")
			for j, c := range r {
				if j > 0 {
					mathRun(line, "&", latex.Plain)
				}
				w.row(line, c)
			}
		}
		return
	}
	width := 1
	for _, r := range n.Cells {
		width = max(width, len(r))
	}
	m := e.CreateElement("m:m")
	mcs := m.CreateElement("m:mPr").CreateElement("m:mcs")
	for j := 0; j < width; {
		k := j + 1
		for k < width && justified(n.Align, k) == justified(n.Align, j) {
			k++
		}
		pr := mcs.CreateElement("m:mc").CreateElement("m:mcPr")
		property(pr, "m:count", strconv.Itoa(k-j))
		property(pr, "m:mcJc", justified(n.Align, j))
		j = k
	}
	for _, r := range n.Cells {
		mr := m.CreateElement("m:mr")
		for j := range width {
			var c *latex.Node
			if j < len(r) {
				c = r[j]
			}
			if cell := mr.CreateElement("m:e"); c.Empty() {
				mathRun(cell, nothing, latex.Plain)
			} else {
				w.row(cell, c)
			}
		}
	}
}

func justified(align string, column int) string {
	if column < len(align) {
		switch align[column] {
		case 'l':
			return "left"
		case 'r':
			return "right"
		}
	}
	return "center"
}

func (w *mathWriter) phantom(e *etree.Element, n *latex.Node) {
	ph := e.CreateElement("m:phant")
	pr := ph.CreateElement("m:phantPr")
	property(pr, "m:show", "0")
	switch n.Text {
	case "hphantom":
		property(pr, "m:zeroAsc", "1")
		property(pr, "m:zeroDesc", "1")
	case "vphantom":
		property(pr, "m:zeroWid", "1")
	}
	w.argument(ph, "m:e", n.Kids[0])
}
