package validate

import (
	"github.com/nomadocx/nomadocx/noma"
	"github.com/nomadocx/nomadocx/noma/diag"
)

// The rules of agent memory are errors: an agent that reads a malformed memory acts on it (Format
// spec, "Memory profile").
var memoryRules = []blockRule{
	{rule: rule{"memory-missing-type", diag.Error}, on: []string{"memory"}, check: func(c *checker, n *noma.Directive, r reporter) {
		if !set(n, "type") {
			r.at(n, title("Memory", n)+" has no type=.")
		}
	}},
	{rule: rule{"memory-invalid-type", diag.Error}, on: []string{"memory"}, check: func(c *checker, n *noma.Directive, r reporter) {
		if t := n.AttrText("type"); set(n, "type") && !oneOf(noma.TrimSpace(t), "user feedback project reference") {
			r.at(n, title("Memory", n)+" has type="+quote(t)+"; it must be user, feedback, project or reference.")
		}
	}},
	{rule: rule{"memory-invalid-confidence", diag.Error}, on: []string{"memory"}, check: func(c *checker, n *noma.Directive, r reporter) {
		if badShare(n, "confidence") {
			r.at(n, title("Memory", n)+" has a confidence= that is no number from 0 to 1.")
		}
	}},
	{rule: rule{"memory-invalid-last-seen", diag.Error}, on: []string{"memory"}, check: func(c *checker, n *noma.Directive, r reporter) {
		a, given := n.Attr("last_seen")
		if _, ok := isoDate(a.Value.Raw); given && (!ok || a.Value.Kind != noma.String) {
			r.at(n, title("Memory", n)+" has a last_seen= that is no ISO date.")
		}
	}},
	{rule: rule{"memory-missing-id", diag.Error}, on: []string{"memory"}, check: func(c *checker, n *noma.Directive, r reporter) {
		if n.ID == "" {
			r.at(n, title("Memory", n)+" has no id=.")
		}
	}},
}
