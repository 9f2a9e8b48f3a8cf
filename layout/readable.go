package layout

import (
	"slices"
	"strconv"
	"strings"

	"github.com/nomadocx/nomadocx/internal/office/wml"
	"github.com/nomadocx/nomadocx/noma"
)

// Readable returns a plan as a document of plain blocks: headings, paragraphs, lists, quotes, code and tables, with the words and numbers
// that Word shows. It has no ids and no blocks with attributes, for formats that print these. Comments and change requests are quotes
// behind what they are about.
func Readable(p *Plan) *noma.Document {
	r := readable{plan: p}
	for b := range p.Body() {
		r.block(b)
		EachPara(b, r.remarks)
	}
	r.add()
	for _, n := range slices.Concat(p.Footnotes, p.Endnotes) {
		r.note(n)
	}
	d := &noma.Document{Children: r.out, Audience: p.Doc.Audience}
	for _, e := range p.Doc.Meta {
		switch e.Key {
		case "title", "subtitle", "author", "authors", "date", "lang":
			if e.Key == "date" {
				e.Value = dayOf(said(e.Value))
			}
			d.Meta = append(d.Meta, e)
		}
	}
	d.Reindex()
	return d
}

// readable collects the blocks; the last of them goes on while paragraphs of its kind follow.
type readable struct {
	plan    *Plan
	out     []noma.Node
	waiting []noma.Node // what is said about the last block, which may go on
}

func (r *readable) add(nodes ...noma.Node) {
	was := r.waiting
	r.waiting = nil
	r.out = append(append(r.out, was...), nodes...)
}

func (r *readable) block(b Block) {
	r.plan.Look.Now()
	switch b := b.(type) {
	case *Para:
		r.para(b)
	case *Grid:
		r.grid(b)
	case *Columns:
		for _, row := range b.Rows {
			for _, cell := range row {
				for _, x := range cell {
					r.block(x)
				}
			}
		}
	}
}

func (r *readable) para(p *Para) {
	d, _ := p.Node.(*noma.Directive)
	text := r.markup(p, 0, false)
	switch {
	case d != nil && d.Is(noma.Contents):
	case d != nil && d.Name == "change_request" && (p.Part == PartRevision || p.Part == PartMeta):
	case d != nil && d.Name == "change_request" && p.Part == PartLabel:
		r.add(r.proposal(d))
	case p.Rule:
		r.add(&noma.ThematicBreak{})
	case p.Part == PartPicture:
		r.picture(p, d)
	case p.Style == StyleCode:
		r.code(p)
	case text == "":
	case p.Style == StyleMath && len(p.Segs) > 0:
		r.math(p)
	case p.Style == StyleCoverTitle:
		r.add(&noma.Section{Level: 1, Title: noma.Text{S: text}})
	case strings.HasPrefix(p.Style, "Heading"):
		if s, ok := p.Node.(*noma.Section); ok && !p.Unnumbered {
			text = r.plan.Names.sections.Before(s) + text
		}
		r.add(&noma.Section{Level: int(p.Style[len(p.Style)-1] - '0'), Title: noma.Text{S: text}})
	case p.List != wml.NoList && p.Part == PartText:
		r.item(p, text)
	case p.Style == StyleQuote:
		if q, ok := r.last().(*noma.Quote); ok && p.Index > 0 {
			q.Content.S += "\n\n" + text
		} else {
			r.add(&noma.Quote{Content: noma.Text{S: text}})
		}
	case p.Style == StyleDirective, p.Style == StyleMetricValue:
		r.add(&noma.Paragraph{Content: noma.Text{S: r.markup(p, wml.Bold, false)}})
	case p.Style == StyleCaption:
		r.add(&noma.Paragraph{Content: noma.Text{S: r.markup(p, wml.Italic, false)}})
	case p.List == wml.Number:
		r.add(&noma.Paragraph{Content: noma.Text{S: strconv.Itoa(p.Index+1) + `\. ` + text}})
	default:
		r.add(&noma.Paragraph{Content: noma.Text{S: text}})
	}
}

func (r *readable) last() noma.Node {
	if len(r.out) == 0 {
		return nil
	}
	return r.out[len(r.out)-1]
}

func (r *readable) item(p *Para, text string) {
	was, _ := p.Node.(*noma.ListItem)
	it := &noma.ListItem{Content: noma.Text{S: text}, Level: p.Level, Ordered: p.List == wml.Number, Box: noma.Box(p.Box)}
	if was != nil {
		it.Number, it.First = was.Number, was.First
	}
	l, ok := r.last().(*noma.List)
	if !ok || it.First && it.Level == 0 {
		l = &noma.List{Ordered: it.Ordered}
		it.First = true
		r.add(l)
	}
	l.Items = append(l.Items, it)
}

func (r *readable) code(p *Para) {
	line := PlainText(AllGlyphs(p.Runs(), wml.Original))
	if c, ok := r.last().(*noma.Code); ok && p.Index > 0 {
		c.Content.S += "\n" + line
		return
	}
	c := &noma.Code{Content: noma.Text{S: line}}
	switch n := p.Node.(type) {
	case *noma.Code:
		c.Lang = n.Lang
	case *noma.Directive:
		c.Lang, _ = n.First("lang", "language", "format")
	}
	r.add(c)
}

func (r *readable) math(p *Para) {
	runs := p.Runs()
	i := slices.IndexFunc(runs, func(x wml.Run) bool { return x.Kind == wml.Math })
	if i < 0 {
		r.add(&noma.Paragraph{Content: noma.Text{S: r.markup(p, 0, false)}})
		return
	}
	number := ""
	for _, x := range runs[i+1:] {
		if x.Kind != wml.Tab {
			number += x.Text
		}
	}
	if number != "" {
		number = " " + number
	}
	r.add(&noma.Paragraph{Content: noma.Text{S: "$$" + runs[i].Text + "$$" + number}})
}

// picture adds the picture of a file. Charts and diagrams are left out: they are in no file that a reader of text could open.
func (r *readable) picture(p *Para, d *noma.Directive) {
	src := ""
	if d != nil {
		src = strings.TrimSpace(d.AttrText("src"))
	}
	if src == "" || strings.HasPrefix(src, "data:") {
		return
	}
	alt := ""
	for _, x := range p.Runs() {
		if im := x.Image(); im != nil {
			alt = im.Alt
		}
	}
	r.add(&noma.Paragraph{Content: noma.Text{S: "![" + AltMarkup(alt, false) + "](" + linkTarget(src) + ")"}})
}

func (r *readable) grid(g *Grid) {
	t := &noma.Table{}
	g.Restore()
	width := 0
	for _, row := range g.Rows {
		width = max(width, len(row))
	}
	cells := func(row []*Para) []noma.Cell {
		out := make([]noma.Cell, width)
		for i, p := range row {
			out[i].Text = r.markup(p, 0, true)
		}
		return out
	}
	rows := g.Rows
	t.Header = make([]noma.Cell, width)
	if g.Header && len(rows) > 0 {
		t.Header, rows = cells(rows[0]), rows[1:]
	}
	for _, row := range rows {
		t.Rows = append(t.Rows, cells(row))
	}
	t.Align = make([]noma.Align, width)
	for i := range t.Align {
		t.Align[i] = noma.Align(g.Side(i))
	}
	r.add(t)
}

// note adds the text of a note, as text marks name it.
func (r *readable) note(n *Note) {
	text := ""
	for _, b := range n.Blocks {
		EachPara(b, func(p *Para) {
			if s := r.markup(p, 0, false); s != "" {
				text = strings.TrimSpace(text + " " + s)
			}
		})
	}
	r.add(&noma.Paragraph{Content: noma.Text{S: "[^" + n.number() + "]: " + strings.ReplaceAll(text, "\n", " ")}})
}

// number returns what the marks of a note show.
func (n *Note) number() string {
	if n.End {
		return Roman(n.Index + 1)
	}
	return strconv.Itoa(n.Index + 1)
}

// markup returns what a paragraph shows as inline markup: fields and form fields are their words, only links to addresses lead anywhere.
func (r *readable) markup(p *Para, style wml.Style, inCell bool) string {
	var g []Glyph
	mark := func(n *Note) Glyph { return Glyph{Rune: objectRune, Object: noteObject + n.number()} }
	runs := slices.Clone(p.Runs())
	for i := range runs {
		x := &runs[i]
		x.Style |= style
		if x.Link != nil && x.Link.URL == "" {
			x.Link = nil
		}
		switch note := x.Note(); {
		case x.Kind == wml.NoteMark && note != nil:
			if n := r.plan.Names.MarkedNote(note.Mark); n != nil {
				g = append(g, mark(n))
			} else {
				g = append(g, Glyph{Rune: objectRune, Object: noteObject + note.ID})
			}
			continue
		case x.Kind == wml.Field || x.Kind == wml.Input:
			*x = wml.Run{Text: x.Text, Style: x.Style}
		}
		g = append(g, AllGlyphs(runs[i:i+1], wml.Original)...)
	}
	if p.Marks != nil {
		for _, m := range slices.Backward(p.Marks.Points) {
			if m.Kind == NoteHere && m.Note != nil {
				g = slices.Insert(g, min(max(m.At+leadingBlanks(p.Segs), 0), len(g)), mark(m.Note))
			}
		}
	}
	for _, n := range p.Notes {
		g = append(g, mark(n))
	}
	return strings.TrimSpace(r.plan.Names.Markup(g, inCell))
}
