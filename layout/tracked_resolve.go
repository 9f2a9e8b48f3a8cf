package layout

import (
	"iter"
	"slices"
	"strings"

	"github.com/nomadocx/nomadocx/internal/office/wml"
)

// State is what has become of a change request.
type State uint8

const (
	Pending State = iota // it is shown as a tracked change
	Accepted
	Rejected
)

// Written puts what has a place in the text of one of a plan's stories there: the open change requests as tracked
// changes, the ranges of comments and the references of notes.
func (p *Plan) Written(blocks iter.Seq[Block]) iter.Seq[Block] {
	if !p.marked {
		return blocks
	}
	return Resolve(blocks, func(*Tracked) State { return Pending })
}

// Resolve puts the change requests of a story into its text: as tracked changes, as accepted, or not at all.
func Resolve(blocks iter.Seq[Block], state func(*Tracked) State) iter.Seq[Block] {
	return func(yield func(Block) bool) {
		r := &resolver{state: state, yield: yield}
		for b := range blocks {
			if !showsRequest(b) {
				r.settle()
			}
			if p, ok := b.(*Para); ok && p.Part == PartAnchor && r.open == nil {
				r.anchors = append(r.anchors, p)
				continue
			}
			if r.block(b); r.stopped {
				return
			}
		}
		r.flush()
		r.settle()
		r.anchored()
	}
}

// showsRequest reports whether a block shows a change request behind its target.
func showsRequest(b Block) bool {
	p, ok := b.(*Para)
	return ok && !p.Loose && RequestOf(p.Node) != nil
}

type resolver struct {
	state   func(*Tracked) State
	yield   func(Block) bool
	stopped bool
	open    *Para   // its end was taken out: the next paragraph is joined to it
	waiting []*Para // paragraphs that are put in behind the change requests that are shown behind their neighbour
	anchors []*Para // the anchors of what follows: paragraphs that are put in before that come before them
}

func (r *resolver) out(b Block) { r.stopped = r.stopped || !r.yield(b) }

// settle puts in what waits for the change requests behind its neighbour.
func (r *resolver) settle() {
	for _, p := range r.waiting {
		r.out(r.joined(p))
	}
	r.waiting = nil
}

// anchored puts out the anchors of what follows.
func (r *resolver) anchored() {
	for _, p := range r.anchors {
		r.out(p)
	}
	r.anchors = nil
}

func (r *resolver) flush() {
	if r.open != nil {
		r.out(r.open)
		r.open = nil
	}
}

// joined returns a paragraph with the one before, when the end of that was taken out.
func (r *resolver) joined(p *Para) *Para {
	if r.open == nil {
		return p
	}
	x := r.open
	r.open = nil
	x.Segs = append(x.Segs, p.Segs...)
	if x.List != wml.NoList && p.List != wml.NoList { // the end that stays says what kind of item it is, and its level
		x.List, x.Level, x.ListNo = p.List, p.Level, p.ListNo
	}
	if p.Marks != nil {
		x.Marks = &Marks{Tracked: slices.Concat(x.shownHere(), p.Marks.Tracked)}
	}
	return x
}

func (r *resolver) block(b Block) {
	switch b := b.(type) {
	case *Para:
		r.para(b)
	case *Grid:
		r.flush()
		r.besides(b, true)
		r.anchored()
		r.out(r.grid(b))
		r.besides(b, false)
	case *Columns:
		r.flush()
		r.anchored()
		c := *b
		c.Rows = make([][][]Block, len(b.Rows))
		for i, row := range b.Rows {
			for _, cell := range row {
				c.Rows[i] = append(c.Rows[i], slices.Collect(Resolve(slices.Values(cell), r.state)))
			}
		}
		r.out(&c)
	}
}

// besides puts in the whole paragraphs before or behind a table.
func (r *resolver) besides(g *Grid, before bool) {
	for _, row := range g.Rows {
		for _, p := range row {
			for _, t := range p.shownHere() {
				if t.Inserts() && t.Before == before {
					r.blocks(t, p)
				}
			}
		}
	}
}

// shownHere returns the marks of a paragraph that stand in its text.
func (p *Para) shownHere() []*Tracked {
	if p.Marks == nil {
		return nil
	}
	return p.Marks.Tracked
}

func (r *resolver) para(p *Para) {
	if p.Marks == nil && r.open == nil {
		r.anchored()
		r.out(p)
		return
	}
	marks := p.shownHere()
	for _, t := range marks {
		if t.Inserts() && t.Before {
			r.blocks(t, p)
		}
	}
	r.anchored()
	parts, whole, join := r.resolve(p, marks)
	if whole && r.open != nil { // which is joined to what follows
		r.open.Marks = &Marks{Tracked: slices.Concat(r.open.shownHere(), marks)}
	}
	for i, x := range parts {
		if whole {
			break
		}
		x = r.joined(x)
		if i == len(parts)-1 && join {
			r.open = x
			break
		}
		r.out(x)
	}
	for _, t := range marks {
		if t.Inserts() && !t.Before {
			r.blocks(t, p)
		}
	}
}

// blocks puts in whole paragraphs next to p.
func (r *resolver) blocks(t *Tracked, p *Para) {
	state := r.state(t)
	if t.Unit != UnitParagraph && t.Unit != UnitItem || t.Apart && state == Pending || state == Rejected {
		return
	}
	blocks := t.Blocks
	if p.Part == PartCode && t.Within {
		blocks = nil
		for line := range strings.SplitSeq(t.Request.To, "\n") {
			blocks = append(blocks, &Para{Style: p.Style, Part: PartRevision, Segs: literal(line)})
		}
	}
	for _, b := range blocks {
		x := *b
		x.Node, x.Marks = t.Node, &Marks{Tracked: []*Tracked{t}}
		if t.Within {
			x.Frame = p.Frame
		}
		if x.List != wml.NoList {
			x.Level = p.Level + t.Deeper
		}
		if x.List == wml.Number {
			x.ListNo = max(1, p.ListNo)
		}
		if x.List == wml.NoList {
			x.Inner = p.Inner
		}
		if state == Pending {
			rev := t.Revision(wml.Insert)
			x.Ins = rev
			x.Segs, x.AnchorFrom, x.AnchorSegs = []Seg{{Runs: revised(b.Runs(), rev, nil)}}, 0, 0
		}
		if t.Before || t.Within && p.Frame != nil || p.goesOn(&x) || p.Inner > 0 || p.Part == PartCode && t.Within || showsRequest(p) {
			r.out(r.joined(&x))
		} else {
			r.waiting = append(r.waiting, &x)
		}
	}
}

// goesOn reports whether a paragraph that is put in behind another one belongs to its list or quote.
func (p *Para) goesOn(x *Para) bool {
	return p.List != wml.NoList && x.List != wml.NoList || p.Style == StyleQuote && x.Style == StyleQuote
}

// revised returns runs inside a tracked change.
func revised(runs []wml.Run, ins, del *wml.Revision) []wml.Run {
	out := slices.Clone(runs)
	for i := range out {
		out[i].Ins, out[i].Del = ins, del
	}
	return out
}

// resolve returns a paragraph with the changes in it. Whole tells that nothing of it is left, join that the next one is
// joined to it.
func (r *resolver) resolve(p *Para, marks []*Tracked) (parts []*Para, whole, join bool) {
	x := *p
	var here []*Tracked // changes of words, and new ends of the paragraph
	var wholeDel *wml.Revision
	for _, t := range marks {
		state := r.state(t)
		if state == Rejected || t.Apart && state == Pending {
			continue
		}
		switch {
		case t.Unit == UnitText:
			here = append(here, t)
		case t.Unit == UnitBreak && t.Deletes() && state == Accepted:
			join = true
		case t.Unit == UnitBreak && t.Deletes():
			x.Del = t.Revision(wml.Delete)
		case t.Unit == UnitBreak:
			here = append(here, t)
		case (t.Unit == UnitParagraph || t.Unit == UnitItem) && t.Deletes() && state == Accepted:
			whole = true
		case (t.Unit == UnitParagraph || t.Unit == UnitItem) && t.Deletes():
			wholeDel = t.Revision(wml.Delete)
			x.Del = wholeDel
		}
	}
	c := &cutter{resolver: r, due: map[int][]*Tracked{}, whole: wholeDel, at: -leadingBlanks(p.Segs)}
	for _, t := range here {
		switch {
		case t.Unit == UnitBreak:
			c.due[t.Start] = append(c.due[t.Start], t)
			continue
		case t.Inserts():
			c.due[t.End] = append(c.due[t.End], t)
		}
		if t.Deletes() {
			c.deletes = append(c.deletes, t)
		}
	}
	if p.Marks != nil {
		c.points = p.Marks.Points
	}
	parts = c.paragraphs(&x)
	return parts, whole, join
}

// leadingBlanks returns how many characters before the content of a paragraph do not count.
func leadingBlanks(segs []Seg) (n int) {
	for i := range segs {
		for _, g := range AllGlyphs(segs[i].Runs, wml.Original) {
			if !isBlank(g.Rune) {
				return n
			}
			n++
		}
	}
	return n
}
