package reviewsync

import (
	"slices"
	"strings"

	"github.com/nomadocx/nomadocx/internal/office/wml"
	"github.com/nomadocx/nomadocx/layout"
	"github.com/nomadocx/nomadocx/noma"
)

// Decisions on change requests by the author. The document is laid out with the accepted requests in its text, and
// compared as if it had come back from Word so: labels, cells, headings, paragraphs and rows follow the same rules as in
// a returned file.

// Decision is what was decided on one request.
type Decision struct {
	Request *noma.Directive // of the plan's document
	Accept  bool
}

// The status of a request that was dealt with (Format, change_request): it stays as a record and is
// shown in Word no more. How it was decided stands beside it.
const (
	closedStatus = "deleted"
	decisionKey  = "decision"
)

// Closed reports whether a request was decided by the author or withdrawn: nothing is left to decide.
func Closed(d *noma.Directive) bool { return !layout.ReadRequest(d).Shown() }

// Decide makes the operations of decisions: an accepted request's text goes into its target, and every
// decided request is closed. Both halves of a move are decided together. One that cannot be applied stays open, and its
// finding says why.
func Decide(plan *layout.Plan, decisions []Decision) (*Result, error) {
	k := newDesk(plan)
	s := k.session
	for _, q := range s.requests.requestsOfPlan() {
		if q.para != nil {
			k.marks[q.t.Node] = q.t
		}
	}
	for _, b := range slices.Concat(plan.HeaderFooter(), s.base.blocks) {
		k.collect(b)
	}
	for _, d := range withMoves(plan.Doc, decisions) {
		k.decide(d)
	}
	if len(k.accepted) > 0 {
		k.apply()
	}
	return s.result()
}

// withMoves adds the other halves of moves.
func withMoves(doc *noma.Document, decisions []Decision) []Decision {
	moves := map[string][]*noma.Directive{}
	for n := range noma.Walk(doc) {
		if d, ok := n.(*noma.Directive); ok && d.Is(noma.Request) && d.AttrText("move") != "" && !Closed(d) {
			moves[d.AttrText("move")] = append(moves[d.AttrText("move")], d)
		}
	}
	out := slices.Clone(decisions)
	for _, x := range decisions {
		for _, d := range moves[x.Request.AttrText("move")] {
			if !slices.ContainsFunc(out, func(y Decision) bool { return y.Request == d }) {
				out = append(out, Decision{d, x.Accept})
			}
		}
	}
	return out
}

// desk holds a document while decisions are put into it.
type desk struct {
	*session
	marks    map[*noma.Directive]*layout.Tracked // the requests that have a place
	decided  map[*noma.Directive]bool
	accepted map[*layout.Tracked]*finding
	order    []*layout.Tracked // the accepted ones
	sheets   []*sheet
	of       map[noma.Node][]*sheet // by the block with an id that they belong to
	moves    map[string]*finding

	written *written                      // the document as it will be
	inNote  map[*wml.Paragraph][]*finding // the decisions in a note, by its first paragraph
	empty   map[*layout.Tracked]bool      // nothing is left of their paragraph
}

// sheet is a paragraph that requests without a place may be about.
type sheet struct {
	p    *layout.Para
	grid bool // a cell of a table
	text []layout.Glyph
}

func (k *desk) collect(b layout.Block) {
	if k.of == nil {
		k.of = map[noma.Node][]*sheet{}
	}
	_, grid := b.(*layout.Grid)
	layout.EachPara(b, func(p *layout.Para) {
		d, ok := p.Node.(*noma.Directive)
		if ok && d.Is(noma.Request) || p.Part == layout.PartGenerated || p.Part == layout.PartAnchor {
			return
		}
		sh := &sheet{p: p, grid: grid || p.Part == layout.PartCell, text: layout.Glyphs(p.Runs(), wml.Original)}
		k.sheets = append(k.sheets, sh)
		at := k.addressable(p.Node)
		k.of[at] = append(k.of[at], sh)
	})
}

func (k *desk) decide(d Decision) {
	k.decided[d.Request] = true
	q := layout.ReadRequest(d.Request)
	target := k.names.Target(d.Request)
	word, said := "rejected", sayRejected
	if d.Accept {
		word, said = "accepted", sayAccepted
		if _, section := target.(*noma.Section); k.marks[d.Request] == nil && q.Action == "insert" {
			if said = sayAcceptedInBlock; section {
				said = sayAcceptedInSection
			}
		}
	}
	f := k.session.apply(said, d.Request, q.From, q.To)
	f.change = &Change{Action: "update_change_request", ID: d.Request.ID, Target: rawRequestTarget(d.Request)}
	switch t := k.marks[d.Request]; {
	case !q.Shown():
		k.fail(f, sayRequestClosed)
	case !d.Accept:
	case t != nil:
		k.accept(t, f)
	case !q.Valid:
		k.fail(f, sayRequestIncomplete)
	case target == nil:
		k.fail(f, sayRequestNoTarget)
	case layout.UnitOf(d.Request) != layout.UnitText:
		k.fail(f, sayRequestWordsGone)
	case q.Action == "insert":
		k.insert(f, d.Request, target, q)
	default:
		k.replace(f, d.Request, target, q)
	}
	if k.applied(f) {
		k.attribute(f, d.Request, "status", closedStatus)
		k.attribute(f, d.Request, decisionKey, word)
	}
	if move := d.Request.AttrText("move"); move != "" {
		if k.moves == nil {
			k.moves = map[string]*finding{}
		}
		if other := k.moves[move]; other != nil {
			f.partners, other.partners = []*finding{other}, []*finding{f}
		}
		k.moves[move] = f
	}
}

// put gives a request a place in a paragraph.
func (k *desk) put(f *finding, d *noma.Directive, q layout.Request, sh *sheet, from, to int, runs []wml.Run) {
	t := &layout.Tracked{Node: d, Request: q, Start: from, End: to, Runs: runs}
	if sh.p.Marks == nil {
		sh.p.Marks = &layout.Marks{}
	}
	sh.p.Marks.Tracked = append(sh.p.Marks.Tracked, t)
	slices.SortStableFunc(sh.p.Marks.Tracked, func(a, z *layout.Tracked) int { return a.Start - z.Start })
	k.accept(t, f)
}

func (k *desk) accept(t *layout.Tracked, f *finding) {
	k.accepted[t] = f
	k.order = append(k.order, t)
}

// replace puts the new text where the old one stands: in the target's own text, or else in what
// the target contains. It must stand in one place only.
func (k *desk) replace(f *finding, d *noma.Directive, target noma.Node, q layout.Request) {
	from := layout.AllGlyphs(k.shows(q.From), wml.Original)
	for _, want := range [][]layout.Glyph{from, layout.Glyphs(k.shows(q.From), wml.Original)} {
		sh, at, n := find(k.of[target], want)
		if n == 0 {
			sh, at, n = find(k.under(target), want)
		}
		switch {
		case n > 1:
			k.fail(f, sayOldTextSeveral)
			return
		case n == 1:
			k.put(f, d, q, sh, at, at+len(want), k.formatted(q, sh.text[at:at+len(want)]))
			return
		}
	}
	k.fail(f, sayOldTextGone)
}

// find counts the places where a text stands in paragraphs, and gives the first.
func find(sheets []*sheet, want []layout.Glyph) (found *sheet, at, count int) {
	for _, sh := range sheets {
		for i := 0; len(want) > 0 && i+len(want) <= len(sh.text); i++ {
			same := true
			for n := range want {
				if a, b := sh.text[i+n], want[n]; a.Object != "" || a.Rune != b.Rune && !(isSpace(a.Rune) && isSpace(b.Rune)) {
					same = false
					break
				}
			}
			if same {
				if count++; found == nil {
					found, at = sh, i
				}
				i += len(want) - 1
			}
		}
	}
	return found, at, count
}

// under returns the paragraphs of everything in a block.
func (k *desk) under(target noma.Node) []*sheet {
	var out []*sheet
	for _, sh := range k.sheets {
		if within(sh.p.Node, target) {
			out = append(out, sh)
		}
	}
	return out
}

// insert adds text at the end of the target, as the request does not say where in it.
func (k *desk) insert(f *finding, d *noma.Directive, target noma.Node, q layout.Request) {
	if sec, ok := target.(*noma.Section); ok {
		text, ok := guard(strings.TrimSpace(q.To))
		if !ok {
			k.fail(f, sayNoParagraph)
			return
		}
		at := 0
		for at < len(sec.Children) {
			if _, sub := sec.Children[at].(*noma.Section); sub {
				break
			}
			at++
		}
		change := f.change
		k.addChild(f, sec, at, 0, text)
		f.change = change
		return
	}
	var last *sheet
	for _, sh := range append(k.under(target), k.of[target]...) {
		if sh.p.Part == layout.PartText && !sh.grid && (last == nil || k.addressable(sh.p.Node) == target) {
			last = sh
		}
	}
	if last == nil {
		k.fail(f, sayTargetNoText)
		return
	}
	runs := k.shows(q.To)
	if n := len(last.text); n > 0 && !isSpace(last.text[n-1].Rune) && !strings.HasPrefix(q.To, " ") {
		runs = append([]wml.Run{{Text: " "}}, runs...)
	}
	k.put(f, d, q, last, len(last.text), len(last.text), runs)
}

// formatted returns the new text. Without formatting of its own it takes that of the text it replaces.
func (k *desk) formatted(q layout.Request, old []layout.Glyph) []wml.Run {
	fresh := k.shows(q.To)
	if len(old) == 0 || len(fresh) == 0 {
		return fresh
	}
	first := old[0]
	for _, g := range old {
		if g.Style != first.Style && !isSpace(g.Rune) || g.Link != first.Link && !isSpace(g.Rune) {
			return fresh
		}
	}
	for _, r := range append(k.shows(q.From), fresh...) {
		if r.Kind != wml.Text || r.Style != 0 || r.Link != nil {
			return fresh
		}
	}
	like := layout.RunsOf(old[:1])[0]
	for i := range fresh {
		fresh[i].Style, fresh[i].Link = like.Style, like.Link
	}
	return fresh
}

// shows returns what a proposed text shows. White space at its ends counts: without it words would grow
// together.
func (k *desk) shows(markup string) []wml.Run {
	core := strings.TrimSpace(markup)
	lead, trail, _ := strings.Cut(markup, core)
	return slices.Concat([]wml.Run{{Text: lead}}, k.names.Inline(core), []wml.Run{{Text: trail}})
}
