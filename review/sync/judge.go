package reviewsync

import (
	"github.com/nomadocx/nomadocx/internal/office/wml"
	"github.com/nomadocx/nomadocx/layout"
	"github.com/nomadocx/nomadocx/noma"
)

// Who changed what: the reviewer, the author, or both.

// verdict says who changed a paragraph.
type verdict uint8

const (
	reviewer  verdict = iota // only the reviewer: apply
	author                   // only the author: leave it
	both                     // a conflict
	nobody                   // cannot be known: a conflict
	strangers                // two new texts that only stand in one place: a conflict nobody decides
)

// judge says who changed what was sent, where the source has now and the file has returned.
func judge[T comparable](sent, now, returned T) verdict {
	switch sent {
	case returned:
		return author
	case now:
		return reviewer
	}
	return both
}

// changed judges a paragraph that reads otherwise than what came back.
func (b *base) changed(p *layout.Para, returned uint64) verdict {
	if !b.moved {
		return reviewer
	}
	if b.unknown {
		return nobody
	}
	r := layout.ContentHash(returned)
	sent, ok := b.hashOf(p)
	switch {
	case !ok && b.sentBefore(returned):
		return author
	case !ok:
		return strangers
	}
	v := judge(sent, b.present(p), r)
	if v == reviewer && b.newEquation(p) {
		return both
	}
	return v
}

// present returns the hash of a paragraph of the source. Thousands of tracked changes of one paragraph ask for it.
func (b *base) present(p *layout.Para) uint32 {
	if b.last.p != p {
		b.last.p, b.last.hash = p, layout.ContentHash(p.Fingerprint())
	}
	return b.last.hash
}

// sentBefore reports whether the author has a paragraph no more that came back as it was sent.
func (b *base) sentBefore(returned uint64) bool {
	h := layout.ContentHash(returned)
	return b.moved && !b.same && b.was[h] && b.more.of(h) == 0
}

// newEquation reports whether a paragraph holds an equation that was not sent: the author has changed it.
func (b *base) newEquation(p *layout.Para) bool {
	found := false
	if b.equations != nil {
		layout.EachEquation(p, func(_ *layout.Para, r *wml.Run) {
			found = found || !b.equations[layout.EquationHash(layout.Equation(r))]
		})
	}
	return found
}

// ruling is what was decided on a place that the author changed too. The findings of the place say so.
type ruling struct {
	merged string // what it reads with the edits of both
	won    bool   // the reviewer's text was asked for
}

// overrule lets the reviewer win where both changed a place, when that was asked for.
func (s *core) overrule(v verdict) (verdict, ruling) {
	if v == both && s.opts.Strategy == KeepTheirs {
		return reviewer, ruling{won: true}
	}
	return v, ruling{}
}

// level judges a heading whose level differs, and a paragraph that is one in one of the two.
func (b *base) level(p *layout.Para, returned string) verdict {
	if !b.moved {
		return reviewer
	}
	if i, ok := b.placeOf(p); ok && b.forms[i] != 0 {
		came := *p
		came.Style = returned
		return judge(b.forms[i], p.Form(), came.Form())
	}
	return nobody
}

// deleted judges a paragraph of the source that did not come back.
func (b *base) deleted(p *layout.Para) verdict {
	if d, ok := p.Node.(*noma.Directive); ok && b.withheld && d.Is(noma.Annotates) && !d.Is(noma.Note) && !b.sentMark(layout.MarkName(d)) {
		return author // a line of a change request that the reviewer never saw
	}
	if !b.moved {
		return reviewer
	}
	if b.unknown {
		return nobody
	}
	sent, ok := b.hashOf(p)
	switch {
	case !ok:
		return author // it is new, the reviewer never saw it
	case sent == b.present(p) && !b.newEquation(p):
		return reviewer
	}
	return both
}

// new reports whether a paragraph of the source was written by the author after the file went out.
func (b *base) new(p *layout.Para) bool {
	if !b.moved || b.unknown || p == nil {
		return false
	}
	_, sent := b.hashOf(p)
	return !sent && !b.settled[shown(p)]
}

// inserted judges a paragraph that came back and is not in the source.
func (b *base) inserted(returned uint64) verdict {
	switch {
	case !b.moved, b.same:
		return reviewer
	case b.unknown:
		return nobody
	case b.was[layout.ContentHash(returned)] && !b.more.take(layout.ContentHash(returned)):
		return author // the author has deleted it since
	}
	return reviewer
}
