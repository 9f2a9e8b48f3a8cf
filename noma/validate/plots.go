package validate

import (
	"strings"
	"unicode"

	"github.com/nomadocx/nomadocx/internal/chart"
	"github.com/nomadocx/nomadocx/noma"
	"github.com/nomadocx/nomadocx/noma/dataset"
	"github.com/nomadocx/nomadocx/noma/diag"
)

var plotRules = []blockRule{
	{rule: rule{"plot-unknown-dataset", diag.Error}, on: []string{"plot"}, check: func(c *checker, n *noma.Directive, r reporter) {
		if !set(n, "dataset") || c.dataset(n) != nil {
			return
		}
		name := n.AttrText("dataset")
		hint, guess := c.datasetNames().didYouMean(noma.TrimSpace(name))
		r.mend(n, title("Plot", n)+" references unknown dataset "+quote(name)+"."+hint, setAttribute(n, "dataset", guess))
	}},
	{rule: rule{"plot-unknown-column", diag.Error}, on: []string{"plot"}, check: func(c *checker, n *noma.Directive, r reporter) {
		if !set(n, "column", "xcolumn") {
			return
		}
		d := c.dataset(n)
		if d == nil {
			return
		}
		g := c.columns(d)
		if len(g.known) == 0 {
			return // what the columns are is not known
		}
		for _, key := range [...]string{"column", "xcolumn"} {
			value := noma.TrimSpace(n.AttrText(key))
			for _, name := range g.missing(value) {
				hint, guess := g.near().didYouMean(name)
				if name != value {
					guess = "" // one of several names is no value for the attribute
				}
				r.mend(n, title("Plot", n)+" uses "+key+"="+quote(name)+", which dataset "+quote(n.AttrText("dataset"))+" does not have."+hint,
					setAttribute(n, key, guess))
			}
		}
	}},
	{rule: rule{"plot-missing-data", diag.Error}, on: []string{"plot"}, check: func(c *checker, n *noma.Directive, r reporter) {
		if !set(n, "data", "dataset") {
			r.at(n, title("Plot", n)+" has neither data= nor dataset=; write its numbers as data=\"120,110\", or rows in a ::dataset{id=\"d\"} block and dataset=\"d\" here.")
		}
	}},
	{rule: rule{"dataset-unreadable", diag.Warning}, on: []string{"plot"}, check: func(c *checker, n *noma.Directive, r reporter) {
		d := c.dataset(n)
		if d == nil || noma.TrimSpace(d.RawBody.S) == "" {
			return // what is wrong with a file is known from loading it
		}
		format := noma.TrimSpace(d.AttrText("format"))
		if g := c.columns(d); len(g.names) > 0 && g.rows > 0 || format != "" && !oneOf(strings.ToLower(format), "csv tsv json yaml") {
			return
		}
		message := title("Plot", n) + " is empty: no row of dataset " + quote(n.AttrText("dataset")) + " can be read"
		first, rest, _ := strings.Cut(noma.TrimSpace(d.RawBody.S), "\n")
		switch commas := strings.Count(first, ","); {
		case format != "":
			r.at(n, message+" as "+quote(format)+".")
		case commas > 0 && strings.Count(rest, ",") >= commas:
			r.mend(n, message+". Rows without format= are YAML, and these read like CSV: write format=\"csv\" there.", setAttribute(d, "format", "csv"))
		default:
			r.at(n, message+" as YAML, which rows without format= are.")
		}
	}},
	{rule: badValue, on: []string{"plot"}, check: func(c *checker, n *noma.Directive, r reporter) {
		for part := range strings.SplitSeq(n.AttrText("data"), ";") {
			for _, s := range chart.SplitList(part) {
				if strings.ContainsFunc(s, unicode.IsLetter) && !chart.IsNumber(s) && !oneOf(strings.ToLower(s), "null nan na n/a") {
					r.at(n, title("Plot", n)+" has "+quote(s)+" in data=, which is no number and is shown as a gap.")
					return
				}
			}
		}
	}},
	{rule: rule{"plot-mixed-delimiters", diag.Warning}, on: []string{"plot"}, check: func(c *checker, n *noma.Directive, r reporter) {
		x, y := delimiter(n.AttrText("data")), delimiter(n.AttrText("xlabels"))
		if x != y && x != "" && y != "" {
			r.at(n, title("Plot", n)+" separates data= by "+x+" and xlabels= by "+y+"; use commas for both.")
		}
	}},
}

// dataset returns the dataset a plot names, nil when there is none of that id.
func (c *checker) dataset(n *noma.Directive) *noma.Directive {
	x, _ := c.doc.Block(noma.TrimSpace(n.AttrText("dataset")))
	if d, ok := x.(*noma.Directive); ok && d.Name == "dataset" {
		return d
	}
	return nil
}

// datasetNames returns the ids and aliases of the datasets.
func (c *checker) datasetNames() *spelling {
	if c.datasets == nil {
		c.datasets = namesOf(c.doc, func(n noma.Node) bool {
			d, ok := n.(*noma.Directive)
			return ok && d.Name == "dataset"
		})
	}
	return c.datasets
}

// columns returns the columns of a dataset, none when it cannot be read. It is read once, however many
// plots use it.
func (c *checker) columns(d *noma.Directive) *columnSet {
	if set, ok := c.grids[d]; ok {
		return set
	}
	set := &columnSet{known: map[string]bool{}}
	if g, err := dataset.Parse(d); err == nil {
		set.names, set.rows = g.Columns, len(g.Rows)
		for _, name := range g.Columns {
			set.known[name] = true
		}
	}
	if c.grids == nil {
		c.grids = map[*noma.Directive]*columnSet{}
	}
	c.grids[d] = set
	return set
}

// columnSet are the names of a dataset's columns.
type columnSet struct {
	names    []string
	rows     int
	known    map[string]bool
	spelling *spelling
}

func (s *columnSet) near() *spelling {
	if s.spelling == nil {
		s.spelling = newSpelling(s.names...)
	}
	return s.spelling
}

// missing returns the columns that an attribute names and that are not there, the first of them. It names
// one, or several with commas when there is no column of the whole name.
func (s *columnSet) missing(value string) []string {
	if s.known[value] || value == "" {
		return nil
	}
	var names []string
	for part := range strings.FieldsFuncSeq(value, func(r rune) bool { return r == ',' || r == ';' }) {
		if part = noma.TrimSpace(part); !s.known[part] && len(names) < maxPerBlock {
			names = append(names, part)
		}
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
