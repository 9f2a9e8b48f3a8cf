package reviewsync

import (
	"strings"

	"github.com/nomadocx/nomadocx/layout"
	"github.com/nomadocx/nomadocx/noma"
	"github.com/nomadocx/nomadocx/patch"
	"github.com/nomadocx/nomadocx/wml"
)

// Footnotes and endnotes. A note is tied to its source by its place and its text. LibreOffice
// hands texts out by position and mixes them up when a comment stands between two references, so a
// note that comes back empty, or with the text of another one, is not an edit.

type gotNote struct {
	n      *wml.Note
	text   string
	paras  []*wml.Paragraph
	place  *wml.Paragraph
	target noma.Node
	match  *layout.Note
	goes   bool // its reference is proposed to go
}

func (s *session) notes() {
	s.noteKind(s.plan.Footnotes, s.returned.Footnotes, false)
	s.noteKind(s.plan.Endnotes, s.returned.Endnotes, true)
}

func (s *session) noteKind(sent []*layout.Note, notes []*wml.Note, end bool) {
	returned := s.gotNotes(notes, end)
	texts := map[string]int{}
	textOf := make(map[*layout.Note]string, len(sent))
	for _, n := range sent {
		textOf[n] = blocksText(n.Blocks)
		texts[textOf[n]]++
	}
	matched := map[*layout.Note]*gotNote{}
	pair := func(n *layout.Note, g *gotNote) { g.match, matched[n] = n, g }
	target := func(n *layout.Note) noma.Node {
		if n.Target != nil {
			return s.addressable(n.Target)
		}
		return s.addressable(n.Node)
	}
	rules := []func(n *layout.Note, g *gotNote) bool{
		func(n *layout.Note, g *gotNote) bool { return g.text == textOf[n] && target(n) == g.target },
		func(n *layout.Note, g *gotNote) bool { return s.atNote(n, g) },
		func(n *layout.Note, g *gotNote) bool { return g.text == textOf[n] },
	}
	for _, same := range rules {
		first := 0 // the first unmatched one: notes mostly come back in order
		for _, n := range sent {
			if matched[n] != nil {
				continue
			}
			for first < len(returned) && returned[first].match != nil {
				first++
			}
			for _, g := range returned[first:] {
				if g.match == nil && same(n, g) {
					pair(n, g)
					break
				}
			}
		}
	}
	mixed := s.mixedUp(returned, texts)
	for _, g := range returned {
		if g.match != nil {
			if g.goes {
				s.refuse(CodeRevisions, g.match.Node, "That the note goes is only proposed; accept or reject it first.", textOf[g.match], "").note(g.n, end)
			}
			s.remark(g.match.Node, g.match.Blocks, g.paras, remarked{note: g.n, end: end})
			s.updateNote(g, end, mixed)
		} else {
			s.remark(g.target, nil, g.paras, remarked{note: g.n, end: end})
			s.newNote(g, end, mixed)
		}
	}
	for _, n := range sent {
		if matched[n] == nil && s.base.sentMark(n.Node.ID) && !s.wentAlong(n.Node, n.Target) {
			s.missingNote(n, end, mixed)
		}
	}
}

// atNote: the returned reference stands where the note was sent: in the same paragraph, in the same
// order among its references.
func (s *session) atNote(n *layout.Note, g *gotNote) bool {
	p := s.planned.Get(g.place)
	if p == nil {
		return false
	}
	k := 0
	for _, x := range p.Notes {
		if x == n {
			break
		}
		if x.End == n.End {
			k++
		}
	}
	in := false
	for _, x := range p.Notes {
		in = in || x == n
	}
	if !in {
		return false
	}
	i := 0
	for r := range g.place.Runs {
		run := &g.place.Runs[r]
		if run.Kind != wml.NoteMark || run.Note() == nil || run.Note().Endnote != n.End {
			continue
		}
		if run.Note().ID == g.n.ID {
			// A reference the reviewer added stands before ours in the text; ours are at its end.
			total := 0
			for q := range g.place.Runs {
				if x := &g.place.Runs[q]; x.Kind == wml.NoteMark && x.Note() != nil && x.Note().Endnote == n.End {
					total++
				}
			}
			ours := 0
			for _, x := range p.Notes {
				if x.End == n.End {
					ours++
				}
			}
			return total == ours && i == k
		}
		i++
	}
	return false
}

// mixedUp reports whether the editor has mixed up the notes: the file was saved by an editor that
// counts by position, and a text stands at two notes or a sent text has moved to another note.
func (s *session) mixedUp(returned []*gotNote, texts map[string]int) bool {
	if !strings.HasPrefix(s.returned.Producer, "LibreOffice") {
		return false
	}
	seen := map[string]int{}
	empty := 0
	for _, g := range returned {
		seen[g.text]++
		if g.text == "" {
			empty++
		}
	}
	if empty > 0 {
		return true
	}
	for t, n := range seen {
		if n > max(1, texts[t]) && texts[t] > 0 {
			return true
		}
	}
	return false
}

func (s *session) gotNotes(notes []*wml.Note, end bool) []*gotNote {
	places, goes := map[string]*wml.Paragraph{}, map[string]bool{}
	for _, p := range s.marked {
		for i := range p.Runs {
			if r := &p.Runs[i]; r.Kind == wml.NoteMark && r.Note() != nil && r.Note().Endnote == end && places[r.Note().ID] == nil {
				// A reference that is proposed to go is there until that is accepted.
				places[r.Note().ID], goes[r.Note().ID] = p, r.Del != nil
			}
		}
	}
	var out []*gotNote
	for _, n := range notes {
		g := &gotNote{n: n, place: places[n.ID], goes: goes[n.ID]}
		if g.place == nil {
			continue // its reference is gone: the note is deleted, whatever the part still holds
		}
		var lines []string
		for p := range wml.Paragraphs(n.Blocks...) {
			g.paras = append(g.paras, p)
			if t := text(p.Runs); t != "" {
				lines = append(lines, t)
			}
		}
		g.text = strings.Join(lines, "\n")
		g.target = s.addressable(s.owner.Get(g.place))
		out = append(out, g)
	}
	return out
}

func noteName(end bool) string {
	if end {
		return "endnote"
	}
	return "footnote"
}

func (s *session) updateNote(g *gotNote, end, mixed bool) {
	n := g.match
	was := blocksText(n.Blocks)
	if sameParas(n.Blocks, g.paras) {
		return
	}
	at := func(f *finding) *finding { return f.note(g.n, end) }
	switch {
	case mixed:
		at(s.refuse(CodeDamaged, n.Node, "The editor mixes up notes that have a comment between them; the note was left alone; edit it in the source, if it was changed.", was, g.text))
		return
	case g.text == "":
		at(s.refuse(CodeEmpty, n.Node, "The note came back without text; delete it in the source, if that was meant.", was, ""))
		return
	case revised(g.paras):
		at(s.refuse(CodeRevisions, n.Node, "The note's text holds tracked changes.", was, g.text))
		return
	case !s.mine(n.Node, layout.Contents(n.Blocks), contentOfParas(g.paras), was, g.text):
		return
	}
	s.body(remarkEdit{d: n.Node, code: CodeNote, action: "update_" + noteName(end), native: g.n.ID, was: was, now: g.text, at: at}, n.Blocks, g.paras)
}

func revised(paras []*wml.Paragraph) bool {
	for _, p := range paras {
		if p.Revised() {
			return true
		}
	}
	return false
}

func (s *session) newNote(g *gotNote, end, mixed bool) {
	at := func(f *finding) *finding { return f.note(g.n, end) }
	switch {
	case mixed:
		at(s.refuse(CodeDamaged, g.target, "The editor mixes up notes that have a comment between them; this note was left out.", "", g.text))
		return
	case g.text == "":
		at(s.refuse(CodeEmpty, g.target, "A note was added without text; there is nothing to bring home.", "", ""))
		return
	case revised(g.paras):
		at(s.refuse(CodeRevisions, g.target, "A new note's text holds tracked changes.", "", g.text))
		return
	case g.target == nil:
		at(s.refuse(CodeNoPlace, nil, "The note hangs on no block with an id.", "", g.text))
		return
	}
	content, ok := s.content(g.paras, nil)
	if !ok {
		at(s.refuse(CodeNoSpelling, g.target, "The note's text has no spelling in the source.", "", g.text))
		return
	}
	target := g.target.At().ID
	kind := noteName(end)
	id := s.newID(kind, target, g.n.ID)
	f := at(s.apply(CodeNote, g.target, "A note was added.", "", g.text))
	f.change = &Change{Action: "add_" + kind, ID: id, Target: target, NativeID: g.n.ID}
	s.add(f, patch.Op{Op: "add_" + kind, ID: id, Target: target, Content: content})
}

func (s *session) missingNote(n *layout.Note, end, mixed bool) {
	was := blocksText(n.Blocks)
	kind := noteName(end)
	if mixed {
		s.refuse(CodeDamaged, n.Node, "The editor mixes up notes that have a comment between them; the note was left alone; edit it in the source, if it was changed.", was, "").note(nil, end)
		return
	}
	f := s.apply(CodeNote, n.Node, "The "+kind+" was deleted.", was, "")
	f.change = &Change{Action: "delete_" + kind, ID: n.Node.ID, Target: rawTarget(n.Node)}
	s.attribute(f, n.Node, "status", "deleted")
}
