package latex

import (
	"errors"
	"slices"
	"strings"
)

// maxDepth bounds how deep structures nest.
const maxDepth = 100

// Parse reads a formula, without the dollar signs around it. The error is an *Error.
func Parse(src string) (*Node, error) {
	expanded, err := expand(src)
	if err != nil {
		return nil, err
	}
	n, err := parse(expanded)
	var e *Error
	if expanded != src && errors.As(err, &e) {
		e.At = 0 // it stands in what a definition was replaced by
	}
	return n, err
}

func parse(src string) (*Node, error) {
	toks, err := tokens(src)
	if err != nil {
		return nil, err
	}
	p := &parser{src: src, toks: toks}
	n, err := p.lines()
	if err != nil {
		return nil, err
	}
	if t := p.peek(); t.kind != tokEnd {
		return nil, p.unexpected(t)
	}
	return n, nil
}

// parser walks the tokens once. Every function leaves pos behind what it has read.
type parser struct {
	src   string
	toks  []token
	pos   int
	depth int
	// optional: inside [ ], where ] ends the row.
	optional bool
}

func (p *parser) peek() token { return p.toks[p.pos] }

func (p *parser) next() token {
	t := p.toks[p.pos]
	if t.kind != tokEnd {
		p.pos++
	}
	return t
}

func (p *parser) is(kind tokenKind, text string) bool {
	t := p.peek()
	return t.kind == kind && (text == "" || t.text == text)
}

// skip reads the token when it is the next one.
func (p *parser) skip(kind tokenKind, text string) bool {
	if !p.is(kind, text) {
		return false
	}
	p.pos++
	return true
}

func (p *parser) fail(t token, reason string) error { return &Error{t.at, reason} }

func (p *parser) unexpected(t token) error {
	switch t.kind {
	case tokEnd:
		return p.fail(t, "the formula ends too early")
	case tokCommand:
		return p.fail(t, `\`+t.text+" does not belong here")
	}
	return p.fail(t, t.text+" does not belong here")
}

// lines returns a whole formula: one row, or several with \\ between them.
func (p *parser) lines() (*Node, error) {
	cells, err := p.cells()
	if err != nil {
		return nil, err
	}
	env := "gathered"
	for _, r := range cells {
		if len(r) > 1 {
			env = "aligned"
		}
	}
	if len(cells) == 1 && len(cells[0]) == 1 {
		return cells[0][0], nil
	}
	return &Node{Kind: Matrix, Text: env, Cells: cells}, nil
}

// cells returns rows of cells up to what ends them. Empty rows at the end are none.
func (p *parser) cells() ([][]*Node, error) {
	var out [][]*Node
	var line []*Node
	for {
		for p.skip(tokCommand, "hline") {
			// A rule between rows: neither notation we write has one.
		}
		cell, err := p.row()
		if err != nil {
			return nil, err
		}
		line = append(line, cell)
		t := p.peek()
		switch {
		case t.kind == tokCell:
			p.pos++
			continue
		case t.kind == tokCommand && (t.text == `\` || t.text == "cr" || t.text == "newline"):
			p.pos++
			if err := p.rowGap(); err != nil {
				return nil, err
			}
			out, line = append(out, line), nil
			continue
		}
		out = append(out, line)
		for n := len(out); n > 1 && len(out[n-1]) == 1 && blank(out[n-1][0]); n = len(out) {
			out = out[:n-1]
		}
		return out, nil
	}
}

// blank reports whether nothing is in a node but empty groups.
func blank(n *Node) bool {
	return n == nil || n.Kind == Row && !slices.ContainsFunc(n.Kids, func(k *Node) bool { return !blank(k) })
}

// rowGap returns the space a row end may ask for: \\*[2pt].
func (p *parser) rowGap() error {
	if t := p.peek(); t.kind == tokChar && t.text == "*" && t.at > 0 && p.src[t.at-1] == '\\' {
		p.pos++
	}
	if t := p.peek(); t.kind == tokChar && t.text == "[" && t.at > 0 && (p.src[t.at-1] == '\\' || p.src[t.at-1] == '*') {
		for !p.skip(tokChar, "]") {
			if p.next().kind == tokEnd {
				return p.fail(t, "a [ without its ]")
			}
		}
	}
	return nil
}

// row returns what stands side by side, up to the end of a group, a cell, a line or a delimiter.
func (p *parser) row() (*Node, error) {
	p.depth++
	defer func() { p.depth-- }()
	if p.depth > maxDepth {
		return nil, p.fail(p.peek(), "the formula is nested too deeply")
	}
	out := row()
	for {
		t := p.peek()
		switch t.kind {
		case tokEnd, tokClose, tokCell:
			return out, nil
		case tokChar:
			if t.text == "]" && p.optional {
				return out, nil
			}
		case tokCommand:
			switch t.text {
			case `\`, "cr", "newline", "end", "right", "middle":
				return out, nil
			case "over", "choose", "atop":
				p.pos++
				below, err := p.row()
				if err != nil {
					return nil, err
				}
				return row(infix(t.text, out, below)), nil
			}
			if v, ok := switches[t.text]; ok {
				p.pos++
				rest, err := p.row()
				if err != nil {
					return nil, err
				}
				setVariant(rest, v)
				out.Kids = append(out.Kids, rest.Items()...)
				return out, nil
			}
			if ignored[t.text] {
				p.pos++
				continue
			}
		}
		n, err := p.scripted()
		if err != nil {
			return nil, err
		}
		if n != nil {
			out.Kids = append(out.Kids, n)
		}
	}
}

func infix(command string, above, below *Node) *Node {
	f := &Node{Kind: Frac, Kids: []*Node{above, below}, NoBar: command != "over"}
	if command == "choose" {
		return &Node{Kind: Fence, Open: "(", Close: ")", Kids: []*Node{row(f)}}
	}
	return f
}

// scripted returns an atom with what is written below and above it.
func (p *parser) scripted() (*Node, error) {
	var base *Node
	if t := p.peek(); t.kind != tokSub && t.kind != tokSup && !p.is(tokChar, "'") {
		n, err := p.atom()
		if err != nil || n == nil {
			return nil, err
		}
		base = n
	}
	s := &Node{Kind: Script}
	limits := base != nil && standsBetweenLimits(base)
	for {
		switch t := p.peek(); {
		case t.kind == tokCommand && t.text == "limits":
			p.pos++
			limits = true
		case t.kind == tokCommand && t.text == "nolimits":
			p.pos++
			limits = false
		case t.kind == tokChar && t.text == "'":
			if s.Sup != nil {
				return nil, p.fail(t, "two superscripts")
			}
			primes := row()
			for p.skip(tokChar, "'") {
				primes.Kids = append(primes.Kids, symbol("′", Ord))
			}
			s.Sup = primes
			if p.skip(tokSup, "") {
				n, err := p.argument()
				if err != nil {
					return nil, err
				}
				primes.Kids = append(primes.Kids, n.Items()...)
			}
		case t.kind == tokSub || t.kind == tokSup:
			p.pos++
			n, err := p.argument()
			if err != nil {
				return nil, err
			}
			at := &s.Sub
			if t.kind == tokSup {
				at = &s.Sup
			}
			if *at != nil {
				return nil, p.fail(t, "two scripts in one place")
			}
			*at = n
		default:
			if s.Sub == nil && s.Sup == nil {
				return base, nil
			}
			if base == nil {
				base = row()
			}
			s.Kids, s.Limits = []*Node{base}, limits
			return s, nil
		}
	}
}

// standsBetweenLimits reports whether scripts of a node stand below and above it: those of a sum, a
// maximum, a brace.
func standsBetweenLimits(n *Node) bool {
	n = n.Single()
	switch n.Kind {
	case Symbol:
		return n.Class == Big && !integral(n.Text)
	case Name, Brace:
		return n.Limits || n.Kind == Brace
	}
	return false
}

func integral(s string) bool { return strings.Contains("∫∬∭⨌∮∯∰", s) }
