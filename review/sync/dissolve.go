package reviewsync

import (
	"cmp"
	"regexp"
	"slices"
	"strings"

	"github.com/nomadocx/nomadocx/internal/office/wml"
	"github.com/nomadocx/nomadocx/layout"
	"github.com/nomadocx/nomadocx/noma"
	"github.com/nomadocx/nomadocx/noma/source"
)

// A heading that became body text: its section is no more, and what stood in it belongs to the section
// before. The title stays, as a paragraph. That is safe while nobody says anything of the section itself:
// its id goes with it.

// No operation does it: the sections before would have to be named by what they were and by what they get. It is done last, in the text
// that the operations gave, as a replace_source.

// dissolved is a section whose heading becomes a paragraph.
type dissolved struct {
	f  *finding
	id string
}

// maxDissolved bounds the headings that become text in one file: a program that loses styles makes more.
const maxDissolved = 64

// dissolve makes a heading a paragraph, or says why it cannot.
func (s *paragraphs) dissolve(sec *noma.Section, p *layout.Para, r *wml.Paragraph, by ruling) (reason sentence) {
	switch {
	case sec == nil || r.Style != "" || r.List != wml.NoList:
		return sayHeadingToOther
	case sec.ID == "" || s.names.Node(sec.ID) != noma.Node(sec):
		return sayLevelNoID
	case len(sec.Attrs) > 0:
		return sayHeadingAttributes
	}
	if s.dissolved++; s.dissolved > maxDissolved {
		return sayManyHeadings
	}
	switch sec.Parent.(type) {
	case *noma.Document, *noma.Section:
	default:
		return sayHeadingInBlock
	}
	s.plan.Look.Now()
	if ref := namesSection(s.doc, sec, func(n noma.Node) bool { return noma.Is(n, noma.Request) }); ref != "" { // a request may be decided in this round, see [schedule.dissolveIn]
		return sayHeadingReferenced.with(ref)
	}
	if _, ok := toText(s.doc.File, sec); !ok {
		return sayHeadingReads
	}
	f := s.apply(sayHeadingDissolved, sec, p.Style, r.Style).by(by).at(r)
	f.change = &Change{Action: "update_heading", ID: sec.ID, Key: "level"}
	s.dissolves = append(s.dissolves, dissolved{f, sec.ID})
	return sentence{}
}

// aRecord reports whether a node is a change request that was decided.
func aRecord(n noma.Node) bool { return noma.Is(n, noma.Request) && Closed(n.(*noma.Directive)) }

// recordsOf returns the edits that make the records of a section those of another block: the section is no more.
func recordsOf(d *noma.Document, sec *noma.Section, id string) (out []source.Edit) {
	for n := range noma.Walk(d) {
		if !aRecord(n) {
			continue
		}
		for _, a := range n.(*noma.Directive).Attrs {
			if v := a.Value.Name(); slices.Contains(layout.TargetKeys["change_request"], a.Key) && (v == sec.ID || slices.Contains(sec.Aliases, v)) {
				out = append(out, source.Edit{Span: a.Span, New: a.Key + "=" + noma.QuoteValue(id)})
			}
		}
	}
	return out
}

// namesSection returns an id of a section that something in its document refers to, but for what is skipped; "" when nothing does.
func namesSection(d *noma.Document, sec *noma.Section, skip func(noma.Node) bool) string {
	ids := map[string]bool{sec.ID: true}
	for _, a := range sec.Aliases {
		ids[a] = true
	}
	for _, m := range titleLink.FindAllStringSubmatch(d.File.Text, -1) {
		if t, ok := d.Target(m[1]); ok && t == noma.Node(sec) {
			return sec.ID
		}
	}
	return refersIn(d, ids, []string{d.File.Text}, skip)
}

// titleLink is a link that names a section by its title.
var titleLink = regexp.MustCompile(`\[\[(#[^\[\]\n|]+)`)

// toText returns the edit that makes the heading line of a section a paragraph, with the blank lines it needs.
// ok is false when the title alone would not be read as one.
func toText(file *source.File, sec *noma.Section) (e source.Edit, ok bool) {
	d := noma.Snippet(sec.Title.S)
	if len(d.Children) != 1 {
		return e, false
	}
	p, ok := d.Children[0].(*noma.Paragraph)
	if !ok || p.Content.S != sec.Title.S {
		return e, false
	}
	line := file.Line(sec.Heading.Start)
	filled := func(n int) bool {
		return n >= 1 && n <= file.Lines() && strings.TrimSpace(file.LineSpan(n).Of(file.Text)) != ""
	}
	now := sec.Title.S
	if filled(line - 1) {
		now = file.EOL() + now
	}
	if filled(line + 1) {
		now += file.EOL()
	}
	return source.Edit{Span: file.LineSpan(line), New: now}, true
}

// dissolveIn makes paragraphs of the headings that are to become some. When an id would change by that, or something that came refers to
// one of them, they are refused, and ok is false: the others have to be made anew without them.
func (s *schedule) dissolveIn(text string) (now string, ok bool) {
	goes := map[string]*finding{}
	for _, o := range s.dissolves {
		if s.applied(o.f) {
			goes[o.id] = o.f
		}
	}
	if len(goes) == 0 {
		return text, true
	}
	parse := func(text string) *noma.Document {
		d, _, err := noma.Parse(source.NewFile("", text), noma.Options{Look: s.look})
		if err != nil {
			return &noma.Document{}
		}
		return d
	}
	var edits []source.Edit
	stay := map[string]bool{}
	d, before := parse(text), noma.WholeDocument
	for n := range noma.Walk(d) {
		sec, ok := n.(*noma.Section)
		if !ok {
			continue
		}
		if goes[sec.ID] == nil {
			stay[sec.ID] = true
			before = cmp.Or(sec.ID, before)
		} else if ref := namesSection(d, sec, aRecord); ref != "" {
			s.fail(goes[sec.ID], sayHeadingReferenced.with(ref))
			return text, false
		} else if edit, writable := toText(d.File, sec); writable {
			edits = append(append(edits, edit), recordsOf(d, sec, before)...)
			delete(goes, sec.ID)
		}
	}
	now, err := source.Apply(text, edits)
	if err == nil {
		for n := range noma.Walk(parse(now)) {
			if sec, ok := n.(*noma.Section); ok {
				delete(stay, sec.ID)
			}
		}
	}
	if err == nil && len(goes)+len(stay) == 0 {
		return now, true
	}
	for _, o := range s.dissolves {
		if s.applied(o.f) {
			s.fail(o.f, sayOutlineIDs)
		}
	}
	return text, false
}
