package patch

import (
	"slices"
	"strings"

	"github.com/nomadocx/nomadocx/noma"
	"github.com/nomadocx/nomadocx/noma/dataset"
	"github.com/nomadocx/nomadocx/noma/source"
)

// rows are a table or dataset of which many cells and rows change in one stage. Each operation is made in a block that
// has only the one row it is about, so that thousands of them cost what their rows cost.
type rows struct {
	before, after string // the text around all rows
	list          chunked[*row]
	whole         *sheet          // as it was before the first of the operations
	merged        dataset.Merged  // cells of a table; its rows do not come and go in parts
	kinds         []dataset.Kinds // of the values of a dataset
}

type row struct {
	gap, text string // what stands between this row and the one before, and the row
	cells     []dataset.Cell
}

func rowsOf(l *local) *rows {
	g, err := readSheet(l.node)
	if err != nil || len(g.rows) == 0 || l.node.Unclosed() || len(idSet(l.node)) > 1 {
		return nil
	}
	w := &rows{whole: g, kinds: make([]dataset.Kinds, len(g.columns))}
	if g.table != nil && l.node.AttrText("merge") != "" {
		list, _ := g.table.Merges()
		w.merged = dataset.MergedCells(list)
	}
	end := 0
	for i, cells := range g.rows {
		at, ok := g.place(i)
		if !ok || at.Start < end {
			return nil
		}
		if i == 0 {
			w.before, end = l.text[:at.Start], at.Start
		}
		if g.table != nil && dashes(at.Of(l.text)) {
			return nil
		}
		w.list.add(&row{gap: l.text[end:at.Start], text: at.Of(l.text), cells: cells})
		w.count(cells, 1)
		end = at.End
	}
	w.after = l.text[end:]
	return w
}

func (g *sheet) place(i int) (source.Span, bool) {
	if g.table != nil {
		return g.table.Place(i), true
	}
	return g.data.Place(i)
}

// lines reports whether every row is lines of its own, that can come and go without the rows beside them.
func (g *sheet) lines() bool { return g.table != nil || g.data.Format != dataset.JSON }

// ragged reports whether the columns may be those of a row that is wider than the header.
func (g *sheet) ragged() bool {
	if g.table != nil {
		return len(g.table.Header) < g.table.Width
	}
	return slices.ContainsFunc(g.columns, func(c string) bool { return strings.HasPrefix(c, "Column ") })
}

// named reports whether a row may give a value a name by which other rows have it: without it those cannot be read.
func (w *rows) named(r *row) bool {
	if w.whole.data == nil {
		return false
	}
	for text := r.text; ; {
		before, after, found := strings.Cut(text, "&")
		if !found {
			return false
		}
		if before == "" || strings.ContainsAny(before[len(before)-1:], " \t[{,:-") {
			return true
		}
		text = after
	}
}

func (w *rows) count(cells []dataset.Cell, n int) {
	for i := range w.kinds {
		if i < len(cells) {
			w.kinds[i].Count(cells[i], n)
		}
	}
}

// editRow makes an operation on a cell or a row of a block that has pending operations already, and is false when that
// takes the whole block.
func (st *stage) editRow(o *Op, l *local) (*effect, bool) {
	if l.at < 0 || st.careful || st.opts.oneByOne {
		return nil, false
	}
	w, _ := l.many.(*rows)
	if w == nil && l.many == nil {
		w = rowsOf(l)
	}
	if w == nil || !w.apart(o) {
		return nil, false
	}
	var do func(st *stage, o *Op, l *local) (func() (bool, string), bool)
	switch o.Op {
	case "update_table_cell", "update_dataset_cell":
		do = w.setCell
	case "insert_table_row", "insert_dataset_row":
		do = w.insert
	case "delete_table_row", "delete_dataset_row":
		do = w.delete
	default:
		return nil, false
	}
	piece, ok := do(st, o, l)
	if !ok {
		return nil, false
	}
	st.inPieces(l, w)
	return &effect{piece: piece, dirty: l.of}, true
}

func (w *rows) setCell(st *stage, o *Op, l *local) (func() (bool, string), bool) {
	if o.Row < 0 || o.Row >= w.list.n {
		return nil, false
	}
	old := w.list.at(o.Row)
	if w.named(old) {
		return nil, false
	}
	w.count(old.cells, -1)
	text, read, ok := w.alone(st, o, l, old, 0)
	w.count(old.cells, 1)
	if !ok || len(read) != 1 {
		return nil, false
	}
	return func() (bool, string) {
		w.count(old.cells, -1)
		w.count(read[0], 1)
		w.list.set(o.Row, &row{gap: old.gap, text: text, cells: read[0]})
		return text != old.text, text
	}, true
}

func (w *rows) insert(st *stage, o *Op, l *local) (func() (bool, string), bool) {
	if o.Row < 0 || o.Row > w.list.n || !w.whole.lines() {
		return nil, false
	}
	beside := min(o.Row, w.list.n-1)
	text, read, ok := w.alone(st, o, l, w.list.at(beside), o.Row-beside)
	if !ok || len(read) != 2 {
		return nil, false
	}
	fresh := &row{gap: st.eol, cells: read[o.Row-beside]}
	if o.Row > beside {
		fresh.text, ok = strings.CutPrefix(text, w.list.at(beside).text+st.eol)
	} else {
		fresh.text, ok = strings.CutSuffix(text, st.eol+w.list.at(beside).text)
	}
	return func() (bool, string) {
		w.count(fresh.cells, 1)
		if o.Row == beside {
			w.list.at(beside).gap, fresh.gap = fresh.gap, w.list.at(beside).gap
		}
		w.list.insert(o.Row, fresh)
		return true, fresh.text
	}, ok
}

func (w *rows) delete(_ *stage, o *Op, _ *local) (func() (bool, string), bool) {
	if o.Row < 0 || o.Row >= w.list.n || w.list.n < 2 || !w.whole.lines() || w.whole.ragged() {
		return nil, false
	}
	gone := w.list.at(o.Row)
	if w.named(gone) {
		return nil, false
	}
	behind := &w.after
	if o.Row+1 < w.list.n {
		behind = &w.list.at(o.Row + 1).gap
	}
	rest, ok := strings.CutPrefix(strings.TrimPrefix(*behind, "\r"), "\n")
	return func() (bool, string) {
		w.count(gone.cells, -1)
		*behind = gone.gap + rest
		w.list.remove(o.Row)
		return true, ""
	}, ok
}

// alone makes an operation in a block with one row, of which it is row number at, and returns what is then in place of it.
func (w *rows) alone(st *stage, o *Op, l *local, r *row, at int) (text string, read [][]dataset.Cell, ok bool) {
	var before local
	if before.parse(w.before+r.text+w.after) != nil {
		return "", nil, false
	}
	g, err := readSheet(before.node)
	if err != nil || len(g.rows) != 1 || !slices.Equal(g.columns, w.whole.columns) || !sameTexts(g.rows[0], r.cells) {
		return "", nil, false
	}
	if g.table != nil {
		g.table.Width = w.whole.table.Width
	} else {
		g.data.Others = w.kinds
	}
	one := *o
	one.Row = at
	edits, err := g.edits(&one, st.eol)
	if err != nil {
		return "", nil, false
	}
	whole, err := source.Apply(before.text, edits)
	if err != nil {
		return "", nil, false
	}
	var after local
	if after.parse(whole) != nil || after.node.Unclosed() || len(idSet(after.node)) > 1 || !contained(splitLines(whole), fences(l.of.Parent)) {
		return "", nil, false
	}
	if g, err = readSheet(after.node); err != nil || !slices.Equal(g.columns, w.whole.columns) {
		return "", nil, false
	}
	text, ok = strings.CutPrefix(whole, w.before)
	if ok {
		text, ok = strings.CutSuffix(text, w.after)
	}
	return text, g.rows, ok && !(g.table != nil && dashes(text))
}

// dashes reports whether one of some lines is a row of dashes, which is a row or none depending on where it stands in a table.
func dashes(lines string) bool {
	for line := range strings.Lines(lines) {
		if _, separator := noma.SeparatorRow(line); separator {
			return true
		}
	}
	return false
}

func (w *rows) text() string {
	var b strings.Builder
	b.WriteString(w.before)
	for _, r := range w.list.all() {
		b.WriteString(r.gap)
		b.WriteString(r.text)
	}
	b.WriteString(w.after)
	return b.String()
}

func (w *rows) same(l *local) bool {
	g, err := readSheet(l.node)
	if err != nil || len(g.rows) != w.list.n || !slices.Equal(g.columns, w.whole.columns) {
		return false
	}
	if g.table != nil && (g.table.Width != w.whole.table.Width || g.table.HasHeader != w.whole.table.HasHeader) {
		return false
	}
	for i, r := range w.list.all() {
		if !sameTexts(g.rows[i], r.cells) {
			return false
		}
	}
	return true
}

func sameTexts(a, b []dataset.Cell) bool {
	return slices.EqualFunc(a, b, func(a, b dataset.Cell) bool { return a.Text == b.Text && a.Raw == b.Raw })
}
