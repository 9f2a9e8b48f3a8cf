package layout

import (
	"slices"

	"github.com/nomadocx/nomadocx/internal/office/wml"
)

// The text of one paragraph with the change requests and marks in it.

// cutter walks through a paragraph character by character.
type cutter struct {
	*resolver
	due     map[int][]*Tracked // what is put in before a character, and the paragraph ends there, in their order
	deletes []*Tracked         // changes that take something out and begin further on, in their order
	open    []*Tracked         // those that have begun
	points  []Mark
	whole   *wml.Revision
	at      int
	now     *Para
	parts   []*Para
}

func (c *cutter) paragraphs(p *Para) []*Para {
	segs := p.Segs
	first := *p
	first.Segs = nil
	c.now = &first
	for i := range segs {
		c.now.Segs = append(c.now.Segs, Seg{Slot: segs[i].Slot})
		for k := range segs[i].Runs {
			c.run(&segs[i].Runs[k], segs[i].Slot)
		}
		if i == len(segs)-1 {
			c.before(nil)
		}
	}
	if len(segs) == 0 {
		c.now.Segs = []Seg{{}}
		c.before(nil)
	}
	// The mark that the reviewer typed ends the first part; the last part has the end that was there.
	c.parts = append(c.parts, c.now)
	if n := len(c.parts); n > 1 {
		last := c.parts[n-1]
		last.Del, last.Comments, last.Notes = p.Del, p.Comments, p.Notes
		for _, x := range c.parts[:n-1] {
			x.Del, x.Notes, x.Comments = nil, nil, nil
		}
	}
	return c.parts
}

// run writes the characters of a run, with what is put in before each of them.
func (c *cutter) run(r *wml.Run, slot *Slot) {
	if !r.Kind.IsText() {
		if object(r) == "" {
			c.write(*r)
			return
		}
		c.before(slot)
		c.write(*r)
		c.at++
		return
	}
	if r.Kind == wml.NoBreakHyphen || r.Kind != wml.Text {
		c.before(slot)
		c.write(*r)
		c.at++
		return
	}
	for _, letter := range r.Text {
		c.before(slot)
		one := *r
		one.Text = string(letter)
		c.write(one)
		c.at++
	}
}

func (c *cutter) write(r wml.Run) {
	if r.Ins == nil && r.Del == nil {
		for len(c.deletes) > 0 && c.deletes[0].Start <= c.at {
			c.open, c.deletes = append(c.open, c.deletes[0]), c.deletes[1:]
		}
		c.open = slices.DeleteFunc(c.open, func(t *Tracked) bool { return t.End <= c.at })
		r.Del = c.whole
		for _, t := range c.open {
			if c.state(t) == Accepted {
				return
			}
			r.Del = t.Revision(wml.Delete)
		}
	}
	c.put(r)
}

func (c *cutter) put(r wml.Run) {
	seg := &c.now.Segs[len(c.now.Segs)-1]
	seg.Runs = append(seg.Runs, r)
}

// before puts in what stands before the character c.at.
func (c *cutter) before(slot *Slot) {
	replaces := func(t *Tracked) bool { return t.Unit == UnitText && t.Deletes() }
	if !slices.ContainsFunc(c.due[c.at], replaces) { // what stands behind words that are replaced stands behind the new ones
		c.marks(false)
	}
	defer c.marks(true)
	for _, t := range c.due[c.at] {
		if t.Unit == UnitBreak {
			if c.state(t) == Pending {
				c.now.Ins = t.Revision(wml.Insert)
			}
			next := *c.now
			next.Anchors, next.AnchorFrom, next.AnchorSegs, next.Segs, next.Ins = nil, 0, 0, []Seg{{Slot: slot}}, nil
			next.Box = wml.NoBox // it stays at the head of the first part
			c.now.AnchorFrom = min(c.now.AnchorFrom, len(c.now.Segs))
			c.parts = append(c.parts, c.now)
			c.now = &next
			continue
		}
		var rev *wml.Revision
		if c.state(t) == Pending {
			rev = t.Revision(wml.Insert)
		}
		for _, run := range revised(t.Runs, rev, nil) {
			c.put(run)
		}
	}
}
