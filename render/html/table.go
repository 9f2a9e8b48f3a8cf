package html

import (
	"slices"
	"strings"

	"github.com/nomadocx/nomadocx/layout"
	"github.com/nomadocx/nomadocx/noma"
	"github.com/nomadocx/nomadocx/noma/dataset"
)

// grid is a table of cells with inline markup.
type grid struct {
	header []string // nil when there is none
	align  []noma.Align
	rows   [][]string
	plain  bool      // cells are data: no markup in them
	node   noma.Node // whose cells are those of the source; nil for others
	merged merged

	gaps [][]float64 // how far numbers are moved, by column; nil for none
}

// last returns the last row in the order of the table.
func (g *grid) last() int {
	if g.header == nil {
		return len(g.rows) - 1
	}
	return len(g.rows)
}

// pipeTable writes a GitHub-style table.
func (r *renderer) pipeTable(t *noma.Table) {
	g := grid{align: t.Align, header: cells(t.Header), node: t}
	for _, row := range t.Rows {
		g.rows = append(g.rows, cells(row))
	}
	r.tableOf(t, g)
}

func cells(row []noma.Cell) []string {
	out := make([]string, len(row))
	for i, c := range row {
		out[i] = c.Text
	}
	return out
}

// tableDirective writes a ::table: rows between the fences, with or without a separator row.
func (r *renderer) tableDirective(d *noma.Directive) {
	g := grid{node: d}
	header := isSet(d, "header")
	for line := range strings.SplitSeq(d.RawBody.S, "\n") {
		if strings.TrimSpace(line) == "" {
			continue
		}
		if align, ok := noma.SeparatorRow(line); ok && len(g.rows) == 1 {
			header, g.align = true, align
			continue
		}
		g.rows = append(g.rows, cells(noma.SplitRow(line, 0)))
	}
	g.fill()
	if v := d.AttrText("align"); v != "" {
		g.align = alignments(v)
	}
	if header && len(g.rows) > 0 {
		g.header, g.rows = g.rows[0], g.rows[1:]
	}
	g.merged = r.mergedCells(d, g)
	r.tableOf(d, g)
	r.sourceLine(d)
}

// fill gives all rows as many cells as the longest has, as Word shows them.
func (g *grid) fill() {
	width := 0
	for _, row := range g.rows {
		width = max(width, len(row))
	}
	for i, row := range g.rows {
		if n := width - len(row); n > 0 {
			g.rows[i] = append(row, make([]string, n)...)
		}
	}
}

// mergedCells returns the merged cells of a ::table. One with change requests about rows or columns is shown without.
func (r *renderer) mergedCells(d *noma.Directive, g grid) (none merged) {
	if !isSet(d, "merge") {
		return none
	}
	for _, x := range r.tableChanges(g) {
		for _, c := range x.Changes {
			if c.Unit == layout.UnitRow || c.Unit == layout.UnitColumn {
				return none
			}
		}
	}
	t, err := dataset.Table(d)
	if err != nil {
		return none
	}
	list, _ := t.Merges()
	return anchored(g, slices.DeleteFunc(list, func(m dataset.Range) bool { return g.header != nil && m.Top == 0 && m.Bottom > 0 }))
}

// alignments reads the codes of align="l,c,r,-".
func alignments(codes string) []noma.Align {
	var out []noma.Align
	for _, c := range strings.FieldsFunc(codes, func(r rune) bool { return r == ',' || r == ' ' || r == '\t' }) {
		switch strings.ToLower(c) {
		case "l", "left":
			out = append(out, "left")
		case "c", "center":
			out = append(out, "center")
		case "r", "right":
			out = append(out, "right")
		default:
			out = append(out, "")
		}
	}
	return out
}

// tableOf writes the table of a block with its aliases, anchor and caption.
func (r *renderer) tableOf(n noma.Node, g grid) {
	r.aliases(n.At())
	_, numbered := r.captions[n]
	r.table(n, g, func() {
		if numbered {
			r.captionText(n)
		}
		r.marks(n)
	})
}

// shortTable is the number of rows up to which a table is kept on one sheet of paper.
const shortTable = 12

// table writes a table element; n is the block it is the element of, nil when there is none. It
// scrolls sideways where it does not fit.
func (r *renderer) table(n noma.Node, g grid, caption func()) {
	g.alignNumbers()
	wrap := "noma-table-wrap"
	if len(g.rows) <= shortTable {
		wrap += " noma-short"
	}
	r.raw("<div class=\"" + wrap + "\"><table class=\"noma-table\"")
	if n != nil {
		r.anchor(r.blockAnchor(n))
		if d, ok := n.(*noma.Directive); ok {
			r.attrIf("data-variant", d.AttrText("variant"))
		}
		if _, ok := r.captions[n]; ok || len(r.noted[n]) > 0 {
			r.raw(">\n<caption>")
			caption()
			r.raw("</caption")
		}
	}
	r.raw(">\n")
	r.columns(g)
	if g.header != nil {
		r.raw("<thead>\n")
		r.rows(g, layout.HeaderRow, g.header, "th")
		r.raw("</thead>\n")
	}
	g.gaps = g.decimalGaps()
	r.raw("<tbody" + r.liveMark() + ">\n")
	for i, row := range g.rows {
		r.rows(g, i, row, "td")
	}
	r.raw("</tbody>\n</table></div>\n")
}

// captionText writes "Table 2: title".
func (r *renderer) captionText(n noma.Node) {
	label, title := r.captions[n].label(), r.captions[n].title
	if label != "" {
		r.raw(`<span class="noma-caption-label">`)
		r.text(label)
		r.raw("</span>")
		if title != "" {
			r.raw(": ")
		}
	}
	r.annotated(textKey{node: n, part: layout.PartCaption, value: title}, func() { r.inline(title) })
}
