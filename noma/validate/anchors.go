package validate

import (
	"slices"
	"strings"

	"github.com/nomadocx/nomadocx/layout"
	"github.com/nomadocx/nomadocx/noma"
	"github.com/nomadocx/nomadocx/noma/diag"
)

// Rules about the places of comments, notes and change requests in the text of their target.

var anchorRules = []documentRule{
	{rule{"anchor-lost", diag.Warning}, func(c *checker, r reporter) {
		named := slices.DeleteFunc(slices.Clone(c.blocks), func(n *noma.Directive) bool { return !namesWords(n) })
		if len(named) == 0 && !slices.ContainsFunc(c.blocks, hasPlace) {
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
		for _, n := range layout.Unfound(plan, named) {
			r.at(n, title("change_request", n)+" is about "+quote(layout.ReadRequest(n).From)+", which is not in the text of its block. It cannot be accepted until from= has words that are there.")
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

// hasPlace reports whether a block says where in the text of another one it stands.
func hasPlace(n *noma.Directive) bool {
	return n.Is(noma.Annotates) && (!layout.ReadQuote(n).IsZero() || set(n, "unit"))
}

// namesWords reports whether a block is an open change request that says which words are to go, and not where they are.
func namesWords(n *noma.Directive) bool {
	if n.Name != "change_request" || hasPlace(n) || noVerify(n) {
		return false
	}
	q := layout.ReadRequest(n)
	return q.Open() && q.Action != "insert" && strings.TrimSpace(q.From) != ""
}
