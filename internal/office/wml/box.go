package wml

import (
	"slices"
	"strings"
	"unicode"
)

// Check boxes of list items: a control at the head of the paragraph, which is a property of the paragraph and no part of its text.

// boxTag is the tag of the control, with the state that it was written with behind it.
const boxTag = "noma-item:"

var boxNames = [...]string{OpenBox: "open", DoneBox: "done"}

// BoxRuns returns what shows a check box in front of the text of an item that is put in or taken out as tracked changes say. The
// control has no binding, which its copies would share, and no title: LibreOffice would put a control with that title around all
// that follows.
func BoxRuns(b Box, ins, del *Revision) []Run {
	done := b == DoneBox
	c := &Control{Kind: CheckBox, HasCheckBox: true, Checked: &done, Tag: boxTag + boxNames[b]}
	r := Run{Kind: Input, Object: c, Ins: ins, Del: del}
	r.Text = shownText(&r) // which is all of it that deleted text can hold
	return []Run{r, {Text: " ", Ins: ins, Del: del}}
}

// ofItem reports whether a control is the check box of a list item that nomadocx wrote.
func (c *Control) ofItem() bool { return strings.HasPrefix(c.Tag, boxTag) }

// Characters that are check boxes, without and with a tick.
const (
	openBoxes = "\u2610\u25a1"
	doneBoxes = "\u2611\u2612\u2713\u2714"
)

// boxOf returns the check box that a character is, NoBox for others.
func boxOf(r rune) Box {
	switch {
	case strings.ContainsRune(openBoxes, r):
		return OpenBox
	case strings.ContainsRune(doneBoxes, r):
		return DoneBox
	}
	return NoBox
}

// TypedBox returns the check box that a text begins with as a character, and the text behind it.
func TypedBox(s string) (b Box, rest string) {
	text := strings.TrimLeft(s, " \t")
	for i, r := range text {
		if i > 0 {
			if rest = strings.TrimLeft(text[i:], " \t"); rest != text[i:] {
				return b, rest
			}
			break
		}
		if b = boxOf(r); b == NoBox {
			return NoBox, s
		}
	}
	return NoBox, s
}

// boxes takes the check boxes of list items out of the runs of a paragraph. That which an item begins with is a property of the item.
// Others come from an item that was joined to this paragraph, or that is no item any more, and are not kept.
func (r *reader) boxes() {
	p := r.para
	found := map[*Control]bool{}
	if c := r.itemBox(); c != nil {
		found[c] = true
	}
	for i := range p.runs {
		c := p.runs[i].Control()
		if p.runs[i].Kind != Input || c == nil || c.Kind != CheckBox || !c.ofItem() {
			continue
		}
		found[c] = true
		_, words := c.box(p.runs[i].Text)
		if p.runs[i] = (Run{Text: words, Ins: p.runs[i].Ins, Del: p.runs[i].Del}); words == "" && i+1 < len(p.runs) && p.runs[i+1].Kind == Text {
			p.runs[i+1].Text = strings.TrimPrefix(p.runs[i+1].Text, " ")
		}
	}
	if len(found) > 0 { // they are no form fields
		fields := slices.DeleteFunc(r.doc.Controls[p.controls:], func(c *Control) bool { return found[c] })
		r.doc.Controls = r.doc.Controls[:p.controls+len(fields)]
	}
}

// itemBox takes the check box that a list item begins with out of its runs, and returns it, nil for none.
func (r *reader) itemBox() *Control {
	p := r.para
	if p.List == NoList {
		return nil
	}
	seen := func(x Run) bool { return !x.Kind.IsText() || strings.TrimSpace(x.Text) != "" }
	first := slices.IndexFunc(p.runs, seen)
	if first < 0 || p.runs[first].Kind != Input {
		return nil
	}
	c := p.runs[first].Control()
	if c == nil || c.Kind != CheckBox || !c.ofItem() && (c.Tag != "" || c.Binding != nil) {
		return nil
	}
	end, stays, was := first, false, false // the runs of the control, and whether some of them are no deletion or no insertion
	for end < len(p.runs) && p.runs[end].Kind == Input && p.runs[end].Control() == c {
		if x := &p.runs[end]; x.Text != "" {
			stays, was = stays || x.Del == nil, was || x.Ins == nil
		}
		end++
	}
	if !stays && !was { // it is empty
		stays, was = true, true
	}
	rest := slices.DeleteFunc(slices.Clone(p.runs[end:]), func(x Run) bool { return !seen(x) })
	if !stays && slices.ContainsFunc(rest, func(x Run) bool { return x.Del == nil }) ||
		!was && slices.ContainsFunc(rest, func(x Run) bool { return x.Ins == nil }) {
		p.FormatChange = true // the box alone is taken out or put in
	}
	view := Current
	if !stays {
		view = Original
	}
	shown := Paragraph{Runs: p.runs[first:end]}
	box, words := c.box(shown.Text(view))
	clear(p.runs[first:end])
	p.runs[first].Text = words
	if was || !p.FormatChange {
		p.Box = box
	}
	p.SentBox, p.BoxIns = c.sentBox(), !was
	if end < len(p.runs) && p.runs[end].Kind == Text && words == "" {
		p.runs[end].Text = strings.TrimPrefix(p.runs[end].Text, " ")
	}
	return c
}

// sentBox returns the state that the tag of a check box says it was written with.
func (c *Control) sentBox() Box {
	if i := slices.Index(boxNames[:], strings.TrimPrefix(c.Tag, boxTag)); c.ofItem() && i > 0 {
		return Box(i)
	}
	return NoBox
}

// box returns the state of a check box that shows a text, and what of the text was typed beside it. Where the state that the control
// says and its character differ, one of them was changed since the box was written. Without a character there is no box.
func (c *Control) box(text string) (b Box, words string) {
	native, shown := NoBox, NoBox
	if c.Checked != nil && *c.Checked {
		native = DoneBox
	} else if c.Checked != nil {
		native = OpenBox
	}
	words = strings.Map(func(r rune) rune {
		b := boxOf(r)
		if b == NoBox {
			return r
		}
		shown = b
		return -1
	}, text)
	if alone := []rune(strings.TrimSpace(words)); shown == NoBox && len(alone) == 1 && !unicode.IsLetter(alone[0]) && !unicode.IsDigit(alone[0]) {
		shown, words = native, "" // a character of the user's choice
	}
	sent := c.sentBox()
	switch {
	case shown == NoBox || native == NoBox || native == shown || sent == NoBox:
		return shown, words
	case sent == OpenBox:
		return DoneBox, words
	}
	return OpenBox, words
}
