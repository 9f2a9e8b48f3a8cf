package reviewsync

import (
	"slices"
	"strings"

	"github.com/nomadocx/nomadocx/internal/office/wml"
	"github.com/nomadocx/nomadocx/layout"
	"github.com/nomadocx/nomadocx/noma"
)

// The change requests that the source shows as tracked changes in the text, as they came back: as they were sent, edited,
// accepted or rejected. What was accepted or rejected is an edit of the text like any other; here the request is closed.

// sentRequest is a change request that was sent.
type sentRequest struct {
	t        *layout.Tracked
	para     *layout.Para // nil when its place is lost
	grid     *layout.Grid
	row, col int
	from, to string
	// rawFrom and rawTo are the same with the blanks at their ends.
	rawFrom, rawTo string
	got            *tracked
	inChain        bool // it came back joined to its neighbours, or in parts
}

// sentRequests pairs the tracked changes of the file with the requests of the source.
func (s *requests) sentRequests(changes []*tracked) {
	sent := s.requestsOfPlan()
	if len(sent) == 0 {
		return
	}
	back := s.returnedOf(sent)
	alike := map[alikeKey][]*tracked{} // what a request may be, in its paragraph and anywhere
	for _, c := range changes {
		k := alikeKey{c.para, blockUnit(c.unit), c.action, c.words()}
		alike[k] = append(alike[k], c)
		k.para = nil
		alike[k] = append(alike[k], c)
	}
	// What came back in its place is taken first, and then what came back joined to its neighbours there: of
	// requests that are alike none is then taken for another.
	for _, elsewhere := range []bool{false, true} {
		for _, q := range sent {
			if q.got != nil {
				continue
			}
			k := alikeKey{back[q.para], blockUnit(q.t.Unit), q.t.Request.Action, ""}
			if q.t.Unit == layout.UnitText {
				k.words = q.from + "\x00" + q.to
			}
			best := 0
			var got *tracked
			look := func() {
				for len(alike[k]) > 0 && alike[k][0].request != nil {
					alike[k] = alike[k][1:] // taken, for good
				}
				for _, c := range alike[k] {
					if best >= surely {
						break
					}
					if c.request == nil {
						if score := s.sameChange(q, c, back[q.para]); score > best {
							best, got = score, c
						}
					}
				}
			}
			if look(); best < surely && elsewhere {
				k.para = nil
				look()
			}
			if got != nil && (best >= surely || elsewhere) {
				q.got, got.request = got, q.t
			}
		}
		chains(sent, changes, back)
	}
	decided := map[*layout.Para][]*sentRequest{}
	var order []*layout.Para
	for _, q := range sent {
		switch {
		case q.inChain, s.gone.removal(q.t.Node) != nil:
		case q.got != nil:
			s.movedPlace(q)
			s.movedLevel(q, back[q.para])
		case q.para == nil:
		case !s.base.sentMark(layout.MarkName(q.t.Node)):
			s.acceptedElsewhere(q, back[q.para])
		case s.editedRequest(q, changes, back[q.para]):
		case q.t.Unit == layout.UnitText && q.grid == nil:
			if decided[q.para] == nil {
				order = append(order, q.para)
			}
			decided[q.para] = append(decided[q.para], q)
		default:
			s.decidedUnit(q, back[q.para])
		}
	}
	for _, p := range order {
		s.decidedWords(p, decided[p], sent, back[p])
	}
}

// wentOn reports whether the author had gone on writing in the source before anything was brought in.
func (s *requests) wentOn() bool {
	if s.opts.first != nil {
		return s.opts.wentOn
	}
	return s.base.moved
}

// placeAgain gives a request whose target or words the source does not have the place at which the file has its tracked change.
func (s *requests) placeAgain(c *tracked, d *noma.Directive) {
	target := s.targetOf(c)
	if blockUnit(c.unit) != blockUnit(layout.UnitOf(d)) {
		return
	}
	if n, ok := c.node(s.core).(*noma.Directive); ok && n.Is(noma.Annotates) && s.names.Target(n) == nil {
		target = nil // nobody knows what that is about
	}
	from, to := layout.PlainText(c.from), layout.PlainText(c.to)
	switch {
	case target == nil:
		s.refuse(sayTrackedNoWords, c.node(s.core), from, to).at(c.para)
		return
	case c.para == nil:
		s.refuse(sayTrackedNothingStays, target, from, to).at(c.blocks[0])
		return
	}
	q, ok := s.quoteOf(c, target)
	if p := s.present.plannedOf(c); p != nil && !s.present.beside(c.para, p).same {
		if s.opts.settled == nil {
			s.reworded = true // the paragraph gets its text in this round, or never
			return
		}
		_, at, _, known := s.present.place(c)
		ok = ok && known && s.present.finds(q, p, target, at)
	}
	if !ok {
		s.refuse(sayTrackedNoWords, target, from, to).at(c.para)
		return
	}
	f := s.apply(sayRequestPlace, d, joinTexts(from, to), joinTexts(from, to)).at(c.para)
	f.change = &Change{Action: "update_change_request", ID: d.ID, NativeID: s.entry(c).NativeID, Key: "prefix"}
	if s.names.Target(d) != target {
		_, key := d.First("target", "for", "parent", "block", "ref")
		s.attribute(f, d, key, layout.TargetID(target))
	}
	s.selector(f, d, q)
}

// requestsOfPlan returns the requests that are shown at their place, and those whose place is lost. One that is shown in a block of its own
// (see [layout.Tracked]) is edited and decided there.
func (s *requests) requestsOfPlan() []*sentRequest {
	if len(s.plan.Placed)+len(s.plan.Lost) == 0 {
		return nil
	}
	var out []*sentRequest
	add := func(q *sentRequest) {
		if q.t.Apart {
			return
		}
		r := q.t.Request
		q.from, q.to = plainMarkup(s.names, r.From), plainMarkup(s.names, r.To)
		q.rawFrom, q.rawTo = withBlanks(q.from, r.From), withBlanks(q.to, r.To)
		out = append(out, q)
	}
	var note func(b layout.Block)
	note = func(b layout.Block) {
		switch b := b.(type) {
		case *layout.Para:
			if b.Marks != nil {
				for _, t := range b.Marks.Tracked {
					add(&sentRequest{t: t, para: b})
				}
			}
		case *layout.Grid:
			for i, row := range b.Rows {
				for k, p := range row {
					if p.Marks != nil {
						for _, t := range p.Marks.Tracked {
							add(&sentRequest{t: t, para: p, grid: b, row: i, col: k})
						}
					}
				}
			}
		case *layout.Columns:
			for _, row := range b.Rows {
				for _, cell := range row {
					for _, x := range cell {
						note(x)
					}
				}
			}
		}
	}
	for _, b := range s.plan.HeaderFooter() {
		note(b)
	}
	for _, b := range append(slices.Clip(s.base.blocks), noteBlocks(s.plan)...) {
		note(b)
	}
	for _, d := range s.plan.Lost {
		if d.Is(noma.Request) {
			add(&sentRequest{t: &layout.Tracked{Node: d, Request: layout.ReadRequest(d), Unit: layout.UnitOf(d)}})
		}
	}
	return out
}

// plainMarkup returns the text that markup shows, on one line.
func plainMarkup(names *layout.Names, markup string) string {
	return plainQuotes(layout.PlainText(layout.AllGlyphs(names.Inline(markup), wml.All)))
}

// withBlanks returns a text with the blanks that its markup has at its ends.
func withBlanks(text, markup string) string {
	core := strings.TrimSpace(markup)
	if core == "" {
		return markup
	}
	lead, trail, _ := strings.Cut(markup, core)
	return lead + text + trail
}

// plainQuotes returns a text on one line, with quotation marks of one kind: an attribute cannot hold both.
func plainQuotes(text string) string { return strings.ReplaceAll(noma.OneLine(text), `"`, "'") }

// returnedOf returns the returned paragraphs of the planned ones that requests stand in.
func (s *requests) returnedOf(sent []*sentRequest) map[*layout.Para]*wml.Paragraph {
	out := map[*layout.Para]*wml.Paragraph{}
	wanted := map[*layout.Para]bool{}
	for _, q := range sent {
		wanted[q.para] = q.para != nil
	}
	for p := range s.returned.texts() {
		if whole := s.wholeOf[p]; whole != nil {
			p = whole
		}
		if planned := s.planned.Get(p); wanted[planned] && out[planned] == nil {
			out[planned] = p
		}
	}
	for _, g := range s.trackedNotes() {
		for _, p := range g.paras {
			if planned := s.planned.Get(p); wanted[planned] {
				out[planned] = p
			}
		}
	}
	tables := map[*layout.Grid]*wml.Table{}
	for t, g := range s.grids {
		tables[g] = t
	}
	for _, q := range sent {
		t := tables[q.grid]
		if t == nil {
			continue
		}
		if rows := originalTable(t).Rows; len(rows) == len(q.grid.Rows) && q.col < len(rows[q.row].Cells) && len(rows[q.row].Cells) == len(q.grid.Rows[q.row]) {
			out[q.para] = firstPara(&rows[q.row].Cells[q.col])
		}
	}
	return out
}

// editedRequest finds the tracked change that a request became when a reviewer edited it, and reports whether there is one.
func (s *requests) editedRequest(q *sentRequest, changes []*tracked, r *wml.Paragraph) bool {
	if q.t.Unit != layout.UnitText || r == nil {
		return false
	}
	for _, c := range changes {
		if c.request != nil || c.para != r || c.unit != layout.UnitText || !sameAuthor(q.t.Request.Author, c.author) || c.date != "" && !sameDate(c.date, q.t.Request.Date) {
			continue
		}
		was, now := layout.Glyphs(q.para.Runs(), wml.Original), layout.Glyphs(r.Runs, wml.Original)
		at, ok := placeIn(was, now, q.t.Start)
		if !ok || at < c.start || at > c.end {
			continue
		}
		c.request = q.t
		by, mine := s.mineRequest(q.t.Node, q.t.Request, layout.RunsOf(c.from), layout.RunsOf(c.to), joinTexts(q.from, q.to), joinTexts(layout.PlainText(c.from), layout.PlainText(c.to)))
		if !mine {
			return true
		}
		target := s.names.Target(q.t.Node)
		op, reason := s.requestOp(c, target)
		selector, found := s.texts.quote(c, target)
		if !reason.none() || op.Content != "" || q.t.Request.BodyIsText || !found || c.action != q.t.Request.Action {
			s.refuse(sayRequestCannotHold, q.t.Node,
				q.from+" → "+q.to, layout.PlainText(c.from)+" → "+layout.PlainText(c.to)).at(r)
			return true
		}
		f := s.apply(sayTrackedText, q.t.Node, joinTexts(q.from, q.to), joinTexts(layout.PlainText(c.from), layout.PlainText(c.to))).by(by).at(r)
		f.change = &Change{Action: "update_change_request", ID: q.t.Node.ID, NativeID: s.entry(c).NativeID}
		for _, x := range [][3]string{{"from", q.t.Request.From, op.From}, {"to", q.t.Request.To, op.To}} {
			if x[1] != x[2] {
				s.attribute(f, q.t.Node, x[0], x[2])
			}
		}
		s.selector(f, q.t.Node, selector)
		return true
	}
	return false
}

func joinTexts(from, to string) string {
	switch {
	case from == "":
		return to
	case to == "":
		return from
	}
	return from + " → " + to
}

// originalTable returns a table without the rows and cells that are only put in with tracking; the table itself when there
// are none.
func originalTable(t *wml.Table) *wml.Table {
	put := func(row wml.Row) bool {
		return row.Ins != nil || slices.ContainsFunc(row.Cells, func(c wml.TableCell) bool { return c.Ins != nil })
	}
	if !slices.ContainsFunc(t.Rows, put) {
		return t
	}
	out := *t
	out.Rows = nil
	for _, row := range t.Rows {
		if row.Ins != nil {
			continue
		}
		row.Cells = slices.DeleteFunc(slices.Clone(row.Cells), func(c wml.TableCell) bool { return c.Ins != nil })
		out.Rows = append(out.Rows, row)
	}
	return &out
}
