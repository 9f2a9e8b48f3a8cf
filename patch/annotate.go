package patch

import (
	"fmt"
	"sort"
	"strconv"
	"strings"

	"github.com/nomadocx/nomadocx/noma"
)

func quote(s string) string { return strconv.Quote(s) }

// nodeKey names a node of the stage's document.
func nodeKey(n noma.Node) string { return fmt.Sprintf("%s at line %d", noma.Type(n), n.At().Line) }

// annotate is add_comment, add_footnote, add_endnote and add_change_request: a new block next to the
// one it is about.
func (st *stage) annotate(o *Op) (*effect, error) {
	name := strings.TrimPrefix(o.Op, "add_")
	if name != "comment" { // for comments the ids come first (contract patch.md §5)
		if err := annotationText(o, name); err != nil {
			return nil, err
		}
	}
	if st.taken(o.ID) {
		return nil, refuse(IDConflict, "target id %q already exists", o.ID)
	}
	target, ok := st.find(o.Target)
	if o.Target == noma.WholeDocument && !st.opts.Protocol10 {
		target, ok = st.doc, true
	}
	if !ok {
		return nil, st.notFound(o.Target)
	}
	if name == "comment" {
		if err := annotationText(o, name); err != nil {
			return nil, err
		}
	}
	lines, err := annotation(o, name)
	if err != nil {
		return nil, err
	}
	if target == noma.Node(st.doc) {
		kids, err := st.children(st.doc)
		if err != nil {
			return nil, err
		}
		return st.insertChild(&Op{Op: "insert_child", Index: untilSections(kids), Content: strings.Join(lines, "\n")})
	}
	depth := within(target) + 1
	if d, ok := target.(*noma.Directive); ok && !d.Unfenced() {
		depth = d.Fence
	}
	g, err := parseFragment(strings.Join(lines, "\n"))
	if err != nil {
		return nil, err
	}
	d, err := g.directive()
	if err != nil {
		return nil, err
	}
	if d.ID != o.ID {
		return nil, bad("%q cannot be the id of a block", o.ID)
	}
	if err := st.checkIDs(g, nil); err != nil {
		return nil, err
	}
	g.lines = normalise(g.lines, 2, max(2, depth))
	e, err := st.beside(target, g.lines)
	if err != nil {
		return nil, err
	}
	e.ids = g.ids()
	e.seal = !contained(g.lines, fences(e.parent)) || max(2, depth) <= within(e.parent)
	return e, nil
}

// untilSections returns how many children the document has before its first heading: what is about the document stands behind them.
func untilSections(kids siblings) int {
	return sort.Search(kids.len(), func(i int) bool { return sectionOf(kids.at(i)) != nil }) // what follows a section is in one
}

// taken reports whether an id is in use.
func (st *stage) taken(id string) bool {
	_, ok := st.find(id)
	return ok
}

// annotationText checks what an annotation says.
func annotationText(o *Op, name string) error {
	if strings.ContainsAny(o.Exact+o.Prefix+o.Suffix+o.Unit+o.Move, "\r\n") {
		return bad("exact, prefix, suffix, unit and move of a %s must be single-line strings", name)
	}
	if name != "change_request" {
		if noma.TrimSpace(o.Content) == "" {
			return bad("%s content must not be empty", name)
		}
		if strings.ContainsAny(o.Label, "\r\n") {
			return bad("%s label must be a single-line string", name)
		}
		return nil
	}
	if strings.ContainsAny(o.From+o.To+o.Text+o.Author+o.Date, "\r\n") {
		return bad("change_request attributes must be single-line strings")
	}
	switch o.Action {
	case "replace":
		if o.From == "" || o.To == "" && !(o.Prefix+o.Suffix+o.Unit != "" && noma.TrimSpace(o.Content) != "") {
			return bad("replace change_request requires from and to")
		}
	case "insert":
		if o.To == "" && o.Text == "" && (o.Unit+o.Prefix+o.Suffix == "" || noma.TrimSpace(o.Content) == "") && o.Unit != "break" {
			return bad("insert change_request requires to or text")
		}
	case "delete":
		if o.From == "" && o.Text == "" && o.Unit != "break" {
			return bad("delete change_request requires from or text")
		}
	default:
		return bad("change_request action must be insert, delete, or replace")
	}
	return nil
}

// annotation writes the new block with two colons.
func annotation(o *Op, name string) ([]string, error) {
	attrs := []attribute{{"id", o.ID}}
	switch name {
	case "comment":
		if o.ReplyTo != "" {
			attrs = append(attrs, attribute{"reply_to", o.ReplyTo})
		} else {
			attrs = append(attrs, attribute{"parent", o.Target})
		}
		attrs = append(attrs, o.selector()...)
		attrs = append(attrs, attribute{"author", o.Author}, attribute{"initials", o.Initials}, attribute{"date", o.Date})
	case "footnote", "endnote":
		attrs = append(attrs, attribute{"for", o.Target}, attribute{"label", o.Label})
		attrs = append(attrs, o.selector()...)
	default:
		attrs = append(attrs, attribute{"target", o.Target}, attribute{"action", o.Action}, attribute{"from", o.From},
			attribute{"to", o.To}, attribute{"text", o.Text}, attribute{"prefix", o.Prefix}, attribute{"suffix", o.Suffix},
			attribute{"unit", o.Unit}, attribute{"move", o.Move}, attribute{"author", o.Author}, attribute{"date", o.Date})
	}
	var spelled []string
	for _, a := range attrs {
		if a.value == "" {
			continue
		}
		s, err := attrText(a.key, a.value)
		if err != nil {
			return nil, err
		}
		spelled = append(spelled, s)
	}
	lines := []string{"::" + name + "{" + strings.Join(spelled, " ") + "}"}
	if noma.TrimSpace(o.Content) != "" {
		lines = append(lines, splitLines(o.Content)...)
	}
	return append(lines, "::"), nil
}

// selector returns the attributes that say which words an annotation is about.
func (o *Op) selector() []attribute {
	return []attribute{{"exact", o.Exact}, {"prefix", o.Prefix}, {"suffix", o.Suffix}}
}

// beside places an annotation: after its target, or under a section's heading. Annotations of the same
// target that are there already stay ahead of it, so that they are read in the order in which they
// were made (differences.md B9).
func (st *stage) beside(target noma.Node, lines []string) (*effect, error) {
	section, _ := target.(*noma.Section)
	key := "about " + nodeKey(target)
	e := &effect{parent: target.At().Parent, come: true}
	if section != nil && len(fences(section)) == 0 {
		e.parent = section // a heading in a directive has no children, only siblings
	} else {
		i, err := st.indexOf(target)
		if err != nil {
			return nil, err
		}
		e.index = i + 1
	}
	kids, err := st.children(e.parent)
	if err != nil {
		return nil, err
	}
	var last noma.Node
	about := map[string]bool{target.At().ID: true}
	for ; e.index < kids.len(); e.index++ {
		d, ok := kids.at(e.index).(*noma.Directive)
		if !ok || !d.Is(noma.Annotates) || !refersTo(d, about) || d.Unclosed() {
			break
		}
		last = d
		if d.ID != "" {
			about[d.ID] = true
		}
	}
	switch {
	case last != nil:
		e.inserted = []*insertion{{at: last.At().EndLine + 1, lines: afterBlank(lines), key: key}}
	case section == nil:
		if err := ended(target); err != nil {
			return nil, err
		}
		e.inserted = []*insertion{{at: target.At().EndLine + 1, lines: afterBlank(lines), key: key}}
	default:
		at, err := st.underHeading(section, key)
		if err != nil {
			return nil, err
		}
		e.inserted = []*insertion{{at: at, lines: withBlank(lines), key: key}}
	}
	return e, nil
}

// underHeading returns the line before which the first annotation of a section goes: the one after the
// heading, or after a blank line there.
func (st *stage) underHeading(s *noma.Section, key string) (int, error) {
	line := s.Line + 1
	if line > st.f.Lines() || st.lastAt[line] != nil && st.lastAt[line].key == key {
		return line, nil
	}
	if st.marks[line] != 0 {
		return 0, errDepends
	}
	if noma.TrimSpace(st.line(line)) == "" {
		line++
	}
	return line, nil
}

// refersTo reports whether an annotation is about one of the ids.
func refersTo(d *noma.Directive, ids map[string]bool) bool {
	for _, key := range [...]string{"parent", "for", "target", "block", "ref", "reply_to", "replyTo", "reply"} {
		if a, ok := d.Attr(key); ok && ids[a.Value.Name()] {
			return true
		}
	}
	return false
}

// resolveComment marks a comment as resolved.
func (st *stage) resolveComment(o *Op) (*effect, error) {
	n, ok := st.find(o.ID)
	if !ok {
		return nil, st.notFound(o.ID)
	}
	d, ok := n.(*noma.Directive)
	if !ok || !d.Is(noma.Comment) {
		return nil, bad("block %q is not a comment", o.ID)
	}
	attrs := []attribute{{"status", "resolved"}}
	if o.ResolvedBy != "" {
		attrs = append(attrs, attribute{"resolved_by", o.ResolvedBy})
	}
	if o.ResolvedAt != "" {
		attrs = append(attrs, attribute{"resolved_at", o.ResolvedAt})
	}
	return st.setAttributes(d, attrs...)
}
