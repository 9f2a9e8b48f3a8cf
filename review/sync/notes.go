package reviewsync

import (
	"slices"
	"strings"

	"github.com/nomadocx/nomadocx/internal/align"
	"github.com/nomadocx/nomadocx/internal/office/wml"
	"github.com/nomadocx/nomadocx/layout"
	"github.com/nomadocx/nomadocx/noma"
	"github.com/nomadocx/nomadocx/patch"
)

// Footnotes and endnotes. A note is tied to its source by its place and its text. LibreOffice
// hands texts out by position and mixes them up when a comment stands between two references, so a
// note that comes back empty, or with the text of another one, is not an edit.

type gotNote struct {
	n *wml.Note
	wording
	paras   []*wml.Paragraph
	place   *wml.Paragraph
	target  noma.Node
	match   *layout.Note
	mark    *wml.Run // its reference
	inPlace bool     // it is written ^[text] where its mark stands: its words are compared with those around it
	// tracked is set when tracked changes in its words are change requests on it, see [notes.tracksIn].
	tracked, end bool
	// cut is the finding that takes its block out with the note of the source, while the file has it elsewhere: it is a new one there. was is
	// what that note says, where it is something else.
	cut *finding
	was string
}

// notes compares the notes of the source with those of the file.
type notes struct {
	*annotations
	gone       *departed
	anchors    *anchors
	formatting *formatting
}

// pending reports whether a note is only proposed: its reference is, or all its words are.
func (g *gotNote) pending() bool {
	return g.mark.Ins != nil || g.text == "" && textOf(g.paras, wml.Current) != ""
}

// noteSet is the footnotes or the endnotes on both sides.
type noteSet struct {
	end      bool
	part     bool // the file has the part for them
	sent     []*layout.Note
	said     []wording
	matched  []bool // of those that were sent
	notes    []*wml.Note
	returned []*gotNote
	mixed    bool // see [normalized.mixedUp]
}

// read finds which returned note is which sent one.
func (s *notes) read() {
	for _, x := range s.returned.noted {
		for _, g := range x.returned {
			g.target = s.addressable(s.owner.Get(g.place))
		}
		x.matched = s.matchNotes(x.sent, x.said, x.returned)
		for _, g := range x.returned {
			if g.match != nil && !g.match.InText {
				if g.cut = s.gone.goesWith(g.match.Node, g.match.Target); g.cut != nil {
					if !sameParas(g.match.Blocks, g.paras) {
						g.was = blocksText(g.match.Blocks)
					}
					g.match, g.target = nil, s.gone.around(g.target)
				}
			}
			if g.match != nil && !x.mixed && !g.inPlace {
				s.tracksIn(g)
			}
		}
	}
}

func (s *notes) compare() {
	for _, x := range s.returned.noted {
		s.noteKind(x.sent, x.notes, x.returned, x.matched, x.part, x.end, x.mixed)
	}
}

// noteKind compares the footnotes, or with end the endnotes; matched says which of those that were sent came back.
func (s *notes) noteKind(sent []*layout.Note, notes []*wml.Note, returned []*gotNote, matched []bool, part, end, mixed bool) {
	for _, g := range returned {
		if g.inPlace {
			s.noteInPlace(g, end)
		} else if g.match != nil {
			if g.mark.Del != nil {
				s.refuse(sayNoteDeletionTracked, g.match.Node, blocksText(g.match.Blocks), "").note(g.n, end)
			}
			s.formatting.annotation(g.match.Node, g.match.Blocks, g.paras, annotationPara{note: g.n, end: end})
			if !g.tracked {
				s.proposed(g.match.Node, noteName(end), g.paras, func(f *finding) *finding { return f.note(g.n, end) })
			}
			s.updateNote(g, end, mixed)
			if !mixed && !g.match.InText {
				at, mark := s.anchors.noteStretch(g)
				s.anchors.all = append(s.anchors.all, &anchored{stretch: at, note: true, mark: mark, target: g.target, d: g.match.Node,
					found: g.match.Placed && !g.match.Near, near: g.match.Near,
					apart: g.match.Target == nil && !layout.InHeaderFooter(g.match.Node),
					at:    func(f *finding) *finding { return f.note(g.n, end) }})
			}
		} else {
			s.formatting.annotation(g.target, nil, g.paras, annotationPara{note: g.n, end: end})
			if !g.pending() {
				s.proposed(g.target, noteName(end), g.paras, func(f *finding) *finding { return f.note(g.n, end) })
			}
			s.newNote(g, end, mixed)
		}
	}
	var missing []*layout.Note
	kept := false // one that was sent came back
	for i, n := range sent {
		kept = kept || matched[i] && (n.InPlace || s.base.sentMark(layout.MarkName(n.Node)))
		if !matched[i] && !n.InPlace && s.base.sentMark(layout.MarkName(n.Node)) && !s.gone.wentAlong(n.Node, n.Target) {
			if f := s.gone.staysWith(n.Node, n.Target, noteName(end), blocksText(n.Blocks)); f != nil {
				f.note(nil, end)
			} else if n.InText {
				s.missingNote(n, end, mixed)
			} else {
				missing = append(missing, n)
			}
		}
	}
	unmarked := !kept && slices.ContainsFunc(notes, func(n *wml.Note) bool {
		return speaks(n) && !slices.ContainsFunc(returned, func(g *gotNote) bool { return g.n == n })
	})
	if len(missing) > 0 && s.dropsNotes(sent, matched, part, unmarked) {
		var was []string
		for _, n := range missing {
			was = append(was, blocksText(n.Blocks))
		}
		s.partMissing(noteName(end)+"s", missing[0].Node, was).note(nil, end)
		return
	}
	for _, n := range missing {
		s.missingNote(n, end, mixed)
	}
}

// speaks reports whether a note has words: a separator need not say that it is one.
func speaks(n *wml.Note) bool {
	for p := range wml.Paragraphs(n.Blocks...) {
		if text(p.Runs) != "" {
			return true
		}
	}
	return false
}

// partMissing reports, once for all, that the comments or notes of a file are gone.
func (s *annotations) partMissing(what string, first noma.Node, was []string) *finding {
	outcome := Editor
	if s.returned.keepsFormatting() {
		outcome = Refused
	}
	said := sayAllGone
	if len(was) <= fewFields {
		said = sayFewGone
	}
	return s.find(outcome, said.with(what, len(was), s.returned.program()), first, strings.Join(was, "\n"), "")
}

// matchNotes finds which returned note is which sent one, and reports which were found. A note has no author: its
// words and its place say which it is, and of several notes of a paragraph those belong together whose words do.
func (s *notes) matchNotes(sent []*layout.Note, said []wording, returned []*gotNote) []bool {
	target := func(n *layout.Note) noma.Node {
		if n.Target != nil {
			return s.addressable(n.Target)
		}
		return s.addressable(n.Node)
	}
	p := align.NewPairing(len(sent), len(returned))
	marked := map[*layout.Note]int{}
	for i, n := range sent {
		if n.InText {
			marked[n] = i
			p.To[i] = len(returned) // whose mark it is is known
		}
	}
	for j, g := range returned {
		if g.match != nil {
			p.Pair(marked[g.match], j)
		}
	}
	stands := func(i, j int) bool {
		x := s.planned.Get(returned[j].place)
		return x != nil && slices.Contains(x.References(), sent[i])
	}
	p.Same(func(i, j int) bool {
		return returned[j].text == said[i].text && stands(i, j) && returned[j].mark.Ins == nil
	})
	p.Same(func(i, j int) bool { // in a table that came back as it was, nothing else says where it stood
		s.plan.Look.Now()
		return returned[j].text == said[i].text && returned[j].mark.Ins == nil && returned[j].onWords(layout.ReadQuote(sent[i].Node))
	})
	p.Same(func(i, j int) bool { // what is pasted as a proposal reads as what it was copied from
		s.plan.Look.Now()
		return returned[j].text == said[i].text && target(sent[i]) == returned[j].target && returned[j].mark.Ins == nil
	})
	if s.base.moved { // the author may have rewritten it
		asSent := func(i, j int) bool {
			return s.base.textSent(layout.MarkName(sent[i].Node), returned[j].paras) && returned[j].mark.Ins == nil
		}
		p.Same(func(i, j int) bool { return asSent(i, j) && target(sent[i]) == returned[j].target })
		p.Same(asSent)
	}
	least := func(n, least int) int {
		if n < least {
			return align.Never
		}
		return n
	}
	p.Best(func(i, j int) int {
		g := returned[j]
		if !stands(i, j) {
			return align.Never
		}
		if moreNotes(g.place, s.planned.Get(g.place), sent[i].End) {
			return least(likeness(&said[i], &g.wording), kin) // it may be the new one
		}
		return likeness(&said[i], &g.wording)
	})
	p.Same(func(i, j int) bool {
		s.plan.Look.Now()
		return returned[j].text == said[i].text
	})
	p.Best(func(i, j int) int {
		n := likeness(&said[i], &returned[j].wording)
		if target(sent[i]) == returned[j].target {
			return least(n, kin)
		}
		return least(n, mostly)
	})
	out := make([]bool, len(sent))
	for i, j := range p.To {
		if j >= 0 && j < len(returned) {
			returned[j].match, out[i] = sent[i], true
		}
	}
	return out
}

// onWords reports whether the mark of a note stands at the words that a selector names.
func (g *gotNote) onWords(q layout.Quote) bool {
	at := slices.IndexFunc(g.place.Runs, func(r wml.Run) bool { return r.Object == g.mark.Object })
	return !q.IsZero() && at >= 0 && strings.HasSuffix(text(g.place.Runs[:at]), q.Prefix+q.Exact) && strings.HasPrefix(text(g.place.Runs[at:]), q.Suffix)
}

// moreNotes reports whether a paragraph came back with more notes of a kind than it was sent with.
func moreNotes(r *wml.Paragraph, sent *layout.Para, end bool) bool {
	more := 0
	for i := range r.Runs {
		if n := r.Runs[i].Note(); n != nil && n.Endnote == end {
			more++
		}
	}
	for _, n := range sent.References() {
		if n.End == end {
			more--
		}
	}
	return more > 0
}

func (in *normalized) gotNotes(notes []*wml.Note, end bool) []*gotNote {
	places, marks := map[string]*wml.Paragraph{}, map[string]*wml.Run{}
	for _, p := range in.marked {
		for i := range p.Runs {
			if r := &p.Runs[i]; r.Kind == wml.NoteMark && r.Note() != nil && r.Note().Endnote == end && places[r.Note().ID] == nil {
				// A reference that is proposed to go is there until that is accepted.
				places[r.Note().ID], marks[r.Note().ID] = p, r
			}
		}
	}
	var out []*gotNote
	for _, n := range notes {
		g := &gotNote{n: n, end: end, place: places[n.ID], mark: marks[n.ID]}
		if g.place == nil {
			continue // its reference is gone: the note is deleted, whatever the part still holds
		}
		g.paras = annotationParas(n.Blocks)
		g.text = textOf(g.paras, wml.Original)
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

// updateNote brings the edited text of a note into the source, or reports why not.
func (s *notes) updateNote(g *gotNote, end, mixed bool) {
	n := g.match
	was := blocksText(n.Blocks)
	if sameParas(n.Blocks, g.paras) {
		return
	}
	at := func(f *finding) *finding { return f.note(g.n, end) }
	switch {
	case mixed:
		s.mixedUp(n, was, g.text, at)
		return
	case s.losesPictures(g):
		at(s.refuse(sayNotePicturesDropped, n.Node, was, g.text))
		return
	case g.text == "":
		at(s.refuse(sayNoteEmptied, n.Node, was, ""))
		return
	}
	by, ok := s.mine(n.Node, layout.Contents(n.Blocks), contentOfParas(g.paras), was, g.text)
	if !ok {
		return
	}
	s.body(annotationEdit{d: n.Node, by: by, code: CodeNote, action: "update_" + noteName(end), native: g.n.ID, was: was, now: g.text, at: at}, n.Blocks, g.paras)
}

func (s *notes) newNote(g *gotNote, end, mixed bool) {
	at := func(f *finding) *finding { return f.note(g.n, end) }
	switch {
	case g.mark.Ins == nil && s.takenOut(contentOfParas(g.paras)):
		return
	case mixed:
		at(s.refuse(sayNewNoteMixedUp, g.target, "", g.text))
		return
	case g.pending():
		// A note of the source is there or not: nothing says that it is only proposed.
		was, now := textOf(g.paras, wml.Original), textOf(g.paras, wml.Current)
		if was == now {
			was = ""
		}
		f := at(s.refuse(sayNoteTracked.with(noteName(end)), g.target, was, now))
		f.Reviewer = proposers(append(g.paras, &wml.Paragraph{Runs: []wml.Run{*g.mark}}))
		return
	case g.text == "":
		at(s.refuse(sayNoteWithoutText, g.target, g.was, ""))
		return
	case layout.InHeaderFooter(g.target):
		at(s.refuse(sayNoteInHeader, g.target, g.was, g.text))
		return
	}
	content, ok := s.content(g.paras, nil)
	if !ok {
		at(s.refuse(sayNoteMarkup, g.target, g.was, g.text))
		return
	}
	target := layout.TargetID(g.target)
	kind := noteName(end)
	id := s.newID(kind, target, g.n.ID)
	f := at(s.apply(sayNoteAdded, s.where(g.target, g.place), g.was, g.text))
	f.change = &Change{Action: "add_" + kind, ID: id, Target: target, NativeID: g.n.ID}
	f.restsOn(g.cut)
	added := s.add(f, patch.Op{Op: "add_" + kind, ID: id, Target: target, Content: content})
	place, _ := s.anchors.noteStretch(g)
	s.anchors.all = append(s.anchors.all, &anchored{stretch: place, note: true, target: g.target, added: added, f: f})
}

// mixedUp reports, once for all, a note that the program which saved the file has mixed up with others.
func (s *notes) mixedUp(n *layout.Note, was, now string, at func(*finding) *finding) {
	f := s.habit(habit{say: sayNotesMixedUp, n: 1}, s.returned.program())
	if f.node == nil {
		at(f.of(n.Node))
		f.Was, f.Now = was, now
		return
	}
	f.Was, f.Now = f.Was+"\n"+was, f.Now+"\n"+now
}

func (s *notes) missingNote(n *layout.Note, end, mixed bool) {
	was := blocksText(n.Blocks)
	kind := noteName(end)
	if mixed {
		s.mixedUp(n, was, "", func(f *finding) *finding { return f.note(nil, end) })
		return
	}
	if !n.InText && !s.returned.keepsFormatting() {
		s.refuse(sayNoteOfBlockGone.with(kind), n.Node, was, "").note(nil, end)
		return
	}
	f := s.apply(sayNoteDeleted.with(kind), n.Node, was, "")
	if n.InText {
		f.mark = n.Node.ID
	}
	s.deleteNote(n, f)
}
