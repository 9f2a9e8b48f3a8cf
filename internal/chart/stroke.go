package chart

import "math"

// pen is how a line is drawn.
type pen struct {
	width float64
	cap   string    // butt (default), round, square
	join  string    // miter (default), round, bevel
	limit float64   // of miters; 0 counts as 4
	dash  []float64 // lengths on, off, on, …; nil for a solid line
	phase float64   // where in the dash pattern the line starts
}

// maxDashes keeps a tiny dash on a long line from becoming millions of shapes.
const maxDashes = 20000

// outline returns the area a pen covers along a path: one polygon a segment, join and cap. They overlap;
// the canvas adds up what has one orientation, so together they fill the stroke.
func (k pen) outline(p *path) [][]point {
	if !(k.width > 0) {
		return nil
	}
	o := &stroker{pen: k, half: k.width / 2, round: steps(math.Sqrt(k.width*p.unit()/flatness) * 2)}
	for _, s := range k.dashed(p) {
		o.sub(s)
	}
	return o.polys
}

type stroker struct {
	pen
	half  float64
	round int // corners of the polygon that stands for a half circle
	polys [][]point
}

func (o *stroker) sub(s subpath) {
	pts := distinct(s.pts)
	if s.closed && len(pts) > 1 && pts[0] == pts[len(pts)-1] {
		pts = pts[:len(pts)-1]
	}
	if len(pts) == 1 { // a dot, visible when the caps are (SVG §11.4)
		if o.cap == "round" {
			o.disc(pts[0])
		} else if o.cap == "square" {
			a := pts[0]
			o.polys = append(o.polys, []point{{a.x - o.half, a.y - o.half}, {a.x + o.half, a.y - o.half}, {a.x + o.half, a.y + o.half}, {a.x - o.half, a.y + o.half}})
		}
		return
	}
	n := len(pts)
	for i := 0; i+1 < n; i++ {
		o.segment(pts[i], pts[i+1])
		if i > 0 {
			o.corner(pts[i-1], pts[i], pts[i+1])
		}
	}
	if s.closed && n > 2 {
		o.segment(pts[n-1], pts[0])
		o.corner(pts[n-2], pts[n-1], pts[0])
		o.corner(pts[n-1], pts[0], pts[1])
		return
	}
	o.end(pts[1], pts[0])
	o.end(pts[n-2], pts[n-1])
}

// normal returns the vector of half the pen's width that stands left of a→b.
func (o *stroker) normal(a, b point) point {
	l := math.Hypot(b.x-a.x, b.y-a.y)
	return point{-(b.y - a.y) / l * o.half, (b.x - a.x) / l * o.half}
}

func (o *stroker) segment(a, b point) {
	n := o.normal(a, b)
	o.polys = append(o.polys, []point{{a.x + n.x, a.y + n.y}, {b.x + n.x, b.y + n.y}, {b.x - n.x, b.y - n.y}, {a.x - n.x, a.y - n.y}})
}

// corner fills the wedge on the outer side of a bend.
func (o *stroker) corner(a, b, c point) {
	if o.join == "round" {
		o.disc(b)
		return
	}
	m, n := o.normal(a, b), o.normal(b, c)
	if m.x*n.y-m.y*n.x > 0 { // a left turn: the outer side is the right one
		m, n = point{-m.x, -m.y}, point{-n.x, -n.y}
	}
	p, q := point{b.x + m.x, b.y + m.y}, point{b.x + n.x, b.y + n.y}
	wedge := []point{b, p, q}
	limit := o.limit
	if limit <= 0 {
		limit = 4
	}
	// The miter's tip lies along m+n at a distance of half/cos(θ/2).
	sx, sy := m.x+n.x, m.y+n.y
	if s := math.Hypot(sx, sy); o.join != "bevel" && s > 0 && 2*o.half/s <= limit {
		r := 2 * o.half * o.half / (s * s)
		wedge = []point{b, p, {b.x + sx*r, b.y + sy*r}, q}
	}
	o.polys = append(o.polys, wedge)
}

// end draws the cap at b, where a line from a ends.
func (o *stroker) end(a, b point) {
	switch o.cap {
	case "round":
		o.disc(b)
	case "square":
		n := o.normal(a, b)
		o.segment(b, point{b.x + n.y, b.y - n.x})
	}
}

func (o *stroker) disc(c point) {
	poly := make([]point, 2*o.round+4)
	for i := range poly {
		s, co := math.Sincos(2 * math.Pi * float64(i) / float64(len(poly)))
		poly[i] = point{c.x + o.half*co, c.y + o.half*s}
	}
	o.polys = append(o.polys, poly)
}

// distinct drops points that repeat the one before.
func distinct(pts []point) []point {
	out := make([]point, 0, len(pts))
	for _, p := range pts {
		if len(out) == 0 || out[len(out)-1] != p {
			out = append(out, p)
		}
	}
	return out
}

// dashed cuts the subpaths into the dashes that are drawn, or returns them whole.
func (k pen) dashed(p *path) []subpath {
	pattern, total := k.pattern()
	if total == 0 {
		return p.subs
	}
	var out []subpath
	for _, s := range p.subs {
		pts := s.pts
		if s.closed {
			pts = append(append([]point(nil), pts...), pts[0])
		}
		i, left := 0, math.Mod(k.phase, total)
		if left < 0 {
			left += total
		}
		for left >= pattern[i] {
			left -= pattern[i]
			i = (i + 1) % len(pattern)
		}
		left = pattern[i] - left
		dash := []point{pts[0]}
		for j := 1; j < len(pts); j++ {
			a, b := pts[j-1], pts[j]
			length := math.Hypot(b.x-a.x, b.y-a.y)
			at := 0.0
			for length-at > left {
				at += left
				cut := point{a.x + (b.x-a.x)*at/length, a.y + (b.y-a.y)*at/length}
				if i%2 == 0 {
					out = append(out, subpath{pts: append(dash, cut)})
				}
				if len(out) > maxDashes {
					return p.subs
				}
				dash = []point{cut}
				i = (i + 1) % len(pattern)
				left = pattern[i]
			}
			left -= length - at
			dash = append(dash, b)
		}
		if i%2 == 0 {
			out = append(out, subpath{pts: dash})
		}
	}
	return out
}

// pattern returns the dash pattern with an even number of lengths, and their sum. A pattern finer than
// the line can show counts as none.
func (k pen) pattern() ([]float64, float64) {
	var total float64
	for _, d := range k.dash {
		if d < 0 || math.IsNaN(d) || math.IsInf(d, 0) {
			return nil, 0
		}
		total += d
	}
	pattern := k.dash
	if len(pattern)%2 == 1 {
		pattern, total = append(append([]float64(nil), pattern...), pattern...), 2*total
	}
	if total < 1e-3 || math.IsInf(total, 0) {
		return nil, 0
	}
	return pattern, total
}
