package latex

import "strings"

// Tables of commands that are alike.

// fonts set their argument in an alphabet.
var fonts = map[string]Variant{
	"mathrm": Upright, "mathup": Upright, "mathbf": Bold, "bold": Bold, "mathit": Italic, "boldsymbol": BoldItalic, "bm": BoldItalic, "pmb": BoldItalic,
	"mathbb": Double, "Bbb": Double, "mathds": Double, "mathcal": Script1, "mathscr": Script1, "mathfrak": Fraktur, "frak": Fraktur, "mathsf": Sans, "mathtt": Mono, "mathnormal": Plain,
}

// switches set the rest of their group.
var switches = map[string]Variant{"rm": Upright, "bf": Bold, "it": Italic, "cal": Script1, "sf": Sans, "tt": Mono, "boldmath": BoldItalic}

// texts are words within a formula.
var texts = map[string]Variant{
	"text": Plain, "textrm": Plain, "textnormal": Plain, "mbox": Plain, "hbox": Plain, "fbox": Plain, "textup": Plain,
	"textbf": Bold, "textit": Italic, "emph": Italic, "textsl": Italic, "textsf": Sans, "texttt": Mono,
}

// accents are marks over one letter, as combining characters.
var accents = map[string]string{
	"hat": "\u0302", "widehat": "\u0302", "check": "\u030C", "tilde": "\u0303", "widetilde": "\u0303", "acute": "\u0301", "grave": "\u0300",
	"dot": "\u0307", "ddot": "\u0308", "dddot": "\u20DB", "breve": "\u0306", "bar": "\u0304", "vec": "\u20D7", "mathring": "\u030A",
}

// braces are marks that stretch over their argument, or below it.
var braces = map[string]Node{
	"overline": {Text: "¯"}, "underline": {Text: "_", Below: true}, "overbrace": {Text: "⏞"}, "underbrace": {Text: "⏟", Below: true},
	"overbracket": {Text: "⎴"}, "underbracket": {Text: "⎵", Below: true},
	"overrightarrow": {Text: "→"}, "overleftarrow": {Text: "←"}, "overleftrightarrow": {Text: "↔"},
	"underrightarrow": {Text: "→", Below: true}, "underleftarrow": {Text: "←", Below: true}, "underleftrightarrow": {Text: "↔", Below: true},
}

// arrows are as long as what stands over them.
var arrows = map[string]string{"xrightarrow": "→", "xleftarrow": "←", "xleftrightarrow": "↔", "xRightarrow": "⇒", "xLeftarrow": "⇐", "xmapsto": "↦"}

// spaces by command, in eighteenths of an em.
var spaces = map[string]int{
	",": 3, ":": 4, ">": 4, ";": 5, "!": -3, " ": 6, "~": 6, "quad": 18, "qquad": 36, "enspace": 9, "thinspace": 3, "medspace": 4, "thickspace": 5,
	"negthinspace": -3, "space": 6, "nobreakspace": 6, "enskip": 9,
}

// sizes of delimiters; the letter behind the name gives the class.
var sizes = map[string]bool{"big": true, "Big": true, "bigg": true, "Bigg": true}

// ignored commands change how a formula is set and not what it says.
var ignored = map[string]bool{
	"displaystyle": true, "textstyle": true, "scriptstyle": true, "scriptscriptstyle": true, "nonumber": true, "notag": true, "relax": true,
	"allowbreak": true, "nobreak": true, "mathstrut": true, "strut": true, "null": true, "normalsize": true, "small": true, "large": true, "Large": true,
	"protect": true, "nolimits": true, "hfill": true, "hfil": true, "/": true, "-": true, "centering": true,
}

// named are the upright words; those marked true take limits.
var named = map[string]bool{
	"arccos": false, "arcsin": false, "arctan": false, "arg": false, "cos": false, "cosh": false, "cot": false, "coth": false, "csc": false, "deg": false,
	"dim": false, "exp": false, "hom": false, "ker": false, "lg": false, "ln": false, "log": false, "sec": false, "sin": false, "sinh": false, "tan": false,
	"tanh": false, "det": true, "gcd": true, "inf": true, "lim": true, "max": true, "min": true, "Pr": true, "sup": true, "liminf": true, "limsup": true,
	"argmax": true, "argmin": true, "injlim": true, "projlim": true,
}

// spelled are the names that are not written like their commands.
var spelled = map[string]string{"liminf": "lim inf", "limsup": "lim sup", "injlim": "inj lim", "projlim": "proj lim", "argmax": "arg max", "argmin": "arg min"}

// atom returns one thing without its scripts; nil when it shows nothing.
func (p *parser) atom() (*Node, error) {
	p.depth++
	defer func() { p.depth-- }()
	t := p.peek()
	if p.depth > maxDepth {
		return nil, p.fail(t, "the formula is nested too deeply")
	}
	switch t.kind {
	case tokOpen:
		return p.group()
	case tokChar:
		p.pos++
		return p.char(t), nil
	case tokCommand:
		p.pos++
		return p.command(t)
	}
	return nil, p.unexpected(t)
}

// char returns a character; digits that follow each other are one number.
func (p *parser) char(t token) *Node {
	if digit(t.text) {
		end := t.at + 1
		for p.peek().kind == tokChar && p.peek().at == end {
			next := p.peek().text
			if !digit(next) && !(next == "." && p.pos+1 < len(p.toks) && digit(p.toks[p.pos+1].text) && p.toks[p.pos+1].at == end+1) {
				break
			}
			p.pos++
			end++
		}
		return symbol(p.src[t.at:end], Ord)
	}
	switch t.text {
	case "~":
		return &Node{Kind: Space, Text: "~"}
	case "-":
		return symbol("−", Bin)
	case "*":
		return symbol("∗", Bin)
	case ":":
		return symbol(":", Rel)
	case "'":
		return symbol("′", Ord)
	}
	return symbol(t.text, classOf(t.text))
}

func digit(s string) bool { return len(s) == 1 && s[0] >= '0' && s[0] <= '9' }

// command returns what a command makes.
func (p *parser) command(t token) (*Node, error) {
	name := t.text
	if s, ok := symbols()[name]; ok {
		c := s
		return &c, nil
	}
	if limits, ok := named[name]; ok {
		word := name
		if spelled[name] != "" {
			word = spelled[name]
		}
		return &Node{Kind: Name, Text: word, Limits: limits}, nil
	}
	if v, ok := fonts[name]; ok {
		n, err := p.argument()
		if err == nil {
			setVariant(n, v)
		}
		return n, err
	}
	if v, ok := texts[name]; ok {
		n, err := p.words(v)
		if err == nil && name == "fbox" {
			n = &Node{Kind: Box, Kids: []*Node{n}}
		}
		return n, err
	}
	if mark, ok := accents[name]; ok {
		n, err := p.argument()
		return &Node{Kind: Accent, Text: mark, Kids: []*Node{n}}, err
	}
	if b, ok := braces[name]; ok {
		n, err := p.argument()
		return &Node{Kind: Brace, Text: b.Text, Below: b.Below, Kids: []*Node{n}}, err
	}
	if a, ok := arrows[name]; ok {
		return p.arrow(a)
	}
	if _, ok := spaces[name]; ok {
		return &Node{Kind: Space, Text: `\` + name}, nil
	}
	if base := strings.TrimRight(name, "lrm"); sizes[base] && len(name) <= len(base)+1 {
		return p.sized(name[len(base):])
	}
	if ignored[name] {
		return nil, nil
	}
	return p.structure(t)
}

// sized returns a delimiter of a size of its own.
func (p *parser) sized(side string) (*Node, error) {
	d, err := p.delimiter()
	if err != nil || d == "" {
		return nil, err
	}
	c := classOf(d)
	if c != Open && c != Close {
		c = Ord
	}
	switch side {
	case "l":
		c = Open
	case "r":
		c = Close
	case "m":
		c = Rel
		if d == "|" {
			d = "∣" // the bar of "given", not one of a pair
		}
	}
	return symbol(d, c), nil
}

// arrow returns \xrightarrow[below]{above}.
func (p *parser) arrow(a string) (*Node, error) {
	below, err := p.option()
	if err != nil {
		return nil, err
	}
	above, err := p.argument()
	if err != nil {
		return nil, err
	}
	s := &Node{Kind: Script, Kids: []*Node{symbol(a, Rel)}, Limits: true, Sub: below, Sup: above}
	if below.Empty() {
		s.Sub = nil
	}
	return s, nil
}

// setVariant sets the letters of a tree in an alphabet, where they are in none yet.
func setVariant(n *Node, v Variant) {
	if n == nil || v == Plain {
		return
	}
	switch n.Kind {
	case Symbol:
		if n.Variant == Plain && n.Class == Ord {
			n.Variant = v
		} else if n.Variant == Plain && (v == Bold || v == BoldItalic) {
			n.Variant = v
		}
	}
	for _, k := range n.Kids {
		setVariant(k, v)
	}
	setVariant(n.Sub, v)
	setVariant(n.Sup, v)
	for _, r := range n.Cells {
		for _, c := range r {
			setVariant(c, v)
		}
	}
}

// IsName reports whether a word is a function's name that has a command, \log.
func IsName(word string) bool { return commandOf(word) != "" }

// NameLimits reports whether the scripts of a named function stand below and above it, as for \max.
func NameLimits(word string) bool { return named[commandOf(word)] }

// commandOf returns the command of a function's name, "" when it has none.
func commandOf(word string) string {
	for _, command := range []string{"liminf", "limsup", "injlim", "projlim", "argmax", "argmin"} {
		if spelled[command] == word {
			return command
		}
	}
	if _, ok := named[word]; ok && spelled[word] == "" {
		return word
	}
	return ""
}
