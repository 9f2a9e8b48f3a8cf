package latex

import (
	"strings"
)

// MathML writes a formula as presentation MathML (MathML Core), the source beside it as an
// annotation, so that it can be copied out of a page. display sets it on a line of its own.
func MathML(n *Node, source string, display bool) string {
	m := &mathML{display: display}
	m.raw(`<math xmlns="http://www.w3.org/1998/Math/MathML"`)
	if display {
		m.raw(` display="block"`)
	}
	m.raw(`><semantics><mrow>`)
	m.items(n.Items())
	m.raw(`</mrow><annotation encoding="application/x-tex">`)
	m.text(source)
	m.raw(`</annotation></semantics></math>`)
	return m.b.String()
}

type mathML struct {
	b       strings.Builder
	display bool
}

func (m *mathML) raw(s string) { m.b.WriteString(s) }

var mathEscape = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&quot;")

func (m *mathML) text(s string) { m.raw(mathEscape.Replace(strings.Map(visible, s))) }

// visible leaves out what is no character of XML.
func visible(r rune) rune {
	if r < ' ' && r != '\t' && r != '\n' && r != '\r' || r == 0xFFFE || r == 0xFFFF {
		return -1
	}
	return r
}

// element writes a leaf; attrs has its leading blank.
func (m *mathML) element(name, attrs, text string) {
	m.raw("<" + name + attrs + ">")
	m.text(text)
	m.raw("</" + name + ">")
}

// items writes nodes in a row. A function's name is set apart from what it is applied to.
func (m *mathML) items(nodes []*Node) {
	for i, n := range nodes {
		if n.Kind == Row {
			m.items(n.Kids)
			continue
		}
		m.node(n)
		base := n
		for base.Kind == Script {
			base = base.Kids[0].Single()
		}
		if base.Kind == Name && i+1 < len(nodes) {
			m.raw("<mo>\u2061</mo>") // function application
			if next := nodes[i+1].Single(); next != nil && next.Kind != Fence && !(next.Kind == Symbol && next.Class != Ord) && next.Kind != Space {
				m.raw(`<mspace width="0.1667em"/>`)
			}
		}
	}
}

// group writes a node as one element, as arguments must be.
func (m *mathML) group(n *Node) {
	one := n.Single()
	if one == nil || one.Kind == Row {
		m.raw("<mrow>")
		m.items(n.Items())
		m.raw("</mrow>")
		return
	}
	m.node(one)
}

// wrap writes nodes as the arguments of an element.
func (m *mathML) wrap(name, attrs string, args ...*Node) {
	m.raw("<" + name + attrs + ">")
	for _, a := range args {
		m.group(a)
	}
	m.raw("</" + name + ">")
}

func (m *mathML) node(n *Node) {
	switch n.Kind {
	case Row:
		m.group(n)
	case Symbol:
		m.symbol(n)
	case Name:
		m.element("mi", "", n.Text)
	case Words:
		m.element("mtext", map[Variant]string{Bold: ` style="font-weight:bold"`, Italic: ` style="font-style:italic"`, Sans: ` style="font-family:sans-serif"`,
			Mono: ` style="font-family:monospace"`}[n.Variant], strings.ReplaceAll(n.Text, " ", "\u00A0"))
	case Frac:
		attrs := ""
		if n.NoBar {
			attrs = ` linethickness="0"`
		}
		switch n.Size {
		case Large:
			attrs += ` displaystyle="true"`
		case Small:
			attrs += ` displaystyle="false" scriptlevel="0"`
		}
		m.wrap("mfrac", attrs, n.Kids...)
	case Script:
		m.script(n)
	case Root:
		if len(n.Kids) > 1 {
			m.wrap("mroot", "", n.Kids...)
		} else {
			m.wrap("msqrt", "", n.Kids[0])
		}
	case Fence:
		m.fence(n)
	case Accent:
		m.accent(n)
	case Brace:
		m.brace(n)
	case Matrix:
		m.table(n)
	case Box:
		m.wrap("mrow", ` style="border:1px solid;padding:0.2em"`, n.Kids[0])
	case Phantom:
		m.wrap("mphantom", "", n.Kids[0])
	case Space:
		m.raw(`<mspace width="` + spaceWidth(n.Text) + `"/>`)
	}
}

// spaceWidth returns a space in em.
func spaceWidth(command string) string {
	switch w := spaces[strings.TrimPrefix(command, `\`)]; w {
	case -3:
		return "-0.1667em"
	case 3:
		return "0.1667em"
	case 4:
		return "0.2222em"
	case 5:
		return "0.2778em"
	case 6:
		return "0.3333em"
	case 9:
		return "0.5em"
	case 36:
		return "2em"
	}
	return "1em"
}

// symbol writes a letter (mi), a number (mn) or an operator (mo).
func (m *mathML) symbol(n *Node) {
	if n.Class != Ord {
		attrs := ""
		if n.Class == Open || n.Class == Close {
			attrs = ` stretchy="false"`
		}
		if n.Variant == Bold || n.Variant == BoldItalic {
			attrs += ` style="font-weight:bold"`
		}
		m.element("mo", attrs, n.Text)
		return
	}
	switch {
	case digit(n.Text[:1]):
		m.element("mn", "", alphabetText(n.Text, n.Variant))
	case n.Text == "|" || n.Text == "‖" || n.Text == "/" || n.Text == "%":
		// Browsers would set these apart like relations; in TeX they are ordinary.
		m.element("mo", ` stretchy="false" lspace="0" rspace="0"`, n.Text)
	case n.Text == "′" || n.Text == "…" || n.Text == "⋯" || n.Text == "⋮" || n.Text == "⋱" || n.Text == ".":
		m.element("mo", "", n.Text)
	case n.Variant == Upright:
		m.element("mi", ` mathvariant="normal"`, n.Text)
	default:
		text := alphabetText(n.Text, n.Variant)
		attrs := ""
		if upright(n.Text) && n.Variant == Plain {
			attrs = ` mathvariant="normal"`
		}
		m.element("mi", attrs, text)
	}
}

// upright reports whether a letter stands upright by itself: capital Greek letters and signs do.
func upright(s string) bool {
	return strings.Contains("ΓΔΘΛΞΠΣΥΦΨΩ∞∂∇∀∃∄∅¬⊤⊥∠△□■◇◊★ℏ", s)
}

func (m *mathML) script(n *Node) {
	base := n.Kids[0]
	if base.Empty() {
		base = row()
	}
	limits := n.Limits
	if one := base.Single(); one != nil && one.Kind == Symbol && one.Class == Big && !integral(one.Text) {
		limits = limits && m.display
	} else if one != nil && one.Kind == Name {
		limits = limits && m.display
	}
	if one := base.Single(); limits && one != nil && one.Kind == Symbol && longArrows[one.Text] != "" {
		m.arrow(longArrows[one.Text], n)
		return
	}
	switch {
	case limits && n.Sub != nil && n.Sup != nil:
		m.wrap("munderover", "", base, n.Sub, n.Sup)
	case limits && n.Sub != nil:
		m.wrap("munder", "", base, n.Sub)
	case limits:
		m.wrap("mover", "", base, n.Sup)
	case n.Sub != nil && n.Sup != nil:
		m.wrap("msubsup", "", base, n.Sub, n.Sup)
	case n.Sub != nil:
		m.wrap("msub", "", base, n.Sub)
	default:
		m.wrap("msup", "", base, n.Sup)
	}
}

// arrow writes a long arrow with what stands below and above it; that moves down a little, as the box of an
// arrow is higher than its ink.
func (m *mathML) arrow(long string, n *Node) {
	name := map[[2]bool]string{{true, true}: "munderover", {true, false}: "munder", {false, true}: "mover"}[[2]bool{n.Sub != nil, n.Sup != nil}]
	m.raw("<" + name + ">")
	m.element("mo", ` stretchy="true"`, long)
	if n.Sub != nil {
		m.group(n.Sub)
	}
	if n.Sup != nil {
		m.wrap("mpadded", ` voffset="-0.4em"`, n.Sup)
	}
	m.raw("</" + name + ">")
}

func (m *mathML) fence(n *Node) {
	m.raw("<mrow>")
	if n.Open != "" {
		m.element("mo", ` form="prefix" stretchy="true"`, n.Open)
	}
	for i, k := range n.Kids {
		if i > 0 && n.Text != "" {
			m.element("mo", ` stretchy="true" lspace="0.2em" rspace="0.2em"`, n.Text)
		}
		m.group(k)
	}
	if n.Close != "" {
		m.element("mo", ` form="postfix" stretchy="true"`, n.Close)
	}
	m.raw("</mrow>")
}

// longArrows are the long forms of arrows. Few fonts have arrows that stretch, and those that do stretch
// these as well.
var longArrows = map[string]string{"→": "⟶", "←": "⟵", "↔": "⟷", "⇒": "⟹", "⇐": "⟸", "↦": "⟼"}

// brace writes a mark that stretches over or under something.
func (m *mathML) brace(n *Node) {
	name, mark, attrs := "mover", n.Text, ` stretchy="true"`
	if n.Below {
		name = "munder"
	}
	accent := ""
	if long := longArrows[mark]; long != "" {
		accent, attrs = ` accent="true"`, ` stretchy="true" lspace="0" rspace="0" style="font-size:0.7em"`
		if len(n.Kids[0].Items()) > 1 {
			mark = long
		}
	} else if mark == "¯" {
		accent, mark = ` accent="true"`, "‾" // the overline that is as wide as what is below it
	}
	if n.Below && accent != "" {
		accent = ` accentunder="true"`
	}
	m.raw("<" + name + accent + ">")
	m.group(n.Kids[0])
	m.element("mo", attrs, mark)
	m.raw("</" + name + ">")
}

// spacingMarks are the marks of accents as characters of their own, which is what mover takes.
var spacingMarks = map[string]string{"\u0302": "ˆ", "\u030C": "ˇ", "\u0303": "˜", "\u0301": "´", "\u0300": "`", "\u0307": "˙", "\u0308": "¨", "\u20DB": "⃛", "\u0306": "˘",
	"\u0304": "¯", "\u20D7": "→", "\u030A": "˚"}

func (m *mathML) accent(n *Node) {
	if n.Text == "\u0338" {
		m.raw("<mo>")
		m.text(n.Kids[0].Single().Text + "\u0338")
		m.raw("</mo>")
		return
	}
	mark := spacingMarks[n.Text]
	if mark == "" {
		mark = n.Text
	}
	stretch := ` stretchy="false"`
	if one := n.Kids[0].Single(); one == nil || one.Kind != Symbol {
		stretch = ` stretchy="true"`
		if n.Text == "\u0302" {
			mark = n.Text // fonts have wide forms of the combining hat
		}
	}
	if mark == "→" {
		stretch = ` stretchy="false" lspace="0" rspace="0" style="font-size:0.6em"`
	}
	m.raw(`<mover accent="true">`)
	m.group(n.Kids[0])
	m.element("mo", stretch, mark)
	m.raw("</mover>")
}

// table writes a matrix, or equations below each other, whose columns are right and left in turn.
func (m *mathML) table(n *Node) {
	aligned := n.Text == "aligned"
	attrs := ""
	if aligned || n.Text == "gathered" || n.Text == "cases" {
		attrs = ` displaystyle="` + map[bool]string{true: "true", false: "false"}[n.Text != "cases"] + `"`
	}
	m.raw("<mtable" + attrs + ">")
	for _, r := range n.Cells {
		m.raw("<mtr>")
		for j, c := range r {
			m.raw("<mtd" + cellStyle(n, j) + ">")
			m.items(c.Items())
			m.raw("</mtd>")
		}
		m.raw("</mtr>")
	}
	m.raw("</mtable>")
}

// cellStyle sets a cell's alignment. Browsers know no columnalign, and the plain text-align has no
// effect in Chromium: its own value has.
func cellStyle(n *Node, column int) string {
	const left, right = ` style="text-align:-webkit-left"`, ` style="text-align:-webkit-right"`
	if n.Text == "aligned" {
		if column%2 == 0 {
			return ` style="text-align:-webkit-right;padding-right:0"`
		}
		return ` style="text-align:-webkit-left;padding-left:0"`
	}
	if column < len(n.Align) {
		switch n.Align[column] {
		case 'l':
			return left
		case 'r':
			return right
		}
	}
	return ""
}
