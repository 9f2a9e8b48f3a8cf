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
func ItemIndent(level int) int { return 500 + level*levelIndent }

// PanelItemIndent returns that of items in a panel: their steps are small, for the border of a panel stands at most 31 points away from a
// line (w:space, §17.3.4).
func PanelItemIndent(level int) int { return PanelIndent + PanelHanging + level*panelLevelIndent }

// InnerIndent returns the indentation of a block in an item, in twips. In a panel it stays so small that the border can stand where that of
// the other lines does.
func (p *Para) InnerIndent() int {
	if p.Frame != nil {
		return min(PanelItemIndent(p.Inner-1)+p.Frame.Indent(), mostInPanel)
	}
	return ItemIndent(p.Inner - 1)
}

// RightIndent returns the indentation at the right of a paragraph in a panel, in twips: it is larger in panels inside others, and says of
// which level a block in an item is whose indentation at the left does not.
func (p *Para) RightIndent() int {
	right := PanelIndent + p.Frame.Indent()
	if p.Inner > 0 && p.InnerIndent() == mostInPanel {
		right += p.Inner * rightStep
	}
	return right
}

// IndentedLevel returns the level of the innermost item whose text begins where a paragraph with these indentations does, or to the left of
// it; ok is false for a paragraph in no item. Panel tells that it is in a panel.
func IndentedLevel(left, right int, panel bool) (level int, ok bool) {
	first, step, ok := ItemIndent(0), levelIndent, left > 0
	if panel {
		right -= PanelIndent
		depth := min(max((right+panelStep/2)/panelStep, 0), maxDepth)
		if coded := (right - depth*panelStep + rightStep/2) / rightStep; coded > 0 && left >= mostInPanel-rightStep && left <= mostInPanel+rightStep {
			return min(coded-1, noma.MaxLevel), true
		}
		left -= depth * panelStep
		first, step, ok = PanelItemIndent(0), panelLevelIndent, left > PanelIndent+PanelHanging/2
	}
	return min(max((left-first+step/2)/step, 0), noma.MaxLevel), ok
}

// Measures of lists, in twips.
const (
	levelIndent      = 360 // of an item inside another one
	panelLevelIndent = 200
	PanelIndent      = 200                     // of the text of a panel
	panelStep        = 200                     // of that of a panel inside another one, further
	mostInPanel      = PanelIndent + 20*(31-7) // of blocks in items there
	rightStep        = 10                      // at the right, for each of their levels
	PanelHanging     = 290                     // between the markers of its items and their text
)
