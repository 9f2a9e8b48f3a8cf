package validate

import (
	"strings"

	"github.com/nomadocx/nomadocx/noma"
)

// wikiTargets returns the ids that the wikilinks of a text name, in order. Links inside code spans do
// not count, nor do links to something that is no id, such as [[Page Title]] (clarification 23).
func wikiTargets(text string) []string {
	if !strings.Contains(text, "[[") {
		return nil
	}
	return appendTargets(nil, noma.ParseInline(text))
}

func appendTargets(targets []string, nodes []noma.Inline) []string {
	for _, n := range nodes {
		if n.Kind == noma.InlineWiki && noma.IsReference(n.Target) {
			targets = append(targets, n.Target)
		}
		targets = appendTargets(targets, n.Children)
	}
	return targets
}
