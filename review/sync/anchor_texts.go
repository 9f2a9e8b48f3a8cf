package reviewsync

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/sergi/go-diff/diffmatchpatch"

	"github.com/nomadocx/nomadocx/internal/office/wml"
	"github.com/nomadocx/nomadocx/layout"
	"github.com/nomadocx/nomadocx/noma"
	"github.com/nomadocx/nomadocx/patch"
)

// Places in the text of a file and of a plan.

// spots returns where a stretch begins and ends in the text of the file, as [returnedTexts.inBlock] gives it. ok is false when the
// paragraph it begins in has no place there.
func (x *returnedTexts) spots(a *stretch, target noma.Node) (start, end layout.Spot, ok bool) {
	x.collect()
	from, okFrom := x.keys[a.from]
	to, okTo := x.keys[a.to]
	if !okFrom {
		return start, end, false
	}
	start, end = layout.Spot{Para: from, At: a.start}, layout.Spot{Para: to, At: a.end}
	if !okTo {
		end = layout.Spot{Para: x.skipped[a.to]}
		if end.Para < len(x.order) {
			end.At = len(layout.Glyphs(x.order[end.Para].Runs, wml.Original))
		}
	}
	if end.Para < from {
		end = start
	}
	start, end = x.inBlock(start, end, target)
	return start, end, true
}

// inBlock ends a stretch that reaches out of its block with the block, and leaves out white space at its ends.
func (x *returnedTexts) inBlock(start, end layout.Spot, target noma.Node) (layout.Spot, layout.Spot) {
	for end.Para > start.Para && !within(x.owner.Get(x.order[end.Para]), target) {
		end = layout.Spot{Para: end.Para - 1, At: len(layout.Glyphs(x.order[end.Para-1].Runs, wml.Original))}
	}
	return x.all.Trim(start, end)
}

// lastOf returns the last paragraph of a stretch that is text of a block: no line of a list that the document ends with
// by itself, and none that the source shows no more.
func (x *returnedTexts) lastOf(a *stretch) *wml.Paragraph {
	x.collect()
	from, ok := x.keys[a.from]
	key, known := x.keys[a.to]
	if x.former[a.to] {
		key, known = x.skipped[a.to], true
	}
	if !ok || !known {
		return a.to
	}
	for key > from && x.ofDocument(x.order[key]) {
		key--
	}
	return x.order[max(key, from)]
}

// ofDocument reports whether a paragraph is a line of a list that the document has by itself.
func (x *returnedTexts) ofDocument(p *wml.Paragraph) bool {
	planned := x.planned.Get(p)
	return planned != nil && planned.Part == layout.PartGenerated && planned.Node == noma.Node(x.doc)
}

// words returns the text between two places.
func (x *returnedTexts) words(start, end layout.Spot) string {
	var out []string
	for key := start.Para; key <= end.Para && key < len(x.order); key++ {
		g := layout.Glyphs(x.order[key].Runs, wml.Original)
		if key == end.Para {
			g = g[:min(end.At, len(g))]
		}
		if key == start.Para {
			g = g[min(start.At, len(g)):]
		}
		out = append(out, layout.PlainText(g))
	}
	return strings.Join(out, " ")
}

// placedBy notes the ids of the comments and notes that stand at their place in a plan, or that operations give one.
func placedBy(p *layout.Plan, ops []patch.Op, ids map[string]bool) {
	for _, c := range p.Comments {
		if c.Placed && !c.Near {
			ids[c.Node.At().ID] = true
		}
	}
	for _, n := range slices.Concat(p.Footnotes, p.Endnotes) {
		if n.Placed && !n.Near && !n.InPlace {
			ids[n.Node.ID] = true
		}
	}
	for _, op := range ops {
		switch {
		case op.Exact+op.Prefix+op.Suffix != "" && op.Op != "add_change_request",
			op.Op == "update_attribute" && slices.Contains([]string{"exact", "prefix", "suffix"}, op.Key):
			ids[op.ID] = true
		}
	}
}

// keepsPlaces reports whether what is placed in one plan is in another.
func keepsPlaces(was, now *layout.Plan) bool {
	before, after := map[string]bool{}, map[string]bool{}
	placedBy(was, nil, before)
	placedBy(now, nil, after)
	for id := range before {
		if !after[id] {
			return false
		}
	}
	return true
}

// offItsLine tells of a comment or note that stands on a line of its own, as the source has no block that it is about, and came back on
// another one, or before words of it. It reports whether it does.
func (s *anchors) offItsLine(a *anchored) bool {
	if a.d == nil || a.from == nil {
		return false
	}
	own := func(p *wml.Paragraph) bool {
		line := s.planned.Get(p)
		return line != nil && line.Node == noma.Node(a.d)
	}
	switch {
	case a.apart && !(own(a.from) && own(a.to)):
		key := "parent="
		if a.note {
			key = "for="
		}
		a.at(s.refuse(sayNoTarget.with(a.d.Name, a.d.Name, key), a.d, "", text(a.to.Runs)))
	case a.note && own(a.from) && strings.TrimSpace(layout.PlainText(layout.Glyphs(a.from.Runs, wml.Original)[a.end:])) != "":
		a.at(s.refuse(sayNoteEndsLine.with(a.d.Name), a.d, "", text(a.from.Runs)))
	default:
		return false
	}
	return true
}

// shows reports whether a block is in the file: clients do not see all.
func (s *anchors) shows(n noma.Node) bool { return n.At().ID == "" || s.names.Of(n.At().ID) != "" }

// wordsGone reports a comment or note of the source that came back on words which are no text of the source, or in an empty paragraph when
// the words it stood at are gone.
func (s *anchors) wordsGone(a *anchored) {
	target, q, words := s.names.Target(a.d), layout.ReadQuote(a.d), text(a.from.Runs)
	_, whole := a.target.(*noma.Document)
	again := func() bool { // the words are in the file
		s.texts.collect()
		_, _, ok := s.texts.all.Find(target, q, true)
		return ok
	}
	switch {
	case !s.base.moved && target != nil && words == "" && !a.found && !q.IsZero() && again(): // they came, elsewhere
		a.at(s.refuse(sayAnchorUnclear.with(a.d.Name), a.d, q.Exact, ""))
	case s.base.moved, target != nil && !a.found && s.onWhole(a, target): // shown there, as none of its words were there before
	case words == "" && a.note && q.IsZero() && target != nil && s.shows(target) && s.returned.keepsFormatting(): // others may drop the lines that hold them
		a.at(s.refuse(sayAnchorNoText.with(a.d.Name), a.d, "", ""))
	case q.IsZero():
	case words != "" && !a.apart && (whole || target != nil && a.target != target):
		a.at(s.refuse(sayAnchorNoText.with(a.d.Name), a.d, q.Exact, words))
	case a.found && target != nil && !again():
		a.at(s.refuse(sayAnchorUnclear.with(a.d.Name), a.d, q.Exact, ""))
	}
}

// placeWhole gives a comment or note that the source has on a whole block, as it names no words or none that are there, the place of the
// file when it has been moved there.
func (s *anchors) placeWhole(a *anchored, start, end layout.Spot) {
	target, q := s.names.Target(a.d), layout.ReadQuote(a.d)
	if target == nil {
		return
	}
	if a.near && s.nearby(a, target, q) {
		return
	}
	again := false // the words came back, elsewhere
	if !q.IsZero() {
		var at layout.Spot
		at, _, again = s.texts.all.Find(target, q, true)
		again = again && !layout.InHeaderFooter(s.owner.Get(s.texts.order[at.Para]))
	}
	d, ofBlock := target.(*noma.Directive)
	off := ofBlock && !q.IsZero() && !s.shownIn(a.from, a.d)
	there := func(p *wml.Paragraph) bool { return s.begins(p, target) || off && within(s.owner.Get(p), target) }
	if !again && !a.near && s.onWhole(a, target) || !slices.ContainsFunc(s.texts.order, there) && !(ofBlock && d.Is(noma.Request)) {
		return // it is there, or its block is not, and no request that was deleted
	}
	if now, ok := s.texts.all.Shortest(a.target, start, end); ok && !s.base.moved { // else nothing says where it was sent
		s.rewritePlace(a, target, q, now)
		return
	}
	a.at(s.refuse(sayAnchorUnclear.with(a.d.Name), a.d, q.Exact, s.texts.words(start, end)))
}

// shownIn reports whether the plan has a comment or note in a paragraph.
func (s *anchors) shownIn(p *wml.Paragraph, d *noma.Directive) bool {
	x := s.planned.Get(p)
	return x != nil && (slices.ContainsFunc(x.References(), func(n *layout.Note) bool { return n.Node == d }) ||
		slices.ContainsFunc(x.Comments, func(c *layout.Comment) bool { return c.Node == noma.Node(d) }))
}

// nearby reports whether a comment on words that are only like those which the source names stands on some of them.
func (s *anchors) nearby(a *anchored, target noma.Node, q layout.Quote) bool {
	from, to, known := s.presentSpots(a)
	start, end, found := s.present.texts().Find(target, q, false)
	before := func(x, y layout.Spot) bool { return x.Para < y.Para || x.Para == y.Para && x.At < y.At }
	return !known || !found || !before(to, start) && !before(end, from)
}

// notesAt returns how many notes stand in one place.
func (s *anchors) notesAt() map[stretch]int {
	out := map[stretch]int{}
	for _, a := range s.all {
		if a.note && a.from != nil {
			out[a.stretch]++
		}
	}
	return out
}

// staysWhole reports whether a comment or note that the source has on a whole block is there in the file, which costs no search of words.
func (s *anchors) staysWhole(a *anchored) bool {
	if a.d == nil || !layout.ReadQuote(a.d).IsZero() {
		return false
	}
	target := s.names.Target(a.d)
	return target == nil || s.base.moved || a.near || a.found || s.opts.fresh[a.d.ID] || s.onWhole(a, target)
}

// inRefusedTable reports whether a paragraph is in a table that came back as a new one and is not brought in: what stands there has no
// place in the source but the one that it has.
func (s *anchors) inRefusedTable(p *wml.Paragraph) bool {
	return slices.ContainsFunc(s.findings, func(f *finding) bool {
		if f.Code != CodeNewTable || f.Outcome != Refused || f.inTable == nil {
			return false
		}
		for in := range wml.Paragraphs(f.inTable) {
			if in == p {
				return true
			}
		}
		return false
	})
}

// runStarts returns where the runs of a paragraph begin, and how long it is, in its text without what is proposed.
func (s *anchors) runStarts(p *wml.Paragraph) []int {
	if s.lastRuns.p != p || len(s.lastRuns.starts) != len(p.Runs)+1 {
		s.lastRuns = runPlaces{p: p, starts: layout.RunStarts(p.Runs, wml.Original)}
	}
	return s.lastRuns.starts
}

// runPlaces says where the runs of a paragraph begin in its text without what is proposed.
type runPlaces struct {
	p      *wml.Paragraph
	starts []int
	marks  map[*wml.Run]int // of notes, when they were asked for
}

// onWhole reports whether a comment or note stands at the beginning of a block, or at the end of its first line. What was typed before the
// beginning and behind the end does not count.
func (s *anchors) onWhole(a *anchored, target noma.Node) bool {
	if !s.begins(a.from, target) {
		return false
	}
	if s.lastKept.p != a.from {
		now := layout.Glyphs(a.from.Runs, wml.Original)
		s.lastKept = keptPlaces{a.from, 0, len(now)}
		if sent := layout.Glyphs(s.planned.Get(a.from).Runs(), wml.Original); !slices.Equal(sent, now) {
			s.lastKept.first, s.lastKept.end = kept(charactersIn(sent), charactersIn(now))
		}
	}
	first, end := s.lastKept.first, s.lastKept.end
	switch {
	case a.note && !layout.ReadQuote(a.d).IsZero(): // its words are not there, and the file says where it stands
		return a.from == a.to && a.end == s.runStarts(a.from)[len(a.from.Runs)]
	case a.note || a.start > first:
		return a.from == a.to && a.start == a.end && a.end >= end
	default:
		return a.from != a.to || a.end <= first || a.end >= end
	}
}

// keptPlaces says where what is left of the text that a paragraph was sent with begins and ends.
type keptPlaces struct {
	p          *wml.Paragraph
	first, end int
}

// kept returns where in a text what is left of an earlier one begins, and where it ends, in characters; the whole text when nothing is.
func kept(was, now string) (first, end int) {
	diffs, _ := mapped(was, now)
	first, end = -1, 0
	at := 0
	for _, d := range diffs {
		if d.Type == diffmatchpatch.DiffDelete {
			continue
		}
		n := utf8.RuneCountInString(d.Text)
		if d.Type == diffmatchpatch.DiffEqual {
			if end = at + n; first < 0 {
				first = at
			}
		}
		at += n
	}
	if first < 0 {
		return 0, at
	}
	return first, end
}

// charactersIn returns a content with a character for each of its glyphs, objects too.
func charactersIn(g []layout.Glyph) string {
	var b strings.Builder
	for i := range g {
		b.WriteRune(g[i].Rune)
	}
	return b.String()
}

// begins reports whether a block begins with a paragraph.
func (s *anchors) begins(p *wml.Paragraph, block noma.Node) bool {
	head, name := s.planned.Get(p), s.names.Of(block.At().ID)
	if _, whole := block.(*noma.Document); whole {
		i := slices.IndexFunc(s.base.blocks, func(b layout.Block) bool { x, ok := b.(*layout.Para); return ok && x.Fingerprint() != 0 })
		return head != nil && i >= 0 && layout.Block(head) == s.base.blocks[i]
	}
	return head != nil && name != "" && slices.Contains(head.Anchors, name)
}

// nextPara returns the paragraph behind one, nil where a table or the end of a cell is.
func (s *present) nextPara(p *layout.Para) *layout.Para {
	if s.next == nil {
		s.next = map[*layout.Para]*layout.Para{}
		var flow func(blocks []layout.Block)
		flow = func(blocks []layout.Block) {
			var before *layout.Para
			for _, b := range blocks {
				now, _ := b.(*layout.Para)
				if before != nil {
					s.next[before] = now
				}
				before = now
				if c, ok := b.(*layout.Columns); ok {
					for _, row := range c.Rows {
						for _, cell := range row {
							flow(cell)
						}
					}
				}
			}
		}
		flow(s.base.blocks)
	}
	return s.next[p]
}
