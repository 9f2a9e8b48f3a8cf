package redline

import (
	"errors"
	"slices"
	"strings"

	"github.com/beevik/etree"
)

// errShape is a table or control of which no part can be tracked.
var errShape = errors.New("no part of it can be tracked")

// table writes a table that has changed: its rows and what is in their cells.
func (w *writer) table(out *strings.Builder, was, now *etree.Element) error {
	rowsA, okA := w.r.rows(was, false)
	rowsB, okB := w.r.rows(now, true)
	if !okA || !okB {
		return errShape
	}
	to := pair(rowsA, rowsB)
	cols := w.columns(rowsA, rowsB, to)
	if cols == nil {
		unpairShapes(rowsA, rowsB, to)
		unpairMerged(rowsA, rowsB, to)
		kept := slices.ContainsFunc(to, func(i int) bool { return i >= 0 })
		if otherGrid(was, now) && (!kept || fillsGrid(was, rowsA) && fillsGrid(now, rowsB)) {
			return errShape // rows of one table do not fill the grid of the other one
		}
	}
	defer func(outer int) { w.widths = outer }(w.widths)
	w.widths = -1
	openTag(out, was, "w:tbl", false)
	w.settings(out, was, now, "tblPr")
	if cols == nil || !w.grid(out, was, now, cols) {
		w.settings(out, was, now, "tblGrid")
	}
	i := 0
	for j := 0; j <= len(rowsB); {
		k, next := j, len(rowsA)
		for k < len(rowsB) && to[k] < 0 {
			k++
		}
		if k < len(rowsB) {
			next = to[k]
		}
		for ; i < next; i++ {
			w.row(out, "del", rowsA[i], cols)
		}
		for ; j < k; j++ {
			w.row(out, "ins", rowsB[j], cols)
		}
		if k < len(rowsB) {
			if err := w.keptRow(out, rowsA[i], rowsB[k], cols); err != nil {
				return err
			}
			i++
		}
		j = k + 1
	}
	out.WriteString("</w:tbl>")
	return nil
}

// otherGrid reports whether two tables have different numbers of columns.
func otherGrid(a, b *etree.Element) bool {
	x, y := child(a, "tblGrid"), child(b, "tblGrid")
	return x != nil && y != nil && len(x.SelectElements("gridCol")) != len(y.SelectElements("gridCol"))
}

// unpairShapes parts the rows whose cells span other columns or rows: to says for every row of the newer table which of the older it is.
func unpairShapes(rowsA, rowsB []*block, to []int) {
	for j, i := range to {
		if i < 0 {
			continue
		}
		was, errA := rowsA[i].element()
		now, errB := rowsB[j].element()
		if errA != nil || errB != nil {
			continue
		}
		a, okA := cells(was)
		b, okB := cells(now)
		if !okA || !okB || !sameShape(a, b) {
			to[j] = -1
		}
	}
}

// unpairMerged parts rows before inserted ones that go on with merged cells which the deleted row above them does not have: both are
// written as a whole then.
func unpairMerged(rowsA, rowsB []*block, to []int) {
	next := len(rowsA) // the row of the older table that stays behind the inserted ones
	for j := len(to) - 1; j > 0; j-- {
		switch {
		case to[j] >= 0:
			next = to[j]
		case to[j-1] >= 0 && next > to[j-1]+1 && !continues(rowsA[next-1], rowsB[j]):
			to[j-1] = -1
		}
	}
}

// continues reports whether all merged cells that a row goes on with are merged ones of the row above it.
func continues(above, row *block) bool {
	has, _ := merged(above)
	_, needs := merged(row)
	for column := range needs {
		if !has[column] {
			return false
		}
	}
	return true
}

// merged returns the columns in which a row has cells that are merged with others below or above them, and those of them in which it goes
// on with cells above.
func merged(row *block) (all, further map[int]bool) {
	all, further = map[int]bool{}, map[int]bool{}
	e, err := row.element()
	if err != nil {
		return all, further
	}
	list, _ := cells(e)
	column := number(attrOf(child(e, "trPr"), "gridBefore"))
	for _, c := range list {
		pr := child(c, "tcPr")
		if v := child(pr, "vMerge"); v != nil {
			all[column] = true
			if attr(v, "val") != "restart" {
				further[column] = true
			}
		}
		column += max(1, number(attrOf(pr, "gridSpan")))
	}
	return all, further
}

// fillsGrid reports whether the cells of every row of a table cover its grid, as they have to.
func fillsGrid(tbl *etree.Element, rows []*block) bool {
	width := len(child(tbl, "tblGrid").SelectElements("gridCol"))
	for _, row := range rows {
		e, err := row.element()
		if err != nil {
			return false
		}
		n := 0
		if pr := child(e, "trPr"); pr != nil {
			n = number(attrOf(pr, "gridBefore")) + number(attrOf(pr, "gridAfter"))
		}
		for c := range e.ChildElementsSeq() {
			if is(c, "tc") {
				n += max(1, number(attrOf(child(c, "tcPr"), "gridSpan")))
			}
		}
		if n != width {
			return false
		}
	}
	return true
}

// attrOf returns the value of a child with a name, "" without one.
func attrOf(e *etree.Element, tag string) string {
	c := child(e, tag)
	if c == nil {
		return ""
	}
	return attr(c, "val")
}

// rows returns the rows of a table as blocks. A table with anything else beside them cannot be taken apart.
func (r *rules) rows(tbl *etree.Element, newer bool) (out []*block, ok bool) {
	for c := range tbl.ChildElementsSeq() {
		switch {
		case is(c, "tr"):
			out = append(out, r.nested(table, c, newer))
		case is(c, "tblPr"), is(c, "tblGrid"), isMark(c):
		default:
			return nil, false
		}
	}
	return out, true
}

// row writes a row that comes or goes, with a cell for every column of its table.
func (w *writer) row(out *strings.Builder, tag string, row *block, cols *columns) {
	e, err := row.element()
	if err != nil {
		return
	}
	p := &wrapper{w: w, b: out, tag: tag, cols: cols}
	p.row(e)
	text := strings.TrimSpace(plain(row.raw))
	if tag == "del" {
		w.note("row-delete", text, "")
	} else {
		w.note("row-insert", "", text)
	}
}

// keptRow writes a row that stays. One whose cells are others goes, and the new one comes, unless it is columns that came and went.
func (w *writer) keptRow(out *strings.Builder, x, y *block, cols *columns) error {
	if x.hash == y.hash && !y.brings && cols == nil {
		out.WriteString(w.r.standing(x, y).raw)
		w.touched()
		return nil
	}
	was, err := x.element()
	if err != nil {
		return err
	}
	now, err := y.element()
	if err != nil {
		return err
	}
	a, okA := cells(was)
	b, okB := cells(now)
	if !okA || !okB || cols == nil && !sameShape(a, b) {
		w.row(out, "del", x, nil)
		w.row(out, "ins", y, nil)
		return nil
	}
	openTag(out, was, "w:tr", false)
	if child(was, "tblPrEx") != nil || child(now, "tblPrEx") != nil {
		w.settings(out, was, now, "tblPrEx")
	}
	w.settings(out, was, now, "trPr")
	if cols == nil {
		for n := range a {
			w.keptCell(out, a[n], b[n])
		}
	} else {
		for n, c := range cols.list {
			switch {
			case c.b < 0:
				w.columnCell(out, a[c.a], "del", cols, n)
			case c.a < 0:
				w.columnCell(out, b[c.b], "ins", cols, n)
			default:
				w.keptCell(out, a[c.a], b[c.b])
			}
		}
	}
	out.WriteString("</w:tr>")
	return nil
}

// keptCell writes a cell that stays.
func (w *writer) keptCell(out *strings.Builder, was, now *etree.Element) {
	openTag(out, was, "w:tc", false)
	w.settings(out, was, now, "tcPr")
	w.story(out, w.r.blocks(was, false), w.r.blocks(now, true))
	out.WriteString("</w:tc>")
	w.touched()
}

// cells returns the cells of a row; not ok when there is something else around them.
func cells(tr *etree.Element) (out []*etree.Element, ok bool) {
	for c := range tr.ChildElementsSeq() {
		switch {
		case is(c, "tc"):
			out = append(out, c)
		case is(c, "trPr"), is(c, "tblPrEx"), isMark(c):
		default:
			return nil, false
		}
	}
	return out, true
}

// sameShape reports whether the cells of two rows span the same columns and rows.
func sameShape(a, b []*etree.Element) bool {
	if len(a) != len(b) {
		return false
	}
	for n := range a {
		for _, tag := range [...]string{"gridSpan", "vMerge", "hMerge"} {
			x, y := child(child(a[n], "tcPr"), tag), child(child(b[n], "tcPr"), tag)
			if (x == nil) != (y == nil) || x != nil && attr(x, "val") != attr(y, "val") {
				return false
			}
		}
	}
	return true
}

// settings writes the properties of a table, row or cell, with what they were when they have changed.
func (w *writer) settings(out *strings.Builder, older, newer *etree.Element, tag string) {
	was, now, change := child(older, tag), child(newer, tag), tag+"Change"
	text := func(e *etree.Element) string {
		if e == nil {
			return ""
		}
		return w.r.text(markup(e))
	}
	if text(was) == text(now) || w.r.noFormatting {
		if w.r.rendered {
			was = now
		}
		if was != nil {
			put(out, was, false)
		}
		return
	}
	out.WriteString("<w:" + tag + ">")
	putProperties(out, now, change)
	if tag == "tblGrid" {
		w.formerGrid(out, was)
		out.WriteString("</w:tblGrid>")
		return
	}
	out.WriteString("<w:" + change + w.revision() + ">")
	out.WriteString("<w:" + tag + ">")
	putProperties(out, was, change)
	out.WriteString("</w:" + tag + "></w:" + change + "></w:" + tag + ">")
	w.touched()
	if tag != "tcPr" || text(unmeasured(was)) != text(unmeasured(now)) {
		w.note("format", "", strings.TrimSpace(plain(markup(newer))))
	} else {
		w.measured(strings.TrimSpace(plain(markup(newer))))
	}
	w.touched()
}

// unmeasured returns the properties of a cell without its width.
func unmeasured(e *etree.Element) *etree.Element {
	if child(e, "tcW") == nil {
		return e
	}
	c := e.Copy()
	c.RemoveChild(child(c, "tcW"))
	return c
}

// measured notes that the width of a cell is another one. All widths of a table are one change: they come with the words in it.
func (w *writer) measured(text string) {
	by := w.by()
	if n := w.widths; n >= 0 {
		if c := &w.report.Changes[n]; c.Author == by.Author && c.Date == by.Date && c.Commit == by.Commit {
			c.add(w.pending)
			w.pending = nil
			return
		}
	}
	w.note("format", "", text)
	w.widths = len(w.report.Changes) - 1
}

// control writes a control around blocks whose content has changed.
func (w *writer) control(out *strings.Builder, was, now *etree.Element) error {
	a, b := child(was, "sdtContent"), child(now, "sdtContent")
	if a == nil || b == nil || w.r.frame(was) != w.r.frame(now) {
		return errShape
	}
	openTag(out, was, "w:sdt", false)
	putAll(out, properties(was))
	openTag(out, a, "w:sdtContent", false)
	w.story(out, w.r.blocks(a, false), w.r.blocks(b, true))
	out.WriteString("</w:sdtContent></w:sdt>")
	return nil
}
