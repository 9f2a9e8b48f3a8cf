package reviewsync

import (
	"strings"

	"github.com/nomadocx/nomadocx/layout"
	"github.com/nomadocx/nomadocx/noma"
	"github.com/nomadocx/nomadocx/noma/source"
)

// Columns that were moved, and columns of pipe tables that came or went.

// movedColumns returns for each column that came back the place it was sent from, when all of them are those that were
// sent, in another order, and no two read alike; else nil.
func movedColumns(g *layout.Grid, p *gridPlan, rows [][]gridCell) []int {
	if len(p.cells) == 0 || len(p.colAdds)+len(p.colDels)+len(p.rowAdds)+len(p.rowDels) > 0 || len(rows) != len(g.Rows) {
		return nil
	}
	sent := columnKeys(len(g.Rows), func(r int) int { return len(g.Rows[r]) }, func(r, c int) uint64 { return g.Rows[r][c].Fingerprint() })
	back := columnKeys(len(rows), func(r int) int { return len(rows[r]) }, func(r, c int) uint64 { return rows[r][c].key })
	from := map[uint64]int{}
	for c, key := range sent {
		from[key] = c
	}
	if len(sent) != len(back) || len(from) != len(sent) {
		return nil
	}
	out := make([]int, len(back))
	for c, key := range back {
		i, ok := from[key]
		if !ok {
			return nil
		}
		delete(from, key)
		out[c] = i
	}
	return out
}

// columnKeys returns the hashes of the columns of a table, nil when its rows differ in length.
func columnKeys(rows int, width func(r int) int, key func(r, c int) uint64) []uint64 {
	var keys []uint64
	for r := range rows {
		if r == 0 {
			keys = make([]uint64, width(0))
		}
		if width(r) != len(keys) {
			return nil
		}
		for c := range keys {
			keys[c] = layout.Fold(keys[c], key(r, c))
		}
	}
	return keys
}

// reshape writes a pipe table with other columns, or in another order, anew. Cells that stay keep their form,
// columns their alignment. moved is what [movedColumns] says.
func (e *gridEditor) reshape(p *gridPlan, rows [][]gridCell, moved []int) {
	s, t := e.s, e.g.Node.(*noma.Table)
	refuse := func(x sentence) {
		s.refuse(x, t, e.g.Text(), rowsText(rows)).table(e.t)
	}
	file := s.doc.File
	lines := strings.Split(t.Grid.Of(file.Text), "\n")
	if len(lines) != len(e.g.Rows)+1 || len(rows) == 0 {
		refuse(sayRowsNoLines)
		return
	}
	edited, row, col := map[[2]int]bool{}, map[int]int{}, map[int]int{}
	for _, c := range p.cells {
		edited[[2]int{c.gotRow, c.gotCol}] = moved == nil
	}
	for _, m := range planMatch(p, len(rows), len(e.g.Rows)) {
		row[m[0]] = m[1]
	}
	for _, m := range planMatch(&gridPlan{rowAdds: p.colAdds, rowDels: p.colDels}, len(rows[0]), len(e.g.Rows[0])) {
		col[m[0]] = m[1]
	}
	for j, i := range moved {
		col[j] = i
	}
	marks := noma.SplitRow(lines[1], 0)
	indent := lines[0][:len(lines[0])-len(strings.TrimLeft(lines[0], " \t"))]
	var out []string
	for k := range rows {
		cells := make([]string, len(rows[k]))
		for j, c := range rows[k] {
			r, oldRow := row[k]
			i, oldCol := col[j]
			if !oldRow || !oldCol {
				r, i = -1, -1
			}
			if oldRow && oldCol && !edited[[2]int{k, j}] {
				cells[j] = e.g.Rows[r][i].Segs[0].Slot.Value
				continue
			}
			v, why := e.spell(c, r, i)
			if !why.none() {
				refuse(sayColumnsLeft.with(why.text))
				return
			}
			cells[j] = v
		}
		out = append(out, indent+"| "+strings.Join(cells, " | ")+" |")
		if k == 0 {
			for j := range cells {
				cells[j] = "---"
				if i, ok := col[j]; ok && i < len(marks) {
					cells[j] = marks[i].Text
				}
			}
			out = append(out, indent+"| "+strings.Join(cells, " | ")+" |")
		}
	}
	said := sayColumnAdded
	switch {
	case moved != nil:
		said = sayColumnMoved
	case len(p.colAdds) > 0 && len(p.colDels) > 0 || len(p.cells)+len(p.rowAdds)+len(p.rowDels) > 0:
		said = sayColumnsChanged
	case len(p.colDels) > 0:
		said = sayColumnDeleted
	}
	f := e.finding(e.g.Text(), rowsText(rows), said)
	s.edit(f, t, source.Edit{Span: t.Grid, New: strings.Join(out, file.EOL())})
	f.change.Action = "update_child"
}

// missing reports whether a row of the source ends before the cell ahead of an empty one.
func missing(cell, ahead noma.Text) bool {
	return cell.S == "" && ahead.S == "" && ahead.Placed() && cell.Offset(0) == ahead.Offset(0)
}

// cellEdits returns the edits that give a cell of a row of the source another text. The first and the last cell of a row get the pipe
// at the end of the row that it has not: without it an empty cell would be none, and the row could begin another block.
func cellEdits(file *source.File, was noma.Text, now string) []source.Edit {
	cell := source.Span{Start: was.Offset(0), End: was.Offset(len(was.S))}
	row := file.LineSpan(file.Line(cell.Start))
	before, after := noma.TrimSpace(file.Text[row.Start:cell.Start]), noma.TrimSpace(file.Text[cell.End:row.End])
	if was.S == "" && now != "" { // apart from the signs around it
		switch {
		case before != "" && (!strings.HasSuffix(before, "|") || strings.HasSuffix(before, `\|`)):
			now = " | " + now // the row ends before it
		case strings.HasSuffix(file.Text[:cell.Start], "|"):
			now = " " + now
		}
		if strings.HasPrefix(file.Text[cell.End:], "|") {
			now += " "
		}
	}
	if before != "" && after != "" {
		return replaceText(file, was, now)
	}
	if before == "" {
		now = "| " + now
	}
	if after == "" {
		now += " |"
	}
	return []source.Edit{{Span: cell, New: now}}
}
