package html

import (
	"bytes"
	"slices"
	"strings"

	"github.com/nomadocx/nomadocx/noma"
	"github.com/nomadocx/nomadocx/noma/blocks"
)

// Change puts other blocks in the place of some that follow one another inside one block: of Count, the first one being First in the
// order of the page.
type Change struct {
	First int    `json:"first"`
	Count int    `json:"count"`
	HTML  string `json:"html"`
}

// Redraw changes the text of a block in the tree, and renders the block again. It does so when nothing else of the page can depend on
// what it says: otherwise it returns false, and the page is as it was.
func (l *Live) Redraw(n noma.Node, change func()) (c Change, ok bool) {
	at, ok := l.alone(n)
	if !ok {
		return c, false
	}
	change()
	if !l.plain(n) {
		return c, false
	}
	for inside := range noma.Walk(n) {
		l.freeMarks(inside)
	}
	delete(l.r.used, AnchorID(n.At().ID))
	inner := &Live{}
	var out bytes.Buffer
	l.r.to, l.r.preview = &out, inner
	l.r.block(n)
	if l.r.close() != nil {
		return c, false
	}
	inner.html = out.Bytes()
	inner.find()
	l.replace(at, inner)
	return Change{at, 1, out.String()}, true
}

// Rename changes the title of a section in the tree, and renders its heading again. Whether something refers to the section the caller
// knows.
func (l *Live) Rename(s *noma.Section, change func()) (c Change, ok bool) {
	at, ok := l.alone(s)
	if !ok || l.listed || s.Level < 2 || len(l.r.headings) == 0 || l.r.headings[0].id == s.ID || l.r.namesSections() {
		return c, false
	}
	b := l.blocks[at]
	rest := []byte("</section>\n" + blockEnd)
	if kids := l.children(at); len(kids) > 0 {
		rest = l.html[l.blocks[kids[0]].start:b.end]
	}
	if !bytes.HasSuffix(l.html[b.start:b.end-len(rest)], []byte("</h"+shownLevel(s)+">\n")) {
		return c, false // there is more between the heading and the first block
	}
	change()
	if !l.plain(s) {
		return c, false
	}
	l.freeMarks(s)
	delete(l.r.used, AnchorID(s.ID))
	var out bytes.Buffer
	l.r.to, l.r.preview = &out, nil
	l.r.raw(blockStart)
	l.r.sectionHead(s)
	if l.r.close() != nil {
		return c, false
	}
	out.Write(rest)
	inner := &Live{blocks: slices.Clone(l.blocks[at:b.last]), html: out.Bytes()}
	inner.find()
	l.replace(at, inner)
	return Change{at, 1, out.String()}, true
}

// freeMarks frees the ids of the marks of the notes at a block.
func (l *Live) freeMarks(n noma.Node) {
	for _, d := range l.r.noted[n] {
		delete(l.r.used, l.r.noteAnchor(d))
	}
}

// replace puts another block with what is inside it in the place of one.
func (l *Live) replace(at int, inner *Live) {
	old := l.blocks[at]
	l.html = slices.Replace(l.html, old.start, old.end, inner.html...)
	grown, more := len(inner.html)-(old.end-old.start), len(inner.blocks)-(old.last-at)
	for i := range l.blocks {
		x := &l.blocks[i]
		if x.start >= old.end {
			x.start += grown
		}
		if x.end >= old.end {
			x.end += grown
		}
		if x.last >= old.last {
			x.last += more
		}
	}
	for i := range inner.blocks {
		x := &inner.blocks[i]
		x.start, x.end, x.last = x.start+old.start, x.end+old.start, x.last+at
	}
	l.blocks = slices.Replace(l.blocks, at, old.last, inner.blocks...)
}

// alone returns the index of a block that is shown once, and of which nothing is known elsewhere: it has one name, and nothing stands in
// its text by its words. The numbers of its notes do not depend on what it says.
func (l *Live) alone(n noma.Node) (at int, ok bool) {
	is := func(b stretch) bool { return b.node == n }
	at = slices.IndexFunc(l.blocks, is)
	if at < 0 || slices.ContainsFunc(l.blocks[at+1:], is) || len(n.At().Aliases) > 0 || l.r.doc.Repeats(n) {
		return 0, false
	}
	if _, isSection := n.(*noma.Section); isSection {
		return at, !l.places[n] && !l.places[nil] && l.plain(n)
	}
	return at, !l.marked(n) && l.plain(n)
}

// marked reports whether something can stand in the text of a block, or of one around it or in it, by its words.
func (l *Live) marked(b noma.Node) bool {
	if l.places[nil] {
		return true
	}
	for n := b; n != nil; n = n.At().Parent {
		if l.places[n] {
			return true
		}
	}
	for n := range noma.Walk(b) {
		if l.places[n] {
			return true
		}
	}
	return false
}

// plain reports whether a block consists of what is shown where it stands and counts nowhere else: no notes, citations, formulas
// and pictures. Of a section that is its heading.
func (l *Live) plain(n noma.Node) bool {
	switch n := n.(type) {
	case *noma.Section, *noma.Paragraph, *noma.Quote:
	case *noma.Code:
		return true
	case *noma.Table:
		if n.Caption != nil || n.ID != "" {
			return false
		}
	case *noma.List:
		return !slices.ContainsFunc(n.Items, func(it *noma.ListItem) bool {
			return it.ID != "" || !l.plainText(it.Content.S) || slices.ContainsFunc(it.Children, func(k noma.Node) bool { return !l.plain(k) })
		})
	case *noma.Directive:
		if blocks.Prose(n.Name) {
			return !slices.ContainsFunc(n.Attrs, func(a noma.Attr) bool { return !l.plainText(a.Value.Text()) }) &&
				!slices.ContainsFunc(n.Children, func(k noma.Node) bool {
					_, heading := k.(*noma.Section)
					return heading || k.At().ID != "" || !l.plain(k)
				})
		}
		return n.Name == "table" && !slices.ContainsFunc(n.Attrs, func(a noma.Attr) bool { return !slices.Contains(ownAttributes, a.Key) }) &&
			l.plainText(n.RawBody.S)
	default:
		return false
	}
	for text := range noma.Texts(n) {
		if !l.plainText(text.S) {
			return false
		}
	}
	return true
}

// ownAttributes are those with which a ::table shows its rows and nothing else.
var ownAttributes = []string{"id", "title", "caption", "header", "align"}

func (l *Live) plainText(s string) bool {
	if strings.Contains(s, "^[") {
		return false
	}
	reader := noma.InlineParser{Known: l.r.refs.Reader()}
	return plainInlines(reader.Parse(strings.Trim(s, " \t\n")))
}

func plainInlines(nodes []noma.Inline) bool {
	for i := range nodes {
		switch nodes[i].Kind {
		case noma.InlineCite, noma.InlineNote, noma.InlineMath, noma.InlinePicture:
			return false
		}
		if !plainInlines(nodes[i].Children) {
			return false
		}
	}
	return true
}
