package latex

import (
	"strings"
	"unicode/utf8"
)

// Print writes a formula as LaTeX. Parse reads the same tree from it again.
func Print(n *Node) string {
	p := &printer{}
	p.items(n.Items())
	return p.b.String()
}

// printer puts the parts together: a command that ends in a letter needs a blank before a letter.
type printer struct {
	b      strings.Builder
	letter bool // a command ending in a letter was written last
}

func (p *printer) put(s string) {
	if s == "" {
		return
	}
	if c := s[0]; p.letter && (c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z') {
		p.b.WriteByte(' ')
	}
	p.b.WriteString(s)
	p.letter = false
	if i := strings.LastIndexByte(s, '\\'); i >= 0 && i+1 < len(s) {
		name := commandName(s[i+1:])
		c := name[0]
		p.letter = i+1+len(name) == len(s) && (c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z')
	}
}

// items writes nodes in a row. Neighbours of one alphabet share its command.
func (p *printer) items(nodes []*Node) {
	for i := 0; i < len(nodes); {
		n := nodes[i]
		if n.Kind == Row {
			p.items(n.Kids)
			i++
			continue
		}
		if n.Kind != Symbol || n.Variant == Plain {
			p.node(n)
			i++
			continue
		}
		j := i + 1
		for j < len(nodes) && nodes[j].Kind == Symbol && nodes[j].Variant == n.Variant {
			j++
		}
		p.put(`\` + variantCommands[n.Variant])
		p.put("{")
		for _, k := range nodes[i:j] {
			p.symbol(k.Text)
		}
		p.put("}")
		i = j
	}
}

var variantCommands = map[Variant]string{Upright: "mathrm", Bold: "mathbf", Italic: "mathit", BoldItalic: "boldsymbol", Double: "mathbb", Script1: "mathcal",
	Fraktur: "mathfrak", Sans: "mathsf", Mono: "mathtt"}

// group writes a node in braces.
func (p *printer) group(n *Node) {
	p.put("{")
	p.items(n.Items())
	p.put("}")
}

func (p *printer) node(n *Node) {
	switch n.Kind {
	case Row:
		p.items(n.Kids)
	case Symbol:
		if n.Variant == Plain {
			p.symbol(n.Text)
		} else {
			p.items([]*Node{n})
		}
	case Name:
		p.name(n)
	case Words:
		p.put(`\` + map[Variant]string{Plain: "text", Bold: "textbf", Italic: "textit", Sans: "textsf", Mono: "texttt"}[n.Variant])
		p.put("{" + wordsEscape.Replace(n.Text) + "}")
	case Frac:
		p.fraction(n)
	case Script:
		p.script(n)
	case Root:
		p.put(`\sqrt`)
		if len(n.Kids) > 1 {
			inner := &printer{}
			inner.items(n.Kids[1].Items())
			degree := inner.b.String()
			if strings.ContainsAny(degree, "[]") {
				degree = "{" + degree + "}"
			}
			p.put("[" + degree + "]")
		}
		p.group(n.Kids[0])
	case Fence:
		p.fence(n)
	case Accent:
		p.put(accentCommand(n))
		p.group(n.Kids[0])
	case Brace:
		p.put(braceCommand(n))
		p.group(n.Kids[0])
	case Matrix:
		env := n.Text
		if env == "substack" {
			p.put(`\substack{`)
			p.cells(n)
			p.put("}")
			return
		}
		if env == "cases" { // a fence with other delimiters than those of cases
			env = "array"
		}
		p.environment(env, n)
	case Box:
		p.put(`\boxed`)
		p.group(n.Kids[0])
	case Phantom:
		p.put(`\` + n.Text)
		p.group(n.Kids[0])
	case Space:
		p.put(n.Text)
	}
}

// symbol writes a character as it is written in LaTeX, outside its alphabet.
func (p *printer) symbol(s string) {
	switch s {
	case "−":
		p.put("-")
		return
	case "∗":
		p.put("*")
		return
	case "′":
		p.put(`\prime`)
		return
	case "|":
		p.put("|")
		return
	case `\`:
		p.put(`\backslash`)
		return
	}
	r, n := utf8.DecodeRuneInString(s)
	if n == len(s) && r < utf8.RuneSelf && !strings.ContainsRune(`#%&_${}~^`, r) {
		p.put(s)
		return
	}
	if name, ok := index().command[s]; ok {
		p.put(`\` + name)
		return
	}
	p.put(s)
}

func (p *printer) name(n *Node) {
	if command := commandOf(n.Text); command != "" && named[command] == n.Limits {
		p.put(`\` + command)
		return
	}
	p.put(`\operatorname`)
	if n.Limits {
		p.b.WriteByte('*')
		p.letter = false
	}
	p.put("{" + strings.ReplaceAll(n.Text, " ", `\,`) + "}")
}

func (p *printer) fraction(n *Node) {
	if n.NoBar {
		p.put("{")
		p.group(n.Kids[0])
		p.put(`\atop`)
		p.group(n.Kids[1])
		p.put("}")
		return
	}
	p.put(map[Size]string{AsIs: `\frac`, Small: `\tfrac`, Large: `\dfrac`}[n.Size])
	p.group(n.Kids[0])
	p.group(n.Kids[1])
}

func (p *printer) script(n *Node) {
	base := n.Kids[0]
	one := base.Single()
	switch {
	case n.Limits && one != nil && !standsBetweenLimits(base):
		if one.Kind == Symbol && one.Class == Big || one.Kind == Name {
			p.node(one)
			p.put(`\limits`)
			break
		}
		p.overUnder(n)
		return
	case base.Empty():
		p.put("{}")
	case one != nil && (one.Kind == Symbol || one.Kind == Name || one.Kind == Accent || one.Kind == Brace || one.Kind == Fence || one.Kind == Root || one.Kind == Frac && !one.NoBar || one.Kind == Words):
		p.node(one)
		if !n.Limits && standsBetweenLimits(base) && one.Kind != Brace {
			p.put(`\nolimits`)
		}
	default:
		p.group(base)
	}
	if n.Sub != nil {
		p.put("_")
		p.group(n.Sub)
	}
	if n.Sup != nil {
		if primes(n.Sup) {
			for range n.Sup.Items() {
				p.put("'")
			}
			return
		}
		p.put("^")
		p.group(n.Sup)
	}
}

func primes(n *Node) bool {
	for _, k := range n.Items() {
		if k.Kind != Symbol || k.Text != "′" {
			return false
		}
	}
	return !n.Empty()
}

// overUnder writes something over or under what is no operator: an arrow, or \overset and \underset.
func (p *printer) overUnder(n *Node) {
	one := n.Kids[0].Single()
	if one.Kind == Symbol {
		for _, command := range sortedKeys(arrows) {
			if arrows[command] == one.Text {
				p.put(`\` + command)
				if n.Sub != nil {
					inner := &printer{}
					inner.group(n.Sub)
					p.put("[" + inner.b.String() + "]")
				}
				if n.Sup == nil {
					p.put("{}")
				} else {
					p.group(n.Sup)
				}
				return
			}
		}
	}
	if n.Sup != nil {
		p.put(`\overset`)
		p.group(n.Sup)
		p.put("{")
	}
	if n.Sub != nil {
		p.put(`\underset`)
		p.group(n.Sub)
		p.group(n.Kids[0])
	} else {
		p.items(n.Kids[0].Items())
	}
	if n.Sup != nil {
		p.put("}")
	}
}

func (p *printer) fence(n *Node) {
	if len(n.Kids) == 1 {
		switch one := n.Kids[0].Single(); {
		case one == nil:
		case one.Kind == Frac && one.NoBar && n.Open == "(" && n.Close == ")":
			p.put(`\binom`)
			p.group(one.Kids[0])
			p.group(one.Kids[1])
			return
		case one.Kind == Matrix:
			for _, env := range []string{"pmatrix", "bmatrix", "Bmatrix", "vmatrix", "Vmatrix"} {
				if one.Text == "matrix" && environments[env] == [2]string{n.Open, n.Close} {
					p.environment(env, one)
					return
				}
			}
			if one.Text == "cases" && n.Open == "{" && n.Close == "" {
				p.environment("cases", one)
				return
			}
			if one.Text == "cases" && n.Open == "" && n.Close == "}" {
				p.environment("rcases", one)
				return
			}
		}
	}
	p.put(`\left` + delimiterCommand(n.Open))
	for i, k := range n.Kids {
		if i > 0 {
			p.put(`\middle` + delimiterCommand(n.Text))
		}
		p.items(k.Items())
	}
	p.put(`\right` + delimiterCommand(n.Close))
}

func delimiterCommand(d string) string {
	switch d {
	case "":
		return "."
	case "(", ")", "[", "]", "|", "/":
		return d
	case "{", "}":
		return `\` + d
	case "‖":
		return `\|`
	case `\`:
		return `\backslash`
	}
	for _, command := range sortedKeys(delimiters) {
		if delimiters[command] == d && command != "lt" && command != "gt" {
			return `\` + command
		}
	}
	return d // which \left does not take
}

func (p *printer) environment(env string, n *Node) {
	p.put(`\begin{` + env + "}")
	if env == "array" {
		align := n.Align
		for _, r := range n.Cells {
			for len(align) < len(r) {
				align += "c"
			}
		}
		p.put("{" + align + "}")
	}
	p.cells(n)
	p.put(`\end{` + env + "}")
}

func (p *printer) cells(n *Node) {
	for i, r := range n.Cells {
		if i > 0 {
			p.put(` \\ `)
		}
		for j, c := range r {
			if j > 0 {
				p.put(" & ")
			}
			p.items(c.Items())
		}
	}
}

// wordsEscape writes text so that it is read as itself: signs of the language with a backslash, and what
// would be read as a dash or a quotation mark apart or by its name.
var wordsEscape = strings.NewReplacer("&", `\&`, "%", `\%`, "$", `\$`, "#", `\#`, "_", `\_`, "{", `\{`, "}", `\}`, `\`, `\textbackslash{}`,
	"~", `\textasciitilde{}`, "`", `\textasciigrave{}`, "--", "-{}-{}", "''", "'{}'{}", "\u00A0", "~", "\u2009", `\,`, "\u2003", `\quad `)
