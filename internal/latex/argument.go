package latex

// What stands behind commands and scripts: groups, options, raw text and delimiters.

// argument returns what a command or a script takes: a group, or one token. Of a number it is one digit.
func (p *parser) argument() (*Node, error) {
	t := p.peek()
	switch {
	case t.kind == tokOpen:
		return p.group()
	case t.kind == tokChar && t.text[0] >= '0' && t.text[0] <= '9':
		p.pos++
		return symbol(t.text, Ord), nil
	case t.kind == tokChar || t.kind == tokCommand:
		n, err := p.atom()
		if n == nil && err == nil {
			n = row()
		}
		return n, err
	}
	return nil, p.unexpected(t)
}

// group returns { … }.
func (p *parser) group() (*Node, error) {
	open := p.next()
	was := p.optional
	p.optional = false
	n, err := p.row()
	p.optional = was
	if err != nil {
		return nil, err
	}
	if !p.skip(tokClose, "") {
		if t := p.peek(); t.kind != tokEnd {
			return nil, p.unexpected(t)
		}
		return nil, p.fail(open, "a { without its }")
	}
	return n, nil
}

// option returns [ … ] behind a command, nil when there is none.
func (p *parser) option() (*Node, error) {
	if !p.is(tokChar, "[") {
		return nil, nil
	}
	open := p.next()
	was := p.optional
	p.optional = true
	n, err := p.row()
	p.optional = was
	if err == nil && !p.skip(tokChar, "]") {
		err = p.fail(open, "a [ without its ]")
	}
	return n, err
}

// raw returns the text of a group as it stands in the source: for words, names and lengths.
func (p *parser) raw() (string, error) {
	open := p.peek()
	if open.kind != tokOpen {
		if open.kind == tokChar {
			p.pos++
			return open.text, nil
		}
		return "", p.unexpected(open)
	}
	for depth := 0; ; {
		t := p.next()
		switch t.kind {
		case tokOpen:
			depth++
		case tokClose:
			depth--
			if depth == 0 {
				return p.src[open.at+1 : t.at], nil
			}
		case tokEnd:
			return "", p.fail(open, "a { without its }")
		}
	}
}

// delimiter returns what stands behind \left, \big and their like; "" for the dot that shows nothing.
func (p *parser) delimiter() (string, error) {
	t := p.next()
	switch t.kind {
	case tokChar:
		switch t.text {
		case ".":
			return "", nil
		case "<":
			return "⟨", nil
		case ">":
			return "⟩", nil
		case "(", ")", "[", "]", "/", "|":
			return t.text, nil
		}
	case tokCommand:
		if d, ok := delimiters[t.text]; ok {
			return d, nil
		}
	}
	return "", p.fail(t, "no delimiter behind \\left, \\right or \\big")
}
