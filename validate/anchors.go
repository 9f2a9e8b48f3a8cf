package validate

import (
	"slices"
	"strings"

	"github.com/nomadocx/nomadocx/diag"
	"github.com/nomadocx/nomadocx/layout"
	"github.com/nomadocx/nomadocx/noma"
)

// Rules about the places of comments, notes and change requests in the text of their target.

var anchorRules = []documentRule{
	{rule{"anchor-lost", diag.Warning}, func(c *checker, r reporter) {
		if !slices.ContainsFunc(c.blocks, func(n *noma.Directive) bool { return annotates(n) && (!layout.ReadQuote(n).IsZero() || set(n, "unit")) }) {
			return
		}
		plan := layout.Build(c.doc, layout.Options{Sketch: true})
		for _, n := range plan.Lost {
			if noVerify(n) {
				continue
			}
			q := layout.ReadQuote(n)
			words, near := q.Exact, ""
			if n.Name == "change_request" {
				words = layout.ReadRequest(n).From
			}
			if words == "" {
				words = strings.TrimSpace(q.Prefix) + " … " + strings.TrimSpace(q.Suffix)
			}
			if x := plan.Nearest(n); x != "" {
				near = "; the nearest words are " + quote(x)
			}
			r.at(n, title(n.Name, n)+" is about "+quote(words)+", which cannot be found once in the text of its block"+near+". Until exact=, prefix= and suffix= say where, it is shown at the whole block.")
		}
	}},
	{rule{"change-request-invalid-unit", diag.Warning}, func(c *checker, r reporter) {
		moves := map[string]int{}
		for _, n := range c.blocks {
			if n.Name == "change_request" {
				moves[n.AttrText("move")]++
			}
		}
		for _, n := range c.blocks {
			if n.Name != "change_request" || noVerify(n) {
				continue
			}
			if unit := n.AttrText("unit"); unit != "" && layout.UnitOf(n) == layout.UnitText && !strings.EqualFold(unit, layout.TextUnit) {
				r.at(n, title("Change request", n)+" unit="+quote(unit)+" must be text, paragraph, item, row, column or break.")
			}
			if move := n.AttrText("move"); move != "" && moves[move] != 2 {
				r.at(n, title("Change request", n)+" move="+quote(move)+" must stand at two requests: what is deleted, and what is inserted.")
			}
		}
	}},
}

// annotates reports whether a block is about another one.
func annotates(n *noma.Directive) bool {
	switch n.Name {
	case "comment", "footnote", "endnote", "change_request":
		return true
	}
	return false
}
