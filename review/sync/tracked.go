package reviewsync

import (
	"fmt"
	"slices"
	"strings"

	"github.com/nomadocx/nomadocx/internal/office/wml"
	"github.com/nomadocx/nomadocx/layout"
	"github.com/nomadocx/nomadocx/noma"
)

// Tracked changes become change requests on the nearest block with an id, each with its place in the text. They are
// never applied as if they had been accepted. Those that the source has already come back as they were sent, edited,
// accepted, rejected or moved; see tracked_sent.go.

// requests compares the tracked changes of the file with the change requests of the source.
type requests struct {
	*core
	gone    *departed
	texts   *returnedTexts
	present *present

	labelled map[*wml.Paragraph]*labelled      // tracked changes behind the label of a request
	deleted  map[uint32]int                    // see [requests.deletedMarks]
	entries  map[*wml.Paragraph]map[string]int // the entry of a tracked change in the review data, by its id
	came     []uint64                          // the fingerprints of the returned paragraphs in order, and where each is
	cameAt   map[uint64][]int
	reading  map[string]int // how many paragraphs more of the file than of the plan read so, see [requests.hasParagraph]
	unpaired map[string]bool
	closed   map[string][]*closedRequest // see [requests.closedSince]
	reworded bool                        // see [Result]
}

func (s *requests) trackedChanges() {
	defer func() { s.present.compared = nil }()
	changes := s.readTracked()
	open := s.openRequests()
	s.sentRequests(changes)
	s.rewrittenMoves(changes)
	var revised map[noma.Node]bool
	if len(open) > 0 {
		revised = s.revisedBlocks()
	}
	for _, c := range changes {
		if c.request != nil && s.gone.removal(c.request.Node) == nil {
			continue
		}
		d := s.inSource(c, open)
		deleted := d == nil && s.deletedSince(c)
		switch {
		case d == nil && !deleted:
			s.propose(c)
		case d != nil && !s.wentOn() && (s.names.Target(d) == nil || slices.Contains(s.plan.Lost, d)):
			if c.para == nil || s.present.plannedOf(c) != nil {
				s.placeAgain(c, d)
			} else {
				s.reworded = true // the source gets the paragraph in this round
			}
		case d != nil && revised[d]:
			s.refuse(sayTrackedTwice.with(d.ID), d, layout.PlainText(c.from), layout.PlainText(c.to)).at(c.para)
		}
		if l := s.labelled[c.para]; l != nil && (c.finding != nil || d != nil && Closed(d) || deleted) {
			s.copies[l.label] = true // it was made with the request
		}
	}
	s.pairMoves(changes)
}

// openRequests returns the source's requests that are shown as blocks of their own, by what they do, and those that the author
// may have closed since the file went out.
func (s *requests) openRequests() map[string][]*noma.Directive {
	placed := map[noma.Node]bool{}
	for _, t := range s.plan.Placed {
		placed[t.Node] = true
	}
	out := map[string][]*noma.Directive{}
	for n := range noma.Walk(s.doc) {
		if d, ok := n.(*noma.Directive); ok && d.Is(noma.Request) && !placed[d] && s.gone.removal(d) == nil {
			if q := layout.ReadRequest(d); q.Shown() || s.base.moved {
				k := requestKey(q.Action, q.From, q.To)
				out[k] = append(out[k], d)
			}
		}
	}
	return out
}

func requestKey(action, from, to string) string {
	return action + "\x00" + strings.TrimSpace(from) + "\x00" + strings.TrimSpace(to)
}

// inSource finds the request without a place that the source has of a change already, nil for none.
func (s *requests) inSource(c *tracked, open map[string][]*noma.Directive) *noma.Directive {
	if len(open) == 0 || c.unit != layout.UnitText && c.unit != layout.UnitParagraph && c.unit != layout.UnitItem {
		return nil
	}
	target, to := s.targetOf(c), s.markup(c.to)
	if c.unit == layout.UnitItem && c.action == "insert" && c.para != nil {
		if op, reason := s.blockOp(c, target); reason.none() {
			to = op.To
		}
	}
	for _, d := range open[requestKey(c.action, onOneLine(s.markup(c.from)), to)] {
		q := layout.ReadRequest(d)
		sameDay := c.date != "" && sameDate(q.Date, c.date)
		// A heading typed in front of the place makes it part of another section: then who and when tell that it is the
		// same. One that is closed may have been proposed again.
		if sameAuthor(q.Author, c.author) && (sameDay || s.names.Target(d) == target && q.Shown()) {
			return d
		}
	}
	return nil
}

// targetOf returns what a request of a change is about: the nearest block with an id which requests can be about, else the document.
// It is nil where nothing of the source is.
func (s *requests) targetOf(c *tracked) noma.Node {
	n := c.node(s.core)
	if c.inNote != nil {
		return c.inNote.match.Node
	}
	if l := s.labelled[c.para]; l != nil {
		n = l.about
	}
	if c.leaves() { // behind the block it is next to
		for ; n != nil; n = n.At().Parent {
			if _, block := n.(*noma.Directive); block {
				n = n.At().Parent
				break
			}
		}
	}
	if n == nil {
		return nil
	}
	t := s.addressable(n)
	if noma.Is(t, noma.Apart) {
		return s.doc
	}
	return t
}

// leaves reports whether a whole paragraph is put in behind the block of the paragraph it is next to, and not into it.
func (c *tracked) leaves() bool {
	if len(c.blocks) == 0 || c.para == nil || c.action != "insert" {
		return false
	}
	return c.para.Framed && !c.framed || c.para.Style == layout.StyleCode && c.blocks[0].Style != layout.StyleCode
}

// labelled is the label of a request that the source does not have, and the block it is about.
type labelled struct {
	about noma.Node
	label *wml.Paragraph
}

// foreignRequest reports whether a paragraph that was not sent begins a change request as our export shows those
// without a place: a label, and the tracked change. The source does not have the request; it is read as one.
func (s *requests) foreignRequest(st *story, j int) bool {
	label := st.got[j].para
	if label == nil || label.Revised() || j+1 >= len(st.got) || st.match[j+1] != -1 {
		return false
	}
	p := st.got[j+1].para
	words := strings.Fields(text(label.Runs))
	if p == nil || len(words) < 3 || words[0]+" "+words[1]+" " != layout.MarkerPrefix || !slices.Contains([]string{"insert", "delete", "replace"}, words[2]) ||
		!p.Revised() {
		return false
	}
	var about noma.Node
	if len(words) == 4 {
		about = s.names.Node(words[3])
	}
	if about == nil && !st.got[j].gone { // else the block was deleted, too
		return false
	}
	st.match[j], st.match[j+1] = handled, handled
	s.labelled[p] = &labelled{about: about, label: label}
	return true
}

// propose makes the change request of a change.
func (s *requests) propose(c *tracked) {
	from, to := layout.PlainText(c.from), layout.PlainText(c.to)
	switch c.unit {
	case layout.UnitRow, layout.UnitColumn:
		from, to = plainCells(c.rows[0]), plainCells(c.rows[1])
	case layout.UnitBreak:
		from, to = s.breakTexts(c)
	}
	refuse := func(x sentence, n noma.Node) {
		f := s.refuse(x, n, from, to)
		f.revision = s.entry(c)
		c.seen(f)
	}
	target := s.targetOf(c)
	switch {
	case c.para != nil && s.ofRequest(c.para):
		refuse(sayLineOfRequest, target)
		return
	case !s.generatedWords(c).none():
		refuse(s.generatedWords(c), target)
		return
	case target == nil:
		refuse(sayTrackedNoWords, nil)
		return
	case c.rewritten:
		refuse(sayMovedRewritten, target)
		return
	case c.unit == layout.UnitBreak && c.action == "insert" && c.start <= 0: // between a check box and its text
		refuse(sayTrackedBlank, target)
		return
	case from == "" && to == "" && !hasObjects(c.from) && !hasObjects(c.to), c.unit == layout.UnitText && s.onlyEdge(c):
		refuse(sayTrackedBlank, target)
		return
	case c.indent && (to != "" || from != text(c.para.Runs)) && strings.TrimSpace(from) != strings.TrimSpace(to):
		refuse(sayTrackedIndent, target)
		return
	case c.unit == layout.UnitBreak && c.action == "delete" && !sameKind(c.para, c.blocks[0]):
		refuse(sayKindsJoined, target)
		return
	case c.para == nil:
		refuse(sayTrackedNothingStays, target)
		return
	}
	op, reason := s.requestOp(c, target)
	if !reason.none() {
		refuse(reason, target)
		return
	}
	q, ok := s.quoteOf(c, target)
	if !ok {
		refuse(sayTrackedNoWords, target)
		return
	}
	if s.elsewhere(c, target, q) {
		refuse(sayMisread, target)
		return
	}
	f := s.apply(sayRequestMade, s.where(target, c.para), from, to)
	f.revision = s.entry(c)
	c.seen(f)
	c.finding = f
	native := f.revision.NativeID
	if foreignID(native) {
		native = "1"
	}
	op.Op, op.Target, op.Author, op.Date = "add_change_request", layout.TargetID(target), c.author, c.date
	op.ID = s.newID("change", op.Target, native)
	if op.Prefix, op.Suffix = q.Prefix, q.Suffix; c.unit == layout.UnitText && q.Prefix+q.Suffix == "" && !s.unplaced(c) {
		op.Unit = layout.TextUnit
	}
	f.change = &Change{Action: "add_change_request", ID: op.ID, Target: op.Target, NativeID: f.revision.NativeID}
	f.inTable = c.table
	c.added = s.add(f, op)
	if n := c.deeper(); n < 0 || n > 0 && op.To == "" {
		s.refuse(sayProposedLevel, target, "", to).at(c.blocks[0])
	}
}

// generatedWords says why the words of a change cannot be changed where they stand: the tool makes them. "" when they can.
func (s *requests) generatedWords(c *tracked) sentence {
	p := s.planned.Get(c.para)
	if p == nil || p.Part != layout.PartGenerated {
		return sentence{}
	}
	if _, whole := p.Node.(*noma.Document); whole {
		return s.generatedFrom(p)
	}
	d, ok := p.Node.(*noma.Directive)
	formula := ok && d.Is(noma.Formula)
	beside := formula && layout.NumberedEquation(d) && !hasObjects(c.from) && !hasObjects(c.to) // at the number
	within := c.start > 0 && c.end < len(layout.Glyphs(c.para.Runs, wml.Original))
	switch {
	case c.unit == layout.UnitText && (beside || !formula), c.unit == layout.UnitBreak && beside && within:
		return s.generatedFrom(p)
	}
	return sentence{}
}

// onlyEdge reports whether a change is white space at the edge of a paragraph, which is not shown.
func (s *requests) onlyEdge(c *tracked) bool {
	if strings.TrimSpace(layout.PlainText(c.from)+layout.PlainText(c.to)) != "" || hasObjects(c.from) || hasObjects(c.to) {
		return false
	}
	return c.start == 0 || c.end >= len(layout.Glyphs(c.para.Runs, wml.Original))
}

// foreignID reports whether an id of a revision is long: another program's, which says nothing to a reader.
func foreignID(native string) bool {
	_, ids, ok := strings.Cut(native, ".xml:")
	if !ok {
		ids = native
	}
	return slices.ContainsFunc(strings.Split(ids, "/"), func(id string) bool { return len(id) > 10 })
}

func hasObjects(g []layout.Glyph) bool {
	return slices.ContainsFunc(g, func(x layout.Glyph) bool { return x.Object != "" })
}

// quoteOf returns the selector of a change: in the text of the file, which is that of the source when the reviewer's edits are
// in it, or in that of the present source where only the author has edited the paragraph.
func (s *requests) quoteOf(c *tracked, target noma.Node) (layout.Quote, bool) {
	s.plan.Look.Now()
	if s.unplaced(c) {
		return layout.Quote{}, true // the file does not say where either
	}
	if !s.base.moved {
		return s.texts.quote(c, target)
	}
	p, start, end, ok := s.present.place(c)
	if !ok || s.requestable(p.Node) != target {
		q, ok := s.texts.quote(c, target)
		if now, moved := s.present.rowQuote(c, target, q); ok && moved {
			return now, true
		}
		return q, ok
	}
	v := s.base.changed(p, s.present.beside(c.para, p).key())
	if v == author {
		return s.present.quote(p, target, start, end)
	}
	q, ok := s.texts.quote(c, target)
	if ok && v == nobody && !s.present.finds(q, p, target, start) { // the author has rewritten what stands around it
		if now, ok := s.present.quote(p, target, start, end); ok {
			return now, true
		}
	}
	return q, ok
}

// elsewhere reports whether the selector of a change in a paragraph that the author has rewritten finds words of another paragraph.
func (s *requests) elsewhere(c *tracked, target noma.Node, q layout.Quote) bool {
	p := s.planned.Get(c.para)
	if !s.base.moved || p == nil || c.unit != layout.UnitText || q.IsZero() || len(c.from) == 0 || s.base.untouched(p) {
		return false
	}
	q.Exact = layout.PlainText(c.from)
	found, _, ok := s.present.texts().Find(target, q, true)
	key, known := s.present.keys[p]
	return ok && known && found.Para != key
}

// unplaced reports whether the file does not say where in its block a change stands.
func (s *requests) unplaced(c *tracked) bool {
	return c.unit == layout.UnitText && (s.opts.data || s.labelled[c.para] != nil)
}

// sameKind reports whether two paragraphs can be one without one of them becoming something else.
func sameKind(a, b *wml.Paragraph) bool {
	return a.Style == b.Style && a.List == b.List && a.Framed == b.Framed && !isHeading(a.Style)
}

// breakTexts returns what the paragraphs around a break read without and with the change.
func (s *requests) breakTexts(c *tracked) (was, now string) {
	whole := layout.Glyphs(c.para.Runs, wml.Original)
	if c.action == "insert" {
		return layout.PlainText(whole), layout.PlainText(whole[:c.start]) + "¶" + layout.PlainText(whole[c.start:])
	}
	next := text(c.blocks[0].Runs)
	return layout.PlainText(whole) + "¶" + next, layout.PlainText(whole) + next
}

// halves reports whether two changes can be those of one move.
func halves(a, b *tracked) bool {
	return strings.TrimSpace(layout.PlainText(a.from)) == strings.TrimSpace(layout.PlainText(b.to)) && a.revs[0].Author == b.revs[0].Author
}

// pairMoves gives the two halves of each move one name.
func (s *requests) pairMoves(changes []*tracked) {
	names := map[string]bool{}
	for n := range noma.Walk(s.doc) {
		if d, ok := n.(*noma.Directive); ok && d.Is(noma.Request) {
			names[d.AttrText("move")] = true
		}
	}
	n := 0
	for _, a := range changes {
		if a.moved != wml.MoveFrom || a.finding == nil {
			continue
		}
		for _, b := range changes {
			if b.moved != wml.MoveTo || b.finding == nil || b.added.op.Move != "" || !halves(a, b) {
				continue
			}
			name := ""
			for name == "" || names[name] {
				n++
				name = fmt.Sprintf("m%d", n)
			}
			names[name] = true
			a.added.op.Move, b.added.op.Move = name, name
			a.finding.partners, b.finding.partners = []*finding{b.finding}, []*finding{a.finding}
			break
		}
	}
}
