package llm

import (
	"strings"
	"time"

	"github.com/nomadocx/nomadocx/noma"
)

// stale knows the memories that are too old to be recalled (Format spec, "Stale-aware recall").
type stale struct {
	doc     *noma.Document
	dropped map[*noma.Directive]bool
}

// staleMemories finds the memories to drop. Only those that say in words when they were last seen
// can age; a rule about the user (type user or feedback) stays unless it carries expired=true.
func staleMemories(d *noma.Document, o Options) stale {
	s := stale{doc: d}
	if o.StaleDays <= 0 {
		return s
	}
	s.dropped = map[*noma.Directive]bool{}
	for n := range noma.Walk(d) {
		m, ok := n.(*noma.Directive)
		if !ok || m.Name != "memory" {
			continue
		}
		seen, _ := m.Attr("last_seen")
		if seen.Value.Kind != noma.String {
			continue
		}
		at, ok := noma.ISODate(seen.Value.Raw)
		if !ok || days(o.Now.Sub(at)) <= o.StaleDays {
			continue
		}
		expired, _ := m.Attr("expired")
		switch kind := m.AttrText("type"); {
		case kind == "project", kind == "reference", expired.Value.Kind == noma.Bool && expired.Value.Bool:
			s.dropped[m] = true
		}
	}
	return s
}

func days(d time.Duration) float64 { return d.Hours() / 24 }

// forgets reports whether a text of a memory index is only about dropped memories: it has links, and
// every one leads to a memory that is not printed.
func (s stale) forgets(text string) bool {
	if len(s.dropped) == 0 {
		return false
	}
	links := noma.WikiLinks(text)
	for _, l := range links {
		n, _ := s.doc.Block(l.Target)
		if m, ok := n.(*noma.Directive); !ok || !s.dropped[m] {
			return false
		}
	}
	return len(links) > 0
}

// remains returns what is left of a paragraph. In an index that is nothing but this paragraph each line is
// an entry of its own; in another index the paragraph stays or goes as a whole.
func (s stale) remains(index *noma.Directive, text string) string {
	switch {
	case index == nil || len(s.dropped) == 0:
		return text
	case !index.HasBody:
		if s.forgets(text) {
			return ""
		}
		return text
	}
	var kept []string
	for line := range strings.SplitSeq(text, "\n") {
		if !s.forgets(line) {
			kept = append(kept, line)
		}
	}
	return strings.Join(kept, "\n")
}
