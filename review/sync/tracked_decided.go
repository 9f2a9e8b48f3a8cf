package reviewsync

import (
	"slices"
	"strings"

	"github.com/nomadocx/nomadocx/internal/office/wml"
	"github.com/nomadocx/nomadocx/layout"
	"github.com/nomadocx/nomadocx/noma"
)

// The change requests that a reviewer accepted or rejected in Word.

// decidedWords closes the requests of a paragraph that a reviewer accepted or rejected: those decisions that make it read
// as it came back, or come nearest to that. A paragraph that was deleted reads as one without words.
func (s *requests) decidedWords(p *layout.Para, open, sent []*sentRequest, r *wml.Paragraph) {
	if r == nil && s.base.deleted(p) != reviewer || len(open) > 10 {
		return
	}
	var now []layout.Glyph
	if r != nil {
		now = layout.Glyphs(r.Runs, wml.Original)
	}
	best, nearest := -1, -1
	states := map[*layout.Tracked]layout.State{}
	for _, q := range sent {
		if q.para == p && q.t.Unit == layout.UnitBreak && q.got == nil && !q.inChain {
			states[q.t] = layout.Accepted // the decisions with which all of its paragraphs came back were made
		}
	}
	parted := len(states) > 0
	for mask := range 1 << len(open) {
		for i, q := range open {
			states[q.t] = layout.Rejected
			if mask&(1<<i) != 0 {
				states[q.t] = layout.Accepted
			}
		}
		var reads []layout.Glyph
		var paras []uint64
		for b := range layout.Resolve(slices.Values([]layout.Block{p}), func(t *layout.Tracked) layout.State { return states[t] }) {
			if x, ok := b.(*layout.Para); ok && x.Part != layout.PartRevision {
				reads = append(reads, layout.Glyphs(x.Runs(), wml.Original)...)
				paras = append(paras, layout.Fingerprint(x.Runs(), wml.Original))
			}
		}
		near := -distanceOf(reads, now)
		if parted && len(paras) > 1 && s.cameBack(paras) {
			best, nearest = mask, 0
			break
		}
		if best < 0 || near > nearest {
			best, nearest = mask, near
		}
	}
	if r == nil && nearest < 0 && s.stays(p.Node) {
		return
	}
	for i, q := range open {
		status := "rejected"
		if best&(1<<i) != 0 {
			status = "accepted"
		}
		s.closeRequest(q, status, r)
	}
}

// stays reports whether a block stays in the source that is gone from the file, or one around it.
func (s *requests) stays(n noma.Node) bool {
	for ; n != nil; n = n.At().Parent {
		if s.gone.kept[n] {
			return true
		}
	}
	return false
}

// acceptedElsewhere closes a request that the file was not sent with, when the file reads as if it had been accepted: it
// came back with the same tracked change, from which the request was made, and somebody accepted it there.
func (s *requests) acceptedElsewhere(q *sentRequest, r *wml.Paragraph) {
	accepted := false
	switch u := q.t.Unit; {
	case u == layout.UnitText:
		var now []wml.Run // none when the paragraph went with its words
		if r != nil {
			now = r.Runs
		}
		accepted = (r != nil || s.base.deleted(q.para) == reviewer) && s.readsAccepted(q, func(want []uint64) bool {
			return len(want) == 1 && want[0] == layout.Fingerprint(now, wml.Original)
		})
	case u == layout.UnitBreak:
		accepted = s.readsAccepted(q, s.cameBack)
	case (u == layout.UnitParagraph || u == layout.UnitItem) && q.t.Deletes():
		accepted = r == nil && s.base.deleted(q.para) == reviewer
	case u == layout.UnitParagraph || u == layout.UnitItem:
		want := s.blocksText(q)
		accepted = s.hasParagraph(want) || s.hasBeside(want, r)
	default:
		accepted = s.tableAccepted(q)
	}
	if accepted {
		s.closeRequest(q, "accepted", r)
	}
}

// readsAccepted reports whether what the paragraph of a request becomes when the request is accepted has come back, and is
// not what the paragraph is now.
func (s *requests) readsAccepted(q *sentRequest, cameBack func(fingerprints []uint64) bool) bool {
	story := []layout.Block{q.para}
	if next := s.present.nextPara(q.para); next != nil && q.t.Unit == layout.UnitBreak && q.t.Deletes() {
		story = append(story, next)
	}
	reads := func(state layout.State) (out []uint64) {
		for b := range layout.Resolve(slices.Values(story), func(t *layout.Tracked) layout.State {
			if t == q.t {
				return state
			}
			return layout.Rejected
		}) {
			if x, ok := b.(*layout.Para); ok && x.Part != layout.PartRevision {
				out = append(out, layout.Fingerprint(x.Runs(), wml.Original))
			}
		}
		return out
	}
	accepted := reads(layout.Accepted)
	return !slices.Equal(accepted, reads(layout.Rejected)) && cameBack(accepted)
}

// cameBack reports whether paragraphs with these fingerprints follow each other in the file.
func (s *requests) cameBack(fingerprints []uint64) bool {
	if s.cameAt == nil {
		s.cameAt = map[uint64][]int{}
		for _, st := range s.returned.Stories {
			for p := range wml.Paragraphs(st.Blocks...) {
				f := layout.Fingerprint(p.Runs, wml.Original)
				s.cameAt[f] = append(s.cameAt[f], len(s.came))
				s.came = append(s.came, f)
			}
			s.came = append(s.came, 0)
		}
	}
	return slices.ContainsFunc(s.cameAt[fingerprints[0]], func(i int) bool {
		return len(s.came) >= i+len(fingerprints) && slices.Equal(s.came[i:i+len(fingerprints)], fingerprints)
	})
}

// tableAccepted reports whether a table has a row or column more, or less, as a request wants.
func (s *requests) tableAccepted(q *sentRequest) bool {
	for t, g := range s.grids {
		if g != q.grid {
			continue
		}
		g.Restore()
		rows := originalTable(t).Rows
		if len(rows) == 0 || len(g.Rows) == 0 {
			return false
		}
		more := len(rows) - len(g.Rows)
		if q.t.Unit == layout.UnitColumn {
			more = len(rows[0].Cells) - len(g.Rows[0])
		}
		if q.t.Inserts() {
			return more > 0 && s.hasCells(t, q)
		}
		return more < 0 && !s.hasCells(t, q) && !s.base.new(q.para)
	}
	return false
}

// distanceOf returns how many characters of two texts are not in their common beginning or end.
func distanceOf(a, b []layout.Glyph) int {
	n, z := commonEnds(a, b)
	return len(a) + len(b) - 2*n - 2*z
}

// decidedUnit closes a request about more than words, or about the words of a cell.
func (s *requests) decidedUnit(q *sentRequest, r *wml.Paragraph) {
	there := r != nil
	was := ""
	if q.para != nil {
		was = shown(q.para)
	}
	accepted := false
	switch u := q.t.Unit; {
	case u == layout.UnitText && there:
		now := plainQuotes(text(r.Runs))
		accepted = q.to != "" && strings.Contains(now, q.to) && (q.from == "" || !strings.Contains(now, q.from) || strings.Contains(q.to, q.from)) || q.to == "" && !strings.Contains(now, q.from)
	case u == layout.UnitText:
		if s.base.deleted(q.para) != reviewer || s.stays(q.para.Node) || s.gone.removed[q.t.Node] != nil {
			return
		}
		accepted = s.readsAccepted(q, func(want []uint64) bool { return len(want) == 1 && s.hasCell(q.grid, want[0]) })
	case (u == layout.UnitParagraph || u == layout.UnitItem) && q.t.Deletes():
		accepted = !there
	case u == layout.UnitParagraph || u == layout.UnitItem:
		want := s.blocksText(q)
		accepted = s.hasParagraph(want) || s.hasBeside(want, r)
	case u == layout.UnitBreak && !there:
		return
	case u == layout.UnitBreak && q.t.Inserts():
		accepted = len(text(r.Runs)) < len(was)
	case u == layout.UnitBreak:
		accepted = len(text(r.Runs)) > len(was)
	default:
		for t, g := range s.grids {
			if g == q.grid {
				accepted = s.hasCells(t, q) == q.t.Inserts()
			}
		}
	}
	status := "rejected"
	if accepted {
		status = "accepted"
	}
	s.closeRequest(q, status, r)
}

// hasParagraph reports whether the file has a paragraph that reads so and was not sent: one that is paired with none of
// the plan, or one more than the plan has.
func (s *requests) hasParagraph(want string) bool {
	if s.reading == nil {
		s.reading = map[string]int{}
		for _, b := range append(slices.Clip(s.base.blocks), noteBlocks(s.plan)...) {
			layout.EachPara(b, func(p *layout.Para) {
				if layout.RequestOf(p.Node) == nil {
					s.reading[plainQuotes(shown(p))]--
				}
			})
		}
		s.unpaired = map[string]bool{}
		for p := range s.returned.texts() {
			now := plainQuotes(text(p.Runs))
			s.reading[now]++
			s.unpaired[now] = s.unpaired[now] || s.planned.Get(p) == nil
		}
	}
	return s.unpaired[want] || s.reading[want] > 0
}

// hasBeside reports whether paragraphs beside one of the file that were not sent are mostly made of these words: what was
// accepted may have been edited or split since.
func (s *requests) hasBeside(want string, r *wml.Paragraph) bool {
	before, behind := s.notSentBeside(r)
	for _, run := range [][]*wml.Paragraph{before, behind} {
		for i := range run {
			if madeOf(want, run[i:]) {
				return true
			}
		}
	}
	return false
}

// madeOf reports whether the first of some paragraphs, one or more, are mostly made of these words.
func madeOf(want string, paras []*wml.Paragraph) bool {
	words, have := map[string]int{}, map[string]int{}
	eachWord(want, func(w string) { words[w]++ })
	for _, p := range paras {
		eachWord(plainQuotes(text(p.Runs)), func(w string) { have[w]++ })
		if common, total := overlap(words, have); 4*common > total {
			return true
		}
	}
	return false
}

// notSentBeside returns the paragraphs directly before and directly behind one of the file that were not sent, up to 20 each.
func (s *requests) notSentBeside(r *wml.Paragraph) (before, behind []*wml.Paragraph) {
	const most = 20
	sent := func(p *wml.Paragraph) bool { return s.planned.Get(p) != nil }
	for _, st := range s.returned.Stories {
		paras := slices.Collect(wml.Paragraphs(st.Blocks...))
		at := slices.Index(paras, r)
		if at < 0 {
			continue
		}
		before, behind = paras[max(0, at-most):at], paras[at+1:min(len(paras), at+1+most)]
		for i, p := range slices.Backward(before) {
			if sent(p) {
				before = before[i+1:]
				break
			}
		}
		if i := slices.IndexFunc(behind, sent); i >= 0 {
			behind = behind[:i]
		}
		break
	}
	return before, behind
}

// hasCell reports whether the table that came back for a grid has a cell with this fingerprint.
func (s *requests) hasCell(g *layout.Grid, fingerprint uint64) bool {
	for t, of := range s.grids {
		if of != g {
			continue
		}
		for _, row := range originalTable(t).Rows {
			if slices.ContainsFunc(row.Cells, func(c wml.TableCell) bool {
				p := firstPara(&c)
				return p != nil && layout.Fingerprint(p.Runs, wml.Original) == fingerprint
			}) {
				return true
			}
		}
	}
	return false
}

// hasCells reports whether a table has the row or column of a request.
func (s *requests) hasCells(t *wml.Table, q *sentRequest) bool {
	want := layout.SplitCells(q.t.Request.From + q.t.Request.To)
	rows := originalTable(t).Rows
	if q.t.Unit == layout.UnitRow {
		return slices.ContainsFunc(rows, func(row wml.Row) bool {
			m, _ := s.rowMarkup(cellGlyphs(&row, wml.Original))
			return slices.Equal(layout.SplitCells(m), want)
		})
	}
	for k := 0; len(rows) > 0 && k < len(rows[0].Cells); k++ {
		var column [][]layout.Glyph
		for i := range rows {
			if k < len(rows[i].Cells) {
				column = append(column, glyphsOfCell(&rows[i].Cells[k], wml.Original))
			}
		}
		if m, _ := s.rowMarkup(column); slices.Equal(layout.SplitCells(m), want) {
			return true
		}
	}
	return false
}

// closeRequest records that a reviewer accepted or rejected a tracked change.
func (s *requests) closeRequest(q *sentRequest, status string, r *wml.Paragraph) {
	if s.returned.dropsTracked() {
		s.habit(once(sayTrackedDropped, q.t.Node, "open", status), s.returned.program())
		return
	}
	d := q.t.Node
	f := s.apply(sayRequestDecided.with(status), d, joinTexts(q.from, q.to), status).at(r)
	f.change = &Change{Action: "update_change_request", ID: d.ID, Key: "status"}
	s.attribute(f, d, "status", closedStatus)
	s.attribute(f, d, decisionKey, status)
}
