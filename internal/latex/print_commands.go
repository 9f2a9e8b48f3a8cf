package latex

import (
	"sort"
)

func accentCommand(n *Node) string {
	switch n.Text {
	case "\u0302":
		return wide(n, `\hat`, `\widehat`)
	case "\u0303":
		return wide(n, `\tilde`, `\widetilde`)
	case "\u0338":
		return `\not`
	}
	for _, command := range sortedKeys(accents) {
		if accents[command] == n.Text {
			return `\` + command
		}
	}
	return foreignMark(n.Text)
}

// foreignMark returns a mark that LaTeX has no command for. What is printed of it is not read as the same.
func foreignMark(mark string) string {
	if len(mark) == 1 {
		return `\mathaccent` // a character that means something else
	}
	return mark
}

func wide(n *Node, narrow, broad string) string {
	if one := n.Kids[0].Single(); one != nil && one.Kind == Symbol {
		return narrow
	}
	return broad
}

func braceCommand(n *Node) string {
	names := make([]string, 0, len(braces))
	for command, b := range braces {
		if b.Text == n.Text && b.Below == n.Below {
			names = append(names, command)
		}
	}
	sort.Strings(names)
	if len(names) == 0 {
		return foreignMark(n.Text)
	}
	return `\` + names[0]
}

func sortedKeys(m map[string]string) []string {
	out := make([]string, 0, len(m))
	for k := range m {
		out = append(out, k)
	}
	sort.Strings(out)
	return out
}
