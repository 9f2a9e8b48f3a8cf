package validate

import (
	"github.com/nomadocx/nomadocx/compute"
	"github.com/nomadocx/nomadocx/diag"
	"github.com/nomadocx/nomadocx/noma"
)

// computedRule looks at the formula of a computed block. It returns what is wrong, each as the rest
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
			if name != f.Variable && !c.env.Known(name) {
				msgs = append(msgs, "uses "+quote(name)+", which is no control, computed block or domain variable.")
			}
		}
		return msgs
	}},
	{rule{"computed-chain-too-deep", diag.Warning}, func(c *checker, n *noma.Directive, f *compute.Formula) []string {
		switch depth, cyclic := c.env.Depth(n); {
		case cyclic:
			return []string{"depends on itself."}
		case depth > maxChain:
			return []string{"depends on a chain of more than two computed blocks."}
		}
		return nil
	}},
}

// maxChain is the number of computed blocks that may build on each other.
const maxChain = 2

// computed applies the rules about formulas, block by block.
func (c *checker) computed() {
	for _, n := range c.blocks {
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
