package chart

import "math"

type point struct{ x, y float64 }

// path is an outline as subpaths of straight lines: curves are flattened when they are added, fine
// enough for the scale the path is drawn at.
type path struct {
	subs  []subpath
	scale float64 // device pixels a unit, for flattening; 0 counts as 1
}

type subpath struct {
	pts    []point
	closed bool
}

// flatness is how far, in device pixels, a flattened curve may lie from the true one.
const flatness = 0.08

func (p *path) moveTo(x, y float64) { p.subs = append(p.subs, subpath{pts: []point{{x, y}}}) }

func (p *path) lineTo(x, y float64) {
	s := p.current()
	s.pts = append(s.pts, point{x, y})
}

// current returns the open subpath. After a close a new one starts where the closed one did.
func (p *path) current() *subpath {
	if len(p.subs) == 0 {
		p.moveTo(0, 0)
	}
	s := &p.subs[len(p.subs)-1]
	if s.closed {
		p.moveTo(s.pts[0].x, s.pts[0].y)
		s = &p.subs[len(p.subs)-1]
	}
	return s
}

// at returns the current point.
func (p *path) at() point {
	if len(p.subs) == 0 {
		return point{}
	}
	s := p.subs[len(p.subs)-1]
	if s.closed {
		return s.pts[0]
	}
	return s.pts[len(s.pts)-1]
}

func (p *path) close() {
	if n := len(p.subs); n > 0 {
		p.subs[n-1].closed = true
	}
}

func (p *path) quadTo(cx, cy, x, y float64) {
	a := p.at()
	p.cubicTo(a.x+2*(cx-a.x)/3, a.y+2*(cy-a.y)/3, x+2*(cx-x)/3, y+2*(cy-y)/3, x, y)
}

// cubicTo adds a cubic Bézier curve as equal steps of its parameter. The number of steps follows
// from the second differences of the control points, which bound the distance from the chord.
func (p *path) cubicTo(ax, ay, bx, by, x, y float64) {
	s := p.current()
	o := s.pts[len(s.pts)-1]
	d := math.Max(math.Hypot(o.x-2*ax+bx, o.y-2*ay+by), math.Hypot(ax-2*bx+x, ay-2*by+y))
	n := steps(math.Sqrt(0.75 * d * p.unit() / flatness))
	for i := 1; i < n; i++ {
		t := float64(i) / float64(n)
		u := 1 - t
		c0, c1, c2, c3 := u*u*u, 3*u*u*t, 3*u*t*t, t*t*t
		s.pts = append(s.pts, point{c0*o.x + c1*ax + c2*bx + c3*x, c0*o.y + c1*ay + c2*by + c3*y})
	}
	s.pts = append(s.pts, point{x, y})
}

// arc adds an arc of an ellipse around (cx, cy), turned by phi, from one angle over a sweep (both
// in radians). It starts with a line to the arc's first point when the path has begun.
func (p *path) arc(cx, cy, rx, ry, phi, from, sweep float64) {
	n := steps(math.Abs(sweep) * math.Sqrt(math.Max(rx, ry)*p.unit()/(8*flatness)))
	sin, cos := math.Sincos(phi)
	for i := 0; i <= n; i++ {
		s, c := math.Sincos(from + sweep*float64(i)/float64(n))
		x, y := cx+rx*c*cos-ry*s*sin, cy+rx*c*sin+ry*s*cos
		if i == 0 && len(p.subs) == 0 {
			p.moveTo(x, y)
			continue
		}
		p.lineTo(x, y)
	}
}

func (p *path) ellipse(cx, cy, rx, ry float64) {
	p.moveTo(cx+rx, cy)
	p.arc(cx, cy, rx, ry, 0, 0, 2*math.Pi)
	p.close()
}

func (p *path) rect(x, y, w, h float64) {
	p.moveTo(x, y)
	p.lineTo(x+w, y)
	p.lineTo(x+w, y+h)
	p.lineTo(x, y+h)
	p.close()
}

// roundRect writes a rectangle with elliptical corners.
func (p *path) roundRect(x, y, w, h, rx, ry float64) {
	rx, ry = math.Min(rx, w/2), math.Min(ry, h/2)
	if rx <= 0 || ry <= 0 {
		p.rect(x, y, w, h)
		return
	}
	p.moveTo(x+rx, y)
	p.arc(x+w-rx, y+ry, rx, ry, 0, -math.Pi/2, math.Pi/2)
	p.arc(x+w-rx, y+h-ry, rx, ry, 0, 0, math.Pi/2)
	p.arc(x+rx, y+h-ry, rx, ry, 0, math.Pi/2, math.Pi/2)
	p.arc(x+rx, y+ry, rx, ry, 0, math.Pi, math.Pi/2)
	p.close()
}

func (p *path) unit() float64 {
	if p.scale > 0 {
		return p.scale
	}
	return 1
}

// steps bounds a number of line parts: at least one, never more than a curve can need on paper.
func steps(n float64) int {
	if !(n > 1) {
		return 1
	}
	return int(math.Min(math.Ceil(n), 400))
}

// matrix is an affine map: x' = a·x + c·y + e, y' = b·x + d·y + f (SVG §8.5).
type matrix struct{ a, b, c, d, e, f float64 }

var identity = matrix{a: 1, d: 1}

// mul returns the map that applies n first and m second.
func (m matrix) mul(n matrix) matrix {
	return matrix{
		m.a*n.a + m.c*n.b, m.b*n.a + m.d*n.b,
		m.a*n.c + m.c*n.d, m.b*n.c + m.d*n.d,
		m.a*n.e + m.c*n.f + m.e, m.b*n.e + m.d*n.f + m.f,
	}
}

func (m matrix) apply(p point) point { return point{m.a*p.x + m.c*p.y + m.e, m.b*p.x + m.d*p.y + m.f} }

// size returns the factor by which the map enlarges lengths, on average.
func (m matrix) size() float64 { return math.Sqrt(math.Abs(m.a*m.d - m.b*m.c)) }

func rotation(degrees float64) matrix {
	s, c := math.Sincos(degrees * math.Pi / 180)
	return matrix{c, s, -s, c, 0, 0}
}
