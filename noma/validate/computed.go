package validate

import (
	"strings"

	"github.com/nomadocx/nomadocx/noma"
	"github.com/nomadocx/nomadocx/noma/compute"
	"github.com/nomadocx/nomadocx/noma/diag"
)

// computedRule examines the formula of a computed block. It returns what is wrong, each as the rest
// of a sentence that begins with the block.
type computedRule struct {
	rule
	check func(c *checker, n *noma.Directive, f *compute.Formula) []string
}

var computedRules = []computedRule{
	{rule{"computed-missing-formula", diag.Warning}, func(c *checker, n *noma.Directive, f *compute.Formula) []string {
		if f.Text == "" {
			return []string{"has no formula= and no formula: line."}
		}
		return nil
	}},
	{rule{"formula-parse-error", diag.Error}, func(c *checker, n *noma.Directive, f *compute.Formula) []string {
		if f.Err != nil {
			return []string{"has a formula that cannot be read: " + f.Err.Error() + "."}
		}
		return nil
	}},
	{rule{"computed-unknown-dependency", diag.Error}, func(c *checker, n *noma.Directive, f *compute.Formula) []string {
		if f.Expr == nil {
			return nil
		}
		var msgs []string
		for _, name := range f.Expr.Names() {
			if name != f.Variable && !c.env.Known(name) && len(msgs) < maxPerBlock {
				msgs = append(msgs, "uses "+quote(name)+", which is no control, computed block or domain variable."+c.nameHint(n, f, name))
			}
		}
		return msgs
	}},
	{rule{"computed-chain-too-deep", diag.Warning}, func(c *checker, n *noma.Directive, f *compute.Formula) []string {
		switch depth, cyclic := c.env.Depth(n); {
		case cyclic:
			return []string{"depends on a circle of computed blocks."}
		case depth > maxChain:
			return []string{"depends on a chain of more than two computed blocks."}
		}
		return nil
	}},
}

// nameHint says what the author of an unknown name may have meant: a subtraction, which needs spaces
// because a hyphen belongs to the name (contract ast.md §10); the variable of a domain that cannot be
// read; or a name that is spelt like it.
func (c *checker) nameHint(n *noma.Directive, f *compute.Formula, name string) string {
	for i := range min(len(name), 200) { // an id somebody typed, not a flood of hyphens
		if name[i] == '-' && c.env.Known(name[:i]) {
			return " For a subtraction write " + quote(name[:i]+" - "+strings.TrimLeft(name[i:], "-")) + "."
		}
	}
	if f.Variable == "" {
		if domain, _, _ := compute.Field(n, "domain", "range"); strings.HasPrefix(domain, name) {
			return " Its domain " + quote(domain) + " cannot be read; write it as " + quote("year: 0 .. 10 : 2") + "."
		}
	}
	if c.inputs == nil {
		c.inputs = namesOf(c.doc, func(n noma.Node) bool {
			d, ok := n.(*noma.Directive)
			return ok && (d.Name == "control" || compute.IsComputed(d))
		})
	}
	hint, _ := c.inputs.didYouMean(name)
	return hint
}

// maxChain is the number of computed blocks that may build on each other.
const maxChain = 2

// computed applies the rules about formulas, block by block.
func (c *checker) computed() {
	for _, n := range c.blocks {
		c.opts.Look.Now()
		if !compute.IsComputed(n) || noVerify(n) {
			continue
		}
		if c.env == nil {
			c.env = compute.Eval(c.doc)
		}
		f := c.env.Formula(n)
		for i := range computedRules {
			r := &computedRules[i]
			for _, msg := range r.check(c, n, f) {
				c.add(&r.rule, n, title("Computed block", n)+" "+msg, nil)
			}
		}
	}
}
