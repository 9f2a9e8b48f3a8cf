package chart

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/nomadocx/nomadocx/noma"
)

// maxPlotly is how much of a spec is read, in bytes.
const maxPlotly = 1 << 20

// PlotlyBlock makes the chart of a ::plotly block; see plotly for what is one, and [Chart.Style] for the
// attributes that count. The spec travels with it.
func PlotlyBlock(d *noma.Directive) (*Chart, error) {
	if len(d.RawBody.S) > maxPlotly {
		return nil, fmt.Errorf("it is longer than %d KB", maxPlotly>>10)
	}
	c, err := plotly([]byte(d.RawBody.S))
	if err != nil {
		return nil, err
	}
	c.Source = d.RawBody.S
	return c.Style(d), nil
}

// plotlySpec is what is read of the JSON of a ::plotly block; see plotly.
type plotlySpec struct {
	Data []struct {
		Type        string `json:"type"`
		Mode        string `json:"mode"`
		Fill        string `json:"fill"`
		Name        any    `json:"name"`
		Orientation string `json:"orientation"`
		XAxis       string `json:"xaxis"`
		YAxis       string `json:"yaxis"`
		X           []any  `json:"x"`
		Y           []any  `json:"y"`
		Labels      []any  `json:"labels"`
		Values      []any  `json:"values"`
	} `json:"data"`
	Layout struct {
		Title   any        `json:"title"` // a text, or an object with one
		BarMode string     `json:"barmode"`
		XAxis   plotlyAxis `json:"xaxis"`
		YAxis   plotlyAxis `json:"yaxis"`
	} `json:"layout"`
}

type plotlyAxis struct {
	Type string `json:"type"`
}

// plotly makes a chart of the JSON of a ::plotly block (Format spec, "Diagrams, plotly"), when it is one
// that a still picture of this program can show: bars, lines, points, an area or a pie over one set of places.
// Everything else is an error that says what it is.
func plotly(spec []byte) (*Chart, error) {
	var p plotlySpec
	if err := json.Unmarshal(spec, &p); err != nil {
		return nil, fmt.Errorf("its JSON cannot be read: %w", err)
	}
	if len(p.Data) == 0 {
		return nil, ErrNoData
	}
	m := p.Layout.BarMode
	if m != "" && m != "group" && m != "stack" && m != "relative" {
		return nil, fmt.Errorf("bars of the mode %.20q are not drawn", m)
	}
	for _, a := range []plotlyAxis{p.Layout.XAxis, p.Layout.YAxis} {
		if a.Type != "" && a.Type != "-" && a.Type != "linear" && a.Type != "category" {
			return nil, fmt.Errorf("axes of the type %.20q are not drawn", a.Type)
		}
	}
	c := &Chart{Title: plotlyText(p.Layout.Title), Width: defaultWidth, Height: defaultHeight, stacked: m == "stack" || m == "relative"}
	var places []any
	for i, t := range p.Data {
		kind, err := plotlyKind(t.Type, t.Mode, t.Fill)
		switch {
		case err != nil:
			return nil, err
		case i > 0 && kind != c.Kind:
			return nil, errors.New("different types of traces in one chart are not drawn")
		case t.Orientation == "h" || t.XAxis != "" && t.XAxis != "x" || t.YAxis != "" && t.YAxis != "y":
			return nil, errors.New("horizontal bars and second axes are not drawn")
		case kind == "pie" && i > 0:
			return nil, errors.New("several pies in one chart are not drawn")
		}
		c.Kind = kind
		x, y := t.X, t.Y
		if kind == "pie" {
			x, y = t.Labels, t.Values
		}
		if i == 0 {
			places = x
		} else if !slices.EqualFunc(x, places, func(a, b any) bool { return plotlyText(a) == plotlyText(b) }) {
			return nil, errors.New("traces over different places are not drawn")
		}
		if len(x) > 0 && len(x) != len(y) {
			return nil, errors.New("it has not as many values as places")
		}
		ys := plotlyNumbers(y)
		if !anyNumber(ys) {
			return nil, ErrNoData
		}
		c.lines = append(c.lines, series{name: plotlyText(t.Name), ys: ys, from: i})
	}
	c.place(places)
	c.count()
	return c, nil
}

// place sets the places of the points: numbers on the axis of lines and points, else names.
func (c *Chart) place(places []any) {
	if c.Kind != "bar" && c.Kind != "pie" && len(places) > 0 {
		if xs := plotlyNumbers(places); !slices.ContainsFunc(xs, math.IsNaN) && slices.IsSorted(xs) {
			c.xs = xs
			return
		}
	}
	for _, p := range places {
		c.labels = append(c.labels, plotlyText(p))
	}
}

// plotlyKind returns our kind of chart for a trace.
func plotlyKind(kind, mode, fill string) (string, error) {
	switch kind {
	case "bar", "pie":
		return kind, nil
	case "", "scatter", "scattergl":
		switch {
		case fill == "tozeroy":
			return "area", nil
		case fill != "" && fill != "none":
			return "", fmt.Errorf("areas of the kind %.20q are not drawn", fill)
		case mode == "markers":
			return "scatter", nil
		}
		return "line", nil
	}
	return "", fmt.Errorf("traces of the type %.20q are not drawn", kind)
}

// plotlyText returns a value as text: a text, a number, or the text of a title.
func plotlyText(v any) string {
	switch v := v.(type) {
	case string:
		return strings.Join(strings.Fields(v), " ")
	case float64:
		return strconv.FormatFloat(v, 'g', 10, 64)
	case map[string]any:
		if s, ok := v["text"].(string); ok {
			return plotlyText(s)
		}
	}
	return ""
}

func plotlyNumbers(list []any) []float64 {
	out := make([]float64, len(list))
	for i, v := range list {
		out[i] = math.NaN()
		switch v := v.(type) {
		case float64:
			out[i] = v
		case string:
			if n, ok := number(v); ok {
				out[i] = n
			}
		}
	}
	return out
}
