package layout

import (
	"github.com/nomadocx/nomadocx/internal/office/wml"
	"github.com/nomadocx/nomadocx/noma"
)

// Lists: every run of numbered items of one level has a numbering instance of its own, so that it counts from its first number.

// NumberedList is a numbering instance: the level whose numbers it counts, and the first of them.
type NumberedList struct{ Level, Start int }

// numberList gives the numbered runs of a list their instances, and notes check boxes.
func (b *builder) numberList(l *noma.List) {
	for _, it := range l.Items {
		b.plan.Boxes = b.plan.Boxes || it.Box != 0 && !it.Ordered
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
		e.itemChildren(it, f)
	}
}

// itemChildren lays the further blocks of an item out, indented as its text is.
func (e *emitter) itemChildren(it *noma.ListItem, f flow) {
	for i, n := range it.Children {
		inner := f
		level := it.LevelOf(i)
		inner.width = max(f.width-ItemIndent(level), minInner)
		e.inner = level + 1
		e.node(n, inner)
	}
	e.inner = 0
}

// minInner is the least width of a table in an item.
const minInner = 1440

// ItemIndent returns the indentation of the text of items of a level, in twips.
func ItemIndent(level int) int { return 500 + level*LevelIndent }

// LevelIndent is the indentation of an item inside another one, in twips.
const LevelIndent = 360
