package chart

import (
	"math"
)

// frame is the drawing area of a chart with its two scales.
type frame struct {
	left, right, top, bottom float64
	base                     float64 // where the horizontal axis is drawn: at zero when that is in view
	y                        axis
	x                        axis    // numeric positions; unused for categories
	slot                     float64 // width of one category
}

const (
	textSize   = 11.0
	lineHeight = 13.0
	midline    = 0.35 // of the size: how far a baseline lies below the middle of its letters
)

// frame draws grid, ticks, labels and legend, and returns what is left for the data.
func (c *Chart) frame(s *scene) frame {
	f := frame{top: 10, right: c.Width - 14}
	f.top += c.legend(s, 12, f.right)
	if c.valueLabels && c.Kind == "bar" {
		f.top += lineHeight - 6
	}
	// The ticks decide the left margin; the left margin decides how the labels below fit, and they decide the height.
	f.y = c.valueScale()
	edge, foot := 10.0, 10.0 // with room for the titles of the axes
	if c.valueTitle != "" {
		edge += lineHeight + 2
	}
	if c.nameTitle != "" {
		foot += lineHeight + 2
	}
	f.left = edge
	for _, t := range f.y.ticks {
		f.left = math.Max(f.left, edge+regularFace().width(c.local(f.y.label(t)), textSize)+8)
	}
	f.left = math.Min(f.left, c.Width/2)
	n := len(c.lines[0].ys)
	f.slot = (f.right - f.left) / float64(max(n, 1))
	var names *names
	if c.xs == nil {
		names = c.fit(f.slot)
		f.left = math.Max(f.left, math.Min(names.overhang-f.slot/2+4, c.Width/2))
		f.slot = (f.right - f.left) / float64(max(n, 1))
		f.bottom = c.Height - foot - math.Min(names.height, c.Height/2)
	} else {
		f.bottom = c.Height - foot - lineHeight
		f.right -= 10
	}
	f.bottom = math.Max(f.bottom, f.top+10)
	f.y.a, f.y.b = f.bottom, f.top
	f.base = f.bottom
	if f.y.lo < 0 {
		f.base = f.y.at(math.Min(0, f.y.hi))
	}
	for _, t := range f.y.ticks {
		y := f.y.at(t)
		s.add(polyline{pts: []point{{f.left, y}, {f.right, y}}, look: look{stroke: gridly, width: 1}})
		s.add(label{text: c.local(f.y.label(t)), x: f.left - 8, y: y + textSize*midline, size: textSize, anchor: "end", col: ink})
	}
	if names != nil {
		names.draw(s, f)
	} else {
		c.numbers(s, &f)
	}
	c.axisTitles(s, f)
	return f
}

// axisTitles writes the titles of the axes, shortened to the length of these.
func (c *Chart) axisTitles(s *scene, f frame) {
	write := func(title string, room float64, l label) {
		l.text = title
		for n := min(len([]rune(title)), 200); n > 8 && regularFace().width(l.text, textSize) > room; n-- {
			l.text, l.full = abbreviate(title, n), title
		}
		l.size, l.anchor, l.col = textSize, "middle", ink
		s.add(l)
	}
	if c.valueTitle != "" {
		write(c.valueTitle, f.bottom-f.top, label{x: 6 + textSize/2 + textSize*midline, y: (f.top + f.bottom) / 2, angle: -90})
	}
	if c.nameTitle != "" {
		write(c.nameTitle, f.right-f.left, label{x: (f.left + f.right) / 2, y: c.Height - 6})
	}
}

// extent returns the range of the values. Bars and areas start at zero, because their size is what one
// sees; lines do when that wastes no more than half the height.
func (c *Chart) extent() (lo, hi float64) {
	lo, hi = math.Inf(1), math.Inf(-1)
	for k := range c.lines[0].ys {
		above, below := 0.0, 0.0
		for _, s := range c.lines {
			y := s.ys[k]
			if math.IsNaN(y) {
				continue
			}
			if above, below = above+math.Max(y, 0), below+math.Min(y, 0); c.piled() {
				y = above
				lo = math.Min(lo, below)
			}
			lo, hi = math.Min(lo, y), math.Max(hi, y)
		}
	}
	if c.Kind == "bar" || c.Kind == "area" || lo == hi || lo > 0 && lo < hi*0.6 || hi < 0 && hi > lo*0.6 {
		lo, hi = math.Min(lo, 0), math.Max(hi, 0)
	}
	return lo, hi
}

// valueScale returns the axis of values: its ends and ticks are those of every picture of the chart, and of Word's.
func (c *Chart) valueScale() axis {
	lo, hi := c.extent()
	return newAxis(lo, hi, c.Height-24, 10, 42, false)
}

// placeScale is valueScale for a numeric horizontal axis.
func (c *Chart) placeScale() axis {
	lo, hi := math.Inf(1), math.Inf(-1)
	for _, x := range c.xs {
		if !math.IsNaN(x) && !math.IsInf(x, 0) {
			lo, hi = math.Min(lo, x), math.Max(hi, x)
		}
	}
	return newAxis(lo, hi, 36, math.Max(c.Width, c.wide)-24, 70, c.Kind != "scatter")
}

// numbers draws the ticks of a numeric horizontal axis.
func (c *Chart) numbers(s *scene, f *frame) {
	f.x = c.placeScale()
	f.x.a, f.x.b = f.left+8, f.right
	for _, t := range f.x.ticks {
		x := f.x.at(t)
		s.add(polyline{pts: []point{{x, f.bottom}, {x, f.bottom + 4}}, look: look{stroke: rule, width: 1}})
		s.add(label{text: c.local(f.x.label(t)), x: x, y: f.bottom + 4 + lineHeight - 2, size: textSize, anchor: "middle", col: ink})
	}
}

// at returns the horizontal place of the i-th point.
func (c *Chart) at(f frame, i int) float64 {
	if c.xs != nil {
		return f.x.at(within(c.xs[i]))
	}
	return f.left + (float64(i)+0.5)*f.slot
}

// legend names the series above the chart and returns the height it takes: none for one series.
func (c *Chart) legend(s *scene, left, right float64) float64 {
	if len(c.lines) < 2 {
		return 0
	}
	x, y := left, 8+lineHeight/2
	for i, l := range c.lines {
		name := l.name
		if name == "" {
			name = "Series " + itoa(i+1)
		}
		short := abbreviate(name, 32)
		w := 24 + regularFace().width(short, textSize) + 16
		if x > left && x+w > right {
			x, y = left, y+lineHeight+3
		}
		if y > c.Height/3 {
			break
		}
		s.add(polyline{pts: []point{{x, y}, {x + 16, y}}, look: look{stroke: c.shade(i), width: 4}})
		t := label{text: short, x: x + 22, y: y + textSize*midline, size: textSize, col: ink}
		if short != name {
			t.full = name
		}
		s.add(t)
		x += w
	}
	return y + lineHeight/2 + 4 - 8 + 4
}
