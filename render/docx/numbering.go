package docx

import (
	"github.com/nomadocx/nomadocx/internal/office/wml"
	"github.com/nomadocx/nomadocx/layout"
)

// Numbering instances: one is every bulleted list, the ones behind it are the ordered lists, one
// each, so that each counts from its own first number. Bulleted items with a check box have an instance
// whose bullets are not seen, as the box stands there; in documents that have such items it comes behind
// the ordered lists of the plan. The instances of a template come before all of them.

// bulletNumID returns the instance of bulleted lists.
func (r *renderer) bulletNumID() int { return r.firstNumber + 1 }

// numberNumID returns the instance of an ordered list, which are counted from 1.
func (r *renderer) numberNumID(list int) int {
	n := r.firstNumber + 1 + max(list, 1)
	if r.plan.Boxes && n >= r.boxNumID() {
		n++
	}
	return n
}

// boxNumID returns the instance of bulleted items with a check box.
func (r *renderer) boxNumID() int { return r.firstNumber + 2 + max(1, len(r.plan.Lists)) }

// headingNumID returns the instance of the headings, before all others, when they are numbered.
func (r *renderer) headingNumID() int { return r.firstNumber }

// Definitions of the two kinds of list: their ids (behind those of a template), and the numbers that
// tie lists together when they are copied.
const (
	bulletAbstract = 0
	numberAbstract = 1
	bulletNSID     = 0x4E6F6D61
	numberNSID     = 0x4E6F6D62
	// The list of the headings is there in documents that number them.
	headingAbstract = 2
	headingNSID     = 0x4E6F6E61
	// That of items with check boxes is there in documents that have some.
	boxAbstract = 3
	boxNSID     = 0x4E6F6D63
)

// lastStart is the highest number that Word lets a list begin with.
const lastStart = 32767

func (r *renderer) numbering() error {
	if t := r.opts.Template; t != nil && t.numbering != nil {
		return r.tree(numberingPart, wordType+"numbering+xml", r.mergedNumbering())
	}
	return r.simple(numberingPart, wordType+"numbering+xml", func(b *wml.Builder) {
		b.StartPart("w:numbering")
		r.abstractLists(b)
		r.listInstances(b)
		b.Markup("</w:numbering>")
	})
}

func (r *renderer) abstractLists(b *wml.Builder) {
	color, first, nsid := accent, 0, uint32(0)
	if t := r.opts.Template; t != nil {
		color, first, nsid = t.accent, t.lastAbstract, t.nsid
	}
	bullets, numbers := make([]wml.ListLevel, 9), make([]wml.ListLevel, 9)
	formats := [...]string{"decimal", "lowerLetter", "lowerRoman"}
	for i := range bullets {
		left := layout.ItemIndent(i)
		bullets[i] = wml.ListLevel{Format: "bullet", Text: [...]string{"\u2022", "\u2013", "\u25AA"}[i%3], Left: left, Hanging: listHanging,
			Run: wml.RunProps{Color: color}}
		numbers[i] = wml.ListLevel{Format: formats[i%3], Text: "%" + string(rune('1'+i)) + ".", Left: left, Hanging: listHanging + numberOut,
			Run: wml.RunProps{Color: color}}
	}
	b.AbstractList(first+bulletAbstract, bulletNSID+nsid, bullets)
	b.AbstractList(first+numberAbstract, numberNSID+nsid, numbers)
	if r.plan.Boxes {
		for i := range bullets {
			// A bullet of no width: without any text some programs make it no item.
			bullets[i].Text, bullets[i].Suffix, bullets[i].Run = " ", "nothing", wml.RunProps{Size: 2}
		}
		b.AbstractList(first+boxAbstract, boxNSID+nsid, bullets)
	}
	if from := r.plan.Settings.NumberedFrom; from > 0 {
		b.AbstractList(first+headingAbstract, headingNSID+nsid, headingLevels(from))
	}
}

// headingLevels returns the levels of the numbers of headings, whose text stands at tab stops of its own.
func headingLevels(from int) []wml.ListLevel {
	out := make([]wml.ListLevel, 9)
	text := ""
	for i := range out {
		text += "%" + string(rune('1'+i))
		left := headingIndent + i*headingStep
		out[i] = wml.ListLevel{Format: "decimal", Text: text, Left: left, Hanging: left}
		if level := from + i; level <= 6 {
			out[i].Style = layout.HeadingStyle(level)
		}
		text += "."
	}
	return out
}

// numberHeading gives a heading style its level of the list.
func (r *renderer) numberHeading(s *wml.StyleDef) {
	if from := r.plan.Settings.NumberedFrom; from > 0 && s.Para.Outline >= from {
		s.Para.NumID, s.Para.Level = r.headingNumID(), s.Para.Outline-from
	}
}

func (r *renderer) listInstances(b *wml.Builder) {
	first := 0
	if t := r.opts.Template; t != nil {
		first = t.lastAbstract
	}
	if r.plan.Settings.NumberedFrom > 0 {
		b.ListInstance(r.headingNumID(), first+headingAbstract, 0, -1)
	}
	b.ListInstance(r.bulletNumID(), first+bulletAbstract, 0, -1)
	if r.plan.Boxes {
		b.ListInstance(r.boxNumID(), first+boxAbstract, 0, -1)
	}
	for i := 1; i <= max(1, len(r.plan.Lists), r.lists); i++ {
		counts := layout.NumberedList{Start: 1}
		if i <= len(r.plan.Lists) {
			counts = r.plan.Lists[i-1]
		}
		b.ListInstance(r.numberNumID(i), first+numberAbstract, counts.Level, min(counts.Start, lastStart))
	}
}
