package html

import (
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
	begun   int             // where the chunk begins
	differs bool            // the page shows something else than the plan
	late    []func()        // links that have to wait for the end of a link
	places  map[int]bool    // where the elements change that characters are in
}

func newCut(x *layout.Annotated) *cut {
	c := &cut{Annotated: x, done: -1, places: map[int]bool{len(x.Text): true}}
	for _, of := range x.Ranges {
		c.places[of.Start], c.places[of.End] = true, true
	}
	for _, m := range x.Points {
		c.places[m.At] = true
	}
	for _, t := range x.Changes {
		c.places[t.Start], c.places[t.End] = true, true
	}
	return c
}

// annotated writes a text of the source by write, with what stands in it.
func (r *renderer) annotated(k textKey, write func()) {
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
	c.begun = c.at
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
	r.settle()
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
	c.begun = c.at
}

// lineBreak writes a line break, which is a blank of the plan.
func (r *renderer) lineBreak(markup string) {
	if c := r.cut; c != nil {
		r.settle()
		if c.at < len(c.Text) && blank(c.Text[c.at].Rune) {
			r.events(c.at)
			c.at++
		}
		c.begun = c.at
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
	c.begun = c.at
}

// openMarks opens the elements that the characters from c.begun on are in, and returns their end tags.
func (r *renderer) openMarks() (shut string) {
	c := r.cut
	open := func(tag, class string, d *noma.Directive) {
		r.raw("<" + tag + ` class="` + class + `"`)
		r.markAnchor(d)
		r.raw(">")
		shut = "</" + tag + ">" + shut
	}
	for _, of := range c.Ranges {
		if d := of.Comment.Node.(*noma.Directive); of.Start <= c.begun && c.begun < of.End && r.placed.number[d] != "" {
			open("mark", "noma-words", d)
		}
	}
	for _, t := range c.Changes {
		if t.Deletes() && r.placed.number[t.Node] != "" && (t.Unit == layout.UnitText && t.Start <= c.begun && c.begun < t.End ||
			t.Unit == layout.UnitParagraph || t.Unit == layout.UnitItem) {
			open("del", "noma-change", t.Node)
		}
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
		if !c.places[at] {
			continue
		}
		r.settle()
		for _, f := range c.here(at) {
			r.aside(func() { f(r) })
		}
	}
}

// here is what is written at a place, in the order in which Word has it.
func (c *cut) here(at int) (out []func(*renderer)) {
	for _, x := range c.Ranges {
		if x.Last && x.End == at {
			out = append(out, func(r *renderer) { r.number(x.Comment.Node.(*noma.Directive), "Comment", c) })
		}
	}
	for _, m := range c.Points {
		switch {
		case m.At != at:
		case m.Kind == layout.NoteHere:
			out = append(out, func(r *renderer) {
				if r.placed.number[m.Note.Node] != "" {
					r.noteMark(m.Note.Node, c)
				}
			})
		default:
			out = append(out, func(r *renderer) { r.number(m.Comment.Node.(*noma.Directive), "Comment", c) })
		}
	}
	for _, x := range c.Changes {
		if x.End == at && x.Unit == layout.UnitText || x.Start == at && x.Unit == layout.UnitBreak ||
			at == len(c.Text) && (x.Unit == layout.UnitParagraph || x.Unit == layout.UnitItem) && x.Deletes() {
			out = append(out, func(r *renderer) { r.change(x, c) })
		}
	}
	return out
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
	if d.Name == "change_request" {
		class = "noma-mark-change"
	}
	r.behindLink(c, func() {
		r.raw(`<sup class="noma-mark ` + class + `"`)
		r.markAnchor(d)
		r.raw(`><a class="noma-ref" href="#` + fragment(r.blockAnchor(d)) + `"`)
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

// noteMark writes the mark of a note where it stands in a sentence.
func (r *renderer) noteMark(d *noma.Directive, c *cut) {
	r.behindLink(c, func() {
		r.raw(`<sup class="noma-note-mark"`)
		r.markAnchor(d)
		r.raw(">")
		r.raw(`<a class="noma-ref" href="#` + fragment(r.blockAnchor(d)) + `">`)
		r.text(r.notes[d])
		r.raw("</a></sup>")
	})
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
				item(last && k == len(n.Items)-1, func() { r.inline(it.Content.S) })
			}
		case *noma.Paragraph:
			item(last, func() { r.inline(n.Content.S) })
		default:
			item(last, func() { r.blocks([]noma.Node{n}) })
		}
	}
}
