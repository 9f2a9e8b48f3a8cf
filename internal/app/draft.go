package app

import (
	"bytes"
	"context"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/nomadocx/nomadocx/internal/halt"
	"github.com/nomadocx/nomadocx/noma"
	"github.com/nomadocx/nomadocx/render/html"
)

// Draft is the strict page of a document that is being written, in which a block has to be rendered again only when its text changes.
type Draft struct {
	doc   *noma.Document
	live  *html.Live
	lines []string // of the text, as edited
	now   map[noma.Node]*noma.Paragraph
	stale bool // the page is not that of the lines
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
	return &Draft{doc: doc, live: live, lines: strings.Split(s.File.Text, "\n"), now: map[noma.Node]*noma.Paragraph{}, stale: s.Book != nil}, nil
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

// Edit changes the text, and the page where that changes paragraphs that nothing else depends on: it returns what has become of the page.
// That is not all when it returns false: the document has to be rendered again.
func (d *Draft) Edit(edits []LineEdit) (c PageChange, all bool) {
	c.Changes = []html.Change{}
	for _, e := range edits {
		if d.stale = d.stale || e.Line < 1 || e.Count < 1 || e.Line-1+e.Count > len(d.lines); d.stale {
			break
		}
		lines := strings.Split(e.Text, "\n")
		p, ok := d.paragraph(e.Line, e.Line+e.Count-1)
		if ok = ok && len(lines) == e.Count; ok {
			copy(d.lines[e.Line-1:], lines)
			var change html.Change
			if change, ok = d.retype(p); ok {
				c.Changes = append(c.Changes, change)
			}
		}
		d.stale = !ok
	}
	return c, !d.stale
}

// paragraph returns the paragraph that lines belong to. It is false where others may depend on it.
func (d *Draft) paragraph(first, last int) (p *noma.Paragraph, ok bool) {
	p, ok = paragraphAt(d.doc.Children, first)
	return p, ok && last <= p.EndLine && d.alone(p)
}

// retype renders a paragraph again.
func (d *Draft) retype(old *noma.Paragraph) (c html.Change, ok bool) {
	text := strings.Join(d.lines[old.Line-1:old.EndLine], "\n")
	if !d.alone(old) || strings.Contains(text, "\r") {
		return c, false
	}
	children := noma.Snippet(text).Children
	if len(children) != 1 {
		return c, false
	}
	made, ok := children[0].(*noma.Paragraph)
	if !ok || made.EndLine-made.Line != old.EndLine-old.Line {
		return c, false
	}
	was := d.now[old]
	if was == nil {
		was = old
	}
	p := *old
	p.Content = made.Content
	if c, ok = d.live.Retype(was, &p); ok {
		d.now[old] = &p
	}
	return c, ok
}

// paragraphAt returns the paragraph of a line, when nothing but sections is around it.
func paragraphAt(nodes []noma.Node, line int) (*noma.Paragraph, bool) {
	for {
		i, _ := slices.BinarySearchFunc(nodes, line, func(n noma.Node, line int) int { return n.At().EndLine - line })
		if i == len(nodes) || nodes[i].At().Line > line {
			return nil, false
		}
		switch n := nodes[i].(type) {
		case *noma.Paragraph:
			return n, true
		case *noma.Section:
			nodes = n.Children
		default:
			return nil, false
		}
	}
}

// alone reports whether no line of a paragraph can begin another block or belong to one: there is none beside it, and the lines begin
// with what is no mark of a fence and no white space.
func (d *Draft) alone(p *noma.Paragraph) bool {
	blank := func(i int) bool { return i < 0 || i >= len(d.lines) || d.lines[i] == "" }
	above := p.Line - 2
	if !blank(p.EndLine) || !blank(above) && !strings.HasPrefix(d.lines[above], "#") {
		return false
	}
	for _, line := range d.lines[p.Line-1 : p.EndLine] {
		r, _ := utf8.DecodeRuneInString(line)
		if r == ':' || r == '`' || noma.IsSpace(r) {
			return false
		}
	}
	return true
}
