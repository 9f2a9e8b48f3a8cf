package docx

import (
	"unicode/utf8"

	"github.com/nomadocx/nomadocx/internal/office/wml"
	"github.com/nomadocx/nomadocx/layout"
	"github.com/nomadocx/nomadocx/noma/dataset"
)

// headerFill is the shading of header cells (contract docx-package.md §4).
const headerFill = "E8F0EA"

// neutralFill is the shading where a template brings other colours.
const neutralFill = "EDEDED"

// headerShade returns the shading of header cells, "" where the table style of a template has its own.
func (r *renderer) headerShade() string {
	switch t := r.opts.Template; {
	case t == nil && r.opts.Design == nil:
		return headerFill
	case t == nil:
		return ""
	case t.ownHeader:
		return ""
	}
	return neutralFill
}

// headerOn returns the shading of header cells of a table in a panel with a fill, "" where the table style has its own.
func (r *renderer) headerOn(fill string) string {
	shade := r.headerShade()
	switch t := r.opts.Template; {
	case shade != "" || t != nil && t.filledHeader:
		return shade
	case t == nil && r.opts.Design != nil:
		s := wml.StyleDef{ID: layout.TableData}
		if designs[r.opts.Design.Name](&s); s.Table.HeaderFill != "" {
			return ""
		}
	}
	return fill
}

// barOut is how much further left the middle of the bar of a panel is than its right side, in twips.
const barOut = 15

// fromRight reports whether a table is read from the right: the first of its rows with a letter is.
func fromRight(g *layout.Grid) bool {
	for _, row := range g.Rows[:min(len(g.Rows), 2)] {
		for _, p := range row {
			if p == nil {
				continue
			}
			for i := range p.Segs {
				if rtl, found := wml.FirstDirection(p.Segs[i].Runs); found {
					return rtl
				}
			}
		}
	}
	return false
}

// inPanel returns the indentation, the bar on the left and the fill of a table that is a part of a panel.
func (s *story) inPanel(f *layout.Frame) (indent int, bar, ground string) {
	if bar = f.Border; s.card {
		bar = "" // the cell has one
	}
	return panelIndent - 20*panelSpace - barOut, bar, f.Fill
}

// grid writes a table of data.
func (s *story) grid(g *layout.Grid) {
	b := s.b
	ids := s.paraID
	s.paraID = nil // ids name the paragraphs of the flow itself, not those of its cells
	defer func() { s.paraID = ids }()
	indent := 0
	if g.Inner > 0 {
		indent = layout.ItemIndent(g.Inner - 1)
	}
	margin, bar, ground := 0, "", ""
	if g.Tight {
		margin = layout.TightMargin
	}
	if g.Frame != nil {
		indent, bar, ground = s.inPanel(g.Frame)
	}
	b.StartTable(&wml.TableProps{Style: layout.TableData, Indent: indent, Bar: bar, Margin: margin, Widths: g.Widths, Title: g.Title, Description: s.described(g), HeaderRow: g.Header,
		FixedLayout: true, Bidi: fromRight(g)})
	merged, gaps := dataset.MergedCells(g.Merges), s.decimalGaps(g)
	for i, row := range g.Rows {
		header := g.Header && i == 0
		fill := ground
		if header {
			if fill = s.headerShade(); ground != "" {
				fill = s.headerOn(ground)
			}
		}
		var change *wml.Revision
		if i < len(g.RowChanges) {
			change = g.RowChanges[i]
		}
		b.StartRow(header, change)
		s.head, s.together = header, keeps(g, i)
		for j, width := range g.Widths {
			var change *wml.Revision
			if j < len(row) {
				change = g.CellChanges[row[j]]
			}
			m, spanned := mergeOf(merged, i, j)
			if spanned {
				continue
			}
			for k := 1; k < m.Columns; k++ {
				width += g.Widths[j+k]
			}
			b.StartCell(width, fill, m, change)
			if s.gap = 0; j < len(g.Aside) && m.Columns < 2 {
				s.gap = g.Aside[j]
			}
			if i < len(gaps[j]) {
				s.gap += int(gaps[j][i] * digitWidth)
			}
			if j < len(row) && row[j] != nil {
				s.paragraph(row[j], nil)
			} else {
				b.StartParagraph(&wml.ParaProps{KeepNext: s.together && !header}, 0)
				b.EndParagraph()
			}
			b.EndCell()
		}
		b.EndRow()
	}
	s.head, s.together, s.gap = false, false, 0
	b.EndTable()
}

// digitWidth is about that of a digit in tables, in twips: from 100 to 112 in the faces of our designs.
const digitWidth = 106

// cellSides is the space at both sides of a cell, in twips.
const cellSides = 240

// decimalGaps returns for each column that is set flush right how far its numbers are moved (layout.DecimalGaps), if it has room for that.
func (s *story) decimalGaps(g *layout.Grid) [][]float64 {
	out := make([][]float64, len(g.Widths))
	for j := range out {
		if g.Side(j) != "right" {
			continue
		}
		s.column = append(s.column[:0], make([]string, len(g.Rows))...)
		column := s.column
		for i, row := range g.Rows {
			if g.Header && i == 0 || j >= len(row) || row[j] == nil {
				continue
			}
			if runs := row[j].Runs(); len(runs) == 1 {
				column[i] = runs[0].Text
			}
		}
		gaps := layout.DecimalGaps(column)
		for i, gap := range gaps {
			if float64(utf8.RuneCountInString(column[i]))*digitWidth+gap*digitWidth+cellSides > float64(g.Widths[j]) {
				gaps = nil // it would break
				break
			}
		}
		out[j] = gaps
	}
	return out
}

// What a page can hold of a table without a page of its own.
const (
	smallTable      = 12  // rows with data
	smallTableLines = 36  // lines of text in them
	widthOfLetter   = 100 // in twips, of the face of tables
)

// keeps reports whether a row stays on the page of the next one: tables of few rows are not divided, and of others neither the first
// nor the last row stands alone.
func keeps(g *layout.Grid, row int) bool {
	last, first := len(g.Rows)-1, 0
	if g.Header {
		first = 1
	}
	switch {
	case row == last:
		return g.KeepNext
	case row <= first || row == last-1:
		return true
	}
	return last-first < smallTable && linesOf(g) <= smallTableLines
}

// linesOf estimates how many lines a table has.
func linesOf(g *layout.Grid) (n int) {
	for _, row := range g.Rows {
		lines := 1
		for j, p := range row {
			if p == nil || j >= len(g.Widths) {
				continue
			}
			letters, breaks := 0, 1
			for i := range p.Segs {
				for k := range p.Segs[i].Runs {
					r := &p.Segs[i].Runs[k]
					letters += len(r.Text)
					if r.Kind == wml.Break {
						breaks++
					}
				}
			}
			lines = max(lines, breaks+letters*widthOfLetter/max(1, g.Widths[j]))
		}
		n += lines
	}
	return n
}

// mergeOf says how a cell is merged with others; spanned tells that it is part of the one on its left.
func mergeOf(merged dataset.Merged, i, j int) (m wml.CellMerge, spanned bool) {
	r, ok := merged[[2]int{i, j}]
	switch {
	case !ok:
		return m, false
	case j > r.Left:
		return m, true
	}
	m.Columns, m.Begins, m.Continues = r.Shape(i)
	return m, false
}

// described says what the columns of a table are, for who hears the table before walking through it.
func (s *story) described(g *layout.Grid) string {
	if !g.Header || len(g.Rows) == 0 {
		return ""
	}
	s.words = layout.DescribeColumns(s.words[:0], len(g.Rows[0]), func(i int, add func([]wml.Run)) {
		if p := g.Rows[0][i]; p != nil {
			for k := range p.Segs {
				add(p.Segs[k].Runs)
			}
		}
	})
	return string(s.words)
}

// columns writes a table that arranges blocks side by side.
func (s *story) columns(c *layout.Columns) {
	b, props, ground := s.b, wml.TableProps{Style: layout.TableLayout, Widths: c.Widths, FixedLayout: true}, ""
	if c.Frame != nil {
		props.Indent, props.Bar, ground = s.inPanel(c.Frame)
	}
	b.StartTable(&props)
	for _, row := range c.Rows {
		b.StartLooseRow()
		for j, width := range c.Widths {
			var blocks []layout.Block
			if j < len(row) {
				blocks = row[j]
			}
			f := onePanel(blocks)
			if c.Frame != nil {
				f = nil // white between cards would be seen in the fill of the panel
			}
			if f != nil {
				b.StartCard(width, f.Fill, f.Border, j > 0, j < len(c.Widths)-1)
			} else {
				b.StartCell(width, ground, wml.CellMerge{}, nil)
			}
			s.cell(blocks, f != nil)
			b.EndCell()
		}
		b.EndRow()
	}
	b.EndTable()
}

// onePanel returns the frame of a cell that holds one panel and nothing else. The cell is filled as a whole, so that panels side by side
// are of one height.
func onePanel(blocks []layout.Block) (f *layout.Frame) {
	for i, b := range blocks {
		switch b := b.(type) {
		case *layout.Para:
			if i == 0 {
				f = b.Frame
			}
			if b.Frame == nil || i == 0 && b.Frame.Depth > 0 || i > 0 && (!isFrame(b.Frame, f) || startsPanel(b)) {
				return nil
			}
		case *layout.Grid:
			if i == 0 || !isFrame(b.Frame, f) {
				return nil
			}
		default:
			return nil
		}
	}
	return f
}
