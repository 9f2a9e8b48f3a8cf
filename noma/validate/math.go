package validate

import (
	"errors"
	"strings"

	"github.com/nomadocx/nomadocx/internal/latex"
	"github.com/nomadocx/nomadocx/noma"
	"github.com/nomadocx/nomadocx/noma/diag"
)

// Formulas that nobody can set: they are shown as their source, in Word and on pages.

var formulas = marksIn("$\\")

var mathRules = []documentRule{
	{rule{"math-not-understood", diag.Warning}, func(c *checker, r reporter) {
		var p noma.InlineParser
		for n, t := range c.texts {
			if t.has.any(formulas) {
				each(t.inline(&p), func(x *noma.Inline) {
					if x.Kind == noma.InlineMath {
						r.formula(n, t.Text, x.Open, x.Text)
					}
				})
			}
		}
		for _, n := range c.maths {
			r.formula(n, n.RawBody, 0, n.RawBody.S)
		}
	}},
}

// formula checks one formula, which stands in a text from a place on.
func (r reporter) formula(n noma.Node, t noma.Text, from int, src string) {
	_, err := latex.Parse(src)
	var why *latex.Error
	if strings.TrimSpace(src) == "" || !errors.As(err, &why) {
		return
	}
	r.in(n, t, from+why.At, "The formula is shown as its source: "+why.Reason+".")
}
