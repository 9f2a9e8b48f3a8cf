package latex

import "strings"

// environments are the tables of mathematics, with the delimiters they bring.
var environments = map[string][2]string{
	"matrix": {"", ""}, "smallmatrix": {"", ""}, "pmatrix": {"(", ")"}, "bmatrix": {"[", "]"}, "Bmatrix": {"{", "}"}, "vmatrix": {"|", "|"}, "Vmatrix": {"‖", "‖"},
	"array": {"", ""}, "cases": {"{", ""}, "rcases": {"", "}"}, "dcases": {"{", ""},
	"aligned": {"", ""}, "align": {"", ""}, "alignat": {"", ""}, "alignedat": {"", ""}, "split": {"", ""}, "eqnarray": {"", ""}, "flalign": {"", ""},
	"gathered": {"", ""}, "gather": {"", ""}, "multline": {"", ""}, "equation": {"", ""}, "displaymath": {"", ""}, "math": {"", ""}, "subarray": {"", ""},
}

// sameAs are environments that say the same in a formula as another.
var sameAs = map[string]string{"align": "aligned", "alignat": "aligned", "alignedat": "aligned", "split": "aligned", "eqnarray": "aligned", "flalign": "aligned",
	"gather": "gathered", "multline": "gathered", "smallmatrix": "matrix", "dcases": "cases", "subarray": "substack"}

// environment returns \begin{name} … \end{name}.
func (p *parser) environment(t token) (*Node, error) {
	full, err := p.raw()
	if err != nil {
		return nil, err
	}
	name := strings.TrimSuffix(strings.TrimSpace(full), "*")
	delims, ok := environments[name]
	if !ok {
		return nil, p.fail(t, "the environment "+full+" is not known")
	}
	m := &Node{Kind: Matrix, Text: name}
	switch name {
	case "array", "subarray":
		p.position()
		spec, err := p.raw()
		if err != nil {
			return nil, err
		}
		m.Align = columns(spec)
	case "alignat", "alignedat":
		if _, err := p.raw(); err != nil {
			return nil, err
		}
	case "aligned", "gathered":
		p.position()
	case "cases", "rcases", "dcases":
		m.Align = "ll"
	}
	was := p.optional
	p.optional = false
	m.Cells, err = p.cells()
	p.optional = was
	if err != nil {
		return nil, err
	}
	if !p.skip(tokCommand, "end") {
		return nil, p.fail(t, `\begin{`+full+`} without its \end`)
	}
	if end, err := p.raw(); err != nil {
		return nil, err
	} else if strings.TrimSpace(end) != strings.TrimSpace(full) {
		return nil, p.fail(t, `\begin{`+full+`} ends with \end{`+end+"}")
	}
	if s := sameAs[name]; s != "" {
		m.Text = s
	}
	switch {
	case name == "equation" || name == "displaymath" || name == "math":
		if len(m.Cells) == 1 && len(m.Cells[0]) == 1 {
			return m.Cells[0][0], nil
		}
		m.Text = "aligned"
	case delims != [2]string{}:
		// The delimiters are a fence of their own, as in Office Math; print.go puts them together again.
		if m.Text != "cases" && m.Text != "rcases" {
			m.Text = "matrix"
		} else {
			m.Text = "cases"
		}
		return &Node{Kind: Fence, Open: delims[0], Close: delims[1], Kids: []*Node{row(m)}}, nil
	}
	return m, nil
}

// position skips [t], [c] or [b], which say where an environment stands on its line.
func (p *parser) position() {
	if p.is(tokChar, "[") && p.pos+2 < len(p.toks) && strings.Contains("tcb", p.toks[p.pos+1].text) && p.toks[p.pos+2].text == "]" {
		p.pos += 3
	}
}

// columns returns the alignments of an array: letters count, rules and gaps do not.
func columns(spec string) string {
	var b strings.Builder
	depth := 0
	for i := 0; i < len(spec); i++ {
		switch c := spec[i]; {
		case c == '{':
			depth++
		case c == '}':
			depth--
		case depth > 0:
		case c == 'l' || c == 'c' || c == 'r':
			b.WriteByte(c)
		case c == 'p' || c == 'm' || c == 'b':
			b.WriteByte('l')
		}
	}
	return b.String()
}
