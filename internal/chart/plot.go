package chart

import (
	"fmt"
	"math"
	"strings"

	"github.com/nomadocx/nomadocx/noma"
	"github.com/nomadocx/nomadocx/noma/dataset"
)

// Plot makes the chart of a ::plot block. Its numbers come from data= (several series set apart by
// semicolons) or from columns of a ::dataset, which find resolves by id or alias. The error says in
// one sentence why nothing can be drawn.
//
// Attributes: type, title, data, xlabels, series (names of the series), dataset, column (one or
// several), xcolumn, and those of [Chart.Style].
func Plot(n *noma.Directive, find func(id string) *noma.Directive) (*Chart, error) {
	c := &Chart{Kind: kindOf(n.AttrText("type")), Width: defaultWidth, Height: defaultHeight}
	title, _ := n.First("title", "caption", "label")
	c.Title = plainText(title)
	c.Style(n)
	var err error
	if id := strings.TrimSpace(n.AttrText("dataset")); id != "" {
		err = c.fromDataset(n, id, find)
	} else {
		err = c.fromData(n)
	}
	if err != nil {
		return nil, err
	}
	if s, _ := n.First("series", "labels", "legend"); s != "" {
		for i, name := range SplitList(strings.ReplaceAll(s, ";", ",")) {
			if i < len(c.lines) {
				c.lines[i].name = name
			}
		}
	}
	if c.Kind == "scatter" {
		c.numericX()
	}
	c.count()
	return c, nil
}

func (c *Chart) fromData(n *noma.Directive) error {
	for i, ys := range dataLists(n.AttrText("data")) {
		if anyNumber(ys) {
			c.lines = append(c.lines, series{ys: ys, from: i})
		}
	}
	if len(c.lines) == 0 {
		return ErrNoData
	}
	c.labels = SplitList(n.AttrText("xlabels"))
	return nil
}

// fromDataset takes the columns named in column=, or the first numeric one. A column's own name may
// hold a comma, so the whole value is tried before it is split.
func (c *Chart) fromDataset(n *noma.Directive, id string, find func(string) *noma.Directive) error {
	d := find(id)
	if d == nil || !d.Is(noma.Data) {
		return fmt.Errorf("there is no dataset %q", id)
	}
	g, err := dataset.Parse(d)
	if err != nil {
		return fmt.Errorf("dataset %q: %w", id, err)
	}
	t := table{g}
	xcol := -1
	if name := strings.TrimSpace(n.AttrText("xcolumn")); name != "" {
		i, ok := g.Column(name)
		if xcol = i; !ok {
			return fmt.Errorf("dataset %q has no column %q", id, name)
		}
	}
	var cols []int
	if want := strings.TrimSpace(n.AttrText("column")); want != "" {
		names := []string{want}
		if _, ok := g.Column(want); !ok {
			names = strings.FieldsFunc(want, func(r rune) bool { return r == ',' || r == ';' })
		}
		for _, name := range names {
			i, ok := g.Column(strings.TrimSpace(name))
			if !ok {
				return fmt.Errorf("dataset %q has no column %q", id, strings.TrimSpace(name))
			}
			cols = append(cols, i)
		}
	} else if i := t.firstNumeric(xcol); i >= 0 {
		cols = []int{i}
	}
	for _, i := range cols {
		if ys := values(t.cells(i)); anyNumber(ys) {
			c.lines = append(c.lines, series{name: g.Columns[i], ys: ys, from: i})
		}
	}
	if len(c.lines) == 0 {
		return ErrNoData
	}
	if c.Title == "" && len(cols) == 1 {
		c.Title = g.Columns[cols[0]]
	}
	switch {
	case n.AttrText("xlabels") != "":
		c.labels = SplitList(n.AttrText("xlabels"))
	case xcol >= 0:
		c.labels, c.xfrom = t.cells(xcol), xcol+1
	}
	return nil
}

// numericX turns labels into positions when every one of them is a number.
func (c *Chart) numericX() {
	xs := values(c.labels)
	for _, x := range xs {
		if math.IsNaN(x) {
			return
		}
	}
	if len(xs) > 0 && len(xs) == len(c.lines[0].ys) {
		c.xs, c.labels = xs, nil
	}
}

// table reads a grid by columns.
type table struct{ *dataset.Grid }

func (t table) cells(col int) []string {
	out := make([]string, len(t.Rows))
	for i, row := range t.Rows {
		if col < len(row) {
			out[i] = row[col].Text
		}
	}
	return out
}

// firstNumeric returns the first column that the schema calls a number or, without a type, in which
// every cell that is not blank is one. The column of the labels does not count.
func (t table) firstNumeric(except int) int {
	for i := range t.Columns {
		if i == except {
			continue
		}
		kind := ""
		if i < len(t.Types) {
			kind = strings.ToLower(t.Types[i])
		}
		switch kind {
		case "number", "integer", "int", "float", "decimal":
			return i
		case "":
			found := false
			for _, s := range t.cells(i) {
				if _, ok := number(s); ok {
					found = true
				} else if strings.TrimSpace(s) != "" {
					found = false
					break
				}
			}
			if found {
				return i
			}
		}
	}
	return -1
}
