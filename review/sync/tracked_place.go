package reviewsync

import (
	"slices"
	"strings"

	"github.com/nomadocx/nomadocx/internal/office/wml"
	"github.com/nomadocx/nomadocx/layout"
	"github.com/nomadocx/nomadocx/noma"
)

// The places of tracked changes in the present source.

// present is the text of the present source, in which places are found.
type present struct {
	*core
	all      *layout.TextOf // by the block that it belongs to
	keys     map[*layout.Para]int
	next     map[*layout.Para]*layout.Para // see [present.nextPara]
	compared *presentText                  // of the paragraph examined last, see [present.beside]
}

// flowPlace is what stands before a place in a flow.
type flowPlace struct {
	before  *wml.Paragraph // with text that stays
	reason  *wml.Paragraph // of a change request that is shown between before and here
	behind  bool           // one is shown there
	joined  bool           // nothing but paragraphs that are put in and whose ends are taken out again stands there
	broken  bool           // a break or rule that stays is
	longer  bool           // words of such are put in at the end of before
	waiting []*tracked     // paragraphs put in at the beginning of the flow, or behind such a break
	put     []*tracked     // paragraphs put in since the last block that was sent
}

// settle places the paragraphs that were put in before the first one that stays. One of a change request is no place for those outside of
// its frame: they have none. Nor have those behind a page break before a heading, which are of the section before it.
func (f *flowPlace) settle(p *wml.Paragraph, ofRequest bool) {
	for _, c := range f.waiting {
		if (c.framed || !ofRequest) && !(f.broken && isHeading(p.Style)) {
			c.para, c.before = p, true
		}
	}
	f.waiting, f.broken = nil, false
}

// stops notes a break or rule that stays: what waits before it has no place behind it.
func (f *flowPlace) stops() { f.broken, f.waiting = true, nil }

// reasonGoes takes the places of the paragraphs that were put in right before the text of a change request which goes as a whole: when both
// are accepted, they are its text.
func (f *flowPlace) reasonGoes() {
	for _, c := range f.put {
		if len(c.blocks) > 0 {
			c.para = nil
		}
	}
}

// atNext returns joined for the next block of the flow, behind which it is to be found anew.
func (f *flowPlace) atNext() bool {
	joined := f.joined
	f.joined = false
	return joined
}

// puts places a paragraph that was put in. joined says that nothing else stands between it and the one before, see [flowPlace].
func (f *flowPlace) puts(c *tracked, joined bool) {
	f.put = append(f.put, c)
	if p := c.blocks[0]; joined && putInBehind(f.before, p) { // its words are put in at the end of that
		end := len(layout.Glyphs(f.before.Runs, wml.Original))
		c.unit, c.para, c.start, c.end, c.blocks = layout.UnitText, f.before, end, end, nil
		c.to = layout.AllGlyphs(p.Runs, wml.Current)
		if !f.longer {
			c.to = slices.Concat(blanksBehind(f.before), c.to)
		}
		f.longer = true
		f.joined = p.MarkDel != nil
		return
	}
	if c.para = f.before; f.reason != nil && c.framed {
		c.para = f.reason
	} else {
		c.framed = c.framed && !f.behind
	}
	if f.broken {
		c.para = nil
	}
	if c.para == nil {
		f.waiting = append(f.waiting, c)
	}
}

// movedPlace brings the selector of a request up to date whose tracked change is found in another place of the text than
// the selector says: the author, or the reviewer, has rewritten what stands around it.
func (s *requests) movedPlace(q *sentRequest) {
	c := q.got
	p, start, end, ok := s.present.place(c)
	inText := c.unit == layout.UnitText || c.unit == layout.UnitBreak
	if !ok || p == q.para && !inText {
		s.reworded = s.reworded || q.para == nil // its paragraph comes in in this round
		return
	}
	if s.opts.settled == nil && !s.present.beside(c.para, p).same {
		s.reworded = s.reworded || inText
		return // the paragraph gets its text in this round
	}
	if p == q.para && start == q.t.Start {
		return
	}
	target := s.requestable(p.Node)
	if target == nil || target != s.names.Target(q.t.Node) {
		if q.para == nil && !s.wentOn() {
			s.placeAgain(c, q.t.Node)
		}
		return
	}
	selector, found := s.present.quote(p, target, start, end)
	if now := layout.ReadQuote(q.t.Node); !found || now.Prefix == selector.Prefix && now.Suffix == selector.Suffix {
		return
	}
	f := s.apply(sayRequestPlace, q.t.Node, joinTexts(q.from, q.to), joinTexts(q.from, q.to)).at(c.para)
	f.change = &Change{Action: "update_change_request", ID: q.t.Node.ID, NativeID: s.entry(c).NativeID, Key: "prefix"}
	s.selector(f, q.t.Node, selector)
}

// movedLevel gives a request the level that its item has in the file, beside the returned paragraph r that it is next to.
func (s *requests) movedLevel(q *sentRequest, r *wml.Paragraph) {
	c, now := q.got, q.t.Request
	if c.unit != layout.UnitItem || c.action != "insert" || q.para == nil || q.t.Blocks[0].List == wml.NoList {
		return
	}
	n := c.deeper()
	if p, _, _, ok := s.present.place(c); r != nil && (q.t.Before || !ok || p == q.para) {
		n = c.deeperThan(r)
	}
	if n == q.t.Deeper {
		return
	}
	text := layout.PlainText(c.to)
	if n < 0 || n > q.t.Deepest || now.BodyIsText || s.base.moved {
		s.refuse(sayRequestLevel, q.t.Node, text, text).at(c.blocks[0])
		return
	}
	f := s.apply(sayRequestLeveled, q.t.Node, text, text).at(c.blocks[0])
	f.change = &Change{Action: "update_change_request", ID: q.t.Node.ID, NativeID: s.entry(c).NativeID, Key: now.ToKey}
	s.attribute(f, q.t.Node, now.ToKey, strings.Repeat("  ", n)+layout.ItemsOf(now.To))
}

// place returns the place of a change in the plan of the present source. Of whole paragraphs, rows and columns that are
// put in, it is the end (or beginning) of what they are next to. ok is false when the plan has no such place.
func (s *present) place(c *tracked) (p *layout.Para, start, end int, ok bool) {
	if c.para == nil {
		return nil, 0, 0, false
	}
	if p = s.plannedOf(c); p == nil {
		return nil, 0, 0, false
	}
	t := s.beside(c.para, p)
	switch {
	case c.unit == layout.UnitText, c.unit == layout.UnitBreak && c.action == "insert":
		if t.same {
			return p, c.start, c.end, true
		}
		a, okA := t.placeIn(c.start)
		z, okZ := t.placeIn(c.end)
		return p, a, z, okA && okZ && a <= z
	case blockUnit(c.unit) == layout.UnitParagraph && c.action == "delete":
		return p, 0, len(t.now), true
	case c.action != "insert":
		return nil, 0, 0, false
	case c.before:
		return p, 0, 0, true
	}
	return p, len(t.now), len(t.now), true
}

// rewrittenMoves notes the moves whose words the author has rewritten: no request can take out these and put in those.
func (s *requests) rewrittenMoves(changes []*tracked) {
	for _, a := range changes {
		if !s.base.moved || a.moved != wml.MoveFrom || a.request != nil || a.unit != layout.UnitText {
			continue
		}
		p, start, end, ok := s.present.place(a)
		if !ok || slices.Equal(s.present.beside(a.para, p).now[start:end], a.from) {
			continue
		}
		for _, b := range changes {
			if b == a || b.moved == wml.MoveTo && b.request == nil && halves(a, b) {
				b.rewritten = true
			}
		}
	}
}

// presentText is a returned paragraph without its tracked changes beside the paragraph of the plan.
type presentText struct {
	got      *wml.Paragraph
	plan     *layout.Para
	was, now []layout.Glyph
	same     bool
	print    uint64 // see [presentText.key]

	compared       bool
	before, behind int   // how many glyphs both have at their beginnings and at their ends
	places         []int // see [placesIn]
}

// key returns the fingerprint of the returned paragraph.
func (t *presentText) key() uint64 {
	if t.print == 0 {
		t.print = layout.Fingerprint(t.got.Runs, wml.Original)
	}
	return t.print
}

// beside returns the texts of two paragraphs. Those of the last call are kept until all tracked changes have been
// examined: thousands may stand in one paragraph.
func (s *present) beside(got *wml.Paragraph, plan *layout.Para) *presentText {
	if t := s.compared; t != nil && t.got == got && t.plan == plan {
		return t
	}
	t := &presentText{got: got, plan: plan, was: layout.Glyphs(got.Runs, wml.Original), now: layout.Glyphs(plan.Runs(), wml.Original)}
	t.same = slices.Equal(t.was, t.now)
	s.compared = t
	return t
}

// plannedOf returns the paragraph of the plan that a change stands in; of a cell it is known when the table has its shape.
func (s *present) plannedOf(c *tracked) *layout.Para {
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
func (s *requests) selector(f *finding, d *noma.Directive, q layout.Quote) {
	for _, x := range [][2]string{{"prefix", q.Prefix}, {"suffix", q.Suffix}} {
		if was, _ := d.Attr(x[0]); d.AttrText(x[0]) != x[1] || was.Key == "" && x[1] != "" {
			s.attribute(f, d, x[0], x[1])
		}
	}
}

// placeIn returns where a place of one text is in another, by what the two have in common around it, and false when nothing says where.
func placeIn(was, now []layout.Glyph, at int) (int, bool) {
	t := presentText{was: was, now: now}
	return t.placeIn(at)
}

// placeIn returns where a place of the returned text is in that of the plan.
func (t *presentText) placeIn(at int) (int, bool) {
	was, now := t.was, t.now
	if !t.compared {
		t.compared = true
		t.before, t.behind = commonEnds(was, now)
	}
	if at <= t.before {
		return at, true
	}
	if len(was)-at <= t.behind {
		return len(now) - (len(was) - at), true
	}
	if t.places == nil {
		t.places = placesIn(was, now)
	}
	return max(t.places[at], 0), t.places[at] >= 0
}

// commonEnds returns how many glyphs two texts have in common at their beginning, and behind that at their end.
func commonEnds(a, b []layout.Glyph) (before, behind int) {
	for before < len(a) && before < len(b) && a[before] == b[before] {
		before++
	}
	for behind < len(a)-before && behind < len(b)-before && a[len(a)-1-behind] == b[len(b)-1-behind] {
		behind++
	}
	return before, behind
}

// placesIn finds every place of one text in another by the words both have, -1 for one whose words were rewritten.
func placesIn(was, now []layout.Glyph) []int {
	out := slices.Repeat([]int{-1}, len(was)+1)
	a, b := wordsOf(layout.RunsOf(was)), wordsOf(layout.RunsOf(now))
	if len(a)*len(b) > maxMerge {
		return out
	}
	chars := func(w word) int { return len(layout.AllGlyphs(w.runs, wml.Original)) }
	i, j := 0, 0          // words before the place on both sides,
	count, before := 0, 0 // and their characters
	for _, p := range append(differences(a, b), place{[2]int{len(a), len(a)}, [2]int{len(b), len(b)}}) {
		for ; i < p.now[0]; i, j = i+1, j+1 {
			k := chars(a[i])
			for at := count + 1; at <= min(count+k, len(was)); at++ {
				out[at] = before + at - count
			}
			count += k
			before += chars(b[j])
		}
		for ; i < p.now[1]; i++ {
			count += chars(a[i])
		}
		for ; j < p.got[1]; j++ {
			before += chars(b[j])
		}
	}
	return out
}

// quote returns the selector of a place in the present source, and false when its paragraph has no text of the source.
func (s *present) quote(p *layout.Para, target noma.Node, start, end int) (layout.Quote, bool) {
	texts := s.texts()
	key, ok := s.keys[p]
	if !ok {
		return layout.Quote{}, false
	}
	return texts.Quote(target, layout.Spot{Para: key, At: start}, layout.Spot{Para: key, At: end})
}

// rowQuote returns the selector of a row that a change deletes, where that of the file selects other words in the present source: the
// author has written the words of the row elsewhere too.
func (s *present) rowQuote(c *tracked, target noma.Node, q layout.Quote) (layout.Quote, bool) {
	g := s.grids[c.table]
	if c.unit != layout.UnitRow || c.action != "delete" || g == nil {
		return q, false
	}
	g.Restore()
	rows := originalTable(c.table).Rows
	i := slices.IndexFunc(rows, func(r wml.Row) bool { return r.Del == c.revs[0] })
	if len(g.Rows) != len(rows) || i < 0 || len(g.Rows[i]) == 0 {
		return q, false
	}
	texts, last := s.texts(), g.Rows[i][len(g.Rows[i])-1]
	start := layout.Spot{Para: s.keys[g.Rows[i][0]]}
	end := layout.Spot{Para: s.keys[last], At: len(layout.Glyphs(last.Runs(), wml.Original))}
	if from, _, ok := texts.Find(target, q, true); ok && from == start {
		return q, false
	}
	return texts.Quote(target, start, end)
}

// finds reports whether a selector selects a place in the present source.
func (s *present) finds(q layout.Quote, p *layout.Para, target noma.Node, at int) bool {
	start, _, ok := s.texts().Find(target, q, true)
	key, known := s.keys[p]
	return ok && known && start == layout.Spot{Para: key, At: at}
}

// texts returns the texts of the present source by the block they belong to.
func (s *present) texts() *layout.TextOf {
	if s.all == nil {
		s.all, s.keys = &layout.TextOf{Names: s.names}, map[*layout.Para]int{}
		n := 0
		for _, b := range append(s.plan.HeaderFooter(), s.base.blocks...) {
			s.all.Block(b)
			layout.EachPara(b, func(p *layout.Para) {
				if layout.Counted(p) {
					s.keys[p] = n
					n++
				}
			})
		}
		for _, x := range slices.Concat(s.plan.Footnotes, s.plan.Endnotes) {
			s.all.Note(x, func(key int, p *layout.Para) { s.keys[p] = key })
		}
	}
	return s.all
}
