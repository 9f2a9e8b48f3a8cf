package validate

import (
	"encoding/csv"
	"fmt"
	"regexp"
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
		g := c.columns(d)
		if len(g.names) > 0 && g.rows > 0 || format != "" && !oneOf(strings.ToLower(format), "csv tsv json yaml") {
			return
		}
		message := title("Plot", n) + " is empty: dataset " + quote(n.AttrText("dataset"))
		switch {
		case g.read && g.rows > 0:
			r.at(n, message+" has no columns.")
		case g.read:
			r.at(n, message+" has no rows.")
		case format != "":
			r.at(n, message+" cannot be read as "+quote(format)+".")
		case g.commas:
			r.mend(n, message+" cannot be read. Rows without format= are YAML, and these read like CSV: write format=\"csv\" there.", setAttribute(d, "format", "csv"))
		default:
			r.at(n, message+" cannot be read as YAML, which rows without format= are.")
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
	{rule: badValue, on: []string{"plot"}, check: func(c *checker, n *noma.Directive, r reporter) {
		if wrong := wrongNames(n); wrong != "" {
			r.at(n, title("Plot", n)+" "+wrong)
		}
	}},
	{rule: rule{"plot-mixed-delimiters", diag.Warning}, on: []string{"plot"}, check: func(c *checker, n *noma.Directive, r reporter) {
		x, y := delimiter(n.AttrText("data")), delimiter(n.AttrText("xlabels"))
		if x != y && x != "" && y != "" {
			r.at(n, title("Plot", n)+" separates data= by "+x+" and xlabels= by "+y+"; use commas for both.")
		}
	}},
}

// wrongNames says that a plot with its own numbers names more or fewer points, or more series, than it has; "" otherwise.
func wrongNames(n *noma.Directive) string {
	data, xlabels := n.AttrText("data"), n.AttrText("xlabels")
	lists, points := strings.Split(data, ";"), 0
	for _, s := range lists {
		points = max(points, len(chart.SplitList(s)))
	}
	series, key := n.First("series", "labels", "legend")
	given, named := len(chart.SplitList(xlabels)), len(chart.SplitList(strings.ReplaceAll(series, ";", ",")))
	switch {
	case points == 0 || set(n, "dataset"):
	case given > 0 && given != points && delimiter(data) == delimiter(xlabels): // otherwise plot-mixed-delimiters says it
		return fmt.Sprintf("names %d points in xlabels= and has %d in data=.", given, points)
	case named > len(lists):
		return fmt.Sprintf("names %d series in %s= and has %d in data=; the names of points are xlabels=.", named, key, len(lists))
	}
	return ""
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
		set.read, set.names, set.rows = true, g.Columns, len(g.Rows)
		for _, name := range g.Columns {
			set.known[name] = true
		}
	} else {
		set.commas = readsLikeCSV(d.RawBody.S)
	}
	if c.grids == nil {
		c.grids = map[*noma.Directive]*columnSet{}
	}
	c.grids[d] = set
	return set
}

// columnSet are the names of a dataset's columns.
type columnSet struct {
	read     bool // the dataset can be read; rows is 0 where it has none
	commas   bool // it cannot, and reads like CSV
	names    []string
	rows     int
	known    map[string]bool
	spelling *spelling
}

// readsLikeCSV reports whether the lines of a text have as many fields each, two or more, and none is an entry of YAML.
func readsLikeCSV(body string) bool {
	reader := csv.NewReader(strings.NewReader(body))
	reader.TrimLeadingSpace = true
	rows, err := reader.ReadAll()
	return err == nil && len(rows) > 1 && len(rows[0]) > 1 && !entryOfYAML.MatchString(body)
}

// entryOfYAML is a line that begins with a key or is an item of a list.
var entryOfYAML = regexp.MustCompile(`(?m)^[ \t]*(-[ \t]|[^,"\n]*:(\s|$))`)

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
