package reviewsync

import (
	"slices"
	"strings"

	"github.com/nomadocx/nomadocx/layout"
	"github.com/nomadocx/nomadocx/noma"
	"github.com/nomadocx/nomadocx/wml"
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
	inChain        bool // it came back joined to its neighbours, or in pieces
}

// sentRequests pairs the tracked changes of the file with the requests of the source.
func (s *session) sentRequests(changes []*tracked) {
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
	for _, q := range sent {
		k := alikeKey{back[q.para], blockUnit(q.t.Unit), q.t.Request.Action, ""}
		if q.t.Unit == layout.UnitText {
			k.words = q.from + "\x00" + q.to
		}
		best := 0
		look := func() {
			for _, c := range alike[k] {
				if c.request == nil && best < surely {
					if score := s.sameChange(q, c, back[q.para]); score > best {
						best, q.got = score, c
					}
				}
			}
		}
		if look(); best < surely {
			k.para = nil
			look()
		}
		if q.got != nil {
			q.got.request = q.t
		}
	}
	chains(sent, changes, back)
	decided := map[*layout.Para][]*sentRequest{}
	var order []*layout.Para
	for _, q := range sent {
		switch {
		case q.inChain:
		case q.got != nil:
			s.movedPlace(q)
		case !s.base.sentMark(q.t.Node.ID) || q.para == nil:
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

// alikeKey is what a tracked change and a request have in common when they may be the same. Words are those of a change
// of words.
type alikeKey struct {
	para   *wml.Paragraph
	unit   layout.Unit
	action string
	words  string
}

// surely is a score beyond which no other change is the request.
const surely = 8

func blockUnit(u layout.Unit) layout.Unit {
	if u == layout.UnitItem {
		return layout.UnitParagraph
	}
	return u
}

func (c *tracked) words() string {
	if c.unit != layout.UnitText {
		return ""
	}
	return plainGlyphs(c.from) + "\x00" + plainGlyphs(c.to)
}

// chains pairs the requests of words that came back joined, as programs do with neighbours of one author and time, and
// those that came back in pieces, as the two sides of the edge of a link are.
func chains(sent []*sentRequest, changes []*tracked, back map[*layout.Para]*wml.Paragraph) {
	for _, q := range sent {
		if q.got != nil || q.para == nil || q.t.Unit != layout.UnitText || back[q.para] == nil {
			continue
		}
		var pieces []*tracked
		for _, c := range changes {
			if c.para == back[q.para] && c.unit == layout.UnitText && c.request == nil {
				pieces = append(pieces, c)
			}
		}
		var run []*sentRequest
		for _, x := range sent {
			if x.para == q.para && x.got == nil && x.t.Unit == layout.UnitText && (x == q || len(run) > 0 && x.t.Start == run[len(run)-1].t.End) {
				run = append(run, x)
			}
		}
		join(run, pieces)
	}
}

// join pairs as many of the first requests as one change is made of, or as many changes in a row as the first request is.
func join(run []*sentRequest, pieces []*tracked) {
	from, to := "", ""
	for n, q := range run {
		from, to = from+q.rawFrom, to+q.rawTo
		for _, c := range pieces {
			if n > 0 && sameAuthor(q.t.Request.Author, c.author) && plainGlyphs(c.from) == plainQuotes(from) && plainGlyphs(c.to) == plainQuotes(to) {
				c.request = q.t
				for _, x := range run[:n+1] {
					x.got, x.inChain = c, true
				}
				return
			}
		}
	}
	if len(run) == 0 {
		return
	}
	for i := range pieces {
		from, to = "", ""
		for n, c := range pieces[i:] {
			if !sameAuthor(run[0].t.Request.Author, c.author) || n > 0 && c.start != pieces[i+n-1].end {
				break
			}
			from, to = from+layout.PlainText(c.from), to+layout.PlainText(c.to)
			if n > 0 && plainQuotes(from) == run[0].from && plainQuotes(to) == run[0].to {
				for _, c := range pieces[i : i+n+1] {
					c.request = run[0].t
				}
				run[0].got, run[0].inChain = c, true
				return
			}
		}
	}
}

func plainGlyphs(g []layout.Glyph) string { return plainQuotes(layout.PlainText(g)) }

// requestsOfPlan are the requests with a place, and those whose place is lost.
func (s *session) requestsOfPlan() []*sentRequest {
	if len(s.plan.Placed)+len(s.plan.Lost) == 0 {
		return nil
	}
	var out []*sentRequest
	add := func(q *sentRequest) {
		r := q.t.Request
		q.from, q.to = plainMarkup(s, r.From), plainMarkup(s, r.To)
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
	for _, b := range s.plan.Chrome() {
		note(b)
	}
	for _, b := range s.sent {
		note(b)
	}
	for _, d := range s.plan.Lost {
		if d.Name == "change_request" {
			add(&sentRequest{t: &layout.Tracked{Node: d, Request: layout.ReadRequest(d), Unit: layout.UnitOf(d)}})
		}
	}
	return out
}

// plainMarkup is the text that markup shows, on one line.
func plainMarkup(s *session, markup string) string {
	return plainQuotes(layout.PlainText(layout.AllGlyphs(s.names.Inline(markup), wml.All)))
}

// withBlanks is a text with the blanks that its markup has at its ends.
func withBlanks(text, markup string) string {
	core := strings.TrimSpace(markup)
	if core == "" {
		return markup
	}
	lead, trail, _ := strings.Cut(markup, core)
	return lead + text + trail
}

// plainQuotes is a text on one line, with quotation marks of one kind: an attribute cannot hold both.
func plainQuotes(text string) string { return strings.ReplaceAll(oneLine(text), `"`, "'") }

// returnedOf are the returned paragraphs of the planned ones that requests stand in.
func (s *session) returnedOf(sent []*sentRequest) map[*layout.Para]*wml.Paragraph {
	out := map[*layout.Para]*wml.Paragraph{}
	wanted := map[*layout.Para]bool{}
	for _, q := range sent {
		wanted[q.para] = q.para != nil
	}
	for _, st := range s.returned.Stories {
		for p := range wml.Paragraphs(st.Blocks...) {
			if whole := s.wholeOf[p]; whole != nil {
				p = whole
			}
			if planned := s.planned.Get(p); wanted[planned] && out[planned] == nil {
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

// sameChange says how surely a tracked change is a request that was sent, 0 for not at all.
func (s *session) sameChange(q *sentRequest, c *tracked, r *wml.Paragraph) int {
	if blockUnit(q.t.Unit) != blockUnit(c.unit) || q.t.Request.Action != c.action {
		return 0
	}
	if !sameAuthor(q.t.Request.Author, c.author) {
		return 0
	}
	switch c.unit {
	case layout.UnitText:
		if q.from != plainQuotes(layout.PlainText(c.from)) || q.to != plainQuotes(layout.PlainText(c.to)) {
			return 0
		}
	case layout.UnitParagraph, layout.UnitItem:
		if c.action == "insert" && s.blocksText(q) != plainQuotes(layout.PlainText(c.to)) && plainQuotes(q.t.Request.To) != plainQuotes(layout.PlainText(c.to)) || c.action == "delete" && q.from != plainQuotes(layout.PlainText(c.from)) {
			return 0
		}
	case layout.UnitRow, layout.UnitColumn:
		from, _ := s.rowMarkup(c.rows[0])
		to, _ := s.rowMarkup(c.rows[1])
		if !slices.Equal(layout.SplitCells(from), layout.SplitCells(q.t.Request.From)) || !slices.Equal(layout.SplitCells(to), layout.SplitCells(q.t.Request.To)) {
			return 0
		}
	}
	score := 0
	if r != nil && r == c.para || c.unit != layout.UnitText && c.table != nil && s.grids[c.table] == q.grid {
		score += 4
		if c.start == q.t.Start {
			score += 4
		}
	}
	if c.date != "" && sameDate(c.date, q.t.Request.Date) {
		score += 2
	}
	if t := s.targetOf(c); t != nil && t == s.names.Target(q.t.Node) {
		score += 2
	}
	return score
}

// blocksText is the text of the paragraphs that a request puts in.
func (s *session) blocksText(q *sentRequest) string {
	var out []string
	for n := range noma.Walk(noma.Snippet(q.t.Request.To)) {
		markup := ""
		switch n := n.(type) {
		case *noma.Paragraph:
			markup = n.Content.S
		case *noma.Section:
			markup = n.Title.S
		case *noma.Quote:
			markup = n.Content.S
		case *noma.List:
			for _, it := range n.Items {
				out = append(out, layout.PlainText(s.names.Reads(it.Content.S)))
			}
		}
		out = append(out, layout.PlainText(s.names.Reads(markup)))
	}
	return plainQuotes(strings.Join(out, " "))
}

// movedPlace brings the selector of a request up to date whose tracked change is found in another place of the text than
// the selector says: the author, or the reviewer, has rewritten what stands around it.
func (s *session) movedPlace(q *sentRequest) {
	c := q.got
	p, start, end, ok := s.presentPlace(c)
	if !ok || p == q.para && (c.unit != layout.UnitText && c.unit != layout.UnitBreak || start == q.t.Start) {
		return
	}
	if s.opts.settled == nil && !slices.Equal(layout.Glyphs(c.para.Runs, wml.Original), layout.Glyphs(p.Runs(), wml.Original)) {
		return // the paragraph gets its text in this round
	}
	target := s.addressable(p.Node)
	if target == nil || target != s.names.Target(q.t.Node) {
		return
	}
	selector, found := s.planQuote(p, target, start, end)
	if !found {
		return
	}
	f := s.apply(CodeRequest, q.t.Node, "The place of the tracked change was brought up to date.", q.from, q.to).at(c.para)
	f.change = &Change{Action: "update_change_request", ID: q.t.Node.ID, NativeID: s.entry(c).NativeID, Key: "prefix"}
	s.selector(f, q.t.Node, selector)
}

// presentPlace is the place of a change in the plan of the present source. Of whole paragraphs, rows and columns that are
// put in, it is the end (or beginning) of what they are next to.
func (s *session) presentPlace(c *tracked) (p *layout.Para, start, end int, ok bool) {
	if c.para == nil {
		return nil, 0, 0, false
	}
	if p = s.plannedOf(c); p == nil {
		return nil, 0, 0, false
	}
	was, now := layout.Glyphs(c.para.Runs, wml.Original), layout.Glyphs(p.Runs(), wml.Original)
	switch {
	case c.unit == layout.UnitText, c.unit == layout.UnitBreak && c.action == "insert":
		a, okA := placeIn(was, now, c.start)
		z, okZ := placeIn(was, now, c.end)
		return p, a, z, okA && okZ && a <= z
	case c.action != "insert":
		return nil, 0, 0, false
	case c.before:
		return p, 0, 0, true
	}
	return p, len(now), len(now), true
}

// plannedOf is the paragraph of the plan that a change stands in; of a cell it is known when the table has its shape.
func (s *session) plannedOf(c *tracked) *layout.Para {
	if c.table == nil {
		return s.planned.Get(c.para)
	}
	g := s.grids[c.table]
	if g == nil {
		return nil
	}
	g.Restore()
	rows := originalTable(c.table).Rows
	if len(rows) != len(g.Rows) {
		return nil
	}
	for i := range rows {
		for k := range rows[i].Cells {
			if len(rows[i].Cells) == len(g.Rows[i]) && slices.Contains(slices.Collect(wml.Paragraphs(rows[i].Cells[k].Blocks...)), c.para) {
				return g.Rows[i][k]
			}
		}
	}
	return nil
}

// selector writes the words around the place of a request.
func (s *session) selector(f *finding, d *noma.Directive, q layout.Quote) {
	for _, x := range [][2]string{{"prefix", q.Prefix}, {"suffix", q.Suffix}} {
		if was, _ := d.Attr(x[0]); d.AttrText(x[0]) != x[1] || was.Key == "" && x[1] != "" {
			s.attribute(f, d, x[0], x[1])
		}
	}
}

// placeIn is where a place of one text is in another, by what the two have in common around it.
func placeIn(was, now []layout.Glyph, at int) (int, bool) {
	n := 0
	for n < len(was) && n < len(now) && was[n] == now[n] {
		n++
	}
	if at <= n {
		return at, true
	}
	z := 0
	for z < len(was)-n && z < len(now)-n && was[len(was)-1-z] == now[len(now)-1-z] {
		z++
	}
	if len(was)-at <= z {
		return len(now) - (len(was) - at), true
	}
	a, b := wordsOf(layout.RunsOf(was)), wordsOf(layout.RunsOf(now))
	if len(a)*len(b) > maxMerge {
		return 0, false
	}
	i, j, count := 0, 0, 0 // words before the place on both sides, and their characters
	chars := func(w word) int { return len(layout.AllGlyphs(w.runs, wml.Original)) }
	before := 0
	for _, p := range append(differences(a, b), place{[2]int{len(a), len(a)}, [2]int{len(b), len(b)}}) {
		for ; i < p.now[0]; i, j = i+1, j+1 {
			if k := chars(a[i]); count+k >= at {
				return before + at - count, true
			} else {
				count += k
			}
			before += chars(b[j])
		}
		for ; i < p.now[1]; i++ {
			count += chars(a[i])
		}
		for ; j < p.got[1]; j++ {
			before += chars(b[j])
		}
		if count >= at {
			return 0, false // the words themselves were rewritten
		}
	}
	return 0, false
}

// planQuote is the selector of a place in the present source.
func (s *session) planQuote(p *layout.Para, target noma.Node, start, end int) (layout.Quote, bool) {
	texts := s.present()
	key, ok := s.planKeys[p]
	if !ok {
		return layout.Quote{}, false
	}
	return texts.Quote(target, layout.Spot{Para: key, At: start}, layout.Spot{Para: key, At: end})
}

// present are the texts of the present source by the block they belong to.
func (s *session) present() *layout.TextOf {
	if s.planTexts == nil {
		s.planTexts, s.planKeys = &layout.TextOf{Names: s.names}, map[*layout.Para]int{}
		n := 0
		for _, b := range append(s.plan.Chrome(), s.sent...) {
			s.planTexts.Block(b)
			layout.EachPara(b, func(p *layout.Para) {
				if layout.Counted(p) {
					s.planKeys[p] = n
					n++
				}
			})
		}
	}
	return s.planTexts
}

// editedRequest finds the tracked change that a request became when a reviewer edited it, and reports whether there is one.
func (s *session) editedRequest(q *sentRequest, changes []*tracked, r *wml.Paragraph) bool {
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
		target := s.names.Target(q.t.Node)
		op, reason := s.requestOp(c, target)
		selector, found := s.texts.quote(c, target)
		if reason != "" || op.Content != "" || q.t.Request.BodyIsText || !found || c.action != q.t.Request.Action {
			s.refuse(CodeRequest, q.t.Node, "The tracked change was edited in a way that its change request cannot hold; change the request in the source.",
				q.from+" → "+q.to, layout.PlainText(c.from)+" → "+layout.PlainText(c.to)).at(r)
			return true
		}
		f := s.apply(CodeRequest, q.t.Node, "The text of the tracked change was edited.", joinTexts(q.from, q.to), joinTexts(layout.PlainText(c.from), layout.PlainText(c.to))).at(r)
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

// originalTable is a table without the rows and cells that are only put in with tracking; the table itself when there
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
