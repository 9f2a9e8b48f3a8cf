package layout

import (
	"bytes"
	"strings"
	"unicode/utf8"

	"github.com/nomadocx/nomadocx/internal/office/wml"
	"github.com/nomadocx/nomadocx/noma"
)

// linkFormatting is how text with a link looks.
var linkFormatting = &wml.Look{Color: wml.LinkColor}

// inline returns inline markup as Word runs.
func (b *builder) inline(s string) []wml.Run {
	if s == "" {
		return nil
	}
	if !marked(s) {
		// What cannot be shown goes first: it may hide a blank.
		if s = strings.Trim(clean(s), blanks); s == "" {
			return nil
		}
		return b.arena.oneRun(wml.Run{Text: s})
	}
	return b.tree(s, b.parser().Parse(s), false)
}

// sentence returns a text of a block, in which notes ^[text] can stand, as Word runs. What a change request says has none.
func (b *builder) sentence(n noma.Node, s string, inCell bool) []wml.Run {
	switch none := !noma.HasInlineNotes(s) || RequestOf(n) != nil; {
	case none && inCell:
		return b.inlineCell(s)
	case none:
		return b.inline(s)
	case inCell:
		return b.tree(s, b.parser().Cell(s), true)
	}
	return b.tree(s, b.parser().Parse(s), true)
}

func (b *builder) parser() *noma.InlineParser {
	b.arena.inline.Known = b.names.reader()
	return &b.arena.inline
}

// inlineCell returns the inline markup of a table cell as Word runs.
func (b *builder) inlineCell(s string) []wml.Run {
	if strings.IndexByte(s, '<') < 0 {
		return b.inline(s)
	}
	return b.tree(s, b.parser().Cell(s), false)
}

// tree returns parsed inline markup as Word runs; notes tells that notes ^[text] can stand there.
func (b *builder) tree(s string, nodes []noma.Inline, notes bool) []wml.Run {
	w := runWriter{source: s, runs: b.arena.runs.take(len(nodes) + 1)[:0], noNotes: b.noNotes, spelling: b.plan == nil}
	w.inPlace = (notes || w.spelling) && !w.noNotes
	if !b.noPictures {
		w.picture = b.inlinePicture
	}
	w.nodes(b.names, nodes, 0, nil)
	return w.finish()
}

const blanks = " \t"

// markup tells the characters that inline markup and line ends are made of.
var markup = [256]bool{'*': true, '_': true, '`': true, '[': true, '$': true, '\\': true, '\n': true, '|': true, '~': true, '^': true, '=': true, '@': true}

func marked(s string) bool {
	for i := 0; i < len(s); i++ {
		if markup[s[i]] {
			return true
		}
	}
	return false
}

// runWriter collects runs; white space at the two ends of a source line is not content.
type runWriter struct {
	source    string
	runs      []wml.Run
	tail      []byte // the text of the last run, when it is made of several parts
	lineStart bool
	noNotes   bool                          // the text stands where Word has no notes
	inPlace   bool                          // notes ^[text] can stand in it
	spelling  bool                          // it is to be written into the source
	picture   func(*noma.Inline) *wml.Image // nil: the text stands where programs show no pictures
}

func (w *runWriter) nodes(names *Names, nodes []noma.Inline, style wml.Style, link *wml.Link) {
	for i := range nodes {
		n := &nodes[i]
		switch n.Kind {
		case noma.InlineText:
			w.text(n.Text, style, link)
		case noma.InlineCode:
			w.add(wml.Run{Text: clean(names.codeShown(n.Text)), Style: style | wml.Code, Link: link})
		case noma.InlineStrong:
			w.nodes(names, n.Children, style|wml.Bold, link)
		case noma.InlineEmph:
			w.nodes(names, n.Children, style|wml.Italic, link)
		case noma.InlineStrongEmph:
			w.nodes(names, n.Children, style|wml.Bold|wml.Italic, link)
		case noma.InlineSpan:
			w.nodes(names, n.Children, spanStyle(style, n.Format), link)
		case noma.InlineLink:
			w.link(names, n, style, link)
		case noma.InlineWiki:
			w.wiki(names, n, style, link)
		case noma.InlineCite:
			w.cite(names, n, style)
		case noma.InlineNote:
			w.note(names, n, style, link)
		case noma.InlinePicture:
			if w.picture != nil {
				w.add(wml.Run{Kind: wml.Picture, Object: w.picture(n)})
			} else {
				w.text(w.source[n.Start:n.End], style, link)
			}
		case noma.InlineMath:
			w.add(wml.Run{Kind: wml.Math, Text: clean(n.Text), Style: style})
		case noma.InlineBreak:
			w.trimEnd()
			w.add(wml.Run{Kind: wml.Break, Text: "\n", Link: link})
			w.lineStart = true
		case noma.InlineSoftBreak:
			w.trimEnd()
			w.add(wml.Run{Text: " ", Style: style, Link: link})
			w.lineStart = true
		}
	}
}

// codeShown returns what a code span shows: a line of it ends where the lines of its paragraph do.
func (n *Names) codeShown(s string) string {
	if n.breaksCode() {
		return s
	}
	return strings.ReplaceAll(s, "\n", " ")
}

// breaksCode reports whether the lines of code spans are lines in Word, as files of older editions have them.
func (n *Names) breaksCode() bool { return n != nil && n.doc != nil && n.doc.Audience.CodeLines }

// link: an address or a block of this document is a hyperlink; anything else is shown as
// "label (target)", because Word would resolve it against a folder that is not ours.
func (w *runWriter) link(names *Names, n *noma.Inline, style wml.Style, outer *wml.Link) {
	if outer != nil {
		w.nodes(names, n.Children, style, outer)
		return
	}
	if l := linkTo(names, n.Target); l != nil {
		w.nodes(names, n.Children, style, l)
		return
	}
	w.nodes(names, n.Children, style, nil)
	w.add(wml.Run{Text: clean(names.behindLabel(n.Target)), Style: style})
}

// behindLabel returns what stands behind the label of a link that Word cannot follow: its target, unless that is a block that is left out.
func (n *Names) behindLabel(target string) string {
	if id, ok := strings.CutPrefix(target, "#"); ok && n != nil && n.doc != nil && n.doc.Audience.Client && n.Node(id) != nil {
		return ""
	}
	return " (" + target + ")"
}

// wikiLabel returns what a reference shows that is no field: its label, or the id of the block. Clients are shown words in place of an id.
func (n *Names) wikiLabel(link *noma.Inline) string {
	if n == nil || n.doc == nil || !n.doc.Audience.Client || link.Labelled() && link.Text != OnlyNumber {
		return link.Text
	}
	if t, ok := n.doc.Target(link.Target); ok {
		if words := Words(n.doc, t); words != "" {
			return words
		}
	}
	return link.Text
}

// linkTo returns the hyperlink for a Markdown link target, nil when it is none.
func linkTo(names *Names, target string) *wml.Link {
	if id, ok := strings.CutPrefix(target, "#"); ok {
		if name := names.Of(id); name != "" {
			return &wml.Link{Anchor: name}
		}
		return nil
	}
	if external(target) {
		return &wml.Link{URL: target}
	}
	return nil
}

// wiki: a reference without a label, to a numbered caption, a heading or a titled block, is a REF field, behind a word where that shows
// a number alone; any other to a block a hyperlink; one that leads nowhere is its label.
func (w *runWriter) wiki(names *Names, n *noma.Inline, style wml.Style, outer *wml.Link) {
	name := names.Destination(n.Target)
	switch {
	case name == "" || outer != nil:
		w.add(wml.Run{Text: clean(names.wikiLabel(n)), Style: style, Link: outer})
	case names.refers(n, name) && names.Counted(name):
		word, number, switches := names.counted(name)
		if !n.Labelled() {
			w.add(wml.Run{Text: word, Style: style})
		}
		w.add(wml.Run{Kind: wml.Field, Text: number, Style: style, Object: &wml.FieldCode{Instr: `REF ` + name + ` ` + switches + `\h`}})
	case names.refers(n, name):
		w.add(wml.Run{Kind: wml.Field, Text: names.Shown(name), Style: style, Object: &wml.FieldCode{Instr: `REF ` + name + ` \h`}})
	default:
		w.add(wml.Run{Text: clean(names.wikiLabel(n)), Style: style, Link: &wml.Link{Anchor: name}})
	}
}

// refers reports whether a wikilink to the block with a bookmark is a REF field.
func (n *Names) refers(link *noma.Inline, bookmark string) bool {
	if n.blocks[strings.TrimPrefix(link.Target, "#")].hidden {
		return false // the bookmark is that of the block around it
	}
	return !link.Labelled() && n.Shown(bookmark) != "" || link.Text == OnlyNumber && n.Counted(bookmark)
}

func (w *runWriter) text(s string, style wml.Style, link *wml.Link) {
	s = clean(s)
	if w.lineStart {
		s = strings.TrimLeft(s, blanks)
	}
	w.add(wml.Run{Text: s, Style: style, Link: link})
}

func (w *runWriter) add(r wml.Run) {
	if r.Text == "" && (r.Kind == wml.Text || r.Kind == wml.Math) {
		return
	}
	w.lineStart = false
	if r.Link != nil {
		r.Look = linkFormatting
	}
	if n := len(w.runs); n > 0 && r.Kind == wml.Text {
		if p := &w.runs[n-1]; p.Kind == wml.Text && p.Style == r.Style && p.Link == r.Link {
			if len(w.tail) == 0 {
				w.tail = append(w.tail, p.Text...)
			}
			w.tail = append(w.tail, r.Text...)
			return
		}
	}
	w.joinTail()
	w.runs = append(w.runs, r)
}

// joinTail gives the last run its text.
func (w *runWriter) joinTail() {
	if len(w.tail) > 0 {
		w.runs[len(w.runs)-1].Text, w.tail = string(w.tail), w.tail[:0]
	}
}

// trimEnd drops blanks before a line end.
func (w *runWriter) trimEnd() {
	for n := len(w.runs); n > 0; n = len(w.runs) {
		p := &w.runs[n-1]
		if p.Kind != wml.Text || p.Style&wml.Code != 0 {
			return
		}
		if len(w.tail) > 0 {
			w.tail = bytes.TrimRight(w.tail, blanks)
			if len(w.tail) > 0 {
				return
			}
			p.Text = ""
		}
		if p.Text = strings.TrimRight(p.Text, blanks); p.Text != "" {
			return
		}
		w.runs = w.runs[:n-1]
	}
}

func (w *runWriter) finish() []wml.Run {
	w.trimEnd()
	w.joinTail()
	if len(w.runs) > 0 {
		p := &w.runs[0]
		if p.Kind == wml.Text && p.Style&wml.Code == 0 {
			if p.Text = strings.TrimLeft(p.Text, blanks); p.Text == "" {
				w.runs = w.runs[1:]
			}
		}
	}
	return w.runs
}

// clean drops what XML 1.0 cannot hold (§2.2 of the XML recommendation): most control characters,
// surrogates, U+FFFE and U+FFFF. Carriage returns would come back as line feeds.
func clean(s string) string {
	suspect := false
	for i := wml.Printable(s); i < len(s) && !suspect; i++ {
		c := s[i]
		suspect = c < 0x20 && c != '\t' && c != '\n' || c == 0xEF // U+FFFE and U+FFFF begin so
	}
	if !suspect && utf8.ValidString(s) {
		return s
	}
	return strings.Map(func(r rune) rune {
		if r == '\t' || r == '\n' || r >= 0x20 && r < 0xfffe || r > 0xffff {
			return r
		}
		return -1
	}, strings.ToValidUTF8(s, "\uFFFD"))
}
