package layout

import (
	"regexp"
	"strings"

	"github.com/nomadocx/nomadocx/noma"
)

// SourceShown returns what a line about the source of something shows of a value: clients see a reference where others see the id of a
// block, and nothing of one that they do not get, of names of files and of what reads like an id.
func SourceShown(doc *noma.Document, value string) string {
	v := strings.TrimSpace(value)
	if !doc.Audience.Client || v == "" {
		return value
	}
	id := strings.TrimPrefix(v, "#")
	switch n, ok := doc.Block(id); {
	case ok && doc.LeftOut(n):
		return ""
	case ok:
		return "[[" + id + "]]"
	case strings.ContainsAny(v, " \t\n\u00a0") || addressOf.MatchString(v):
		return value
	case strings.ContainsAny(v, `/\_#@`) || nameOf.MatchString(v):
		return ""
	}
	return value
}

var (
	// addressOf is an address or a DOI.
	addressOf = regexp.MustCompile(`^(?i:https?://|mailto:|www\.|doi:|10\.\d+/)`)
	// nameOf is a file, or words in small letters between hyphens, dots or colons.
	nameOf = regexp.MustCompile(`^[\pL\pN.-]+\.[a-z][a-z0-9]{1,4}$|^[\p{Ll}\pN]+([-.:][\p{Ll}\pN]+)+$`)
)
