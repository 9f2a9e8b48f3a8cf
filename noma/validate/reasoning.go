package validate

import (
	"strings"

	"github.com/nomadocx/nomadocx/layout"
	"github.com/nomadocx/nomadocx/noma"
	"github.com/nomadocx/nomadocx/noma/diag"
)

var reasoningRules = []blockRule{
	{rule: rule{"claim-invalid-confidence", diag.Warning}, on: []string{"claim"}, check: func(c *checker, n *noma.Directive, r reporter) {
		if badShare(n, "confidence") {
			r.at(n, title("Claim", n)+" has a confidence= that is no number from 0 to 1.")
		}
	}},
	{rule: rule{"claim-missing-confidence", diag.Warning}, on: []string{"claim"}, check: func(c *checker, n *noma.Directive, r reporter) {
		if _, given := n.Attr("confidence"); !given && (c.active["research-memo"] || c.active["investment-thesis"]) {
			r.at(n, title("Claim", n)+" has no confidence=, which the profile asks for.")
		}
	}},
	{rule: rule{"state-change-missing-block", diag.Warning}, on: []string{"state_change"}, check: func(c *checker, n *noma.Directive, r reporter) {
		if !set(n, "block") {
			r.at(n, title("State change", n)+" does not say which block= changed.")
		}
	}},
	{rule: rule{"state-change-missing-from-to", diag.Warning}, on: []string{"state_change"}, check: func(c *checker, n *noma.Directive, r reporter) {
		_, from := n.Attr("from")
		_, to := n.Attr("to")
		if !from || !to {
			r.at(n, title("State change", n)+" needs both from= and to=.")
		}
	}},
	{rule: rule{"change-request-invalid-action", diag.Warning}, on: []string{"change_request"}, check: func(c *checker, n *noma.Directive, r reporter) {
		action, key := n.First("action", "type")
		if key != "" && revisionAction(n) == "" {
			r.at(n, title("change_request", n)+" "+key+"="+quote(action)+" must be insert, delete, or replace.")
		}
	}},
	{rule: rule{"change-request-missing-revision-text", diag.Warning}, on: []string{"change_request"}, check: func(c *checker, n *noma.Directive, r reporter) {
		var missing string
		switch revisionAction(n) {
		case "replace":
			if !set(n, "from") || !set(n, "to") {
				missing = "both from= and to="
			}
		case "insert":
			if !set(n, "to", "text") && blankBody(n) {
				missing = "to=, text= or a body"
			}
		case "delete":
			if !set(n, "from", "text") && blankBody(n) {
				missing = "from=, text= or a body"
			}
		}
		if missing != "" && !layout.ReadRequest(n).Valid { // the end of a paragraph has no text
			r.at(n, title("Change request", n)+" to "+revisionAction(n)+" needs "+missing+".")
		}
	}},
	{rule: rule{"evidence-missing-for", diag.Warning}, on: []string{"evidence", "counterevidence"}, check: func(c *checker, n *noma.Directive, r reporter) {
		if _, ok := stringAttr(n, "for"); !ok {
			r.at(n, title("Evidence", n)+" has no for= that names a claim.")
		}
	}},
}

// revisionAction returns the action of a change request, "" when it is missing or unknown.
func revisionAction(n *noma.Directive) string {
	s, _ := n.First("action", "type")
	if s = strings.ToLower(noma.TrimSpace(s)); oneOf(s, "insert delete replace") {
		return s
	}
	return ""
}
