package patch

import (
	"slices"
	"strings"

	"github.com/nomadocx/nomadocx/noma"
	"github.com/nomadocx/nomadocx/noma/source"
)

// Child operations keep what is apart apart: this file knows which siblings stand next to each other
// and where blank lines are or have to be.

// adjacent returns the siblings that stand directly above and below the lines from first to last, without
// a blank line between; nil for none. before and after are the places in kids next to these lines.
func (st *stage) adjacent(kids siblings, before, after, first, last int) (prev, next noma.Node, err error) {
	if before > 0 && !(st.marks[first]&insertedBefore != 0 && st.lastAt[first].endsBlank()) {
		above, err := st.before(first)
		if err != nil {
			return nil, nil, err
		}
		if above > 0 && noma.TrimSpace(st.line(above)) != "" {
			prev = kids.at(before - 1)
			if !parsed(prev) || st.clean(prev.At().Line, lastLine(prev)) != nil {
				return nil, nil, errDepends
			}
		}
	}
	if after < kids.len() && !(st.marks[last+1]&insertedBefore != 0 && st.firstAt[last+1].lines[0] == "") {
		below, err := st.after(last)
		if err != nil {
			return nil, nil, err
		}
		if below > 0 && noma.TrimSpace(st.line(below)) != "" {
			next = kids.at(after)
			if !parsed(next) || st.clean(next.At().Line, lastLine(next)) != nil {
				return nil, nil, errDepends
			}
		}
	}
	return prev, next, nil
}

// neighbour is a block next to a place of a child, node nil for none. lines are those of a block that is not in the file yet; of one that
// is unknown a pending operation made what only a parse tells.
type neighbour struct {
	node    noma.Node
	lines   []string
	unknown bool
}

func (st *stage) sibling(kids siblings, i int) neighbour {
	if i < 0 || i >= kids.len() {
		return neighbour{}
	}
	if fresh, ok := kids.at(i).(*newcomer); ok {
		return neighbour{node: fresh.first, lines: splitLines(strings.Trim(strings.Join(fresh.put.lines, "\n"), "\n"))}
	}
	n := kids.at(i)
	return neighbour{node: n, unknown: n == nil}
}

// unjoined fails when a block would become part of the list above it, over the blank lines between them: indented lines go on with
// its last item, and items do where one of the list has blocks of its own.
func (st *stage) unjoined(above, below neighbour) error {
	if _, list := above.node.(*noma.List); !list && !above.unknown || below.node == nil && !below.unknown {
		return nil
	}
	if below.unknown {
		return errDepends
	}
	for _, b := range []*neighbour{&above, &below} {
		if b.lines == nil && !b.unknown {
			if st.clean(b.node.At().Line, lastLine(b.node)) != nil {
				return errDepends
			}
			b.lines = st.source(b.node)
		}
	}
	_, list := below.node.(*noma.List)
	switch {
	case !list && noma.Column(below.lines[0]) == 0:
		return nil
	case above.unknown:
		return errDepends
	case separate(withBlank(above.lines), below.lines):
		return nil
	}
	return bad("the line %q would become part of the list above it", below.lines[0])
}

// unjoinedOver fails when a block would become part of a list over a blank line that is put in before it and the lines below the list,
// which are no part of it as long as no item has blocks.
func (st *stage) unjoinedOver(kids siblings, at int, below noma.Node) error {
	next := st.source(below)
	if noma.Column(next[0]) == 0 {
		return nil
	}
	var above []string
	for line := 0; at >= 0; at-- {
		n := kids.at(at)
		if !parsed(n) || st.clean(n.At().Line, lastLine(n)) != nil {
			return errDepends
		}
		if line > 0 && lastLine(n) != line-1 {
			return nil
		}
		line, above = n.At().Line, slices.Concat(st.source(n), above)
		if _, list := n.(*noma.List); list && !separate(withBlank(above), next) {
			return bad("the line %q would become part of the list above it", next[0])
		} else if list {
			return nil
		}
	}
	return nil
}

// unjoinedNew fails when a new child and its neighbours would be one.
func (st *stage) unjoinedNew(kids siblings, above, below int, g *fragment) error {
	is := neighbour{node: g.doc.Children[0], lines: g.lines}
	if err := st.unjoined(st.sibling(kids, above), is); err != nil {
		return err
	}
	return st.unjoined(is, st.sibling(kids, below))
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
		if n.At().Line == len(a)+2 {
			_, item := n.(*noma.ListItem)
			_, inItem := n.At().Parent.(*noma.ListItem)
			return !item && !inItem
		}
	}
	return false
}

// childPlace says where a new child goes, with the blank lines around it.
func (st *stage) childPlace(parent noma.Node, kids siblings, index int, g *fragment) (*insertion, error) {
	switch {
	case index < kids.len():
		var prev noma.Node
		if index > 0 {
			prev = kids.at(index - 1)
		}
		next := kids.at(index)
		put, blank, err := st.ahead(prev, next)
		if err != nil {
			return nil, err
		}
		_, section := parent.(*noma.Section)
		switch {
		case section && index == 0 && !blank && annotates(next): // the first text, as if the annotation were not there
			put.lines = withBlank(afterBlank(g.lines))
		case index == 0 || blank:
			put.lines = withBlank(g.lines)
		case prev == nil:
			return nil, errDepends
		case isDirective(prev) && isDirective(next) && isDirective(g.doc.Children[0]):
			put.lines = g.lines // blocks without blank lines between them get another such block
		default:
			put.lines = withBlank(afterBlank(g.lines))
		}
		return put.led(), nil
	case index > 0:
		put, err := st.behind(kids.at(index - 1))
		if err == nil {
			put.lines = afterBlank(g.lines)
		}
		return put, err
	}
	if _, ok := parent.(*noma.Document); ok {
		return &insertion{at: 1, lines: g.lines}, st.clean(1, st.f.Lines())
	}
	at := parent.At().Line + 1
	if isDirective(parent) {
		return &insertion{at: at, lines: g.lines}, nil
	}
	lines := afterBlank(g.lines)
	below, err := st.after(parent.At().Line)
	if err == nil && below > 0 && noma.TrimSpace(st.line(below)) != "" {
		lines = withBlank(lines)
	}
	return &insertion{at: at, lines: lines}, err
}

// ahead returns an insertion directly before a child, and whether the line above is blank or there is none. prev is the
// sibling above, if any.
func (st *stage) ahead(prev, next noma.Node) (put *insertion, blank bool, err error) {
	above := 0
	switch fresh, ok := next.(*newcomer); {
	case ok:
		put = &insertion{at: fresh.put.at, ahead: fresh.put}
		if first := fresh.put.lines[0] == ""; first || fresh.put.prev != nil {
			return put, first || fresh.put.prev.endsBlank(), nil
		}
		above, err = st.above(put.at)
	case next == nil:
		return nil, false, errDepends
	default:
		put = &insertion{at: next.At().Line}
		if st.marks[put.at]&insertedBefore != 0 {
			if put.follows = st.lastPut(prev); put.follows == nil {
				return nil, false, errDepends
			}
			return put, put.follows.endsBlank(), nil
		}
		above, err = st.before(put.at)
	}
	return put, above == 0 || noma.TrimSpace(st.line(above)) == "", err
}

// behind returns an insertion directly after the last line of a child.
func (st *stage) behind(prev noma.Node) (*insertion, error) {
	if put := st.lastPut(prev); put != nil && !put.endsBlank() {
		return &insertion{at: put.at, follows: put}, nil
	}
	if !parsed(prev) {
		return nil, errDepends
	}
	if err := ended(prev); err != nil {
		return nil, err
	}
	at := lastLine(prev) + 1
	if st.marks[at-1]&deleted != 0 {
		return nil, errDepends
	}
	return &insertion{at: at}, nil
}

// ended fails for a block which has no closing line, or ends with one that has none: what is put behind it would be in it.
func ended(n noma.Node) error {
	for n != nil {
		switch b := n.(type) {
		case *noma.Directive:
			if b.Unclosed() {
				return bad("the block ::%s above, at line %d, has no closing line; end it first", b.Name, b.Line)
			}
		case *noma.Code:
			if b.Closer.Empty() {
				return bad("the code above, at line %d, has no closing line; end it first", b.Line)
			}
		}
		kids := n.Kids()
		if len(kids) == 0 {
			return nil
		}
		n = kids[len(kids)-1]
	}
	return nil
}

// lastPut returns the insertion of a newcomer with nothing inserted behind it at its line, nil for other children.
func (st *stage) lastPut(n noma.Node) *insertion {
	if fresh, ok := n.(*newcomer); ok && st.lastAt[fresh.put.at] == fresh.put {
		return fresh.put
	}
	return nil
}

// annotates reports whether a node is an annotation. One of a section that was empty stands right under its heading.
func annotates(n noma.Node) bool {
	if fresh, ok := n.(*newcomer); ok {
		return annotates(fresh.first)
	}
	d, ok := n.(*noma.Directive)
	return ok && d.Is(noma.Annotates) && !d.Unfenced()
}

func isDirective(n noma.Node) bool {
	if fresh, ok := n.(*newcomer); ok {
		return isDirective(fresh.first)
	}
	d, ok := n.(*noma.Directive)
	return ok && !d.Unfenced()
}

// blanks returns the blank lines next to a line, and the line after these, 0 for none.
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
