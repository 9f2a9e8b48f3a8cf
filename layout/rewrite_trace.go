package layout

import (
	"unicode/utf8"

	"github.com/nomadocx/nomadocx/internal/office/wml"
	"github.com/nomadocx/nomadocx/noma"
)

// mark is a glyph with the place it comes from.
type mark struct {
	Glyph
	start, end int       // in the passage
	style      wml.Style // of the place, also where the glyph is white space
	link       string
	top        int    // top-level construct it belongs to
	flat       bool   // that construct is plain text
	whole      bool   // not to be taken apart: a wikilink's label, an object
	eol        bool   // a line end of the source
	inner      [2]int // of an equation or a note ^[text]: its source, between the author's delimiters
	shown      int    // of a link that Word cannot follow: where its source ends, see [linkText]
}

// construct is a top-level inline construct: the smallest part that can be printed anew.
type construct struct{ start, end int }

// trace returns the content of the passage with its places.
func (n *Names) trace(p Passage) ([]mark, []construct) {
	marks := make([]mark, 0, len(p.Text))
	var tops []construct
	for i, para := range p.Paras {
		if i > 0 {
			tops = append(tops, construct{p.Paras[i-1][1], para[0]})
			marks = append(marks, mark{Glyph: Glyph{Rune: paragraphRune}, start: p.Paras[i-1][1], end: para[0], top: len(tops) - 1, flat: true})
		}
		s := p.Text[para[0]:para[1]]
		first := len(marks)
		reader := noma.InlineParser{Known: n.reader()}
		parse := reader.Parse
		switch {
		case p.InNote:
			parse = func(s string) []noma.Inline { return reader.Note(s, p.InCell) }
		case p.InCell:
			parse = reader.Cell
		}
		for _, node := range parse(s) {
			tops = append(tops, construct{para[0] + node.Start, para[0] + node.End})
			t := tracer{names: n, source: s, base: para[0], top: len(tops) - 1, marks: marks}
			switch node.Kind {
			case noma.InlineText, noma.InlineSoftBreak, noma.InlineBreak:
				t.flat = true
			}
			t.node(&node, 0, "")
			marks = t.marks
		}
		marks = append(marks[:first], trimMarks(marks[first:])...)
	}
	return marks, tops
}

// trimMarks drops the white space that is not shown: at both ends and around line ends.
func trimMarks(m []mark) []mark {
	blank := func(x *mark) bool {
		return x.Object == "" && (x.Rune == ' ' || x.Rune == '\t') && !x.eol && x.style&wml.Code == 0
	}
	keep := m[:0]
	for i := range m {
		if m[i].eol {
			for len(keep) > 0 && blank(&keep[len(keep)-1]) {
				keep = keep[:len(keep)-1]
			}
		} else if blank(&m[i]) && len(keep) > 0 && keep[len(keep)-1].eol {
			continue
		}
		keep = append(keep, m[i])
	}
	for len(keep) > 0 && isBlank(keep[len(keep)-1].Rune) {
		keep = keep[:len(keep)-1]
	}
	for len(keep) > 0 && isBlank(keep[0].Rune) {
		keep = keep[1:]
	}
	return keep
}

type tracer struct {
	names  *Names
	source string
	base   int
	top    int
	flat   bool
	shown  int
	marks  []mark
}

func (t *tracer) add(g Glyph, start, end int, style wml.Style, link string, whole bool) {
	g.Style, g.Link = styleOf(style, link), link
	if isBlank(g.Rune) && g.Object == "" {
		g.Style, g.Link = 0, ""
	}
	t.marks = append(t.marks, mark{Glyph: g, start: t.base + start, end: t.base + end, style: style, link: link, top: t.top, flat: t.flat, whole: whole, shown: t.shown})
}

func (t *tracer) text(s string, start, end int, style wml.Style, link string, whole bool) {
	if exact := !whole && s == t.source[start:end] && utf8.ValidString(s); exact {
		for i, r := range s {
			if clean(string(r)) != "" {
				t.add(Glyph{Rune: r}, start+i, start+i+utf8.RuneLen(r), style, link, false)
			}
		}
		return
	}
	single := utf8.RuneCountInString(s) == 1
	for _, r := range clean(s) {
		t.add(Glyph{Rune: r}, start, end, style, link, !single)
	}
}

func (t *tracer) nodes(nodes []noma.Inline, style wml.Style, link string) {
	for i := range nodes {
		t.node(&nodes[i], style, link)
	}
}

func (t *tracer) node(n *noma.Inline, style wml.Style, link string) {
	switch n.Kind {
	case noma.InlineText:
		t.text(n.Text, n.Start, n.End, style, link, false)
	case noma.InlineCode:
		first := len(t.marks)
		t.text(n.Text, n.Open, n.Close, style|wml.Code, link, false)
		for i := first; i < len(t.marks) && !t.names.breaksCode(); i++ {
			if m := &t.marks[i]; m.Rune == '\n' {
				m.Rune, m.eol = ' ', true
			}
		}
	case noma.InlineStrong:
		t.nodes(n.Children, style|wml.Bold, link)
	case noma.InlineEmph:
		t.nodes(n.Children, style|wml.Italic, link)
	case noma.InlineStrongEmph:
		t.nodes(n.Children, style|wml.Bold|wml.Italic, link)
	case noma.InlineSpan:
		t.nodes(n.Children, spanStyle(style, n.Format), link)
	case noma.InlineLink:
		if link != "" {
			t.nodes(n.Children, style, link)
		} else if l := linkTo(t.names, n.Target); l != nil {
			t.nodes(n.Children, style, LinkKey(l))
		} else {
			t.shown = t.base + n.End
			t.nodes(n.Children, style, "")
			t.text(t.names.behindLabel(n.Target), n.Start, n.End, style, "", true)
			t.shown = 0
		}
	case noma.InlineWiki:
		name := t.names.Destination(n.Target)
		switch {
		case name == "" || link != "":
			t.text(t.names.wikiLabel(n), n.Start, n.End, style, link, true)
		case t.names.refers(n, name):
			if word, _, _ := t.names.counted(name); word != "" && !n.Labelled() {
				t.text(word, n.Start, n.End, style, "", true)
			}
			t.add(Glyph{Rune: objectRune, Object: "REF " + name}, n.Start, n.End, 0, "", true)
		default:
			t.text(t.names.wikiLabel(n), n.Start, n.End, style, "#"+name, true)
		}
	case noma.InlineCite:
		if c, ok := noma.ReadCite(n.Text); ok {
			t.add(Glyph{Rune: objectRune, Object: citeObject + clean(c.String())}, n.Start, n.End, 0, "", true)
		}
	case noma.InlineNote:
		if mark := markInPlace(t.names, n); mark != nil {
			t.add(Glyph{Rune: objectRune, Object: noteObject + mark.Mark}, n.Start, n.End, 0, "", true)
			t.marks[len(t.marks)-1].inner = [2]int{t.base + n.Open, t.base + n.Close}
		} else if t.names.MarkedNote(n.Target) != nil {
			t.add(Glyph{Rune: objectRune, Object: noteObject + n.Target}, n.Start, n.End, 0, "", true)
		} else {
			t.text(n.Text, n.Start, n.End, style, link, false)
		}
	case noma.InlinePicture:
		t.add(Glyph{Rune: objectRune, Object: pictureObject + PictureMark(n) + "\x00" + noma.OneLine(clean(n.Text))}, n.Start, n.End, 0, "", true)
	case noma.InlineMath:
		t.add(Glyph{Rune: objectRune, Object: equationObject + wml.EquationText(clean(n.Text), false)}, n.Start, n.End, 0, "", true)
		t.marks[len(t.marks)-1].inner = [2]int{t.base + n.Open, t.base + n.Close}
	case noma.InlineBreak:
		t.add(Glyph{Rune: '\n'}, n.Start, n.End, style, link, false)
		t.marks[len(t.marks)-1].eol = true
	case noma.InlineSoftBreak:
		t.add(Glyph{Rune: ' '}, n.Start, n.End, style, link, false)
		t.marks[len(t.marks)-1].eol = true
	}
}
