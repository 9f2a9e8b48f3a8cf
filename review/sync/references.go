package reviewsync

import (
	"maps"
	"slices"
	"strings"

	"github.com/nomadocx/nomadocx/internal/office/wml"
	"github.com/nomadocx/nomadocx/layout"
	"github.com/nomadocx/nomadocx/noma"
	"github.com/nomadocx/nomadocx/patch"
)

// What belongs to a block and what refers to it: a block that goes takes the first along, and may stay for the second.

// departed are the blocks that went, with what belongs to them and what refers to them.
type departed struct {
	*core
	removed  map[noma.Node]*finding
	kept     map[noma.Node]bool // deleted in Word, and left in the source
	pasted   map[noma.Node]bool // cut in Word, pasted where the source cannot hold them, and left in the source
	requests []*noma.Directive  // see [departed.changeRequests]
	refs     map[string][]noma.Node
	typed    map[string]bool // see [departed.typedReference]
}

// attached returns the blocks elsewhere in the source that are nothing without n: its comments with their
// answers, its notes, and the change requests that went with it.
func (s *departed) attached(n noma.Node, gone map[noma.Node]bool) []noma.Node {
	var out []noma.Node
	add := func(d, target noma.Node) {
		if d != nil && target != nil && within(target, n) && !within(d, n) && s.removal(d) == nil {
			out = append(out, d)
		}
	}
	for _, c := range s.plan.Comments {
		if d, ok := c.Node.(*noma.Directive); ok && d.Is(noma.Comment) {
			add(d, c.Target)
		}
	}
	for _, x := range append(slices.Clone(s.plan.Footnotes), s.plan.Endnotes...) {
		if !x.InPlace && (!x.InText || !s.returned.cameBackMarked(x)) { // else its mark stands elsewhere
			add(x.Node, x.Target)
		}
	}
	for _, d := range s.changeRequests() {
		if gone[d] {
			add(d, s.names.Target(d))
		}
	}
	return out
}

// answered reports whether a comment has an answer that stays: without the comment nobody would see it.
func (s *departed) answered(n noma.Node, gone map[noma.Node]bool) bool {
	d, ok := n.(*noma.Directive)
	if !ok || !d.Is(noma.Comment) || d.ID == "" {
		return false
	}
	for m := range noma.Walk(s.doc) {
		if a, ok := m.(*noma.Directive); ok && a.Is(noma.Comment) && !gone[a] {
			if to, _ := a.First("reply_to", "replyTo"); to == d.ID {
				return true
			}
		}
	}
	return false
}

// changeRequests returns those of the source.
func (s *departed) changeRequests() []*noma.Directive {
	if s.requests == nil {
		s.requests = requestsOf(s.doc)
	}
	return s.requests
}

// requestsOf returns the change requests of a document, an empty list for none.
func requestsOf(d *noma.Document) []*noma.Directive {
	out := []*noma.Directive{}
	for m := range noma.Walk(d) {
		if d, ok := m.(*noma.Directive); ok && d.Is(noma.Request) {
			out = append(out, d)
		}
	}
	return out
}

// inside reports whether n is one of the nodes or stands in one.
func inside(n noma.Node, nodes map[noma.Node]bool) bool {
	for ; n != nil && len(nodes) > 0; n = n.At().Parent {
		if nodes[n] {
			return true
		}
	}
	return false
}

// wentAlong reports whether a comment or note is missing because the block it belongs to is: that is
// settled with the block.
func (s *departed) wentAlong(d *noma.Directive, target noma.Node) bool {
	return s.goesWith(d, target) != nil || inside(target, s.kept)
}

// staysWith reports a comment or note that did not come back with the text it belongs to, which was pasted where the source cannot hold it.
// It returns nil for others.
func (s *departed) staysWith(d *noma.Directive, target noma.Node, kind, was string) *finding {
	if !inside(target, s.pasted) {
		return nil
	}
	return s.refuse(sayLostByPasting.with(kind), d, was, "")
}

// goesWith returns the finding that takes a comment or note out together with the block that it belongs to or stands in, nil when that
// stays.
func (s *departed) goesWith(d *noma.Directive, target noma.Node) *finding {
	if f := s.removal(target); f != nil {
		return f
	}
	return s.removal(d)
}

// removal returns the finding that takes a node out, with the block it stands in, nil when it stays.
func (s *departed) removal(n noma.Node) *finding {
	for ; n != nil && len(s.removed) > 0 && !s.saved[n]; n = n.At().Parent {
		if f := s.removed[n]; f != nil {
			return f
		}
	}
	return nil
}

// around returns a block, or when that goes the nearest around it that requests, comments and notes can be about.
func (s *departed) around(n noma.Node) noma.Node {
	for s.removal(n) != nil {
		n = s.addressable(n.At().Parent)
	}
	return n
}

// referenced returns an id inside n that something outside n refers to, "" when there is none. Change requests
// about n count while they are in the file.
func (s *departed) referenced(n noma.Node, gone map[noma.Node]bool) string {
	ids := idsIn(n)
	if len(ids) == 0 {
		return ""
	}
	text, span := s.doc.File.Text, n.At().Span
	if id := s.refers(ids, []string{text[:span.Start], text[span.End:]}, s.along(n, gone)); id != "" {
		return id
	}
	return s.typedReference(ids)
}

// typedReference returns one of the ids that text of the file refers to which the source does not have like that, "" for none: text
// that was cut out of a block and pasted elsewhere may refer to that block.
func (s *departed) typedReference(ids map[string]bool) string {
	if s.typed == nil {
		s.typed = map[string]bool{}
		for _, st := range s.returned.Stories {
			for p := range wml.Paragraphs(st.Blocks...) {
				if !s.follows(p) {
					s.addReferences(p)
				}
			}
		}
	}
	for _, id := range slices.Sorted(maps.Keys(ids)) {
		if s.typed[id] {
			return id
		}
	}
	return ""
}

// follows reports whether a paragraph of the file is as the source has it, or is made anew from the source.
func (s *departed) follows(p *wml.Paragraph) bool {
	was := s.planned.Get(p)
	if was == nil {
		return s.copies[p] || p.Style == layout.StyleToc
	}
	return s.base.moved || was.Part != layout.PartText && was.Part != layout.PartHeading || was.Fingerprint() == layout.Fingerprint(p.Runs, wml.Original)
}

func (s *departed) addReferences(p *wml.Paragraph) {
	for i := range p.Runs {
		r := &p.Runs[i]
		if r.Link != nil {
			s.typed[s.names.ID(r.Link.Anchor)] = true
		}
		if f := r.Field(); f != nil {
			if words := strings.Fields(f.Instr); len(words) > 1 && strings.EqualFold(words[0], "REF") {
				s.typed[s.names.ID(words[1])] = true
			}
		}
	}
}

// idsIn returns the ids and aliases of a block and of those in it.
func idsIn(n noma.Node) map[string]bool {
	ids := map[string]bool{}
	for m := range noma.Walk(n) {
		if id := m.At().ID; id != "" {
			ids[id] = true
			for _, a := range m.At().Aliases {
				ids[a] = true
			}
		}
	}
	return ids
}

// along says of nodes whether they go along with n, and are no reason for it to stay.
func (s *departed) along(n noma.Node, gone map[noma.Node]bool) func(noma.Node) bool {
	attached := map[noma.Node]bool{}
	for _, d := range s.attached(n, gone) {
		attached[d] = true
	}
	return func(m noma.Node) bool {
		d, ok := m.(*noma.Directive)
		return within(m, n) || inside(m, attached) || ok && d.Is(noma.Request) && gone[d] && within(s.names.Target(d), n)
	}
}

// referrers returns the lines that refer to what is inside n from outside it.
func (s *departed) referrers(n noma.Node, gone map[noma.Node]bool) []int {
	if s.refs == nil {
		s.refs = patch.References(s.doc)
	}
	skip := s.along(n, gone)
	var lines []int
	for id := range idsIn(n) {
		for _, m := range s.refs[id] {
			if skip(m) {
				continue
			}
			span := m.At().Span
			at := max(strings.Index(span.Of(s.doc.File.Text), id), 0)
			lines = append(lines, s.doc.File.Line(span.Start+at))
		}
	}
	slices.Sort(lines)
	return slices.Compact(lines)
}

// refers returns one of the ids that an attribute of a block refers to, or a link in parts of the source; blocks
// to skip do not count.
func (s *departed) refers(ids map[string]bool, parts []string, skip func(noma.Node) bool) string {
	s.plan.Look.Now()
	return refersIn(s.doc, ids, parts, skip)
}

// refersIn returns what [departed.refers] does, of another document.
func refersIn(doc *noma.Document, ids map[string]bool, parts []string, skip func(noma.Node) bool) string {
	found := ""
	for m := range noma.Walk(doc) {
		if found != "" {
			break
		}
		if skip(m) {
			continue
		}
		if d, ok := m.(*noma.Directive); ok {
			for _, a := range d.Attrs {
				switch a.Key {
				case "for", "parent", "dataset", "target", "block", "ref", "reply_to", "replyTo", "source", "api", "superseded_by", "cell":
					if ids[a.Value.Name()] {
						found = a.Value.Name()
					}
				case "formula":
					for _, id := range slices.Sorted(maps.Keys(ids)) {
						if strings.Contains(a.Value.Name(), id) {
							found = id
						}
					}
				}
			}
		}
	}
	if found != "" {
		return found
	}
	// Links in running text stand in the source as [[id]] or (#id), marks of sources as @id.
	for _, part := range parts {
		for _, id := range slices.Sorted(maps.Keys(ids)) {
			if strings.Contains(part, "[["+id+"]]") || strings.Contains(part, "[["+id+"|") || strings.Contains(part, "(#"+id+")") || noma.Cites(part, id) {
				return id
			}
		}
	}
	return ""
}
