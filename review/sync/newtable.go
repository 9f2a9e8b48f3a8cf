package reviewsync

import (
	"slices"
	"strings"

	"github.com/nomadocx/nomadocx/internal/office/wml"
	"github.com/nomadocx/nomadocx/layout"
	"github.com/nomadocx/nomadocx/noma"
)

// A table that was made in Word becomes a pipe table, when that can say it: rows of the same number of
// cells, a line of running text in each. Its first row is the header, which a pipe table always has.

func (s *tables) newTable(st *story, j int) {
	t := st.got[j].block.(*wml.Table)
	var shown []string
	typed, tracked := false, false
	for p := range wml.Paragraphs(t) {
		c := said(p.Runs)
		typed = typed || c != ""
		if p.Revised() { // what is put in with tracking is not read as text
			tracked = true
			c = layout.Text(p.Runs, wml.All)
		}
		if c != "" {
			shown = append(shown, c)
		}
	}
	now := strings.Join(shown, " | ")
	if tracked && !typed {
		return
	}
	switch s.base.inserted(returnedKey(t)) {
	case author:
		return
	case nobody:
		s.find(Conflict, sayNoBase, nil, "", now).table(t)
		return
	}
	refuse := func(x sentence) { s.refuse(x, nil, "", now).table(t) }
	if s.base.knows(t) || s.opts.computed[returnedKey(t)] {
		if s.opts.Incomplete {
			return // the table of data that are not there now
		}
		refuse(sayTableCameBack)
		return
	}
	content, ok := s.pipeTable(t)
	if !ok {
		refuse(sayNoPipeTable)
		return
	}
	before, after := st.neighbour(j, -1, st.run[j]), st.neighbour(j, +1, st.run[j])
	parent, index, ok := s.gap(before, after, false)
	if d, is := parent.(*noma.Directive); ok && is && cells(d) {
		parent, index, ok = s.gap(before, after, true) // it would be a cell of its own
	}
	if !ok || parent == nil {
		refuse(sayTableNoPlace)
		return
	}
	index = st.besideBreaks(parent, index, j, j)
	if rejoins(parent, index) {
		refuse(sayTableBesideTable)
		return
	}
	f := s.apply(sayTableInserted, parent, "", now).table(t)
	s.addChild(f, parent, index, j, content)
}

// computedTables returns the keys of the tables that a plan shows of formulas: with another formula they are not shown any more, or read
// otherwise, and those that come back are no new ones.
func computedTables(p *layout.Plan) map[uint64]bool {
	out := map[uint64]bool{}
	for b := range p.Body() {
		if g, ok := b.(*layout.Grid); ok {
			if noma.Is(g.Node, noma.Computed) {
				out[g.Fingerprint()] = true
			}
		}
	}
	return out
}

// knows reports whether most cells of a table were sent: it is no new one.
func (b *base) knows(t *wml.Table) bool {
	if !b.moved {
		return false
	}
	cells, sent := 0, 0
	for p := range wml.Paragraphs(t) {
		if key := layout.Fingerprint(p.Runs, wml.Original); key != 0 {
			cells++
			if b.was[layout.ContentHash(key)] {
				sent++
			}
		}
	}
	return 2*sent > cells
}

// rejoins reports whether a table at a place would stand right beside another pipe table.
func rejoins(parent noma.Node, index int) bool {
	kids := parent.Kids()
	for _, k := range []int{index - 1, index} {
		if k >= 0 && k < len(kids) {
			if _, ok := kids[k].(*noma.Table); ok {
				return true
			}
		}
	}
	return false
}

// pipeTable returns a returned table as source.
func (s *tables) pipeTable(t *wml.Table) (string, bool) {
	if len(t.Rows) < 2 {
		return "", false
	}
	width := len(t.Rows[0].Cells)
	var lines []string
	var want [][][]layout.Glyph
	for i := range t.Rows {
		row := &t.Rows[i]
		if len(row.Cells) != width || width == 0 || row.Ins != nil || row.Del != nil {
			return "", false
		}
		cells := make([]string, width)
		var glyphs [][]layout.Glyph
		for c := range row.Cells {
			markup, gl, ok := s.tableCell(&row.Cells[c])
			if !ok {
				return "", false
			}
			cells[c] = markup
			glyphs = append(glyphs, gl)
		}
		want = append(want, glyphs)
		lines = append(lines, "| "+strings.Join(cells, " | ")+" |")
		if i == 0 {
			lines = append(lines, "|"+strings.Repeat(" --- |", width))
		}
	}
	content := strings.Join(lines, "\n")
	return content, s.readsAs(content, want)
}

// tableCell returns a returned cell as the text of a cell in a pipe table.
func (s *tables) tableCell(c *wml.TableCell) (string, []layout.Glyph, bool) {
	var gl []layout.Glyph
	if c.Span > 1 {
		return "", nil, false
	}
	for _, b := range c.Blocks {
		p, ok := b.(*wml.Paragraph)
		if !ok || p.Revised() {
			return "", nil, false
		}
		if g := layout.Glyphs(p.Runs, wml.Current); len(g) > 0 {
			if gl != nil {
				gl = append(slices.Clip(gl), layout.Glyph{Rune: '\n'})
			}
			gl = append(slices.Clip(gl), g...)
		}
	}
	markup := s.names.Markup(gl, true)
	return markup, gl, !strings.ContainsAny(markup, "\r\n")
}

// readsAs reports whether a pipe table shows these cells.
func (s *tables) readsAs(content string, want [][][]layout.Glyph) bool {
	d := noma.Snippet(content)
	if len(d.Children) != 1 {
		return false
	}
	t, ok := d.Children[0].(*noma.Table)
	if !ok || len(t.Rows)+1 != len(want) {
		return false
	}
	for i, row := range append([][]noma.Cell{t.Header}, t.Rows...) {
		if len(row) != len(want[i]) {
			return false
		}
		for c := range row {
			if !s.names.SpellsCell(row[c].Text, want[i][c]) {
				return false
			}
		}
	}
	return true
}
