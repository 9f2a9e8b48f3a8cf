package chart

import "image/color"

// scene is a chart as a list of shapes, in the order they are painted. Each shape can write itself
// as SVG and paint itself on a canvas, so the two pictures of a chart cannot drift apart.
type scene struct {
	width, height float64
	title, desc   string
	shapes        []shape
}

type shape interface {
	svg(w *svgWriter)
	paint(c *canvas, m matrix) error
}

func (s *scene) add(x shape) { s.shapes = append(s.shapes, x) }

// look is how the inside and the outline of a shape are coloured; zero colours are not drawn.
type look struct {
	fill, stroke color.NRGBA
	width        float64 // of the stroke
	dash         []float64
}

type rect struct {
	x, y, w, h float64
	look
}

type circle struct {
	x, y, r float64
	look
}

// polyline is an open line, or a polygon when closed.
type polyline struct {
	pts    []point
	closed bool
	look
}

// slice is a sector of a circle; angles are in radians, clockwise from three o'clock.
type slice struct {
	x, y, r, from, sweep float64
	look
}

// label is one line of text. Anchor is start, middle or end; (x, y) lies on the baseline.
type label struct {
	text   string
	full   string // what text is short for, "" when it is all there
	x, y   float64
	size   float64
	anchor string
	angle  float64 // degrees, clockwise, around (x, y)
	col    color.NRGBA
	bold   bool
}

func (r rect) outline() *path {
	p := &path{}
	p.rect(r.x, r.y, r.w, r.h)
	return p
}

func (r rect) paint(c *canvas, m matrix) error { return r.look.paint(c, r.outline(), m) }

func (o circle) paint(c *canvas, m matrix) error {
	p := &path{scale: m.size()}
	p.ellipse(o.x, o.y, o.r, o.r)
	return o.look.paint(c, p, m)
}

func (l polyline) paint(c *canvas, m matrix) error {
	if len(l.pts) == 0 {
		return nil
	}
	return l.look.paint(c, &path{subs: []subpath{{l.pts, l.closed}}, scale: m.size()}, m)
}

func (s slice) paint(c *canvas, m matrix) error {
	p := &path{scale: m.size()}
	p.moveTo(s.x, s.y)
	p.arc(s.x, s.y, s.r, s.r, 0, s.from, s.sweep)
	p.close()
	return s.look.paint(c, p, m)
}

func (l label) paint(c *canvas, m matrix) error {
	f := face(style{bold: l.bold})
	x := 0.0
	switch l.anchor {
	case "middle":
		x = -f.width(l.text, l.size) / 2
	case "end":
		x = -f.width(l.text, l.size)
	}
	m = m.mul(matrix{1, 0, 0, 1, l.x, l.y}).mul(rotation(l.angle))
	p := &path{scale: m.size()}
	f.outline(p, l.text, x, 0, l.size)
	return c.fill(p, m, false, l.col)
}

func (k look) paint(c *canvas, p *path, m matrix) error {
	if k.fill.A > 0 {
		if err := c.fill(p, m, false, k.fill); err != nil {
			return err
		}
	}
	if k.stroke.A > 0 {
		return c.stroke(p, m, pen{width: k.width, join: "round", dash: k.dash}, k.stroke)
	}
	return nil
}

// png paints the scene on white.
func (s *scene) png(scale float64) ([]byte, error) {
	c := newCanvas(int(s.width*scale+0.5), int(s.height*scale+0.5))
	for i := range c.img.Pix {
		c.img.Pix[i] = 0xff
	}
	for _, x := range s.shapes {
		if err := x.paint(c, matrix{a: scale, d: scale}); err != nil {
			return nil, err
		}
	}
	return c.encode()
}
