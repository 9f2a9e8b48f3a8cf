package reviewsync

import (
	"slices"
	"strings"

	"github.com/nomadocx/nomadocx/internal/office/wml"
	"github.com/nomadocx/nomadocx/layout"
	"github.com/nomadocx/nomadocx/noma"
	"github.com/nomadocx/nomadocx/noma/source"
)

// Running text: paragraphs, list items, quotes, headings, the content of blocks.

// prose rewrites one paragraph's inline content.
func (s *paragraphs) prose(p *layout.Para, r *wml.Paragraph, by ruling) {
	slot := p.Segs[0].Slot
	r = s.withStuckMarks(p, r)
	now := textBehindBox(p, r, layout.Glyphs(r.Runs, wml.Original))
	was := layout.Glyphs(p.Runs(), wml.Original)
	if slices.Equal(was, now) {
		return
	}
	if len(now) == 0 {
		s.emptied(p, r, by)
		return
	}
	markup, ok := s.rewritten(p, now)
	if !ok {
		bare := withoutTrailing(now) // nobody sees blanks at the end of a line
		if len(bare) < len(now) {
			markup, ok = s.rewritten(p, bare)
		}
		if begins := withoutLeading(bare); !ok && len(begins) > 0 && len(begins) < len(now) {
			if markup, ok = s.rewritten(p, begins); ok {
				s.refuse(sayBlanksAhead, p.Node, layout.PlainText(was), layout.PlainText(now)).by(by).at(r)
			}
		}
		if ok && markup == slot.Value {
			return
		}
	}
	edited, before, after := sayTextEdited, layout.PlainText(was), layout.PlainText(now)
	if sameBesideEquations(was, now) {
		edited = sayEquationEdited
	} else if before == after && objects(was) != objects(now) {
		edited = sayObjectChanged
	} else if before == after {
		edited = formatted(was, now)
	}
	if !ok {
		s.refuse(s.unwritable(r.Runs), p.Node, before, saidLinked(r.Runs, p.Runs()...)).by(by).at(r)
		return
	}
	if sec, isHeading := p.Node.(*noma.Section); isHeading {
		s.retitle(sec, p, r, markup, by)
		return
	}
	if before == after { // the words are the same: what they are in the source tells them apart
		before, after = strings.TrimSpace(slot.Value), strings.TrimSpace(markup)
	} else if was, now := said(p.Runs()), said(r.Runs); was != now { // with what references show
		before, after = was, now
	}
	f := s.apply(edited, p.Node, before, after).by(by).at(r)
	s.keepApart(f, p.Node)
	s.edit(f, p.Node, replaceText(s.doc.File, slot.Origin.Text, markup)...)
}

// keepApart puts blank lines between a paragraph that reads otherwise and paragraphs directly beside it: the mark at its beginning, as of a
// block that cannot stand there, parted them.
func (s *paragraphs) keepApart(f *finding, n noma.Node) {
	p, ok := n.(*noma.Paragraph)
	if !ok || !startsBlock(p.Content.S) {
		return
	}
	kids := p.Parent.Kids()
	for k := max(p.Index, 1); k <= p.Index+1 && k < len(kids); k++ {
		a, before := kids[k-1].(*noma.Paragraph)
		b, behind := kids[k].(*noma.Paragraph)
		if !before || !behind || b.Line != a.EndLine+1 {
			continue
		}
		at := s.doc.File.LineSpan(p.Line).Start
		if p == a {
			at = p.Span.End
		}
		s.edit(f, n, source.Edit{Span: source.Span{Start: at, End: at}, New: s.doc.File.EOL()})
	}
}

// rewritten returns the source of a paragraph that reads otherwise now. ok is false when it cannot be written.
func (s *paragraphs) rewritten(p *layout.Para, now []layout.Glyph) (markup string, ok bool) {
	if markup, ok = s.names.Rewrite(layout.OnePara(p.Segs[0].Slot.Value), [][]layout.Glyph{now}); ok {
		markup, ok = spell(p, markup)
	}
	return markup, ok
}

// objects counts what is no character.
func objects(g []layout.Glyph) (n int) {
	for i := range g {
		if g[i].Object != "" {
			n++
		}
	}
	return n
}

// spell returns markup that is read as the same kind of block in its place: a line that would
// start a block of its own gets its first mark escaped. It reports false when no escape does that.
func spell(p *layout.Para, markup string) (string, bool) {
	switch n := p.Node.(type) {
	case *noma.ListItem:
		return itemText(n, itemSource(wml.NoBox, markup))
	case *noma.Section:
		return asTitle(markup)
	case *noma.Quote:
		return markup, slices.Equal(quoteOf(markup), []string{markup})
	}
	return guard(markup)
}

// asTitle returns markup as the title of a heading: braces at its end are escaped, or they would hold attributes. It reports false
// when it cannot be a title, as with several lines.
func asTitle(markup string) (string, bool) {
	if strings.ContainsAny(markup, "\r\n") {
		return "", false
	}
	for range 2 {
		d := noma.Snippet("# " + markup)
		if len(d.Children) != 1 {
			return "", false
		}
		sec, ok := d.Children[0].(*noma.Section)
		if !ok {
			return "", false
		}
		at := sec.AttrSpan.Start - sec.Title.Offset(0)
		if at < 0 || at >= len(markup) {
			return markup, sec.Title.S == markup
		}
		markup = markup[:at] + `\` + markup[at:]
	}
	return "", false
}

// guard returns running text with escapes where a line would be read as something else, and false when no escape helps, as for an
// empty line.
func guard(markup string) (string, bool) {
	lines := strings.Split(markup, "\n")
	for i, l := range lines {
		if strings.TrimSpace(l) == "" {
			return "", false
		}
		if startsBlock(l) {
			if lines[i] = escapedStart(l); startsBlock(lines[i]) {
				return "", false
			}
		}
	}
	out := strings.Join(lines, "\n")
	d := noma.Snippet(out)
	if len(d.Children) != 1 {
		return "", false
	}
	p, ok := d.Children[0].(*noma.Paragraph)
	return out, ok && p.Content.S == out
}

// escapedStart returns a line of running text with its first mark escaped: a number's is behind it.
func escapedStart(line string) string {
	at := strings.IndexFunc(line, func(r rune) bool { return r < 0x80 && strings.ContainsRune(blockMarks, r) })
	if at < 0 {
		return line
	}
	return line[:at] + `\` + line[at:]
}

// blockMarks are the marks that blocks begin with.
const blockMarks = "#>-*+_:|`~.)=<"

func startsBlock(line string) bool {
	if strings.HasPrefix(line, "::") || strings.HasPrefix(line, "<!--") { // a comment may end in a line further down
		return true
	}
	d := noma.Snippet(line)
	if len(d.Children) != 1 {
		return true
	}
	_, ok := d.Children[0].(*noma.Paragraph)
	return !ok
}

// replaceText returns the smallest edit that makes a text read now.
func replaceText(f *source.File, t noma.Text, now string) []source.Edit {
	was := t.S
	if was == now {
		return nil
	}
	a := commonPrefix(was, now)
	z := commonSuffix(was[a:], now[a:])
	mid := now[a : len(now)-z]
	eol := f.EOL()
	if eol != "\n" || t.LinePrefix != "" {
		mid = strings.ReplaceAll(mid, "\n", eol+t.LinePrefix)
	}
	return []source.Edit{{Span: t.Span(a, len(was)-z), New: mid}}
}

// commonPrefix and commonSuffix count bytes, never cutting a character.
func commonPrefix(a, b string) int {
	n := 0
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	for n > 0 && n < len(a) && a[n]&0xc0 == 0x80 || n > 0 && n < len(b) && b[n]&0xc0 == 0x80 {
		n--
	}
	return n
}

func commonSuffix(a, b string) int {
	n := 0
	for n < len(a) && n < len(b) && a[len(a)-1-n] == b[len(b)-1-n] {
		n++
	}
	for n > 0 && (a[len(a)-n]&0xc0 == 0x80 || b[len(b)-n]&0xc0 == 0x80) {
		n--
	}
	return n
}

// emptied: all text of a paragraph was deleted, the paragraph mark stayed.
func (s *paragraphs) emptied(p *layout.Para, r *wml.Paragraph, by ruling) {
	if _, ok := p.Node.(*noma.Section); ok {
		s.refuse(sayHeadingEmptied, p.Node, said(p.Runs()), "").at(r)
		return
	}
	s.removals.remove(p, by, nil)
}

// trimEdit returns the smallest edit from one text to another.
func trimEdit(span source.Span, was, now string) source.Edit {
	a := commonPrefix(was, now)
	z := commonSuffix(was[a:], now[a:])
	return source.Edit{Span: source.Span{Start: span.Start + a, End: span.End - z}, New: now[a : len(now)-z]}
}
