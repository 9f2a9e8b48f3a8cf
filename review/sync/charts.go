package reviewsync

import (
	"slices"
	"strconv"
	"strings"

	"github.com/nomadocx/nomadocx/internal/chart"
	"github.com/nomadocx/nomadocx/internal/office/wml"
	"github.com/nomadocx/nomadocx/noma"
)

// Charts whose numbers were edited in Word. A value goes to the cell of the dataset it was drawn from,
// or into the data= of the plot. What the file says of the charts that were sent is one hash for each
// (layout.ChartsProperty): who changed a chart can be known, which of its values cannot.

// charts compares the numbers of charts.
type charts struct {
	*core
	datasets *datasets
}

func (s *charts) compare() {
	if len(s.base.charts) == 0 && (s.base.moved || s.base.foreign) {
		return // nothing says what was sent
	}
	for _, p := range s.returned.marked {
		for i := range p.Runs {
			// One that is only proposed is reported as the tracked change that it is.
			if im := p.Runs[i].Image(); im != nil && im.ChartKey != "" && wml.Original.Shows(&p.Runs[i]) {
				s.chart(p, im)
			}
		}
	}
}

// typedTitles returns the words typed on a chart that are not the titles its block gives to the axes.
func typedTitles(words []string, d *noma.Directive) []string {
	if d == nil {
		return words
	}
	value, name := chart.AxisTitles(d)
	return slices.DeleteFunc(slices.Clone(words), func(w string) bool { w = noma.OneLine(w); return w == value || w == name })
}

// chart examines one chart that came back.
func (s *charts) chart(p *wml.Paragraph, im *wml.Image) {
	var d *noma.Directive
	if planned := s.planned.Get(p); planned != nil {
		d, _ = planned.Node.(*noma.Directive)
	}
	refuse := func(x sentence, was, now string) {
		var n noma.Node
		if d != nil {
			n = d
		}
		s.refuse(x, n, was, now).at(p)
	}
	known := slices.Contains(s.base.charts, im.ChartKey)
	words := "" // of a chart that was not sent
	if s.base.strangePicture(im) {
		words = described(im)
	}
	shown, edited, err := chart.Read(im.Chart, im.Workbook)
	if err != nil {
		if !known {
			refuse(sayChartUnreadable, "", words)
		}
		return
	}
	if titles := typedTitles(shown.Titles, d); len(titles) > 0 {
		refuse(sayChartTitle, "", strings.Join(titles, ", "))
	}
	now := shown
	if known {
		if now = edited; now == nil {
			return
		}
	}
	switch {
	case d == nil:
		refuse(sayChartNoPlot, "", words)
		return
	case d.Is(noma.Computed):
		// What is computed is shown by hundreds of points that no source holds.
		if !known || edited != nil {
			refuse(sayChartComputed, "", words)
		}
		return
	}
	c, err := s.chartOf(d)
	if err != nil {
		if !s.base.moved {
			refuse(sayPlotShowsNone.with(err.Error()), "", "")
		}
		return
	}
	e := &chartEditor{s: s, p: p, d: d, c: c, was: c.Numbers(), now: now}
	if now.Equal(e.was) {
		return
	}
	if s.base.moved && !slices.Contains(s.base.charts, wml.ChartKey(string(c.Part()))) {
		var v verdict
		if v, e.by = s.overrule(both); v != reviewer {
			s.conflict(d, listed(e.was), listed(now)).at(p)
			return
		}
	}
	e.run()
}

// chartOf returns the chart of a plot.
func (s *charts) chartOf(d *noma.Directive) (*chart.Chart, error) {
	if d.Is(noma.JSON) {
		return chart.PlotlyBlock(d)
	}
	return chart.Plot(d, s.dataset)
}

func (s *charts) dataset(id string) *noma.Directive {
	d, _ := s.names.Node(id).(*noma.Directive)
	return d
}

// listed returns the values of a chart on one line.
func listed(n *chart.Numbers) string {
	var out []string
	for i := range n.Series {
		var values []string
		for k := range n.Points() {
			values = append(values, chart.Spell(n.Value(i, k)))
		}
		out = append(out, strings.Join(values, ", "))
	}
	return strings.Join(out, "; ")
}

// chartEditor brings what a chart shows now into what its plot is drawn from.
type chartEditor struct {
	s        *charts
	p        *wml.Paragraph
	d        *noma.Directive // the plot
	c        *chart.Chart
	was, now *chart.Numbers
	by       ruling
}

// refuse adds a finding about an edit of the chart that is not applied.
func (e *chartEditor) refuse(x sentence, was, now string) {
	e.s.refuse(x, e.d, was, now).at(e.p)
}

func (e *chartEditor) run() {
	if e.d.Is(noma.JSON) {
		e.inSpec()
		return
	}
	if len(e.now.Series) != len(e.was.Series) {
		e.refuse(saySeriesAdded,
			strings.Join(e.was.Names, ", "), strings.Join(e.now.Names, ", "))
		return
	}
	for i, name := range e.now.Names {
		if !chart.SameName(name, e.was.Names[i]) {
			e.rename(i, name)
		}
	}
	if id := strings.TrimSpace(e.d.AttrText("dataset")); id != "" {
		e.inDataset(e.s.dataset(id))
		return
	}
	e.inData()
}

// rename gives a series another name, where the plot names it.
func (e *chartEditor) rename(i int, name string) {
	for _, key := range []string{"series", "labels", "legend"} {
		list := strings.ReplaceAll(e.d.AttrText(key), ";", ",")
		if list == "" {
			continue
		}
		if items := chart.SplitList(list); i < len(items) {
			names := make([]*string, len(items))
			names[i] = &name
			e.list(key, list, names)
			return
		}
		break
	}
	e.refuse(saySeriesName, e.was.Names[i], name)
}

// list writes items into an attribute that holds a list.
func (e *chartEditor) list(key, was string, items []*string) {
	now := chart.SetItems(was, items)
	want, old := []string{}, chart.SplitList(was)
	for i, item := range items {
		switch {
		case item != nil:
			want = append(want, *item)
		case i < len(old):
			want = append(want, old[i])
		}
	}
	if !slices.Equal(chart.SplitList(now), trimmed(want)) {
		e.refuse(sayListName, was, strings.Join(want, ", "))
		return
	}
	e.attribute(key, was, now)
}

func trimmed(items []string) []string {
	for len(items) > 0 && items[len(items)-1] == "" {
		items = items[:len(items)-1]
	}
	return items
}

func (e *chartEditor) attribute(key, was, now string) {
	if was == now {
		return
	}
	said := sayChartEdited
	if key != "data" {
		said = sayChartNames
	}
	f := e.s.apply(said, e.d, was, now).by(e.by)
	f.change = &Change{Action: "update_block_metadata", ID: e.d.ID, Key: key}
	f.at(e.p)
	e.s.attribute(f, e.d, key, now)
}

// inData writes into data= and xlabels= of the plot itself. Points may come and go.
func (e *chartEditor) inData() {
	points := e.now.Points()
	was := e.d.AttrText("data")
	lists := strings.Split(was, ";")
	for i := range e.now.Series {
		at := e.c.Origin(i)
		if at >= len(lists) {
			continue
		}
		items := make([]*string, (&chart.Numbers{Series: e.now.Series[i : i+1]}).Points())
		n := len(chart.SplitList(lists[at]))
		for k := range items {
			if v := e.now.Value(i, k); k >= n || !chart.SameValue(v, e.was.Value(i, k)) {
				text := chart.Spell(v)
				items[k] = &text
			}
		}
		lists[at] = chart.SetItems(lists[at], items)
	}
	e.attribute("data", was, strings.Join(lists, ";"))
	if labels := e.d.AttrText("xlabels"); labels != "" {
		e.xlabels(labels, points)
		return
	}
	for k := range min(points, e.was.Points()) {
		if name := e.now.Category(k); !chart.SameName(name, e.was.Category(k)) {
			e.refuse(sayPointsNumbered, e.was.Category(k), name)
		}
	}
}

// xlabels writes the names of the points.
func (e *chartEditor) xlabels(labels string, points int) {
	old := chart.SplitList(labels)
	items := make([]*string, max(points, min(len(old), e.was.Points())))
	if points < e.was.Points() {
		items = items[:points]
	}
	changed := len(items) != len(old) && points != e.was.Points()
	for k := range items {
		if name := e.now.Category(k); k >= len(old) || !chart.SameName(name, e.was.Category(k)) {
			items[k], changed = &name, true
		}
	}
	if changed {
		e.list("xlabels", labels, items)
	}
}

// inDataset writes into the cells of the dataset the plot is drawn from.
func (e *chartEditor) inDataset(set *noma.Directive) {
	switch {
	case set == nil:
		return
	case set.AttrText("src") != "":
		e.refuse(sayChartFromFile, listed(e.was), listed(e.now))
		return
	case e.now.Points() > e.was.Points() || e.now.Points() < e.was.Points() && e.shrunk():
		e.refuse(sayPointsOfDataset, listed(e.was), listed(e.now))
		return
	}
	labels := e.d.AttrText("xlabels")
	if labels != "" {
		e.xlabels(labels, e.was.Points())
	}
	for k := range e.was.Points() {
		for i := range e.now.Series {
			if was, now := e.was.Value(i, k), e.now.Value(i, k); !chart.SameValue(was, now) {
				e.cell(set, k, e.c.Origin(i), chart.Spell(was), chart.Spell(now))
			}
		}
		was, now := e.was.Category(k), e.now.Category(k)
		switch {
		case labels != "" || chart.SameName(was, now):
		case e.c.XColumn() < 0:
			e.refuse(sayPointsNumbered, was, now)
		default:
			e.cell(set, k, e.c.XColumn(), was, now)
		}
	}
}

// shrunk reports whether points at the end are gone with their names: a value that was emptied leaves
// the name.
func (e *chartEditor) shrunk() bool {
	for k := e.now.Points(); k < e.was.Points(); k++ {
		if e.now.Category(k) == "" {
			return true
		}
	}
	return false
}

// cell writes one cell of a dataset.
func (e *chartEditor) cell(set *noma.Directive, row, col int, was, now string) {
	f, conflict := e.s.datasets.datasetCell(set, row, col, was, now)
	switch {
	case conflict != "":
		e.s.find(Conflict, sayChartAndTable.with(strconv.Itoa(row+1), strconv.Quote(conflict)), set, was, now).at(e.p)
	case f != nil:
		f.by(e.by).at(e.p)
	}
}
