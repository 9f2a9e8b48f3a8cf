package revise

import (
	"slices"
	"strconv"

	"github.com/nomadocx/nomadocx/internal/office/opc"
)

// revisedColumn is a column of a table that came or went, as changes of its cells.
type revisedColumn struct {
	author, date string

	cells []string // ids of the changes of its cells
	texts []string // ids of what the same author changed in them at the same time
}

// columnKey tells the columns of a table apart.
type columnKey struct {
	at                  int // the column of the grid in which its cells begin
	local, author, date string
}

// revisedTable is a table with columns that came or went.
type revisedTable struct {
	columns map[columnKey]*revisedColumn
	grid    string // the id of the change of its grid, "" for none
}

// openTable is a table while it is read. Depths are those of its elements.
type openTable struct {
	revisedTable
	depth, cell int            // of itself and of the open cell, 0 without one
	at, span    int            // where the next cell begins in the grid, and how many columns the open one spans
	column      *revisedColumn // of the open cell, nil for one that neither came nor went
}

// revisedTables returns the tables of a block in which columns came or went.
func revisedTables(x *opc.Scanner) (out []revisedTable, err error) {
	var open []*openTable
	for x.Next() {
		if !x.Opened() {
			if n := len(open) - 1; n >= 0 && x.Depth() < open[n].depth {
				if len(open[n].columns) > 0 {
					out = append(out, open[n].revisedTable)
				}
				open = open[:n]
			} else if n >= 0 && x.Depth() < open[n].cell {
				open[n].at += open[n].span
				open[n].cell, open[n].column = 0, nil
			}
			continue
		}
		if x.Space() != Word {
			continue
		}
		if x.Local() == "tbl" {
			open = append(open, &openTable{depth: x.Depth(), revisedTable: revisedTable{columns: map[columnKey]*revisedColumn{}}})
		} else if len(open) > 0 {
			inTable(x, open)
		}
	}
	return out, x.Err()
}

// maxOpenTables bounds in how many tables, one in the other, a change is one of a column.
const maxOpenTables = 64

// inTable notes an element of the last of open tables.
func inTable(x *opc.Scanner, open []*openTable) {
	t := open[len(open)-1]
	id, _ := x.Value("id")
	switch local := x.Local(); {
	case local == "tr" && t.cell == 0:
		t.at = 0
	case local == "gridBefore" && t.cell == 0:
		t.at = columnsOf(x)
	case local == "tc" && t.cell == 0:
		t.cell, t.span = x.Depth(), 1
	case local == "gridSpan" && t.cell > 0:
		t.span = columnsOf(x)
	case local == "tblGridChange" && t.cell == 0:
		t.grid = id
	case IsRevision(local):
		author, _ := x.Value("author")
		date, _ := x.Value("date")
		key := columnKey{t.at, local, author, date}
		if (local == "cellIns" || local == "cellDel") && t.cell > 0 {
			if t.columns[key] == nil {
				t.columns[key] = &revisedColumn{author: author, date: date}
			}
			t.column = t.columns[key]
			t.column.cells = append(t.column.cells, id)
		}
		for _, t := range open[max(0, len(open)-maxOpenTables):] {
			if c := t.column; c != nil && c.author == author && c.date == date {
				c.texts = append(c.texts, id)
			}
		}
	}
}

// columnsOf returns how many columns of the grid an element says, 1 when it says none that can be.
func columnsOf(x *opc.Scanner) int {
	val, _ := x.Value("val")
	if n, err := strconv.Atoi(val); err == nil && n > 0 && n < 1<<16 {
		return n
	}
	return 1
}

// choose adds the ids of the changes of a table that go with those of cells that are selected: of all cells of their columns and what is in
// them. The grid goes with the last of the columns.
func (t *revisedTable) choose(ids map[string]bool) {
	all := true
	for _, c := range t.columns {
		if !slices.ContainsFunc(c.cells, func(id string) bool { return ids[id] }) {
			all = false
			continue
		}
		for _, id := range append(c.cells, c.texts...) {
			ids[id] = true
		}
	}
	if all && t.grid != "" {
		ids[t.grid] = true
	}
}

// gridOf notes the grid of a table all of whose columns that came or went are of the authors that are selected.
func (t *revisedTable) gridOf(p *picker) {
	for _, c := range t.columns {
		if !slices.Contains(p.Authors, c.author) {
			return
		}
	}
	p.grids[t.grid] = true
}
