package chart

import (
	"image/color"
	"math"
	"strconv"
)

// bars draws one bar a value, the series of a category side by side.
func (c *Chart) bars(s *scene, f frame) {
	group := f.slot * 0.72
	if len(c.lines) == 1 {
		group = math.Min(group, 64)
	}
	width := group / float64(len(c.lines))
	gap := 0.0
	if width > 6 && len(c.lines) > 1 {
		gap = 1
	}
	zero := f.y.at(math.Min(math.Max(0, f.y.lo), f.y.hi))
	for j, l := range c.lines {
		for i, v := range l.ys {
			if math.IsNaN(v) {
				continue
			}
			y := f.y.at(within(v))
			x := f.left + (float64(i)+0.5)*f.slot - group/2 + float64(j)*width
			s.add(rect{x, math.Min(y, zero), math.Max(width-gap, 0.5), math.Abs(zero - y), look{fill: c.shade(j)}})
			if c.valueLabels {
				t := label{x: x + (width-gap)/2, y: y - 4, size: textSize, anchor: "middle", col: ink}
				t.text = minus(strconv.FormatFloat(v, 'f', -1, 64))
				if v < 0 {
					t.y = y + lineHeight
				}
				s.add(t)
			}
		}
	}
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
	x, y := 14+r, c.Height/2
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
		kx, ky := x+r+24, top+row*float64(i)
		s.add(polyline{[]point{{kx, ky - 4.5}, {kx + 9, ky - 4.5}, {kx + 9, ky + 4.5}, {kx, ky + 4.5}}, true, look{fill: col}})
		name := abbreviate(p.name, 34)
		t := label{text: name + ": " + decimals(math.Round(p.v/total*1000)/10, share(p.v/total)) + " %", x: kx + 16, y: ky + textSize*midline, size: textSize, col: ink}
		if name != p.name {
			t.full = p.name
		}
		s.add(t)
	}
}

// share returns the step in which a share is given: whole percents unless that would lose it.
func share(f float64) float64 {
	if f < 0.1 && math.Abs(f*100-math.Round(f*100)) > 0.05 {
		return 0.1
	}
	return 1
}
