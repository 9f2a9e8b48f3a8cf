package layout

import (
	"github.com/nomadocx/nomadocx/internal/office/wml"
	"github.com/nomadocx/nomadocx/noma"
)

// Lists: every run of numbered items of one level has a numbering instance of its own, so that it counts from its first number.

// NumberedList is a numbering instance: the level whose numbers it counts, and the first of them.
type NumberedList struct{ Level, Start int }

// numberList gives the numbered runs of a list their instances.
func (b *builder) numberList(l *noma.List) {
	for _, it := range l.Items {
		if it.First && it.Ordered {
			b.plan.Lists = append(b.plan.Lists, NumberedList{Level: it.Level, Start: it.Number})
			b.listNo[it] = len(b.plan.Lists)
		}
	}
}

func (e *emitter) list(l *noma.List, f flow) {
	var no [noma.MaxLevel + 1]int
	for i, it := range l.Items {
		if it.First {
			no[it.Level] = e.listNo[it]
		}
		p := e.arena.para(Para{Frame: f.frame, List: wml.Bullet, Box: wml.Box(it.Box), Level: it.Level, Node: it, Part: PartText, Index: i, Segs: e.prose(it, it.Content)})
		if it.Ordered {
			p.List, p.ListNo = wml.Number, no[it.Level]
		}
		e.out(p)
	}
}
