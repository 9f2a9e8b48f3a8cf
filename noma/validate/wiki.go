package validate

import (
	"strings"

	"github.com/nomadocx/nomadocx/noma"
)

// wikiTargets returns what the wikilinks of a text name, ids and headings, in order. Links inside code spans do
// not count.
func wikiTargets(text string) []string {
	if !strings.Contains(text, "[[") {
		return nil
	}
	return appendTargets(nil, noma.ParseInline(text))
}

func appendTargets(targets []string, nodes []noma.Inline) []string {
	for _, n := range nodes {
		if n.Kind == noma.InlineWiki {
			targets = append(targets, n.Target)
		}
		targets = appendTargets(targets, n.Children)
	}
	return targets
}
