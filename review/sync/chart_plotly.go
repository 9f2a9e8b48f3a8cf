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
			e.refuse(CodeChart, "A series was named in the chart, and what stands there now cannot be written into its JSON value by value; change its data there.",
				listed(e.was), listed(e.now))
			return
		}
		e.refuse(CodeChart, "Points or series were added to a chart or deleted; its JSON has them as lists. Change them there.", listed(e.was), listed(e.now))
		return
	}
	all := make([]source.Edit, len(edits))
	for i, x := range edits {
		all[i] = source.Edit{Span: body.Span(x.Span.Start, x.Span.End), New: x.New}
	}
	f := e.s.apply(CodeChart, e.d, "The numbers of a chart were edited.", listed(e.was), listed(e.now))
	f.at(e.p)
	e.s.edit(f, e.d, all...)
}
