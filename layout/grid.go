package layout

import (
	"bytes"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/nomadocx/nomadocx/internal/office/wml"
	"github.com/nomadocx/nomadocx/noma"
	"github.com/nomadocx/nomadocx/noma/compute"
	"github.com/nomadocx/nomadocx/noma/dataset"
	"github.com/nomadocx/nomadocx/noma/source"
)

// maxColumns is how many columns Word opens a table with. A wider one is shown by its source: every
// value is there, and an edit of a line has its place.
const maxColumns = 63

// HeaderRow is the Row of a slot in a header row.
const HeaderRow = -1

// cell returns the paragraph of a table cell.
func (e *emitter) cell(n noma.Node, row, col int, align string, s string, t noma.Text) *Para {
	slot := e.arena.slot(Slot{Name: "cell", Value: s, Node: n, Origin: Origin{Kind: FromCell, Text: t, Row: row, Col: col}})
	var runs []wml.Run
	if t.S != "" { // that of a dataset is a value
		runs = e.sentence(n, s, true)
	} else {
		runs = e.inlineCell(s)
	}
	return e.arena.para(Para{Node: n, Part: PartCell, Align: align, Segs: e.arena.oneSeg(runs, slot)})
}

func (e *emitter) pipeTable(t *noma.Table, f flow) {
	switch {
	case t.CaptionText() != "":
		e.caption(t)
	case t.ID != "":
		e.anchor(t, f)
	}
	if len(t.Header) > maxColumns {
		e.code(t, e.sourceLines(t), nil)
		return
	}
	frame := e.tableFrame(&f)
	g := &Grid{Node: t, Frame: frame, Header: true, Editable: true, Title: tableTitle(t.CaptionText()), Widths: equalWidths(f.width, max(1, len(t.Header)))}
	for _, a := range t.Align {
		g.Align = append(g.Align, string(a))
	}
	e.grid(g, f.width, func(e *emitter, _ bool) [][]*Para {
		rows := make([][]*Para, 0, len(t.Rows)+1)
		row := func(no int, cells []noma.Cell) {
			out := make([]*Para, len(cells))
			for i, c := range cells {
				out[i] = e.cell(t, no, i, at(g.Align, i), c.Text, noma.NewText(c.Text, c.Span.Start))
			}
			rows = append(rows, out)
		}
		row(HeaderRow, t.Header)
		for i, r := range t.Rows {
			row(i, r)
		}
		return rows
	})
}

// tableFrame returns the frame of a table that is a part of the panel around it, nil outside of panels; it makes the flow as wide as that.
func (e *emitter) tableFrame(f *flow) *Frame {
	if f.frame == nil {
		return nil
	}
	if f.width -= panelSides; e.inner > 0 { // the panel is not narrower beside an item
		f.width += ItemIndent(e.inner - 1)
	}
	f.width = max(f.width, 1)
	return f.frame
}

// panelSides is how much narrower than the text a panel is, from its bar to the end of its fill, in twips.
const panelSides = PanelIndent/2 - 20

// sourceLines returns the lines of the rows of a pipe table. In a book, whose blocks lie in many files, they are
// put together again from its cells and have no place.
func (e *emitter) sourceLines(t *noma.Table) noma.Text {
	if e.doc.Line == 0 {
		var b strings.Builder
		for _, row := range append([][]noma.Cell{t.Header}, t.Rows...) {
			for _, c := range row {
				b.WriteString("| " + c.Text + " ")
			}
			b.WriteString("|\n")
		}
		return noma.Text{S: strings.TrimSuffix(b.String(), "\n")}
	}
	file, span := e.doc.File, t.Grid
	var lines []source.Span
	for no := file.Line(span.Start); no <= file.Line(max(span.Start, span.End-1)); no++ {
		lines = append(lines, file.LineSpan(no))
	}
	return noma.LinesText(file.Text, lines, "")
}

func at(list []string, i int) string {
	if i < len(list) {
		return list[i]
	}
	return ""
}

// table adds the ::table directive: its rows are the lines of its body.
func (e *emitter) table(d *noma.Directive, f flow) {
	if captionSlot(d).Value != "" {
		e.caption(d)
	} else {
		e.anchor(d, f)
	}
	t := &e.tableGrid
	if err := t.Read(d); err != nil || t.Width == 0 || t.Width > maxColumns {
		e.code(d, d.RawBody, nil)
		e.sourceLine(d)
		return
	}
	frame := e.tableFrame(&f)
	g := &Grid{Node: d, Frame: frame, Header: t.HasHeader, Editable: true, KeepNext: d.AttrText("source") != "", Title: tableTitle(captionSlot(d).Value), Widths: equalWidths(f.width, t.Width)}
	for _, a := range t.Align {
		g.Align = append(g.Align, string(a))
	}
	g.Merges, _ = t.Merges()
	g.alignSpans(e.doc.Audience)
	e.grid(g, f.width, func(e *emitter, again bool) [][]*Para {
		if again {
			_ = e.tableGrid.Read(d) // it could be read before
		}
		return e.tableRows(d, g)
	})
	e.sourceLine(d)
}

// alignSpans says how cells that are several columns wide are aligned: those of the header are centred, and one that is a row, such as the
// name of a group of rows, begins where lines do.
func (g *Grid) alignSpans(a noma.Audience) {
	set := func(r dataset.Range, side string) {
		if g.spans == nil {
			g.spans = map[[2]int]string{}
		}
		g.spans[[2]int{r.Top, r.Left}] = side
	}
	for _, r := range g.Merges {
		switch head := g.Header && r.Top == 0; {
		case r.Right == r.Left:
		case head && !a.SpansAside:
			set(r, "center")
		case !head && !a.Before21 && r.Right-r.Left == len(g.Widths)-1:
			set(r, "")
		}
	}
}

// tableRows returns the rows of the ::table that was read.
func (e *emitter) tableRows(d *noma.Directive, g *Grid) [][]*Para {
	t := &e.tableGrid
	rows := make([][]*Para, 0, len(t.Rows)+1)
	all := make([]*Para, t.Width*(len(t.Rows)+1))
	row := func(no int, cells []dataset.Cell) {
		out := all[:t.Width:t.Width]
		all = all[t.Width:]
		for j := range out {
			text, src := "", noma.Text{}
			if j < len(cells) {
				text, src = cells[j].Text, noma.NewText(cells[j].Text, cells[j].Span.Start)
			}
			out[j] = e.cell(d, no, j, at(g.Align, j), text, src)
		}
		rows = append(rows, out)
	}
	if t.HasHeader {
		row(HeaderRow, t.Header)
	}
	for i, r := range t.Rows {
		row(i, r)
	}
	return rows
}

// cellText returns a dataset's cell as a reader sees it. A number keeps the author's form: 14.0 is a
// measurement to one decimal place.
func cellText(c dataset.Cell) string {
	if _, ok := c.Value.(float64); ok && c.Raw != "" {
		return c.Raw
	}
	return c.Text
}

// plainRuns returns text without markup as runs.
func (b *builder) plainRuns(s string) []wml.Run {
	if s = clean(s); s == "" {
		return nil
	}
	return b.arena.oneRun(wml.Run{Text: s})
}

// dataset adds a table when its body can be read as one, else its source.
func (e *emitter) dataset(d *noma.Directive, f flow) {
	g, err := dataset.Parse(d)
	if err != nil || len(g.Rows) == 0 || dataWidth(g) > maxColumns {
		e.label(d, e.datasetLabel(title("title")), nil)
		body := d.RawBody
		if strings.TrimSpace(body.S) == "" && d.HasBody {
			body = noma.Text{S: d.Body}
		}
		e.code(d, body, nil)
		return
	}
	e.label(d, e.datasetLabel(titleOrID("title")), nil)
	width := max(1, dataWidth(g))
	frame := e.tableFrame(&f)
	out := &Grid{Node: d, Frame: frame, Header: true, Editable: strings.TrimSpace(d.RawBody.S) != "", KeepNext: d.AttrText("source") != "", Title: tableTitle(d.AttrText("title")), Widths: equalWidths(f.width, width)}
	head := make([]*Para, width)
	for j := range head {
		name := "Column " + strconv.Itoa(j+1)
		if j < len(g.Columns) {
			name = g.Columns[j]
		}
		head[j] = e.cell(d, HeaderRow, j, "", name, noma.Text{})
		if out.Editable {
			head[j].Segs[0].Slot.Access = Echo // a column's name is also the key formulas and plots use
		}
	}
	out.Rows = append(out.Rows, head)
	for i, r := range g.Rows {
		row := make([]*Para, width)
		for j := range row {
			s := ""
			if j < len(r) {
				s = cellText(r[j])
			}
			row[j] = e.cell(d, i, j, "", s, noma.Text{})
			row[j].Segs[0].Runs = e.plainRuns(s) // data, not markup
		}
		out.Rows = append(out.Rows, row)
	}
	out.fit(f.width)
	e.out(out)
	e.sourceLine(d)
	parts := []string{strconv.Itoa(len(g.Rows)) + " rows"}
	if len(g.Rows) == 1 {
		parts[0] = "1 rows"
	}
	if v := d.AttrText("format"); v != "" {
		parts = append(parts, "format: "+v)
	}
	if v := d.AttrText("src"); v != "" {
		parts = append(parts, "source: "+v)
	}
	e.meta(d, strings.Join(parts, " · "))
}

func (e *emitter) datasetLabel(title *Field) Label {
	l := Label{Text: "Dataset", Title: title, Kind: true}
	if e.doc.Audience.Client {
		l = l.client()
	}
	return l
}

// dataWidth is the number of columns of the widest row.
func dataWidth(g *dataset.Grid) int {
	width := len(g.Columns)
	for _, r := range g.Rows {
		width = max(width, len(r))
	}
	return width
}

func (e *emitter) computedTable(d *noma.Directive, f flow) {
	e.caption(d)
	e.line(d, metaLine(e.builder, d, computedMeta), PartMeta, StyleMeta, nil, "")
	series, ok := e.computed().Series(d)
	if !ok {
		e.meta(d, "No default series could be evaluated.")
		e.freeBody(d, nil)
		return
	}
	variable, _ := d.First("variable_label", "variableLabel", "x_label")
	if variable == "" {
		variable = series.Variable
	}
	value, _ := d.First("value_label", "valueLabel", "y_label")
	if value == "" {
		value = e.captionSlot(d).Value
	}
	unit, _, _ := compute.Field(d, "unit", "suffix")
	frame := e.tableFrame(&f)
	g := &Grid{Node: d, Frame: frame, Header: true, Widths: equalWidths(f.width, 2), Align: []string{"left", "right"}, Title: tableTitle(e.captionSlot(d).Value)}
	row := func(no int, cells ...string) {
		out := make([]*Para, len(cells))
		for j, s := range cells {
			out[j] = e.cell(d, no, j, g.Align[j], s, noma.Text{})
			out[j].Segs[0].Slot.Access = Echo
		}
		g.Rows = append(g.Rows, out)
	}
	row(HeaderRow, variable, value)
	for i, p := range series.Points {
		row(i, Number(e.doc, p.X), quantity(Number(e.doc, p.Y), unit))
	}
	e.out(g)
	e.meta(d, strconv.Itoa(len(series.Points))+" computed rows")
	e.freeBody(d, nil)
}

// maxDescribed bounds the description of a table, in bytes.
const maxDescribed = 240

// ColumnsOf begins what [DescribeColumns] appends.
const ColumnsOf = "Columns: "

// DescribeColumns appends to out what the columns of a table are, the description it gets in Word: each name once, and nothing where
// there is none. cell adds the runs of one of the n cells of the header row.
func DescribeColumns(out []byte, n int, cell func(i int, add func([]wml.Run))) []byte {
	start := len(out)
	add := func(runs []wml.Run) {
		for j := range runs {
			if r := &runs[j]; r.Kind == wml.Text {
				out = append(out, r.Text...)
			}
		}
	}
	names := make([]source.Span, 0, 16) // in out
	for i := range n {
		before := len(out)
		if out = append(out, ", "...); len(names) == 0 {
			out = append(out[:before], ColumnsOf...)
		}
		at := len(out)
		cell(i, add)
		again := func(x source.Span) bool { return bytes.Equal(out[x.Start:x.End], out[at:]) }
		if len(bytes.TrimSpace(out[at:])) == 0 || slices.ContainsFunc(names, again) {
			out = out[:before]
			continue
		}
		names = append(names, source.Span{Start: at, End: len(out)})
		if len(out)-start > maxDescribed {
			out = append(out[:start+maxDescribed], "…"...)
			break
		}
	}
	if utf8.Valid(out) {
		return out // all but what was cut in a letter
	}
	return bytes.ToValidUTF8(out, nil)
}

// tableTitle returns a caption as the title of a table in Word, which is text without markup.
func tableTitle(caption string) string {
	return noma.PlainText(noma.ParseInline(noma.WithoutNotes(caption)))
}
