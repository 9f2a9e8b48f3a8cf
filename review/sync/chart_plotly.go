package reviewsync

import (
	"slices"

	"github.com/nomadocx/nomadocx/internal/chart"
	"github.com/nomadocx/nomadocx/noma/source"
)

// inSpec writes into the JSON of a ::plotly block, value by value.
func (e *chartEditor) inSpec() {
	body := e.d.RawBody
	edits, ok := chart.EditPlotly(body.S, e.now)
	if !ok {
		if !slices.Equal(e.was.Names, e.now.Names) && len(e.was.Names) == len(e.now.Names) {
			e.refuse(saySeriesNamed,
				listed(e.was), listed(e.now))
			return
		}
		e.refuse(sayPointsOfJSON, listed(e.was), listed(e.now))
		return
	}
	all := make([]source.Edit, len(edits))
	for i, x := range edits {
		all[i] = source.Edit{Span: body.Span(x.Span.Start, x.Span.End), New: x.New}
	}
	f := e.s.apply(sayChartEdited, e.d, listed(e.was), listed(e.now))
	f.at(e.p)
	e.s.edit(f, e.d, all...)
}
