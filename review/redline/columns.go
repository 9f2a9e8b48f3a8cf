package redline

import (
	"slices"
	"strconv"
	"strings"

	"github.com/beevik/etree"
)

// column is a column of both tables by its number in each, -1 in the one that lacks it.
type column struct{ a, b int }

// columns are those of a table that came, went or stayed, and where the report has those that came or went.
type columns struct {
	list []column
	told map[int]int // the change of a column, by its place in the list
}

// cellScore is how much a cell that reads the same says for two columns being one.
const cellScore = 10

// mostColumns is how many columns Word allows.
const mostColumns = 63

// columns returns what became of the columns of a table, nil when they are as many as before and in their places, or when cells span
// several. to says for every row of the newer table which one of the older it is.
func (w *writer) columns(rowsA, rowsB []*block, to []int) *columns {
	for j, i := range to {
		if i >= 0 && rowsA[i].hash == rowsB[j].hash {
			return nil // each row would be another one
		}
	}
	a, b := regular(rowsA), regular(rowsB)
	if a == nil || b == nil {
		return nil
	}
	m, n := len(a[0]), len(b[0])
	if m*n > mostColumns*mostColumns {
		return nil
	}
	score := make([][]int, m)
	for i := range score {
		score[i] = make([]int, n)
	}
	rows := 0
	for j, i := range to {
		if i < 0 {
			continue
		}
		rows++
		for x := range m {
			for y := range n {
				score[x][y] += likeCells(a[i][x], b[j][y])
			}
		}
	}
	list, best := aligned(score, m, n)
	if m == n {
		inPlace := 0
		for x := range m {
			inPlace += score[x][x]
		}
		if best < inPlace+rows*cellScore/2 {
			return nil
		}
	}
	if !slices.ContainsFunc(list, func(c column) bool { return c.a >= 0 && c.b >= 0 }) || slices.ContainsFunc(list, func(c column) bool {
		return c.b < 0 && blankColumn(a, c.a) || c.a < 0 && blankColumn(b, c.b)
	}) {
		return nil
	}
	return &columns{list, map[int]int{}}
}

// grid writes the grid of a table with columns that came or went: it has all of them. It reports whether it did.
func (w *writer) grid(out *strings.Builder, was, now *etree.Element, cols *columns) bool {
	a, b := child(was, "tblGrid").SelectElements("gridCol"), child(now, "tblGrid").SelectElements("gridCol")
	m, n := 0, 0
	for _, c := range cols.list {
		m, n = max(m, c.a+1), max(n, c.b+1)
	}
	if len(a) != m || len(b) != n {
		return false
	}
	out.WriteString("<w:tblGrid>")
	for _, c := range cols.list {
		if c.b >= 0 {
			put(out, b[c.b], false)
		} else {
			put(out, a[c.a], false)
		}
	}
	w.formerGrid(out, child(was, "tblGrid"))
	out.WriteString("</w:tblGrid>")
	return true
}

// formerGrid writes the change of a grid that was another one. It is part of the changes of the table: the report does not have it.
func (w *writer) formerGrid(out *strings.Builder, was *etree.Element) {
	pending := len(w.pending)
	w.next()
	w.pending = w.pending[:pending]
	out.WriteString(`<w:tblGridChange w:id="` + strconv.Itoa(w.id) + `"><w:tblGrid>`)
	putProperties(out, was, "tblGridChange")
	out.WriteString("</w:tblGrid></w:tblGridChange>")
}

// blankColumn reports whether a column has no text. Whether one was decided could not be told by what is in it.
func blankColumn(cells [][]string, at int) bool {
	return !slices.ContainsFunc(cells, func(row []string) bool { return row[at] != "" })
}

// regular returns the texts of the cells of rows, nil when not all rows have the same columns, each in a cell.
func regular(rows []*block) [][]string {
	out := make([][]string, len(rows))
	for n, row := range rows {
		e, err := row.element()
		if err != nil {
			return nil
		}
		list, ok := cells(e)
		if !ok || len(list) == 0 || n > 0 && len(list) != len(out[0]) {
			return nil
		}
		for _, tc := range list {
			pr := child(tc, "tcPr")
			for _, tag := range [...]string{"gridSpan", "vMerge", "hMerge", "cellIns", "cellDel", "cellMerge"} {
				if child(pr, tag) != nil {
					return nil
				}
			}
			out[n] = append(out[n], strings.TrimSpace(plain(markup(tc))))
		}
		if pr := child(e, "trPr"); child(pr, "gridBefore") != nil || child(pr, "gridAfter") != nil {
			return nil
		}
	}
	if len(out) == 0 {
		return nil
	}
	return out
}

// likeCells returns how much two cells say for their columns being one.
func likeCells(a, b string) int {
	switch {
	case a != b:
		return 0
	case a == "":
		return 1
	}
	return cellScore
}

// aligned pairs columns in their order so that the sum of the scores is the greatest, and returns it.
func aligned(score [][]int, m, n int) (list []column, best int) {
	sum := make([][]int, m+1) // of the columns from here on
	for i := range sum {
		sum[i] = make([]int, n+1)
	}
	for i := m - 1; i >= 0; i-- {
		for j := n - 1; j >= 0; j-- {
			sum[i][j] = max(sum[i+1][j], sum[i][j+1])
			if s := score[i][j]; s > 0 {
				sum[i][j] = max(sum[i][j], s+sum[i+1][j+1])
			}
		}
	}
	i, j := 0, 0
	for i < m || j < n {
		switch {
		case i < m && j < n && score[i][j] > 0 && sum[i][j] == score[i][j]+sum[i+1][j+1]:
			list = append(list, column{i, j})
			i++
			j++
		case i < m && (j == n || sum[i][j] == sum[i+1][j]):
			list = append(list, column{i, -1})
			i++
		default:
			list = append(list, column{-1, j})
			j++
		}
	}
	return list, sum[0][0]
}

// columns writes the cells of a row that comes or goes, and an empty one for every column that goes or comes.
func (p *wrapper) columns(tr *etree.Element, cols *columns) {
	list, _ := cells(tr)
	for n, c := range cols.list {
		at, other := c.a, "ins"
		if p.rowTag() == "ins" {
			at, other = c.b, "del"
		}
		if at >= 0 {
			p.cell(list[at], "")
			continue
		}
		tc := &etree.Element{Space: "w", Tag: "tc"}
		tc.AddChild(&etree.Element{Space: "w", Tag: "p"})
		pending := p.w.pending // of the row
		p.w.pending = nil
		p.w.columnCell(p.b, tc, other, cols, n)
		p.w.pending = pending
	}
}

// columnCell writes a cell of a column that comes or goes. The report has the column once.
func (w *writer) columnCell(out *strings.Builder, tc *etree.Element, tag string, cols *columns, at int) {
	p := &wrapper{w: w, b: out, tag: tag}
	w.as(stepOf(tc))
	p.cell(tc, map[string]string{"ins": "cellIns", "del": "cellDel"}[tag])
	text := strings.TrimSpace(plain(markup(tc)))
	w.touched()
	if n, known := cols.told[at]; known {
		c := &w.report.Changes[n]
		c.add(w.pending)
		w.pending = nil
		if text == "" {
			return
		}
		if tag == "ins" {
			c.Now = clipped(c.Now + " " + text)
		} else {
			c.Was = clipped(c.Was + " " + text)
		}
		return
	}
	if tag == "ins" {
		w.note("column-insert", "", text)
	} else {
		w.note("column-delete", text, "")
	}
	w.touched()
	cols.told[at] = len(w.report.Changes) - 1
}
