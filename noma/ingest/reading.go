package ingest

import (
	"slices"
	"strings"

	"github.com/nomadocx/nomadocx/noma"
	"github.com/nomadocx/nomadocx/noma/source"
)

// style is how a character appears.
type style uint16

const (
	bold style = 1 << iota
	italic
	codeStyle
	dangling // part of a wikilink to a block that is not there
	picture  // part of the description of a picture
	formats  // from here on the formats of spans
)

// styleOf returns a format as a style.
func styleOf(f noma.Format) style { return style(f) * formats }

// glyph is one character as a reader sees it.
type glyph struct {
	r    rune
	s    style
	link string // where it leads, "" for nowhere
}

// pictureGlyph stands behind the description of a picture and says what it shows.
func pictureGlyph(target, attrs string) glyph {
	return glyph{'\uFFFC', picture, target + "\x00" + attrs}
}

// settled returns a text as a reader sees it: white space is one blank without formatting, and there is none at
// the ends.
func settled(glyphs []glyph) []glyph {
	out := make([]glyph, 0, len(glyphs))
	gap := false
	for _, g := range glyphs {
		if noma.IsSpace(g.r) {
			gap = len(out) > 0
			continue
		}
		if gap {
			out = append(out, glyph{r: ' '})
			gap = false
		}
		out = append(out, g)
	}
	return out
}

// reads reports whether Noma reads a text as wanted. What Markdown takes for text, such as x^2^, may have a format besides.
func (w *writer) reads(text string, at place, want []glyph) bool {
	parse := noma.ParseInline
	if at == inCell {
		parse = noma.ParseCell
	}
	return slices.EqualFunc(settled(w.glyphs(nil, text, parse(text), 0, "")), settled(want), func(got, want glyph) bool {
		got.s &= want.s | (formats - 1)
		return got == want
	})
}

// glyphs returns what Noma shows of running text. Formulas, wikilinks and the marks of formats, which Markdown does not have,
// count as the characters they are written with; a wikilink into nothing would be an error and counts
// as none of them.
func (w *writer) glyphs(out []glyph, src string, nodes []noma.Inline, s style, link string) []glyph {
	add := func(text string, s style) {
		for _, r := range text {
			out = append(out, glyph{r, s, link})
		}
	}
	for _, n := range nodes {
		switch n.Kind {
		case noma.InlineCode:
			add(n.Text, s|codeStyle)
		case noma.InlineStrong:
			out = w.glyphs(out, src, n.Children, s|bold, link)
		case noma.InlineEmph:
			out = w.glyphs(out, src, n.Children, s|italic, link)
		case noma.InlineStrongEmph:
			out = w.glyphs(out, src, n.Children, s|bold|italic, link)
		case noma.InlineSpan:
			add(src[n.Start:n.Open], s)
			out = w.glyphs(out, src, n.Children, s|styleOf(n.Format), link)
			add(src[n.Close:n.End], s)
		case noma.InlineLink:
			out = w.glyphs(out, src, n.Children, s, n.Target)
		case noma.InlinePicture:
			add(n.Text, picture)
			out = append(out, pictureGlyph(n.Target, n.Attrs))
		case noma.InlineWiki:
			look := s
			if w.dangles(n.Target) {
				look |= dangling
			}
			add(src[n.Start:n.End], look)
		case noma.InlineMath:
			add(src[n.Start:n.End], s)
		case noma.InlineNote:
			if !n.InPlace() {
				add(n.Text, s)
				break
			}
			add("^[", s)
			out = w.glyphs(out, src, n.Children, s, link)
			add("]", s)
		case noma.InlineBreak, noma.InlineSoftBreak:
			add(" ", s)
		default:
			add(n.Text, s)
		}
	}
	return out
}

// dangles reports whether a wikilink to the target would be an error.
func (w *writer) dangles(target string) bool { return isID(target) && !w.ids[target] }

// isID reports whether a wikilink's target resembles an id (contract ast.md §5.8); other targets are
// free links, which need not lead anywhere.
func isID(s string) bool {
	for i := 0; i < len(s); i++ {
		c := s[i]
		letter := c|0x20 >= 'a' && c|0x20 <= 'z' || c == '_'
		if !letter && (i == 0 || !(c >= '0' && c <= '9') && strings.IndexByte("-./:", c) < 0) {
			return false
		}
	}
	return s != ""
}

// nodes reads a text as blocks.
func nodes(text string) []noma.Node {
	d, _, err := noma.Parse(source.NewFile("", text), noma.Options{})
	if err != nil { // frontmatter: no block is written so that it could be one
		return nil
	}
	return d.Children
}

// same reports whether Noma reads two texts as the same blocks.
func (w *writer) same(a, b []noma.Node) bool {
	return slices.EqualFunc(a, b, func(a, b noma.Node) bool {
		switch a := a.(type) {
		case *noma.Paragraph:
			b, ok := b.(*noma.Paragraph)
			return ok && w.sameText(a.Content.S, b.Content.S)
		case *noma.Quote:
			b, ok := b.(*noma.Quote)
			return ok && w.sameText(a.Content.S, b.Content.S) && strings.Count(a.Content.S, "\n") == strings.Count(b.Content.S, "\n")
		case *noma.Code:
			b, ok := b.(*noma.Code)
			return ok && a.Lang == b.Lang && a.Content.S == b.Content.S
		case *noma.List:
			b, ok := b.(*noma.List)
			return ok && a.Ordered == b.Ordered && slices.EqualFunc(a.Items, b.Items, w.sameItem)
		case *noma.ThematicBreak:
			_, ok := b.(*noma.ThematicBreak)
			return ok
		case *noma.Table:
			b, ok := b.(*noma.Table)
			return ok && a.ID == b.ID && w.sameText(a.CaptionText(), b.CaptionText()) && slices.Equal(a.Align, b.Align) && w.sameRow(a.Header, b.Header) && slices.EqualFunc(a.Rows, b.Rows, w.sameRow)
		}
		return false
	})
}

func (w *writer) sameItem(a, b *noma.ListItem) bool {
	if a.Level != b.Level || a.Ordered != b.Ordered || a.Box != b.Box || !w.sameText(a.Content.S, b.Content.S) || !w.same(a.Children, b.Children) {
		return false
	}
	for i := range a.Children {
		if a.LevelOf(i) != b.LevelOf(i) {
			return false
		}
	}
	return true
}

func (w *writer) sameRow(a, b []noma.Cell) bool {
	return slices.EqualFunc(a, b, func(a, b noma.Cell) bool { return w.sameText(a.Text, b.Text) })
}

func (w *writer) sameText(a, b string) bool {
	return a == b && !strings.Contains(a, "[[") || slices.Equal(settled(w.glyphs(nil, a, noma.ParseInline(a), 0, "")), settled(w.glyphs(nil, b, noma.ParseInline(b), 0, "")))
}
