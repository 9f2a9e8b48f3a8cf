package layout

import (
	"strings"

	"github.com/nomadocx/nomadocx/internal/chart"
	"github.com/nomadocx/nomadocx/internal/office/wml"
	"github.com/nomadocx/nomadocx/noma"
)

// A ::plotly block that is a simple chart is shown as one, like a ::plot (contract docx-package.md §5 has
// its source, which nobody reads in a report). Whether it is one depends on the source alone, but files
// made by others show the source: so the file says it, as with diagrams. It does not say which of the
// blocks are charts: numbers that were edited in Word change the source of a block, and it stays a chart.

const (
	// plotlyName begins the name of such a chart.
	plotlyName = "Plotly chart"
	// plotlyKey is the word for them in the list of what was drawn; see [DiagramsProperty].
	plotlyKey = "plotly"
)

func (e *emitter) plotly(d *noma.Directive, f flow) {
	c, img := e.plotlyChart(d, f)
	if img == nil {
		e.source(d, "Plotly chart", "interactive JSON spec")
		return
	}
	if e.numbered(d) {
		e.picture(d, img)
		e.caption(d)
		return
	}
	caption := captionSlot(d)
	runs := e.inline(caption.Value)
	if caption.Value == "" && c.Title != "" {
		// A chart of this program has no title inside. That of the spec is the caption, to be changed in the spec.
		caption = &Slot{Name: "caption", Value: c.Title, Access: Echo, Node: d}
		runs = []wml.Run{{Text: clean(c.Title)}}
	}
	e.drawn(d, img, "Chart", caption, runs)
}

// plotlyChart returns the chart of a block and its picture, nil where there is none.
func (e *emitter) plotlyChart(d *noma.Directive, f flow) (*chart.Chart, *wml.Image) {
	if f.story != PartText || e.opts.Sketch && (e.opts.Drawn == nil || !e.opts.Drawn(d)) {
		return nil, nil
	}
	c, err := chart.PlotlyBlock(d)
	if err != nil {
		return nil, nil
	}
	img := &wml.Image{}
	if !e.opts.Sketch {
		if img = e.chartImage(d, c, f); img == nil {
			return nil, nil
		}
		img.Alt = plotlyAlt(d, c)
	}
	img.Name = plotlyName
	return c, img
}

// plotlyAlt describes a chart: in the author's words, else by its caption and its numbers.
func plotlyAlt(d *noma.Directive, c *chart.Chart) string {
	if s := strings.TrimSpace(d.AttrText("alt")); s != "" {
		return clean(s)
	}
	title := c.Title
	if s := captionSlot(d).Value; s != "" {
		title = noma.PlainText(noma.ParseInline(s))
	}
	if title == "" {
		title = plotlyName
	}
	return clean(title + ": " + c.Describe())
}
