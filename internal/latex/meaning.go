package latex

import (
	"strings"
	"unicode"
)

// Meaning returns what a formula says, whatever its notation: formulas of the same meaning have the same. Letters count without
// their alphabets; brackets, fractions, roots, scripts, marks, operators and cells count as they are shown, not as they are written.
// Blanks, boxes and phantoms do not count. With linear set a fraction is the same as its parts with a slash between them.
func Meaning(n *Node, linear bool) string {
	m := meaning{linear: linear}
	m.node(n)
	return m.text()
}

// meaning collects what a row shows.
type meaning struct {
	signs  []sign
	linear bool
}

// sign is a sign of a row: text, or a script of what stands before it.
type sign struct {
	place byte // '_' or '^' for a script, 0 for text
	text  string
}

func (m *meaning) add(text string) { m.signs = append(m.signs, sign{text: text}) }

// inner returns the meaning of a part.
func (m *meaning) inner(n *Node) string {
	if n == nil {
		return ""
	}
	return Meaning(n, m.linear)
}

// text returns the signs of a row. Scripts of one place are one, those below before those above: x^{2}_{i} is x_{i}^{2}.
func (m *meaning) text() string {
	var b strings.Builder
	for i := 0; i < len(m.signs); {
		if m.signs[i].place == 0 {
			b.WriteString(m.signs[i].text)
			i++
			continue
		}
		scripts := map[byte]string{}
		for ; i < len(m.signs) && m.signs[i].place != 0; i++ {
			scripts[m.signs[i].place] += m.signs[i].text
		}
		for _, place := range []byte("_^") {
			if s := scripts[place]; s != "" {
				b.WriteString(string(place) + "{" + s + "}")
			}
		}
	}
	return b.String()
}

func (m *meaning) node(n *Node) {
	if n == nil {
		return
	}
	switch n.Kind {
	case Row, Box:
		for _, k := range n.Kids {
			m.node(k)
		}
	case Words:
		m.characters(strings.ReplaceAll(n.Text, `\`, "")) // LibreOffice puts one before braces in text
	case Symbol, Name:
		m.characters(n.Text)
	case Frac:
		m.fraction(n)
	case Script:
		m.node(n.Kids[0])
		m.script('_', m.inner(n.Sub))
		m.script('^', m.inner(n.Sup))
	case Root:
		degree := ""
		if len(n.Kids) > 1 {
			degree = m.inner(n.Kids[1])
		}
		m.add("√[" + degree + "]{" + m.inner(n.Kids[0]) + "}")
	case Fence:
		m.characters(n.Open)
		for i, k := range n.Kids {
			if i > 0 {
				m.characters(n.Text)
			}
			m.node(k)
		}
		m.characters(n.Close)
	case Accent, Brace:
		m.marked(n)
	case Matrix:
		m.table(n.Cells)
	}
}

func (m *meaning) fraction(n *Node) {
	switch {
	case n.NoBar:
		m.table([][]*Node{{n.Kids[0]}, {n.Kids[1]}})
	case m.linear:
		m.node(n.Kids[0])
		m.add("/")
		m.node(n.Kids[1])
	default:
		m.add("⁄{" + m.inner(n.Kids[0]) + "}{" + m.inner(n.Kids[1]) + "}")
	}
}

func (m *meaning) script(place byte, text string) {
	if text != "" {
		m.signs = append(m.signs, sign{place, text})
	}
}

// marked adds something with a mark over or under it: the mark is a script of what it marks.
func (m *meaning) marked(n *Node) {
	base := meaning{linear: m.linear}
	base.node(n.Kids[0])
	if one := n.Kids[0].Single(); len(base.signs) == 1 || one.Kind == Words || one.Kind == Name {
		m.add(base.text())
	} else {
		m.add("{" + base.text() + "}")
	}
	mark, place := n.Text, byte('^')
	if same := sameMarks[mark]; same != "" {
		mark = same
	}
	if n.Below {
		place = '_'
	}
	m.script(place, mark)
}

// table adds cells: of matrices, of equations below each other, and of what stands above something without a line.
func (m *meaning) table(rows [][]*Node) {
	var b strings.Builder
	for i, r := range rows {
		if i > 0 {
			b.WriteByte(';')
		}
		for j, c := range r {
			if j > 0 {
				b.WriteByte('&')
			}
			b.WriteString(m.inner(c))
		}
	}
	m.add("▦{" + b.String() + "}")
}

// characters adds the characters of a text, one by one.
func (m *meaning) characters(s string) {
	for _, r := range s {
		if unicode.IsSpace(r) || unicode.Is(unicode.Cf, r) {
			continue
		}
		r = BaseLetter(r)
		if same, ok := sameSigns[r]; ok {
			m.add(same)
		} else {
			m.add(string(r))
		}
	}
}

// sameMarks are marks over something that say the same as another.
var sameMarks = map[string]string{"\u0304": "¯", "\u0305": "¯", "‾": "¯", "ˉ": "¯", "\u0302": "^", "ˆ": "^", "\u0303": "~", "˜": "~", "\u20D7": "→", "\u20D6": "←", "\u20E1": "↔"}

// sameSigns are signs that say the same as another, or look like it, so that programs write one for the other.
var sameSigns = map[rune]string{'−': "-", '–': "-", '∗': "*", '∣': "|", '∨': "|", '∥': "‖", '⟂': "⊥", '⟺': "⇔", '⟹': "⇒", '⟸': "⇐", '⟶': "→", '⟵': "←", '⟷': "↔", '⟼': "↦",
	'⩽': "≤", '⩾': "≥", '⪯': "≼", '⪰': "≽", '⌀': "∅", '·': "⋅", '\\': "∖", '▫': "□", '◼': "■", '\'': "′", '″': "′′", '‴': "′′′", '∶': ":", '≔': ":=", '⁄': "/", '∕': "/", '⁡': ""}
