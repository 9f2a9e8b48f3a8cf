package patch

import (
	"strings"

	"github.com/nomadocx/nomadocx/noma"
	"github.com/nomadocx/nomadocx/noma/source"
)

// fragment is source text that an operation brings along, parsed by itself.
type fragment struct {
	lines []string
	doc   *noma.Document
}

func parseFragment(content string) (*fragment, error) {
	lines := splitLines(content)
	doc, _, err := noma.Parse(source.NewFile("", strings.Join(lines, "\n")), noma.Options{})
	if err != nil {
		return nil, bad("fragment does not parse: %v", err)
	}
	return &fragment{lines, doc}, nil
}

// directive returns the fragment's only node, which has to be a directive.
func (g *fragment) directive() (*noma.Directive, error) {
	if n := len(g.doc.Children); n != 1 {
		return nil, bad("fragment must contain exactly one top-level block (got %d)", n)
	}
	d, ok := g.doc.Children[0].(*noma.Directive)
	if !ok {
		return nil, bad("fragment must be a directive block (got %s); insert_child takes paragraphs, lists, quotes and tables", noma.Type(g.doc.Children[0]))
	}
	if d.Unclosed() {
		// Behind a block without an end everything that follows would be in it (Protocol §3.1: all
		// other nodes are unchanged).
		return nil, bad("fragment must be a directive block with its closing line (%q has none)", strings.TrimSpace(g.lines[0]))
	}
	return d, nil
}

// ids returns the ids of all blocks in the fragment.
func (g *fragment) ids() []string {
	var out []string
	for n := range noma.Walk(g.doc) {
		if id := n.At().ID; id != "" {
			out = append(out, id)
		}
	}
	return out
}

// checkIDs refuses a fragment with an id that is taken, by another block or twice in the fragment
// (Protocol §3.1). What is inside instead, a block that goes, does not count.
func (st *stage) checkIDs(g *fragment, instead noma.Node) error {
	own, gone := map[string]int{}, map[string]int{}
	for n := range noma.Walk(g.doc) {
		if id := n.At().ID; id != "" && !flatHeading(n) {
			own[id]++
		}
	}
	if len(own) == 0 {
		return nil
	}
	if instead != nil {
		for n := range noma.Walk(instead) {
			if id := n.At().ID; id != "" && !flatHeading(n) {
				gone[id]++
			}
		}
	}
	for _, id := range g.ids() { // in document order, for a stable message
		if st.ids[id] {
			return errDepends
		}
		if own[id] > 1 || own[id] == 1 && st.count(id) > gone[id] {
			return refuse(IDConflict, "id %q already exists", id)
		}
	}
	return nil
}

// fences returns the numbers of colons of a node and the directives around it, innermost first, of those that have a fence.
func fences(n noma.Node) []int {
	var out []int
	for ; n != nil; n = n.At().Parent {
		if d, ok := n.(*noma.Directive); ok && d.Fence > 0 {
			out = append(out, d.Fence)
		}
	}
	return out
}

// within returns the number of colons a child of the node has to exceed, 0 outside directives.
func within(n noma.Node) int {
	if f := fences(n); len(f) > 0 {
		return f[0]
	}
	return 0
}

// contained reports whether lines inside directives with the given fences leave these as they are:
// no line outside code and comments closes one, and neither code nor a comment is left open.
func contained(lines []string, around []int) bool {
	hidden, open := noma.HiddenLines(strings.Join(lines, "\n"))
	if open {
		return false
	}
	for i, l := range lines {
		if n := closer(l); n > 0 && !hidden[i] {
			for _, f := range around {
				if f == n {
					return false
				}
			}
		}
	}
	return true
}

// settled reports whether a directive at the place of a child of parent is read there as it is read
// by itself.
func (g *fragment) settled(parent noma.Node) bool {
	d, ok := g.doc.Children[0].(*noma.Directive)
	return ok && !d.Unclosed() && (d.Unfenced() || d.Fence > within(parent)) && contained(g.lines, fences(parent))
}

func isWord(r rune) bool {
	return r == '_' || r >= '0' && r <= '9' || r|0x20 >= 'a' && r|0x20 <= 'z' && r < 0x80
}

// closer returns the number of colons of a line that is nothing else, 0 for other lines.
func closer(line string) int {
	rest := strings.TrimLeft(line, ":")
	if n := len(line) - len(rest); n >= 2 && noma.TrimSpace(rest) == "" {
		return n
	}
	return 0
}

// normalise gives a block of depth from another depth: every fence line of at least that depth,
// outside code and comments, gets as many colons more or less, but never fewer than two (contract patch.md §4).
func normalise(lines []string, from, to int) []string {
	if from == to {
		return lines
	}
	out := make([]string, len(lines))
	hidden, _ := noma.HiddenLines(strings.Join(lines, "\n"))
	for i, l := range lines {
		out[i] = l
		if hidden[i] {
			continue
		}
		body := strings.TrimLeft(l, " \t")
		rest := strings.TrimLeft(body, ":")
		n := len(body) - len(rest)
		after := noma.TrimSpace(rest)
		if n < from || after != "" && !(isWord(rune(after[0])) && (after[0] < '0' || after[0] > '9')) {
			continue
		}
		out[i] = l[:len(l)-len(body)] + strings.Repeat(":", max(2, n+to-from)) + rest
	}
	return out
}
