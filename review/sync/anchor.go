package reviewsync

import (
	"slices"
	"strings"

	"github.com/nomadocx/nomadocx/internal/office/wml"
	"github.com/nomadocx/nomadocx/layout"
	"github.com/nomadocx/nomadocx/noma"
)

// The words that comments are about, and where in a sentence the marks of notes stand: what the source says with
// exact, prefix and suffix. A selector that finds in the returned text what the file marks there is right as it is.

// stretch is a stretch of the text of a returned file, in characters of its first and its last paragraph; one
// without length is a place.
type stretch struct {
	from, to   *wml.Paragraph
	start, end int
}

// anchored is a comment or note of the file with the place it has there.
type anchored struct {
	stretch
	note   bool
	mark   int // of a note: the place of its mark among the runs of the paragraph
	target noma.Node
	at     func(*finding) *finding
	// Of one that the source has: its block, and whether its words were found there as they are, or nearly so.
	d           *noma.Directive
	found, near bool
	apart       bool // its block is not there, so that it stands on a line of its own
	// Of a new one: the operation that adds it.
	added *operation
	f     *finding
}

// anchors are the places of all comments and notes.
type anchors struct {
	*core
	texts     *returnedTexts
	present   *present
	all       []*anchored
	last      bool      // no other round settles what was edited
	reworded  bool      // see [Result]
	lastRuns  runPlaces // of the paragraph that was asked for last
	lastMarks runPlaces
	lastKept  keptPlaces // likewise
}

// spotAt returns the place before the k-th run of a paragraph, in the text without what is proposed.
func (s *anchors) spotAt(p *wml.Paragraph, k int) (*wml.Paragraph, int) {
	if whole := s.wholeOf[p]; whole != nil {
		for _, part := range s.partsOf[whole] {
			if part == p {
				break
			}
			k += len(part.Runs)
		}
		p = whole
	}
	return p, s.runStarts(p)[min(k, len(p.Runs))]
}

// commentStretches maps the ids of comments to what they are about.
func (s *anchors) commentStretches() map[string]*stretch {
	out, open := map[string]*stretch{}, map[string]bool{}
	get := func(id string, p *wml.Paragraph, k int) *stretch {
		if out[id] == nil {
			x := &stretch{}
			x.from, x.start = s.spotAt(p, k)
			x.to, x.end = x.from, x.start
			out[id] = x
		}
		return out[id]
	}
	for _, p := range s.returned.marked {
		for i := range p.Points {
			switch pt := &p.Points[i]; pt.Kind {
			case wml.CommentStart:
				if out[pt.ID] == nil {
					open[pt.ID] = true
				}
				get(pt.ID, p, pt.At)
			case wml.CommentEnd:
				if x := get(pt.ID, p, pt.At); open[pt.ID] {
					x.to, x.end = s.spotAt(p, pt.At)
					open[pt.ID] = false
				}
			case wml.CommentAt:
				get(pt.ID, p, pt.At)
			}
		}
		for i := range p.Runs {
			if r := &p.Runs[i]; r.Kind == wml.CommentMark {
				get(r.Ref(), p, i)
			}
		}
	}
	return out
}

// noteStretch returns the place of a note's mark, and which of the runs of its paragraph that is.
func (s *anchors) noteStretch(g *gotNote) (at stretch, mark int) {
	if s.lastMarks.p != g.place {
		s.lastMarks = runPlaces{p: g.place, marks: map[*wml.Run]int{}}
		for i := range g.place.Runs {
			if r := &g.place.Runs[i]; r.Note() != nil {
				s.lastMarks.marks[r] = i
			}
		}
	}
	i, ok := s.lastMarks.marks[g.mark]
	if !ok {
		return stretch{}, 0
	}
	p, n := s.spotAt(g.place, i)
	return stretch{p, p, n, n}, i
}

// targetOfStretch returns the block with an id that a stretch belongs to: what holds all of it, else what holds its beginning.
func (s *anchors) targetOfStretch(x *stretch) noma.Node {
	first := s.addressable(s.owner.Get(x.from))
	to := x.to
	if s.former[to] || s.texts.ofDocument(to) {
		to = s.texts.lastOf(x)
	}
	last := s.addressable(s.owner.Get(to))
	for n := first; n != nil && last != nil; n = s.addressable(n.At().Parent) {
		if within(last, n) {
			return n
		}
	}
	return first
}

// anchor brings the places of comments and notes into the source, when all that is in the text is known.
func (s *anchors) anchor() {
	defer func() { s.present.compared = nil }()
	notes := s.notesAt()
	for _, a := range s.all {
		s.plan.Look.Now()
		if s.offItsLine(a) || a.from == nil || layout.InHeaderFooter(a.target) || s.staysWhole(a) {
			continue
		}
		start, end, ok := s.texts.spots(&a.stretch, a.target)
		switch {
		case a.d != nil && ok && !a.found && !s.opts.fresh[a.d.ID]:
			s.placeWhole(a, start, end)
		case a.d != nil && ok && layout.ReadQuote(a.d).IsZero():
		case a.d != nil && ok:
			s.keepPlace(a, start, end)
		case a.d != nil:
			s.wordsGone(a)
		case a.d == nil && s.wholeBlock(a):
		case a.d == nil && ok:
			s.newPlace(a, start, end)
		case a.d == nil:
			a.f.Message += " It stands on words that are not text of a block, so that it is about the whole block."
		}
		if a.d == nil && a.note && notes[a.stretch] > 1 {
			a.f.Message += " Notes that stand in one place are in the order of the source."
		}
	}
	s.notesInOrder()
}

// newPlace gives what is added its selector.
func (s *anchors) newPlace(a *anchored, start, end layout.Spot) {
	q, ok := s.texts.all.Shortest(a.target, start, end)
	if !ok {
		if !a.note {
			a.f.Message += " Its words occur more than once and cannot be distinguished, so that it is about the whole block."
		}
		return
	}
	op := &a.added.op
	op.Exact, op.Prefix, op.Suffix = q.Exact, q.Prefix, q.Suffix
}

// keepPlace changes the selector of a comment or note of the source when the file has it elsewhere, or on other words.
func (s *anchors) keepPlace(a *anchored, start, end layout.Spot) {
	q := layout.ReadQuote(a.d)
	target := s.names.Target(a.d)
	here := func(strict bool) bool {
		from, to, ok := s.texts.all.Find(target, q, strict)
		if a.note {
			from = to
		}
		if ok {
			from, to = s.texts.inBlock(from, to, a.target)
		}
		return ok && from == start && to == end
	}
	switch {
	case a.d.ID != "" && s.opts.fresh[a.d.ID]:
		_, _, known := s.presentSpots(a)
		switch {
		case !a.found || known && !s.samePlace(a, target, q):
			s.inPresent(a)
		case !known && !here(true): // a paragraph is two now: what the file says is found in their words
			full, ok := s.texts.all.Shortest(a.target, start, end)
			for _, now := range []layout.Quote{full, tight(full)} {
				if _, _, found := s.present.texts().Find(a.target, now, true); ok && found {
					s.rewritePlace(a, target, q, now)
					break
				}
			}
		}
		return
	case here(true), s.inRefusedTable(a.from):
		return
	case !s.last && s.samePlace(a, target, q):
		s.reworded = true
		return // what was edited there is settled when it is in the source
	case s.base.moved && s.elsewhere(a, target, q):
		a.at(s.find(Conflict, sayAuthorChanged, a.d, q.Exact, s.texts.words(start, end)))
		return
	}
	now, ok := s.texts.all.Shortest(a.target, start, end)
	if !ok {
		a.at(s.refuse(sayAnchorUnclear.with(a.d.Name), a.d,
			q.Exact, s.texts.words(start, end)))
		return
	}
	if tight(now) == tight(q) {
		return // a paragraph of the file is two in the source, with another blank between them
	}
	s.rewritePlace(a, target, q, now)
}

// tight returns a selector with one blank for several.
func tight(q layout.Quote) layout.Quote {
	blanks := func(s string) string { return strings.Join(strings.Fields(s), " ") }
	return layout.Quote{Exact: blanks(q.Exact), Prefix: blanks(q.Prefix), Suffix: blanks(q.Suffix)}
}

// rewritePlace writes a selector, and the block it is in.
func (s *anchors) rewritePlace(a *anchored, target noma.Node, was, now layout.Quote) {
	if was == now && target == a.target {
		return
	}
	code := CodeComment
	if a.note {
		code = CodeNote
	}
	context := func(q layout.Quote) string {
		if q.Exact != "" {
			return q.Exact
		}
		return strings.TrimSpace(q.Prefix + q.Suffix)
	}
	f := a.at(s.apply(sayStandsElsewhere.as(code).with(a.d.Name), a.d, context(was), context(now)))
	f.change = &Change{Action: "update_" + a.d.Name, ID: a.d.ID}
	if target != a.target {
		_, key := a.d.First(layout.TargetKeys["comment"]...)
		s.attribute(f, a.d, key, layout.TargetID(a.target))
	}
	for _, x := range [][3]string{{"exact", was.Exact, now.Exact}, {"prefix", was.Prefix, now.Prefix}, {"suffix", was.Suffix, now.Suffix}} {
		switch {
		case x[1] == x[2]:
		case x[2] == "":
			s.attribute(f, a.d, x[0], nil)
		default:
			s.attribute(f, a.d, x[0], x[2])
		}
	}
}

// inPresent finds the words of what an earlier round has added in the source as it is, where the author has written
// otherwise than the file reads.
func (s *anchors) inPresent(a *anchored) {
	was := layout.ReadQuote(a.d)
	if start, end, ok := s.presentSpots(a); ok {
		target := s.names.Target(a.d)
		for _, t := range []noma.Node{target, a.target} {
			if now, ok := s.present.texts().Shortest(t, start, end); ok {
				a.target = t
				s.rewritePlace(a, target, was, now)
				return
			}
		}
	}
	now := was.Exact
	if now == "" {
		now = strings.TrimSpace(was.Prefix + was.Suffix)
	}
	a.at(s.refuse(sayAnchorRewritten.with(a.d.Name), a.d, "", now))
}

// presentSpots returns the places in the present source where a stretch of the file begins and ends. ok is false when one of them has no
// place in it.
func (s *anchors) presentSpots(a *anchored) (start, end layout.Spot, ok bool) {
	present := s.present.texts()
	spot := func(p *wml.Paragraph, at int, begins bool) (layout.Spot, bool) {
		x := s.planned.Get(p)
		if x != nil && x.Part != layout.PartCode {
			key, ok := s.present.keys[x]
			if !ok {
				return layout.Spot{}, false
			}
			t := s.present.beside(p, x)
			now, ok := t.placeIn(at)
			if begins && ok && len(t.was)-at <= t.behind { // what the author, or another edit, has put in there is not commented on
				now = len(t.now) - (len(t.was) - at)
			}
			return layout.Spot{Para: key, At: now}, ok
		}
		text := layout.Glyphs(p.Runs, wml.Original)
		if x != nil { // a line break in code becomes a line of it
			for i := slices.IndexFunc(text, isBreak); i >= 0 && i < at && x != nil; i = slices.IndexFunc(text, isBreak) {
				x, text, at = s.present.nextPara(x), text[i+1:], at-i-1
			}
			if i := slices.IndexFunc(text, isBreak); i >= 0 {
				text = text[:i]
			}
		}
		key, ok := s.present.keys[x]
		if x == nil || !ok {
			return layout.Spot{}, false
		}
		at, ok = placeIn(text, layout.Glyphs(x.Runs(), wml.Original), at)
		return layout.Spot{Para: key, At: at}, ok
	}
	start, okStart := spot(a.from, a.start, a.from != a.to || a.start < a.end)
	end, okEnd := spot(a.to, a.end, false)
	if !okStart || !okEnd || end.Para < start.Para || end.Para == start.Para && end.At < start.At {
		return start, end, false
	}
	start, end = present.Trim(start, end)
	return start, end, true
}

func isBreak(g layout.Glyph) bool { return g.Object == "" && g.Rune == '\n' }

// samePlace reports whether a stretch of the file is where the source has it, whatever was edited there.
func (s *anchors) samePlace(a *anchored, target noma.Node, q layout.Quote) bool {
	from, to, ok := s.presentSpots(a)
	if !ok {
		return false
	}
	start, end, ok := s.present.texts().Find(target, q, true)
	if a.note {
		start = end
	}
	start, end = s.present.texts().Trim(start, end)
	return ok && start == from && end == to
}

// elsewhere reports whether a stretch of the file is in another paragraph of the source than the one that a selector names: nothing says
// who moved it.
func (s *anchors) elsewhere(a *anchored, target noma.Node, q layout.Quote) bool {
	at, _, found := s.present.texts().Find(target, q, true)
	key, known := s.present.keys[s.planned.Get(a.from)]
	return found && known && at.Para != key
}

// wholeBlock reports whether a stretch is what a comment on a whole block marks in a file of this program, or where the mark
// of a note on a block stands.
func (s *anchors) wholeBlock(a *anchored) bool {
	if !s.begins(a.from, a.target) {
		return false
	}
	head := s.planned.Get(a.from)
	length := func(p *wml.Paragraph) int { return s.runStarts(p)[len(p.Runs)] }
	switch {
	case length(a.from) == 0:
		return true
	case a.end != length(a.to):
		return false
	case a.note:
		return a.from == a.to
	case a.start != 0:
		return false
	}
	last := head
	if _, block := a.target.(*noma.Directive); block {
		for p := s.present.nextPara(head); p != nil && within(p.Node, a.target); p = s.present.nextPara(p) {
			last = p
		}
	}
	return s.planned.Get(a.to) == last
}
