package html

import (
	"strings"

	"github.com/nomadocx/nomadocx/internal/chart"
	"github.com/nomadocx/nomadocx/noma"
)

// diagram shows a diagram or an interactive chart (::plotly) as a still picture with its source in a box
// that opens, or the source alone where nobody draws it. Nothing is fetched.
func (r *renderer) diagram(d *noma.Directive) {
	kind, _ := d.First("kind", "type")
	label, note, lang := "Diagram", kind, kind
	if d.Is(noma.JSON) {
		label, note, lang = "Plotly chart", "interactive JSON spec", "json"
	}
	classes := ""
	if c := className(kind); c != "" {
		classes = "noma-" + className(d.Name) + "-" + c
	}
	r.openBlock("figure", d, nil, classes)
	if !r.drawing(d, strings.ToLower(strings.TrimSpace(kind)), lang) {
		r.code(d.RawBody.S, lang)
	}
	if _, numbered := r.captions[d]; numbered {
		r.figcaption(d, func() { r.info(label, note) })
	} else {
		r.tagged(d, "figcaption", label, "", note)
	}
	r.raw("</figure>\n")
}

// drawing writes the picture of a diagram, or why there is none. A drawing of somebody else's text stands
// in an <img>: there it runs no scripts, loads nothing and cannot touch the page (HTML 2.1.4, "image"
// mode of SVG).
func (r *renderer) drawing(d *noma.Directive, kind, lang string) bool {
	if strings.TrimSpace(d.RawBody.S) == "" {
		return false
	}
	own := func() ([]byte, error) { return nil, nil } // what this package draws itself
	if d.Is(noma.JSON) {
		kind, own = "plotly", func() ([]byte, error) { return stillPlotly(d) }
	}
	var svg []byte
	var err error
	if r.opts.Diagram != nil {
		svg, err = r.opts.Diagram(kind, d.RawBody.S)
	}
	if svg == nil {
		if drawn, reason := own(); drawn != nil || reason != nil {
			svg, err = drawn, reason
		}
	}
	if err != nil && r.opts.Undrawn != nil && !d.Is(noma.JSON) {
		r.opts.Undrawn(d, err)
	}
	if err != nil && !r.client {
		r.raw(`<p class="noma-info" role="note">Shown as its source: `)
		r.text(err.Error())
		r.raw("</p>\n")
	}
	if svg == nil || err != nil {
		return false
	}
	alt, _ := d.First("alt", "caption", "title")
	if alt == "" {
		if alt = "diagram, source below"; r.client {
			alt = "diagram"
		}
	}
	r.raw(`<img class="noma-drawing"`)
	r.attr("src", dataURI(svg, "image/svg+xml"))
	r.attr("alt", noma.PlainText(noma.ParseInline(alt)))
	r.size(d)
	r.raw(">\n")
	if r.client {
		return true
	}
	r.raw("<details class=\"noma-source\"><summary>Source</summary>\n")
	r.code(d.RawBody.S, lang)
	r.raw("</details>\n")
	return true
}

// stillPlotly draws a ::plotly block that is a simple chart.
func stillPlotly(d *noma.Directive) ([]byte, error) {
	c, err := chart.PlotlyBlock(d)
	if err != nil {
		return nil, err
	}
	return c.SVG(), nil
}
