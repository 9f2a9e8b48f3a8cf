package redline

import (
	"slices"
	"strings"

	"github.com/nomadocx/nomadocx/internal/office/revise"
)

// proved reads the blocks of a story of the file after its changes were decided. What deciding left as it stood, and stands as in BEFORE
// byte for byte, is not read again.
type proved struct {
	*job
	cut, old *cut     // of the file, and of BEFORE
	a        []*block // of BEFORE
	want     []*block // what they have to be
	next     int      // those before it were found
	lost     bool     // one was not where it should be

	list []provedBlock
}

// provedBlock is a block of the story.
type provedBlock struct {
	kind  revise.Kind
	raw   string
	facts *facts
	which *block // that it is, or is a part of; nil when that is not known
}

// stretches returns the blocks of a text that deciding leaves as it is.
func (c *cut) stretches() []revise.Stretch {
	out := make([]revise.Stretch, len(c.facts))
	for i := range out {
		out[i] = revise.Stretch{Text: c.raw(i, i+1), Block: i}
	}
	return out
}

// story reads a story in stretches.
func (p *proved) story(list []revise.Stretch) error {
	p.list = make([]provedBlock, 0, len(list))
	var written strings.Builder
	for _, t := range list {
		if t.Story != 0 {
			continue
		}
		i := -1
		if t.Block >= 0 {
			i = p.cut.same[t.Block]
		}
		if i < 0 {
			written.WriteString(t.Text)
			continue
		}
		b := p.a[p.old.piece[i]]
		if err := p.readUpTo(b, written.String()); err != nil {
			return err
		}
		written.Reset()
		p.list = append(p.list, provedBlock{p.old.story.Blocks[i].Kind, p.old.raw(i, i+1), p.old.facts[i], b})
	}
	return p.readUpTo(nil, written.String())
}

// readUpTo reads the blocks before one, which is the next one that is as in BEFORE; nil for the end.
func (p *proved) readUpTo(b *block, text string) error {
	from, to := p.next, len(p.want)
	if b != nil && !p.lost {
		if from > 0 && p.want[from-1] == b { // of several blocks
			to = from
		} else if n := slices.Index(p.want[from:], b); n >= 0 {
			to = from + n
			p.next = to + 1
		} else {
			p.lost = true
		}
	}
	if p.lost {
		to = from
	}
	if text == "" {
		return nil
	}
	return p.cutInto("<w:body>"+text+"</w:body>", p.want[from:to])
}

// read reads the text of a part. Those of its blocks that are written as one that is wanted are that.
func (p *proved) read(text string) error { return p.cutInto(text, p.want) }

// cutInto reads the blocks of a text, which may be some that are wanted.
func (p *proved) cutInto(text string, want []*block) error {
	k := &known{raws: make([]string, len(want))}
	for i, b := range want {
		if b.kind != contents && p.sameNotes(b) { // longer contents may begin in the same way
			k.raws[i] = b.raw
		}
	}
	c, err := cutter{known: k, block: func(i int) (revise.Block, *facts) { return revise.Block{Kind: written[want[i].kind]}, noFacts }, look: p.o.Look}.cut(text)
	if err != nil {
		return err
	}
	for n, b := range c.story.Blocks {
		var which *block
		if i := c.same[n]; i >= 0 {
			which = want[i]
		}
		p.list = append(p.list, provedBlock{b.Kind, c.raw(n, n+1), c.facts[n], which})
	}
	return nil
}

// sameNotes reports whether the notes that a block refers to are written as they were.
func (p *proved) sameNotes(b *block) bool {
	return !slices.ContainsFunc(b.notes, func(key string) bool { return p.r.notes[key] != p.notes[key] })
}

// blocks returns what was read as blocks.
func (p *proved) blocks() (out []*block) {
	out = make([]*block, 0, len(p.list))
	pieces(len(p.list), func(i int) (revise.Kind, *facts, string) { return p.list[i].kind, p.list[i].facts, p.list[i].raw }, func(k kind, from, to int) {
		first := &p.list[from]
		raw := first.raw
		if to > from+1 {
			var b strings.Builder
			for i := range p.list[from:to] {
				b.WriteString(p.list[from+i].raw)
			}
			raw = b.String()
		}
		if b := first.which; b != nil && b.raw == raw && p.sameNotes(b) {
			out = append(out, b)
		} else {
			out = append(out, p.r.block(k, raw, false))
		}
	})
	return out
}
