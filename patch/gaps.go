package patch

import (
	"strings"

	"github.com/nomadocx/nomadocx/noma"
	"github.com/nomadocx/nomadocx/source"
)

// Child operations keep what is apart apart: this file knows which siblings stand next to each other
// and where blank lines are or have to be.

// adjacent are the siblings that stand directly above and below the lines from first to last, without
// a blank line between; nil for none. before and after are the places in kids next to these lines.
func (st *stage) adjacent(kids []noma.Node, before, after, first, last int) (prev, next noma.Node, err error) {
	if before > 0 && !(st.marks[first]&insertedBefore != 0 && st.gaps[first].below) {
		above, err := st.before(first)
		if err != nil {
			return nil, nil, err
		}
		if above > 0 && noma.TrimSpace(st.line(above)) != "" {
			prev = kids[before-1]
			if prev == nil || st.clean(prev.At().Line, lastLine(prev)) != nil {
				return nil, nil, errDepends
			}
		}
	}
	if after < len(kids) && !(st.marks[last+1]&insertedBefore != 0 && st.gaps[last+1].above) {
		below, err := st.after(last)
		if err != nil {
			return nil, nil, err
		}
		if below > 0 && noma.TrimSpace(st.line(below)) != "" {
			next = kids[after]
			if next == nil || st.clean(next.At().Line, lastLine(next)) != nil {
				return nil, nil, errDepends
			}
		}
	}
	return prev, next, nil
}

// separate reports whether two blocks stay two when one directly follows the other.
func separate(a, b []string) bool {
	// The empty line keeps a rule at the top from being frontmatter.
	lines := append(afterBlank(a), b...)
	doc, _, err := noma.Parse(source.NewFile("", strings.Join(lines, "\n")), noma.Options{})
	if err != nil {
		return false
	}
	for n := range noma.Walk(doc) {
		if _, item := n.(*noma.ListItem); !item && n.At().Line == len(a)+2 {
			return true
		}
	}
	return false
}

// childPlace is the line before which a new child goes, and its lines with the blank ones around it.
func (st *stage) childPlace(parent noma.Node, kids []noma.Node, index int, g *fragment) (at int, lines []string, err error) {
	switch {
	case index < len(kids):
		next := kids[index]
		if next == nil {
			return 0, nil, errDepends
		}
		at = next.At().Line
		above, err := st.before(at)
		if err != nil {
			return 0, nil, err
		}
		if _, section := parent.(*noma.Section); section && index == 0 && above == parent.At().Line && annotates(next) {
			return at, withBlank(afterBlank(g.lines)), nil // the first text, as if the annotation were not there
		}
		if index == 0 || above == 0 || noma.TrimSpace(st.line(above)) == "" {
			return at, withBlank(g.lines), nil
		}
		if isDirective(kids[index-1]) && isDirective(next) && isDirective(g.doc.Children[0]) {
			return at, g.lines, nil // blocks without blank lines between them get another such block
		}
		if kids[index-1] == nil {
			return 0, nil, errDepends
		}
		return at, withBlank(afterBlank(g.lines)), nil
	case index > 0:
		prev := kids[index-1]
		if prev == nil {
			return 0, nil, errDepends
		}
		if at = lastLine(prev) + 1; st.marks[at-1]&deleted != 0 {
			return 0, nil, errDepends
		}
		return at, afterBlank(g.lines), nil
	}
	if _, ok := parent.(*noma.Document); ok {
		return 1, g.lines, st.clean(1, st.f.Lines())
	}
	at = parent.At().Line + 1
	if isDirective(parent) {
		return at, g.lines, nil
	}
	lines = afterBlank(g.lines)
	below, err := st.after(parent.At().Line)
	if err == nil && below > 0 && noma.TrimSpace(st.line(below)) != "" {
		lines = withBlank(lines)
	}
	return at, lines, err
}

// annotates reports whether a node is an annotation. One of a section that was empty stands right under its heading.
func annotates(n noma.Node) bool {
	d, ok := n.(*noma.Directive)
	return ok && annotations[d.Name]
}

func isDirective(n noma.Node) bool {
	_, ok := n.(*noma.Directive)
	return ok
}

// blanks are the blank lines next to a line, and the line after these, 0 for none.
func (st *stage) blanks(line int, step func(int) (int, error)) (run []int, next int, err error) {
	for {
		if line, err = step(line); err != nil || line == 0 || noma.TrimSpace(st.line(line)) != "" {
			return run, line, err
		}
		run = append(run, line)
	}
}

func ranges(lines []int) []lineRange {
	out := make([]lineRange, len(lines))
	for i, l := range lines {
		out[i] = lineRange{l, l}
	}
	return out
}
