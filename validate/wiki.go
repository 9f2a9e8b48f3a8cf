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
	var targets []string
	for line := range strings.SplitSeq(text, "\n") {
		for {
			open, tick := strings.Index(line, "[["), strings.IndexByte(line, '`')
			if open < 0 {
				break
			}
			if tick >= 0 && tick < open {
				if end := strings.IndexByte(line[tick+1:], '`'); end >= 0 {
					line = line[tick+end+2:]
					continue
				}
				// The tick is not closed on this line and is an ordinary character.
				line = strings.ReplaceAll(line, "`", " ")
				continue
			}
			line = line[open+2:]
			end := strings.IndexAny(line, "[]")
			if end < 0 {
				break
			}
			if !strings.HasPrefix(line[end:], "]]") {
				continue
			}
			target, _, _ := strings.Cut(line[:end], "|")
			if target = noma.TrimSpace(target); isReference(target) {
				targets = append(targets, target)
			}
			line = line[end+2:]
		}
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
