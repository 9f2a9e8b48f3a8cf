package latex

import "strings"

// macro is a command defined in the formula.
type macro struct {
	args int
	body string
}

const maxExpanded = 64 << 10 // bytes a formula may grow to

// expand carries out the definitions a formula begins with: \newcommand, \renewcommand, \def and
// \DeclareMathOperator. A formula without any is returned as it is.
func expand(src string) (string, error) {
	if !strings.Contains(src, `\newcommand`) && !strings.Contains(src, `\renewcommand`) && !strings.Contains(src, `\def`) && !strings.Contains(src, `\DeclareMathOperator`) {
		return src, nil
	}
	macros := map[string]macro{}
	var rest strings.Builder
	for i := 0; i < len(src); {
		if src[i] == '\\' {
			name := commandName(src[i+1:])
			switch name {
			case "newcommand", "renewcommand", "def", "DeclareMathOperator", "providecommand":
				end, err := define(src, i, i+1+len(name), macros)
				if err != nil {
					return "", err
				}
				i = end
				continue
			}
			rest.WriteString(src[i : i+1+len(name)])
			i += 1 + len(name)
			continue
		}
		rest.WriteByte(src[i])
		i++
	}
	out := rest.String()
	for round := 0; ; round++ {
		next, changed := once(out, macros)
		if !changed {
			return out, nil
		}
		if round == 20 || len(next) > maxExpanded {
			return "", &Error{0, "a definition goes round in circles"}
		}
		out = next
	}
}

// define reads one definition from at, behind its command, and returns where it ends.
func define(src string, start, at int, macros map[string]macro) (int, error) {
	fail := &Error{start, "a definition that is not understood"}
	if at < len(src) && src[at] == '*' {
		at++
	}
	operator := strings.HasPrefix(src[start:], `\Declare`)
	name, at, ok := unit(src, at)
	name = strings.TrimSpace(name)
	if !ok || len(name) < 2 || name[0] != '\\' {
		return 0, fail
	}
	m := macro{}
	at += leading(src[at:])
	switch {
	case at+2 < len(src) && src[at] == '[' && src[at+2] == ']' && digit(src[at+1:at+2]):
		m.args = int(src[at+1] - '0')
		at += 3
	case at < len(src) && src[at] == '#': // \def\x#1#2{…}
		for at+1 < len(src) && src[at] == '#' {
			m.args++
			at += 2
		}
	}
	body, at, ok := unit(src, at)
	if !ok {
		return 0, fail
	}
	m.body = body
	if operator {
		m.body = `\operatorname{` + body + "}"
	}
	macros[name[1:]] = m
	return at, nil
}

// once replaces every use of a macro by its body.
func once(src string, macros map[string]macro) (string, bool) {
	var b strings.Builder
	changed := false
	for i := 0; i < len(src); {
		if src[i] != '\\' {
			b.WriteByte(src[i])
			i++
			continue
		}
		name := commandName(src[i+1:])
		m, ok := macros[name]
		if !ok {
			b.WriteString(src[i : i+1+len(name)])
			i += 1 + len(name)
			continue
		}
		changed = true
		at := i + 1 + len(name)
		body := m.body
		for k := 1; k <= m.args; k++ {
			arg, end, ok := unit(src, at)
			if !ok {
				break
			}
			body, at = strings.ReplaceAll(body, "#"+string(rune('0'+k)), arg), end
		}
		b.WriteString("{" + body + "}")
		i = at
		if b.Len() > maxExpanded {
			return b.String(), true
		}
	}
	return b.String(), changed
}

func leading(s string) int { return len(s) - len(strings.TrimLeft(s, " \t\r\n")) }

// unit returns the group, command or character at a place, and where it ends.
func unit(src string, at int) (string, int, bool) {
	at += leading(src[at:])
	switch {
	case at >= len(src):
		return "", at, false
	case src[at] == '\\':
		end := at + 1 + len(commandName(src[at+1:]))
		return src[at:end], end, true
	case src[at] != '{':
		return src[at : at+1], at + 1, true
	}
	depth := 0
	for i := at; i < len(src); i++ {
		switch src[i] {
		case '\\':
			i++
		case '{':
			depth++
		case '}':
			depth--
			if depth == 0 {
				return src[at+1 : i], i + 1, true
			}
		}
	}
	return "", at, false
}
