package layout

import (
	"fmt"
	"strings"

	"github.com/nomadocx/nomadocx/noma"
)

// A document is shown to an audience: to a review, which is all of it, or to a client, who sees nothing that is for the authors. What
// that leaves out is decided here, once, for all formats: whole blocks are left out of the document ([noma.Document.Shown]), lines
// and words of blocks by what lays them out, which asks the document for its audience.

// AudienceKey is the key in the frontmatter, and the attribute of blocks and headings, that says whom they are for.
const AudienceKey = "audience"

// Audiences are the names of the audiences.
var Audiences = []string{"review", "client"}

// internal is the audience of what no client gets.
const internal = "internal"

// ReadAudience returns the audience with a name, "" for a review. It fails for a name of none.
func ReadAudience(name string) (noma.Audience, error) {
	switch strings.ToLower(strings.TrimSpace(name)) {
	case "", "review":
		return noma.Audience{}, nil
	case "client":
		return noma.Audience{Client: true}, nil
	}
	return noma.Audience{}, fmt.Errorf("%q is no audience; use %s", name, strings.Join(Audiences, " or "))
}

// AudienceOf returns the audience that the frontmatter of a document names, a review where it names none.
func AudienceOf(d *noma.Document) noma.Audience {
	a, _ := ReadAudience(d.Meta.String(AudienceKey))
	return a
}

// audienceWord returns an audience in a manifest, "" for a review.
func audienceWord(a noma.Audience) string {
	switch {
	case a.Client && a.Comments:
		return "client+comments"
	case a.Client:
		return "client"
	}
	return ""
}

// readAudienceWord reads it again. Words of later versions give the audience of reviews.
func readAudienceWord(word string) noma.Audience {
	name, comments := strings.CutSuffix(word, "+comments")
	a, _ := ReadAudience(name)
	a.Comments = comments
	return a
}

// forAuthors are the blocks that clients get only if they say audience="client".
var forAuthors = map[string]bool{
	"agent_task": true, "instruction": true, "memory": true, "memory_index": true, "query": true,
	"review": true, "provenance": true, "confidence": true, "state_change": true, "export_button": true,
}

// Present makes a document one for an audience, from now on.
func Present(d *noma.Document, a noma.Audience) {
	d.Audience = a
	d.LeaveOut(nil)
	if !a.Client {
		return
	}
	out := map[noma.Node][]noma.Node{}
	collectInternal(d, out)
	d.LeaveOut(out)
	p := presenting{doc: d, out: out, comments: map[noma.Node]bool{}}
	p.annotations()
	p.data()
	p.notes()
	d.LeaveOut(out)
	if refs := ReferencesOf(d); refs.Marks || refs.Listed {
		p.sources()
	}
	if a.Comments { // nothing else depends on them, so that a file with comments is one without them, and the comments
		for n := range p.comments {
			delete(out, n)
		}
	}
	d.LeaveOut(out)
}

// audience returns the audience that a block or heading names, "" for none.
func audience(n noma.Node) string {
	var attrs []noma.Attr
	switch n := n.(type) {
	case *noma.Section:
		attrs = n.Attrs
	case *noma.Directive:
		attrs = n.Attrs
	case *noma.Table:
		if n.Caption != nil {
			attrs = n.Caption.Attrs
		}
	}
	a, _ := noma.FindAttr(attrs, AudienceKey)
	return strings.ToLower(strings.TrimSpace(a.Value.Text()))
}

// collectInternal notes the blocks that are for the authors, without what is in them. A note goes with its marks. What stands in a body
// that is shown as code is text of it, and no block.
func collectInternal(n noma.Node, out map[noma.Node][]noma.Node) {
	d, ok := n.(*noma.Directive)
	if who := audience(n); !(ok && d.Is(noma.Note)) && (who == internal || ok && forAuthors[d.Name] && who != "client") {
		out[n] = nil
		return
	}
	if _, list := n.(*noma.List); list || ok && hides(d) {
		return
	}
	for _, k := range n.Kids() {
		collectInternal(k, out)
	}
}

// presenting finds what else a client does not get.
type presenting struct {
	doc *noma.Document
	out map[noma.Node][]noma.Node
	// comments are the comments and change requests on what is shown.
	comments map[noma.Node]bool
}

// annotations leaves out comments and change requests.
func (p *presenting) annotations() {
	for n := range p.doc.WalkShown() {
		d, ok := n.(*noma.Directive)
		if !ok || !d.Is(noma.Annotates) || d.Is(noma.Note) {
			continue
		}
		if p.out[d] = nil; !p.aboutLeftOut(d) {
			p.comments[d] = true
		}
	}
	p.doc.LeaveOut(p.out)
}

// aboutLeftOut reports whether a comment, note or request is about something that is left out; an answer is about what the comment is.
func (p *presenting) aboutLeftOut(d *noma.Directive) bool {
	for seen := map[*noma.Directive]bool{}; ReplyTo(d) != "" && !seen[d]; {
		seen[d] = true
		t, _ := p.doc.Block(ReplyTo(d))
		asked, ok := t.(*noma.Directive)
		switch {
		case !ok:
		case p.doc.LeftOut(asked):
			return true
		default:
			d = asked
		}
	}
	for _, k := range TargetKeys[d.Name] {
		if t, ok := p.doc.Block(d.AttrText(k)); ok {
			return p.doc.LeftOut(t)
		}
	}
	return false
}

// data leaves out the datasets that charts are drawn from, unless the text refers to them.
func (p *presenting) data() {
	feeds := map[noma.Node]bool{}
	for n := range p.doc.WalkShown() {
		d, ok := n.(*noma.Directive)
		if !ok || d.Is(noma.Data) {
			continue
		}
		if t, ok := p.doc.Block(strings.TrimSpace(d.AttrText("dataset"))); ok && d.AttrText("dataset") != "" && audience(t) != "client" {
			if x, ok := t.(*noma.Directive); ok && x.Is(noma.Data) {
				feeds[x] = true
			}
		}
	}
	if len(feeds) == 0 {
		return
	}
	var visit func([]noma.Inline)
	visit = func(nodes []noma.Inline) {
		for i := range nodes {
			if n := &nodes[i]; n.Kind == noma.InlineWiki {
				if t, ok := p.doc.Target(n.Target); ok {
					delete(feeds, t)
				}
			}
			visit(nodes[i].Children)
		}
	}
	for n := range p.doc.WalkShown() {
		for t := range noma.Texts(n) {
			if strings.Contains(t.S, "[[") {
				visit(noma.ParseInline(t.S))
			}
		}
	}
	for n := range feeds {
		p.out[n] = nil
	}
}

// sources leaves out the panels of sources, with the notes on them that have no marks.
func (p *presenting) sources() {
	for n := range noma.Walk(p.doc) {
		if d, ok := n.(*noma.Directive); ok && d.Name == "citation" && !p.doc.LeftOut(n) && audience(n) != "client" {
			p.out[n] = nil
		}
	}
	p.doc.LeaveOut(p.out)
	marked := noma.MarkedNotes(p.doc)
	for n := range noma.Walk(p.doc) {
		if d, ok := n.(*noma.Directive); ok && d.Is(noma.Note) && !marked[d.ID] && p.around(d) == nil && p.aboutLeftOut(d) {
			p.out[d] = nil
		}
	}
}

// notes shows the notes whose marks are shown, wherever they are written, and leaves out the others that have marks, those about blocks
// that are left out, and internal ones without marks.
func (p *presenting) notes() {
	marked := noma.MarkedNotes(p.doc)
	shown := p.shownNotes(marked)
	for n := range noma.Walk(p.doc) {
		d, ok := n.(*noma.Directive)
		if !ok || !d.Is(noma.Note) {
			continue
		}
		switch around := p.around(d); {
		case around == nil && (marked[d.ID] && !shown[d.ID] || !marked[d.ID] && (p.aboutLeftOut(d) || audience(d) == internal)):
			p.out[d] = nil
		case around != nil && shown[d.ID] && !Withdrawn(d):
			p.out[around] = append(p.out[around], d)
		}
	}
}

// shownNotes returns the ids that marks name which are shown: in the text, or in a note that is shown itself.
func (p *presenting) shownNotes(marked map[string]bool) map[string]bool {
	shown, inside := map[string]bool{}, map[string][]string{} // inside: the marks in the text of a note
	var visit func(id string)
	visit = func(id string) {
		if !shown[id] {
			shown[id] = true
			for _, k := range inside[id] {
				visit(k)
			}
		}
	}
	var roots []string
	for n := range noma.Walk(p.doc) {
		note := noteAround(n)
		unseen := p.doc.LeftOut(n)
		for t := range noma.Texts(n) {
			for _, m := range noma.NoteMarks(t.S) {
				switch {
				case note != nil && marked[note.ID]:
					inside[note.ID] = append(inside[note.ID], m.Target)
				case !unseen && (note == nil || !p.aboutLeftOut(note) && audience(note) != internal):
					roots = append(roots, m.Target)
				}
			}
		}
	}
	for _, id := range roots {
		visit(id)
	}
	return shown
}

// noteAround returns the note that a block is in, nil for none.
func noteAround(n noma.Node) *noma.Directive {
	for ; n != nil; n = n.At().Parent {
		if d, ok := n.(*noma.Directive); ok && d.Is(noma.Note) {
			return d
		}
	}
	return nil
}

// around returns the outermost block around a note that is left out, nil for none.
func (p *presenting) around(d *noma.Directive) (out noma.Node) {
	for n := d.Parent; n != nil; n = n.At().Parent {
		if _, ok := p.out[n]; ok {
			out = n
		}
	}
	return out
}

// sourceBlock reports whether a ::citation counts among the sources that are listed: its own panel may be left out.
func sourceBlock(doc *noma.Document, d *noma.Directive) bool {
	return !doc.LeftOut(d) || d.Parent != nil && !doc.LeftOut(d.Parent) && audience(d) != internal
}

// Unsent reports whether something in a block is not in a Word file for the document's audience.
func Unsent(doc *noma.Document, n noma.Node) bool {
	if !doc.Audience.Client {
		return false
	}
	for k := range noma.Walk(n) {
		if noma.Is(k, noma.Hatch) {
			return true
		}
	}
	return doc.Withholds(n)
}

// Words returns what a reference to a block without a number shows a client: its title, or what it is.
func Words(doc *noma.Document, n noma.Node) string {
	switch n := n.(type) {
	case *noma.Section:
		return PlainLine(doc, n.Title.S)
	case *noma.Table:
		if s := squeezed(n.CaptionText()); s != "" {
			return s
		}
		return WordOf(doc, "table")
	case *noma.Directive:
		s := BlockTitle(n)
		switch {
		case s != "":
		case n.Name == "dataset" && !doc.Audience.Before21:
			s = wordsOf(n.AttrText("title"))
		case n.Name == "control" && !doc.Audience.Before21:
			if c := controlLabel(n); c.Origin.Kind == FromAttr {
				s = wordsOf(c.Value)
			}
		case captionKind(n)[1] != "":
			if c := captionSlot(n); c.Origin.Kind == FromAttr {
				s = squeezed(c.Value)
			}
		}
		if s != "" {
			return s
		}
		return kindOf(doc, n)
	}
	return ""
}

// kindOf returns what a block is, in words of the language of the document where they are known.
func kindOf(doc *noma.Document, d *noma.Directive) string {
	name := ReadableName(d.Name)
	if word := WordOf(doc, name); word != name {
		return word
	}
	return strings.ToLower(name)
}
