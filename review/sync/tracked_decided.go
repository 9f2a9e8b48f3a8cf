package reviewsync

import (
	"slices"
	"strings"

	"github.com/nomadocx/nomadocx/layout"
	"github.com/nomadocx/nomadocx/wml"
)

// The change requests that a reviewer accepted or rejected in Word.

// decidedWords closes the requests of a paragraph that a reviewer accepted or rejected: those decisions that make it read
// as it came back, or come nearest to that.
func (s *session) decidedWords(p *layout.Para, open, sent []*sentRequest, r *wml.Paragraph) {
	if r == nil || len(open) > 10 {
		return
	}
	now := layout.Glyphs(r.Runs, wml.Original)
	best, nearest := -1, -1
	states := map[*layout.Tracked]layout.State{}
	for mask := range 1 << len(open) {
		for i, q := range open {
			states[q.t] = layout.Rejected
			if mask&(1<<i) != 0 {
				states[q.t] = layout.Accepted
			}
		}
		var reads []layout.Glyph
		for b := range layout.Resolve(slices.Values([]layout.Block{p}), func(t *layout.Tracked) layout.State { return states[t] }) {
			if x, ok := b.(*layout.Para); ok && x.Part != layout.PartRevision {
				reads = append(reads, layout.Glyphs(x.Runs(), wml.Original)...)
			}
		}
		near := -distanceOf(reads, now)
		if best < 0 || near > nearest {
			best, nearest = mask, near
		}
	}
	for i, q := range open {
		status := "rejected"
		if best&(1<<i) != 0 {
			status = "accepted"
		}
		s.closeRequest(q, status, r)
	}
}

// acceptedElsewhere closes a request that the file was not sent with, when the file reads as if it had been accepted: it
// came back with the same tracked change, from which the request was made, and somebody accepted it there.
func (s *session) acceptedElsewhere(q *sentRequest, r *wml.Paragraph) {
	if q.t.Unit != layout.UnitText || q.grid != nil || r == nil {
		return
	}
	reads := func(state layout.State) (out []layout.Glyph) {
		for b := range layout.Resolve(slices.Values([]layout.Block{q.para}), func(t *layout.Tracked) layout.State {
			if t == q.t {
				return state
			}
			return layout.Rejected
		}) {
			if x, ok := b.(*layout.Para); ok && x.Part != layout.PartRevision {
				out = append(out, layout.Glyphs(x.Runs(), wml.Original)...)
			}
		}
		return out
	}
	now := layout.Glyphs(r.Runs, wml.Original)
	if accepted := reads(layout.Accepted); slices.Equal(accepted, now) && !slices.Equal(accepted, reads(layout.Rejected)) {
		s.closeRequest(q, "accepted", r)
	}
}

// distanceOf is how many characters of two texts are not in their common beginning or end.
func distanceOf(a, b []layout.Glyph) int {
	n := 0
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	z := 0
	for z < len(a)-n && z < len(b)-n && a[len(a)-1-z] == b[len(b)-1-z] {
		z++
	}
	return len(a) + len(b) - 2*n - 2*z
}

// decidedUnit closes a request about more than words, or about the words of a cell.
func (s *session) decidedUnit(q *sentRequest, r *wml.Paragraph) {
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
		return
	case (u == layout.UnitParagraph || u == layout.UnitItem) && q.t.Deletes():
		accepted = !there
	case u == layout.UnitParagraph || u == layout.UnitItem:
		accepted = s.hasParagraph(s.blocksText(q))
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

// hasParagraph reports whether a paragraph of the file that was not sent reads so.
func (s *session) hasParagraph(want string) bool {
	for _, st := range s.returned.Stories {
		for p := range wml.Paragraphs(st.Blocks...) {
			if s.planned.Get(p) == nil && plainQuotes(text(p.Runs)) == want {
				return true
			}
		}
	}
	return false
}

// hasCells reports whether a table has the row or column of a request.
func (s *session) hasCells(t *wml.Table, q *sentRequest) bool {
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
func (s *session) closeRequest(q *sentRequest, status string, r *wml.Paragraph) {
	d := q.t.Node
	f := s.apply(CodeRequest, d, "The tracked change was "+status+".", joinTexts(q.from, q.to), status).at(r)
	f.change = &Change{Action: "update_change_request", ID: d.ID, Key: "status"}
	s.attribute(f, d, "status", closedStatus)
	s.attribute(f, d, decisionKey, status)
}
