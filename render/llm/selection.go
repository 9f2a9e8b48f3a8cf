package llm

import (
	"strings"

	"github.com/nomadocx/nomadocx/noma"
)

// selection decides which nodes are printed (contract text-renders.md §1): never one that is
// excluded; with selectors, one that matches, stands inside a match, or has a match inside.
type selection struct {
	only, not map[string]bool
	// leads are the nodes with a match below them that no exclusion hides. It is filled once, so that
	// asking for a node costs nothing however deep the document is.
	leads map[noma.Node]bool
}

func selectionOf(d *noma.Document, only, not []string) selection {
	s := selection{only: selectors(only), not: selectors(not)}
	if len(s.only) > 0 {
		s.leads = map[noma.Node]bool{}
		s.mark(d)
	}
	return s
}

// selectors returns the set of the lower-cased words of all values, nil when there is none.
func selectors(values []string) map[string]bool {
	var set map[string]bool
	for _, v := range values {
		for _, word := range strings.FieldsFunc(v, func(r rune) bool { return r == ',' || noma.IsSpace(r) }) {
			if set == nil {
				set = map[string]bool{}
			}
			set[strings.ToLower(word)] = true
		}
	}
	return set
}

// mark reports whether a node or something below it matches.
func (s *selection) mark(n noma.Node) bool {
	if isIn(s.not, n) {
		return false
	}
	found := false
	for _, k := range n.Kids() {
		if s.mark(k) {
			found = true
		}
	}
	if found {
		s.leads[n] = true
	}
	return found || isIn(s.only, n)
}

// matches reports whether a node is asked for by name.
func (s *selection) matches(n noma.Node) bool { return isIn(s.only, n) }

// shows reports whether a node is printed; inside tells that it stands inside a match.
func (s *selection) shows(n noma.Node, inside bool) bool {
	if isIn(s.not, n) {
		return false
	}
	return len(s.only) == 0 || inside || isIn(s.only, n) || s.leads[n]
}

// isIn reports whether a node's type or, for a directive, its name is in the set.
func isIn(set map[string]bool, n noma.Node) bool {
	if len(set) == 0 {
		return false
	}
	d, ok := n.(*noma.Directive)
	return set[noma.Type(n)] || ok && set[strings.ToLower(d.Name)]
}
