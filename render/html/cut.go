package html

import (
	"slices"
	"strings"

	"github.com/nomadocx/nomadocx/layout"
	"github.com/nomadocx/nomadocx/noma"
)

// cut writes one text with what stands in it. It follows the characters of the plan while the markup of the page is
// written around them, and closes its elements at each change of that markup.
type cut struct {
	*layout.Annotated
	at      int             // characters written
	done    int             // what stands at the places before has been written
	chunk   strings.Builder // characters between two places
	differs bool            // the page shows something else than the plan
	late    []func()        // links that have to wait for the end of a link
	spots   map[int]*spot
	wraps   []wrap // around the characters that are written
}

// spot is a place of a text at which something is written, or the elements change that characters are in.
type spot struct {
	here []func(*renderer)
	open []wrap
}

// wrap is an element around characters, up to a place.
type wrap struct {
	tag, class string
	d          *noma.Directive
	end        int
}

// newCut prepares the writing of a text: what stands at one place is written in the order in which Word has it.
func newCut(x *layout.Annotated) *cut {
	c := &cut{Annotated: x, done: -1, spots: map[int]*spot{}}
	at := func(place int) *spot {
		if c.spots[place] == nil {
			c.spots[place] = &spot{}
		}
		return c.spots[place]
	}
	here := func(place int, write func(*renderer)) { at(place).here = append(at(place).here, write) }
	around := func(start int, w wrap) {
		at(start).open = append(at(start).open, w)
		at(w.end)
	}
	for _, of := range x.Ranges {
		d := of.Comment.Node.(*noma.Directive)
		around(of.Start, wrap{"mark", "noma-words", d, of.End})
		if of.Last {
			here(of.End, func(r *renderer) { r.number(d, "Comment", c) })
		}
	}
	for _, m := range x.Points {
		if m.Kind == layout.NoteHere {
			here(m.At, func(r *renderer) { r.noteAt(m.Note.Node, c) })
		} else {
			here(m.At, func(r *renderer) { r.number(m.Comment.Node.(*noma.Directive), "Comment", c) })
		}
	}
	for _, t := range x.Changes {
		start, end := t.Start, t.End
		switch t.Unit {
		case layout.UnitText:
		case layout.UnitBreak:
			here(start, func(r *renderer) { r.change(t, c) })
			continue
		case layout.UnitParagraph, layout.UnitItem:
			if start, end = 0, len(x.Text); !t.Deletes() {
				continue
			}
		default:
			continue // of a table
		}
		if t.Deletes() && start < end {
			around(start, wrap{"del", "noma-change", t.Node, end})
		}
		here(end, func(r *renderer) { r.change(t, c) })
	}
	return c
}

// annotated writes a text of the source by write, with what stands in it.
func (r *renderer) annotated(k textKey, write func()) {
	defer r.inSentence(k)()
	if r.placed == nil || r.cut != nil {
		write()
		return
	}
	x := r.placed.texts[k]
	if x == nil || !r.placed.probe && !r.placed.shown[x] {
		write()
		return
	}
	c := newCut(x)
	for c.at < len(x.Text) && blank(x.Text[c.at].Rune) {
		c.at++ // white space at the ends is not content
	}
	r.cut = c
	write()
	for c.at < len(x.Text) && blank(x.Text[c.at].Rune) {
		c.at++
	}
	c.differs = c.differs || c.at != len(x.Text)
	r.events(len(x.Text))
	r.lateLinks()
	r.cut = nil
	if _, known := r.placed.shown[x]; r.placed.probe {
		r.placed.shown[x] = !known && !c.differs
	}
}

func blank(r rune) bool { return r == ' ' || r == '\t' || r == '\n' }

// chars writes text of the document.
func (r *renderer) chars(s string) {
	c := r.cut
	if c == nil {
		r.text(s)
		return
	}
	for _, letter := range s {
		if blank(letter) {
			if c.at >= len(c.Text) || !blank(c.Text[c.at].Rune) {
				c.chunk.WriteRune(letter) // the plan has one of several, and none at the ends of lines
				continue
			}
		} else if c.at >= len(c.Text) || c.Text[c.at].Rune != letter {
			c.differs = true
			c.chunk.WriteRune(letter)
			continue
		}
		r.events(c.at)
		c.chunk.WriteRune(letter)
		c.at++
	}
	r.settle()
}

// atObject reports whether the plan has an object next.
func (c *cut) atObject() bool { return c != nil && c.at < len(c.Text) && c.Text[c.at].Object != "" }

// passOver passes over text that only Word shows.
func (r *renderer) passOver(s string) {
	c := r.cut
	letters := []rune(s)
	if c == nil || c.at+len(letters) > len(c.Text) {
		return
	}
	for i, letter := range letters {
		if c.Text[c.at+i].Rune != letter {
			return
		}
	}
	r.settle()
	c.at += len(letters)
}

// object writes what counts as one character: a formula, or a reference to a caption.
func (r *renderer) object(write func()) {
	c := r.cut
	if c == nil {
		write()
		return
	}
	if !c.atObject() {
		c.differs = true
		write()
		return
	}
	r.events(c.at)
	r.settle()
	shut := r.openMarks()
	r.aside(write)
	r.raw(shut)
	c.at++
}

// lineBreak writes a line break, which is a blank of the plan.
func (r *renderer) lineBreak(markup string) {
	if c := r.cut; c != nil {
		r.settle()
		if c.at < len(c.Text) && blank(c.Text[c.at].Rune) {
			r.events(c.at)
			c.at++
		}
	}
	r.raw(markup)
}

// aside writes something that is no text of the paragraph.
func (r *renderer) aside(write func()) {
	c := r.cut
	r.cut = nil
	write()
	r.cut = c
}

// settle writes the characters since the last place.
func (r *renderer) settle() {
	c := r.cut
	if c.chunk.Len() > 0 {
		shut := r.openMarks()
		r.text(c.chunk.String())
		r.raw(shut)
		c.chunk.Reset()
	}
}

// openMarks opens the elements that characters are in, and returns their end tags.
func (r *renderer) openMarks() (shut string) {
	c := r.cut
	for _, w := range c.wraps {
		if r.placed.number[w.d] == "" {
			continue // it is not shown in the page
		}
		r.raw("<" + w.tag + ` class="` + w.class + `"`)
		r.markAnchor(w.d)
		r.raw(">")
		shut = "</" + w.tag + ">" + shut
	}
	return shut
}

// markAnchor writes the id of the first element with the words of a comment, note or request.
func (r *renderer) markAnchor(d *noma.Directive) { r.anchor(r.placed.anchor[d]) }

// events writes what stands at the places up to a character that has not been written yet.
func (r *renderer) events(to int) {
	c := r.cut
	for at := c.done + 1; at <= to; at++ {
		c.done = at
		spot := c.spots[at]
		if spot == nil {
			continue
		}
		r.settle()
		for _, write := range spot.here {
			r.aside(func() { write(r) })
		}
		c.wraps = append(slices.DeleteFunc(c.wraps, func(w wrap) bool { return w.end <= at }), spot.open...)
	}
}

// change writes what a change request puts in, and its number.
func (r *renderer) change(x layout.ChangeAt, c *cut) {
	if r.placed.number[x.Node] == "" {
		return
	}
	switch {
	case x.Unit == layout.UnitBreak:
		tag := "ins"
		if x.Deletes() {
			tag = "del"
		}
		r.raw("<" + tag + ` class="noma-change"`)
		r.markAnchor(x.Node)
		r.raw(` title="end of a paragraph">¶</` + tag + ">")
	case x.Unit == layout.UnitText && x.Inserts():
		r.raw(`<ins class="noma-change"`)
		r.markAnchor(x.Node)
		r.raw(">")
		text := x.Request.To
		core := strings.Trim(text, " \t\n")
		lead, trail, _ := strings.Cut(text, core)
		r.text(lead)
		r.inline(core)
		r.text(trail)
		r.raw("</ins>")
	}
	if x.Unit != layout.UnitParagraph && x.Unit != layout.UnitItem || !x.Inserts() {
		r.number(x.Node, "Change request", c)
	}
}

// number writes the number of a comment or change request behind its words, as a link to its block.
func (r *renderer) number(d *noma.Directive, word string, c *cut) {
	n := r.placed.number[d]
	if n == "" {
		return
	}
	class := "noma-mark-comment"
	if d.Is(noma.Request) {
		class = "noma-mark-change"
	}
	r.behindLink(c, func() {
		r.raw(`<sup class="noma-mark ` + class + `"`)
		r.markAnchor(d)
		r.raw(`><a class="noma-ref"`)
		r.attr("href", "#"+fragment(r.blockAnchor(d)))
		r.attr("aria-label", strings.TrimSpace(word+" "+n+byAuthor(d)))
		r.raw(">" + n + "</a></sup>")
	})
}

func byAuthor(d *noma.Directive) string {
	if a, _ := d.First("author", "reviewer"); a != "" {
		return " by " + a
	}
	return ""
}

// noteAt writes the mark of a note where it stands in a sentence.
func (r *renderer) noteAt(d *noma.Directive, c *cut) {
	if r.placed.number[d] == "" {
		return
	}
	r.behindLink(c, func() { r.noteLink(d, r.placed.anchor[d]) })
}

// behindLink writes a link, behind the one that the text is in.
func (r *renderer) behindLink(c *cut, write func()) {
	if r.inLink && c != nil {
		c.late = append(c.late, write)
		return
	}
	write()
}

// lateLinks writes the links that waited for the end of a link.
func (r *renderer) lateLinks() {
	c := r.cut
	if c == nil || r.inLink {
		return
	}
	late := c.late
	c.late = nil
	for _, write := range late {
		r.aside(write)
	}
}

// added writes the paragraphs or items that change requests put in before or behind a text. Item tells that it is in a
// list.
func (r *renderer) added(k textKey, before, item bool) {
	if r.placed == nil || !r.placed.shown[r.placed.texts[k]] {
		return
	}
	for _, x := range r.placed.texts[k].Changes {
		if x.Unit != layout.UnitParagraph && x.Unit != layout.UnitItem || !x.Inserts() || x.Before != before || r.placed.number[x.Node] == "" {
			continue
		}
		if item {
			r.addedItems(x)
			continue
		}
		r.raw(`<ins class="noma-change noma-added"`)
		r.markAnchor(x.Node)
		r.raw(">\n")
		r.blocks(noma.Snippet(x.Request.To).Children)
		r.number(x.Node, "Change request", nil)
		r.raw("</ins>\n")
	}
}

// addedItems writes what a change request puts in between the items of a list.
func (r *renderer) addedItems(x layout.ChangeAt) {
	item := func(last bool, write func()) {
		r.raw(`<li><ins class="noma-change"`)
		r.markAnchor(x.Node)
		r.raw(">")
		write()
		r.raw("</ins>")
		if last {
			r.number(x.Node, "Change request", nil)
		}
		r.raw("</li>\n")
	}
	children := noma.Snippet(x.Request.To).Children
	for i, n := range children {
		last := i == len(children)-1
		switch n := n.(type) {
		case *noma.List:
			for k, it := range n.Items {
				item(last && k == len(n.Items)-1, func() {
					r.box(it.Box)
					r.inline(it.Content.S)
					r.blocks(it.Children)
				})
			}
		case *noma.Paragraph:
			item(last, func() { r.inline(n.Content.S) })
		default:
			item(last, func() { r.blocks([]noma.Node{n}) })
		}
	}
}
