package validate

import (
	"strconv"

	"github.com/nomadocx/nomadocx/noma"
	"github.com/nomadocx/nomadocx/noma/diag"
)

var citationRules = []blockRule{
	{rule: rule{"citation-missing-source", diag.Warning}, on: []string{"citation"}, check: func(c *checker, n *noma.Directive, r reporter) {
		if !set(n, "url", "source", "doi") {
			r.at(n, title("Citation", n)+" has none of url=, source= and doi=.")
		}
	}},
	{rule: rule{"stale-citation", diag.Warning}, on: []string{"citation"}, check: func(c *checker, n *noma.Directive, r reporter) {
		accessed, ok := isoDate(n.AttrText("accessed"))
		if !ok || c.opts.Now.IsZero() {
			return
		}
		if days, age := c.staleDays(n), c.opts.Now.Sub(accessed).Hours()/24; age > days {
			r.at(n, title("Citation", n)+" was accessed "+strconv.Itoa(int(age))+" days ago; the limit is "+strconv.FormatFloat(days, 'f', -1, 64)+".")
		}
	}},
}

const defaultStaleDays = 365

// staleDays returns the window of a citation in days: the caller's, its own, the document's or a year.
func (c *checker) staleDays(n *noma.Directive) float64 {
	if c.opts.StaleDays > 0 {
		return c.opts.StaleDays
	}
	if v, ok := number(n, "stale_after_days"); ok && v > 0 {
		return v
	}
	if v, ok := c.doc.Meta.Get("stale_citation_days").(float64); ok && v > 0 {
		return v
	}
	return defaultStaleDays
}
