package chart

import (
	"errors"
	"image/color"
	"math"
	"strconv"
	"strings"

	"github.com/nomadocx/nomadocx/noma"
)

// Chart is a plot ready to be drawn.
type Chart struct {
	Title         string   // for screen readers; the caption of the block shows it
	Kind          string   // line, bar, area, scatter or pie
	Points        int      // of the longest series
	Series        int      // number of series
	Width, Height float64  // pixels
	Source        string   // what it was made from, to travel in its PNG and its workbook; may be empty
	Accents       []string // the colours of its pictures, RRGGBB, in place of the first built-in ones
	Fixed         bool     // the axes of Word's chart end where those of its pictures do
	Comma         bool     // in the numbers of its pictures, in place of the decimal point

	lines  []series
	xs     []float64 // positions on a numeric axis, nil for categories
	labels []string  // of the categories, or nil
	xfrom  int       // 1 + the column of the dataset that labels come from, 0 for none
	names  labelStyle

	wide float64 // the width before [Chart.Narrow]

	valueTitle, nameTitle string // of the axes, "" for none
	valueLabels           bool   // each bar says its value
	stacked               bool   // the bars of a category stand on each other, negative ones below zero
}

// series is one line, one set of bars or one pie. A missing value is NaN.
type series struct {
	name string
	ys   []float64
	from int // see [Chart.Origin]
}

// labelStyle is how the names of categories are fitted under the axis (Format spec, "Plot label
// controls"). Zero values leave it to us.
type labelStyle struct {
	angle  float64 // degrees upward
	wrap   int     // characters a line
	abbrev int     // characters altogether
}

// Sizes in pixels. A picture of 560 pixels is 5.8 inches wide: the text width of most reports.
const (
	defaultWidth, defaultHeight = 560, 260
	compactHeight               = 170
	minWidth, maxWidth          = 80, 2400
	minHeight, maxHeight        = 60, 2400
)

// ErrNoData says that a plot has nothing to draw.
var ErrNoData = errors.New("the plot has no data")

var (
	white  = color.NRGBA{255, 255, 255, 255}
	black  = color.NRGBA{0, 0, 0, 255}
	ink    = color.NRGBA{0x3c, 0x47, 0x50, 255} // labels
	rule   = color.NRGBA{0x8b, 0x96, 0x9e, 255} // the base line
	gridly = color.NRGBA{0xe3, 0xe7, 0xea, 255} // grid lines

	// palette is quiet and stays apart in grey print: neighbours differ in lightness.
	palette = [...]color.NRGBA{
		{0x3a, 0x6e, 0x8f, 255}, {0xd0, 0x8a, 0x4e, 255}, {0x5d, 0x8f, 0x65, 255}, {0x8c, 0x6f, 0xa8, 255},
		{0xb8, 0x5c, 0x5c, 255}, {0x6d, 0xa7, 0xa3, 255}, {0xa6, 0x99, 0x4a, 255}, {0x7b, 0x86, 0x90, 255},
	}
)

// shade returns the colour of the i-th series.
func (c *Chart) shade(i int) color.NRGBA {
	i %= len(palette)
	if i < len(c.Accents) {
		if rgb, err := strconv.ParseUint(c.Accents[i], 16, 24); err == nil {
			return color.NRGBA{uint8(rgb >> 16), uint8(rgb >> 8), uint8(rgb), 255}
		}
	}
	return palette[i]
}

// Narrow makes the pictures of the chart narrower without making its text smaller. The axes keep their ends.
func (c *Chart) Narrow(width float64) {
	if width < c.Width {
		c.wide, c.Width = c.Width, width
	}
}

// plainText returns a title without its inline markup.
func plainText(s string) string { return noma.PlainText(noma.ParseInline(s)) }

func faded(c color.NRGBA, alpha uint8) color.NRGBA {
	c.A = alpha
	return c
}

// Line makes a chart of one series over numbers, as a computed plot gives it. A kind we do not draw
// counts as a line. Values that are not finite leave a gap.
func Line(title string, xs, ys []float64, kind string) *Chart {
	c := &Chart{Title: plainText(title), Kind: kindOf(kind), Width: defaultWidth, Height: defaultHeight}
	c.xs = append([]float64(nil), xs...)
	c.lines = []series{{ys: append([]float64(nil), ys...)}}
	if c.Kind == "bar" || c.Kind == "pie" {
		for _, x := range xs {
			c.labels = append(c.labels, strconv.FormatFloat(x, 'g', 10, 64))
		}
		c.xs = nil
	}
	c.count()
	return c
}

// Style takes the size and the label settings from the attributes of a block: width, height,
// compact, value_labels, stacked, xlabel_angle, xlabel_wrap, xlabel_abbrev (also written x_label_…). It returns c.
func (c *Chart) Style(n *noma.Directive) *Chart {
	if a, ok := n.Attr("compact"); ok && a.Value.Text() != "false" {
		c.Height = compactHeight
	}
	if v, ok := pixels(n.AttrText("width")); ok {
		c.Width = math.Min(math.Max(v, minWidth), maxWidth)
	}
	if v, ok := pixels(n.AttrText("height")); ok {
		c.Height = math.Min(math.Max(v, minHeight), maxHeight)
	}
	c.valueTitle, c.nameTitle = AxisTitles(n)
	if a, ok := n.Attr("value_labels"); ok && a.Value.Text() != "false" {
		c.valueLabels = true
	}
	if a, ok := n.Attr("stacked"); ok && a.Value.Text() != "false" {
		c.stacked = true
	}
	setting := func(name string) float64 {
		s, _ := n.First("xlabel_"+name, "x_label_"+name)
		v, ok := number(s)
		if !ok {
			return 0
		}
		return v
	}
	c.names = labelStyle{
		angle:  math.Min(math.Max(setting("angle"), -90), 90),
		wrap:   int(math.Min(math.Max(setting("wrap"), 0), 1000)),
		abbrev: int(math.Min(math.Max(setting("abbrev"), 0), 1000)),
	}
	return c
}

// AxisTitles returns the titles that a block gives to the axis of the values and to the other one, "" for none.
func AxisTitles(n *noma.Directive) (value, name string) {
	title := func(keys ...string) string {
		v, _ := n.First(keys...)
		return noma.OneLine(plainText(v))
	}
	return title("value_label", "valueLabel", "y_label"), title("variable_label", "variableLabel", "x_label")
}

// kindOf returns the kind of chart a type= asks for.
func kindOf(s string) string {
	switch s = strings.ToLower(strings.TrimSpace(s)); s {
	case "bar", "area", "scatter", "pie":
		return s
	case "column", "columns", "bars":
		return "bar"
	case "donut", "doughnut":
		return "pie"
	case "point", "points":
		return "scatter"
	}
	return "line"
}

// count makes all series equally long, counts what is there and brings all names into one line.
func (c *Chart) count() {
	for i, s := range c.labels {
		c.labels[i] = noma.OneLine(s)
	}
	for i := range c.lines {
		c.lines[i].name = noma.OneLine(c.lines[i].name)
	}
	c.Series, c.Points = len(c.lines), 0
	slots := 0
	for _, s := range c.lines {
		slots = max(slots, len(s.ys))
	}
	if len(c.xs) != slots {
		c.xs = nil
	}
	for _, s := range c.lines {
		n := 0
		for j, y := range s.ys {
			if math.IsInf(y, 0) || c.xs != nil && (math.IsNaN(c.xs[j]) || math.IsInf(c.xs[j], 0)) {
				s.ys[j] = math.NaN() // a point without a place is no point
			} else if !math.IsNaN(y) {
				n++
			}
		}
		c.Points = max(c.Points, n)
	}
	for i := range c.lines {
		for len(c.lines[i].ys) < slots {
			c.lines[i].ys = append(c.lines[i].ys, math.NaN())
		}
	}
}

// SVG returns the chart as an SVG picture of Width × Height pixels.
func (c *Chart) SVG() []byte { return c.scene().svg() }

// PNG returns the same picture with two dots a pixel, with the source in it if there is one.
func (c *Chart) PNG() ([]byte, error) {
	png, err := c.scene().png(2)
	if err != nil || c.Source == "" {
		return png, err
	}
	return WithSource(png, c.Source)
}

// maxDrawn is the number of points that are drawn of a series; of more, every k-th.
const maxDrawn = 2000

// scene draws the chart.
func (c *Chart) scene() *scene {
	s := &scene{width: c.Width, height: c.Height, title: c.Title, desc: c.Describe()}
	d := c.thinned()
	if d.Kind == "pie" {
		d.pie(s)
		return s
	}
	f := d.frame(s)
	ground := polyline{pts: []point{{f.left, f.base}, {f.right, f.base}}, look: look{stroke: rule, width: 1}}
	switch d.Kind {
	case "bar": // bars stand on the line, curves and dots lie over it
		d.bars(s, f)
		s.add(ground)
	case "scatter":
		s.add(ground)
		d.dots(s, f)
	default:
		s.add(ground)
		d.curves(s, f)
	}
	return s
}

// thinned returns the chart with at most maxDrawn points a series.
func (c *Chart) thinned() *Chart {
	n := len(c.lines[0].ys)
	if n <= maxDrawn {
		return c
	}
	d := *c
	every := (n + maxDrawn - 1) / maxDrawn
	d.lines = make([]series, len(c.lines))
	d.xs, d.labels = nil, nil
	for i := 0; i < n; i += every {
		for j, s := range c.lines {
			d.lines[j].name = s.name
			d.lines[j].ys = append(d.lines[j].ys, s.ys[i])
		}
		if c.xs != nil {
			d.xs = append(d.xs, c.xs[i])
		}
		switch {
		case i < len(c.labels):
			d.labels = append(d.labels, c.labels[i])
		case len(c.labels) == 0:
			d.labels = append(d.labels, strconv.Itoa(i+1))
		}
	}
	return &d
}
