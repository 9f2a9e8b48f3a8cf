package chart

import (
	"image/color"
	"math"
	"strconv"
	"strings"
)

// piled reports whether the bars of a category stand on each other.
func (c *Chart) piled() bool { return c.stacked && c.Kind == "bar" }

// bars draws one bar a value, the series of a category side by side or on each other.
func (c *Chart) bars(s *scene, f frame) {
	group := f.slot * 0.72
	if len(c.lines) == 1 || c.piled() {
		group = math.Min(group, 64)
	}
	width := group
	if !c.piled() {
		width /= float64(len(c.lines))
	}
	gap := 0.0
	if width > 6 && width < group {
		gap = 1
	}
	size := c.labelSize(width - gap)
	above, below := make([]float64, len(c.lines[0].ys)), make([]float64, len(c.lines[0].ys))
	for j, l := range c.lines {
		for i, v := range l.ys {
			if math.IsNaN(v) {
				continue
			}
			x, from := f.left+(float64(i)+0.5)*f.slot-group/2, &above[i]
			if v < 0 {
				from = &below[i]
			}
			was := *from
			if c.piled() {
				*from += v
			} else {
				x += float64(j) * width
			}
			foot, end := f.y.at(math.Min(math.Max(within(was), f.y.lo), f.y.hi)), f.y.at(within(was+v))
			s.add(rect{x, math.Min(end, foot), math.Max(width-gap, 0.5), math.Abs(foot - end), look{fill: c.shade(j)}})
			if c.valueLabels {
				c.barLabel(s, label{x: x + (width-gap)/2, size: size}, v, foot, end, f.bottom, j)
			}
		}
	}
}

// barLabel writes the value of a bar at its end, in a bar that others stand on in its middle, if it has the height. A value that would
// stand below the bottom of the chart, where the names are, stands in its bar.
func (c *Chart) barLabel(s *scene, t label, v, foot, end, bottom float64, j int) {
	t.text, t.anchor, t.col = c.local(barNumber(v)), "middle", ink
	onBar := func() {
		t.col = over(c.shade(j))
	}
	switch {
	case c.piled() && math.Abs(foot-end) < t.size:
		return
	case c.piled():
		t.y = (foot+end)/2 + t.size*midline
		onBar()
	case v < 0 && end+t.size > bottom && end-foot > t.size+4:
		t.y = end - 4
		onBar()
	case v < 0:
		t.y = end + t.size + 2
	default:
		t.y = end - 4
	}
	s.add(t)
}

func barNumber(v float64) string { return minus(strconv.FormatFloat(v, 'f', -1, 64)) }

// local returns a number with the decimal sign of the chart.
func (c *Chart) local(number string) string {
	if c.Comma {
		return strings.Replace(number, ".", ",", 1)
	}
	return number
}

// least is the size below which numbers at bars are not made smaller.
const least = 8.0

// labelSize returns the size of the numbers at bars of a width: that of other text, less where they would reach into the bars beside them.
func (c *Chart) labelSize(width float64) float64 {
	if !c.valueLabels || len(c.lines) == 1 {
		return textSize
	}
	widest := width
	for _, l := range c.lines {
		for _, v := range l.ys {
			if !math.IsNaN(v) {
				widest = math.Max(widest, regularFace().width(c.local(barNumber(v)), textSize))
			}
		}
	}
	return math.Max(math.Floor(textSize*width/widest*2)/2, least)
}

// over returns the colour of text on a colour, white or black: the one with more contrast, at least 4.5 (WCAG 2.2, "contrast ratio").
func over(c color.NRGBA) color.NRGBA {
	channel := func(v uint8) float64 {
		s := float64(v) / 255
		if s <= 0.04045 {
			return s / 12.92
		}
		return math.Pow((s+0.055)/1.055, 2.4)
	}
	if 0.2126*channel(c.R)+0.7152*channel(c.G)+0.0722*channel(c.B) < 0.179 {
		return white
	}
	return black
}

// curves draws lines, with the area below them when the chart is of that kind. A gap in the data is
// a gap in the line.
func (c *Chart) curves(s *scene, f frame) {
	for j, l := range c.lines {
		for _, run := range c.runs(f, l.ys) {
			if c.Kind == "area" {
				below := append([]point{{run[0].x, f.base}}, run...)
				s.add(polyline{append(below, point{run[len(run)-1].x, f.base}), true, look{fill: faded(c.shade(j), 56)}})
			}
			s.add(polyline{pts: run, look: look{stroke: c.shade(j), width: 2}})
		}
	}
	for j, l := range c.lines {
		c.points(s, f, l.ys, c.shade(j), true)
	}
}

// dots draws a scatter plot.
func (c *Chart) dots(s *scene, f frame) {
	for j, l := range c.lines {
		c.points(s, f, l.ys, faded(c.shade(j), 200), false)
	}
}

// points draws one circle a value; on a crowded line they shrink so as not to hide it.
func (c *Chart) points(s *scene, f frame, ys []float64, col color.NRGBA, onLine bool) {
	r := 3.4
	if onLine {
		r = math.Min(3, math.Max(1, (f.right-f.left)/float64(len(ys))/4))
	}
	for i, v := range ys {
		if math.IsNaN(v) {
			continue
		}
		k := look{fill: col}
		if r >= 2.5 {
			k.stroke, k.width = white, 1
		}
		s.add(circle{c.at(f, i), f.y.at(within(v)), r, k})
	}
}

// runs returns the stretches of a series without a gap.
func (c *Chart) runs(f frame, ys []float64) [][]point {
	var out [][]point
	var run []point
	for i, v := range ys {
		if math.IsNaN(v) {
			if run != nil {
				out, run = append(out, run), nil
			}
			continue
		}
		run = append(run, point{c.at(f, i), f.y.at(within(v))})
	}
	if run != nil {
		out = append(out, run)
	}
	return out
}

// maxSlices is the number of slices a pie is legible with; the rest becomes one.
const maxSlices = 12

// pieKey is how far the words of the key are from the pie.
const pieKey = 40

// pie draws the first series as sectors, with a key that gives each share.
func (c *Chart) pie(s *scene) {
	type part struct {
		name string
		v    float64
	}
	var parts []part
	var total float64
	for i, v := range c.lines[0].ys {
		if !(v > 0) {
			continue
		}
		v = math.Min(v, limit)
		name := itoa(i + 1)
		if i < len(c.labels) {
			name = c.labels[i]
		}
		total += v
		if len(parts) == maxSlices {
			last := &parts[maxSlices-1]
			last.name, last.v = "Other", last.v+v
			continue
		}
		parts = append(parts, part{name, v})
	}
	r := math.Min(c.Height/2-10, c.Width/4)
	key := func(p part) string {
		return abbreviate(p.name, 34) + ": " + c.local(percent(p.v/total)) + "%"
	}
	widest := 0.0
	for _, p := range parts {
		widest = math.Max(widest, regularFace().width(key(p), textSize))
	}
	x, y := math.Max(14, (c.Width-2*r-pieKey-widest)/2)+r, c.Height/2
	from := -math.Pi / 2
	row := math.Min(lineHeight+5, (c.Height-12)/float64(max(len(parts), 1)))
	top := y - row*float64(len(parts)-1)/2
	for i, p := range parts {
		col := c.shade(i)
		if i >= len(palette) {
			col = faded(col, 150)
		}
		sweep := 2 * math.Pi * p.v / total
		s.add(slice{x, y, r, from, sweep, look{fill: col, stroke: white, width: 1.5}})
		from += sweep
		kx, ky := x+r+pieKey-16, top+row*float64(i)
		s.add(polyline{[]point{{kx, ky - 4.5}, {kx + 9, ky - 4.5}, {kx + 9, ky + 4.5}, {kx, ky + 4.5}}, true, look{fill: col}})
		t := label{text: key(p), x: kx + 16, y: ky + textSize*midline, size: textSize, col: ink}
		if abbreviate(p.name, 34) != p.name {
			t.full = p.name
		}
		s.add(t)
	}
}

// percent returns a share in percent as Word gives it, halves rounded up: whole, unless that would lose a small one.
func percent(f float64) string {
	if f < 0.1 && math.Abs(f*100-math.Round(f*100)) > 0.05 {
		return decimals(math.Round(f*1000)/10, 0.1)
	}
	return decimals(math.Round(f*100), 1)
}
