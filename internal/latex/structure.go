package latex

import "strings"

// structure returns a command with a shape of its own. Commands nobody knows are errors.
func (p *parser) structure(t token) (*Node, error) {
	switch t.text {
	case "frac", "dfrac", "tfrac", "cfrac", "binom", "dbinom", "tbinom":
		return p.fraction(t.text)
	case "sqrt":
		degree, err := p.option()
		if err != nil {
			return nil, err
		}
		n, err := p.argument()
		if err != nil {
			return nil, err
		}
		root := &Node{Kind: Root, Kids: []*Node{n}}
		if !degree.Empty() {
			root.Kids = append(root.Kids, degree)
		}
		return root, nil
	case "left":
		return p.fence(t)
	case "begin":
		return p.environment(t)
	case "stackrel", "overset", "underset":
		return p.stacked(t.text)
	case "substack":
		return p.substack(t)
	case "operatorname":
		return p.operator()
	case "mathop", "mathbin", "mathrel", "mathord", "mathopen", "mathclose", "mathpunct", "mathinner", "ensuremath", "smash", "mathstrut",
		"boldsymbol*", "mathchoice":
		return p.classed(t.text)
	case "pmod", "bmod", "mod", "pod":
		return p.modulo(t.text)
	case "not":
		n, err := p.argument()
		if err != nil {
			return nil, err
		}
		return p.negated(t, n)
	case "boxed":
		n, err := p.argument()
		return &Node{Kind: Box, Kids: []*Node{n}}, err
	case "phantom", "hphantom", "vphantom":
		n, err := p.argument()
		return &Node{Kind: Phantom, Text: t.text, Kids: []*Node{n}}, err
	case "color", "label", "tag", "hspace", "vspace", "raisebox":
		p.skip(tokChar, "*")
		if _, err := p.raw(); err != nil {
			return nil, err
		}
		if t.text == "hspace" {
			return &Node{Kind: Space, Text: `\quad`}, nil
		}
		return nil, nil // how it appears and how it is called, not what it says
	case "Rule": // a rule of a width, a height and a depth: it keeps lines apart
		for range 3 {
			if _, err := p.raw(); err != nil {
				return nil, err
			}
		}
		return nil, nil
	case "textcolor", "colorbox":
		if _, err := p.raw(); err != nil {
			return nil, err
		}
		return p.argument()
	case "hskip", "kern", "mkern", "mskip", "mspace":
		return p.kern(t)
	case "prime":
		return symbol("′", Ord), nil
	case "LaTeX", "TeX":
		return &Node{Kind: Words, Text: t.text}, nil
	}
	return nil, p.fail(t, `\`+t.text+" is not known")
}

func (p *parser) fraction(name string) (*Node, error) {
	if name == "cfrac" {
		if _, err := p.option(); err != nil {
			return nil, err
		}
	}
	above, err := p.argument()
	if err != nil {
		return nil, err
	}
	below, err := p.argument()
	if err != nil {
		return nil, err
	}
	f := &Node{Kind: Frac, Kids: []*Node{above, below}}
	switch name[0] {
	case 'd':
		f.Size = Large
	case 't':
		f.Size = Small
	}
	if strings.HasSuffix(name, "binom") {
		f.NoBar = true
		return &Node{Kind: Fence, Open: "(", Close: ")", Kids: []*Node{row(f)}}, nil
	}
	return f, nil
}

// fence returns \left … \right, cut at \middle.
func (p *parser) fence(t token) (*Node, error) {
	open, err := p.delimiter()
	if err != nil {
		return nil, err
	}
	was := p.optional
	p.optional = false
	defer func() { p.optional = was }()
	f := &Node{Kind: Fence, Open: open}
	for {
		part, err := p.row()
		if err != nil {
			return nil, err
		}
		f.Kids = append(f.Kids, part)
		switch {
		case p.skip(tokCommand, "middle"):
			sep, err := p.delimiter()
			if err != nil {
				return nil, err
			}
			if f.Text != "" && f.Text != sep {
				return nil, p.fail(t, "two kinds of \\middle in one fence")
			}
			f.Text = sep
		case p.skip(tokCommand, "right"):
			f.Close, err = p.delimiter()
			return f, err
		default:
			return nil, p.fail(t, `a \left without its \right`)
		}
	}
}

// stacked returns something over or under a symbol. It acts like the symbol.
func (p *parser) stacked(name string) (*Node, error) {
	mark, err := p.argument()
	if err != nil {
		return nil, err
	}
	base, err := p.argument()
	if err != nil {
		return nil, err
	}
	s := &Node{Kind: Script, Kids: []*Node{base}, Limits: true}
	if name == "underset" {
		s.Sub = mark
	} else {
		s.Sup = mark
	}
	return s, nil
}

func (p *parser) substack(t token) (*Node, error) {
	if !p.skip(tokOpen, "") {
		return nil, p.unexpected(p.peek())
	}
	cells, err := p.cells()
	if err != nil {
		return nil, err
	}
	if !p.skip(tokClose, "") {
		return nil, p.fail(t, "a { without its }")
	}
	return &Node{Kind: Matrix, Text: "substack", Cells: cells}, nil
}

// operator returns \operatorname{name}, with a star when it takes limits.
func (p *parser) operator() (*Node, error) {
	limits := p.skip(tokChar, "*")
	s, err := p.raw()
	if err != nil {
		return nil, err
	}
	return &Node{Kind: Name, Text: plainName(s), Limits: limits}, nil
}

// plainName returns the text of an operator's name, without the commands that space it.
func plainName(s string) string {
	s = strings.NewReplacer(`\,`, " ", `\ `, " ", `\;`, " ", `\:`, " ", `\!`, "", "~", " ", "{", "", "}", "", `\rm`, "", `\mathrm`, "", `\text`, "", "$", "").Replace(s)
	return strings.Join(strings.Fields(s), " ")
}

// classed gives its argument a class.
func (p *parser) classed(name string) (*Node, error) {
	if name == "smash" {
		if _, err := p.option(); err != nil {
			return nil, err
		}
	}
	n, err := p.argument()
	if err != nil {
		return nil, err
	}
	if one := n.Single(); name == "mathop" {
		if word, ok := uprightWord(n); ok {
			return &Node{Kind: Name, Text: word, Limits: true}, nil
		}
		if one.Kind == Name {
			one.Limits = true
			return one, nil
		}
	}
	return n, nil
}

// uprightWord returns a row of upright letters as a word.
func uprightWord(n *Node) (string, bool) {
	var b strings.Builder
	for _, k := range n.Items() {
		switch {
		case k.Kind == Symbol && k.Variant == Upright:
			b.WriteString(k.Text)
		case k.Kind == Words, k.Kind == Name:
			b.WriteString(k.Text)
		case k.Kind == Space:
			b.WriteByte(' ')
		default:
			return "", false
		}
	}
	return strings.Join(strings.Fields(b.String()), " "), b.Len() > 1
}

// modulo returns the four ways to say "mod".
func (p *parser) modulo(name string) (*Node, error) {
	mod := &Node{Kind: Name, Text: "mod"}
	gap := &Node{Kind: Space, Text: `\ `}
	if name == "bmod" {
		return row(gap, mod, gap), nil
	}
	n, err := p.argument()
	if err != nil {
		return nil, err
	}
	quad := &Node{Kind: Space, Text: `\quad`}
	switch name {
	case "mod":
		return row(quad, mod, gap, n), nil
	case "pod":
		return row(quad, &Node{Kind: Fence, Open: "(", Close: ")", Kids: []*Node{n}}), nil
	}
	return row(quad, &Node{Kind: Fence, Open: "(", Close: ")", Kids: []*Node{row(append([]*Node{mod, gap}, n.Items()...)...)}}), nil
}

// negations are the struck relations that have a character of their own.
var negations = map[string]string{"=": "≠", "∈": "∉", "∋": "∌", "≡": "≢", "<": "≮", ">": "≯", "≤": "≰", "≥": "≱", "⊂": "⊄", "⊃": "⊅", "⊆": "⊈", "⊇": "⊉",
	"∼": "≁", "≈": "≉", "≃": "≄", "≅": "≇", "∣": "∤", "|": "∤", "∥": "∦", "∃": "∄", "≺": "⊀", "≻": "⊁", "⊢": "⊬", "→": "↛", "←": "↚", "↔": "↮", "⇒": "⇏", "⇐": "⇍", "⇔": "⇎"}

func (p *parser) negated(t token, n *Node) (*Node, error) {
	one := n.Single()
	if one == nil || one.Kind != Symbol {
		return nil, p.fail(t, `\not before something that is no relation`)
	}
	if s, ok := negations[one.Text]; ok {
		return symbol(s, Rel), nil
	}
	return &Node{Kind: Accent, Text: "\u0338", Kids: []*Node{one}}, nil
}

// kern reads a length without braces and makes a space of it.
func (p *parser) kern(t token) (*Node, error) {
	if p.is(tokOpen, "") {
		_, err := p.raw()
		return &Node{Kind: Space, Text: `\quad`}, err
	}
	for p.is(tokChar, "") && strings.Contains("0123456789.-+", p.peek().text) {
		p.pos++
	}
	for range 2 { // the unit
		if !p.is(tokChar, "") {
			return nil, p.fail(t, "a length without a unit")
		}
		p.pos++
	}
	return &Node{Kind: Space, Text: `\,`}, nil
}

// words returns the text of a \text group; formulas in it are formulas again.
func (p *parser) words(v Variant) (*Node, error) {
	at := p.peek()
	s, err := p.raw()
	if err != nil {
		return nil, err
	}
	out := row()
	parts := dollars(s)
	for i, part := range parts {
		if i%2 == 1 {
			n, err := Parse(part)
			if err != nil {
				return nil, p.fail(at, "a formula in words is not understood")
			}
			out.Kids = append(out.Kids, n.Items()...)
			continue
		}
		text, ok := plainWords(part)
		if !ok {
			return nil, p.fail(at, "a command in words is not known")
		}
		if text != "" {
			out.Kids = append(out.Kids, &Node{Kind: Words, Text: text, Variant: v})
		}
	}
	if len(parts)%2 == 0 {
		return nil, p.fail(at, "a $ without its other")
	}
	if len(out.Kids) == 1 {
		return out.Kids[0], nil
	}
	return out, nil
}

// dollars cuts words at the dollar signs that are not escaped.
func dollars(s string) []string {
	var out []string
	from := 0
	for i := 0; i < len(s); i++ {
		switch s[i] {
		case '\\':
			i++
		case '$':
			out = append(out, s[from:i])
			from = i + 1
		}
	}
	return append(out, s[from:])
}

// wordMarks are what means something else in words than its characters, longer marks before those they
// begin with. They are replaced in one pass, so that no character of the text can be taken for one.
var wordMarks = [][2]string{
	{`\textbackslash{}`, `\`}, {`\textasciitilde{}`, "~"}, {`\textasciigrave{}`, "`"}, {`\textendash`, "–"},
	{`\qquad`, "\u2003\u2003"}, {`\quad`, "\u2003"}, {`\ldots`, "…"}, {`\dots`, "…"},
	{`\ `, " "}, {`\,`, "\u2009"}, {`\;`, " "}, {`\:`, " "}, {`\!`, ""},
	{`\&`, "&"}, {`\%`, "%"}, {`\$`, "$"}, {`\#`, "#"}, {`\_`, "_"}, {`\{`, "{"}, {`\}`, "}"},
	{"{", ""}, {"}", ""}, {"~", "\u00A0"}, {"---", "—"}, {"--", "–"}, {"``", "“"}, {"''", "”"}, {"`", "‘"},
}

// unmarked replaces the marks of words by what they show. It fails on a command that words do not know.
func unmarked(s string) (string, bool) {
	var b strings.Builder
next:
	for s != "" {
		for _, m := range wordMarks {
			if rest, ok := strings.CutPrefix(s, m[0]); ok {
				b.WriteString(m[1])
				s = rest
				continue next
			}
		}
		if s[0] == '\\' {
			return "", false
		}
		b.WriteByte(s[0])
		s = s[1:]
	}
	return b.String(), true
}

// plainWords returns text without the commands that may stand in it.
func plainWords(s string) (string, bool) {
	s, ok := unmarked(s)
	if !ok {
		return "", false
	}
	var b strings.Builder
	blank := false
	for _, r := range s {
		if r == ' ' || r == '\t' || r == '\n' || r == '\r' {
			if !blank {
				b.WriteByte(' ')
			}
			blank = true
			continue
		}
		if r < ' ' {
			continue // not a character of text
		}
		blank = false
		b.WriteRune(r)
	}
	return b.String(), true
}
