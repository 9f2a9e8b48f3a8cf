// Package compute evaluates what a document calculates: the values of its form controls, the
// formulas of ::computed_metric, ::computed_plot and ::computed_table, and the series a formula
// gives over a domain (Format spec, "Artifact-action blocks"; contract ast.md §10).
//
// A document is evaluated once, as it stands in the source: every control counts with its default.
//
//	env := compute.Eval(doc)
//	v, ok := env.Metric(block)   // one number
//	s, ok := env.Series(block)   // up to 25 points
//	text := compute.Format(v)    // as every target prints it
//
// There is no error to handle. A formula that does not parse, an unknown name, a division by zero
// or a cycle simply has no value (ok is false), and the targets say so in their own words. Package
// validate asks [Env.Formula] and [Env.Depth] for the reason.
//
// Read in this order: expr.go (the formula tree), parse.go (its grammar), domain.go, env.go.
package compute
