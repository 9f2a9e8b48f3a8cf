package chart

import (
	"image/color"
	"math"
	"strings"
)

// Rasterize paints a static SVG picture: shapes, paths, text in the built-in fonts, groups and
// transforms, <use>, colours and opacity. Scripts, animation, embedded HTML, bitmaps, filters, masks
// and everything outside the file are ignored. The picture has two dots a pixel, fewer where it
// would be wider than maxWidth dots (0 for no limit) or larger than 16 million dots. The ground is transparent; w
// and h are its natural size in pixels.
func Rasterize(svg []byte, maxWidth int) (png []byte, w, h float64, err error) {
	c, w, h, err := paint(svg, maxWidth, newCanvas)
	if err != nil {
		return nil, 0, 0, err
	}
	png, err = c.encode()
	return png, w, h, err
}

// Measure returns what [Rasterize] does without the picture, in a tenth of its time. It fails when that does.
func Measure(svg []byte, maxWidth int) (w, h float64, err error) {
	_, w, h, err = paint(svg, maxWidth, blindCanvas)
	return w, h, err
}

func paint(svg []byte, maxWidth int, onto func(w, h int) *canvas) (c *canvas, w, h float64, err error) {
	root, err := parseXML(svg)
	if err != nil {
		return nil, 0, 0, err
	}
	if root.name != "svg" {
		return nil, 0, 0, errImage
	}
	v := viewportOf(root)
	scale := 2.0
	if maxWidth > 0 {
		scale = math.Min(scale, float64(maxWidth)/v.width)
	}
	scale = math.Min(scale, math.Sqrt(maxDots/(v.width*v.height)))
	c = onto(max(1, int(v.width*scale)), max(1, int(v.height*scale)))
	d := &drawer{canvas: c, view: v, ids: map[string]*element{}, sheet: map[string][]xmlAttr{}}
	d.index(root)
	g, _ := d.styled(initialGraphics(), root)
	if err = d.kids(root, v.fit(float64(c.img.Rect.Dx()), float64(c.img.Rect.Dy())), g, 0); err != nil {
		return nil, 0, 0, err
	}
	return c, v.width, v.height, nil
}

// Bounds of the work on one picture.
const (
	maxDots    = 16 << 20
	maxVisited = 100000  // elements, counting each use
	maxCorners = 4000000 // corners of all outlines
)

// drawer paints the elements of one file.
type drawer struct {
	*canvas
	view    viewport
	ids     map[string]*element
	sheet   map[string][]xmlAttr // declarations by selector
	visited int
	corners int
}

func (v viewport) diagonal() float64 { return math.Hypot(v.box[2], v.box[3]) / math.Sqrt2 }

// index finds the elements that others refer to, and the style sheets.
func (d *drawer) index(e *element) {
	if id := e.attr("id"); id != "" && d.ids[id] == nil {
		d.ids[id] = e
	}
	if e.name == "style" {
		for _, k := range e.kids {
			d.readSheet(k.text)
		}
	}
	for _, k := range e.kids {
		d.index(k)
	}
}

func (d *drawer) kids(e *element, m matrix, g graphics, depth int) error {
	for _, k := range e.kids {
		if err := d.draw(k, m, g, depth+1); err != nil {
			return err
		}
	}
	return nil
}

// draw paints an element with all that is in it. Elements not named here are not graphics.
func (d *drawer) draw(e *element, m matrix, g graphics, depth int) error {
	switch e.name {
	case "g", "a", "svg", "switch", "use", "path", "rect", "circle", "ellipse", "line", "polyline", "polygon", "text":
	default:
		return nil
	}
	if d.visited++; d.visited > maxVisited || depth > 2*maxNesting {
		return errTooMuch
	}
	g, props := d.styled(g, e)
	if strings.TrimSpace(props["display"]) == "none" {
		return nil
	}
	m = m.mul(transform(props["transform"]))
	switch e.name {
	case "g", "a":
		return d.kids(e, m, g, depth)
	case "svg":
		v := viewportOf(e)
		w, h := v.width, v.height
		at := matrix{1, 0, 0, 1, d.x(e, "x"), d.y(e, "y")}
		return d.kids(e, m.mul(at).mul(v.fit(w, h)), g, depth)
	case "switch":
		for _, k := range e.kids { // the first that we can show
			if k.name != "" && k.name != "foreignObject" {
				return d.draw(k, m, g, depth+1)
			}
		}
		return nil
	case "use":
		return d.use(e, m, g, depth)
	case "text":
		return d.text(e, m, g)
	}
	p := &path{scale: m.size()}
	d.shape(e, p)
	return d.paintPath(p, m, g, e.name != "line")
}

func (d *drawer) use(e *element, m matrix, g graphics, depth int) error {
	id, ok := strings.CutPrefix(e.attr("href"), "#")
	target := d.ids[id]
	if !ok || target == nil {
		return nil
	}
	m = m.mul(matrix{1, 0, 0, 1, d.x(e, "x"), d.y(e, "y")})
	if target.name != "symbol" {
		return d.draw(target, m, g, depth+1)
	}
	v := viewportOf(target)
	w, h := v.width, v.height
	if s := d.x(e, "width"); s > 0 {
		w = s
	}
	if s := d.y(e, "height"); s > 0 {
		h = s
	}
	if target.attr("viewBox") != "" {
		m = m.mul(v.fit(w, h))
	}
	g, _ = d.styled(g, target)
	return d.kids(target, m, g, depth)
}

// shape adds the outline of a basic shape or path (SVG §10).
func (d *drawer) shape(e *element, p *path) {
	switch e.name {
	case "path":
		p.pathData(e.attr("d"))
	case "rect":
		w, h := d.x(e, "width"), d.y(e, "height")
		rx, okX := d.length(e.attr("rx"), 16, d.view.box[2])
		ry, okY := d.length(e.attr("ry"), 16, d.view.box[3])
		if !okX {
			rx = ry
		}
		if !okY {
			ry = rx
		}
		if w > 0 && h > 0 {
			p.roundRect(d.x(e, "x"), d.y(e, "y"), w, h, rx, ry)
		}
	case "circle":
		if r, _ := d.length(e.attr("r"), 16, d.view.diagonal()); r > 0 {
			p.ellipse(d.x(e, "cx"), d.y(e, "cy"), r, r)
		}
	case "ellipse":
		if rx, ry := d.x(e, "rx"), d.y(e, "ry"); rx > 0 && ry > 0 {
			p.ellipse(d.x(e, "cx"), d.y(e, "cy"), rx, ry)
		}
	case "line":
		p.moveTo(d.x(e, "x1"), d.y(e, "y1"))
		p.lineTo(d.x(e, "x2"), d.y(e, "y2"))
	case "polyline", "polygon":
		n := numbers(e.attr("points"))
		for i := 0; i+1 < len(n); i += 2 {
			if i == 0 {
				p.moveTo(n[0], n[1])
				continue
			}
			p.lineTo(n[i], n[i+1])
		}
		if e.name == "polygon" {
			p.close()
		}
	}
}

// paintPath fills and strokes an outline.
func (d *drawer) paintPath(p *path, m matrix, g graphics, fill bool) error {
	for _, s := range p.subs {
		d.corners += len(s.pts)
	}
	if d.corners > maxCorners {
		return errTooMuch
	}
	if g.hidden || len(p.subs) == 0 {
		return nil
	}
	if c := translucent(g.fill, g.fillOpacity*g.opacity); fill && c.A > 0 {
		if err := d.fill(p, m, g.evenOdd, c); err != nil {
			return err
		}
	}
	if c := translucent(g.stroke, g.lineOpacity*g.opacity); c.A > 0 {
		return d.stroke(p, m, g.pen, c)
	}
	return nil
}

func translucent(c color.NRGBA, opacity float64) color.NRGBA {
	c.A = uint8(float64(c.A)*clamp01(opacity) + 0.5)
	return c
}

func (d *drawer) x(e *element, name string) float64 {
	v, _ := d.length(e.attr(name), 16, d.view.box[2])
	return v
}

func (d *drawer) y(e *element, name string) float64 {
	v, _ := d.length(e.attr(name), 16, d.view.box[3])
	return v
}

// length reads a length that may be relative to the font size or, in percent, to whole.
func (d *drawer) length(s string, font, whole float64) (float64, bool) {
	s = strings.TrimSpace(s)
	unit := 1.0
	for _, u := range [...]struct {
		suffix string
		factor float64
	}{
		{"%", whole / 100}, {"px", 1}, {"pt", 96.0 / 72}, {"pc", 16}, {"mm", 96 / 25.4}, {"cm", 96 / 2.54},
		{"in", 96}, {"rem", 16}, {"em", font}, {"ex", font / 2},
	} {
		if n, ok := strings.CutSuffix(s, u.suffix); ok {
			s, unit = n, u.factor
			break
		}
	}
	v, ok := number(s)
	if !ok || math.Abs(v*unit) > 1e9 {
		return 0, false
	}
	return v * unit, true
}
