package reviewsync

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/sergi/go-diff/diffmatchpatch"

	"github.com/nomadocx/nomadocx/internal/align"
	"github.com/nomadocx/nomadocx/internal/office/wml"
	"github.com/nomadocx/nomadocx/layout"
)

// Marks of notes in sentences, `[^id]` in the source, are part of the text. Which of them a returned mark is has to be known before
// paragraphs are compared: its note says it.

// findNotes collects the returned notes, and gives the marks that stand in sentences the ids that they have there.
func (in *normalized) findNotes() {
	in.endnotesAgain()
	in.noted = []*noteSet{
		{sent: in.plan.Footnotes, notes: in.Footnotes, part: in.HasFootnotes},
		{sent: in.plan.Endnotes, notes: in.Endnotes, part: in.HasEndnotes, end: true},
	}
	in.noteReferences()
	for _, x := range in.noted {
		x.returned = in.gotNotes(x.notes, x.end)
		x.said = make([]wording, len(x.sent))
		texts := map[string]int{}
		for i, n := range x.sent {
			x.said[i].text = blocksText(n.Blocks)
			texts[x.said[i].text]++
		}
		x.mixed = in.mixedUp(x.returned, x.said, texts)
		if slices.ContainsFunc(x.sent, func(n *layout.Note) bool { return n.InText }) {
			in.nameMarks(x)
		}
	}
}

// noteReferences makes further marks of the cross-references to our notes.
func (in *normalized) noteReferences() {
	for _, p := range in.marked {
		for i := range p.Runs {
			r := &p.Runs[i]
			if r.Field() == nil || r.Field().Part {
				continue
			}
			words := strings.Fields(r.Field().Instr)
			if len(words) < 2 || !strings.EqualFold(words[0], "NOTEREF") {
				continue
			}
			if id := in.plan.Names.ID(words[1]); in.plan.Names.MarkedNote(id) != nil {
				r.Kind, r.Text, r.Object = wml.NoteMark, "", &wml.NoteRef{Mark: id}
			}
		}
	}
}

// nameMarks pairs the notes of a kind by their words, and what is left by the notes around it.
func (in *normalized) nameMarks(x *noteSet) {
	got := slices.Clone(x.returned)
	order := map[*wml.Run]int{}
	for _, p := range in.marked {
		for i := range p.Runs {
			order[&p.Runs[i]] = len(order)
		}
	}
	slices.SortStableFunc(got, func(a, b *gotNote) int { return order[a.mark] - order[b.mark] })
	p := align.NewPairing(len(x.sent), len(got))
	if x.mixed {
		if len(got) == len(x.sent) {
			p.Same(func(i, j int) bool { return i == j })
		}
	} else {
		alike := map[string][]int{} // the returned notes by their text
		for j, g := range got {
			if g.mark.Ins == nil {
				alike[g.text] = append(alike[g.text], j)
			}
		}
		for i, n := range x.sent {
			of := alike[x.said[i].text]
			if at := slices.IndexFunc(of, func(j int) bool { return n.InText && got[j].within(in.plan.Names.Of(n.Node.ID)) }); at >= 0 && len(of) > 1 {
				p.Pair(i, of[at])
				alike[x.said[i].text] = slices.Delete(of, at, at+1)
			}
		}
		for i := range x.said {
			if of := alike[x.said[i].text]; len(of) > 0 && p.To[i] < 0 {
				p.Pair(i, of[0])
				alike[x.said[i].text] = of[1:]
			}
		}
		if in.base.moved {
			p.Same(func(i, j int) bool {
				return got[j].mark.Ins == nil && in.base.textSent(x.sent[i].Node.ID, got[j].paras)
			})
		}
		may := func(i, j int) bool { // its mark does not stand where another note was
			name := got[j].named()
			return name == "" || name == in.plan.Names.Of(x.sent[i].Node.ID)
		}
		p.Best(func(i, j int) int {
			if n := likeness(&x.said[i], &got[j].wording); n >= kin && got[j].mark.Ins == nil && (n >= mostly || may(i, j)) {
				return n
			}
			return align.Never
		})
		pairAround(p, got, may)
		copies(p, x, got)
	}
	for i, j := range p.To {
		n := x.sent[i]
		if j < 0 || !n.InText {
			continue
		}
		g := got[j]
		g.match = n
		if n.InPlace {
			g.placed(x.mixed)
			continue
		}
		g.mark.Object = &wml.NoteRef{Endnote: x.end, ID: g.n.ID, Mark: n.Node.ID}
	}
}

// within reports whether the mark of a note stands in a bookmark, and not on the line of a note whose block is not there.
func (g *gotNote) within(bookmark string) bool {
	from, to := -1, -1
	for _, pt := range g.place.Points {
		switch {
		case pt.Kind == wml.BookmarkStart && layout.PlainBookmark(pt.Name) == bookmark:
			from = pt.At
			to = len(g.place.Runs)
			if at := slices.IndexFunc(g.place.Points, func(e wml.Point) bool { return e.Kind == wml.BookmarkEnd && e.ID == pt.ID }); at >= 0 {
				to = g.place.Points[at].At
			}
		}
	}
	words := text(g.place.Runs)
	if from < 0 || slices.Contains(layout.WordsFor("Footnote"), words) || slices.Contains(layout.WordsFor("Endnote"), words) {
		return false
	}
	return slices.ContainsFunc(g.place.Runs[from:max(from, to)], func(r wml.Run) bool { return r.Kind == wml.NoteMark && r.Object == g.mark.Object })
}

// named returns the bookmark of this program that holds nothing but the mark of a note, "" for none.
func (g *gotNote) named() string {
	for _, pt := range g.place.Points {
		if pt.Kind == wml.BookmarkStart && strings.HasPrefix(pt.Name, "n_") && pt.At < len(g.place.Runs) && g.place.Runs[pt.At].Object == g.mark.Object &&
			slices.ContainsFunc(g.place.Points, func(e wml.Point) bool { return e.Kind == wml.BookmarkEnd && e.ID == pt.ID && e.At == pt.At+1 }) {
			return layout.PlainBookmark(pt.Name)
		}
	}
	return ""
}

// copies makes of copies of notes ^[text] such notes.
func copies(p *align.Pairing, x *noteSet, got []*gotNote) {
	said := map[string]bool{}
	for i, n := range x.sent {
		if n.InPlace {
			said[x.said[i].text] = true
		}
	}
	for j, took := range taken(p, len(got)) {
		if g := got[j]; !took && g.mark.Ins == nil && said[g.text] {
			g.placed(false)
		}
	}
}

// placed gives the mark of a note ^[text] what the note says. A note of several paragraphs says what it said, as does one that an editor
// has mixed up with others.
func (g *gotNote) placed(mixed bool) {
	g.inPlace = true
	ref := &wml.NoteRef{Endnote: g.end, ID: g.n.ID}
	runs, more := g.said()
	if g.match != nil && (mixed || more || len(layout.Glyphs(runs, wml.Original)) == 0) {
		runs = g.match.Blocks[0].(*layout.Para).Runs()
	}
	ref.Mark = layout.MarkInPlace(layout.Glyphs(runs, wml.Original))
	g.mark.Object = ref
	g.mark.Changed = slices.ContainsFunc(runs, func(r wml.Run) bool { return r.Kind == wml.Math && r.Changed })
}

// said returns the text of a note; more tells that it has several paragraphs.
func (g *gotNote) said() (runs []wml.Run, more bool) {
	for _, p := range g.paras {
		if layout.Fingerprint(p.Runs, wml.Original) == 0 {
			continue
		}
		if runs != nil {
			return runs, true
		}
		runs = p.Runs
	}
	return runs, false
}

// noteInPlace reports what cannot become of a note ^[text], and the comments and tracked changes in its words.
func (s *notes) noteInPlace(g *gotNote, end bool) {
	at := func(f *finding) *finding { return f.note(g.n, end) }
	var sent []layout.Block
	if g.match != nil {
		sent = g.match.Blocks
	}
	was := blocksText(sent)
	s.formatting.annotation(g.target, sent, g.paras, annotationPara{note: g.n, end: end})
	s.proposed(g.target, noteName(end), g.paras, at)
	switch _, more := g.said(); {
	case g.match == nil:
	case more:
		at(s.refuse(sayNoteParagraphs, g.target, was, g.text))
	case g.text == "":
		at(s.refuse(sayNoteEmptied, g.target, was, ""))
	}
}

// cameBackMarked reports whether the mark of a note is in the returned text.
func (in *normalized) cameBackMarked(n *layout.Note) bool {
	return slices.ContainsFunc(in.noted, func(x *noteSet) bool {
		return slices.ContainsFunc(x.returned, func(g *gotNote) bool { return g.match == n })
	})
}

// isNoteMark reports whether a run is the mark of a note that is part of a sentence.
func isNoteMark(r wml.Run) bool {
	return r.Kind == wml.NoteMark && r.Note() != nil && r.Note().Mark != ""
}

// isMark reports whether a run is a part of a sentence that review data do not have.
func isMark(r wml.Run) bool { return isNoteMark(r) || inSentence(&r) }

// withMarks returns new runs of a paragraph with the marks of notes and the pictures that it had, at the words they
// stood at. Review data have none.
func withMarks(was, now []wml.Run) []wml.Run {
	if !slices.ContainsFunc(was, isMark) {
		return now
	}
	d := diffmatchpatch.New()
	d.DiffTimeout = 0
	diffs := d.DiffMain(typed(was), typed(now), false)
	out, at := slices.Clone(now), 0
	for _, r := range was {
		if isTyped(r) {
			at += len(r.Text)
		} else if isMark(r) {
			out = insertRun(out, d.DiffXIndex(diffs, at), r)
		}
	}
	return out
}

// withStuckMarks returns a paragraph with the marks of notes that were cut out of it and put into a generated line, which holds none: the
// note would be nowhere.
func (s *paragraphs) withStuckMarks(p *layout.Para, r *wml.Paragraph) *wml.Paragraph {
	lost := map[string]bool{} // the marks that it came back without
	for _, m := range p.Runs() {
		if isNoteMark(m) {
			lost[m.Note().Mark] = true
		}
	}
	for _, m := range r.Runs {
		if isNoteMark(m) {
			delete(lost, m.Note().Mark)
		}
	}
	if len(lost) == 0 {
		return r
	}
	stuck := map[string]bool{}
	for _, x := range s.returned.noted {
		for _, g := range x.returned {
			if g.match == nil || g.place == r {
				continue
			}
			mark := g.match.Node.ID
			if g.match.InPlace {
				mark = sentMark(g.match)
			}
			line := s.planned.Get(g.place)
			if _, known := stuck[mark]; known || !lost[mark] || line == nil || line.Line == nil {
				continue
			}
			now := layout.Glyphs(g.place.Runs, wml.Original)
			stuck[mark] = slices.ContainsFunc(now, s.fields.marksThatCame(line, now))
		}
	}
	was := slices.DeleteFunc(slices.Clone(p.Runs()), func(m wml.Run) bool { return isMark(m) && !(isNoteMark(m) && stuck[m.Note().Mark]) })
	if now := withMarks(was, r.Runs); len(now) > len(r.Runs) {
		return r.WithRuns(now)
	}
	return r
}

// sentMark returns the mark that a note ^[text] was sent with.
func sentMark(n *layout.Note) string {
	return layout.MarkInPlace(layout.Glyphs(n.Blocks[0].(*layout.Para).Runs(), wml.Original))
}

// notesInOrder tells of notes that stand in one place as in the source, but in another order.
func (s *anchors) notesInOrder() {
	last := map[stretch]*anchored{}
	for _, a := range s.all {
		if !a.note || a.d == nil || a.from == nil || s.planned.Get(a.from) == nil {
			continue
		}
		if b := last[a.stretch]; b != nil {
			shown := s.planned.Get(a.from).References()
			at := func(x *anchored) int {
				return slices.IndexFunc(shown, func(n *layout.Note) bool { return n.Node == x.d })
			}
			if i, k := at(a), at(b); i >= 0 && k >= 0 && (a.mark < b.mark) != (i < k) {
				a.at(s.refuse(sayNoteOrder, a.d, "", text(a.from.Runs)))
			}
		}
		last[a.stretch] = a
	}
}

// insertRun puts a run in behind as many bytes of text.
func insertRun(runs []wml.Run, at int, r wml.Run) []wml.Run {
	for i := range runs {
		if !isTyped(runs[i]) {
			continue
		}
		n := len(runs[i].Text)
		if at < n && at > 0 && runs[i].Kind == wml.Text {
			for at > 0 && !utf8.RuneStart(runs[i].Text[at]) {
				at--
			}
			front, back := cutRun(runs[i], at)
			return slices.Concat(runs[:i:i], []wml.Run{front, r, back}, runs[i+1:])
		}
		if at <= 0 {
			return slices.Insert(runs, i, r)
		}
		at -= n
	}
	return append(runs, r)
}

// pairAround pairs a sent and a returned note that stand alone between the same pairs, where may allows it.
func pairAround(p *align.Pairing, got []*gotNote, may func(i, j int) bool) {
	taken := taken(p, len(got))
	to := slices.Concat([]int{-1}, p.To, []int{len(got)})
	for i := range p.To {
		before, behind := to[i], to[i+2]
		if to[i+1] < 0 && (i == 0 || before >= 0) && before+2 == behind && !taken[before+1] && got[before+1].mark.Ins == nil && may(i, before+1) {
			p.Pair(i, before+1)
		}
	}
}

// taken says which of the returned notes are paired.
func taken(p *align.Pairing, n int) []bool {
	out := make([]bool, n)
	for _, j := range p.To {
		if j >= 0 {
			out[j] = true
		}
	}
	return out
}

// deleteNote takes a note out whose mark is gone: its text, where that is written `[^id]: text`.
func (s *notes) deleteNote(n *layout.Note, f *finding) {
	kind := noteName(n.End)
	if n.Node.Marked() {
		s.deleteNode(f, n.Node)
		f.change = &Change{Action: "delete_" + kind, ID: n.Node.ID}
		return
	}
	f.change = &Change{Action: "delete_" + kind, ID: n.Node.ID, Target: rawTarget(n.Node)}
	s.attribute(f, n.Node, "status", "deleted")
}
