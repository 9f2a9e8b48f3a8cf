package app

import (
	"bytes"
	"context"
	"slices"
	"strings"

	"github.com/nomadocx/nomadocx/internal/halt"
	"github.com/nomadocx/nomadocx/noma"
	"github.com/nomadocx/nomadocx/noma/blocks"
	"github.com/nomadocx/nomadocx/render/html"
)

// Draft is the strict page of a document that is being written, in which a block has to be rendered again only when its text changes.
type Draft struct {
	doc   *noma.Document
	live  *html.Live
	lines []string // of the text, as edited
	stale bool     // the page is not that of the lines
}

// LineEdit puts lines of text in the place of Count lines from Line on.
type LineEdit struct {
	Line  int    `json:"line"`
	Count int    `json:"count"`
	Text  string `json:"text"` // the lines, joined by LF
}

// PageChange is what makes one state of a page another.
type PageChange struct {
	Head    string        `json:"head,omitempty"` // in the place of the head
	Changes []html.Change `json:"changes,omitempty"`
	Lines   []int         `json:"lines,omitempty"` // of the blocks, when they are others
}

// NewDraft renders a document.
func NewDraft(ctx context.Context, s *Source, theme string) (d *Draft, err error) {
	defer halt.Catch(&err)
	s = s.under(ctx)
	o := RenderOptions{Target: HTML, Theme: theme, Strict: true, MathFont: "system"}
	if err := s.present(o); err != nil {
		return nil, err
	}
	doc, undo := s.forRendering(HTML)
	defer undo()
	page := s.htmlOptions(o)
	defer drawing(ctx, o, &page)()
	live, err := html.RenderLive(doc, page)
	if err != nil {
		return nil, err
	}
	return &Draft{doc: doc, live: live, lines: strings.Split(s.File.Text, "\n"), stale: s.Book != nil || strings.Contains(s.File.Text, "\r")}, nil
}

// HTML returns the page.
func (d *Draft) HTML() []byte { return d.live.HTML() }

// Lines returns the lines of the blocks of the page in their order.
func (d *Draft) Lines() []int { return d.live.Lines() }

// Since returns what makes the page of an earlier draft this one; false: it has to be shown as a whole.
func (d *Draft) Since(before *Draft) (c PageChange, ok bool) {
	if before == nil {
		return c, false
	}
	if c.Changes, ok = html.Changes(before.live, d.live); !ok {
		return c, false
	}
	if head := d.live.Head(); !bytes.Equal(head, before.live.Head()) {
		c.Head = string(head)
	}
	if lines := d.Lines(); !slices.Equal(lines, before.Lines()) {
		c.Lines = lines
	}
	return c, true
}

// Edit changes the text, and the page where that changes blocks that nothing else depends on: it returns what has become of the page.
// That is not all when it returns false: the document has to be rendered again.
func (d *Draft) Edit(edits []LineEdit) (c PageChange, all bool) {
	c.Changes = []html.Change{}
	for _, e := range edits {
		if d.stale = d.stale || e.Line < 1 || e.Count < 1 || e.Line-1+e.Count > len(d.lines); d.stale {
			break
		}
		change, ok := d.edit(e)
		if ok {
			c.Changes = append(c.Changes, change)
		}
		d.stale = !ok
	}
	return c, !d.stale
}

// edit changes the text of one block.
func (d *Draft) edit(e LineEdit) (c html.Change, ok bool) {
	lines := strings.Split(e.Text, "\n")
	n := blockAt(d.doc.Children, e.Line)
	if n == nil || len(lines) != e.Count || strings.Contains(e.Text, "\r") {
		return c, false
	}
	first, last := linesOf(n)
	if e.Line-1+e.Count > last || last > len(d.lines) || !d.separate(n) {
		return c, false
	}
	was := read(d.lines[first-1:last], first)
	copy(d.lines[e.Line-1:], lines)
	is := read(d.lines[first-1:last], first)
	if !d.separate(n) || !alike(was, n) || !alike(was, is) {
		return c, false
	}
	switch n := n.(type) {
	case *noma.Section:
		return d.rename(n, is.(*noma.Section))
	case *noma.Directive:
		if !blocks.Prose(n.Name) && d.mentions(n.ID, first, last) {
			return c, false
		}
	}
	return d.live.Redraw(n, func() { adopt(n, is) })
}

// rename gives a section another title, where nothing refers to it by either.
func (d *Draft) rename(s, is *noma.Section) (c html.Change, ok bool) {
	id := is.ID // it is made of the title
	if d.mentions(s.ID, s.Line, s.Line) || d.refers(s, is) || !s.ExplicitID && (d.mentions(id, s.Line, s.Line) || !d.distinct(s, id)) {
		return c, false
	}
	if c, ok = d.live.Rename(s, func() { s.Title, s.ID = is.Title, id }); ok {
		d.doc.Reindex()
	}
	return c, ok
}
