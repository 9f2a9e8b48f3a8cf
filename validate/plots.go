package validate

import (
	"strings"

	"github.com/nomadocx/nomadocx/dataset"
	"github.com/nomadocx/nomadocx/diag"
	"github.com/nomadocx/nomadocx/noma"
)

var plotRules = []blockRule{
	{rule: rule{"plot-unknown-dataset", diag.Error}, on: []string{"plot"}, always: true, check: func(c *checker, n *noma.Directive, r reporter) {
		if set(n, "dataset") && c.dataset(n) == nil {
			r.at(n, title("Plot", n)+" references unknown dataset "+quote(n.AttrText("dataset"))+".")
		}
	}},
	{rule: rule{"plot-unknown-column", diag.Error}, on: []string{"plot"}, always: true, check: func(c *checker, n *noma.Directive, r reporter) {
		if !set(n, "column", "xcolumn") {
			return
		}
		d := c.dataset(n)
		if d == nil {
			return
		}
		g, err := c.grid(d)
		if err != nil || len(g.Columns) == 0 {
			return // what the columns are is not known
		}
		for _, key := range [...]string{"column", "xcolumn"} {
			for _, name := range columnNames(g, n.AttrText(key)) {
				if _, ok := g.Column(name); !ok {
					r.at(n, title("Plot", n)+" uses "+key+"="+quote(name)+", which dataset "+quote(n.AttrText("dataset"))+" does not have.")
				}
			}
		}
	}},
	{rule: rule{"plot-missing-data", diag.Error}, on: []string{"plot"}, always: true, check: func(c *checker, n *noma.Directive, r reporter) {
		if !set(n, "data", "dataset") {
			r.at(n, title("Plot", n)+" has neither data= nor dataset=.")
		}
	}},
	{rule: rule{"plot-mixed-delimiters", diag.Warning}, on: []string{"plot"}, check: func(c *checker, n *noma.Directive, r reporter) {
		x, y := delimiter(n.AttrText("data")), delimiter(n.AttrText("xlabels"))
		if x != y && x != "" && y != "" {
			r.at(n, title("Plot", n)+" separates data= by "+x+" and xlabels= by "+y+"; use commas for both.")
		}
	}},
}

// dataset is the dataset a plot names, nil when there is none of that id.
func (c *checker) dataset(n *noma.Directive) *noma.Directive {
	x, _ := c.doc.Block(noma.TrimSpace(n.AttrText("dataset")))
	if d, ok := x.(*noma.Directive); ok && d.Name == "dataset" {
		return d
	}
	return nil
}

// grid reads a dataset once, however many plots use it.
func (c *checker) grid(d *noma.Directive) (*dataset.Grid, error) {
	if g, ok := c.grids[d]; ok {
		return g.Grid, g.error
	}
	g, err := dataset.Parse(d)
	if c.grids == nil {
		c.grids = map[*noma.Directive]parsedGrid{}
	}
	c.grids[d] = parsedGrid{g, err}
	return g, err
}

type parsedGrid struct {
	*dataset.Grid
	error
}

// columnNames are the columns an attribute names: one, or several with commas when there is no
// column of the whole name.
func columnNames(g *dataset.Grid, s string) []string {
	s = noma.TrimSpace(s)
	if _, ok := g.Column(s); ok || s == "" {
		return nil
	}
	var names []string
	for part := range strings.FieldsFuncSeq(s, func(r rune) bool { return r == ',' || r == ';' }) {
		names = append(names, noma.TrimSpace(part))
	}
	return names
}

// delimiter names what separates the items of a list, "" for a single item.
func delimiter(s string) string {
	switch {
	case strings.Contains(s, ","):
		return "commas"
	case len(strings.Fields(s)) > 1:
		return "spaces"
	}
	return ""
}
