package reviewsync

import (
	"errors"
	"slices"
	"strings"

	"github.com/nomadocx/nomadocx/noma"
	"github.com/nomadocx/nomadocx/noma/dataset"
	"github.com/nomadocx/nomadocx/noma/source"
)

// A YAML dataset is edited in its body: the operations on cells, rows and columns spell whole rows anew,
// and 72.0 would become 72 because the cell beside it was edited.

// yamlStep is one change of a dataset's body. Steps of one stage are made at once, by the indexes the body
// has when the stage begins.
type yamlStep struct {
	stage    int
	was, now string
	said     sentence
	edit     func(*dataset.Grid) ([]source.Edit, error)
	cell     *[2]int // body row and column of an edited cell
	by       ruling
}

// yaml makes a plan's edits in the body of a YAML dataset. It reports false, and nothing was done, when
// they cannot be made there; the operations then say why.
func (e *gridEditor) yaml(p *gridPlan, rows [][]gridCell) bool {
	g, err := dataset.Parse(e.d)
	if err != nil || g.Format != dataset.YAML || len(p.rowDels) > 0 && len(p.rowDels) == len(g.Rows) {
		return false
	}
	refused := len(e.s.findings)
	steps := e.yamlSteps(p, rows)
	edits, err := e.yamlEdits(steps)
	if err != nil {
		e.s.findings = e.s.findings[:refused]
		return false
	}
	finds := make([]*finding, len(steps))
	for i, x := range steps {
		finds[i] = e.finding(x.was, x.now, x.said).by(x.by)
	}
	if len(steps) > 0 && steps[len(steps)-1].stage > 0 { // one edit makes all of them
		e.s.together(finds...)
	}
	for i, x := range steps {
		e.s.edit(finds[i], e.d, edits[i]...)
		if x.cell != nil {
			e.s.datasets.editsOf(e.d).cells[*x.cell] = x.now
		}
	}
	return true
}

// yamlSteps returns the changes in their order: cells and rows that go, columns that go, from the end so that
// no index moves before its turn, columns that come, rows that come.
func (e *gridEditor) yamlSteps(p *gridPlan, rows [][]gridCell) (steps []yamlStep) {
	stage := 0
	step := func(was, now string, said sentence, edit func(*dataset.Grid) ([]source.Edit, error)) {
		steps = append(steps, yamlStep{stage: stage, was: was, now: now, said: said, edit: edit})
	}
	for c, v := range e.cellValues(p, rows) {
		at := [2]int{e.body(c.row), c.col}
		step(shown(e.g.Rows[c.row][c.col]), v, sayCellEdited, func(g *dataset.Grid) ([]source.Edit, error) { return g.SetCell(at[0], at[1], v) })
		steps[len(steps)-1].cell, steps[len(steps)-1].by = &at, c.by
	}
	for _, r := range p.rowDels {
		step(rowText(e.g.Rows[r]), "", sayRowDeleted, func(g *dataset.Grid) ([]source.Edit, error) { return g.DeleteRow(e.body(r)) })
	}
	for _, col := range slices.Backward(p.colDels) {
		stage++
		step(shown(e.g.Rows[0][col]), "", sayColumnDeleted, func(g *dataset.Grid) ([]source.Edit, error) { return g.DeleteColumn(col) })
	}
	for _, k := range p.colAdds {
		if header, cells, ok := e.column(k, p, rows); ok {
			stage++
			step("", columnText(header, cells), sayColumnAdded, func(g *dataset.Grid) ([]source.Edit, error) { return g.InsertColumn(k, header, cells) })
		}
	}
	if stage > 0 {
		stage++
	}
	for _, k := range p.rowAdds {
		if cells, ok := e.values(rows[k]); ok {
			row := e.before(k, p, len(rows))
			if stage == 0 {
				row = e.sentBefore(k, p, len(rows))
			}
			step("", strings.Join(cells, " | "), sayRowAdded, func(g *dataset.Grid) ([]source.Edit, error) { return g.InsertRow(row, cells) })
		}
	}
	return steps
}

// sentBefore returns the body row, among those that were sent, before which a new row stands.
func (e *gridEditor) sentBefore(k int, p *gridPlan, returned int) int {
	for _, m := range planMatch(p, returned, len(e.g.Rows)) {
		if m[0] > k {
			return e.body(m[1])
		}
	}
	return e.body(len(e.g.Rows))
}

// before returns the body row, among those that stay, before which a new row stands.
func (e *gridEditor) before(k int, p *gridPlan, returned int) int {
	at := e.sentBefore(k, p, returned)
	for _, r := range p.rowDels {
		if e.body(r) < at {
			at--
		}
	}
	return at
}

var errBody = errors.New("the body cannot be edited by itself")

// yamlEdits returns the edits of the file that make the steps. With one stage each step has its own; more
// stages are made on a copy of the block, and the first step has what comes of all of them.
func (e *gridEditor) yamlEdits(steps []yamlStep) ([][]source.Edit, error) {
	out := make([][]source.Edit, len(steps))
	if len(steps) == 0 {
		return out, nil
	}
	text, d, last := e.d.Span.Of(e.s.doc.File.Text), e.d, steps[len(steps)-1].stage
	shift := e.d.Span.Start // of the spans of d against text
	for at := 0; at < len(steps); {
		g, err := dataset.Parse(d)
		if err != nil {
			return nil, err
		}
		g.Keep, g.EOL = true, e.s.doc.File.EOL()
		var all []source.Edit
		for stage := steps[at].stage; at < len(steps) && steps[at].stage == stage; at++ {
			if out[at], err = steps[at].edit(g); err != nil {
				return nil, err
			}
			all = append(all, out[at]...)
		}
		if last == 0 {
			return out, nil
		}
		for i := range all {
			all[i].Span.Start, all[i].Span.End = all[i].Span.Start-shift, all[i].Span.End-shift
		}
		if text, err = source.Apply(text, all); err != nil {
			return nil, err
		}
		parsed := noma.Snippet(text)
		var ok bool
		if len(parsed.Children) != 1 {
			return nil, errBody
		}
		if d, ok = parsed.Children[0].(*noma.Directive); !ok || d.Name != e.d.Name {
			return nil, errBody
		}
		shift = 1 // see parse
	}
	if !e.d.RawBody.Placed() {
		return nil, errBody
	}
	clear(out)
	out[0] = replaceText(e.s.doc.File, e.d.RawBody, d.RawBody.S)
	return out, nil
}
