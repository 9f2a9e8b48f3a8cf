package validate

import (
	"strings"

	"github.com/nomadocx/nomadocx/noma"
)

// wikiTargets are the ids that the wikilinks of a text name, in order. Links inside code spans do
// not count, nor do links to something that is no id, such as [[Page Title]] (clarification 23).
func wikiTargets(text string) []string {
	if !strings.Contains(text, "[[") {
		return nil
	}
	return appendTargets(nil, noma.ParseInline(text))
}

func appendTargets(targets []string, nodes []noma.Inline) []string {
	for _, n := range nodes {
		if n.Kind == noma.InlineWiki && isReference(n.Target) {
			targets = append(targets, n.Target)
		}
		targets = appendTargets(targets, n.Children)
	}
	return targets
}

// isReference reports whether a text has the shape of a block id (contract ast.md §5.8).
func isReference(s string) bool {
	for i := range len(s) {
		c := s[i]
		letter := 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || c == '_'
		if !letter && (i == 0 || !('0' <= c && c <= '9') && strings.IndexByte("-./:", c) < 0) {
			return false
		}
	}
	return s != ""
}
