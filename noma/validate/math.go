package validate

import (
	"errors"
	"strings"

	"github.com/nomadocx/nomadocx/internal/latex"
	"github.com/nomadocx/nomadocx/noma"
	"github.com/nomadocx/nomadocx/noma/diag"
)

// Formulas that nobody can set: they are shown as their source, in Word and on pages.

var mathRules = []documentRule{
	{rule{"math-not-understood", diag.Warning}, func(c *checker, r reporter) {
		for _, n := range c.prose {
			switch n := n.(type) {
			case *noma.Directive:
				r.formula(n, n.RawBody, 0, n.RawBody.S)
			case *noma.Table:
				for text := range n.Texts {
					r.formulasIn(n, text)
				}
			default:
				r.formulasIn(n, inlineText(n))
			}
		}
	}},
}

// mayHoldFormula reports whether a text has a character that a formula begins with.
func mayHoldFormula(text string) bool {
	return strings.IndexByte(text, '$') >= 0 || strings.IndexByte(text, '\\') >= 0
}

// formulasIn checks the formulas of running text.
func (r reporter) formulasIn(n noma.Node, t noma.Text) {
	if !mayHoldFormula(t.S) {
		return
	}
	var visit func(nodes []noma.Inline)
	visit = func(nodes []noma.Inline) {
		for i := range nodes {
			if x := &nodes[i]; x.Kind == noma.InlineMath {
				r.formula(n, t, x.Open, x.Text)
			}
			visit(nodes[i].Children)
		}
	}
	visit(noma.ParseInline(t.S))
}

// formula checks one formula, which stands in a text from a place on.
func (r reporter) formula(n noma.Node, t noma.Text, from int, src string) {
	_, err := latex.Parse(src)
	var why *latex.Error
	if strings.TrimSpace(src) == "" || !errors.As(err, &why) {
		return
	}
	r.at(n, "The formula is shown as its source: "+why.Reason+".")
	if !t.Placed() || r.c.doc.File == nil {
		return
	}
	// Lines count from the node: in a book its file is another one than the text as a whole.
	x, file := &r.c.list[len(r.c.list)-1], r.c.doc.File
	at := file.Position(t.Offset(min(from+why.At, len(t.S))))
	x.Line, x.Column = x.Line+at.Line-file.Line(n.At().Span.Start), at.Column
}
