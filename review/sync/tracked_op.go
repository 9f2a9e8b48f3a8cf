package reviewsync

import (
	"slices"
	"strings"

	"github.com/nomadocx/nomadocx/internal/office/wml"
	"github.com/nomadocx/nomadocx/layout"
	"github.com/nomadocx/nomadocx/noma"
	"github.com/nomadocx/nomadocx/patch"
)

// Change requests as operations: what a tracked change takes out and puts in, as source.

// markup returns content as source, with the white space at its ends; "" when it cannot be written.
func (s *core) markup(g []layout.Glyph) string {
	a, z := 0, len(g)
	for a < z && g[a].Object == "" && isSpace(g[a].Rune) {
		a++
	}
	for z > a && g[z-1].Object == "" && isSpace(g[z-1].Rune) {
		z--
	}
	core := s.names.Markup(g[a:z], false)
	if !s.names.Spells(core, g[a:z]) {
		return ""
	}
	return blanksOf(g[:a]) + core + blanksOf(g[z:])
}

// blanksOf returns blanks as they were typed.
func blanksOf(g []layout.Glyph) string { return layout.PlainText(g) }

// onOneLine makes blanks of the line breaks at the ends of words that are taken out: these are found by their place.
func onOneLine(markup string) string {
	words := strings.Trim(markup, " \t\n\u00ad")
	before, behind, _ := strings.Cut(markup, words)
	return strings.ReplaceAll(before, "\n", " ") + words + strings.ReplaceAll(behind, "\n", " ")
}

// requestOp returns the request of a change without its place, or the reason why there is none.
func (s *requests) requestOp(c *tracked, target noma.Node) (patch.Op, sentence) {
	if slices.ContainsFunc(slices.Concat(c.from, c.to), layout.IsPicture) {
		return patch.Op{}, sayTrackedPicture
	}
	switch c.unit {
	case layout.UnitBreak:
		return patch.Op{Action: c.action, Unit: string(c.unit)}, sentence{}
	case layout.UnitRow, layout.UnitColumn:
		op := patch.Op{Action: c.action, Unit: string(c.unit)}
		var ok [2]bool
		op.From, ok[0] = s.rowMarkup(c.rows[0])
		op.To, ok[1] = s.rowMarkup(c.rows[1])
		if !ok[0] || !ok[1] || !s.cellsRead(c.rows[1]) {
			return patch.Op{}, sayCellUnwritable
		}
		return op, sentence{}
	case layout.UnitParagraph, layout.UnitItem:
		if c.action == "insert" {
			return s.blockOp(c, target)
		}
	}
	from, to := onOneLine(s.markup(c.from)), s.markup(c.to)
	switch {
	case from == "" && len(c.from) > 0, to == "" && len(c.to) > 0: // nothing, or not what it was
		return patch.Op{}, sayTrackedMarkup
	case strings.ContainsAny(from+to, "\r\n"):
		return patch.Op{}, sayTrackedLines
	}
	op := patch.Op{Action: c.action, Unit: string(c.unit), From: from, To: to}
	if bothQuotes(from) {
		op.From = strings.ReplaceAll(from, `"`, "'") // the words are found by their place
	}
	if bothQuotes(to) {
		if strings.TrimSpace(to) != to {
			return patch.Op{}, sayTrackedQuotes
		}
		if _, ok := guard(to); !ok {
			return patch.Op{}, sayTrackedMarkup
		}
		op.To, op.Content = "", to
	}
	return op, sentence{}
}

func bothQuotes(s string) bool { return strings.Contains(s, `"`) && strings.Contains(s, "'") }

// blockOp returns the request of a whole paragraph that is put in: its source.
func (s *requests) blockOp(c *tracked, target noma.Node) (patch.Op, sentence) {
	r := c.blocks[0]
	neighbour := s.owner.Get(c.para)
	if c.framed != c.para.Framed && c.framed || c.leaves() && !s.inAddressable(neighbour) {
		return patch.Op{}, sayInsertedAtEdge
	}
	op := patch.Op{Action: "insert", Unit: string(c.unit)}
	if planned := s.planned.Get(c.para); r.Style == layout.StyleCode && planned != nil && planned.Part == layout.PartCode {
		line := strings.TrimRight(r.Text(wml.Current), " ")
		if strings.ContainsAny(line, "\r\n") || bothQuotes(line) && strings.TrimSpace(line) != line {
			return patch.Op{}, sayCodeUnwritable
		}
		if op.To = line; bothQuotes(line) {
			op.To, op.Content = "", line
		}
		return op, sentence{}
	}
	markup := s.names.Markup(c.to, false)
	if !s.names.Spells(markup, c.to) {
		return patch.Op{}, sayTrackedMarkup
	}
	content, ok := blockSource(r, markup)
	if !ok || s.betweenCode(c) {
		return patch.Op{}, sayInsertedUnwritable
	}
	if bothQuotes(content) && isHeading(r.Style) {
		return patch.Op{}, sayInsertedQuotes
	}
	if strings.ContainsAny(content, "\r\n") || bothQuotes(content) {
		op.Content = content
	} else {
		op.To = strings.Repeat("  ", max(0, c.deeper())) + content
	}
	return op, sentence{}
}

// betweenCode reports whether a paragraph is put in between two lines of code, which it would take apart.
func (s *requests) betweenCode(c *tracked) bool {
	before := s.planned.Get(c.para)
	if c.before || before == nil || before.Part != layout.PartCode {
		return false
	}
	next := s.present.nextPara(before)
	return next != nil && next.Part == layout.PartCode && next.Node == before.Node
}

// deeper returns how many levels an item that is put in is below the one it is next to.
func (c *tracked) deeper() int {
	if c.unit != layout.UnitItem || c.action != "insert" || c.para == nil || len(c.blocks) == 0 {
		return 0
	}
	return c.deeperThan(c.para)
}

// deeperThan returns how many levels it is below a paragraph.
func (c *tracked) deeperThan(p *wml.Paragraph) int {
	beside := 0
	if p.List != wml.NoList {
		beside = p.Level
	}
	return min(c.blocks[0].Level, noma.MaxLevel) - beside
}

// inAddressable reports whether requests can be about the block a node stands in: else its words are those of what it is in.
func (s *requests) inAddressable(n noma.Node) bool {
	for ; n != nil; n = n.At().Parent {
		if d, ok := n.(*noma.Directive); ok {
			return s.addressable(d) == n
		}
	}
	return false
}

// blockSource returns the source of a new paragraph with the text, as its style and list say, and false when it would not be read as that.
func blockSource(r *wml.Paragraph, markup string) (string, bool) {
	if isHeading(r.Style) {
		d := noma.Snippet("# " + markup)
		level := int(r.Style[len(r.Style)-1] - '0')
		return strings.Repeat("#", level) + " " + markup, len(d.Children) == 1 && !strings.ContainsAny(markup, "\r\n")
	}
	content, ok := guard(markup)
	switch {
	case r.Style == layout.StyleQuote:
		content, ok = "> "+prefixedLines(markup, "\n", "> "), slices.Equal(quoteOf(markup), []string{markup})
	case r.List == wml.Bullet:
		content, ok = "- "+itemSource(r.Box, markup), !strings.Contains(markup, "\n")
	case r.List == wml.Number:
		content, ok = "1. "+itemSource(r.Box, markup), !strings.Contains(markup, "\n")
	}
	return content, ok
}

// cellsRead reports whether the cells of a row or column, once they are written, read again as what they are.
func (s *core) cellsRead(cells [][]layout.Glyph) bool {
	return !slices.ContainsFunc(cells, func(gl []layout.Glyph) bool { return !s.names.Spells(s.names.Markup(gl, true), gl) })
}

// rowMarkup returns a row or column as a line of a pipe table, and false when a cell has several lines or the line both kinds of quotes.
func (s *core) rowMarkup(cells [][]layout.Glyph) (string, bool) {
	if len(cells) == 0 {
		return "", true
	}
	var b strings.Builder
	b.WriteString("|")
	for _, gl := range cells {
		m := s.names.Markup(gl, true)
		if strings.ContainsAny(m, "\r\n") {
			return "", false
		}
		b.WriteString(" " + m + " |")
	}
	return b.String(), !bothQuotes(b.String())
}

func plainCells(cells [][]layout.Glyph) string {
	var out []string
	for _, gl := range cells {
		out = append(out, layout.PlainText(gl))
	}
	return strings.Join(out, " | ")
}
