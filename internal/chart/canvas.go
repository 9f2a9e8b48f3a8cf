package chart

import (
	"bytes"
	"errors"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"math"
	"slices"
	"sync"

	"golang.org/x/image/vector"
)

// canvas is a picture being painted.
type canvas struct {
	img    *image.RGBA
	ras    vector.Rasterizer
	budget int // pixels that may still be touched
}

// maxPainted bounds the work of one picture: the sum of the areas of all shapes, in pixels.
const maxPainted = 120 << 20

var errTooMuch = errors.New("the drawing is too complex")

func newCanvas(w, h int) *canvas {
	return &canvas{img: image.NewRGBA(image.Rect(0, 0, w, h)), budget: maxPainted}
}

// blindCanvas returns a canvas that is not painted on: it bounds the work as others do.
func blindCanvas(w, h int) *canvas {
	return &canvas{img: &image.RGBA{Rect: image.Rect(0, 0, w, h)}, budget: maxPainted}
}

func (c *canvas) blind() bool { return c.img.Pix == nil }

// encoding is the memory of encoders, which is large and serves for the next picture.
type encoding struct{ sync.Pool }

func (e *encoding) Get() *png.EncoderBuffer {
	b, _ := e.Pool.Get().(*png.EncoderBuffer)
	return b
}

func (e *encoding) Put(b *png.EncoderBuffer) { e.Pool.Put(b) }

var encoder = png.Encoder{CompressionLevel: png.DefaultCompression, BufferPool: &encoding{}}

// encode returns the picture as PNG.
func (c *canvas) encode() ([]byte, error) {
	var img image.Image = c.img
	if p := paletted(c.img); p != nil {
		img = p
	}
	var b bytes.Buffer
	err := encoder.Encode(&b, img)
	return b.Bytes(), err
}

// fill paints the inside of a path.
func (c *canvas) fill(p *path, m matrix, evenOdd bool, col color.NRGBA) error {
	polys := make([][]point, 0, len(p.subs))
	for _, s := range p.subs {
		polys = append(polys, transformed(s.pts, m))
	}
	if evenOdd {
		return c.paintEvenOdd(polys, col)
	}
	return c.paint(polys, col)
}

// stroke paints a line along a path.
func (c *canvas) stroke(p *path, m matrix, k pen, col color.NRGBA) error {
	polys := k.outline(p)
	for i := range polys {
		polys[i] = transformed(polys[i], m)
		if area(polys[i]) < 0 { // the parts of a stroke must not cancel each other
			for a, b := 0, len(polys[i])-1; a < b; a, b = a+1, b-1 {
				polys[i][a], polys[i][b] = polys[i][b], polys[i][a]
			}
		}
	}
	return c.paintBands(polys, col)
}

// paint fills polygons together, by the non-zero rule as the rasterizer understands it: what winds
// one way adds up, what winds the other way cuts holes.
func (c *canvas) paint(polys [][]point, col color.NRGBA) error {
	box := c.box(polys)
	if box.Empty() || col.A == 0 {
		return nil
	}
	if c.budget -= box.Dx() * box.Dy(); c.budget < 0 {
		return errTooMuch
	}
	if c.blind() {
		return nil
	}
	c.ras.Reset(box.Dx(), box.Dy())
	for _, p := range polys {
		c.trace(p, box)
	}
	c.ras.Draw(c.img, box, image.NewUniform(col), image.Point{})
	return nil
}

// bandHeight is the height of the strips in which lines are painted, in pixels.
const bandHeight = 32

// paintBands is paint for many small polygons. A thin line touches few of the pixels in its box;
// strip by strip, little more than those are examined.
func (c *canvas) paintBands(polys [][]point, col color.NRGBA) error {
	box := c.box(polys)
	if box.Empty() || col.A == 0 {
		return nil
	}
	bands := make([][][]point, (box.Dy()+bandHeight-1)/bandHeight)
	for _, p := range polys {
		top, bottom := math.Inf(1), math.Inf(-1)
		for _, q := range p {
			top, bottom = math.Min(top, q.y), math.Max(bottom, q.y)
		}
		first := max(0, int(math.Max(top-float64(box.Min.Y), -1))/bandHeight)
		last := min(len(bands)-1, int(math.Min(bottom-float64(box.Min.Y), float64(box.Dy())))/bandHeight)
		for i := first; i <= last; i++ {
			if c.budget -= costOfCorner; c.budget < 0 {
				return errTooMuch
			}
			y := float64(box.Min.Y + i*bandHeight)
			if part := clip(clip(p, 0, 1, -y), 0, -1, y+bandHeight); len(part) > 0 {
				bands[i] = append(bands[i], part)
			}
		}
	}
	for _, b := range bands {
		if err := c.paint(b, col); err != nil {
			return err
		}
	}
	return nil
}

// costOfCorner is what a corner or cut costs of the budget, in pixels.
const costOfCorner = 32

// clip returns the part of a polygon where a·x + b·y + d is not negative (Sutherland and Hodgman).
func clip(p []point, a, b, d float64) []point {
	var out []point
	for i, q := range p {
		r := p[(i+1)%len(p)]
		fq, fr := a*q.x+b*q.y+d, a*r.x+b*r.y+d
		if fq >= 0 {
			out = append(out, q)
		}
		if fq < 0 != (fr < 0) {
			t := fq / (fq - fr)
			out = append(out, point{q.x + (r.x-q.x)*t, q.y + (r.y-q.y)*t})
		}
	}
	return out
}

// paintEvenOdd fills by the even-odd rule, which the rasterizer does not know: lines of an eighth of
// a pixel are cut with all edges, and every second stretch between the cuts is inside.
func (c *canvas) paintEvenOdd(polys [][]point, col color.NRGBA) error {
	box := c.box(polys)
	if box.Empty() || col.A == 0 {
		return nil
	}
	if c.budget -= box.Dx() * box.Dy() * 2; c.budget < 0 {
		return errTooMuch
	}
	const sub = 8
	cuts := make([][]float64, box.Dy()*sub)
	for _, p := range polys {
		for i, a := range p {
			b := p[(i+1)%len(p)]
			if a.y > b.y {
				a, b = b, a
			}
			// Line k lies at (k + ½)/sub pixels below the top of the box.
			first := math.Ceil((a.y-float64(box.Min.Y))*sub - 0.5)
			last := math.Min((b.y-float64(box.Min.Y))*sub-0.5, float64(len(cuts)))
			for k := int(math.Max(first, 0)); float64(k) < last; k++ {
				y := float64(box.Min.Y) + (float64(k)+0.5)/sub
				cuts[k] = append(cuts[k], a.x+(b.x-a.x)*(y-a.y)/(b.y-a.y)-float64(box.Min.X))
				if c.budget -= costOfCorner; c.budget < 0 {
					return errTooMuch
				}
			}
		}
	}
	if c.blind() {
		return nil
	}
	mask := image.NewAlpha(image.Rect(0, 0, box.Dx(), box.Dy()))
	row := make([]float64, box.Dx())
	for y := range box.Dy() {
		clear(row)
		for _, xs := range cuts[y*sub : (y+1)*sub] {
			slices.Sort(xs)
			for i := 0; i+1 < len(xs); i += 2 {
				cover(row, xs[i], xs[i+1], 255.0/sub)
			}
		}
		for x, v := range row {
			mask.Pix[y*mask.Stride+x] = uint8(math.Min(v+0.5, 255))
		}
	}
	draw.DrawMask(c.img, box, image.NewUniform(col), image.Point{}, mask, image.Point{}, draw.Over)
	return nil
}

// cover adds weight to the pixels between two places of a row, in proportion at its ends.
func cover(row []float64, from, to, weight float64) {
	from, to = math.Max(from, 0), math.Min(to, float64(len(row)))
	if from >= to {
		return
	}
	i, j := int(from), min(int(to), len(row)-1)
	if i == j {
		row[i] += weight * (to - from)
		return
	}
	row[i] += weight * (float64(i+1) - from)
	for k := i + 1; k < j; k++ {
		row[k] += weight
	}
	row[j] += weight * (to - float64(j))
}

// trace hands the part of a polygon inside box to the rasterizer, whose origin is the corner of box.
// Corners are rounded to 1/256 pixel, so that the last bit of a sine does not decide about a pixel.
func (c *canvas) trace(p []point, box image.Rectangle) {
	x0, y0, x1, y1 := float64(box.Min.X), float64(box.Min.Y), float64(box.Max.X), float64(box.Max.Y)
	for _, q := range p {
		if q.x < x0 || q.x > x1 || q.y < y0 || q.y > y1 {
			p = clip(clip(clip(clip(p, 1, 0, -x0), -1, 0, x1), 0, 1, -y0), 0, -1, y1)
			break
		}
	}
	for i, q := range p {
		x, y := float32(math.Round((q.x-x0)*256)/256), float32(math.Round((q.y-y0)*256)/256)
		if i == 0 {
			c.ras.MoveTo(x, y)
			continue
		}
		c.ras.LineTo(x, y)
	}
	c.ras.ClosePath()
}

// box returns the part of the canvas that polygons touch.
func (c *canvas) box(polys [][]point) image.Rectangle {
	minX, minY, maxX, maxY := math.Inf(1), math.Inf(1), math.Inf(-1), math.Inf(-1)
	for _, p := range polys {
		for _, q := range p {
			if math.IsNaN(q.x) || math.IsNaN(q.y) {
				return image.Rectangle{}
			}
			minX, maxX = math.Min(minX, q.x), math.Max(maxX, q.x)
			minY, maxY = math.Min(minY, q.y), math.Max(maxY, q.y)
		}
	}
	b := c.img.Bounds()
	bound := func(v float64, limit int) int { return int(math.Min(math.Max(v, 0), float64(limit))) }
	return image.Rect(bound(math.Floor(minX), b.Max.X), bound(math.Floor(minY), b.Max.Y), bound(math.Ceil(maxX), b.Max.X), bound(math.Ceil(maxY), b.Max.Y))
}

func transformed(pts []point, m matrix) []point {
	out := make([]point, len(pts))
	for i, p := range pts {
		out[i] = m.apply(p)
	}
	return out
}

// area returns the signed area of a polygon.
func area(p []point) float64 {
	var a float64
	for i, q := range p {
		r := p[(i+1)%len(p)]
		a += q.x*r.y - q.y*r.x
	}
	return a / 2
}
