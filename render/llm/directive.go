package llm

import (
	"strings"

	"github.com/nomadocx/nomadocx/layout"
	"github.com/nomadocx/nomadocx/noma"
	"github.com/nomadocx/nomadocx/noma/compute"
)

// directive prints `[NAME attributes]`, what is inside, and `[/NAME]`.
func (p *printer) directive(n *noma.Directive, inside bool) {
	name := strings.ToUpper(n.Name)
	if n.Is(noma.Hatch) { // Format spec, "Escape hatches": never shown to a model
		p.add("[", name, " escape-hatch block omitted from LLM context]\n\n")
		return
	}
	if p.stale.dropped[n] {
		return
	}
	p.add("[", name)
	at := p.place(n)
	for _, a := range noma.Effective(n.Attrs) {
		if at != "" && layout.PlaceKey(a.Key) {
			continue
		}
		p.add(" ", a.Key, "=")
		if a.Value.Kind == noma.String {
			p.buf = noma.AppendQuoted(p.buf, a.Value.Raw)
		} else {
			p.add(a.Value.Text())
		}
	}
	p.add(at, "]\n")
	if compute.IsComputed(n) {
		p.computed(n)
	}
	verbatim, raw := verbatimBody(n)
	switch {
	case raw:
		p.add(verbatim, "\n")
	case len(n.Children) > 0:
		outer := p.index
		if n.Name == "memory_index" {
			p.index = n
		}
		p.children(n, inside)
		p.index = outer
	case noma.TrimSpace(n.Body) != "":
		p.buf = p.plain.append(p.buf, n.Body)
		p.add("\n")
	}
	if n.Name == "bibliography" {
		p.references()
	}
	p.add("[/", name, "]\n\n")
}

// place says where in the text a comment, note or change request stands, "" for nowhere.
func (p *printer) place(n *noma.Directive) string {
	if !layout.HasPlace(n) {
		return ""
	}
	if p.places == nil {
		p.places = layout.Places(p.doc)
	}
	if s := p.places[n].String(); s != "" {
		return " " + s
	}
	return ""
}

// verbatimBody returns the text of a block whose notation must reach the model untouched (Format spec on
// math, plotly and diagram). The lines of the source count even where a blank one or a `>` among
// them made the parser see several blocks.
func verbatimBody(n *noma.Directive) (string, bool) {
	switch n.Name {
	case "diagram", "plotly", "math":
	default:
		return "", false
	}
	if n.HasBody && noma.TrimSpace(n.Body) != "" {
		return n.Body, true
	}
	body := trimLines(n.RawBody.S)
	return body, body != ""
}

// trimLines returns a text without blank lines at its ends.
func trimLines(s string) string {
	for {
		line, rest, more := strings.Cut(s, "\n")
		if noma.TrimSpace(line) != "" {
			break
		}
		if !more {
			return ""
		}
		s = rest
	}
	for {
		i := strings.LastIndexByte(s, '\n')
		if i < 0 || noma.TrimSpace(s[i:]) != "" {
			return s
		}
		s = s[:i]
	}
}

// computed prints the formula of a block and what it gives with the defaults of the controls.
func (p *printer) computed(n *noma.Directive) {
	if p.env == nil {
		p.env = compute.Eval(p.doc)
	}
	formula := ""
	if f := p.env.Formula(n); f != nil {
		formula = f.Text
	}
	if formula == "" {
		p.add("formula: <missing>\n")
		return
	}
	p.add("formula: ", formula, "\n")
	if n.Name != "computed_metric" {
		if s, ok := p.env.Series(n); ok {
			p.add("default_series (", s.Variable, "):")
			sep := " "
			for _, point := range s.Points {
				p.add(sep)
				sep = ", "
				if n.Name == "computed_table" {
					p.add(compute.Format(point.X), "=")
				}
				p.add(compute.Format(point.Y))
			}
			p.add("\n")
			return
		}
	}
	if v, ok := p.env.Metric(n); ok {
		p.add("default: ", compute.Format(v), "\n")
	}
}
