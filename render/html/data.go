package html

import (
	"strconv"
	"strings"

	"github.com/nomadocx/nomadocx/internal/chart"
	"github.com/nomadocx/nomadocx/layout"
	"github.com/nomadocx/nomadocx/noma"
	"github.com/nomadocx/nomadocx/noma/compute"
	"github.com/nomadocx/nomadocx/noma/dataset"
)

// dataset shows data as a table, with its source in a box that opens. Data that cannot be read as
// a table is shown as it was written.
func (r *renderer) dataset(d *noma.Directive) {
	r.openBlock("section", d, dataFrame, "")
	title := stringAttr(d, "title")
	if title == "" && !r.client {
		title = d.ID
	}
	r.tagged(d, "header", "Dataset", title)

	rows := 0
	if data, err := dataset.Parse(d); err == nil && len(data.Rows) > 0 {
		rows = len(data.Rows)
		g := dataGrid(data)
		g.node = d
		r.table(nil, g, nil)
	}
	body := d.RawBody.S
	if strings.TrimSpace(body) == "" {
		body = d.Body // the loader read it from a file
	}
	if strings.TrimSpace(body) != "" && !(r.client && rows > 0) {
		state := " open"
		if rows > 0 {
			state = ""
		}
		r.raw("<details class=\"noma-source\"" + state + "><summary>Source</summary>\n")
		r.code(body, d.AttrText("format"))
		r.raw("</details>\n")
	}
	var info []string
	if rows > 0 {
		info = append(info, count(rows, "row"))
	}
	r.info(info...)
	r.meta(d, datasetMeta)
	r.raw("</section>\n")
}

var datasetMeta = []layout.Field{
	{Label: "format", Keys: []string{"format"}}, {Label: "source", Keys: []string{"src", "source"}, Kind: layout.Ref},
}

var dataFrame = &layout.Frame{Border: "4F86A0", Fill: "EFF6F8", Text: "2B5265"}

// dataGrid returns a dataset as a table.
func dataGrid(data *dataset.Grid) grid {
	width := len(data.Columns)
	for _, row := range data.Rows {
		width = max(width, len(row))
	}
	g := grid{plain: true, header: make([]string, width)}
	for i := range width {
		g.header[i] = "Column " + strconv.Itoa(i+1)
		if i < len(data.Columns) {
			g.header[i] = data.Columns[i]
		}
	}
	for _, row := range data.Rows {
		out := make([]string, width)
		for i, c := range row {
			out[i] = c.Text
			if _, ok := c.Value.(float64); ok && c.Raw != "" {
				out[i] = c.Raw // 14.0 is a measurement to one decimal place
			}
		}
		g.rows = append(g.rows, out)
	}
	return g
}

// plot draws a chart of the data a ::plot names.
func (r *renderer) plot(d *noma.Directive) {
	r.openBlock("figure", d, nil, widthClass(d))
	c, err := chart.Plot(d, func(id string) *noma.Directive {
		n, ok := r.doc.Block(id)
		if !ok && r.opts.Book != nil {
			n, _ = r.opts.Book.Block(id)
		}
		x, _ := n.(*noma.Directive)
		return x
	})
	kind := plotKind(d)
	if err == nil {
		c.Comma = layout.DecimalComma(r.doc)
		r.chart(c, d)
	} else if !r.client {
		r.raw("<p class=\"noma-empty\">No chart: ")
		r.text(err.Error())
		r.raw("</p>\n")
	}
	r.figcaption(d, func() {
		switch {
		case err == nil && c.Series > 1:
			r.info(kind + " plot, " + count(c.Points, "point") + " × " + strconv.Itoa(c.Series) + " series")
		case err == nil:
			r.info(kind + " plot, " + count(c.Points, "point"))
		default:
			r.info(kind + " plot")
		}
		r.sourceLine(d)
		r.meta(d, plotMeta)
		r.body(d)
	})
	r.raw("</figure>\n")
}

var plotMeta = []layout.Field{
	{Label: "dataset", Keys: []string{"dataset"}, Kind: layout.Ref},
}

// Charts side by side are as wide, in pixels, as leaves their text its size.
const narrowChart, leastChart = 680, 240

// chart writes a drawing into the page. It scales down with the page, never up.
func (r *renderer) chart(c *chart.Chart, d *noma.Directive) {
	if t := r.captions[d].title; t != "" {
		c.Title = noma.PlainText(noma.ParseInline(t))
	}
	if r.tracks > 1 && d.AttrText("width") == "" {
		c.Narrow(max(narrowChart/float64(r.tracks), leastChart))
	}
	r.raw(`<div class="noma-chart"` + r.liveMark() + ">")
	r.raw(string(c.SVG()))
	r.raw("</div>\n")
}

// plotKind returns the type of a plot as a word.
func plotKind(d *noma.Directive) string {
	if k := strings.ToLower(strings.TrimSpace(d.AttrText("type"))); k != "" {
		return k
	}
	return "line"
}

// figcaption writes the numbered caption and what stands below it: HTML wants the caption of a
// figure to be its last element (4.4.12), so the rest is part of it.
func (r *renderer) figcaption(d *noma.Directive, below func()) {
	r.raw(`<figcaption><p class="noma-caption">`)
	r.captionText(d)
	r.marks(d)
	r.raw("</p>\n")
	below()
	r.raw("</figcaption>\n")
}

// info writes a line of generated text.
func (r *renderer) info(parts ...string) {
	if len(parts) > 0 && !r.client {
		r.raw(`<p class="noma-info">`)
		r.text(strings.Join(parts, " · "))
		r.raw("</p>\n")
	}
}

// count returns a number with its noun.
func count(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return strconv.Itoa(n) + " " + noun + "s"
}

// computed returns the evaluated document, made when the first computed block asks.
func (r *renderer) computed() *compute.Env {
	if r.env == nil {
		d := r.doc
		if r.opts.Book != nil {
			d = r.opts.Book
		}
		r.env = compute.Eval(d)
	}
	return r.env
}

// computedPlot draws the series of a formula.
func (r *renderer) computedPlot(d *noma.Directive) {
	r.strictNotice()
	series, ok := r.computed().Series(d)
	var drawing *chart.Chart
	if ok {
		xs, ys := make([]float64, len(series.Points)), make([]float64, len(series.Points))
		for i, p := range series.Points {
			xs[i], ys[i] = p.X, p.Y
		}
		drawing = chart.Line(r.captions[d].title, xs, ys, plotKind(d)).Style(d)
	}
	r.openBlock("figure", d, nil, "noma-computed", r.liveCell(d, &series, drawing))
	if ok {
		r.inCell = true
		r.chart(drawing, d)
		r.inCell = false
	}
	r.figcaption(d, func() {
		if ok {
			r.info(plotKind(d) + " plot, " + count(len(series.Points), "point"))
		} else {
			r.noSeries()
		}
		r.freeBody(d)
		r.meta(d, computedMeta)
	})
	r.raw("</figure>\n")
}

// computedTable shows the values of a formula over its domain.
func (r *renderer) computedTable(d *noma.Directive) {
	r.strictNotice()
	series, ok := r.computed().Series(d)
	r.openBlock("section", d, nil, "noma-computed", r.liveCell(d, &series, nil))
	if ok {
		g := grid{header: []string{series.Variable, r.captions[d].title}, align: []noma.Align{"left", "right"}}
		if v, _ := d.First("variable_label", "variableLabel", "x_label"); v != "" {
			g.header[0] = v
		}
		if v, _ := d.First("value_label", "valueLabel", "y_label"); v != "" {
			g.header[1] = v
		}
		unit, _, _ := compute.Field(d, "unit", "suffix")
		for _, p := range series.Points {
			y := layout.Number(r.doc, p.Y)
			g.rows = append(g.rows, []string{layout.Number(r.doc, p.X), y + unitOf(y, unit)})
		}
		r.inCell = true
		r.tableOf(d, g)
		r.inCell = false
	} else {
		r.raw(`<p class="noma-caption">`)
		r.captionText(d)
		r.raw("</p>\n")
		r.noSeries()
	}
	r.freeBody(d)
	r.meta(d, computedMeta)
	r.raw("</section>\n")
}

func (r *renderer) noSeries() {
	if r.client {
		return
	}
	r.raw("<p class=\"noma-empty\">No default series could be evaluated.</p>\n")
}

var computedMeta = []layout.Field{
	{Label: "formula", Keys: []string{"formula"}, Body: []string{"formula"}},
	{Label: "domain", Keys: []string{"domain", "range"}, Body: []string{"domain", "range"}},
	{Label: "unit", Keys: []string{"unit", "suffix"}, Body: []string{"unit"}},
}
