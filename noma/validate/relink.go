package validate

import (
	"strings"

	"github.com/nomadocx/nomadocx/noma"
	"github.com/nomadocx/nomadocx/patch"
)

// relinked returns the operation that corrects the wikilinks of a node which name one id for another, nil when none can. It is
// the same for all links of a block, so that correcting one corrects all. The title of a heading stays: its automatic id
// is made of it.
func relinked(doc *noma.Document, n noma.Node, instead map[string]string) map[string]any {
	if d, ok := n.(*noma.Directive); ok && d.ID != "" {
		body := strings.ReplaceAll(d.RawBody.S, "\r\n", "\n")
		return map[string]any{"op": "replace_body", "id": d.ID, "content": strings.TrimSuffix(relink(body, instead), "\n")}
	}
	parent, index, unit := patch.Address(n)
	if _, heading := unit.(*noma.Section); heading || index < 0 {
		return nil
	}
	f := doc.File
	span := lineSpan(f, unit.At().Line, unit.At().EndLine)
	return map[string]any{"op": "replace_child", "parent": parent, "index": index, "baseHash": patch.BlockHash(f, unit),
		"content": relink(strings.ReplaceAll(span.Of(f.Text), "\r\n", "\n"), instead)}
}

// relink replaces the ids that the wikilinks of a text name.
func relink(text string, instead map[string]string) string {
	var b strings.Builder
	at := 0
	for _, l := range noma.WikiLinks(text) {
		if id, ok := instead[l.Target]; ok {
			b.WriteString(text[at:l.Span.Start] + id)
			at = l.Span.End
		}
	}
	return b.String() + text[at:]
}
